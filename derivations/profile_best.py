"""The privacy profile never gives a larger eps than the Rényi conversions, in the setting of Figure 6.

Main result: at the eps of either conversion, delta = 1e-5, the profile of the Gaussian mechanism is at most 1e-5; and it falls
strictly, so the eps at which it is 1e-5 is at most that of the conversion.
"""

from dplemma.formulas import gaussian, renyi
from dplemma.lang.words import *

alpha, psi, eps, u, rho = variables("alpha psi eps u rho")

TAIL = Rational("1e-5")
FIGURE = {"psi": Interval.lopen(0, 6), "alpha": Interval.lopen(1, 64)}
grown = exp(alpha * (alpha - 1) * psi**2 / 2)
factor = exp((1 - alpha) * u + (alpha - 1) * log(alpha - 1) - alpha * log(alpha))

profile_best = Derivation(
    id="profile-best",
    title="The profile gives the smallest eps in the setting of Figure 6",
    proves="sensitivity_index/section-5/profile-best",
    uses=("rdp-standard", "rdp-improved"),
    on=Region(**FIGURE, u=REAL, such_that=Rel(exp((1 - alpha) * u) * grown, "<=", TAIL)),
    lemmas=(
        Lemma(
            name="standard", says="the eps of the standard conversion makes its bound delta",
            on=Region(alpha=FIGURE["alpha"], rho=REAL),
            start=exp((alpha - 1) * rho) * exp((1 - alpha) * renyi.epsilon_standard(alpha, rho, TAIL)),
            steps=(Step("=", TAIL, ByLemma("rdp-standard: solved", delta=TAIL), "at delta = 1e-5"),),
        ),
        Lemma(
            name="improved", says="at an eps that is large enough for the improved conversion",
            on=Region(**FIGURE, u=REAL, such_that=Rel(factor * grown, "<=", TAIL)),
            start=gaussian.delta(u, psi),
            steps=(Step("<=", TAIL, ByLemma("rdp-improved", eps=u, delta=TAIL), "the improved conversion"),),
        ),
        Lemma(
            name="positive", says="the improved conversion, the smaller one, stays positive", on=Region(**FIGURE),
            holds=Rel(renyi.epsilon_improved(alpha, gaussian.renyi(alpha, psi), TAIL), ">", 0),
        ),
        Lemma(
            name="falls", says="the profile falls", on=Region(psi=POSITIVE, eps=NONNEGATIVE),
            holds=Monotone(gaussian.delta(eps, psi), eps, "decreasing"),
        ),
    ),
    start=gaussian.delta(u, psi),
    steps=(Step("<=", TAIL, ByLemma("rdp-standard", eps=u, delta=TAIL), "the standard conversion"),),
)  # fmt: skip
