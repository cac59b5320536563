"""Bounded DP: the adversary tells two values of a record apart.

Main results: the same PR-relation as in the unbounded case; pairs of values that are closer are harder to tell apart.
Source: section 4.2.
"""

from dplemma.lang.words import *
from dplemma.papers.hypothesis_testing.decision_rule import Delta, eps, gap, q_0
from dplemma.papers.hypothesis_testing.pr_relation import AT_RECALL, Sf, precision_at, psi, z

q_1, Delta_1 = variables("q_1 Delta_1")


def rate(threshold: Any, mean: Any, sensitivity: Any) -> Any:
    """Chance that the Laplace mechanism answers at least the threshold."""
    return Sf((threshold - mean) * eps / sensitivity)


bounded_theta, unbounded_theta = q_1 + psi * Delta_1, q_0 + psi * Delta
same_rates = All(
    Rel(rate(bounded_theta, q_1 + Delta_1, Delta_1), "=", rate(unbounded_theta, q_0 + Delta, Delta)),
    Rel(rate(bounded_theta, q_1, Delta_1), "=", rate(unbounded_theta, q_0, Delta)),
)
TWO_CASES = {"eps": POSITIVE, "psi": REAL, "q_0": REAL, "Delta": POSITIVE, "q_1": REAL, "Delta_1": POSITIVE}
VALUES = (
    "Bounded: the answers are q_1 for d_i1 and q_1 + Delta_1 for d_i2, Delta_1 the sensitivity for a replaced record; unbounded: "
    "q_0 without the record and q_0 + Delta with it. Thresholds psi sensitivities above the lower answer have the same rates."
)

bounded_equals_unbounded_binary = Claim(
    id="hypothesis_testing/section-4.2/bounded-equals-unbounded-binary",
    where="Section 4.2", kind="identity", tier="prose",
    states="For binary records bounded DP has the same PR-relation and F_beta as unbounded DP.",
    reading=f"{VALUES} Precision, recall and F_beta are functions of the two rates.",
    holds=same_rates,
    on=Region(**TWO_CASES),
)  # fmt: skip

x_1, x_a, x_b, x_k = variables("x_1 x_a x_b x_k")
distance_below_sensitivity = Claim(
    id="hypothesis_testing/section-4.2/distance-below-sensitivity",
    where="Section 4.2", kind="inequality", tier="prose",
    states="For d_i with k ordered values, the distance between any two query results is at most Delta Q = "
    "max||Q(d_ik)-Q(d_i1)||.",
    reading="x_1 <= x_a <= x_b <= x_k are the results of the first value, of any two, and of the last one.",
    holds=Implies(
        All(Rel(x_1, "<=", x_a), Rel(x_a, "<=", x_b), Rel(x_b, "<=", x_k)), Rel(Abs(x_b - x_a), "<=", Abs(x_k - x_1)),
    ),
    on=Region(x_1=REAL, x_a=REAL, x_b=REAL, x_k=REAL),
)  # fmt: skip

closer = precision_at(Sf(z + eps * gap / Delta))
farthest = precision_at(Sf(z + eps))
CLOSER = Region(z=REAL, eps=POSITIVE, Delta=POSITIVE, gap=NONNEGATIVE, such_that=Rel(gap, "<=", Delta))
any_pair_not_worse = Claim(
    id="hypothesis_testing/section-4.2/any-pair-not-worse",
    where="Section 4.2", kind="ordering", tier="prose",
    states="The adversary's hypothesis testing between any two values of d_i is not worse than between d_i1 and d_ik.",
    reading=f"{AT_RECALL} Answers gap <= Delta Q apart have the false alarm rate Sf(z + eps gap/Delta). The sentence means `not "
    "better`: the noise is the same and the answers are closer, and the next sentence takes d_i1 and d_ik for the best case of "
    "the adversary.",
    holds=Rel(closer, "<=", farthest),
    as_extracted=Extracted(Rel(closer, ">=", farthest), why="Closer answers under the same noise are harder to tell apart."),
    on=CLOSER,
)  # fmt: skip

best_bounded_equals_unbounded = Claim(
    id="hypothesis_testing/section-4.2/best-bounded-equals-unbounded",
    where="Section 4.2", kind="identity", tier="prose",
    states="The best hypothesis testing in the bounded scenario equals that in the unbounded scenario.",
    reading=f"{VALUES} Values closer than the sensitivity have no better precision at any recall (z, as in any-pair-not-worse), "
    "so d_i1 and d_ik are the best pair.",
    holds=All(same_rates, Rel(closer, "<=", farthest)),
    on=Region(**TWO_CASES, z=REAL, gap=NONNEGATIVE, such_that=Rel(gap, "<=", Delta)),
)  # fmt: skip
