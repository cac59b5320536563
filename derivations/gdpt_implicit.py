"""How the GDP transform moves with delta and with eps: the equation that defines it, differentiated.

Main result: mu = mu_GDP(eps, delta) solves delta(eps, mu) = delta. In delta its derivative is phi(mu/2 - eps/mu) dmu/ddelta = 1,
in eps -e^eps Phi(-mu/2 - eps/mu) + phi(mu/2 - eps/mu) dmu/deps = 0. The first is at least sqrt(2 pi), the second
positive.
"""

from dplemma.formulas import gaussian
from dplemma.lang.words import *

eps, delta, mu = variables("eps delta mu")

root = gaussian.mu(eps, delta)
profile = gaussian.delta(eps, mu)
in_mu, in_eps = phi(mu / 2 - eps / mu), -exp(eps) * Phi(-mu / 2 - eps / mu)
LEVELS = Region(eps=NONNEGATIVE, delta=UNIT)
PAIRS = Region(eps=NONNEGATIVE, mu=POSITIVE)

gdpt_implicit = Derivation(
    id="gdpt-implicit",
    title="The slopes of the GDP transform in eps and in delta, by implicit differentiation",
    proves="gdp_bridge/theorem-4-2/lower",
    on=LEVELS,
    lemmas=(
        Lemma(
            name="in mu", says="the profile rises with mu", on=PAIRS,
            start=Derivative(profile, mu),
            steps=(Step("=", in_mu, Algebra(), "the terms with eps/mu^2 cancel: phi(mu/2 - eps/mu) = e^eps phi(mu/2 + eps/mu)"),),
        ),
        Lemma(
            name="in eps", says="and falls with eps", on=PAIRS,
            start=Derivative(profile, eps),
            steps=(Step("=", in_eps, Algebra(), "the terms with phi cancel for the same reason"),),
        ),
        Lemma(
            name="slope in delta", says="delta(eps, mu) = delta, differentiated in delta: no pair moves it less than sqrt(2 pi)",
            start=Derivative(root, delta),
            steps=(
                Step("=", 1 / in_mu.subs(mu, root), Algebra(), "implicit differentiation: one over the slope in mu"),
                Step(">=", 1 / phi(0), Bound(), "the density is greatest at 0", of=1 / in_mu.subs(mu, root)),
                Step("=", sqrt(2 * pi), Definition(), "phi(0) = 1/sqrt(2 pi)", of=1 / phi(0)),
            ),
        ),
        Lemma(
            name="slope in eps", says="delta(eps, mu) = delta, differentiated in eps",
            start=Derivative(root, eps),
            steps=(
                Step("=", (-in_eps / in_mu).subs(mu, root), Algebra(),
                     "implicit differentiation: minus the slope in eps over that in mu"),
                Step("=", Mills(root / 2 + eps / root), Algebra(), "e^eps over phi(mu/2 - eps/mu) is 1 over phi(mu/2 + eps/mu)",
                     of=(-in_eps / in_mu).subs(mu, root)),
            ),
        ),
    ),
    start=Derivative(root, eps),
    steps=(
        Step("=", Mills(root / 2 + eps / root), ByLemma("slope in eps"), "implicit differentiation"),
        Step(">=", 0, Bound(), "the Mills ratio is positive", of=Mills(root / 2 + eps / root)),
    ),
)  # fmt: skip
