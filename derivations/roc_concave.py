"""The ROC curve of the Gaussian mechanism is strictly concave: each slope belongs to one point, and tangents lie above.

Main result: the slope at x is the likelihood ratio at the threshold of x, e^(-psi^2/2 - psi PhiInv(x)), which falls strictly.
Beside it the first sentence of the printed proof of Lemma 4, which takes this from the curve being increasing.
"""

from dplemma.formulas import gaussian
from dplemma.lang.words import *

psi, x, y = variables("psi x y")

roc = gaussian.roc(x, psi)
slope = diff(roc, x)
wave = (y + (2 * y - 1) ** 3 + 1) / 3  # increasing, and neither concave nor convex
CURVE = Region(psi=POSITIVE, x=UNIT)

roc_concave = Derivation(
    id="roc-concave",
    title="The ROC curve of the Gaussian mechanism is strictly concave",
    about="sensitivity_index/lemma-4/proof-monotone/amended",
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
    printed=PrintedProof(
        where="sensitivity_index, proof of Lemma 4, first sentence",
        on=Region(y=UNIT),
        claims=("sensitivity_index/lemma-4/proof-monotone",),
        start=Monotone(wave, y, "increasing"),
        steps=(
            PrintedStep("says", Monotone(wave, y, "increasing"), "R is strictly monotonically increasing; here a model of R"),
            PrintedStep("says", Inference(
                premises=(Monotone(wave, y, "increasing"),), conclusion=Monotone(diff(wave, y), y, "decreasing"),
                model="R(y) = (y + (2y - 1)^3 + 1)/3, from (0, 0) to (1, 1)"),
                "hence it is amenable to the Legendre-Fenchel transformation: each slope belongs to one point"),
        ),
    ),
)  # fmt: skip
