"""`dplemma cancel`: what is said of a quantity and of a user's function, and the exit codes."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import pytest

from dplemma import value
from dplemma.cli import main

MINE = """\
import math


def profile(eps, mu):
    return phi(mu / 2 - eps / mu) - math.exp(eps) * phi(-mu / 2 - eps / mu)


def phi(x):
    return 0.5 * math.erfc(-x / math.sqrt(2))


def wrong(eps, mu):
    return phi(mu / 2 - eps / mu)


def log_of_sum(x):
    return math.log(1 + x)


def branching(x):
    return x if x > 1 else 1 / x


def good(x):
    return math.log1p(x)


def text(x):
    return "seven"


def broken(x):
    raise KeyError("no")


def by_name(*, x):
    return x


def swapped(mu, eps):
    return profile(eps, mu)


def other_names(psi, epsilon):
    return profile(epsilon, psi)


def made_up(x, y):
    return profile(x, y)


def with_defaults(scale=1.0, *, mu, eps, tolerance=1e-9):
    return profile(eps, scale * mu)


def noise(epsilon, sigma, sensitivity=1.0):
    return profile(epsilon, sensitivity / sigma)


def fixed_noise(epsilon, sigma, /, sensitivity=3.0):
    return profile(epsilon, sensitivity / sigma)


def composed(k, eps0, eps):
    return float(len(range(k)))


def nothing():
    return 1.0


def opaque(eps, mu):
    import decimal

    return float(decimal.Decimal(eps)) * mu


