"""The trade-off function of the Gaussian mechanism, and that it falls as the index grows.

Main result: the least share of misses at the false alarm rate x is G_mu(x) = Phi(PhiInv(1 - x) - mu), one minus the ROC curve;
a larger index moves the threshold further, so there are fewer misses at every x.
"""

from dplemma.formulas import gaussian
from dplemma.lang.words import *

mu, x, Delta, sigma, psi, t = variables("mu x Delta sigma psi t")

other_curve = x ** (1 / (1 + (mu - 1) ** 2))
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
    printed=PrintedProof(
        where="sensitivity_index, proofs of Lemma 5, Corollary 6 and Lemma 6, as extracted",
        on=Region(mu=POSITIVE, psi=POSITIVE, x=UNIT, points=[{"mu": 1, "psi": 2, "x": "1/2"}]),
        claims=(
            "sensitivity_index/lemma-5/proof-chain/as-extracted", "sensitivity_index/corollary-6/proof/as-extracted",
            "sensitivity_index/lemma-6/proof-conclusion/as-extracted",
        ),
        start=gaussian.roc(x, mu),
        steps=(
            PrintedStep("=", 1 + PhiInv(x) + mu, "1 - (-PhiInv(x) - mu), without the Phi that belongs before the bracket"),
            PrintedStep("=", 1 - PhiInv(1 - x) + mu, "-PhiInv(x) = PhiInv(1 - x)"),
            PrintedStep("=", 1 - gaussian.tradeoff(x, mu), "the trade-off function"),
            PrintedStep("says", Inference(
                premises=(Monotone(other_curve, x, "increasing"),), conclusion=Monotone(1 - other_curve, mu, "decreasing"),
                model="R_mu(x) = x^(1/(1 + (mu - 1)^2)), a concave curve on or above the diagonal"),
                "Corollary 6: G_mu falls with mu because R rises with x, and by the reflection; here of other curves"),
            PrintedStep("says", Iff(Rel(gaussian.tradeoff(x, psi), ">=", gaussian.tradeoff(x, psi)), Rel(psi, "<=", mu)),
                        "Lemma 6: psi <= mu is necessary and sufficient for psi-GDP, where mu-GDP is meant"),
        ),
    ),
)  # fmt: skip
