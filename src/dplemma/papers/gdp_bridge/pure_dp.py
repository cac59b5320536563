"""The Gaussian nature of eps-DP.

Main results: every eps-DP algorithm is mu-GDP with mu = -2 PhiInv(1/(1 + e^eps)) <= sqrt(pi/2) eps (Theorem 5.1).
Source: section 5.1.
"""

from dplemma.formulas import gaussian, pure
from dplemma.lang.words import *

eps, p, q = variables("eps p q")

pure_dp = All(Rel(1 - q, "<=", exp(eps) * p), Rel(1 - p, "<=", exp(eps) * q))
theorem_5_1_implication = Claim(
    id="gdp_bridge/theorem-5-1/implication",
    where="Theorem 5.1",
    kind="ordering",
    states="Any (eps,0)-DP algorithm is mu-GDP for mu=-2 Phi^{-1}(1/(1+e^eps)).",
    reading="A test rejects on an event S with false alarms p = P(S), misses q = 1 - Q(S). (eps, 0)-DP says Q(S) <= e^eps P(S) "
    "and, for the complement, 1 - P(S) <= e^eps (1 - Q(S)); mu-GDP says q >= G_mu(p). (At p = 0 and p = 1 both are q >= 1 - p.)",
    holds=Implies(pure_dp, Rel(q, ">=", gaussian.tradeoff(p, pure.mu(eps)))),
    on=Region(eps=NONNEGATIVE, p=UNIT, q=Interval(0, 1), points=[{"eps": 2, "p": "0.1192", "q": "0.1193"}]),
    assumes=("one-event",),
)

theorem_5_1_upper_bound = Claim(
    id="gdp_bridge/theorem-5-1/upper-bound",
    where="Theorem 5.1", kind="inequality",
    states="-2 Phi^{-1}(1/(1+e^eps)) <= sqrt(pi/2) eps.",
    lhs=pure.mu(eps), rel="<=", rhs=sqrt(pi / 2) * eps,
    on=Region(eps=NONNEGATIVE),
)  # fmt: skip
