"""The pytest plug-in: light, marked, counted, and summed over the workers of xdist."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest

SUITE = """
import math
import pytest
from hypothesis import given, settings
from dplemma.testing import assert_matches, inputs, laws


def my_auc(mu):
    return math.erfc(-mu / 2) / 2


def bad_auc(mu):
    return my_auc(mu) + 1e-3


@pytest.mark.dplemma("gaussian.auc", rtol=1e-12)
def test_marked(dplemma_matches):
    dplemma_matches(my_auc)


@pytest.mark.dplemma("gaussian.auc")
def test_marked_wrong(dplemma_matches):
    dplemma_matches(bad_auc, ulps=4)


def test_named(dplemma_matches, dplemma_oracle):
    dplemma_matches(my_auc, "gaussian.auc", examples=5)
    assert my_auc(1.0) == pytest.approx(float(dplemma_oracle("gaussian.auc", mu="1")), rel=1e-14)


@settings(max_examples=10)
@given(inputs("gaussian.auc", "ordinary"))
def test_given(x):
    assert_matches(my_auc, "gaussian.auc", at=x)


@pytest.mark.parametrize("law", laws("gaussian", {"auc": bad_auc}))
def test_law(law):
    law()
"""


def run(folder: Path, *options: str, suite: str = SUITE) -> subprocess.CompletedProcess[str]:
    """pytest on a suite in a folder of its own; the plug-in by its entry point if the package is installed with it."""
    (folder / "test_suite.py").write_text(suite, encoding="utf-8")
    found = any(point.value == "_dplemma_pytest" for point in entry_points(group="pytest11"))
    load = [] if found else ["-p", "_dplemma_pytest"]
    command = [sys.executable, "-m", "pytest", *load, "-p", "no:cacheprovider", "--strict-markers", "-q", *options]
    environment = {key: text for key, text in os.environ.items() if not key.startswith("PYTEST_")}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)


def summary(done: subprocess.CompletedProcess[str]) -> list[str]:
    return done.stdout.partition("= dplemma =")[2].splitlines()[1:6]


@pytest.mark.parametrize("workers", [(), ("-n", "2")], ids=["alone", "xdist"])
def test_a_suite_with_everything(tmp_path: Path, workers: tuple[str, ...]) -> None:
    done = run(tmp_path, "--dplemma-examples=20", "--dplemma-seed=3", *workers)
    assert done.returncode == 1, done.stdout + done.stderr
    failed = {line.split(" - ")[0].rpartition("::")[2] for line in done.stdout.splitlines() if line.startswith("FAILED")}
    assert failed == {
        "test_marked_wrong", "test_law[auc-closed-form]", "test_law[auc-rises]", "test_law[auc-of-no-signal]",
        "test_law[auc-of-a-strong-signal]",
    }  # fmt: skip
    assert "bad_auc is not gaussian.auc at" in done.stdout and "to reproduce:" in done.stdout
    heading, bad, mine, law_line, options = summary(done)
    assert heading.split() == ["quantity", "function", "points", "failed", "worst", "relative", "error", "bits", "at"]
    assert bad.split()[:2] == ["gaussian.auc", "bad_auc"] and float(bad.split()[4]) > 1e-3
    quantity, function, points, failures, worst, *_ = mine.split()
    assert (quantity, function, failures) == ("gaussian.auc", "my_auc", "0")
    assert int(points) >= 20 + 5 + 10 and float(worst) < 1e-15
    assert law_line == "laws: 0 held, 4 broken"
    assert options == "--dplemma-examples=20 --dplemma-seed=3"


def test_start_up_is_light(tmp_path: Path) -> None:
    suite = (
        "import sys\n\ndef test_light():\n"
        "    heavy = {'sympy', 'flint', 'mpmath', 'dplemma.testing.matches', 'dplemma.formulas'} & set(sys.modules)\n"
        "    assert not heavy\n    assert '_dplemma_pytest' in sys.modules\n"
    )
    done = run(tmp_path, "-p", "no:hypothesispytest", suite=suite)
    assert done.returncode == 0, done.stdout
    assert "dplemma" not in done.stdout  # nothing is printed where nothing is used
    code = "import sys, _dplemma_pytest; sys.exit(bool({'sympy', 'flint', 'hypothesis'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


MISTAKES = {
    '@pytest.mark.dplemma("gaussian.dleta")': "unknown quantity 'gaussian.dleta'. Did you mean gaussian.delta",
    '@pytest.mark.dplemma("gaussian.auc", rtol=1, ulps=1)': "give one tolerance",
    '@pytest.mark.dplemma("gaussian.auc", tolerance=1)': "unexpected keyword argument 'tolerance'",
    "@pytest.mark.dplemma()": 'write @pytest.mark.dplemma("gaussian.delta", rtol=1e-12)',
    "": "name a quantity",
}


def test_a_mistake_gets_one_line(tmp_path: Path) -> None:
    tests = [f"{marker}\ndef test_{n}(dplemma_matches):\n    dplemma_matches(abs)\n" for n, marker in enumerate(MISTAKES)]
    done = run(tmp_path, suite="\n".join(["import pytest\n", *tests]))
    assert done.returncode == 1 and "4 failed, 1 error" in done.stdout
    assert all(message in done.stdout for message in MISTAKES.values()), done.stdout
    assert "Traceback" not in done.stdout and "During handling" not in done.stdout


def test_options_are_checked(tmp_path: Path) -> None:
    done = run(tmp_path, "--dplemma-examples=0", suite="")
    assert done.returncode == 4 and "must be a whole number >= 1" in done.stderr


def test_the_plug_in_can_be_left_out(tmp_path: Path) -> None:
    """`assert_matches` needs no plug-in."""
    suite = (
        "import math\nfrom dplemma.testing import assert_matches\n\ndef test_auc():\n"
        "    assert_matches(lambda mu: math.erfc(-mu / 2) / 2, 'gaussian.auc', examples=5)\n"
    )
    (tmp_path / "test_suite.py").write_text(suite, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-p", "no:dplemma", "-p", "no:cacheprovider", "-q"]
    assert subprocess.run(command, cwd=tmp_path, capture_output=True).returncode == 0
