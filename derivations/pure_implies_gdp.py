"""Every eps-DP mechanism is mu-GDP with mu = -2 PhiInv(1/(1 + e^eps)): its trade-off function lies above the Gaussian one.

Main result: an event S with false alarms p = P(S) and misses q = 1 - Q(S) satisfies q >= G_mu(p). eps-DP says q >= 1 - e^eps p
and q >= e^-eps (1 - p). These two lines meet at p = 1/(1 + e^eps), where G_mu touches them; on both sides it lies below, because
Phi(2c - z)/Phi(-z) rises with z (Phi is log-concave). Here c = mu/2 and z is the threshold of p = Phi(-z).
"""

from dplemma.formulas import gaussian, pure
from dplemma.lang.words import *

eps, p, q, c, z, y, k = variables("eps p q c z y k")


def ratio(c, z):
    """Hits over false alarms at the threshold z, if the means are 2c apart."""
    return Phi(2 * c - z) / Phi(-z)


kink = 1 / (1 + exp(eps))
half = -PhiInv(kink)  # c, half of mu
threshold = -PhiInv(p)
gaussian_curve = gaussian.tradeoff(p, pure.mu(eps))
least = Inf(ratio(c, y), (y, c, oo))

FEW = Region(eps=NONNEGATIVE, p=UNIT, such_that=Rel(p, "<=", kink))
MANY = Region(eps=NONNEGATIVE, p=UNIT, such_that=Rel(p, ">=", kink))
ERRORS = Region(eps=NONNEGATIVE, p=UNIT)

pure_implies_gdp = Derivation(
    id="pure-implies-gdp",
    title="Every eps-DP mechanism is mu-GDP with mu = -2 PhiInv(1/(1 + e^eps))",
    proves="gdp_bridge/theorem-5-1/implication",
    on=Region(eps=NONNEGATIVE, p=UNIT, q=Interval(0, 1)),
    lemmas=(
        Lemma(
            name="ratio", says="hits over false alarms rise with the threshold: from z = c on they are least at c",
            on=Region(c=NONNEGATIVE, z=REAL, such_that=Rel(z, ">=", c)),
            start=ratio(c, z),
            steps=(
                Step(">=", least, AtPoint(y, z), "z is one of the thresholds from c on"),
                Step("=", Phi(c) / Phi(-c),
                     TurningPoint(y, c, slope=phi(y) * phi(y - 2 * c) / Phi(-y) ** 2 * (Mills(y - 2 * c) - Mills(y))),
                     "the slope is positive because the Mills ratio Q/phi falls"),
            ),
        ),
        Lemma(
            name="mirrored", says="the same for thresholds up to c, which 2c - z takes to the others",
            on=Region(c=NONNEGATIVE, z=REAL, such_that=Rel(z, "<=", c)),
            start=Phi(z),
            steps=(
                Step(">=", Phi(z - 2 * c) * (Phi(c) / Phi(-c)), ByLemma("ratio", z=2 * c - z).times(Phi(z - 2 * c)),
                     "Phi(z)/Phi(z - 2c) is the ratio at 2c - z"),
            ),
        ),
        Lemma(
            name="odds", says="the ratio at c, by its quantile", on=Region(k=UNIT),
            start=Phi(-PhiInv(k)) / Phi(PhiInv(k)),
            steps=(Step("=", (1 - k) / k, Algebra(), "Phi undoes its inverse"),),
        ),
        Lemma(
            name="touch", says="at c = -PhiInv(1/(1 + e^eps)) it is e^eps", on=Region(eps=NONNEGATIVE),
            start=Phi(half) / Phi(-half),
            steps=(
                Step("=", (1 - kink) / kink, ByLemma("odds", k=kink), "the quantile is 1/(1 + e^eps)"),
                Step("=", exp(eps), Algebra(), "e^eps/(1 + e^eps) over 1/(1 + e^eps)", of=(1 - kink) / kink),
            ),
        ),
        Lemma(
            name="few false alarms", says="left of the kink the Gaussian curve lies below the line 1 - e^eps p", on=FEW,
            start=1 - p * exp(eps),
            steps=(
                Step("=", 1 - p * (Phi(half) / Phi(-half)), ByLemma("touch"), "e^eps is the ratio at c"),
                Step(">=", 1 - p * ratio(half, threshold), ByLemma("ratio", c=half, z=threshold), "the ratio is least at c",
                     of=1 - p * (Phi(half) / Phi(-half))),
                Step("=", gaussian_curve, Algebra(), "p = Phi(-z), and 1 - Phi(2c - z) = Phi(z - 2c)"),
            ),
        ),
        Lemma(
            name="many false alarms", says="right of the kink it lies below the line e^-eps (1 - p)", on=MANY,
            start=exp(-eps) * (1 - p),
            steps=(
                Step("=", exp(-eps) * Phi(threshold), Algebra(), "1 - p = Phi(z)"),
                Step(">=", exp(-eps) * (Phi(threshold - 2 * half) * (Phi(half) / Phi(-half))),
                     ByLemma("mirrored", c=half, z=threshold), "the ratio is least at c", of=Phi(threshold)),
                Step("=", Phi(threshold - 2 * half), ByLemma("touch"), "where it is e^eps"),
                Step("=", gaussian_curve, Algebra(), "PhiInv(1 - p) = -PhiInv(p)", of=Phi(threshold - 2 * half)),
            ),
        ),
        Lemma(
            name="domination", says="the Gaussian trade-off function lies below that of eps-DP", on=ERRORS,
            start=pure.tradeoff(p, eps),
            steps=(
                Step(">=", gaussian_curve, ByCases("few false alarms", "many false alarms"), "one of the two lines is above it"),
            ),
        ),
    ),
    start=All(Rel(1 - q, "<=", exp(eps) * p), Rel(1 - p, "<=", exp(eps) * q)),
    steps=(
        Step("iff", All(Rel(q, ">=", 1 - exp(eps) * p), Rel(q, ">=", exp(-eps) * (1 - p))), Logic(),
             "Q(S) <= e^eps P(S), and for the complement P <= e^eps Q, solved for q"),
        Step("iff", Rel(q, ">=", pure.tradeoff(p, eps)), Logic(), "q is at least the greater of both"),
        Step("implies", Rel(q, ">=", gaussian_curve), ByLemma("domination"), "which is at least the Gaussian trade-off function"),
    ),
)  # fmt: skip
