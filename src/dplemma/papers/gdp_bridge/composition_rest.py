"""50-fold composition of 0.2-DP algorithms: what section 5.2 says beside its numbers.

Main results: a composition is no (eps, delta) pair; sqrt(50) mu; basic, RDP and the central limit; 1.420-GDP.
Source: section 5.2.
"""

from dplemma.formulas import pure
from dplemma.lang.words import *
from dplemma.papers.gdp_bridge.composition import CORNERS, EACH, FOLDS, enough, too_little

eps, delta, mu, k, s = variables("eps delta mu k s")
p, q, E, E_1, delta_1, i, lies = variables("p q E E_1 delta_1 i l")
TOTAL = FOLDS * EACH

sharp_p_hard = Claim(
    id="gdp_bridge/section-5-2/sharp-p-hard",
    where="Section 5.2", kind="ordering", tier="prose",
    states="Exact composition is intrinsically (#P-)hard.",
    not_formalised="A citation of [29] on the complexity class of the composition of different (eps_i, delta_i); a reduction "
    "between counting problems is no statement about real numbers, and the paper gives none.",
)  # fmt: skip

# Two answers of randomised response, each false with chance p: none false, one false, both false.
twice = Mechanism([(1 - p) ** 2, 2 * p * (1 - p), p**2], [p**2, 2 * p * (1 - p), (1 - p) ** 2])
odds = (1 - p) / p


def pair_profile(at):
    """Profile of the (log E_1, delta_1)-DP condition at e^eps, by Theorem 2.1."""
    return delta_1 + (1 - delta_1) * Max(E_1 - at, 0) / (1 + E_1)


composition_not_two_parameter = Claim(
    id="gdp_bridge/section-5-2/composition-not-two-parameter",
    where="Section 5.2", kind="ordering", tier="prose",
    states="The composition of two (eps,delta)-DP algorithms cannot be characterised within (eps,delta)-DP (two parameters).",
    reading="Twice randomised response, which lies with chance p < 1/2 and so has e^eps_0 = (1-p)/p, has the profile "
    "((1-p)^2 - E p^2)^+ at E = e^eps >= 1. No pair (log E_1, delta_1) has it (Theorem 2.1): at E = ((1-p)/p)^2, where it "
    "is 0, the pair needs delta_1 = 0; then at E = 1 it needs E_1 = (1-p)/p; but that pair has 0 at E = (1-p)/p, where the "
    "composition needs a positive delta.",
    holds=All(
        Implies(Rel(E * p**2, "<=", (1 - p) ** 2), Rel(twice.hockey_stick(log(E)), "=", (1 - p) ** 2 - E * p**2)),
        Implies(Rel(pair_profile(odds**2), "<=", 0), Rel(delta_1, "<=", 0)),
        Implies(Rel(E_1 - 1, "=", ((1 - p) ** 2 - p**2) * (E_1 + 1)), Rel(p * E_1, "=", 1 - p)),
        Rel((1 - p) ** 2 - odds * p**2, ">", 0),
    ),
    on=Region(E=Interval(1, oo), p=Interval.open(0, "1/2"), E_1=Interval(1, oo), delta_1=Interval.ropen(0, 1)),
    assumes=("hockey-stick",),
)  # fmt: skip

# The loss of randomised response is +eps with chance e^eps/(1 + e^eps), else -eps.
scaled = s / sqrt(k)
mean_loss = scaled * (exp(scaled) - 1) / (exp(scaled) + 1)
clt_proper_scaling = Claim(
    id="gdp_bridge/section-5-2/clt-proper-scaling",
    where="Section 5.2", kind="limit", tier="prose",
    states="For all hypothesis-testing definitions with proper scaling the composition converges to GDP.",
    reading="For the definition that the section composes, eps-DP: its worst case is randomised response, and proper scaling is "
    "eps = s/sqrt(k). Of the loss, eps or -eps, k times the first, second and third absolute moment tend to s^2/2, s^2 and 0, "
    "so the composition tends to s-GDP (composition-central-limit). That randomised response is the worst case of a "
    "composition too is composition-domination.",
    holds=All(
        Limit(k * mean_loss, k, oo, s**2 / 2),
        Rel(k * scaled**2, "=", s**2),
        Limit(k * scaled**3, k, oo, 0),
    ),
    on=Region(s=POSITIVE, k=POSITIVE),
    assumes=("composition-domination", "composition-central-limit"),
)  # fmt: skip

basic_10_dp = Claim(
    id="gdp_bridge/section-5-2/basic-10-dp",
    where="Section 5.2", kind="number",
    states="Basic composition of 50 0.2-DP algorithms is 10-DP.",
    reading="The eps add up: the worst case of each is randomised response, fifty answers of which are 10-DP, and nothing less "
    "at delta = 0.",
    holds=All(
        Number(FOLDS * EACH, Printed("10")),
        Rel(pure.composed_delta(FOLDS, EACH, TOTAL), "=", 0),
        Rel(pure.composed_delta(FOLDS, EACH, Rational("9.999")), ">", 0),
    ),
    assumes=("one-event", "composition-domination"),
)  # fmt: skip

rdp_bound = 4 * EACH * sqrt(2 * FOLDS * log(1 / delta))
rdp_looser_than_basic = Claim(
    id="gdp_bridge/section-5-2/rdp-looser-than-basic",
    where="Section 5.2", kind="ordering", tier="prose",
    states="The bound given by Corollary 1 of the RDP paper is looser than basic composition.",
    reading="The corollary gives 4 eps sqrt(2 k log(1/delta)) for log(1/delta) >= k eps^2 = 2; basic composition gives 10 at "
    "every delta.",
    holds=Rel(rdp_bound, ">", TOTAL),
    on=Region(delta=UNIT, such_that=Rel(log(1 / delta), ">=", FOLDS * EACH**2)),
)  # fmt: skip

