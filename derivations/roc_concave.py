"""The ROC curve of the Gaussian mechanism is strictly concave: each slope belongs to one point, and tangents lie above.

Main result: the slope at x is the likelihood ratio at the threshold of x, e^(-psi^2/2 - psi PhiInv(x)), which falls strictly.
The printed proof of Lemma 4 takes a point for each slope; that the curve is increasing, as its first sentence says, gives a
transform but no such point.
"""

from dplemma.formulas import gaussian
from dplemma.lang.words import *

psi, x = variables("psi x")

roc = gaussian.roc(x, psi)
slope = diff(roc, x)
CURVE = Region(psi=POSITIVE, x=UNIT)

roc_concave = Derivation(
    id="roc-concave",
    title="The ROC curve of the Gaussian mechanism is strictly concave",
    about="sensitivity_index/lemma-4/proof-monotone/sharpened",
    on=CURVE,
    lemmas=(
        Lemma(
            name="slope", says="the slope is a ratio of densities",
            start=Derivative(roc, x),
            steps=(Step("=", phi(psi + PhiInv(x)) / phi(PhiInv(x)), Algebra(), "the derivative of PhiInv is 1/phi(PhiInv(x))"),),
        ),
        Lemma(name="falls", says="which falls strictly", holds=Monotone(slope, x, "decreasing")),
        Lemma(
            name="second derivative", says="the slope of the slope is negative",
            start=Derivative(exp(-(psi**2) / 2 - psi * PhiInv(x)), x),
            steps=(
                Step("=", -psi * exp(-(psi**2) / 2 - psi * PhiInv(x)) / phi(PhiInv(x)), Algebra(), "chain rule"),
                Step("<", 0, Bound(), "psi and the density are positive",
                     of=-psi * exp(-(psi**2) / 2 - psi * PhiInv(x)) / phi(PhiInv(x))),
            ),
        ),
    ),
    start=Derivative(roc, x),
    steps=(
        Step("=", phi(psi + PhiInv(x)) / phi(PhiInv(x)), ByLemma("slope"), "the likelihood ratio at the threshold"),
        Step("=", exp(-(psi**2) / 2 - psi * PhiInv(x)), Algebra(), "the squares cancel", of=slope),
    ),
)  # fmt: skip
