"""The attacker of f-DP, and the privacy profile as a curve.

Main results: f-DP as what no attacker can do; errors and the size of the rejection region; the profile separates and informs.
Source: introduction; section 2.
"""

from dplemma.formulas import gaussian
from dplemma.lang.words import *

alpha, first, second, mu, x, p, q, r, s = variables("alpha first second mu x p q r s")
E, E_more, delta, delta_more = variables("E E_more delta delta_more")

CHANCE, FACTOR = Interval(0, 1), Interval(1, oo)

f_dp_definition = Claim(
    id="gdp_bridge/intro/f-dp-definition",
    where="Introduction", kind="definition", tier="prose",
    states="A is f-DP if, for any alpha in [0,1], no attacker can simultaneously bound the type I error below alpha and the "
    "type II error below f(alpha).",
    reading="For f = G_mu, the trade-off function of the paper. An attacker has errors first and second. If second >= "
    "f(first), then for an alpha not below first the second is not below f(alpha); an attacker with second < f(first) would "
    "reach some alpha, f being continuous. The best test of N(0, 1) against N(mu, 1) is no such attacker; one who knows the "
    "database is.",
    holds=Obligations(
        defined=Chain(0, "<", gaussian.tradeoff(alpha, mu), "<", 1),
        equal_to_the_tradeoff_condition=Implies(
            All(Rel(first, "<=", alpha), Rel(second, ">=", gaussian.tradeoff(first, mu))),
            Rel(second, ">=", gaussian.tradeoff(alpha, mu)),
        ),
        f_is_strictly_decreasing=Monotone(gaussian.tradeoff(alpha, mu), alpha, "decreasing"),
        disclosure_is_excluded=All(Rel(0, "<", alpha), Rel(0, "<", gaussian.tradeoff(alpha, mu))),
    ),
    on=Region(alpha=UNIT, first=UNIT, second=CHANCE, mu=POSITIVE),
    assumes=("one-event",),
)  # fmt: skip

type_errors = Claim(
    id="gdp_bridge/intro/type-errors",
    where="Introduction", kind="monotonicity", tier="prose",
    states="The attacker is more likely to make a type I error when R_0 is large and a type II error when R_0 is small.",
    reading="R_0 has chance p on one database and q on the other; a part added to it has chances r and s: the type I error p "
    "grows to p + r, the type II error 1 - q falls to 1 - q - s. For N(0, 1) against N(mu, 1) and R_0 = {output > x}, which "
    "shrinks as x grows, strictly.",
    holds=All(
        Rel(p + r, ">=", p),
        Rel(1 - (q + s), "<=", 1 - q),
        Monotone(Phi(-x), x, "decreasing"),
        Monotone(Phi(x - mu), x, "increasing"),
    ),
    on=Region(p=CHANCE, q=CHANCE, r=CHANCE, s=CHANCE, x=REAL, mu=POSITIVE, such_that=[Rel(p + r, "<=", 1), Rel(q + s, "<=", 1)]),
    assumes=("one-event",),
)  # fmt: skip

# An event of chances p >= q, its complement, the empty and the sure event: what they need at e^eps = E.
needed = Max(0, p - E * q)
event, complement = Rel(p, "<=", E * q + delta), Rel(1 - p, "<=", E * (1 - q) + delta)
allowed = All(event, complement)
ordered = Rel(q, "<=", p)
TWO = "For an ordered pair of neighbours and two outputs, of chances p >= q and 1 - p <= 1 - q; E = e^eps. "

profile_definition = Claim(
    id="gdp_bridge/section-2/profile-definition",
    where="Section 2", kind="definition", tier="prose",
    states="The privacy profile of a collection of (eps,delta)-DP guarantees is the curve in [0,inf)x[0,1] that separates "
    "the pairs in the collection from the others (the smallest delta for each eps).",
    reading=f"{TWO}The profile is the greatest of what its events need.",
    holds=Obligations(
        codomain=Chain(0, "<=", needed, "<=", 1),
        on_or_above_the_curve_is_in_the_collection=Implies(All(ordered, Rel(delta, ">=", needed)), allowed),
        below_the_curve_is_not=Implies(All(ordered, event, complement), Rel(delta, ">=", needed)),
        not_vacuous=Implies(Rel(p, ">", E * q), Rel(needed, ">", 0)),
    ),
    on=Region(p=CHANCE, q=CHANCE, E=FACTOR, delta=CHANCE),
    assumes=("one-event",),
)  # fmt: skip

profile_as_informative = Claim(
    id="gdp_bridge/section-2/profile-as-informative",
    where="Section 2", kind="equivalence", tier="prose",
    states="The privacy profile provides as much information as the set of all (eps,delta) guarantees.",
    reading=f"{TWO}The set is given back by the profile: (eps, delta) belongs to it if and only if delta is at least the "
    "profile at eps. The set gives the profile: its least delta at eps, as with a pair it has every pair of greater eps and "
    "delta.",
    holds=All(
        Implies(All(ordered, Rel(delta, ">=", needed)), allowed),
        Implies(All(ordered, event, complement), Rel(delta, ">=", needed)),
        Implies(
            All(event, Rel(E_more, ">=", E), Rel(delta_more, ">=", delta)), Rel(p, "<=", E_more * q + delta_more)
        ),
    ),
    on=Region(p=CHANCE, q=CHANCE, E=FACTOR, delta=CHANCE, E_more=FACTOR, delta_more=CHANCE),
    assumes=("one-event",),
)  # fmt: skip
