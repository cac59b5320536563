"""Install libraries, each in an environment of its own, with dplemma beside it.

    python -m dplemma.peers.league.install [NAME ...]

One that does not install is said, with the reason in one line, and the others go on.
"""

from __future__ import annotations

import subprocess
import sys
import time
import venv
from pathlib import Path

from dplemma import __version__
from dplemma.errors import DplemmaError, unknown
from dplemma.peers.league.declare import Peer, known, load
from dplemma.peers.league.environments import CONSTRAINTS, environment_python, home, pinned, source_tree

LIMIT_SECONDS = 900
NOISE = ("WARNING", "note:", "hint:", "[notice]", "DEPRECATION")


class NotInstalled(DplemmaError):
    """A library that could not be installed or, installed, not imported."""


def main(arguments: list[str]) -> int:
    adapters = known()
    for name in arguments:
        if name not in adapters:
            print(f"dplemma: {unknown('peer', name, adapters)}", file=sys.stderr)
            return 2
    failed = 0
    for name in arguments or adapters:
        start = time.monotonic()
        try:
            version = install(load(adapters[name]))
        except NotInstalled as error:
            failed += 1
            print(f"  {name:<16} not installed: {error}", flush=True)
        else:
            print(f"  {name:<16} {version} installed in {time.monotonic() - start:.0f} s", flush=True)
    count = len(arguments or adapters)
    print(f"{count - failed} of {count} installed; the others are left out of `dplemma peers`" if failed else "all installed")
    return 0


def install(peer: Peer) -> str:
    """Create the environment, install dplemma and the library, import it there; its version."""
    python = environment_python(peer.name)
    if not python.exists():
        venv.EnvBuilder(with_pip=True).create(home() / peer.name)
    own = source_tree()
    dplemma = ["-e", str(own)] if own is not None else [f"dplemma=={__version__}"]
    together = [*dplemma, *peer.needs]
    if not peer.alone and peer.distribution not in peer.needs:
        together.append(pinned(peer))
    _pip(python, together)
    if peer.alone:
        _pip(python, ["--no-deps", pinned(peer)])
    return _checked(python, peer)


def _pip(python: Path, wanted: list[str]) -> None:
    command = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-c", str(CONSTRAINTS), *wanted]
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


def _checked(python: Path, peer: Peer) -> str:
    program = f"from dplemma.peers.league import declare, worker; print(worker.imported(declare.load({peer_module(peer)!r})))"
    try:
        done = subprocess.run([str(python), "-W", "ignore", "-c", program], capture_output=True, text=True, timeout=300)
    except subprocess.TimeoutExpired:
        raise NotInstalled("importing it took more than 300 s") from None
    if done.returncode:
        raise NotInstalled(f"does not import: {_reason(done.stderr)}")
    return done.stdout.strip().splitlines()[-1]


def peer_module(peer: Peer) -> str:
    return known()[peer.name]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
