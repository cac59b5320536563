"""Plausible deniability: the threshold on the likelihood ratio as a function of the false alarm rate.

Main results: eqs. 6 and 8 give e^-eps/(4 alpha^2) up to alpha = 1/2, and 4 (1 - alpha)^2 e^-eps beyond, where the
reciprocal of the square is printed.
Source: section 4.1.5.
"""

from dplemma.lang.words import *
from dplemma.papers.hypothesis_testing.decision_rule import *

WORST = (
    "q_0 is Q(D'), Delta the sensitivity; Q(D) = Q(D') + Delta, the worst case that the proof of Theorem 5 supposes (for a "
    "smaller gap eps gap/Delta takes the place of eps)."
)
lambda_worst, ratio_worst = (expr.subs(gap, Delta) for expr in (lambda_of_theta, likelihood_ratio))
lambda_high = 4 * (1 - alpha) ** 2 * exp(-eps)

section_4_1_5_lambda_lower = Claim(
    id="hypothesis_testing/section-4.1.5/lambda-lower",
    where="Section 4.1.5", kind="identity", tier="prose",
    states="Combining eqs. 6 and 8: lambda = e^{-eps}/(4 alpha^2) for alpha in [0,0.5].",
    reading=f"{WORST} Eq. 8 at the threshold of eq. 6; at alpha = 0 both are infinite. For alpha < e^-eps/2 this lambda exceeds "
    "every value of the likelihood ratio (see eq-6-equivalent-to-lambda-rule).",
    lhs=lambda_worst.subs(theta, threshold_low), rel="=", rhs=exp(-eps) / (4 * alpha**2),
    on=Region(**MODEL, alpha=Interval.lopen(0, "1/2")),
)  # fmt: skip

section_4_1_5_lambda_upper = Claim(
    id="hypothesis_testing/section-4.1.5/lambda-upper",
    where="Section 4.1.5", kind="identity", tier="prose",
    states="lambda = e^{-eps}/(4(1-alpha)^2) for alpha in (0.5,1].",
    reading=f"{WORST} Eq. 8 at the threshold of eq. 6; at alpha = 1 theta = -infinity and lambda = 0.",
    lhs=lambda_worst.subs(theta, threshold_high), rel="=", rhs=exp(-eps) / (4 * (1 - alpha) ** 2),
    on=Region(**MODEL, alpha=Interval.open("1/2", 1)),
    why="Reciprocal: the second branch of eq. 6 has no minus sign, so 4(1-alpha)^2 belongs to the numerator; the printed "
    "lambda grows with alpha, though a laxer false alarm rate needs a lower threshold.",
    harm="wrong",
    amend=amended(
        tier="prose",
        states="lambda = 4(1-alpha)^2 e^{-eps} for alpha in (0.5,1]; it is below every value of the likelihood ratio.",
        reading=f"{WORST} Eq. 8 at the threshold of eq. 6; at alpha = 1 theta = -infinity and lambda = 0. Below every "
        "value: below e^-eps, the least value of the ratio of eq. 7 at any output o; h1 is always decided.",
        holds=All(
            Rel(lambda_worst.subs(theta, threshold_high), "=", lambda_high),
            Chain(lambda_high, "<", exp(-eps), "<=", ratio_worst),
        ),
        on=Region(**MODEL, alpha=Interval.open("1/2", 1), o=REAL),
    ),
)  # fmt: skip
