"""From the ROC curve to (eps, delta)-DP: the tangent of slope e^eps meets the axis at delta.

Main results: Algorithm 1 looks for the wrong root and finds none (mended); its last lines are right.
Source: section 4.5, Algorithm 1.

For slopes of at least 1 the tangents of the symmetrised curve R_s touch R, here that of d = 1 (Corollary 1). What the algorithm
promises is the privacy profile of the length test, `glrt.delta`: the larger of both directions.
"""

from dplemma.formulas import glrt
from dplemma.lang.words import *

b, delta, eps, m, mu, result, roots, t, x, y = variables("b delta eps m mu result roots t x y")

CLOSE = Rational(1, 10**60)
PLACES = 90
SETTING = {"mu": Interval("3/4", 4)}


def curve(rate, index):
    """R(x) of Corollary 1."""
    return Q(QInv(rate / 2) - index) + Q(QInv(rate / 2) + index)


def slope(rate, index):
    """R'(x), the likelihood ratio at the threshold."""
    return exp(-(index**2) / 2) * cosh(index * QInv(rate / 2))


def forward(tail, d, noncentrality):
    """eps of the test that decides for the shifted output: the slope (as e^eps) of the tangent that meets the axis at `tail`."""
    ratio = NCChi2PDF(t, d, noncentrality) / Chi2PDF(t, d)
    threshold = Root(NCChi2SF(t, d, noncentrality) - ratio * Chi2SF(t, d) - tail, (t, 0, oo))
    return log(ratio).subs(t, threshold)


POWER = Subroutine(
    says="R_s where its slope is at least 1", takes=("x", "mu"), value=curve(x, mu), places=PLACES,
    contract=Rel(Abs(result - curve(x, mu)), "<=", CLOSE),
)  # fmt: skip
SLOPE = Subroutine(
    says="DR_s where it is at least 1", takes=("x", "mu"), value=slope(x, mu), places=PLACES,
    contract=Rel(Abs(result - slope(x, mu)), "<=", CLOSE),
)  # fmt: skip
EXPONENTIAL = Subroutine(
    says="e^eps", takes=("eps",), value=exp(eps), places=PLACES, contract=Rel(Abs(result - exp(eps)), "<=", CLOSE),
)  # fmt: skip
TANGENT = Subroutine(
    says="the root of DR_s(x) = m", takes=("m", "mu"), value=Root(slope(x, mu) - m, (x, 0, 1)), places=PLACES,
    contract=Rel(Abs(slope(result, mu) - m), "<=", CLOSE * m),
)  # fmt: skip


no_root = (Set(roots, 0), Set(delta, 0))  # R_s is a probability, so that no x has R_s(x) = m where m > 1
intercept = (Invoke(y, "R_s", x, mu), Invoke(b, "DR_s", x, mu), Set(delta, -x * b + y))


def is_profile(level):
    """delta is the profile at this eps, to fifty places: what the subroutines leave open, and no more."""
    return Rel(Abs(delta - glrt.delta(level, 1, mu)), "<=", Rational(1, 10**50))


BUDGETS = Region(eps=Interval.lopen(0, 3), **SETTING)
algorithm_1_root = Claim(
    id="glrt/algorithm-1/root",
    where="Algorithm 1, DELTA_EPSILON_R",
    kind="algorithm",
    states="m <- e^eps; x <- root of R_s(x) = m; y <- R_s(x); b <- DR_s(x); delta <- -x*b + y.",
    reading="The calligraphic D is lost in the text: the root is that of DR_s(x) = m, since b <- DR_s(x) is the slope of the "
    "tangent and R_s(x) <= 1 < e^eps. Run for d = 1 and Delta/sigma in [3/4, 4], eps in (0, 3], with subroutines that "
    "are right to sixty places.",
    holds=Algorithm(
        (Invoke(m, "exp", eps), Invoke(x, "root", m, mu), *intercept),
        promise=is_profile(eps),
        uses={"exp": EXPONENTIAL, "root": TANGENT, "R_s": POWER, "DR_s": SLOPE},
    ),
    on=BUDGETS,
    as_extracted=Extracted(
        Algorithm(
            (Invoke(m, "exp", eps), When(Rel(m, ">", 1), no_root, (Set(roots, 1), Set(x, 1), *intercept))),
            promise=All(Rel(roots, "=", 1), is_profile(eps)),
            uses={"exp": EXPONENTIAL, "R_s": POWER, "DR_s": SLOPE},
        ),
        why="R_s(x) <= 1 < e^eps: the equation has no root. The tangent of slope e^eps is wanted, so the root is that of the "
        "derivative, DR_s(x) = m.",
    ),
)

algorithm_1_intercept = Claim(
    id="glrt/algorithm-1/intercept",
    where="Algorithm 1, last lines", kind="algorithm",
    states="Given the tangent abscissa x with b = DR_s(x), y = R_s(x): delta = y - x b.",
    reading="At eps = log b, for every abscissa x of slope b > 1; d = 1 and Delta/sigma in [3/4, 4].",
    holds=Algorithm(intercept, promise=is_profile(log(slope(x, mu))), uses={"R_s": POWER, "DR_s": SLOPE}),
    on=Region(x=UNIT, **SETTING, such_that=Rel(slope(x, mu), ">", 1)),
)  # fmt: skip
