"""The closing theorem on the Gaussian mechanism: its five descriptions, each from the densities.

Main result: profile, trade-off function, Rényi divergence, ROC curve and area of a mechanism of index psi are what the theorem
says. The profile is an integral of the densities, the divergence a Gaussian integral, the area that of Lemma 3.
"""

from dplemma.formulas import gaussian
from dplemma.lang.words import *

eps, psi, x, alpha, z, t = variables("eps psi x alpha z t")

above = Integral(phi(z - psi) - exp(eps) * phi(z), (z, eps / psi + psi / 2, oo))
together = Integral(exp(-alpha * (t - psi) ** 2 / 2 - (1 - alpha) * t**2 / 2) / sqrt(2 * pi), (t, -oo, oo))
ORDER = Interval.open(1, oo)

conclusion_theorem = Derivation(
    id="conclusion-theorem",
    title="The five descriptions of the Gaussian mechanism in the closing theorem",
    proves="sensitivity_index/theorem-conclusion",
    uses=("auc", "rdp-gaussian", "rdp-improved"),
    on=Region(eps=NONNEGATIVE, psi=POSITIVE, x=UNIT, alpha=ORDER),
    lemmas=(
        Lemma(
            name="profile", says="the excess of the event of loss above eps", on=Region(eps=NONNEGATIVE, psi=POSITIVE),
            start=above,
            steps=(Step("=", gaussian.delta(eps, psi), ByLemma("rdp-improved: profile"), "Phi of the two ends"),),
        ),
        Lemma(
            name="misses", says="the share of misses of the test of level x", on=Region(psi=POSITIVE, x=UNIT),
            holds=Rel(Phi(QInv(x) - psi), ">=", gaussian.tradeoff(x, psi)),
        ),
        Lemma(
            name="divergence", says="the Rényi divergence", on=Region(psi=POSITIVE, alpha=ORDER),
            start=log(together) / (alpha - 1),
            steps=(
                Step("=", alpha * psi**2 / 2, ByLemma("rdp-gaussian: divergence"), "a Gaussian integral"),
                Step("<=", alpha * psi**2 / 2, Bound(), "the bound is attained", of=alpha * psi**2 / 2),
            ),
        ),
        Lemma(
            name="hits", says="the share of hits of the test of level x", on=Region(psi=POSITIVE, x=UNIT),
            holds=Rel(Q(QInv(x) - psi), "=", gaussian.roc(x, psi)),
        ),
    ),
    start=Integral(gaussian.roc(t, psi), (t, 0, 1)),
    steps=(Step("=", gaussian.auc(psi), ByLemma("auc"), "the area under the ROC curve"),),
)  # fmt: skip
