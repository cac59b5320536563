"""The trade-off function of the Gaussian mechanism, and that it falls as the index grows.

Main result: the least share of misses at the false alarm rate x is G_mu(x) = Phi(PhiInv(1 - x) - mu), one minus the ROC curve;
a larger index moves the threshold further, so there are fewer misses at every x.
"""

from dplemma.formulas import gaussian
from dplemma.lang.words import *

mu, x, Delta, sigma, psi, t = variables("mu x Delta sigma psi t")

POINT = Region(mu=POSITIVE, x=UNIT)
LARGER = Region(psi=POSITIVE, mu=POSITIVE, x=UNIT, such_that=Rel(psi, "<=", mu))

gaussian_tradeoff = Derivation(
    id="gaussian-tradeoff",
    title="The trade-off function of the Gaussian mechanism is one minus its ROC curve",
    proves="sensitivity_index/lemma-5",
    uses=("gaussian-roc",),
    on=POINT,
    lemmas=(
        Lemma(
            name="misses", says="what the best test misses, from the density of the output",
            on=Region(Delta=POSITIVE, sigma=POSITIVE, x=UNIT),
            start=1 - Integral(phi((t - Delta) / sigma) / sigma, (t, sigma * QInv(x), oo)),
            steps=(
                Step("=", 1 - gaussian.roc(x, Delta / sigma), ByLemma("gaussian-roc: hits"), "all that it does not hit"),
                Step("=", gaussian.tradeoff(x, Delta / sigma), Algebra(), "1 - Phi(u) = Phi(-u), PhiInv(1 - x) = -PhiInv(x)",
                     of=1 - gaussian.roc(x, Delta / sigma)),
            ),
        ),
        Lemma(
            name="larger index", says="a larger index leaves fewer misses", on=LARGER,
            start=gaussian.tradeoff(x, psi),
            steps=(
                Step("=", Phi(-PhiInv(x) - psi), Algebra(), "PhiInv(1 - x) = -PhiInv(x)"),
                Step(">=", Phi(-PhiInv(x) - mu), Bound(), "Phi rises", of=psi),
                Step("=", gaussian.tradeoff(x, mu), Algebra(), "the same at mu"),
            ),
        ),
    ),
    start=gaussian.roc(x, mu),
    steps=(
        Step("=", 1 - Phi(-mu - PhiInv(x)), Algebra(), "Phi(u) = 1 - Phi(-u)"),
        Step("=", 1 - Phi(PhiInv(1 - x) - mu), Algebra(), "-PhiInv(x) = PhiInv(1 - x)", of=-mu - PhiInv(x)),
        Step("=", 1 - gaussian.tradeoff(x, mu), Definition(), "the trade-off function", of=Phi(PhiInv(1 - x) - mu)),
    ),
)  # fmt: skip
