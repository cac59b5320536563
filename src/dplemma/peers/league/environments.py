"""Where each library lives: an environment of its own, `.peers/<name>`, else the interpreter that runs now if it has it.

An environment is there once its marker is, which is written last; without one it is half-made and rebuilt. The judge is the very
dplemma that runs: `LINK` makes its package, and nothing else of the folder it stands in, visible to another interpreter, whether
it was installed from a wheel, editable, or runs from its sources.

Main definitions: `home`, `interpreter`, `judge_link`, `install_line`, `pinned`.
"""

from __future__ import annotations

import os
import sys
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

from dplemma.peers.league.declare import Peer

FOLDER = ".peers"
VARIABLE = "DPLEMMA_PEERS"
CONSTRAINTS = Path(__file__).parent.parent / "peers.txt"
PACKAGE = Path(__file__).parents[2]
MARKER = "installed.txt"
LINK = """\
import sys
from importlib.util import spec_from_file_location


class Judge:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name == "dplemma":
            return spec_from_file_location(name, {init!r}, submodule_search_locations=[{folder!r}])


sys.meta_path.insert(0, Judge)
"""


def source_tree() -> Path | None:
    """The folder of the sources, when dplemma runs from them."""
    root = Path(__file__).parents[4]
    return root if (root / "pyproject.toml").is_file() and (root / "src" / "dplemma").is_dir() else None


def judge_link() -> str:
    """Python that, run first in another interpreter, makes it find this dplemma."""
    return LINK.format(init=str(PACKAGE / "__init__.py"), folder=str(PACKAGE))


def home() -> Path:
    """The folder of the environments: named by a variable, else beside the sources, else in the current folder."""
    named = os.environ.get(VARIABLE)
    return Path(named) if named else (source_tree() or Path.cwd()) / FOLDER


def environment_python(name: str) -> Path:
    folder = home() / name
    return folder / "Scripts" / "python.exe" if os.name == "nt" else folder / "bin" / "python"


def interpreter(peer: Peer) -> str | None:
    """The Python that has the library, or None."""
    if (home() / peer.name / MARKER).is_file():
        return str(environment_python(peer.name))
    return sys.executable if importable(peer) else None


def importable(peer: Peer) -> bool:
    """Whether this interpreter has the distribution and finds its modules, without importing them."""
    try:
        metadata.version(peer.distribution)
    except metadata.PackageNotFoundError:
        return False
    return peer.alone or all(find_spec(module.partition(".")[0]) is not None for module in peer.imports)


def install_line(peer: Peer) -> str:
    """One line that installs the library in an environment of its own."""
    if source_tree() is not None:
        return f"make peers PEERS={peer.name}"
    return f"python -m dplemma.peers.league.install {peer.name}"


def pinned(peer: Peer) -> str:
    """The distribution with its pinned version, e.g. `opacus==1.6.0`; without a pin, its name."""
    for line in CONSTRAINTS.read_text(encoding="utf-8").splitlines():
        if line.partition("==")[0].strip() == peer.distribution:
            return line.strip()
    return peer.distribution
