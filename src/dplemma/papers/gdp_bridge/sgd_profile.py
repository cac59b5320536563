"""What the graph of the SGD example cannot tell, decided; and why a good Phi is not enough.

Main results: the refined SGD profile crosses the 1-GDP curve and stays below the 2-GDP and 4-GDP curves.
Source: section 3, Figure 1.
"""

from dplemma.formulas import gaussian
from dplemma.lang.words import *

eps, eps_0, mu, x = variables("eps eps_0 mu x")
R = Rational


def refined(at, start):
    """What (eps_0, delta_0)-DP of the SGD example, delta_0 = e^{-eps_0^2}, implies at an eps <= eps_0 by Theorem 2.1."""
    naive = exp(-(start**2))
    return naive + (1 - naive) * (exp(start) - exp(at)) / (1 + exp(start))


first = 2 + x - R(1, 2)  # delta_1(2 + x) = phi(first) (M(first) - M(first + 1))
CORNER = R(6, 5)  # one of the pairs that are enough to stay below 2-GDP on the head
sgd_and_gdp_curves = Claim(
    id="gdp_bridge/figure-1/sgd-and-gdp-curves",
    where="Section 3 / Figure 1", kind="ordering",
    states="It is hard to tell from the graph whether the SGD profile crosses the 1-GDP curve, and one cannot say whether it "
    "crosses the 2-GDP or the 4-GDP curve at a large eps.",
    reading="With A = 2, B = 1, sigma = 2 the pairs are (eps_0, e^{-eps_0^2}), and the profile at eps is the least that they "
    "imply. Decided is what the graph leaves open. It crosses the 1-GDP curve: at eps = 1.5 every pair implies more than "
    "delta_1, the pairs with eps_0 <= 1.5 no less than e^{-1.5^2}; from eps = 2 on it is below (2 + x, in the form with the "
    "Mills ratio). It does not cross the 2-GDP curve, nor the 4-GDP curve above it: up to 1.2 the pair of eps_0 = 1.2 is "
    "enough, up to 2 e^{-eps^2} is below, and beyond it is even below the 1-GDP curve.",
    holds=All(
        Rel(refined(R(3, 2), R(3, 2) + x), ">", gaussian.delta(R(3, 2), 1)),
        Implies(Rel(eps, "<=", R(3, 2)), Rel(exp(-(eps**2)), ">", gaussian.delta(R(3, 2), 1))),
        Rel(sqrt(2 * pi) * exp(first**2 / 2 - (2 + x) ** 2), "<", Mills(first) - Mills(first + 1)),
        Implies(Rel(eps, "<=", CORNER), Rel(refined(eps, CORNER), "<", gaussian.delta(eps, 2))),
        Implies(Rel(eps, ">=", CORNER), Rel(exp(-(eps**2)), "<", gaussian.delta(eps, 2))),
        Chain(gaussian.delta(x, 1), "<", gaussian.delta(x, 2), "<", gaussian.delta(x, 4)),
    ),
    on=Region(eps=Interval(0, 2), x=NONNEGATIVE),
)  # fmt: skip

a, b = eps / mu - mu / 2, eps / mu + mu / 2
good_phi_bad_delta = Claim(
    id="gdp_bridge/section-3/good-phi-bad-delta",
    where="Section 3", kind="asymptotic", tier="prose",
    states="A good approximation of Phi does not guarantee a good approximation of the GDP privacy profile delta_mu.",
    reading="A relative error r of the first term, Phi(-a), is a relative error r Phi(-a)/delta_mu of the profile. In terms "
    "of the Mills ratio the quotient is M(a)/(M(a) - M(b)); it is asymptotic to eps/mu^2, so however small r is, the profile "
    "is wrong by any factor at some eps.",
    holds=All(
        Limit((Mills(a) - Mills(b)) / Mills(a), eps, oo, 0),
        asymptotic(Mills(a) / (Mills(a) - Mills(b)), eps / mu**2, eps, oo),
    ),
    on=Region(mu=POSITIVE),
)  # fmt: skip
