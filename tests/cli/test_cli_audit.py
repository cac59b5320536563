"""`dplemma audit`: what is asked, printed, written, drawn and returned."""

from __future__ import annotations

import io
import json
import re
import shlex
import subprocess
import sys
from contextlib import redirect_stdout
from dataclasses import dataclass
from pathlib import Path

import pytest

from dplemma.cli import main

MINE = """\
import math
import time
import warnings

__version__ = "3.1"


def ndtr(x):
    return 0.5 * math.erfc(-x / math.sqrt(2))


def auc(mu):
    return ndtr(mu / math.sqrt(2))


def half(mu):
    return ndtr(mu / 2)


def noise(sigma):
    return 0.99 * ndtr(1 / sigma / math.sqrt(2))


def bound(mu):
    return min(1.0, 0.5 + mu / (2 * math.sqrt(math.pi)))


def noisy(mu):
    print("computing", mu)
    warnings.warn("careful")
    return auc(mu)


def pair(mu):
    return auc(mu), 1


def raises(mu):
    raise KeyError("no such table")


def sometimes(mu):
    return math.nan if mu > 4 else auc(mu)


def hangs(mu):
    time.sleep(100)


def flat(fpr, d, mu):
    return 0.5


def profile(eps, mu):
    return 1e-3


def three(a, b, c):
    return a


def vanishes(eps, sigma):
    return 0.0


def tails(eps, mu):
    return ndtr(mu / 2 - eps / mu) - math.exp(eps) * ndtr(-mu / 2 - eps / mu)


def step(eps, delta):
    from dplemma import value

    return float(value("gaussian.sigma", eps=repr(eps), delta=repr(delta))) * (0.9 if eps > 1.5 else 1.0)


def certified(mu):
    from dplemma import value

    return float(value("gaussian.tv", mu=repr(mu)))


class Model:
    @staticmethod
    def auc(mu):
        return 0.99 * auc(mu)


number = 3
"""


