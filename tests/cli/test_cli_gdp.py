"""`dplemma gdp` from the arguments to the exit code and the picture."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from dplemma.cli import examples, main

MINE = "import math\n\ndef profile(eps):\n    return 0.1 * math.exp(-eps)\n\ndef balls(eps):\n    return (-eps).exp() / 10\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("points.csv").write_text("eps,delta\n0.5,1e-2\n1,1e-3\n1.5,9e-4\n", encoding="utf-8")
    for name in ("mine_profile.py", "mine.py"):
        Path(name).write_text(MINE, encoding="utf-8")


def run(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, str, str]:
    code = main(["gdp", *argv])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_a_quantity(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "laplace.delta", "eps0=1")
    assert (code, err) == (0, "")
    assert "head   [1.030063997, 1.030166816] for eps up to 1, near eps = 0" in out
    assert "whole  [1.030063997, 1.030166816]: the profile is 0 from eps = 1 on" in out


@pytest.mark.parametrize(
    ("argv", "mu_t", "at_most", "said"),
    [
        (["laplace.delta", "eps0=1"], "0", "0", "mu_t = 0, as the profile is 0 from eps = 1 on: GDP for some mu"),
        (["gaussian.delta", "mu=0.5", "--until", "1"], "0.5", "0.5", "mu_t = 0.5: GDP for some mu, for none below 0.5"),
        (["rectified.delta", "mu=1", "eps0=2"], "0", "0", "mu_t = 0, as the profile is 0 from eps = 2 on"),
        (["points.csv"], "infinite", None, "mu_t is infinite"),
        (["points.csv", "--tail-mu", "2"], None, "2", "mu_t is at most 2"),
        (["mine.py:balls", "--until", "2"], None, None, "0.681790 at eps = 2"),
    ],
)
def test_the_tail_says_whether_it_is_gdp_at_all(
    argv: list[str], mu_t: str | None, at_most: str | None, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """mu_t finite if and only if GDP for some mu; 2/sqrt(2 (2 + log 10)) is 0.681789..."""
    code, out, _ = run(capsys, *argv, "--digits", "2", "--json")
    limit = json.loads(out)["tail_limit"]
    assert code == 0 and (limit["mu_t"], limit["at_most"]) == (mu_t, at_most)
    assert said in limit["says"]


@pytest.mark.parametrize("function", ["profile", "balls"])
def test_a_function(function: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, f"mine_profile.py:{function}", "--until", "2", "--digits", "3", "--json")
    data = json.loads(out)
    assert err == "importing mine_profile.py: it is your code\n"
    assert code == 0 and data["whole"] is None and data["until"] == "2"
    assert 0 < float(data["mu"]["lower"]) <= float(data["mu"]["upper"]) < float(data["mu"]["lower"]) * 1.0011
    assert bool(data["remark"]) == (function == "profile")


def test_a_table_with_what_it_implies(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "points.csv", "--refine")
    assert code == 0 and "delta implied" in out
    assert [line.split() for line in out.splitlines() if line.startswith("  1 ")] == [["1", "0.001", "0.001"]]
    data = json.loads(run(capsys, "points.csv", "--refine", "--json")[1])
    assert [row["given"] for row in data["refined"]] == [None, "0.01", "0.001", "0.0009"]
    assert "refined" not in json.loads(run(capsys, "points.csv", "--json")[1])


@pytest.mark.parametrize("name", ["gdp.png", "gdp.svg"])
def test_a_picture(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib", reason="pictures need the extra plot")
    code, _, err = run(capsys, "points.csv", "--digits", "2", "--plot", name)
    assert code == 0 and err == f"drawn to {name}\n"
    assert Path(name).stat().st_size > 5000


def test_every_example_of_the_help_works(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib", reason="one of them draws")
    lines = re.findall(r"^  dplemma gdp (.*?)(?:   .*)?$", examples.GDP, flags=re.MULTILINE)
    assert len(lines) == 5
    for line in lines:
        code, out, _ = run(capsys, *shlex.split(line))
        assert code == 0 and out.strip(), line


def test_steps_that_run_out(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "laplace.delta", "eps0=1", "--max-steps", "3")
    assert code == 3 and "both ends hold all the same" in out


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["laplace.delta"], "needs eps0"),
        (["laplace.auc", "eps0=1"], "not a privacy profile"),
        (["nothing.delta"], "unknown quantity"),
        (["gone.csv"], "cannot be read: No such file"),
        (["points.csv", "eps0=1"], "a table has none"),
        (["mine_profile.py:profile", "q=1"], "parameters are for a quantity"),
        (["mine_profile.py:nothing"], "has no 'nothing'"),
        (["mine_profile.py"], "expected MODULE:FUNCTION or FILE.py:FUNCTION, got 'mine_profile.py'"),
        (["points.csv", "--until", "0"], "until must be > 0"),
        (["points.csv", "--plot", "gdp.pdf"], ".png or .svg"),
    ],
)
def test_what_is_wrong_is_one_line(argv: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, *argv)
    (complaint,) = (line for line in err.splitlines() if line != "importing mine_profile.py: it is your code")
    assert (code, out) == (2, "")
    assert said in complaint
