"""mu of a sampled composition: far out it is that of the unsampled one, sqrt(T)/sigma.

P of T sampled steps is at least q^T times that of T unsampled steps, so delta(eps) >= q^T D(eps + T log(1/q)) with the profile D
of the Gaussian mechanism at m = sqrt(T)/sigma. With a = T log(1/q) the logarithm of the right side is -eps^2/(2 m^2) (1 + o(1)),
and mu-GDP allows -eps^2/(2 mu^2) (1 + o(1)) only: hence mu >= m.
Main results: the restriction for one event, the rates of both logarithms, mu >= sqrt(T)/sigma.
"""

from dplemma.formulas import gaussian
from dplemma.lang.words import *

q, p, p0, p1, eps, a, m, mu, steps, sigma = variables("q p p0 p1 eps a m mu steps sigma")

one_step_event = Claim(
    id="folklore/sampled-event",
    where="values/accounting.py, mu on a head", kind="inequality",
    states="An event of chance p1 under the shifted law and p0 under the other has at least the chance q p1 under the mixture, "
    "so its advantage at e^eps is at least q times that of the unsampled step at e^eps/q.",
    lhs=(1 - q) * p0 + q * p1 - exp(eps) * p0, rel=">=", rhs=q * (p1 - exp(eps + log(1 / q)) * p0),
    on=Region(q=UNIT, p0=UNIT, p1=UNIT, eps=NONNEGATIVE),
)  # fmt: skip

shifted_level = Claim(
    id="folklore/sampled-level",
    where="values/accounting.py, mu on a head", kind="inequality",
    states="The level of one sampled step is at most the shifted one: log(1 + (e^eps - 1)/q) <= eps + log(1/q).",
    lhs=log(1 + (exp(eps) - 1) / q), rel="<=", rhs=eps + log(1 / q),
    on=Region(q=UNIT, eps=NONNEGATIVE),
)  # fmt: skip

rate_of_profile = Claim(
    id="folklore/rate-of-gaussian-profile",
    where="values/accounting.py, mu on a head", kind="limit",
    states="log delta of the Gaussian mechanism is -eps^2/(2 mu^2) (1 + o(1)).",
    holds=Limit(gaussian.log_delta(eps, mu) / eps**2, eps, oo, -1 / (2 * mu**2)),
    on=Region(mu=POSITIVE, eps=POSITIVE),
)  # fmt: skip

rate_of_shifted_profile = Claim(
    id="folklore/rate-of-sampled-profile",
    where="values/accounting.py, mu on a head", kind="limit",
    states="The logarithm of e^-a D(eps + a) has the same rate: sampling does not change it.",
    holds=Limit((gaussian.log_delta(eps + a, m) - a) / eps**2, eps, oo, -1 / (2 * m**2)),
    on=Region(m=POSITIVE, a=NONNEGATIVE, eps=POSITIVE),
)  # fmt: skip

unamplified = Claim(
    id="folklore/mu-is-unamplified",
    where="values/accounting.py, mu on a head", kind="inequality",
    states="The rate that the composition has and the one that mu-GDP allows, -1/(2 m^2) <= -1/(2 mu^2) with m = sqrt(T)/sigma, "
    "give mu >= sqrt(T)/sigma.",
    holds=Implies(Rel(-1 / (2 * (sqrt(steps) / sigma) ** 2), "<=", -1 / (2 * mu**2)), Rel(mu, ">=", sqrt(steps) / sigma)),
    on=Region(mu=POSITIVE, sigma=POSITIVE, steps=Interval.integers(1, oo)),
)  # fmt: skip
