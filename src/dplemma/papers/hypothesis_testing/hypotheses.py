"""What is tested: neighbouring databases, hypotheses, rates, plausible deniability.

Main results: the definitions do what they are for.
Source: sections 2.1, 3, 4.1.1, 4.1.3, 4.1.5, 4.2; eqs. 2, 4 and 13, Definition 4.
"""

from dplemma.lang.words import *
from dplemma.papers.hypothesis_testing.decision_rule import Delta, eps, q_0, theta
from dplemma.papers.hypothesis_testing.rates import GSR, RSR, THRESHOLD_OF_TWO, q

p_1, p_2, p_3, gamma, gamma_2, r = variables("p_1 p_2 p_3 gamma gamma_2 r")
UNBOUNDED, BOUNDED = ((1, 0), (-1, 0), (0, 1), (0, -1)), ((1, -1), (-1, 1))  # differences of the two counts
STEPS = range(-2, 3)
OTHERS = tuple((n_1, n_2) for n_1 in STEPS for n_2 in STEPS if (n_1, n_2) not in (*UNBOUNDED, *BOUNDED))


def added(n_1: Any, n_2: Any) -> Rel:
    """Unbounded neighbours: one record more or less."""
    return Rel(Abs(n_1) + Abs(n_2), "=", 1)


def exchanged(n_1: Any, n_2: Any) -> Rel:
    """Bounded neighbours: a record of one kind takes the place of one of the other."""
    return Rel(Abs(n_1 + n_2) + Abs(Abs(n_1) - 1), "=", 0)


def each(pairs: Any, says: Any) -> All:
    """For each of the pairs of differences."""
    return All(*(says(Integer(n_1), Integer(n_2)) for n_1, n_2 in pairs))


section_2_1_neighbours = Claim(
    id="hypothesis_testing/section-2.1/neighbours",
    where="Section 2.1", kind="definition", tier="prose",
    states="Unbounded neighbours differ by adding or removing a record, bounded neighbours by replacing one record.",
    reading="Databases with two kinds of records, as counts, and all differences of the counts up to 2. Unbounded neighbours: "
    "one count "
    "differs by one. Bounded ones: a record of one kind takes the place of one of the other; that is a removal and an addition.",
    holds=Obligations(
        an_addition_or_removal_changes_the_size_by_one=each(
            UNBOUNDED, lambda n_1, n_2: All(added(n_1, n_2), added(-n_1, -n_2), Rel(Abs(n_1 + n_2), "=", 1))
        ),
        a_replacement_keeps_the_size=each(BOUNDED, lambda n_1, n_2: All(exchanged(n_1, n_2), exchanged(-n_1, -n_2))),
        a_replacement_is_two_steps=each(BOUNDED, lambda n_1, n_2: All(added(n_1, 0), added(0, n_2), Not(added(n_1, n_2)))),
        an_addition_is_no_replacement=each(UNBOUNDED, lambda n_1, n_2: Not(exchanged(n_1, n_2))),
        no_others=each(OTHERS, lambda n_1, n_2: All(Not(added(n_1, n_2)), Not(exchanged(n_1, n_2)))),
    ),
)  # fmt: skip


posterior = r * p_1 / (r * p_1 + (1 - r) * p_2)  # of h_1, after an output of chances p_1 under h_1 and p_2 under h_0
two_hypotheses = Obligations(
    exactly_one_is_true=Rel(posterior + (1 - r) * p_2 / (r * p_1 + (1 - r) * p_2), "=", 1),
    decided_by_the_likelihoods=Iff(Rel(posterior, ">", r), Rel(p_1, ">", p_2)),
    can_be_told_apart=Monotone(posterior, p_1, "increasing"),
    need_not_be_told_apart=Rel(posterior.subs(p_1, p_2), "=", r),
)
TESTED = Region(r=UNIT, p_1=Interval.lopen(0, 1), p_2=Interval.lopen(0, 1))

eq_2 = Claim(
    id="hypothesis_testing/eq-2",
    where="eqs. 2 and 4", kind="definition",
    states="The adversary's hypotheses: h_0: D = D' (the record is absent), h_1: D = D (the record is present).",
    reading="The adversary knows all other records, so the database is D or D': r is the prior of D, p_1 and p_2 the chances of "
    "one output on D and D'. After every output one hypothesis or the other is true; the output speaks for h_1 exactly if it is "
    "likelier on D, the more the likelier, and for neither if the chances are the same.",
    holds=two_hypotheses,
    on=TESTED,
)  # fmt: skip

eq_13 = Claim(
    id="hypothesis_testing/eq-13",
    where="eq. 13", kind="definition",
    states="Bounded DP, binary record: h_0: d_i = d_i1, h_1: d_i = d_i2.",
    reading="The record has one of two values, so the database is one of two: r is the prior of d_i2, p_1 and p_2 the chances of "
    "one output with d_i2 and d_i1. What the hypotheses owe is as for eq. 2. (Eqs. 16 and 17 take d_i1 for the value of D, the "
    "one detected.)",
    holds=two_hypotheses,
    on=TESTED,
)  # fmt: skip

