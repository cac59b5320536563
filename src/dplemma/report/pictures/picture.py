"""What all pictures share: a file to draw to, the optional library, a figure, cells of colour and named axes.

Main definitions: `picture_file`, `need_matplotlib`, `new_figure`, `paint_cells`, `legend_square`, `name_axes`, `save`,
`ClaimPicture`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

from dplemma.base.errors import DplemmaError, clipped

PICTURES = (".png", ".svg")


def need_matplotlib(who: str = "--plot") -> None:
    """A clear line, with what to install, where the optional library is missing."""
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError:
        raise DplemmaError(f"{who} needs matplotlib. Install it with: pip install 'dplemma[plot]'") from None


def picture_file(asked: str, target: str) -> Path:
    """The file to draw to, by default named after the target; complaints come before the work."""
    need_matplotlib()
    return checked_file(asked or f"{file_stem(target)}.png")


def file_stem(name: str) -> str:
    """A name as that of a file."""
    return re.sub(r"[^\w.-]", "_", name)


def checked_file(asked: str) -> Path:
    path = Path(asked)
    if path.suffix not in PICTURES:
        raise DplemmaError(f"--plot {clipped(asked)}: the name of a picture must end in .png or .svg")
    if not path.parent.is_dir():
        raise DplemmaError(f"--plot {clipped(asked)}: there is no folder {clipped(str(path.parent))}")
    return path


def new_figure(width: float, height: float) -> Any:
    """A figure made without pyplot, so that nothing global is touched."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    FigureCanvasAgg(figure)
    return figure


def paint_cells(axes: Any, across: Any, up: Any, values: Any, **style: Any) -> Any:
    return axes.pcolormesh(across, up, values, shading="nearest", rasterized=True, **style)


def legend_square(axes: Any, colour: str, label: str) -> None:
    """What a colour of the cells means, in the legend."""
    axes.plot([], [], "s", color=colour, markeredgecolor="grey", label=label)


def name_axes(axes: Any, names: Sequence[str], by_ratio: Sequence[bool]) -> None:
    """Names, and a logarithmic scale where values are spaced by ratio, of the axis across and of the one up if there is one."""
    setters = ((axes.set_xscale, axes.set_xlabel), (axes.set_yscale, axes.set_ylabel))
    for name, log, (set_scale, set_label) in zip(names, by_ratio, setters, strict=False):
        if log:
            set_scale("log")
        set_label(name, parse_math=False)


def save(figure: Any, path: Path, salt: str = "dplemma") -> None:
    import matplotlib

    with matplotlib.rc_context({"svg.hashsalt": salt}):  # the same picture is the same file
        figure.savefig(path, dpi=150, metadata={"Date": None} if path.suffix == ".svg" else None)


@dataclass(frozen=True, repr=False)
class ClaimPicture:
    """A figure that a notebook shows without pyplot; `figure` is matplotlib's."""

    figure: Any
    title: str

    def save(self, path: str | Path) -> None:
        """Write it as PNG or SVG, by the name of the file."""
        save(self.figure, checked_file(str(path)), self.title)

    def __repr__(self) -> str:
        return f"<picture of the slack of {self.title}>"

    def _repr_png_(self) -> bytes:
        written = BytesIO()
        self.figure.savefig(written, format="png", dpi=110)
        return written.getvalue()
