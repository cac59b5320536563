"""How often the rule o >= theta says h1: on D (red shaded region) and on D' (green shaded region), precision and recall.

Main results: the lower branches of eqs. 9 and 10 have the wrong sign in the exponent; eq. 11 is Bayes with prior 1/2.
Source: section 4.1.3, eqs. 9 to 11.
"""

from dplemma.lang.words import *
from dplemma.papers.hypothesis_testing.decision_rule import *

RSR = chance_above(theta, q)
GSR = chance_above(theta, q_0)

eq_9_upper_branch = Claim(
    id="hypothesis_testing/eq-9/upper-branch",
    where="eq. 9, first branch", kind="identity",
    states="RSR = 0.5 e^{-(theta-Q(D))eps/Delta Q} for theta >= Q(D).",
    reading=ANSWERS,
    holds=Implies(Rel(theta, ">=", q), Rel(RSR, "=", HALF * exp(-(theta - q) * eps / Delta))),
    on=THRESHOLD_OF_TWO,
)  # fmt: skip

eq_9_lower_branch = Claim(
    id="hypothesis_testing/eq-9/lower-branch",
    where="eq. 9, second branch",
    kind="identity",
    states="RSR = 1 - 0.5 e^{-(theta-Q(D))eps/Delta Q} for theta <= Q(D).",
    reading="A sign is lost in the text: the proof of Theorem 5 (1 - 0.5 e^((psi-1) eps) for psi < 1) and eq. 30 in appendix "
    "10.5.1 have it. q_0 is Q(D'), Delta the sensitivity, Q(D) = Q(D') + gap with any gap in [0, Delta].",
    holds=Implies(Rel(theta, "<=", q), Rel(RSR, "=", 1 - HALF * exp((theta - q) * eps / Delta))),
    on=THRESHOLD_OF_TWO,
    as_extracted=Extracted(
        Implies(Rel(theta, "<=", q), Rel(RSR, "=", 1 - HALF * exp(-(theta - q) * eps / Delta))),
        why="Wrong sign in the exponent: far to the left of Q(D) the printed chance is negative.",
    ),
)

eq_10_upper_branch = Claim(
    id="hypothesis_testing/eq-10/upper-branch",
    where="eq. 10, first branch", kind="identity",
    states="GSR = 0.5 e^{-(theta-Q(D'))eps/Delta Q} for theta >= Q(D').",
    reading="q_0 is Q(D').",
    holds=Implies(Rel(theta, ">=", q_0), Rel(GSR, "=", HALF * exp(-(theta - q_0) * eps / Delta))),
    on=THRESHOLD,
)  # fmt: skip

eq_10_lower_branch = Claim(
    id="hypothesis_testing/eq-10/lower-branch",
    where="eq. 10, second branch",
    kind="identity",
    states="GSR = 1 - 0.5 e^{-(theta-Q(D'))eps/Delta Q} for theta <= Q(D').",
    reading="A sign is lost in the text: the proof of Theorem 5 (1 - 0.5 e^(psi eps) for psi < 0) and eq. 30 in appendix "
    "10.5.1 have it. q_0 is Q(D').",
    holds=Implies(Rel(theta, "<=", q_0), Rel(GSR, "=", 1 - HALF * exp((theta - q_0) * eps / Delta))),
    on=THRESHOLD,
    as_extracted=Extracted(
        Implies(Rel(theta, "<=", q_0), Rel(GSR, "=", 1 - HALF * exp(-(theta - q_0) * eps / Delta))),
        why="Wrong sign in the exponent: far to the left of Q(D') the printed chance is negative.",
    ),
)

r, R, G = variables("r R G")  # P(h1), RSR = P(h1 decided | h1), GSR = P(h1 decided | h0)
# Chances of: h1 true and decided, h1 true and h0 decided, h0 true and h1 decided.
hit, miss, slip = r * R, r * (1 - R), (1 - r) * G
precision = hit / (hit + slip)
recall = hit / (hit + miss)
eq_11 = Claim(
    id="hypothesis_testing/eq-11",
    where="eq. 11", kind="identity",
    states="precision = RSR/(RSR+GSR), recall = RSR.",
    reading="By eq. 3 precision is P(h1 | h1 decided) and recall P(h1 decided | h1), for a uniform prior (text after eq. 5). "
    "R is RSR = P(h1 decided | h1), G is GSR = P(h1 decided | h0), r the prior of h1; precision and recall come from the joint "
    "chances, at r = 1/2 for precision and at any r for recall, which is RSR by the paper's own definition of both.",
    holds=All(
        Rel(precision.subs(r, HALF), "=", R / (R + G)),
        Rel(recall, "=", R),
    ),
    on=Region(r=UNIT, R=Interval.lopen(0, 1), G=Interval(0, 1)),
)  # fmt: skip
