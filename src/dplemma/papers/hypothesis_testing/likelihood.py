"""The likelihood ratio of the Laplace mechanism, and the threshold on it that matches a threshold on the output.

Main results: the outer branches of eq. 7 are those of Q(D) = Q(D') + Delta Q; eq. 8 holds between the two answers, as the
text says of lambda.
Source: section 4.1.2, proof of Theorem 3, eqs. 7 and 8.
"""

from dplemma.lang.words import *
from dplemma.papers.hypothesis_testing.decision_rule import *

share, lam, log_lambda = variables("share lam log_lambda")
OUTPUT = Region(**NEIGHBOURS, o=REAL, such_that=WITHIN_SENSITIVITY)

eq_7_upper_lower_branches = Claim(
    id="hypothesis_testing/eq-7/upper-lower-branches",
    where="eq. 7, first and third branch",
    kind="identity",
    states="Lambda(o) = exp(eps) for o>Q(D) and exp(-eps) for o<Q(D').",
    reading="The answers are as far apart as the sensitivity, Q(D) = Q(D') + Delta Q, the worst case that the proof of Theorem 5 "
    "writes down and the section uses throughout. q_0 is Q(D'). (For closer answers the ratio is exp(eps gap/Delta Q) at most.)",
    holds=All(
        Implies(Rel(o, ">", q_0 + Delta), Rel(likelihood_ratio.subs(gap, Delta), "=", exp(eps))),
        Implies(Rel(o, "<", q_0), Rel(likelihood_ratio.subs(gap, Delta), "=", exp(-eps))),
    ),
    on=Region(eps=POSITIVE, Delta=POSITIVE, q_0=REAL, o=REAL),
)

eq_7_middle_branch = Claim(
    id="hypothesis_testing/eq-7/middle-branch",
    where="eq. 7, second branch", kind="identity",
    states="Lambda(o) = exp((2o-Q(D)-Q(D'))eps/Delta Q) for o in [Q(D'),Q(D)].",
    reading=ANSWERS,
    holds=Implies(All(Rel(o, ">=", q_0), Rel(o, "<=", q)), Rel(likelihood_ratio, "=", middle)),
    on=OUTPUT,
)  # fmt: skip

ratio_of_share = likelihood_ratio.subs(gap, share * Delta)
theorem_3_proof_lambda_range = Claim(
    id="hypothesis_testing/theorem-3/proof/lambda-range",
    where="Theorem 3 proof", kind="inequality",
    states="exp(-eps) <= Lambda(o) <= exp(eps), so it suffices to choose lambda in [exp(-eps),exp(eps)].",
    reading=f"{ANSWERS} The gap is written share Delta with share in [0, 1]. It suffices: with a smaller threshold every output "
    "decides h1, with a greater one none does.",
    holds=All(
        Chain(exp(-eps), "<=", ratio_of_share, "<=", exp(eps)),
        Implies(Rel(log_lambda, "<", -eps), Rel(exp(log_lambda), "<=", ratio_of_share)),
        Implies(Rel(log_lambda, ">", eps), Chain(ratio_of_share, "<=", exp(eps), "<", exp(log_lambda))),
    ),
    on=Region(
        **MODEL, share=Interval(0, 1), o=REAL, log_lambda=REAL,
        points=[{"eps": 1, "Delta": 1, "q_0": 0, "share": 1, "o": 2, "log_lambda": "1.01"}],
    ),
)  # fmt: skip

theorem_3_proof_lambda_to_o = Claim(
    id="hypothesis_testing/theorem-3/proof/lambda-to-o",
    where="Theorem 3 proof", kind="equivalence",
    states="e^{(2o-Q(D)-Q(D'))eps/Delta Q} >= lambda iff o >= (Delta Q log lambda)/(2 eps) + (Q(D)+Q(D'))/2.",
    reading=ANSWERS,
    holds=Iff(Rel(middle, ">=", lam), Rel(o, ">=", Delta * log(lam) / (2 * eps) + (q + q_0) / 2)),
    on=Region(
        **NEIGHBOURS, o=REAL, lam=POSITIVE,
        such_that=(WITHIN_SENSITIVITY, Rel(lam, ">=", exp(-eps)), Rel(lam, "<=", exp(eps))),
    ),
)  # fmt: skip

BETWEEN_ANSWERS = (WITHIN_SENSITIVITY, Rel(theta, ">=", q_0), Rel(theta, "<=", q))
eq_8 = Claim(
    id="hypothesis_testing/eq-8",
    where="eq. 8", kind="identity",
    states="LR threshold from the output threshold: lambda = exp((2 theta - Q(D) - Q(D'))eps/Delta Q).",
    reading=f"{ANSWERS} The sentences before it choose lambda between the least and the greatest ratio: theta then lies between "
    "the two answers. lambda is the ratio at theta; outputs above theta have a ratio of at least lambda, outputs below it one of "
    "at most lambda, and a smaller one if theta > Q(D') (at theta = Q(D') the ratio of every lower output ties with lambda). "
    "What becomes of other theta: section-4.1.5/eq-6-equivalent-to-lambda-rule.",
    holds=All(
        Rel(likelihood_ratio.subs(o, theta), "=", lambda_of_theta),
        Implies(Rel(o, ">=", theta), Rel(likelihood_ratio, ">=", lambda_of_theta)),
        Implies(Rel(o, "<", theta), Rel(likelihood_ratio, "<=", lambda_of_theta)),
        Implies(All(Rel(theta, ">", q_0), Rel(o, "<", theta)), Rel(likelihood_ratio, "<", lambda_of_theta)),
    ),
    on=Region(**NEIGHBOURS, o=REAL, theta=REAL, such_that=BETWEEN_ANSWERS),
)  # fmt: skip
