"""Install libraries, each in an environment of its own, judged by the very dplemma that runs.

    python -m dplemma.peers.league.install [NAME ...]

An environment gets the library, the versions of SymPy, mpmath and python-flint that run now, and a link to this package: no
registry needs to hold dplemma. It counts once its marker is written, last of all; what fails or is interrupted is removed. One
that does not install is said, with the reason in one line, and the others go on; then the exit code is 1.
"""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
import sysconfig
import time
import venv
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import metadata
from pathlib import Path

from dplemma.base.errors import DplemmaError, unknown
from dplemma.peers.league.declare import Peer, known_peers, load_peer
from dplemma.peers.league.environments import CONSTRAINTS, MARKER, environment_python, home, judge_link, pinned

LIMIT_SECONDS = 900
JUDGE_NEEDS = ("sympy", "mpmath", "python-flint")
INTERRUPTED, TERMINATED = 130, 143
NOISE = ("WARNING", "note:", "hint:", "[notice]", "DEPRECATION")


class NotInstalled(DplemmaError):
    """A library that could not be installed or, installed, not imported."""


def main(arguments: list[str]) -> int:
    adapters = known_peers()
    for name in arguments:
        if name not in adapters:
            print(f"dplemma: {unknown('peer', name, adapters)}", file=sys.stderr)
            return 2
    try:
        return _install_all(arguments or list(adapters))
    except KeyboardInterrupt:
        print("dplemma: interrupted; the library that was being installed is removed", file=sys.stderr)
        return INTERRUPTED


def _install_all(wanted: list[str]) -> int:
    failed = 0
    for name in wanted:
        start = time.monotonic()
        try:
            version = install(load_peer(known_peers()[name]))
        except NotInstalled as error:
            failed += 1
            print(f"  {name:<16} not installed: {error}", flush=True)
        else:
            print(f"  {name:<16} {version} installed in {time.monotonic() - start:.0f} s", flush=True)
    said = f"{len(wanted) - failed} of {len(wanted)} installed; the others are left out of `dplemma peers`"
    print(said if failed else "all installed")
    return 1 if failed else 0


def install(peer: Peer) -> str:
    """Its version, imported in its environment: the one that is there, if it was made for the same and works, else a new one."""
    marker = home() / peer.name / MARKER
    made_for = "\n".join([sys.version, *_together(peer), pinned(peer), judge_link()])
    if marker.is_file() and marker.read_text(encoding="utf-8") == made_for:
        with suppress(NotInstalled):
            return _checked(peer)
    with _whole_or_nothing(marker.parent):
        version = _build(peer, marker.parent)
        marker.write_text(made_for, encoding="utf-8")
    return version


@contextmanager
def _whole_or_nothing(folder: Path) -> Iterator[None]:
    """Make a folder anew; leave no trace of it if that fails or is interrupted."""
    was_there = folder.parent.exists()
    shutil.rmtree(folder, ignore_errors=True)
    try:
        yield
    except BaseException as error:
        shutil.rmtree(folder, ignore_errors=True)
        if not was_there:
            with suppress(OSError):  # not empty: another library is being installed
                folder.parent.rmdir()
        if isinstance(error, (OSError, subprocess.CalledProcessError)):
            raise NotInstalled(" ".join(str(error).split())) from None
        raise


def _build(peer: Peer, folder: Path) -> str:
    venv.EnvBuilder(with_pip=True).create(folder)
    _link(folder)
    _pip(peer, _together(peer))
    if peer.alone:
        _pip(peer, ["--no-deps", pinned(peer)])
    return _checked(peer)


def _together(peer: Peer) -> list[str]:
    """What is installed at once: what the judge needs, at the versions that run now, what the library needs, and itself."""
    judge = [f"{name}=={metadata.version(name)}" for name in JUDGE_NEEDS]
    itself = [] if peer.alone or peer.distribution in peer.needs else [pinned(peer)]
    return [*judge, *peer.needs, *itself]


def _link(folder: Path) -> None:
    """Every Python started in the environment finds this dplemma."""
    base = {"base": str(folder), "platbase": str(folder)}
    site = Path(sysconfig.get_path("purelib", "venv", base))
    (site / "_dplemma_link.py").write_text(judge_link(), encoding="utf-8")
    (site / "dplemma.pth").write_text("import _dplemma_link\n", encoding="utf-8")


def _pip(peer: Peer, wanted: list[str]) -> None:
    quiet = ["--quiet", "--disable-pip-version-check"]
    # -I: what PYTHONPATH shows is not taken to be installed
    command = [str(environment_python(peer.name)), "-I", "-m", "pip", "install", *quiet, "-c", str(CONSTRAINTS), *wanted]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT_SECONDS, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        raise NotInstalled(f"pip took more than {LIMIT_SECONDS} s") from None
    if done.returncode:
        raise NotInstalled(_reason(done.stderr or done.stdout))


def _reason(text: str) -> str:
    """The line of pip's output that says why: the exception of a build, else the last error."""
    lines = [line.strip(" │╰─>×") for line in text.splitlines()]
    lines = [line for line in lines if line and not line.startswith(NOISE)]
    raised = [line for line in lines if line.partition(":")[0].endswith(("Error", "Exception", "NotFound"))]
    errors = [line for line in lines if line.lower().startswith("error")]
    return " ".join((raised or errors or lines or ["pip failed without a word"])[-1].split())[:200]


def _checked(peer: Peer) -> str:
    python, module = str(environment_python(peer.name)), known_peers()[peer.name]
    program = f"from dplemma.peers.league import declare, worker; print(worker.import_library(declare.load_peer({module!r})))"
    try:
        done = subprocess.run([python, "-W", "ignore", "-c", program], capture_output=True, text=True, timeout=300)
    except subprocess.TimeoutExpired:
        raise NotInstalled("importing it took more than 300 s") from None
    if done.returncode:
        raise NotInstalled(f"does not import: {_reason(done.stderr)}")
    return done.stdout.strip().splitlines()[-1]


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(TERMINATED))  # so that what is half-made is removed
    sys.exit(main(sys.argv[1:]))