multiply_by_sqrt_50 = Claim(
    id="gdp_bridge/section-5-2/multiply-by-sqrt-50",
    where="Section 5.2", kind="identity", tier="prose",
    states="The 50-fold composition has mu multiplied by sqrt(50).",
    reading="Fifty outputs N(0, 1) or N(mu, 1) are one vector with means 0 or (mu, ..., mu): the length of the second is the "
    "mu of the composition. One more output takes sqrt(k) mu to sqrt(k + 1) mu. The algorithms composed are any that are mu-GDP: "
    "no test of them does better than the draws allow (composition-domination).",
    holds=All(
        Rel(sqrt(Sum(mu**2, (i, 1, FOLDS))), "=", sqrt(FOLDS) * mu),
        Rel(sqrt((sqrt(k) * mu) ** 2 + mu**2), "=", sqrt(k + 1) * mu),
    ),
    on=Region(mu=POSITIVE, k=Interval.integers(1, oo)),
    assumes=("gaussian-one-dimension", "composition-domination"),
)  # fmt: skip

as_hard_as_n_1_771 = Claim(
    id="gdp_bridge/section-5-2/as-hard-as-n-1-771",
    where="Section 5.2", kind="ordering", tier="prose",
    states="Distinguishing neighbouring datasets is then as hard as distinguishing N(0,1) from N(1.771,1).",
    reading=f"At least as hard, as GDP says. {CORNERS}",
    holds=All(*enough("1.771")),
    assumes=("one-event", "neyman-pearson", "composition-domination"),
)  # fmt: skip

# Chances of an answer of randomised response, and the channel from its answers to an output of chances p and q.
true, false = exp(EACH) / (1 + exp(EACH)), 1 / (1 + exp(EACH))
from_true, from_false = (E * p - q) / (E - 1), (E * q - p) / (E - 1)
optimal_is_ground_truth = Claim(
    id="gdp_bridge/section-5-2/optimal-is-ground-truth",
    where="Section 5.2", kind="identity", tier="prose",
    states="The exact answer comes from the optimal composition theorem: delta(eps)=sum_l C(50,l)(e^{0.2(50-l)}-e^eps e^{0.2 "
    "l})^+/(1+e^{0.2})^50 (formula implied, not printed).",
    reading="Randomised response is the worst case: an output of an algorithm with odds of at most E, of chances p and q, comes "
    "from the true answer with chance (E p - q)/(E - 1) and from the false one with (E q - p)/(E - 1), so the algorithm is the "
    "answer seen through a channel, and fifty of them are fifty answers seen through channels. C(50, l) sequences have l false "
    "answers, each with the chance below, and with l and 50 - l exchanged on the other database; the profile adds up the "
    "positive parts. A channel that depends on the answers before is what composition-domination allows.",
    holds=All(
        Implies(Rel(q, "<=", E * p), Rel(from_true, ">=", 0)),
        Implies(Rel(p, "<=", E * q), Rel(from_false, ">=", 0)),
        Rel((E * from_true + from_false) / (1 + E), "=", p),
        Rel((from_true + E * from_false) / (1 + E), "=", q),
        Rel(true ** (FOLDS - lies) * false**lies, "=", exp(EACH * (FOLDS - lies)) / (1 + exp(EACH)) ** FOLDS),
        Rel(
            Sum(binomial(FOLDS, i) * Max(0, exp(EACH * (FOLDS - i)) - exp(eps) * exp(EACH * i)), (i, 0, FOLDS))
            / (1 + exp(EACH)) ** FOLDS, "=",
            pure.composed_delta(FOLDS, EACH, eps),
        ),
    ),
    on=Region(
        eps=Interval(0, TOTAL), p=Interval(0, 1), q=Interval(0, 1), E=Interval.open(1, oo), l=Interval.integers(0, FOLDS),
    ),
    assumes=("hockey-stick", "composition-domination"),
)  # fmt: skip

is_1_420_gdp = Claim(
    id="gdp_bridge/section-5-2/is-1-420-gdp",
    where="Section 5.2", kind="ordering", tier="prose",
    states="The 50-fold composition of 0.2-DP algorithms is 1.420-GDP.",
    reading="A sufficient mu printed to three decimals: the least one is within half a unit of the last digit. (It is "
    f"1.42008, so that 1.420 as a guarantee falls short by 0.00008.) {CORNERS}",
    holds=All(*enough("1.4205"), *too_little("1.4195")),
    assumes=("one-event", "neyman-pearson", "composition-domination"),
    sharpen=sharpened(
        tier="prose",
        states="The composition is 1.4201-GDP and not 1.420-GDP.",
        holds=All(*enough("1.4201"), *too_little("1.420")),
        assumes=("one-event", "neyman-pearson", "composition-domination"),
    ),
)  # fmt: skip

clt_sqrt_2 = Claim(
    id="gdp_bridge/section-5-2/clt-sqrt-2",
    where="Section 5.2", kind="number",
    states="The central limit theorem of Dong-Roth-Su yields mu=sqrt(2) in this setting.",
    reading="For k algorithms that are (s/sqrt(k))-DP the limit is s-GDP (see clt-proper-scaling): s = sqrt(50) 0.2.",
    lhs=sqrt(FOLDS) * EACH, rel="=", rhs=sqrt(2),
    assumes=("composition-domination", "composition-central-limit"),
)  # fmt: skip
