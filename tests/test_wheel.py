"""A wheel installed outside the repository runs the commands from an empty folder."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel unpacked into a folder of its own: what `pip install` does for a pure package."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    wheel = next(folder.glob("dplemma-*.whl"))
    site = folder / "site"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    return site


def run(site: Path, empty: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(site)}
    environment.pop("DPLEMMA_LEDGER", None)
    command = [sys.executable, "-m", "dplemma", *arguments]
    return subprocess.run(command, cwd=empty, env=environment, capture_output=True, text=True)


@pytest.mark.sample
def test_the_wheel_is_what_runs(installed: Path, tmp_path: Path) -> None:
    code = "import dplemma; print(dplemma.__file__)"
    environment = {**os.environ, "PYTHONPATH": str(installed)}
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert Path(done.stdout.strip()).is_relative_to(installed)
    assert (installed / "dplemma" / "py.typed").exists()
    assert (installed / "dplemma" / "_derivations").is_dir()
    shown = (
        "atlas/templates/base.html",
        "atlas/static/search.js",
        "_reference/gaussian.delta.csv",
        "_docs/peers.md",
        "_docs/trust.md",
    )
    assert [name for name in shown if not (installed / "dplemma" / name).is_file()] == []


def test_the_wheel_has_the_pytest_plug_in(installed: Path, tmp_path: Path) -> None:
    (points,) = installed.glob("dplemma-*.dist-info/entry_points.txt")
    assert "[pytest11]\ndplemma = _dplemma_pytest" in points.read_text(encoding="utf-8")
    code = "import _dplemma_pytest, dplemma.testing; print(_dplemma_pytest.__file__)"
    environment = {**os.environ, "PYTHONPATH": str(installed)}
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert Path(done.stdout.strip()).is_relative_to(installed), done.stderr


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["list", "*lemma-4*"], "sensitivity_index/lemma-4"),
        (["show", "sensitivity_index/lemma-1"], "refuted"),
        (["find", "tangent"], "sensitivity_index/lemma-4"),
        (["derive", "--list"], "sensitivity_index/lemma-3"),
        (["derive", "privacy-loss"], "sensitivity_index/eq-10: proved"),
        (["findings"], "sensitivity_index/corollary-10"),
        (["value", "gaussian.delta", "eps=1", "mu=1", "--digits", "20"], "0.12693673750664394580"),
        (["convert", "mu=1"], "0.7602499389"),
        (["table", "glrt.roc", "fpr=0.1", "d=1,2", "mu=1"], "restricted-adversary"),
    ],
)
def test_reading_commands(installed: Path, tmp_path: Path, arguments: list[str], expected: str) -> None:
    done = run(installed, tmp_path, *arguments)
    assert done.returncode == 0, done.stderr
    assert expected in done.stdout


def test_verify_agrees_with_the_shipped_ledger(installed: Path, tmp_path: Path) -> None:
    done = run(installed, tmp_path, "verify", "sensitivity_index/lemma-1*", "--jobs", "1", "--json")
    assert done.returncode == 0, done.stderr
    verdicts = {claim["id"]: claim["verdict"] for claim in json.loads(done.stdout)["claims"]}
    assert verdicts["sensitivity_index/lemma-1"] == "refuted"
    assert verdicts["sensitivity_index/lemma-1/amended"] == "proved"