number = 3
"""
MEANS_NOISE = "sigma of noise means standard deviation of the noise at unit sensitivity, not delta. Pass it by "


@dataclass
class Run:
    code: int
    out: str
    err: str


@pytest.fixture
def cancel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    (tmp_path / "mine.py").write_text(MINE)
    monkeypatch.delitem(sys.modules, "mine", raising=False)  # of another test's folder
    monkeypatch.chdir(tmp_path)

    def run(*argv: str) -> Run:
        code = main(["cancel", *argv])
        return Run(code, *capsys.readouterr())

    return run


def test_a_quantity_at_a_point(cancel) -> None:
    run = cancel("gaussian.delta", "eps=10", "mu=0.5")
    assert run.code == 0
    assert "certified value  9.8551206108501659e-89" in run.out
    assert "loses 12.4 bits  below the truth (unsafe: promises more privacy than there is)" in run.out
    assert "cancellation: ndtr(mu / 2 - eps / mu) - math.exp(eps) * ndtr(-mu / 2 - eps / mu)" in run.out  # the worst form
    assert "5.3 bits lost" in run.out
    assert "digits that change were" in run.out


def test_other_names_of_parameters_are_understood(cancel) -> None:
    assert cancel("gaussian.delta", "epsilon=10", "sigma=2").out == cancel("gaussian.delta", "eps=10", "mu=0.5").out


def test_a_quantity_over_its_ordinary_range(cancel) -> None:
    run = cancel("gaussian.tv", "--points", "60")
    assert run.code == 0
    assert run.out.startswith("gaussian.tv for mu in [0.05, 8.0]\n")
    assert "certified: at most" in run.out and "use: everywhere" in run.out
    assert "Cure\n  erf loses" in run.out and "    return math.erf(mu / math.sqrt(8))" in run.out


@pytest.mark.parametrize("quantity", ["gaussian.mu_for_tpr", "laplace.epsilon_for_tpr"])
def test_a_range_may_have_points_without_a_value(cancel, quantity: str) -> None:
    """tpr must be above fpr: both ends of the ordinary range together are no point."""
    run = cancel(quantity, "--points", "40")
    assert run.code == 0 and "without a certified value" in run.out


def test_a_function_of_the_user_is_convicted(cancel) -> None:
    run = cancel("mine.py:profile", "--as", "gaussian.delta", "eps=10", "mu=0.5")
    assert (run.code, run.err) == (1, "importing mine.py: it is your code\n")
    assert "cancellation: phi(mu / 2 - eps / mu) - math.exp(eps) * phi(-mu / 2 - eps / mu)  (line 5)" in run.out


def test_a_function_of_a_module_in_the_current_folder(cancel) -> None:
    assert cancel("mine:log_of_sum", "x=1e-9").code == 1
    assert cancel("mine:good", "x=1e-9").code == 0


def test_good_code_is_acquitted_on_a_range(cancel) -> None:
    run = cancel("mine.py:good", "--range", "x=1e-12:1", "--points", "80")
    assert run.code == 0
    assert "mine.py:good: good" in run.out
    assert "certified: at most 1.8 bits at every point of the range (1 box)" in run.out


def test_a_formula_that_is_not_the_quantity_is_told_apart(cancel) -> None:
    run = cancel("mine.py:wrong", "--as", "gaussian.delta", "eps=1", "mu=1")
    assert run.code == 1
    assert "the formula is not the quantity: in exact arithmetic it gives 0.30853753872598690" in run.out


def test_code_that_cannot_be_followed_is_judged_by_its_result(cancel) -> None:
    run = cancel("mine.py:opaque", "--as", "gaussian.delta", "eps=1", "mu=1")
    assert run.code == 1
    assert "judged by its result only: the code cannot be followed: conversion from Carried to Decimal" in run.out


BOUND = {
    "swapped": "swapped(mu=mu, eps=eps)",
    "other_names": "other_names(psi=mu, epsilon=eps)",
    "made_up": "made_up(eps, mu)",
    "with_defaults": "with_defaults(mu=mu, eps=eps)",
    "noise": "noise(epsilon=eps, sigma=1/mu)",
    "fixed_noise": "fixed_noise(eps, 1/mu, sensitivity=1.0)",
}


@pytest.mark.parametrize("name", BOUND)
def test_a_right_function_is_acquitted_whatever_its_parameters_are_called(cancel, name: str) -> None:
    """In order, swapped(eps=1, mu=3) would lose all bits."""
    run = cancel(f"mine.py:{name}", "--as", "gaussian.delta", "eps=1", "mu=3")
    assert (run.code, run.out.splitlines()[1]) == (0, f"  called as {BOUND[name]}")
    found = json.loads(cancel(f"mine.py:{name}", "--as", "gaussian.delta", "--points", "20", "--json").out)
    assert found["forms"][0]["called"] == BOUND[name]
    assert found["forms"][0]["at_worst"]["diagnosis"]["is_the_quantity"]


def test_the_noise_is_judged_at_the_double_that_is_passed(cancel) -> None:
    """1/3 is no double: delta at the sigma passed differs from that at mu = 3 by more than the last digit of a double."""
    run = cancel("mine.py:noise", "--as", "gaussian.delta", "eps=20", "mu=3", "--json")
    found = json.loads(run.out)
    assert found["inputs"] == {"eps": 20.0, "sigma": 1 / 3}
    (form,) = found["forms"]
    sigma = Fraction(1 / 3)
    assert form["truth"] == value("gaussian.delta", eps=20, mu=1 / sigma, digits=17).text()
    assert form["truth"] != value("gaussian.delta", eps=20, mu=3, digits=17).text()
    assert form["diagnosis"]["is_the_quantity"]


def test_the_range_of_the_noise(cancel) -> None:
    run = cancel("mine.py:noise", "--as", "gaussian.delta", "epsilon=0.1", "--range", "sigma=1:3", "--points", "20")
    assert run.out.startswith(
        "mine.py:noise for eps in [0.1, 0.1], sigma in [1.0, 3.0]\n  called as noise(epsilon=eps, sigma=1/mu)\n"
    )
    assert "certified: at most" in run.out
    assert cancel("mine.py:noise", "--as", "gaussian.delta", "--points", "9").out.startswith(
        "mine.py:noise for eps in [0.01, 20.0], sigma in [0.125, 20.0]\n"
    )


def test_counts_are_passed_as_integers(cancel) -> None:
    run = cancel("mine.py:composed", "--as", "pure.composed_delta", "k=3", "eps0=1", "eps=0.5", "--json")
    assert json.loads(run.out)["forms"][0]["result"] == 3.0


def test_a_function_of_its_own_parameters_may_want_them_by_name(cancel) -> None:
    run = cancel("mine.py:by_name", "x=1")
    assert (run.code, run.out.splitlines()[:2]) == (0, ["mine.py:by_name at x = 1.0", "  called as by_name(x=x)"])


def test_overflow_is_named(cancel) -> None:
    run = cancel("mine.py:profile", "--as", "gaussian.delta", "eps=711", "mu=30")
    assert "out of range: math.exp(eps)  (line 5)\n    overflow: exp of 711.0 gives inf" in run.out
    assert "OverflowError" in run.out


def test_json_at_a_point(cancel) -> None:
    found = json.loads(cancel("gaussian.delta", "eps=10", "mu=0.5", "--json").out)
    assert (found["schema"], found["quantity"], found["inputs"]) == (1, "gaussian.delta", {"eps": 10.0, "mu": 0.5})
    textbook = next(form for form in found["forms"] if form["form"] == "textbook")
    assert textbook["convicted"] and textbook["unsafe"] and textbook["direction"] == "below"
    assert textbook["diagnosis"]["guilty"]["operation"] == "-"
    assert textbook["diagnosis"]["guilty"]["lost_bits"] == pytest.approx(5.35, abs=0.01)
    assert [rung["bits"] for rung in textbook["diagnosis"]["mpmath"]] == [53, 106, 212, 424]


def test_json_on_a_range(cancel) -> None:
    found = json.loads(cancel("mine.py:log_of_sum", "--range", "x=1e-12:1", "--points", "50", "--json").out)
    (form,) = found["forms"]
    assert found["ranges"] == {"x": [1e-12, 1.0]}
    assert form["convicted"] and form["worst_bits"] > 30 and form["bound"] is None
    assert form["at_worst"]["diagnosis"]["guilty"]["source"] == "math.log(1 + x)"


def test_the_search_depends_on_its_seed_alone(cancel) -> None:
    same = [cancel("gaussian.delta", "--points", "40", "--seed", "7", "--json").out for _ in range(2)]
    assert same[0] == same[1] != cancel("gaussian.delta", "--points", "40", "--seed", "8", "--json").out


def test_the_detector_is_reported(cancel, monkeypatch: pytest.MonkeyPatch) -> None:
    from dplemma.doubles import detector
    from dplemma.doubles.coded import forms_of

    forms = [*forms_of("gaussian.delta"), *forms_of("gaussian.tv")]
    monkeypatch.setattr(detector, "coded_forms", lambda: {form.id: form for form in forms})
    table, told = cancel("--detector").out, json.loads(cancel("--detector", "--json").out)
    assert "predicted lost" in table and f"precision {told['precision']:.3f}, recall {told['recall']:.3f}" in table
    assert min(told["precision"], told["recall"]) > 0.8  # of few points: SciPy's log_ndtr of another version moves one of them


def test_fpcore(cancel) -> None:
    assert cancel("mine.py:log_of_sum", "--fpcore").out == (
        '(FPCore (x)\n :name "mine.py:log_of_sum"\n :precision binary64\n (log (+ 1 x)))\n'
    )


def test_fpcore_leaves_out_what_branches(cancel) -> None:
    """The double-double form of gaussian.delta chooses its formula by the inputs; the forms after it are printed."""
    told = cancel("gaussian.delta", "--fpcore")
    assert told.code == 0
    assert '; "double-double" is left out: the code branches: it is more than one formula\n(FPCore (eps mu)' in told.out
    branching = cancel("mine.py:branching", "--fpcore")
    assert (branching.code, branching.out) == (2, "")


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["gaussian.dleta", "eps=1"], "Did you mean gaussian.delta"),
        (["gaussian.delta", "eps=1"], "gaussian.delta needs mu"),
        (["gaussian.delta", "eps=-1", "mu=1"], "eps must be >= 0, got -1"),
        (["gaussian.delta", "eps=1", "mu=1", "z=3"], "unknown parameter 'z'"),
        (["gaussian.delta", "--range", "eps=-1:2"], "eps must be >= 0"),
        (["gaussian.delta", "--as", "gaussian.tv"], "a quantity is itself"),
        (["gaussian.delta", "--plot", "x.gif"], "must end in .png or .svg"),
        (["gaussian.delta", "--plot", "no/x.png"], "there is no folder no"),
        (["mine.py:profil", "eps=1"], "Did you mean 'profile'?"),
        (["mine.py:number"], "is not a function"),
        (["mine.py:text", "x=1"], "text returned str, not a number"),
        (["mine.py:broken", "x=1"], "broken raised KeyError"),
        (["mine.py:nothing"], "takes no parameters"),
        (["mine.py:log_of_sum"], "x is missing"),
        (["mine.py:log_of_sum", "y=1"], "unknown parameter 'y'"),
        (["mine.py:log_of_sum", "x=abc"], "x must be a number"),
        (["mine.py:log_of_sum", "--range", "x=2:1"], "the low end is above the high end"),
        (["mine.py:log_of_sum", "--range", "x=2"], "expected low:high"),
        (["mine.py:log_of_sum", "--range", "x=1:1e999"], "x=1e999 is beyond the doubles"),
        (["mine.py:profile", "--as", "gaussian.tv", "mu=1"], "gaussian.tv has mu, the function takes eps, mu"),
        (["mine.py:profile", "--as", "gaussian.delta", "eps=1", "--range", "epsilon=1:2"], "eps is given twice"),
        (["mine.py:noise", "--as", "gaussian.delta", "eps=1", "mu=1e-310"], "sigma = 1/mu is beyond the doubles"),
        (["mine.py:noise", "--as", "gaussian.sigma"], MEANS_NOISE),
        (["none.py:f", "x=1"], "there is no file none.py"),
        (["no_such_module:f", "x=1"], "cannot be imported"),
        ([":f", "x=1"], "expected MODULE:FUNCTION"),
        (["mine.py", "x=1"], "expected MODULE:FUNCTION or FILE.py:FUNCTION, got 'mine.py'"),
        (["gaussian.delta", "eps=1", "mu=1", "--range", "eps=1:2"], "eps is given twice: as eps=1 and by --range"),
        (["gaussian.delta", "eps=1", "mu=1", "--plot", "x.png"], "--plot needs a range"),
        (["composed.delta", "eps=1"], "has no plain form in doubles; all quantities but composed.delta, composed.epsilon"),
        ([], "name a quantity or FILE.py:FUNCTION"),
    ],
)
def test_bad_input_gets_one_line(cancel, argv: list[str], said: str) -> None:
    run = cancel(*argv)
    complaint = run.err.splitlines()[-1]
    assert (run.code, run.out) == (2, "")
    assert said in complaint and complaint.startswith("dplemma: ") and run.err.count("dplemma: ") == 1


def test_a_point_outside_the_domain_of_the_code(cancel) -> None:
    run = cancel("mine.py:log_of_sum", "x=-2")
    assert (run.code, run.err.splitlines()[-1]) == (3, "dplemma: the code has no real value at -2.0")


def test_a_picture_is_written(cancel, tmp_path: Path) -> None:
    run = cancel("mine.py:log_of_sum", "--range", "x=1e-12:1", "--points", "20", "--plot", "bits.png")
    assert run.err.splitlines()[-1] == "drawn to bits.png"
    assert (tmp_path / "bits.png").read_bytes().startswith(b"\x89PNG")


def test_a_diagnosis_does_not_import_sympy() -> None:
    run = "main(['cancel', 'gaussian.delta', 'eps=1', 'mu=1'])"
    script = f"import sys; from dplemma.cli import main; {run}; print('sympy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "False"
