"""Figure 6: which order is best where, and how close the conversions come to the privacy profile.

Main results: order 2 is best only for psi above 3.4 (standard) or 3.3 (improved); order 6 comes within 8.1 % (measured).
Source: Figure 6 and its caption.
"""

from dplemma.formulas import gaussian
from dplemma.lang.words import *
from dplemma.papers.sensitivity_index.conversion import FIGURE_DELTA, best_standard, exact, improved, standard

alpha, psi, psi_low = variables("alpha psi psi_low")


fig_6_optimal_alpha_2 = Claim(
    id="sensitivity_index/fig-6/optimal-alpha-2",
    where="Figure 6 (A)",
    kind="number",
    states="High-psi regime: the optimal alpha is 2 (delta=1e-5).",
    reading="The caption names no bound for its high-psi regime; decided is from where on 2 is the best integer order: psi >= "
    "sqrt(log(1/delta)) = 3.393 for the standard conversion, psi >= sqrt(log(27/(64 delta))) = 3.263 for the improved "
    "one; just above psi = 3 it is still 3.",
    holds=All(
        Implies(Rel(psi**2, ">=", log(1 / FIGURE_DELTA)), Rel(standard(2, psi), "<=", standard(alpha, psi))),
        Implies(Rel(psi**2, ">=", log(Rational(27, 64) / FIGURE_DELTA)), Rel(improved(2, psi), "<=", improved(alpha, psi))),
        Implies(Rel(psi**2, "<", log(1 / FIGURE_DELTA)), Rel(standard(3, psi), "<", standard(2, psi))),
        Implies(Rel(psi**2, "<", log(Rational(27, 64) / FIGURE_DELTA)), Rel(improved(3, psi), "<", improved(2, psi))),
    ),
    on=Region(psi=Interval.lopen(3, 6), alpha=Interval.integers(2, 64)),
)

fig_6_alpha_6 = Claim(
    id="sensitivity_index/fig-6/alpha-6",
    where="Figure 6 (B)",
    kind="number",
    states="Low-psi regime: alpha = 6 gives the better approximation, which almost perfectly matches the profile "
    "within a narrow interval.",
    reading="At psi = 1 the best order of the standard conversion rounds to 6, and order 6 beats order 2. Almost perfectly is "
    "measured: how far the improved conversion of order 6 is above the profile's eps at psi = 0.9, where it comes closest.",
    holds=All(
        Number(ArgMin(standard(alpha, 1), (alpha, 1, 64)), Printed("6")),
        Rel(improved(6, psi), "<", improved(2, psi)),
        Measure(
            improved(6, psi),
            relative_to=exact(psi),
            of="how far the conversion is above the profile's eps",
            percent=True,
            at=({"psi": "0.9"},),
        ),
    ),
    on=Region(psi=Interval("0.8", 1)),
)

NEAR_ZERO = Region(psi_low=Interval.lopen(0, "0.1"), psi=Interval("1/2", 1))
fig_6_error_psi_to_zero = Claim(
    id="sensitivity_index/fig-6/error-psi-to-zero",
    where="Figure 6 caption; Section 5",
    kind="limit",
    states="The conversion error of the RDP methods increases when psi -> 0.",
    reading="At the fixed order 6 of panel B: the error of the standard conversion is above 3/2 at any psi up to 0.1 and below "
    "3/2 at any psi in [1/2, 1], that of the improved one above and below 1, because the conversions tend to about "
    "log(1/delta)/5 while the profile's eps tends to 0. (The profile's eps is below a number where delta there is below 1e-5. "
    "At the best order the error decreases.)",
    holds=All(
        Rel(gaussian.delta(standard(6, psi_low) - Rational(3, 2), psi_low), "<", FIGURE_DELTA),
        Rel(gaussian.delta(standard(6, psi) - Rational(3, 2), psi), ">", FIGURE_DELTA),
        Rel(gaussian.delta(improved(6, psi_low) - 1, psi_low), "<", FIGURE_DELTA),
        Rel(gaussian.delta(improved(6, psi) - 1, psi), ">", FIGURE_DELTA),
        Limit(standard(6, psi), psi, 0, log(1 / FIGURE_DELTA) / 5),
        Limit(improved(6, psi), psi, 0, log(Rational(5, 6)) - (log(FIGURE_DELTA) + log(6)) / 5),
    ),
    on=NEAR_ZERO,
)

fig_6_error_reason = Claim(
    id="sensitivity_index/fig-6/error-reason",
    where="Figure 6 caption; Section 5",
    kind="proof-step",
    states="The increase in error as psi -> 0 is due to the different definition ranges (RDP conversions do not "
    "apply when delta = 0).",
    reading="If the ranges of definition were the reason, the error would not increase at a delta that both "
    "conversions admit; the figure has delta = 1e-5 throughout.",
    holds=Inference(
        premises=(Rel(FIGURE_DELTA, ">", 0), Rel(FIGURE_DELTA, "<", 1)),
        conclusion=Rel(standard(6, psi_low) - exact(psi_low), "<=", standard(6, psi) - exact(psi)),
        model="delta = 1e-5, order 6",
    ),
    on=NEAR_ZERO,
    why="delta is fixed at 1e-5 and never 0. The error stays because the order is fixed: the term "
    "log(1/delta)/(alpha - 1) does not shrink with psi; with a free order it does.",
    harm="proof",
    amend=amended(
        states="The error at psi -> 0 is due to the fixed order: at the order 1 + sqrt(2 log(1/delta))/psi the "
        "standard conversion tends to 0 at the same delta, and its error with it (orders up to 64 reach that order "
        "for psi >= 0.077).",
        reading="The eps of the profile is below best_standard, as the profile there is below delta.",
        holds=All(
            Rel(gaussian.delta(best_standard(psi), psi), "<", FIGURE_DELTA),
            Limit(best_standard(psi), psi, 0, 0),
            Rel(standard(1 + sqrt(2 * log(1 / FIGURE_DELTA)) / psi, psi), "=", best_standard(psi)),
        ),
        on=Region(psi=POSITIVE),
    ),
)