outputs = Mechanism.generic(3)
chances = tuple(zip(outputs.P, outputs.Q, strict=True))
ignored = sum((mine - Min(mine, exp(eps) * other) for mine, other in chances), Integer(0))
section_2_1_delta_ignores_outputs = Claim(
    id="hypothesis_testing/section-2.1/delta-ignores-outputs",
    where="Section 2.1", kind="equivalence", tier="prose",
    states="(eps,delta)-DP relaxes DP by ignoring noisy outputs with a certain probability controlled by delta.",
    reading="Any mechanism on three outputs. Of the chance of each output on D keep what e^eps times its chance on D' covers, "
    "and ignore the "
    "rest: (eps, delta)-DP, for this order of the databases, says that at most delta is ignored in all, and delta = 0 is eps-DP.",
    holds=All(
        Rel(outputs.hockey_stick(eps), "=", ignored),
        Iff(Rel(ignored, "<=", 0), All(*(Rel(mine, "<=", exp(eps) * other) for mine, other in chances))),
    ),
    on=Region(eps=NONNEGATIVE, such_that=outputs.such_that, **outputs.intervals),
    assumes=("hockey-stick",),
)  # fmt: skip

section_4_1_3_rsr_gsr = Claim(
    id="hypothesis_testing/section-4.1.3/rsr-gsr",
    where="Section 4.1.3", kind="definition", tier="prose",
    states="RSR = P(D^=D|h_1) = int_theta^inf P(A(D)=o) do and GSR = P(D^=D|h_0) = int_theta^inf P(A(D')=o) do.",
    reading="The rule o >= theta decides h_1; q_0 is Q(D'), Q(D) = Q(D') + gap with a gap in [0, Delta]. The densities are "
    "integrated on "
    "both sides of their kinks.",
    holds=Obligations(
        red_is_a_chance=Rel(RSR, "=", 1 - LaplaceCDF((theta - q) * eps / Delta)),
        green_is_a_chance=Rel(GSR, "=", 1 - LaplaceCDF((theta - q_0) * eps / Delta)),
        in_the_unit_interval=Member((1 - LaplaceCDF((theta - q) * eps / Delta),), (UNIT,)),
        the_right_way_round=Rel(LaplaceCDF((theta - q) * eps / Delta), "<=", LaplaceCDF((theta - q_0) * eps / Delta)),
    ),
    on=THRESHOLD_OF_TWO,
)  # fmt: skip


def plausible(first: Any, second: Any, bound: Any) -> All:
    """The ratio of two chances lies between 1/bound and bound."""
    return All(Rel(1 / bound, "<=", first / second), Rel(first / second, "<=", bound))


def plausible_all(bound: Any) -> All:
    """All pairs of the first three records."""
    return All(*(plausible(i, j, bound) for i, j in ((p_1, p_2), (p_1, p_3), (p_2, p_3))))


RECORDS = {"p_1": Interval.lopen(0, 1), "p_2": Interval.lopen(0, 1), "p_3": Interval.lopen(0, 1)}
definition_4 = Claim(
    id="hypothesis_testing/definition-4",
    where="Definition 4", kind="definition",
    states="(k,gamma)-plausible deniability (|D| > k): y = M(d_1) is releasable if there are at least k-1 distinct records "
    "d_2,..,d_k in D "
    "\\ d_1 with gamma^{-1} <= P(M(d_i)=y)/P(M(d_j)=y) <= gamma for all i, j in {1,..,k}.",
    reading="k = 3: p_1, p_2, p_3 are the chances of y on the three records, positive as the ratios need, gamma >= 1 (i = j). "
    "The bounds are "
    "on the likelihood ratio, as section 4.1.5 says; more records are more pairs of the same kind.",
    holds=Obligations(
        symmetric=Iff(plausible(p_1, p_2, gamma), plausible(p_2, p_1, gamma)),
        bounds_the_log_likelihood_ratio=Iff(plausible(p_1, p_2, gamma), Rel(Abs(log(p_1) - log(p_2)), "<=", log(gamma))),
        weaker_for_a_greater_gamma=Implies(
            All(Rel(gamma, "<=", gamma_2), plausible(p_1, p_2, gamma)), plausible(p_1, p_2, gamma_2)
        ),
        a_third_record_is_within_gamma_squared=Implies(
            All(plausible(p_1, p_2, gamma), plausible(p_2, p_3, gamma)), plausible(p_1, p_3, gamma**2)
        ),
        not_vacuous=Exists({**RECORDS, "gamma": Interval.open(1, oo)}, plausible_all(gamma)),
        not_always=Exists({**RECORDS, "gamma": Interval.open(1, oo)}, Not(plausible_all(gamma))),
    ),
    on=Region(**RECORDS, gamma=Interval(1, oo), gamma_2=Interval(1, oo)),
)  # fmt: skip
