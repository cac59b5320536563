"""The ROC curve of the test that sees only the size of a scalar output, from the densities.

Main result: R(x) = Q(QInv(x/2) - Delta/sigma) + Q(QInv(x/2) + Delta/sigma). The output is N(0, sigma^2) or N(Delta, sigma^2); the
test says "the other" if |y| > c. Both rates are two tails, and x = 2 Q(c/sigma) gives the threshold back.
"""

from dplemma.lang.words import *

c, Delta, sigma, y, m, x = variables("c Delta sigma y m x")

density = phi((y - m) / sigma) / sigma
above, below = Integral(density, (y, c, oo)), Integral(density, (y, -oo, -c))
level = (above + below).subs(m, 0)
SIZES = Region(c=POSITIVE, Delta=POSITIVE, sigma=POSITIVE)
MEAN = Region(c=POSITIVE, sigma=POSITIVE, m=REAL)

glrt_scalar = Derivation(
    id="glrt-scalar",
    title="The ROC curve of the test of the size of a scalar output",
    proves="glrt/corollary-1",
    on=SIZES,
    lemmas=(
        Lemma(
            name="upper tail", says="the output exceeds c", on=MEAN,
            start=above,
            steps=(Step("=", Q((c - m) / sigma), Antiderivative(-Q((y - m) / sigma), y), "Q falls to 0 with slope -phi"),),
        ),
        Lemma(
            name="lower tail", says="it is below -c", on=MEAN,
            start=below,
            steps=(Step("=", Q((c + m) / sigma), Antiderivative(Q((m - y) / sigma), y), "the mirror image"),),
        ),
        Lemma(
            name="false alarms", says="without the shift both tails are equal", on=Region(c=POSITIVE, sigma=POSITIVE),
            start=level,
            steps=(
                Step("=", Q(c / sigma) + below.subs(m, 0), ByLemma("upper tail", m=0), "the upper tail"),
                Step("=", 2 * Q(c / sigma), ByLemma("lower tail", m=0), "the lower tail", of=Q(c / sigma) + below.subs(m, 0)),
            ),
        ),
        Lemma(
            name="threshold", says="so the level gives the threshold back", on=Region(c=POSITIVE, sigma=POSITIVE),
            start=QInv(level / 2),
            steps=(
                Step("=", QInv(Q(c / sigma) / 2 + below.subs(m, 0) / 2), ByLemma("upper tail", m=0), "the upper tail"),
                Step("=", QInv(Q(c / sigma)), ByLemma("lower tail", m=0), "the lower tail, which is as large",
                     of=Q(c / sigma) / 2 + below.subs(m, 0) / 2),
                Step("=", c / sigma, Algebra(), "QInv undoes Q", of=c / sigma),
            ),
        ),
    ),
    start=above.subs(m, Delta) + below.subs(m, Delta),
    steps=(
        Step("=", Q((c - Delta) / sigma) + below.subs(m, Delta), ByLemma("upper tail", m=Delta), "the upper tail"),
        Step("=", Q((c - Delta) / sigma) + Q((c + Delta) / sigma), ByLemma("lower tail", m=Delta), "the lower tail",
             of=below.subs(m, Delta)),
        Step("=", Q(c / sigma - Delta / sigma) + Q(c / sigma + Delta / sigma), Algebra(), "in units of the noise",
             of=Q((c - Delta) / sigma) + Q((c + Delta) / sigma)),
        Step("=", Q(QInv(level / 2) - Delta / sigma) + Q(QInv(level / 2) + Delta / sigma), ByLemma("threshold"),
             "c/sigma by the level"),
    ),
)  # fmt: skip
