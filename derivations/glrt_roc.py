"""The ROC curve of the test of the length of the output, in any dimension, and in one from the densities.

Main result: at the threshold c the squared length over sigma^2 is chi-square with d degrees of freedom, noncentral by
(Delta/sigma)^2 on the other database, so the power is the survival function of the one where that of the other is the
level. In one dimension both are two tails of a normal law, and in three the other two coordinates have an exponential tail.
"""

from dplemma.formulas import glrt
from dplemma.lang.words import *

c, d, Delta, sigma, lam, t, y, m = variables("c d Delta sigma lam t y m")

length = (c / sigma) ** 2
density = phi((y - m) / sigma) / sigma
beyond = Integral(density, (y, c, oo)) + Integral(density, (y, -oo, -c))
within = Integral(density * exp(-(c**2 - y**2) / (2 * sigma**2)), (y, -c, c))
SIZES = {"c": POSITIVE, "Delta": POSITIVE, "sigma": POSITIVE}
ANY = Region(d=Interval.integers(1, oo), **SIZES)
tilt = exp((2 * y * Delta - Delta**2 - c**2) / (2 * sigma**2)) / (sqrt(2 * pi) * sigma)
INSIDE = sigma**2 / Delta * (tilt.subs(y, c) - tilt.subs(y, -c))

glrt_roc = Derivation(
    id="glrt-roc",
    title="The ROC curve of the test of the length of the output, in any dimension",
    proves="glrt/theorem-1/eq-9",
    uses=("glrt-scalar",),
    on=ANY,
    lemmas=(
        Lemma(
            name="longer", says="a longer difference is found more often",
            on=Region(d=Interval.integers(1, oo), t=POSITIVE, lam=NONNEGATIVE),
            holds=Monotone(NCChi2SF(t, d, lam), lam, "increasing"),
        ),
        Lemma(
            name="one dimension", says="the two tails of one coordinate", on=Region(**SIZES),
            start=beyond.subs(m, Delta),
            steps=(
                Step("=", Q((c - Delta) / sigma) + Integral(density.subs(m, Delta), (y, -oo, -c)),
                     ByLemma("glrt-scalar: upper tail", m=Delta), "the upper tail"),
                Step("=", Q((c - Delta) / sigma) + Q((c + Delta) / sigma), ByLemma("glrt-scalar: lower tail", m=Delta),
                     "the lower tail", of=Integral(density.subs(m, Delta), (y, -oo, -c))),
                Step("=", NCChi2SF(length, 1, (Delta / sigma) ** 2), Definition(), "which is what the law in one dimension says",
                     of=Q((c - Delta) / sigma) + Q((c + Delta) / sigma)),
            ),
        ),
        Lemma(
            name="inside", says="in three dimensions the first may be short if the others are long", on=Region(**SIZES),
            start=within.subs(m, Delta),
            steps=(
                Step("=", Integral(tilt, (y, -c, c)), Algebra(), "the squares of y cancel"),
                Step("=", INSIDE, Antiderivative(sigma**2 / Delta * tilt, y),
                     "an exponential", of=Integral(tilt, (y, -c, c))),
            ),
        ),
        Lemma(
            name="three dimensions", says="both together", on=Region(**SIZES),
            start=(beyond + within).subs(m, Delta),
            steps=(
                Step("=", beyond.subs(m, Delta) + INSIDE, ByLemma("inside"),
                     "what lies inside"),
                Step("=", Q((c - Delta) / sigma) + Integral(density.subs(m, Delta), (y, -oo, -c))
                     + INSIDE,
                     ByLemma("glrt-scalar: upper tail", m=Delta), "the upper tail", of=beyond.subs(m, Delta) + INSIDE),
                Step("=", Q((c - Delta) / sigma) + Q((c + Delta) / sigma) + INSIDE,
                     ByLemma("glrt-scalar: lower tail", m=Delta), "the lower tail",
                     of=Integral(density.subs(m, Delta), (y, -oo, -c))),
                Step("=", NCChi2SF(length, 3, (Delta / sigma) ** 2), Definition(), "the law in three dimensions",
                     of=Q((c - Delta) / sigma) + Q((c + Delta) / sigma) + INSIDE),
            ),
        ),
    ),
    start=NCChi2SF(length, d, (Delta / sigma) ** 2),
    steps=(
        Step("=", NCChi2SF(Chi2SFInv(Held(Chi2SF(length, d)), d), d, (Delta / sigma) ** 2), Algebra(),
             "the level gives the threshold back"),
        Step("=", glrt.roc(Held(Chi2SF(length, d)), d, Delta / sigma), Definition(), "the curve at that level",
             of=NCChi2SF(Chi2SFInv(Held(Chi2SF(length, d)), d), d, (Delta / sigma) ** 2)),
    ),
)  # fmt: skip
