"""Privacy profiles, naive and refined, of the three examples: the Laplace mechanism, SGD, ICEA.

Main results: the refined profile is what Theorem 2.1 leaves of a curve of guarantees; (0, delta)-DP with delta < 1 is reached.
Source: section 2, and section 3 up to Figure 1.
"""

from dplemma.formulas import gaussian, laplace
from dplemma.lang.words import *

eps, delta, delta_0, eps_2, delta_2, p, q = variables("eps delta delta_0 eps_2 delta_2 p q")
E, E_0, b, u, z, t, mu, beta, Delta = variables("E E_0 b u z t mu beta Delta")
A, B, n = variables("A B n")
CHANCE, FACTOR = Interval(0, 1), Interval(1, oo)
EXAMPLE = 2  # sensitivity over scale of the Laplace example


def implied(pair_eps, pair_delta, at):
    """The least delta at eps = `at` that a guarantee (pair_eps, pair_delta) implies, for at <= pair_eps (Theorem 2.1)."""
    return pair_delta + (1 - pair_delta) * (exp(pair_eps) - exp(at)) / (1 + exp(pair_eps))


def sgd_naive(at):
    """sigma = A/eps sqrt(log(B/delta)) with A = 2, B = 1, sigma = 2, inverted."""
    return exp(-(at**2))


CLOAK = 4 * exp(-2)


def icea_naive(at):
    """m = 10 log(n/(eps delta)) with m = 20, n = 4, inverted."""
    return CLOAK / at


monotone_in_eps_delta = Claim(
    id="gdp_bridge/section-2/monotone-in-eps-delta",
    where="Section 2",
    kind="ordering",
    tier="prose",
    states="(eps,delta)-DP implies (eps',delta')-DP for all eps'>=eps and delta'>=delta.",
    reading="p and q are the chances of one event on the two databases.",
    holds=Implies(
        All(Rel(p, "<=", exp(eps) * q + delta), Rel(eps_2, ">=", eps), Rel(delta_2, ">=", delta)),
        Rel(p, "<=", exp(eps_2) * q + delta_2),
    ),
    on=Region(p=CHANCE, q=CHANCE, eps=NONNEGATIVE, eps_2=NONNEGATIVE, delta=CHANCE, delta_2=CHANCE),
    assumes=("one-event",),
)

laplace_scale = Claim(
    id="gdp_bridge/section-2/laplace-scale",
    where="Section 2",
    kind="identity",
    tier="prose",
    states="For global sensitivity Delta the Laplace scale giving (eps,0)-DP is b = f(eps,0) = Delta/eps.",
    reading="The densities at z differ by the factor exp((|z - Delta| - |z|)/b), at most e^(Delta/b), which is e^eps for b = "
    "Delta/eps. A smaller scale does not do: with u = Delta/b the profile at eps is 0 iff u <= eps, which is b >= "
    "Delta/eps.",
    holds=All(
        Rel(Abs(z - Delta) - Abs(z), "<=", Delta),
        Implies(Rel(u, "<=", eps), Rel(laplace.delta(eps, u), "=", 0)),
        Implies(Rel(u, ">", eps), Rel(laplace.delta(eps, u), ">", 0)),
    ),
    on=Region(z=REAL, eps=POSITIVE, Delta=POSITIVE, u=POSITIVE),
    assumes=("hockey-stick",),
)

laplace_b_value = Claim(
    id="gdp_bridge/section-2/laplace-b-value",
    where="Section 2 (figure parameters)",
    kind="number",
    states="For all figures and demonstrations the Laplace mechanism uses b = 2/Delta.",
    reading="As b = Delta/2: section 4.3 finds 1.80-GDP for the example, which belongs to sensitivity/scale = 2. With b = "
    "2/Delta that ratio would be Delta^2/2 and the number depend on the unknown Delta; the fraction is upside down.",
    holds=Number(laplace.mu(EXAMPLE), Printed("1.80")),
    as_extracted=Extracted(
        Chain(Rational("1.795"), "<=", laplace.mu(Delta / (2 / Delta)), "<=", Rational("1.805")),
        on=Region(Delta=POSITIVE, points=[{"Delta": 1}]),
    ),
)

icea_condition = Claim(
    id="gdp_bridge/section-2/icea-condition",
    where="Section 2",
    kind="inequality",
    tier="prose",
    states="ICEA with n users and m messages is (eps,delta)-DP if m > 10 log(n/(eps delta)).",
    not_formalised="A theorem quoted from [20] about a protocol that the paper does not describe; only its bound is used here.",
)