@dataclass
class Run:
    code: int
    out: str
    err: str


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    (tmp_path / "audited.py").write_text(MINE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delitem(sys.modules, "audited", raising=False)

    def call(target: str, quantity: str, *argv: str) -> Run:
        examples = () if "--examples" in argv else ("--examples", "80")
        code = main(["audit", f"audited.py:{target}", "--as", quantity, *examples, *argv])
        return Run(code, *capsys.readouterr())

    return call


def test_a_right_function_is_acquitted_with_what_was_looked_at(run) -> None:
    found = run("auc", "gaussian.auc")
    assert (found.code, found.err) == (0, "importing audited.py: it is your code\n")
    assert found.out.startswith("audited.py:auc as gaussian.auc: passes\n  Looked at 80 points of the range: 2 corners, ")
    words = " ".join(found.out.split())
    assert "steps from the worst. No call was off by more than 1e-09: evidence, not proof." in words
    assert "called as auc(mu=mu); promises the exact value, judged to a relative 1e-09 for mu in [0.05, 8]" in words
    assert re.search(r"worst relative error seen: \d\.?\d*e-1\d, (above|below) the truth, at mu=", found.out)
    assert "failed: 0 of 80 calls" in found.out and "too small is unsafe" in found.out
    assert "Worst\n" not in found.out


def test_a_wrong_function_is_convicted(run) -> None:
    found = run("half", "gaussian.auc")
    assert found.code == 1
    assert found.out.startswith("audited.py:half as gaussian.auc: fails\n")
    assert "failed: 80 of 80 calls (100.0 % of the 56 before the climb); 80 below the truth, 0 above it" in found.out
    assert "below the truth, unsafe" in found.out
    assert "Reproduce\n  dplemma audit audited.py:half --as gaussian.auc --examples 80 --seed 0\n" in found.out


def test_json_has_the_fields_of_the_contract(run) -> None:
    found = run("half", "gaussian.auc", "--json")
    report = json.loads(found.out)
    assert found.code == 1 and report["pass"] is False
    assert set(report) == {
        "quantity", "implementation", "promise", "points", "rtol", "pass", "failed", "unsafe", "loose", "nan", "raised", "slow",
        "unsafe_by", "worst", "worst_unsafe", "reproduce", "called", "atol", "failed_above", "failed_below", "mildest",
        "worst_typed",
    }  # fmt: skip
    assert (report["failed_above"], report["failed_below"], report["atol"]) == (0, 80, sys.float_info.min)
    assert report["implementation"] == "audited.py:half" and report["points"] == report["failed"] == report["unsafe"] == 80
    assert report["worst"]["direction"] == "below" and report["worst"]["got"] < report["worst"]["want"]
    assert report["worst"] == report["worst_unsafe"]


@pytest.mark.parametrize(
    ("target", "more"),
    [
        ("half", ("--rtol", "1.23456789e-7", "--seed", "7")),
        (
            "half",
            (
                "--atol",
                "0.2",
            ),
        ),
        ("noise", ("--range", "mu=0.1:1/3", "--arg", "sigma=1 / mu", "--role", "neutral")),
        ("bound", ("--promise", "upper", "--limit", "1.5")),
        ("bound", ("--promise", "estimate")),
    ],
)
def test_the_reproduce_line_reproduces(run, target: str, more: tuple[str, ...], capsys) -> None:
    found = run(target, "gaussian.auc", "--json", *more)
    line = json.loads(found.out)["reproduce"]
    assert line.startswith("dplemma audit ")
    assert main([*shlex.split(line)[1:], "--json"]) == found.code
    assert capsys.readouterr().out == found.out


@pytest.mark.parametrize("target", ["half", "noise"])
def test_one_point_can_be_seen_again(run, target: str) -> None:
    worst = json.loads(run(target, "gaussian.auc", "--json").out)["worst"]
    mu = worst["inputs"]["mu"]
    assert json.loads(run(target, "gaussian.auc", "--json", "--range", f"mu={mu}:{mu}").out)["worst"] == worst


def test_noise_is_bound_by_its_name(run) -> None:
    assert "called as noise(sigma=1/mu)" in run("noise", "gaussian.auc").out
    assert "called as noise(sigma=2/mu - 1/mu)" in run("noise", "gaussian.auc", "--arg", "sigma=2/mu - 1/mu").out
    assert "called as noise(sigma=1/psi)" in run("noise", "gaussian.auc", "--arg", "sigma=1/psi").out


def test_a_range_may_be_one_of_the_noise(run) -> None:
    assert "for mu in [0.25, 2]" in run("noise", "gaussian.auc", "--range", "sigma=0.5:4").out
    assert "sigma must be > 0, got 0" in run("noise", "gaussian.auc", "--range", "sigma=0:4").err


def test_a_bound_is_loose_not_wrong(run) -> None:
    assert run("bound", "gaussian.auc").code == 1
    found = run("bound", "gaussian.auc", "--promise", "upper")
    assert found.code == 0
    assert "promises an upper bound" in found.out
    assert re.search(r"loose: \d+, by a relative \S+ in the median, at worst \S+ at mu=", found.out)
    assert run("bound", "gaussian.auc", "--promise", "lower").code == 1
    assert "judged to a relative 0.01" in run("bound", "gaussian.auc", "--promise", "estimate").out


def test_a_role_turns_the_unsafe_side(run) -> None:
    def unsafe(*argv: str) -> int:
        return json.loads(run("half", "gaussian.auc", "--json", *argv).out)["unsafe"]

    assert unsafe() == unsafe("--role", "guarantee") == unsafe("--role", "calibration-lower") == 80
    assert unsafe("--role", "tradeoff") == unsafe("--role", "calibration-upper") == unsafe("--role", "neutral") == 0


def test_what_the_function_prints_does_not_stand_among_the_results(run) -> None:
    found = run("noisy", "gaussian.auc", "--json")
    assert found.code == 0 and json.loads(found.out)["pass"]
    assert found.err.endswith("audited.py:noisy prints; what it printed is not shown\n")


def test_missing_numbers_are_counted(run) -> None:
    report = json.loads(run("sometimes", "gaussian.auc", "--json").out)
    assert 0 < report["nan"] == report["failed"] < 80
    found = run("raises", "gaussian.auc")
    assert found.code == 1 and "raised KeyError 80 times, first: 'no such table'" in found.out
    assert json.loads(run("raises", "gaussian.auc", "--json").out)["worst"]["got"] == "KeyError"


def test_a_function_that_hangs_ends_within_its_limits(run) -> None:
    found = run("hangs", "gaussian.auc", "--limit", "0.05")
    assert found.code == 1
    assert "the search ended early: 10 calls ran out of time (0.05 s each)" in found.out


def test_a_restricted_adversary_is_labelled(run) -> None:
    found = run("flat", "glrt.roc")
    assert "glrt.roc is a restricted adversary: not a DP guarantee" in found.out


def test_a_method_can_be_named(run) -> None:
    assert run("Model.auc", "gaussian.auc").code == 1


BAD = [
    (("auc", "gaussian.ac"), "unknown quantity 'gaussian.ac'. Did you mean"),
    (("acu", "gaussian.auc"), "audited.py has no 'acu'. Did you mean 'auc'?"),
    (("number", "gaussian.auc"), "audited.py:number is not a function"),
    (("pair", "gaussian.auc"), "audited.py:pair returned tuple, not a number."),
    (("three", "gaussian.auc"), "gaussian.auc has mu, the function takes a, b, c. Say how"),
    (("auc", "gaussian.auc", "--range", "mu"), "expected name=value"),
    (("auc", "gaussian.auc", "--range", "mu=1"), "--range mu=1: expected low:high"),
    (("auc", "gaussian.auc", "--range", "mu=2:1"), "the low end is above the high end"),
    (("auc", "gaussian.auc", "--range", "mu=-1:1"), "mu must be > 0, got -1"),
    (("auc", "gaussian.auc", "--range", "mu=a:1"), "mu must be a number"),
    (("auc", "gaussian.auc", "--range", "mu=1:1e999"), "mu=1e999 is beyond the doubles"),
    (("auc", "gaussian.auc", "--range", "nu=1:2"), "unknown parameter 'nu'. Did you mean mu?"),
    (("auc", "gaussian.auc", "--range", "mu=1:2", "--range", "psi=1:2"), "mu is given twice"),
    (("flat", "glrt.roc", "--range", "d=1.5:3"), "d must be a whole number"),
    (("auc", "gaussian.auc", "--arg", "nu=mu"), "no parameter 'nu'; it has mu"),
    (("auc", "gaussian.auc", "--arg", "mu=open('x')"), "cannot read"),
    (("auc", "gaussian.auc", "--arg", "mu=1/eps"), "unknown name 'eps'"),
    (("auc", "gaussian.auc", "--rtol", "-1"), "must be a number from 0 to 1"),
    (("auc", "gaussian.auc", "--atol", "-1"), "must be a number from 0 to"),
    (("auc", "gaussian.auc", "--limit", "0"), "must be a number from 0.001 to 1000000"),
    (("auc", "gaussian.auc", "--examples", "0"), "must be a whole number >= 1"),
    (("auc", "gaussian.auc", "--examples", "9" * 30), "at most 1000000 calls"),
    (("auc", "gaussian.auc", "--promise", "best"), "--promise: must be one of exact, upper, lower, estimate, got 'best'"),
    (("auc", "gaussian.auc", "--role", "calibration"), "say calibration-lower"),
    (("auc", "gaussian.auc", "--at", "mu=1"), "give it with --plot"),
    (("auc", "gaussian.auc", "--plot", "x.pdf"), "must end in .png or .svg"),
    (("auc", "gaussian.auc", "--report", "no/x.md"), "there is no folder no"),
]


@pytest.mark.parametrize(("argv", "message"), BAD, ids=lambda x: " ".join(x)[:50] if isinstance(x, tuple) else "")
def test_bad_input_is_one_line(run, argv: tuple[str, ...], message: str) -> None:
    found = run(*argv)
    assert found.code == 2 and found.out == ""
    line = found.err.splitlines()[-1]
    assert line.startswith("dplemma: ") and message in line
    assert len(found.err.splitlines()) <= 2  # the first says that the file is imported


def test_no_certified_value_is_out_of_budget(run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A billion dimensions take too long; the audit says so instead of waiting."""
    monkeypatch.setattr("dplemma.audit.judge.CERTIFYING_SECONDS", 0.05)
    found = run("flat", "glrt.roc", "--range", "d=10**9:10**9+0", "--examples", "3")
    assert found.code == 2  # 10**9+0 is no number
    found = run("flat", "glrt.roc", "--range", "d=10**9:10**9", "--range", "mu=1e9:2e9")
    assert found.code == 3
    assert "no point of the range has a certified value (3 certified values took too long" in found.err


# -- written and drawn ----------------------------------------------------------------------------------------------------


def test_the_report_stands_alone(run, tmp_path: Path) -> None:
    found = run("noise", "gaussian.auc", "--report", "bug.md")
    assert found.err.endswith("written to bug.md\n")
    text = (tmp_path / "bug.md").read_text()
    assert text.startswith("# `audited.py:noise` as gaussian.auc is up to 1 % too small (unsafe); mildest input: mu=1\n")
    assert "\n\nIt **fails**." in text
    for needed in (
        "| mildest | mu=1 | ", "the true area under the ROC curve is 0.76, returned 0.753: more privacy is promised",
        "![relative error over the range](bug.png)",
        "Called as `noise(sigma=1/mu)`", "python-flint", "Python 3.", "| inputs | got | certified, 17 digits | nearest double |",
        "below the truth, unsafe |", "```python\nfrom audited import noise\n", "dplemma value gaussian.auc mu=",
        "dplemma audit audited.py:noise --as gaussian.auc --examples 80 --seed 0", "Phi(mu/sqrt(2))",
    ):  # fmt: skip
        assert needed in text, needed
    assert str(tmp_path) not in text
    assert (tmp_path / "bug.png").stat().st_size > 5000


def test_a_report_of_one_point_has_no_picture_and_one_asked_for_is_linked(run, tmp_path: Path) -> None:
    run("half", "gaussian.auc", "--report", "one.md", "--range", "mu=1:1")
    assert "![" not in (tmp_path / "one.md").read_text() and not (tmp_path / "one.png").exists()
    (tmp_path / "pictures").mkdir()
    run("half", "gaussian.auc", "--report", "two.md", "--plot", "pictures/error.svg")
    assert "](pictures/error.svg)" in (tmp_path / "two.md").read_text() and not (tmp_path / "two.png").exists()


def test_without_matplotlib_a_report_is_written_without_a_picture(run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dplemma.cli.audit.find_spec", lambda name: None)
    found = run("half", "gaussian.auc", "--report", "bug.md")
    assert found.code == 1 and "no picture: it needs matplotlib. Install it with: pip install 'dplemma[plot]'" in found.err
    assert "It **fails**" in (tmp_path / "bug.md").read_text() and not (tmp_path / "bug.png").exists()


def test_the_title_says_what_is_wrong(run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dplemma.cli.audit.find_spec", lambda name: None)  # no pictures
    for target, start in (
        ("half", "# `audited.py:half` as gaussian.auc is "),
        ("raises", "# `audited.py:raises` as gaussian.auc raises KeyError at mu=1\n"),
        ("sometimes", "# `audited.py:sometimes` as gaussian.auc is NaN at mu="),
        ("auc", "# `audited.py:auc` against certified values of `gaussian.auc`\n"),
    ):
        run(target, "gaussian.auc", "--report", "bug.md")
        assert (tmp_path / "bug.md").read_text().startswith(start), target


def test_a_value_that_is_lost_is_lost_to_a_hundred_per_cent(run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A noise of 20 is mu = 1/20, the end of the ordinary range, though the double 0.05 is a little more."""
    monkeypatch.setattr("dplemma.cli.audit.find_spec", lambda name: None)  # no pictures
    run("vanishes", "gaussian.delta", "--range", "eps=1:1", "--range", "sigma=20:20", "--report", "bug.md")
    report = (tmp_path / "bug.md").read_text()
    assert report.startswith("# `audited.py:vanishes` as gaussian.delta is 100 % too small (unsafe) at eps=1, mu=")
    assert "outside the ordinary range" not in report


def test_a_word_that_names_no_function_is_not_said_to_be_imported(run, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", "mylib", "--as", "gaussian.auc"]) == 2
    assert capsys.readouterr().err == "dplemma: expected MODULE:FUNCTION or FILE.py:FUNCTION, got 'mylib'\n"


def test_a_profile_that_is_off_below_the_normal_doubles_passes(run) -> None:
    """It subtracts two tails: near 1e-320 nothing of the difference is right, above that ten digits are."""
    found = run("tails", "gaussian.delta", "--examples", "600")
    assert found.code == 0
    words = " ".join(found.out.split())
    assert "No call was off by more than 1e-09 and by more than 2.2e-308: evidence, not proof." in words
    assert "off, but within the absolute tolerance: " in words
    strict = run("tails", "gaussian.delta", "--examples", "600", "--atol", "0", "--json")
    report = json.loads(strict.out)
    assert strict.code == 1 and report["atol"] == 0 and "--atol 0.0" in report["reproduce"]
    assert abs(report["worst"]["want"]) < sys.float_info.min


def test_an_absolute_tolerance_is_said(run) -> None:
    found = run("noise", "gaussian.auc", "--atol", "0.02")
    assert found.code == 0 and "judged to a relative 1e-09 or an absolute 0.02" in " ".join(found.out.split())
    assert run("noise", "gaussian.auc", "--atol", "0.005").code == 1


def test_the_page_has_the_mildest_failure_beside_the_worst_and_what_they_mean(run) -> None:
    found = run("step", "gaussian.sigma", "--json")
    report = json.loads(found.out)
    assert report["mildest"]["inputs"]["eps"] == "2" and len(report["mildest"]["inputs"]["delta"]) <= 5
    assert re.fullmatch(
        r"this sigma gives delta = \S+, asked \S+: more privacy is promised than there is", report["mildest"]["means"]
    )
    page = run("step", "gaussian.sigma").out
    assert "In numbers that people type" in page and "mildest: this sigma gives delta = " in page


def test_the_snippet_of_the_report_runs_and_shows_the_error(run, tmp_path: Path) -> None:
    run("noise", "gaussian.auc", "--report", "bug.md")
    text = (tmp_path / "bug.md").read_text()
    snippet = re.findall(r"```python\n(.*?)```", text, flags=re.DOTALL)[0]
    done = subprocess.run([sys.executable, "-c", snippet], cwd=tmp_path, capture_output=True, text=True, check=True)
    first = done.stdout.splitlines()[0].split()
    assert float(first[0]) / float(first[2]) == pytest.approx(0.99, rel=1e-12)


def test_the_certified_values_of_the_report_are_those_of_value(run, tmp_path: Path) -> None:
    """The command of the report prints the digits of its table, and they round to its hexadecimal double."""
    run("half", "gaussian.auc", "--report", "bug.md")
    text = (tmp_path / "bug.md").read_text()
    row = next(line for line in text.splitlines() if line.startswith("| mildest"))
    digits, double = (cell.strip(" `") for cell in row.split("|")[4:6])
    command = re.findall(r"^dplemma (value .*)$", text, flags=re.MULTILINE)[0]
    out = io.StringIO()
    with redirect_stdout(out):
        assert main(shlex.split(command)) == 0
    assert out.getvalue().strip() == digits
    assert float(digits) == float.fromhex(double)


def test_an_acquittal_can_be_written_too(run, tmp_path: Path) -> None:
    run("auc", "gaussian.auc", "--report", "good.md")
    text = (tmp_path / "good.md").read_text()
    assert "It **passes**. Looked at 80 points of the range" in text and "evidence, not proof" in text
    assert "## Worst" not in text and "plain Python" not in text


def test_the_version_of_a_module_is_named(run, tmp_path: Path, capsys) -> None:
    main(["audit", "audited:half", "--as", "gaussian.auc", "--examples", "20", "--report", "bug.md"])
    assert "Versions: audited 3.1, " in (tmp_path / "bug.md").read_text()


def colours(file: Path) -> dict[str, float]:
    """Share of clearly red, blue and dark pixels in the left part of a picture, where the map is."""
    import numpy as np
    from matplotlib.image import imread

    pixels = imread(file)[60:-120, 120:950, :3]
    red, green, blue = (pixels[..., k].astype(float) for k in range(3))
    return {
        "red": float(np.mean((red > blue + 0.15) & (red > green + 0.15))),
        "blue": float(np.mean(blue > red + 0.15)),
        "dark": float(np.mean(pixels.max(axis=-1) < 0.2)),
    }


@pytest.fixture
def coarse(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dplemma.report.pictures.audit_map.CELLS", 14)


def test_the_unsafe_side_has_a_colour_of_its_own(run, coarse, tmp_path: Path) -> None:
    """A constant 1e-3 is too small for small eps and large mu, and too large elsewhere."""
    found = run("profile", "gaussian.delta", "--plot", "error.png", "--examples", "20")
    assert found.err.endswith("drawn to error.png\n")
    seen = colours(tmp_path / "error.png")
    assert seen["red"] > 0.2 and seen["blue"] > 0.1
    run("profile", "gaussian.delta", "--plot", "turned.png", "--examples", "20", "--role", "tradeoff")
    turned = colours(tmp_path / "turned.png")
    assert turned["red"] == pytest.approx(seen["blue"], abs=0.1) and turned["blue"] == pytest.approx(seen["red"], abs=0.1)


def test_the_other_parameters_stand_where_asked(run, coarse, tmp_path: Path) -> None:
    def drawn(name: str, *argv: str) -> str:
        run("flat", "pure.composed_delta", "--arg", "fpr=eps", "--arg", "d=k", "--arg", "mu=eps0", "--plot", name, *argv)
        return (tmp_path / name).read_text()

    first, second, again = drawn("a.svg", "--at", "eps=1"), drawn("b.svg", "--at", "eps=3"), drawn("c.svg", "--at", "eps=1")
    assert first.startswith("<?xml") and first == again != second
    assert run("flat", "glrt.roc", "--plot", "d.png", "--at", "mu=-1").code == 2


def test_a_map_of_a_right_function_is_shaded(run, coarse, tmp_path: Path) -> None:
    """Nothing is off, so nothing is red, blue or black, and yet most of the map is neither white nor of one colour."""
    assert run("tails", "gaussian.delta", "--plot", "right.png", "--examples", "20").code == 0
    import numpy as np
    from matplotlib.image import imread

    cells = np.round(imread(tmp_path / "right.png")[60:-120, 120:950, :3], 2).reshape(-1, 3)
    seen = colours(tmp_path / "right.png")
    assert seen["red"] == seen["blue"] == 0 and seen["dark"] < 0.02
    assert np.mean((cells == 1).all(axis=1)) < 0.1 and len(np.unique(cells, axis=0)) > 10


def test_a_curve_of_a_right_function_is_not_blank(run, coarse, tmp_path: Path) -> None:
    run("certified", "gaussian.tv", "--plot", "right.svg", "--examples", "20")
    text = (tmp_path / "right.svg").read_text()
    assert "right to the last bit" in text and "within it" in text


def test_one_parameter_gives_a_curve(run, coarse, tmp_path: Path) -> None:
    assert run("sometimes", "gaussian.auc", "--plot", "curve.svg").code == 1
    assert (tmp_path / "curve.svg").stat().st_size > 5000
    found = run("auc", "gaussian.auc", "--plot", "none.png", "--range", "mu=1:1")
    assert found.code == 2 and "--plot needs a range" in found.err


def test_sympy_stays_out(run, tmp_path: Path) -> None:
    code = (
        "import sys; from dplemma.cli import main; "
        "main('audit audited.py:half --as gaussian.auc --examples 20 --report a.md --plot a.png'.split()); "
        "sys.exit('sympy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True).returncode == 0
