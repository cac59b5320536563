"""The area under the binormal ROC curve, for two Gaussians of any variances.

Main result: the area under Phi(a + b PhiInv(x)) is Phi(a/sqrt(1 + b^2)). Both sides are differentiated in a, which leaves a
Gaussian integral; for a = 0 the area does not depend on b, and for b = 0 it is 1/2.
"""

from dplemma.lang.words import *

a, b, x, t = variables("a b x t")

spread = sqrt(1 + b**2)
area = Integral(Phi(a + b * t) * phi(t), (t, -oo, oo))
centred = Integral(Phi(b * t) * phi(t), (t, -oo, oo))
completed = Integral(phi(a / spread) * phi(spread * t + a * b / spread), (t, -oo, oo))  # the square in the exponent
tilted = Integral(t * phi(b * t) * phi(t), (t, -oo, oo))
PLANE = Region(a=REAL, b=REAL)
LINE = Region(b=REAL)

binormal_auc = Derivation(
    id="binormal-auc",
    title="The area under the binormal ROC curve is Phi(a/sqrt(1 + b^2))",
    proves="sensitivity_index/corollary-3",
    on=Region(a=NONNEGATIVE, b=POSITIVE),
    lemmas=(
        Lemma(
            name="tilt", says="how the area of equal means moves with b", on=LINE,
            start=Derivative(centred, b),
            steps=(
                Step("=", tilted, ExchangeDerivative(b, (1 + t**2) * phi(t)),
                     "|t| <= 1 + t^2 and phi is less than 1, so (1 + t^2) phi(t), which is integrable, dominates",
                     of=Derivative(centred, b)),
                Step("=", 0, Antiderivative(-phi(0) * phi(spread * t) / (1 + b**2), t),
                     "phi(b t) phi(t) = phi(0) phi(sqrt(1 + b^2) t), which vanishes at both ends", of=tilted),
            ),
        ),
        Lemma(
            name="flat", says="at b = 0 the curve is flat", on=Region(),
            start=Integral(phi(t) / 2, (t, -oo, oo)),
            steps=(Step("=", Rational(1, 2), Antiderivative(Phi(t) / 2, t), "phi is the derivative of Phi"),),
        ),
        Lemma(
            name="equal means", says="two Gaussians of equal means cannot be ordered", on=LINE,
            start=centred,
            steps=(Step("=", Rational(1, 2), SameDerivative(b, at=0, derivative="tilt", value="flat"), "no slope; 1/2 at 0"),),
        ),
        Lemma(
            name="slope", says="how the area moves with a", on=PLANE,
            start=Derivative(area, a),
            steps=(
                Step("=", Integral(phi(a + b * t) * phi(t), (t, -oo, oo)), ExchangeDerivative(a, phi(t)),
                     "phi is less than 1, so phi(t), which is integrable, dominates the derivative of the integrand"),
                Step("=", completed, Algebra(),
                     "(a + b t)^2 + t^2 = a^2/(1 + b^2) + (sqrt(1 + b^2) t + a b/sqrt(1 + b^2))^2"),
                Step("=", phi(a / spread) / spread,
                     Antiderivative(phi(a / spread) * Phi(spread * t + a * b / spread) / spread, t),
                     "a Gaussian integral: Phi runs from 0 to 1", of=completed),
            ),
        ),
    ),
    start=Integral(Phi(a + b * PhiInv(x)), (x, 0, 1)),
    steps=(
        Step("=", area, Substitute(x, t, Phi(t)), "x = Phi(t) is the chance of a false alarm at the threshold -t"),
        Step("=", Phi(a / spread), SameDerivative(a, at=0, derivative="slope", value="equal means"),
             "d/da Phi(a/sqrt(1 + b^2)) is the same, and Phi(0) = 1/2"),
    ),
)  # fmt: skip