naive_profile_not_tight = Claim(
    id="gdp_bridge/section-2/naive-profile-not-tight",
    where="Section 2",
    kind="ordering",
    tier="prose",
    states="The profile obtained by naive inversion min{delta | sigma=g(eps,delta)} is in most cases not tight.",
    reading="Most cases: here both examples that are given by a trade-off equation. The guarantee at eps = 1 (SGD) or 23/20 "
    "(ICEA) implies, by Theorem 2.1, a smaller delta than the inverted equation gives, at every eps up to 1/2 (SGD) or 9/10 "
    "(ICEA).",
    holds=All(
        Implies(Rel(eps, "<=", Rational(1, 2)), Rel(implied(1, sgd_naive(Integer(1)), eps), "<", sgd_naive(eps))),
        Rel(implied(Rational(23, 20), icea_naive(Rational(23, 20)), eps), "<", icea_naive(eps)),
    ),
    on=Region(eps=Interval.lopen(0, "9/10")),
    assumes=("one-event",),
)

false_answer = (1 - delta_0) / (1 + E_0)
row = [delta_0, 1 - delta_0 - false_answer, false_answer, 0]
worst = Mechanism(row, row[::-1], closed=True)
least = delta_0 + (1 - delta_0) * Max(E_0 - E, 0) / (1 + E_0)
PAIRS = Region(E_0=FACTOR, delta_0=Interval.ropen(0, 1), E=FACTOR)
refined_profile = Claim(
    id="gdp_bridge/section-2/refined-profile",
    where="Section 2 (display after Theorem 2.1)",
    kind="identity",
    tier="prose",
    states="The refined privacy profile is delta_A(eps) = min{delta | sigma=g(eps_0,delta_0) and delta >= "
    "delta_0+(1-delta_0)(e^{eps_0}-e^eps)^+/(1+e^{eps_0})}.",
    reading="For each pair (eps_0, delta_0) of the trade-off equation, E_0 = e^eps_0, E = e^eps: the bound is the profile of "
    "the worst (eps_0, delta_0)-DP mechanism (it discloses with chance delta_0, else randomised response answers), so"
    " it is the least delta that the pair implies. The refined profile is the minimum over the pairs; the pair with "
    "eps_0 = eps gives back the naive value.",
    holds=All(
        Rel(worst.hockey_stick(log(E)), "=", least),
        Rel(worst.reversed().hockey_stick(log(E)), "=", least),
    ),
    on=PAIRS,
    assumes=("hockey-stick",),
)

event = Rel(p, "<=", E_0 * q + delta_0)
complement = Rel(1 - q, "<=", E_0 * (1 - p) + delta_0)
corollary_2_1_reference = Claim(
    id="gdp_bridge/section-2/corollary-2-1-reference",
    where="Section 2",
    kind="proof-step",
    states='The refinement takes into account all pairs inferred by "corollary 2.1".',
    reading="There is no Corollary 2.1; Theorem 2.1 is meant. All pairs: one with delta from the bound on is implied, for the"
    " chances p, q of any event (the two cases are those of the positive part). That there are no others is "
    "refined-profile.",
    holds=All(
        Implies(All(Rel(E, ">=", E_0), event, Rel(delta, ">=", delta_0)), Rel(p, "<=", E * q + delta)),
        Implies(
            All(Rel(E_0, ">", E), event, complement, Rel(delta, ">=", delta_0 + (1 - delta_0) * (E_0 - E) / (1 + E_0))),
            Rel(p, "<=", E * q + delta),
        ),
    ),
    on=Region(p=CHANCE, q=CHANCE, delta=CHANCE, **PAIRS.intervals),
    assumes=("one-event",),
)

# A test of level Phi(z) with type II error beta; mu-GDP says beta >= Phi(-z - mu), which touches the profile at this eps.
tangent = -mu * z - mu**2 / 2
best = -eps / mu - mu / 2
gdp_iff_profile_dominated = Claim(
    id="gdp_bridge/section-3/gdp-iff-profile-dominated",
    where="Section 3",
    kind="equivalence",
    tier="prose",
    states="A with profile delta_A is mu-GDP iff delta_mu(eps) >= delta_A(eps) for all eps>=0.",
    reading="delta_A(eps) is the least delta, the greatest 1 - beta - e^eps alpha over all tests, both orders of the "
    "databases. If A is mu-GDP its tests are no better than those of N(0, 1) against N(mu, 1), of which the best at "
    "eps has level Phi(-eps/mu - mu/2) and gives delta_mu(eps). Conversely, domination at eps = -mu z - mu^2/2 is the"
    " GDP condition at the level Phi(z); where that eps is negative, the complement with the databases exchanged has "
    "the opposite one.",
    holds=All(
        Rel(Phi(best + mu) - exp(eps) * Phi(best), "=", gaussian.delta(eps, mu)),
        Iff(Rel(1 - beta - exp(tangent) * Phi(z), "<=", gaussian.delta(tangent, mu)), Rel(beta, ">=", Phi(-z - mu))),
        Iff(Rel(Phi(-z) - exp(-tangent) * beta, "<=", gaussian.delta(-tangent, mu)), Rel(beta, ">=", Phi(-z - mu))),
    ),
    on=Region(z=REAL, mu=POSITIVE, eps=NONNEGATIVE, beta=CHANCE),
    assumes=("one-event", "neyman-pearson", "hockey-stick"),
)

