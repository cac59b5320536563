"""The staircases that enclose the GDP transform: two points of a profile bound it on the step between them.

Main result: mu_GDP(x, y) rises with x and with y. So on a step [x_i, x_(i+1)) of the grid it is at least mu_GDP at the left end
with the lower delta, and at most mu_GDP at the right end with the higher one; the steps up to i = n cover [0, eps_h].
"""

from dplemma.formulas import gaussian
from dplemma.lang.words import *

x, eps, y, delta, delta_next, delta_before, n, i, eps_h = variables("x eps y delta delta_next delta_before n i eps_h")

LOWER = Region(
    x=NONNEGATIVE, eps=NONNEGATIVE, delta_next=UNIT, delta=UNIT, such_that=[Rel(x, "<=", eps), Rel(delta_next, "<=", delta)],
)  # fmt: skip
UPPER = Region(
    eps=NONNEGATIVE, y=NONNEGATIVE, delta=UNIT, delta_before=UNIT, such_that=[Rel(eps, "<=", y), Rel(delta, "<=", delta_before)],
)  # fmt: skip
GRID = Region(eps_h=POSITIVE, n=Interval.integers(1, oo), i=Interval.integers(0, oo))

staircase = Derivation(
    id="staircase",
    title="A step of the lower staircase lies below the GDP transform",
    proves="gdp_bridge/theorem-4-3/lower-staircase",
    on=LOWER,
    lemmas=(
        Lemma(
            name="in eps", says="the transform rises with eps", on=Region(eps=NONNEGATIVE, delta=UNIT),
            holds=Monotone(gaussian.mu(eps, delta), eps, "increasing"),
        ),
        Lemma(
            name="in delta", says="and with delta", on=Region(eps=NONNEGATIVE, delta=UNIT),
            holds=Monotone(gaussian.mu(eps, delta), delta, "increasing"),
        ),
        Lemma(
            name="not empty", says="the steps of the grid are not empty", on=GRID,
            holds=Rel(i * eps_h / n, "<", (i + 1) * eps_h / n),
        ),
        Lemma(
            name="cover", says="and those up to n cover the range", on=GRID, holds=Rel(eps_h, "<", (n + 1) * eps_h / n),
        ),
        Lemma(
            name="upper", says="a step of the upper staircase lies above", on=UPPER,
            start=gaussian.mu(eps, delta),
            steps=(
                Step("<=", gaussian.mu(y, delta_before), Upwards((eps, y), (delta, delta_before)), "it rises in both"),
            ),
        ),
    ),
    start=gaussian.mu(x, delta_next),
    steps=(
        Step("<=", gaussian.mu(eps, delta), Upwards((x, eps), (delta_next, delta)), "it rises with eps and with delta"),
    ),
)  # fmt: skip
