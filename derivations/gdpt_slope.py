"""How fast the GDP transform moves: 0 < d mu/d eps < sqrt(pi/2), and no smaller constant will do.

Main result: mu_GDP(eps, delta) is the mu with delta(eps, mu) = delta, so along it d mu/d eps = -(d delta/d eps)/(d delta/d mu),
which is the Mills ratio Q(z)/phi(z) at z = mu/2 + eps/mu. The Mills ratio falls from sqrt(pi/2) at z = 0. At eps = 0, z = mu/2
comes as close to 0 as one likes, so the constant is sharp.
"""

from dplemma.formulas import gaussian
from dplemma.lang.words import *

eps, mu, z = variables("eps mu z")

profile = gaussian.delta(eps, mu)
place = mu / 2 + eps / mu
rate = -Derivative(profile, eps) / Derivative(profile, mu)
greatest = Sup(Mills(z), (z, 0, oo))

PAIRS = Region(eps=NONNEGATIVE, mu=POSITIVE)

gdpt_slope = Derivation(
    id="gdpt-slope",
    title="The GDP transform moves with eps at a rate between 0 and sqrt(pi/2), and the constant is sharp",
    proves="gdp_bridge/theorem-4-2/upper/sharpened",
    on=PAIRS,
    lemmas=(
        Lemma(
            name="in eps", says="the profile falls with eps",
            start=Derivative(profile, eps),
            steps=(
                Step("=", -exp(eps) * Phi(-place), Algebra(),
                     "the terms with phi cancel: phi(mu/2 - eps/mu) = e^eps phi(mu/2 + eps/mu)"),
            ),
        ),
        Lemma(
            name="in mu", says="the profile rises with mu",
            start=Derivative(profile, mu),
            steps=(Step("=", phi(mu / 2 - eps / mu), Algebra(), "the terms with eps/mu^2 cancel for the same reason"),),
        ),
        Lemma(
            name="rate", says="implicit differentiation of delta(eps, mu) = delta: minus the one slope over the other",
            start=rate,
            steps=(
                Step("=", exp(eps) * Phi(-place) / Derivative(profile, mu), ByLemma("in eps"), "the numerator"),
                Step("=", exp(eps) * Phi(-place) / phi(mu / 2 - eps / mu), ByLemma("in mu"), "the denominator is positive",
                     of=Derivative(profile, mu)),
                Step("=", Mills(place), Algebra(), "phi(mu/2 - eps/mu) = e^eps phi(mu/2 + eps/mu)",
                     of=exp(eps) * Phi(-place) / phi(mu / 2 - eps / mu)),
            ),
        ),
        Lemma(
            name="Mills falls", says="the greatest Mills ratio of the half-line is that of 0", on=Region(),
            start=greatest,
            steps=(
                Step("=", Mills(0), TurningPoint(z, 0, slope=z * Mills(z) - 1), "its slope z Q(z)/phi(z) - 1 is negative"),
                Step("=", sqrt(pi / 2), Definition(), "Q(0)/phi(0) = (1/2)/(1/sqrt(2 pi))"),
            ),
        ),
        Lemma(
            name="lower", says="the rate is not negative",
            start=rate,
            steps=(
                Step("=", Mills(place), ByLemma("rate"), "implicit differentiation"),
                Step(">=", Inf(Mills(z), (z, 0, oo)), AtPoint(z, place), "mu/2 + eps/mu is positive", of=Mills(place)),
                Step("=", 0, TurningPoint(z, oo, slope=z * Mills(z) - 1), "the Mills ratio falls to 0"),
            ),
        ),
        Lemma(
            name="sharp", says="at eps = 0 the rate Mills(mu/2) comes as close to sqrt(pi/2) as one likes", on=Region(),
            holds=Limit(Mills(mu / 2), mu, 0, sqrt(pi / 2)),
        ),
    ),
    start=rate,
    steps=(
        Step("=", Mills(place), ByLemma("rate"), "implicit differentiation"),
        Step("<=", greatest, AtPoint(z, place), "mu/2 + eps/mu is positive", of=Mills(place)),
        Step("=", sqrt(pi / 2), ByLemma("Mills falls"), "the Mills ratio at 0"),
    ),
)  # fmt: skip
