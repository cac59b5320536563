"""The ROC curve of the Gaussian mechanism, from the densities of its output.

Main result: it is Phi(psi + PhiInv(x)), psi = Delta/sigma. The output is N(0, sigma^2) on one database and N(Delta, sigma^2) on
the other; by the lemma of Neyman and Pearson the best tests compare the likelihood ratio, which rises with the output, with a
threshold. At the threshold sigma QInv(x) the chance of a false alarm is x.
"""

from dplemma.formulas import gaussian
from dplemma.lang.words import *

Delta, sigma, x, t, s, q_0, theta = variables("Delta sigma x t s q_0 theta")

threshold = sigma * QInv(x)
CURVE = Region(Delta=POSITIVE, sigma=POSITIVE, x=UNIT)

gaussian_roc = Derivation(
    id="gaussian-roc",
    title="The ROC curve of the Gaussian mechanism is Phi(Delta/sigma + PhiInv(x))",
    proves="sensitivity_index/lemma-2",
    on=CURVE,
    lemmas=(
        Lemma(
            name="ratio", says="the likelihood ratio rises with the output, so its tests are thresholds",
            on=Region(Delta=POSITIVE, sigma=POSITIVE, t=REAL),
            start=log((phi((t - Delta) / sigma) / sigma) / (phi(t / sigma) / sigma)),
            steps=(Step("=", Delta * (t - Delta / 2) / sigma**2, Algebra(), "the squares of t cancel"),),
        ),
        Lemma(
            name="false alarms", says="N(0, sigma^2) exceeds the threshold with chance x", on=Region(sigma=POSITIVE, x=UNIT),
            start=Integral(phi(t / sigma) / sigma, (t, threshold, oo)),
            steps=(
                Step("=", Q(threshold / sigma), Antiderivative(-Q(t / sigma), t), "Q falls to 0 with slope -phi"),
                Step("=", x, Algebra(), "Q undoes its inverse", of=Q(threshold / sigma)),
            ),
        ),
        Lemma(
            name="hits", says="N(Delta, sigma^2) exceeds it with the chance that the curve shows",
            start=Integral(phi((t - Delta) / sigma) / sigma, (t, threshold, oo)),
            steps=(
                Step("=", Q((threshold - Delta) / sigma), Antiderivative(-Q((t - Delta) / sigma), t),
                     "the same, moved by Delta"),
                Step("=", gaussian.roc(x, Delta / sigma), Algebra(), "Q(u) = Phi(-u), QInv(x) = -PhiInv(x)",
                     of=Q((threshold - Delta) / sigma)),
            ),
        ),
    ),
    start=Q((threshold - Delta) / sigma),
    steps=(
        Step("=", Q(QInv(x) - Delta / sigma), Algebra(), "sigma cancels: only psi = Delta/sigma is left"),
        Step("=", Phi(Delta / sigma - QInv(x)), Definition(), "Q(u) = Phi(-u)", of=Q(QInv(x) - Delta / sigma)),
        Step("=", gaussian.roc(x, Delta / sigma), Algebra(), "QInv(x) = -PhiInv(x)", of=Phi(Delta / sigma - QInv(x))),
    ),
    printed=PrintedProof(
        where="hypothesis_testing, proof of Theorem 6, as extracted",
        on=Region(sigma=POSITIVE, Delta=POSITIVE, q_0=REAL, theta=REAL, points=[{"sigma": 1, "Delta": 1, "q_0": 0, "theta": 1}]),
        claims=(
            "hypothesis_testing/appendix-10.4/pfa-integral/as-extracted",
            "hypothesis_testing/appendix-10.4/ptd-integral/as-extracted",
        ),
        start=1 - Integral(phi((t - q_0) / sigma) / sigma, (t, theta, oo)),
        steps=(
            PrintedStep("=", 1 - Phi((theta - q_0) / sigma), "the false alarm rate: 1 less the mass beyond theta is 1 - Phi"),
            PrintedStep("says", Rel(1 - Integral(phi((t - q_0 - Delta) / sigma) / sigma, (t, theta, oo)), "=",
                                    1 - Phi((theta - q_0 - Delta) / sigma)),
                        "and so is the true detection rate, with Q(D) = Q(D') + Delta"),
        ),
    ),
)  # fmt: skip