half = (Delta / b - eps) / 2
laplace_profile = Claim(
    id="gdp_bridge/section-3/laplace-profile",
    where="Section 3",
    kind="identity",
    tier="prose",
    states="Laplace mechanism profile: delta(eps)=max(1-exp(eps/2-Delta/(2b)),0).",
    reading="In units of the scale b the centres are 0 and Delta/b. The loss exceeds eps < Delta/b below half = (Delta/b - "
    "eps)/2, where the first density has mass 1/2 + int_0^half e^-t/2 dt and the second int e^(t - Delta/b)/2 dt. For"
    " eps >= Delta/b the loss never exceeds eps and both sides are 0.",
    holds=All(
        Implies(
            Rel(eps, "<", Delta / b),
            Rel(
                Rational(1, 2)
                + Integral(exp(-t) / 2, (t, 0, half))
                - exp(eps) * Integral(exp(t - Delta / b) / 2, (t, -oo, half)),
                "=",
                Max(1 - exp(eps / 2 - Delta / (2 * b)), 0),
            ),
        ),
        Implies(Rel(eps, ">=", Delta / b), Rel(Max(1 - exp(eps / 2 - Delta / (2 * b)), 0), "=", 0)),
    ),
    on=Region(eps=NONNEGATIVE, Delta=POSITIVE, b=POSITIVE),
    assumes=("hockey-stick",),
)

naive_suggests_zero_eps_impossible = Claim(
    id="gdp_bridge/section-3/naive-suggests-zero-eps-impossible",
    where="Section 3",
    kind="ordering",
    tier="prose",
    states="The inverted trade-off functions of SGD and ICEA suggest (0,delta)-DP cannot be achieved by any parameter.",
    reading="For every delta < 1 (and < B) the noise sigma, or the number of messages m, that the trade-off equation asks for"
    " grows beyond all bounds as eps -> 0.",
    holds=All(
        Limit(A / eps * sqrt(log(B / delta)), eps, 0, oo),
        Limit(10 * log(n / (eps * delta)), eps, 0, oo),
    ),
    on=Region(A=POSITIVE, B=Interval(1, oo), n=FACTOR, delta=UNIT),
)

zero_eps_achievable = Claim(
    id="gdp_bridge/section-3/zero-eps-achievable",
    where="Section 3",
    kind="ordering",
    tier="prose",
    states="In fact, by Theorem 2.1, (0,delta)-DP with delta<1 is achieved.",
    reading="From any guarantee (eps_0, delta_0) with delta_0 < 1, E_0 = e^eps_0: the delta of Theorem 2.1 at eps = 0 is less"
    " than 1, and is enough for the chances p, q of any event.",
    holds=All(
        Rel(delta_0 + (1 - delta_0) * (E_0 - 1) / (1 + E_0), "<", 1),
        Implies(All(Rel(E_0, "<=", 1), event, Rel(delta, ">=", delta_0)), Rel(p, "<=", q + delta)),
        Implies(
            All(Rel(E_0, ">", 1), event, complement, Rel(delta, ">=", delta_0 + (1 - delta_0) * (E_0 - 1) / (1 + E_0))),
            Rel(p, "<=", q + delta),
        ),
    ),
    on=Region(p=CHANCE, q=CHANCE, delta=CHANCE, E_0=FACTOR, delta_0=Interval.ropen(0, 1)),
    assumes=("one-event",),
)

refined_naive_differ_near_zero = Claim(
    id="gdp_bridge/section-3/refined-naive-differ-near-zero",
    where="Section 3",
    kind="ordering",
    tier="prose",
    states="Refined and naive profiles take notably different values around eps=0.",
    reading="SGD for eps up to 1/4; the refined value is at most what the guarantee at 6/5 implies. (For ICEA the naive value"
    " exceeds 1 there, which any delta < 1 improves.)",
    holds=All(
        Measure(
            sgd_naive(eps) - implied(Rational(6, 5), sgd_naive(Rational(6, 5)), eps),
            of="the naive less the refined delta of SGD",
            how="at least",
        ),
        Rel(implied(Rational(23, 20), icea_naive(Rational(23, 20)), eps), "<", 1),
    ),
    on=Region(eps=Interval(0, "1/4")),
    assumes=("one-event",),
)
