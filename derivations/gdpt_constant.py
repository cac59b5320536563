"""The GDP transform of a Gaussian profile is its index.

Main result: mu_GDP(eps, delta_mu(eps)) = mu. The equation delta_x(eps) = delta_mu(eps) has the solution x = mu and no other,
since delta_x(eps) rises strictly with x.
"""

from dplemma.formulas import gaussian
from dplemma.lang.words import *

eps, mu, x_mu = variables("eps mu x_mu")

gdpt_constant = Derivation(
    id="gdpt-constant",
    title="The GDP transform of the profile of a Gaussian mechanism is constant",
    proves="gdp_bridge/section-4/gdpt-of-gaussian-constant",
    on=Region(eps=NONNEGATIVE, mu=POSITIVE),
    start=gaussian.mu(eps, Held(gaussian.delta(eps, mu))),
    steps=(Step("=", mu, RootOf(x_mu, mu), "x = mu solves delta_x(eps) = delta_mu(eps), and delta_x rises with x"),),
)
