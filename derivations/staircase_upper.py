"""The upper staircase: the GDP transform at the right end of a step with the higher delta bounds it on the step.

Main result: mu_GDP rises in eps and in delta, so on [x_i, x_(i+1)) it is at most mu_GDP(x_(i+1), delta(x_i)); with the staircase
below it encloses the transform, and the steps are as narrow as one likes.
"""

from dplemma.formulas import gaussian
from dplemma.lang.words import *

eps, y, delta, delta_before, b, s, r, t = variables("eps y delta delta_before b s r t")

staircase_upper = Derivation(
    id="staircase-upper",
    title="A step of the upper staircase lies above the GDP transform",
    proves="gdp_bridge/theorem-4-3/upper-staircase",
    uses=("staircase",),
    on=Region(
        eps=NONNEGATIVE, y=NONNEGATIVE, delta=UNIT, delta_before=UNIT,
        such_that=[Rel(eps, "<=", y), Rel(delta, "<=", delta_before)],
    ),
    start=gaussian.mu(eps, delta),
    steps=(
        Step("<=", gaussian.mu(y, delta_before), ByLemma("staircase: upper"), "it rises with eps and with delta"),
    ),
    printed=PrintedProof(
        where="gdp_bridge, section 4.1",
        on=Region(
            b=POSITIVE, s=NONNEGATIVE, r=NONNEGATIVE, t=NONNEGATIVE,
            such_that=[Rel(s, "<", b), Rel(r, "<", b), Rel(t, "<", b)], points=[{"b": 1, "s": "9/10", "r": "9/10", "t": "9/10"}],
        ),
        claims=("gdp_bridge/section-4-1/overall-gap",),
        start=s + r + t,
        steps=(
            PrintedStep("<=", 2 * b, "the true gap s is below b = 1/(2c), and so are the margins of the binary searches, "
                        "r below and t above: therefore the overall gap is bounded by 1/c"),
        ),
    ),
)  # fmt: skip
