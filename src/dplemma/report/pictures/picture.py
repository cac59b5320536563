"""What all pictures share: a file to draw to, the optional library, one look, a figure, cells of colour and named axes.

Main definitions: `picture_file`, `need_matplotlib`, `new_figure`, `save`, `ClaimPicture`; `paint_cells`, `legend_square`,
`show_legend`, `name_axes`; `LOOKS`, `look`, `verdict_mark`, `style_axes`, `paragraph`.

The colours of curves are told apart by colour-blind eyes, and each has a dash of its own so that grey does too.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from dplemma.base.errors import DplemmaError, clipped

PICTURES = (".png", ".svg")
NO_MATPLOTLIB = "needs matplotlib. Install it with: pip install 'dplemma[plot]'"
BLUE, RED = "#2166ac", "#b2182b"
INK, PALE, EMPTY = "#1a1a1a", "#6b6b6b", "#d9d9d9"  # words, what stands behind, cells without a value


def need_matplotlib(who: str = "--plot") -> None:
    """A clear line, with what to install, where the optional library is missing."""
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError:
        raise DplemmaError(f"{who} {NO_MATPLOTLIB}") from None


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


def show_legend(axes: Any, **style: Any) -> None:
    """The legend, where anything has a label."""
    if axes.get_legend_handles_labels()[0]:
        axes.legend(**{"fontsize": 8, "framealpha": 0.85, **style})


def light_grid(axes: Any, **style: Any) -> None:
    axes.grid(alpha=0.25, **style)


def name_axes(axes: Any, names: Sequence[str], by_ratio: Sequence[bool]) -> None:
    """Names, and a logarithmic scale where values are spaced by ratio, of the axis across and of the one up if there is one."""
    setters = ((axes.set_xscale, axes.set_xlabel), (axes.set_yscale, axes.set_ylabel))
    for name, log, (set_scale, set_label) in zip(names, by_ratio, setters, strict=False):
        if log:
            set_scale("log")
        set_label(name, parse_math=False)


def save(figure: Any, path: Path, salt: str = "dplemma") -> None:
    import matplotlib
    from matplotlib.text import Text

    for text in figure.findobj(Text):  # a file may be named by bytes that are no text
        text.set_text(text.get_text().encode(errors="replace").decode())
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


# -- one look -----------------------------------------------------------------------------------------------------------------


class Look(NamedTuple):
    """Colour (of Okabe and Ito), dash and width of a curve."""

    colour: str
    dash: Any
    width: float = 1.9


LOOKS = (
    Look("#0072b2", "-"),
    Look("#d55e00", (0, (6, 2))),
    Look("#009e73", (0, (6, 2, 1.2, 2))),
    Look("#cc79a7", (0, (1.2, 1.4)), 2.4),
    Look("#000000", (0, (10, 2.5))),
    Look("#e69f00", (0, (3, 1.2, 1.2, 1.2, 1.2, 1.2))),
    Look("#56b4e9", (0, (2.5, 1.5)), 2.4),
)


def look(index: int) -> Look:
    return LOOKS[index % len(LOOKS)]


class VerdictMark(NamedTuple):
    """How a claim looks: the mark of its point, its colour, and the sign before its words."""

    mark: str
    colour: str
    sign: str


_HOLDS, _FAILS = VerdictMark("o", INK, "✓"), VerdictMark("X", RED, "✗")
_MEASURED, _OPEN = VerdictMark("D", PALE, "≈"), VerdictMark("d", PALE, "?")
_MARKS = {"proved": _HOLDS, "certified": _HOLDS, "confirmed": _HOLDS, "measured": _MEASURED, "refuted": _FAILS}


def verdict_mark(verdict: str) -> VerdictMark:
    return _MARKS.get(verdict, _OPEN)


def style_axes(axes: Any) -> None:
    """A light grid, no box above and to the right."""
    light_grid(axes, linewidth=0.6)
    axes.spines[["top", "right"]].set_visible(False)
    axes.tick_params(labelsize=9)


def paragraph(text: str, width: int, indent: str = "") -> list[str]:
    """Lines of at most so many letters; further lines are indented."""
    return textwrap.wrap(text, width, subsequent_indent=indent) or [""]
