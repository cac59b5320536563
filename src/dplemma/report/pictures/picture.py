"""What all pictures need: a file to draw to, and the optional library.

Main definitions: `picture_file`, `need_matplotlib`, `save`, `SUFFIXES`.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from dplemma.base.errors import DplemmaError

SUFFIXES = (".png", ".svg")


def need_matplotlib() -> None:
    """A clear line, with what to install, where the optional library is missing."""
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError:
        raise DplemmaError("--plot needs matplotlib. Install it with: pip install 'dplemma[plot]'") from None


def picture_file(asked: str, target: str) -> Path:
    """The file to draw to, by default named after the target; complaints come before the work."""
    need_matplotlib()
    path = Path(asked or re.sub(r"[^\w.-]", "_", target) + ".png")
    if path.suffix not in SUFFIXES:
        raise DplemmaError(f"--plot {path}: the name of a picture must end in .png or .svg")
    if not path.parent.is_dir():
        raise DplemmaError(f"--plot {path}: there is no folder {path.parent}")
    return path


def save(figure: Any, path: Path) -> None:
    import matplotlib

    with matplotlib.rc_context({"svg.hashsalt": "dplemma"}):  # the same picture is the same file
        figure.savefig(path, dpi=150, metadata={"Date": None} if path.suffix == ".svg" else None)
