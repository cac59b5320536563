"""The GDP transform moves with eps at a rate of at most sqrt(pi/2), by implicit differentiation of its equation.

Main result: dmu/deps, which implicit differentiation shows to be the Mills ratio at mu/2 + eps/mu, is at most that at 0.
"""

from dplemma.formulas import gaussian
from dplemma.lang.words import *

eps, delta, z = variables("eps delta z")

root = gaussian.mu(eps, delta)
place = root / 2 + eps / root
greatest = Sup(Mills(z), (z, 0, oo))

gdpt_bound = Derivation(
    id="gdpt-bound",
    title="The GDP transform moves with eps at a rate of at most sqrt(pi/2)",
    proves="gdp_bridge/theorem-4-2/upper",
    uses=("gdpt-implicit", "gdpt-slope"),
    on=Region(eps=NONNEGATIVE, delta=UNIT),
    start=Derivative(root, eps),
    steps=(
        Step("=", Mills(place), ByLemma("gdpt-implicit: slope in eps"), "implicit differentiation of delta(eps, mu) = delta"),
        Step("<=", greatest, AtPoint(z, place), "mu/2 + eps/mu is positive", of=Mills(place)),
        Step("=", sqrt(2 * pi) / 2, ByLemma("gdpt-slope: Mills falls"), "the Mills ratio falls, and at 0 it is (1/2) sqrt(2 pi)"),
    ),
)  # fmt: skip
