"""The standard conversion of Rényi DP is lossy: the Gaussian mechanism has a strictly smaller delta at its eps.

Main result: at the eps of the standard conversion the profile is at most delta/alpha, because the factor that the conversion
gives away, (1 - 1/alpha)^(alpha - 1)/alpha, is at most 1/alpha.
"""

from dplemma.formulas import gaussian, renyi
from dplemma.lang.words import *

alpha, rho, delta, psi, eps = variables("alpha rho delta psi eps")

grown = exp(alpha * (alpha - 1) * psi**2 / 2)
left = exp((1 - alpha) * eps) * grown  # what the standard conversion makes delta
factor = exp((1 - alpha) * eps + (alpha - 1) * log(alpha - 1) - alpha * log(alpha))
power = exp(-(alpha - 1) * log(alpha / (alpha - 1)))  # (1 - 1/alpha)^(alpha - 1)

ORDER = Interval.open(1, oo)
LARGE = Region(alpha=ORDER, psi=POSITIVE, eps=REAL, delta=UNIT, such_that=Rel(left, "<=", delta))

standard_lossy = Derivation(
    id="standard-lossy",
    title="At the eps of the standard Rényi conversion the Gaussian mechanism has less than its delta",
    proves="sensitivity_index/section-5/standard-lossy",
    uses=("rdp-improved", "rdp-standard"),
    on=LARGE,
    lemmas=(
        Lemma(
            name="solved", says="the eps of the formula makes it delta", on=Region(alpha=ORDER, rho=REAL, delta=UNIT),
            start=exp((alpha - 1) * rho) * exp((1 - alpha) * renyi.epsilon_standard(alpha, rho, delta)),
            steps=(Step("=", delta, Algebra(), "e^((1 - alpha)(eps - rho)) = delta"),),
        ),
        Lemma(
            name="what is left", says="at an eps that is large enough", on=LARGE,
            start=left,
            steps=(Step("<=", delta, Bound(), "which is delta for the eps of the formula"),),
        ),
    ),
    start=gaussian.delta(eps, psi),
    steps=(
        Step("<=", factor * grown, ByLemma("rdp-improved: bound"), "the bound behind the improved conversion"),
        Step("=", power * left / alpha, Algebra(), "the powers of alpha and alpha - 1 apart"),
        Step("<=", left / alpha, ByLemma("rdp-standard: power").times(left / alpha), "one factor that is given away", of=power),
        Step("<=", delta / alpha, ByLemma("what is left").times(1 / alpha), "at the eps of the conversion"),
        Step("<", delta, Bound(), "alpha > 1", of=delta / alpha),
    ),
)  # fmt: skip
