"""The area under the ROC curve of the Gaussian mechanism, from the densities of its output.

Main result: the area is Phi(psi/sqrt 2). The output is N(0, 1) on one database and N(psi, 1) on the other; who sees more than a
threshold says "the other". The lemmas on false alarms and hits give the curve; then both sides are differentiated in psi: the
derivative of the area is a Gaussian integral, and at psi = 0 both sides are 1/2.
"""

from dplemma.formulas import gaussian
from dplemma.lang.words import *

psi, x, t = variables("psi x t")
area = Integral(Phi(psi + t) * phi(t), (t, -oo, oo))
completed = Integral(phi(psi / sqrt(2)) * phi(sqrt(2) * t + psi / sqrt(2)), (t, -oo, oo))  # the square in the exponent
LINE = Region(psi=REAL)

auc = Derivation(
    id="auc",
    title="The area under the ROC curve of the Gaussian mechanism is Phi(psi/sqrt 2)",
    proves="sensitivity_index/lemma-3",
    on=Region(psi=POSITIVE),
    lemmas=(
        Lemma(
            name="false alarms", says="N(0, 1) exceeds the threshold -PhiInv(x) with chance x", on=Region(x=UNIT),
            start=Integral(phi(t), (t, -PhiInv(x), oo)),
            steps=(Step("=", x, Antiderivative(-Phi(-t), t), "Phi undoes its inverse"),),
        ),
        Lemma(
            name="hits", says="N(psi, 1) exceeds the same threshold with the chance that the curve shows",
            on=Region(psi=REAL, x=UNIT),
            start=Integral(phi(t - psi), (t, -PhiInv(x), oo)),
            steps=(Step("=", gaussian.roc(x, psi), Antiderivative(-Phi(psi - t), t), "phi is even and the derivative of Phi"),),
        ),
        Lemma(
            name="slope", says="how the area moves with psi", on=LINE,
            start=Derivative(area, psi),
            steps=(
                Step("=", Integral(phi(psi + t) * phi(t), (t, -oo, oo)), ExchangeDerivative(psi, phi(t)),
                     "phi is less than 1, so phi(t), which is integrable, dominates the derivative of the integrand"),
                Step("=", completed, Algebra(),
                     "(psi + t)^2 + t^2 = psi^2/2 + (sqrt(2) t + psi/sqrt(2))^2"),
                Step("=", phi(psi / sqrt(2)) / sqrt(2),
                     Antiderivative(phi(psi / sqrt(2)) * Phi(sqrt(2) * t + psi / sqrt(2)) / sqrt(2), t),
                     "a Gaussian integral: Phi runs from 0 to 1", of=completed),
            ),
        ),
        Lemma(
            name="no distance", says="at psi = 0 the two outputs cannot be told apart", on=Region(),
            start=Integral(Phi(t) * phi(t), (t, -oo, oo)),
            steps=(Step("=", Rational(1, 2), Antiderivative(Phi(t) ** 2 / 2, t), "phi is the derivative of Phi"),),
        ),
    ),
    start=Integral(gaussian.roc(x, psi), (x, 0, 1)),
    steps=(
        Step("=", area, Substitute(x, t, Phi(t)), "x = Phi(t) is the chance of a false alarm at the threshold -t"),
        Step("=", Phi(psi / sqrt(2)), SameDerivative(psi, at=0, derivative="slope", value="no distance"),
             "d/dpsi Phi(psi/sqrt 2) = phi(psi/sqrt 2)/sqrt 2 as well, and Phi(0) = 1/2"),
    ),
)  # fmt: skip
