"""Installing a library: from a wheel that no registry holds, whole or not at all, and why not in one line.

Nothing is downloaded: pip is real, but finds only small wheels made here, each of which shows the packages of the interpreter
that runs the tests.
"""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import tomllib
import venv
import zipfile
from importlib import metadata
from pathlib import Path

import pytest

from dplemma.peers.league import install
from dplemma.peers.league.declare import known_peers, load_peer
from dplemma.peers.league.environments import MARKER, interpreter

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def wheel_python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment that has the wheel of dplemma and what it depends on, outside the repository."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    venv.EnvBuilder(symlinks=os.name != "nt").create(folder / "environment")
    base = {"base": str(folder / "environment"), "platbase": str(folder / "environment")}
    site = Path(sysconfig.get_path("purelib", "venv", base))
    with zipfile.ZipFile(next(folder.glob("dplemma-*.whl"))) as archive:
        archive.extractall(site)
    (site / "others.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    return Path(sysconfig.get_path("scripts", "venv", base)) / Path(sys.executable).name


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with wheels of what the judge and the plain formulas need."""
    folder = tmp_path_factory.mktemp("wheels")
    for name in ("sympy", "mpmath", "python-flint", "numpy", "scipy"):
        _wheel(folder, name.replace("-", "_"), metadata.version(name))
    return folder


def _wheel(folder: Path, name: str, version: str) -> None:
    info = f"{name}-{version}.dist-info"
    files = {
        f"{name}_shown.pth": sysconfig.get_path("purelib"),
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    with zipfile.ZipFile(folder / f"{name}-{version}-py3-none-any.whl", "w") as archive:
        for path, text in files.items():
            archive.writestr(path, text)
        archive.writestr(f"{info}/RECORD", "".join(f"{path},,\n" for path in (*files, f"{info}/RECORD")))


def run(python: Path, empty: Path, wheels: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A module run in an empty folder, where pip knows only the wheels."""
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "DPLEMMA_PEERS")}
    only = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(wheels), "PIP_CONFIG_FILE": os.devnull}
    return subprocess.run([python, "-m", *arguments], cwd=empty, env={**kept, **only}, capture_output=True, text=True)


def test_a_library_is_installed_and_audited_from_an_installed_wheel(wheel_python: Path, wheels: Path, tmp_path: Path) -> None:
    done = run(wheel_python, tmp_path, wheels, "dplemma.peers.league.install", "plain_scipy")
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"plain_scipy      {metadata.version('scipy')} installed" in done.stdout
    own = tmp_path / ".peers" / "plain_scipy" / "bin" / "python"
    found = subprocess.run([own, "-I", "-c", "import dplemma; print(dplemma.__file__)"], capture_output=True, text=True)
    assert Path(found.stdout.strip()).is_relative_to(wheel_python.parents[1]), found.stderr  # the very dplemma that ran
    peers = run(wheel_python, tmp_path, wheels, "dplemma", "peers", "plain_scipy", "--examples", "2", "--limit", "20")
    assert peers.returncode == 0, peers.stderr
    assert "norm.cdf difference" in peers.stdout and "keeps" in peers.stdout


def test_what_pip_does_not_find_leaves_nothing_behind(wheel_python: Path, tmp_path: Path) -> None:
    nothing = tmp_path / "nothing"
    nothing.mkdir()
    done = run(wheel_python, tmp_path, nothing, "dplemma.peers.league.install", "dp_accounting")
    assert done.returncode == 1
    first, last = done.stdout.splitlines()
    assert first.startswith("  dp_accounting    not installed: ERROR: No matching distribution found for sympy==")
    assert last == "0 of 1 installed; the others are left out of `dplemma peers`"
    assert done.stderr == ""
    assert list(tmp_path.iterdir()) == [nothing]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DPLEMMA_PEERS", str(tmp_path / "peers"))
    monkeypatch.setattr("dplemma.peers.league.environments.importable", lambda peer: False)
    return tmp_path / "peers"


def half_made(peer: object, folder: Path) -> str:
    folder.mkdir(parents=True)
    (folder / "half").touch()
    raise KeyboardInterrupt


def test_an_interruption_leaves_nothing_behind(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(install, "_build", half_made)
    assert install.main(["opacus"]) == 130
    assert capsys.readouterr().err == "dplemma: interrupted; the library that was being installed is removed\n"
    assert not home.exists()


def test_a_half_made_environment_is_not_used_and_is_built_anew(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    peer = load_peer(known_peers()["opacus"])
    left = home / "opacus" / "bin" / "python"
    left.parent.mkdir(parents=True)
    left.touch()
    assert interpreter(peer) is None
    built = []

    def build(peer: object, folder: Path) -> str:
        assert not folder.exists()
        folder.mkdir()
        built.append(folder)
        return "1.0"

    monkeypatch.setattr(install, "_build", build)
    monkeypatch.setattr(install, "_checked", lambda peer: "1.0")
    assert install.install(peer) == "1.0" and (home / "opacus" / MARKER).is_file()
    assert interpreter(peer) == str(left)
    assert install.install(peer) == "1.0" and built == [home / "opacus"]  # what stands and works is left alone


def test_the_judge_gets_all_it_depends_on() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    assert [line.partition(">")[0] for line in declared] == list(install.JUDGE_NEEDS)


@pytest.mark.parametrize(
    ("output", "reason"),
    [
        (
            "WARNING: x\nERROR: No matching distribution found for nowhere==9",
            "ERROR: No matching distribution found for nowhere==9",
        ),
        (
            "  File a\n  ModuleNotFoundError: No module named 'numpy'\nnote: an issue",
            "ModuleNotFoundError: No module named 'numpy'",
        ),
        ("", "pip failed without a word"),
    ],
)
def test_why_it_does_not_install_is_one_line(output: str, reason: str) -> None:
    assert install._reason(output) == reason


def test_one_that_does_not_install_does_not_stop_the_others(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fake(peer: object) -> str:
        if peer.name == "opacus":  # type: ignore[attr-defined]
            raise install.NotInstalled("no wheel for this machine")
        return "1.0"

    monkeypatch.setattr(install, "install", fake)
    assert install.main(["opacus", "riskcal"]) == 1
    printed = capsys.readouterr().out
    assert "opacus           not installed: no wheel for this machine" in printed
    assert "riskcal          1.0 installed" in printed and "1 of 2 installed" in printed


def test_an_unknown_library_is_not_installed(capsys: pytest.CaptureFixture[str]) -> None:
    assert install.main(["opacu"]) == 2
    assert "Did you mean opacus?" in capsys.readouterr().err
