"""Plausible deniability: the threshold on the likelihood ratio as a function of the false alarm rate.

Main results: eqs. 6 and 8 give e^-eps/(4 alpha^2) up to alpha = 1/2, and 4 (1 - alpha)^2 e^-eps beyond, where the
reciprocal of the square is printed.
Source: section 4.1.5.
"""

from __future__ import annotations

from dplemma.lang import Claim, Interval, Region, amended, exp
from dplemma.papers.hypothesis_testing.decision_rule import (
    MODEL,
    WORST,
    alpha,
    eps,
    lambda_of_theta,
    theta,
    threshold_high,
    threshold_low,
)  # fmt: skip

section_4_1_5_lambda_lower = Claim(
    id="hypothesis_testing/section-4.1.5/lambda-lower",
    where="Section 4.1.5", kind="identity", tier="prose",
    states="Combining eqs. 6 and 8: lambda = e^{-eps}/(4 alpha^2) for alpha in [0,0.5].",
    reading=f"{WORST} Eq. 8 at the threshold of eq. 6; at alpha = 0 both are infinite. For alpha < e^-eps/2 this lambda exceeds "
    "every value of the likelihood ratio (see eq-8).",
    lhs=lambda_of_theta.subs(theta, threshold_low), rel="=", rhs=exp(-eps) / (4 * alpha**2),
    on=Region(**MODEL, alpha=Interval.lopen(0, "1/2")),
)  # fmt: skip

section_4_1_5_lambda_upper = Claim(
    id="hypothesis_testing/section-4.1.5/lambda-upper",
    where="Section 4.1.5", kind="identity", tier="prose",
    states="lambda = e^{-eps}/(4(1-alpha)^2) for alpha in (0.5,1].",
    reading=f"{WORST} Eq. 8 at the threshold of eq. 6.",
    lhs=lambda_of_theta.subs(theta, threshold_high), rel="=", rhs=exp(-eps) / (4 * (1 - alpha) ** 2),
    on=Region(**MODEL, alpha=Interval.open("1/2", 1)),
    why="Reciprocal: the second branch of eq. 6 has no minus sign, so 4(1-alpha)^2 belongs to the numerator; the printed "
    "lambda grows with alpha, though a laxer false alarm rate needs a lower threshold.",
    harm="wrong",
    amend=amended(
        "hypothesis_testing/section-4.1.5/lambda-upper",
        where="Section 4.1.5", kind="identity", tier="prose",
        states="lambda = 4(1-alpha)^2 e^{-eps} for alpha in (0.5,1]; it is below every value of the likelihood ratio.",
        reading=f"{WORST} Eq. 8 at the threshold of eq. 6.",
        lhs=lambda_of_theta.subs(theta, threshold_high), rel="=", rhs=4 * (1 - alpha) ** 2 * exp(-eps),
        on=Region(**MODEL, alpha=Interval.open("1/2", 1)),
    ),
)  # fmt: skip
