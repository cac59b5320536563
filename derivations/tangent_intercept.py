"""The tangent of slope e^eps to the ROC curve of the Gaussian mechanism meets the vertical axis at the privacy profile.

Main result: it touches at x = Phi(-psi/2 - eps/psi) and its intercept is Phi(psi/2 - eps/psi) - e^eps Phi(-psi/2 - eps/psi),
which is at most delta if the mechanism is (eps, delta)-DP. Beside it the proof as printed: its eqs. 20 and 21 call the
stationary value a convex conjugate but find the right point; the first false step takes the ordinate there for the intercept.
"""

from dplemma.formulas import gaussian
from dplemma.lang.words import *

eps, psi, delta, x, t = variables("eps psi delta x t")

roc = gaussian.roc(x, psi)
slope = diff(roc, x)
touch = -psi / 2 - eps / psi
contact = Phi(touch)
intercept = roc.subs(x, contact) - slope.subs(x, contact) * contact
m = -(psi**2 + 2 * log(exp(eps))) / (2 * psi)  # eq. 21 with y = e^eps, Delta = psi and sigma = 1

CURVE = Region(psi=POSITIVE, x=UNIT)
PROFILE = Region(eps=NONNEGATIVE, psi=POSITIVE)

tangent_intercept = Derivation(
    id="tangent-intercept",
    title="The tangent of slope e^eps to the Gaussian ROC curve has the privacy profile as its intercept",
    proves="sensitivity_index/lemma-4",
    on=Region(eps=NONNEGATIVE, psi=POSITIVE, delta=Interval(0, 1)),
    lemmas=(
        Lemma(
            name="false alarms", says="N(0, 1) exceeds the threshold -PhiInv(x) with chance x", on=Region(x=UNIT),
            start=Integral(phi(t), (t, -PhiInv(x), oo)),
            steps=(Step("=", x, Antiderivative(-Phi(-t), t), "Phi undoes its inverse"),),
        ),
        Lemma(
            name="hits", says="N(psi, 1) exceeds it with the chance R(x), the ROC curve", on=Region(psi=REAL, x=UNIT),
            start=Integral(phi(t - psi), (t, -PhiInv(x), oo)),
            steps=(Step("=", roc, Antiderivative(-Phi(psi - t), t), "phi is even and the derivative of Phi"),),
        ),
        Lemma(
            name="slope", says="the slope of the curve is the likelihood ratio at the threshold", on=CURVE,
            start=Derivative(roc, x),
            steps=(
                Step("=", slope, Algebra(), "chain rule: the derivative of PhiInv is 1/phi(PhiInv(x))"),
                Step("=", exp(-(psi**2) / 2 - psi * PhiInv(x)), Algebra(), "the ratio of the two densities", of=slope),
            ),
        ),
        Lemma(
            name="concave", says="it falls strictly, so one point has the slope e^eps and the tangent lies above", on=CURVE,
            holds=Monotone(slope, x, "decreasing"),
        ),
        Lemma(
            name="contact", says="the slope is e^eps at x = Phi(-psi/2 - eps/psi)", on=PROFILE,
            start=slope.subs(x, contact),
            steps=(
                Step("=", phi(psi + touch) / phi(touch), Algebra(), "PhiInv undoes Phi"),
                Step("=", exp(eps), Algebra(), "(psi/2 + eps/psi)^2 - (psi/2 - eps/psi)^2 = 2 eps",
                     of=phi(psi + touch) / phi(touch)),
            ),
        ),
        Lemma(
            name="intercept", says="height at the point of contact minus slope times its abscissa", on=PROFILE,
            start=intercept,
            steps=(
                Step("=", Phi(psi + touch) - slope.subs(x, contact) * contact, Algebra(), "PhiInv undoes Phi"),
                Step("=", gaussian.delta(eps, psi), ByLemma("contact"), "the slope there is e^eps, and psi - psi/2 = psi/2",
                     of=Phi(psi + touch) - slope.subs(x, contact) * contact),
            ),
        ),
    ),
    start=Rel(gaussian.delta(eps, psi), "<=", delta),
    steps=(Step("implies", Rel(intercept, "<=", delta), ByLemma("intercept"), "the intercept is the profile"),),
    printed=PrintedProof(
        where="sensitivity_index, proof of Lemma 4",
        claims=("sensitivity_index/lemma-4/proof-final-inequality",),
        start=intercept,
        steps=(
            PrintedStep("=", -(exp(eps) * Phi(m) - gaussian.roc(Phi(m), psi)),
                        "eqs. 20 and 21: the transform t y - R(t) with slope y = e^eps is stationary at t = Phi(m)"),
            PrintedStep("=", Phi(psi + PhiInv(Phi(m))), "then, substituting t into equation (14): R(t)"),
            PrintedStep("=", Phi(psi + m), "PhiInv undoes Phi"),
            PrintedStep("=", Phi(psi / 2 - eps / psi), "Delta/sigma - Delta^2/(2 Delta sigma) = Delta/(2 sigma), y = e^eps"),
            PrintedStep("<=", gaussian.delta(eps, psi), "<= delta by Lemma 1: also for the least delta, the profile"),
        ),
    ),
)  # fmt: skip
