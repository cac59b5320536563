"""`dplemma value`: what it prints, its exit codes, and one clear line for everything that is wrong."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction

import pytest
from mpmath import mp, mpf
from work import evaluations

from dplemma.cli import main
from dplemma.formulas import quantities

DELTA = ("value", "gaussian.delta")
FIFTY = "0.12693673750664394580082962475776688041508065011200"


class Run:
    """One command: exit code, output, complaint, and the precisions it computed at."""

    def __init__(self, capsys: pytest.CaptureFixture[str], argv: tuple[str, ...]) -> None:
        with evaluations() as self.bits:
            self.code = main(list(argv))
        self.out, self.err = capsys.readouterr()


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., Run]:
    return lambda *argv: Run(capsys, argv)


# -- values ---------------------------------------------------------------------------------------------------------------


def test_fifty_digits_and_nothing_else(run: Callable[..., Run]) -> None:
    done = run(*DELTA, "eps=1", "mu=1")
    with mp.workdps(80):
        tails = [mp.erfc(mpf(x) / mp.sqrt(2)) / 2 for x in ("0.5", "1.5")]
        assert abs(mpf(FIFTY) - (tails[0] - mp.e * tails[1])) < mpf(10) ** -50
    assert (done.code, done.out, done.err) == (0, FIFTY + "\n", "")


@pytest.mark.parametrize(
    ("mode", "text"), [("nearest", "0.1269367"), ("up", "0.1269368"), ("down", "0.1269367"), ("safe", "0.1269368")]
)
def test_rounding(run: Callable[..., Run], mode: str, text: str) -> None:
    done = run(*DELTA, "eps=1", "mu=1", "--digits", "7", "--round", mode)
    assert (done.code, done.out) == (0, text + "\n")


@pytest.mark.parametrize(
    ("argv", "side"),
    [
        (("gaussian.sigma", "eps=1", "delta=1e-5"), "up"),
        (("gaussian.mu", "eps=1", "delta=1e-5"), "down"),
        (("gaussian.tradeoff", "fpr=0.1", "mu=1"), "down"),
        (("gaussian.epsilon", "delta=1e-5", "mu=1"), "up"),
        (("gaussian.fbeta_fpr", "beta=1", "mu=1"), "nearest"),
    ],
)
def test_the_safe_side_follows_the_role(run: Callable[..., Run], argv: tuple[str, ...], side: str) -> None:
    texts = {mode: run("value", *argv, "--digits", "12", "--round", mode).out for mode in ("up", "down", "nearest", "safe")}
    assert texts["safe"] == texts[side]
    assert Fraction(texts["down"]) < Fraction(texts["up"])
    assert texts["nearest"] in (texts["up"], texts["down"])


def test_json(run: Callable[..., Run]) -> None:
    done = run(*DELTA, "sigma=2", "sensitivity=1", "eps=1/2", "--digits", "9", "--json", "--round", "up")
    shown = json.loads(done.out)
    assert list(shown) == ["quantity", "inputs", "digits", "value", "radius", "float", "lower", "upper", "status", "role"]
    assert shown["inputs"] == {"eps": "0.5", "mu": "0.5"}
    assert (shown["digits"], shown["quantity"], shown["status"]) == (9, "gaussian.delta", "exact")
    lower, nearest, upper = (Fraction(float.fromhex(shown[side])) for side in ("lower", "float", "upper"))
    assert lower <= nearest <= upper
    assert abs(Fraction(shown["value"]) - nearest) <= Fraction(shown["radius"]) + upper - lower
    assert Fraction(shown["value"]) > lower


def test_an_exact_zero(run: Callable[..., Run]) -> None:
    assert run("value", "pure.delta", "eps=2", "eps0=1").out == "0\n"
    assert json.loads(run("value", "pure.delta", "eps=2", "eps0=1", "--json").out)["radius"] == "0"


@pytest.mark.parametrize("name", quantities())
def test_every_example_is_printed_with_its_label(run: Callable[..., Run], name: str) -> None:
    quantity = quantities()[name]
    done = run("value", name, *(f"{key}={text}" for key, text in quantity.example.items()), "--digits", "10")
    lines = done.out.splitlines()
    assert (done.code, done.err) == (0, "")
    float(lines[0])
    wanted = {
        "exact": [],
        "bound": ["(a bound, not the exact value)"],
        "asymptotic": ["(asymptotic: neither an upper nor a lower bound)"],
        "restricted-adversary": ["(a restricted adversary: not a DP guarantee)"],
    }
    assert lines[1:] == wanted[quantity.status]


@pytest.mark.parametrize(
    ("argv", "inputs"),
    [
        (("gaussian.delta", "epsilon=1", "psi=2"), {"eps": "1", "mu": "2"}),
        (("gaussian.delta", "eps=2**-2", "noise_multiplier=4"), {"eps": "0.25", "mu": "0.25"}),
        (("gaussian.renyi", "alpha=2", "mu=1e-5"), {"order": "2", "mu": "0.00001"}),
        (("glrt.roc", "x=0.1", "dimension=3", "mu=1/3"), {"fpr": "0.1", "d": "3", "mu": "1/3"}),
        (
            ("dpsgd.mu_clt_poisson", "noise_multiplier=2", "sample_rate=0.1", "iterations=7"),
            {"sigma": "2", "q": "0.1", "steps": "7"},
        ),
    ],
)
def test_other_names_are_echoed_in_their_canonical_form(
    run: Callable[..., Run], argv: tuple[str, ...], inputs: dict[str, str]
) -> None:
    assert json.loads(run("value", *argv, "--json", "--digits", "5").out)["inputs"] == inputs


def test_options_may_stand_anywhere(run: Callable[..., Run]) -> None:
    assert run("value", "--digits", "5", "gaussian.delta", "--round", "up", "eps=1", "mu=1").out == "0.12694\n"
    assert run("value", "gaussian.delta", "eps=1", "--digits=5", "mu=1").out == "0.12694\n"


def test_ten_thousand_digits(run: Callable[..., Run]) -> None:
    done = run(*DELTA, "eps=1", "mu=1", "--digits", "10000")
    assert done.code == 0
    assert len(done.out) == 10_003
    assert done.out.startswith(FIFTY[:-2])


def test_help(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["value", "--help"])
    assert stop.value.code == 0
    assert "dplemma value gaussian.delta eps=1 mu=1 --digits 50" in capsys.readouterr().out


# -- what is wrong ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        ("value", "QUANTITY"),
        ("value gausian.delta eps=1 mu=1", "gaussian.delta"),
        ("value gaussian.dleta eps=1 mu=1", "gaussian.delta"),
        ("value gaussian eps=1", "Did you mean gaussian."),
        ("value qqq eps=1", "dplemma list --quantities"),
        ("value ../../etc/passwd x=1", "unknown quantity"),
        ("value gaussian.profile eps=1 mu=1", "unknown quantity"),
        ("value gaussian.delta eps=1 nu=1", "Did you mean mu"),
        ("value gaussian.delta eps=1 zzz=1 mu=1", "gaussian.delta takes eps, mu"),
        ("value gaussian.delta eps=1", "needs mu"),
        ("value gaussian.delta", "needs eps, mu. Try eps=1 mu=1"),
        ("value gaussian.delta eps=1 sigma=2 sensitivity=-1", "sensitivity must be > 0, got -1"),
        ("value gaussian.delta ε=1/2 mu=1", "write eps=1/2"),
        ("value gaussian.delta eps=1 σ=2", "write sigma=2"),
        ("value gaussian.delta eps=1 eps=2 mu=1", "eps is given twice"),
        ("value gaussian.delta eps=1 epsilon=2 mu=1", "eps is given twice"),
        ("value gaussian.delta eps=1 mu=1 sigma=1", "mu is given twice"),
        ("value gaussian.delta eps=1 mu", "expected name=value, got 'mu'. Try mu=1"),
        ("value gaussian.delta =1 mu=1", "expected name=value, got '=1'"),
        ("value gaussian.delta 1 1", "expected name=value, got '1'"),
        ("value gaussian.delta eps=1 mu=-1", "mu must be > 0, got -1"),
        ("value gaussian.delta eps=1 mu=0", "mu must be > 0, got 0"),
        ("value gaussian.delta eps=-0.001 mu=1", "eps must be >= 0, got -0.001"),
        ("value gaussian.roc fpr=1.5 mu=1", "fpr must be >= 0 and <= 1, got 1.5"),
        ("value gaussian.epsilon delta=1 mu=1", "delta must be > 0 and < 1, got 1"),
        ("value gaussian.mu_for_auc auc=0.5", "auc must be > 1/2 and < 1, got 0.5"),
        ("value glrt.roc fpr=0.1 d=2.5 mu=1", "d must be a whole number, got 2.5"),
        ("value glrt.roc fpr=0.1 d=0 mu=1", "d must be >= 1, got 0"),
        ("value laplace.epsilon_for_fbeta f=0.1 beta=1", "needs f >="),
        ("value gaussian.delta eps=nan mu=1", "eps must be a finite number, got nan"),
        ("value gaussian.delta eps=1 mu=inf", "mu must be a finite number, got inf"),
        ("value gaussian.delta eps=1 mu=-Infinity", "finite"),
        ("value gaussian.delta eps=1/0 mu=1", "eps=1/0 divides by zero"),
        ("value gaussian.delta eps=0/0.0 mu=1", "divides by zero"),
        ("value gaussian.delta eps=0**-1 mu=1", "divides by zero"),
        ("value gaussian.delta eps=1 sigma=0", "sigma must be > 0, got 0"),
        ("value gaussian.delta eps=one mu=1", "eps must be a number such as 0.1"),
        ("value gaussian.delta eps= mu=1", "eps must be a number"),
        ("value gaussian.delta eps=1,5 mu=1", "eps must be a number"),
        ("value gaussian.delta eps=1=2 mu=1", "eps must be a number"),
        ("value gaussian.delta eps=١ mu=1", "eps must be a number"),
        ("value gaussian.delta eps=１ mu=1", "eps must be a number"),
        ("value gaussian.delta eps=½ mu=1", "eps must be a number"),
        ("value gaussian.delta eps=__import__('os') mu=1", "eps must be a number"),
        ("value gaussian.delta eps=0x10 mu=1", "eps must be a number"),
        ("value gaussian.delta eps=1 mu=1 --digits 0", "whole number >= 1, got '0'"),
        ("value gaussian.delta eps=1 mu=1 --digits -5", "--digits"),
        ("value gaussian.delta eps=1 mu=1 --digits 1.5", "whole number"),
        ("value gaussian.delta eps=1 mu=1 --digits ٣", "whole number"),
        ("value gaussian.delta eps=1 mu=1 --digits", "--digits"),
        ("value gaussian.delta eps=1 mu=1 --round sideways", "must be one of nearest, up, down, safe, got 'sideways'. See"),
        ("value gaussian.delta eps=1 mu=1 --jsno", "Did you mean --json"),
        ("value gaussian.delta eps=1 mu=1 --dig 5", "--digits"),
    ],
    ids=lambda text: text[6:] if text.startswith("value") else "",
)
def test_bad_input_is_one_line_and_exit_2(run: Callable[..., Run], argv: str, said: str) -> None:
    done = run(*argv.split())
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert done.err.startswith("dplemma: ")
    assert said in done.err
    assert done.bits == [], "nothing is computed"


@pytest.mark.parametrize(
    "argv",
    [
        (*DELTA, "eps=1", "mu=1", "--digits", "1000000"),
        (*DELTA, "eps=1", "mu=1", "--digits", "9" * 50),
        (*DELTA, "eps=1e99999999999", "mu=1"),
        (*DELTA, "eps=1e-5001", "mu=1"),
        (*DELTA, "eps=1e" + "9" * 4000, "mu=1"),
        (*DELTA, "eps=10**999999999", "mu=1"),
        (*DELTA, "eps=1", "mu=" + "9" * 100_000),
        (*DELTA, "eps=9e5000/1e-5000", "mu=1"),
        ("value", "pure.composed_delta", "k=1e4000", "eps0=1", "eps=1"),
        ("value", "glrt.roc", "fpr=0.1", "d=1e30", "mu=1"),
        ("value", "glrt.delta", "eps=1", "d=3", "mu=1e30"),
    ],
    ids=lambda argv: " ".join(argv)[6:50],
)
def test_what_is_absurd_is_out_of_budget_at_once(run: Callable[..., Run], argv: tuple[str, ...]) -> None:
    done = run(*argv)
    assert (done.code, done.out, done.err.count("\n")) == (3, "", 1)
    assert len(done.err) < 300
    assert len(done.bits) <= 8


@pytest.mark.parametrize("mu", ["1e-3000", "1/3e3000", "3**-2000"])
def test_a_value_with_a_long_exponent_is_a_short_line(run: Callable[..., Run], mu: str) -> None:
    done = run(*DELTA, "eps=1", f"mu={mu}")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("10^(-") and len(done.out) < 80


@pytest.mark.parametrize(
    "argv",
    [
        (*DELTA, "eps=1", "mu=" + "z" * 3000),
        (*DELTA, "eps=1", "z" * 3000 + "=1", "mu=1"),
        (*DELTA, "eps=1", "z" * 3000),
        ("value", "z" * 3000),
        (*DELTA, "eps=1", "mu=-" + "1" * 3000),
        (*DELTA, "eps=1", "mu=1", "--digits", "z" * 3000),
        (*DELTA, "eps=1", "mu=1", "--" + "z" * 3000),
        (*DELTA, "eps=1", "=" * 3000),
        ("gdp", "gaussian.delta", "mu=1", "--until", "-" + "1" * 3000),
        ("dpsgd", "--noise-multiplier", "1", "--sample-rate", "3**2000", "--steps", "1", "--delta", "1e-5"),
        ("dpsgd", "--noise-multiplier", "1", "--sample-rate", "0.1", "--steps", "3**2000", "--delta", "1e-5"),
        ("dpsgd", "--noise-multiplier", "1", "--sample-rate", "0.1", "--steps", "1/3e3000", "--delta", "1e-5"),
        ("dpsgd", "--noise-multiplier", "1", "--sample-rate", "0.1", "--steps", "1", "--delta", "1" * 3000),
    ],
    ids=lambda argv: " ".join(argv)[6:40],
)
def test_long_texts_are_cut(run: Callable[..., Run], argv: tuple[str, ...]) -> None:
    done = run(*argv)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert len(done.err) < 400


@pytest.mark.parametrize("text", ["eps=1\nmu=1", "eps=\x00", "\x1b[31m=1", "eps=\ud800", "eps=1\r\n2"])
def test_control_characters_stay_on_one_line(run: Callable[..., Run], text: str) -> None:
    done = run(*DELTA, text, "mu=1")
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)


# -- a real process -----------------------------------------------------------------------------------------------------------


def test_a_process_prints_a_value_without_sympy() -> None:
    program = (
        "import sys; from dplemma.cli import main; code = main(['value', 'gaussian.delta', 'eps=1', 'mu=1']);"
        "assert not {'sympy', 'mpmath', 'numpy', 'scipy'} & set(sys.modules); sys.exit(code)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, FIFTY + "\n", "")


def test_a_process_never_shows_a_traceback() -> None:
    for argv in (
        ["value", "gaussian.delta", "eps=1", "mu=é"],
        ["value", "gaussian.delta", "eps=1", "mu=1", "--digits", "1000000"],
    ):
        done = subprocess.run([sys.executable, "-m", "dplemma", *argv], capture_output=True, text=True, timeout=60)
        assert done.returncode in (2, 3)
        assert done.stderr.count("\n") == 1 and "Traceback" not in done.stderr
