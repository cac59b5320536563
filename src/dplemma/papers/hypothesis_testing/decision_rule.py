"""The adversary's decision rule for the Laplace mechanism: a threshold on the output.

Main results: eq. 6 and Theorem 3 hold; the false alarm rates of their proof are misprinted, and so is footnote 3.
Source: section 4.1.2, Theorem 3 and its proof, eq. 6, footnote 3.
"""

from dplemma.lang.words import *

__all__ = [
    "ANSWERS", "HALF", "MODEL", "NEIGHBOURS", "THRESHOLD", "THRESHOLD_OF_TWO", "WITHIN_SENSITIVITY", "Delta", "alpha",
    "at_or_above", "below_it", "best_at", "chance_above", "density", "eps", "falling", "follows", "gap", "lambda_of_theta",
    "likelihood_ratio", "middle", "o", "q", "q_0", "rising", "theta", "threshold_high", "threshold_low", "x",
]  # fmt: skip

eps, Delta, q_0, theta, o, x, alpha = variables("eps Delta q_0 theta o x alpha")
gap, q_1 = variables("gap q_1")
HALF = Rational(1, 2)

q = q_0 + gap  # Q(D), with q_0 = Q(D') and a gap of at most Delta, the sensitivity
ANSWERS = (
    "q_0 is Q(D'), Delta the sensitivity; Q(D) = Q(D') + gap with any gap in [0, Delta]: the text supposes Q(D) >= Q(D') only, "
    "and the sensitivity is the greatest gap of all neighbours (Definition 2)."
)
MODEL = {"eps": POSITIVE, "Delta": POSITIVE, "q_0": REAL}
NEIGHBOURS = {**MODEL, "gap": NONNEGATIVE}
WITHIN_SENSITIVITY = Rel(gap, "<=", Delta)
THRESHOLD = Region(**MODEL, theta=REAL)
THRESHOLD_OF_TWO = Region(**NEIGHBOURS, theta=REAL, such_that=WITHIN_SENSITIVITY)


def density(at: Any, mean: Any) -> Any:
    """Laplace density of scale Delta/eps around the true answer."""
    return eps / (2 * Delta) * exp(-eps * Abs(at - mean) / Delta)


def rising(mean: Any) -> Any:
    """The density below the true answer."""
    return eps / (2 * Delta) * exp(eps * (x - mean) / Delta)


def falling(mean: Any) -> Any:
    """The density above the true answer."""
    return eps / (2 * Delta) * exp(-eps * (x - mean) / Delta)


def chance_above(threshold: Any, mean: Any) -> Any:
    """Chance of an output of at least the threshold: the integral of the density, split at its kink."""
    kink = Max(threshold, mean)
    return Integral(rising(mean), (x, threshold, kink)) + Integral(falling(mean), (x, kink, oo))


likelihood_ratio = let("Lambda", density(o, q) / density(o, q_0), latex=r"\Lambda(o)")
threshold_low = let("theta_low", -Delta / eps * log(2 * alpha) + q_0, latex=r"\theta_{-}")
threshold_high = let("theta_high", Delta / eps * log(2 * (1 - alpha)) + q_0, latex=r"\theta_{+}")
middle = exp((2 * o - q - q_0) * eps / Delta)
lambda_of_theta = middle.subs(o, theta)

theorem_3_threshold_lower = Claim(
    id="hypothesis_testing/theorem-3/threshold-lower",
    where="Theorem 3, eq. 6 first branch", kind="identity",
    states="For alpha in [0,0.5]: theta = -(Delta Q/eps) log(2 alpha) + Q(D').",
    reading="q_0 is Q(D'), Delta the sensitivity. The threshold is that of false alarm rate alpha: theta >= Q(D'), and "
    "the density above theta integrates to alpha. At alpha = 0 it is +infinity: h1 is never decided.",
    holds=All(
        Rel(threshold_low, ">=", q_0),
        Rel(Integral(falling(q_0), (x, threshold_low, oo)), "=", alpha),
    ),
    on=Region(**MODEL, alpha=Interval.lopen(0, "1/2")),
)  # fmt: skip

theorem_3_threshold_upper = Claim(
    id="hypothesis_testing/theorem-3/threshold-upper",
    where="Theorem 3, eq. 6 second branch", kind="identity",
    states="For alpha in (0.5,1]: theta = (Delta Q/eps) log(2(1-alpha)) + Q(D').",
    reading="q_0 is Q(D'), Delta the sensitivity. The threshold is that of false alarm rate alpha: theta <= Q(D'), and "
    "the density above theta integrates to alpha. At alpha = 1 it is -infinity: h1 is always decided.",
    holds=All(
        Rel(threshold_high, "<=", q_0),
        Rel(
            Integral(rising(q_0), (x, threshold_high, q_0)) + Integral(falling(q_0), (x, q_0, oo)), "=", alpha,
        ),
    ),
    on=Region(**MODEL, alpha=Interval.open("1/2", 1)),
)  # fmt: skip


def best_at(multiplier: Any, *threshold: Rel) -> All:
    """Neyman and Pearson: above theta the density on D is at least the multiple of that on D', below theta at most."""
    return All(
        Implies(All(*threshold, Rel(o, ">=", theta)), Rel(likelihood_ratio, ">=", multiplier)),
        Implies(All(*threshold, Rel(o, "<=", theta)), Rel(likelihood_ratio, "<=", multiplier)),
    )


theorem_3_equivalent_to_np = Claim(
    id="hypothesis_testing/theorem-3/equivalent-to-np",
    where="Theorem 3", kind="equivalence",
    states="For Q(D)>=Q(D') the rule 'h1 iff o>=theta' with theta of eq. 6 realises the Neyman-Pearson criterion at "
    "level alpha for the Laplace mechanism.",
    reading="Q(D) = Q(D') + gap with any gap >= 0. The rule has false alarm rate alpha, and for every theta there is a "
    "multiplier that the likelihood ratio does not go below above theta and does not exceed below theta: by Neyman and "
    "Pearson no test of level alpha detects more. Where the ratio is flat other tests do as well. At alpha = 0 and 1 "
    "theta is infinite: h1 is never decided, or always (lambda = 0).",
    holds=All(
        Implies(
            Rel(alpha, "<=", HALF),
            All(Rel(threshold_low, ">=", q_0), Rel(Integral(falling(q_0), (x, threshold_low, oo)), "=", alpha)),
        ),
        Implies(
            Rel(alpha, ">", HALF),
            All(
                Rel(threshold_high, "<=", q_0),
                Rel(Integral(rising(q_0), (x, threshold_high, q_0)) + Integral(falling(q_0), (x, q_0, oo)), "=", alpha),
            ),
        ),
        best_at(exp(eps * gap / Delta), Rel(theta, ">=", q)),
        best_at(lambda_of_theta, Rel(theta, ">=", q_0), Rel(theta, "<=", q)),
        best_at(exp(-eps * gap / Delta), Rel(theta, "<=", q_0)),
    ),
    on=Region(**NEIGHBOURS, alpha=UNIT, theta=REAL, o=REAL),
    assumes=("neyman-pearson",),
)  # fmt: skip


def follows(odds, at_threshold, *, decides, otherwise):
    """What Theorem 3 promises of a rule: where it decides the first way the odds are at least those at theta, else at most."""
    return All(Implies(decides, Rel(odds, ">=", at_threshold)), Implies(otherwise, Rel(odds, "<=", at_threshold)))


at_or_above, below_it = Rel(o, ">=", theta), Rel(o, "<", theta)
at_or_below, above_it = Rel(o, "<=", theta), Rel(o, ">", theta)


# Footnote 3, the other order: Q(D) = q_1 and Q(D') = q_1 + gap.
q_2 = q_1 + gap
ratio_below = let("Lambda", density(o, q_1) / density(o, q_2), latex=r"\Lambda(o)")
ratio_at_threshold = density(theta, q_1) / density(theta, q_2)
mirrored_low = let("theta_low", Delta / eps * log(2 * alpha) + q_2, latex=r"\theta_{-}")
mirrored_high = let("theta_high", -Delta / eps * log(2 * (1 - alpha)) + q_2, latex=r"\theta_{+}")
OTHER_ORDER = {"eps": POSITIVE, "Delta": POSITIVE, "q_1": REAL, "gap": NONNEGATIVE, "o": REAL, "theta": REAL}


def best_below(multiplier: Any, *threshold: Rel) -> All:
    """The mirror image of `best_at`."""
    return All(
        Implies(All(*threshold, Rel(o, "<=", theta)), Rel(ratio_below, ">=", multiplier)),
        Implies(All(*threshold, Rel(o, ">=", theta)), Rel(ratio_below, "<=", multiplier)),
    )


theorem_3_footnote_3 = Claim(
    id="hypothesis_testing/theorem-3/footnote-3",
    where="footnote 3",
    kind="algorithm",
    states="If Q(D)<=Q(D') the decision rule is: o >= theta decides h1, otherwise h0.",
    reading="The stacked sign of the footnote is the opposite of the theorem's, which it is there to change; the text as "
    "extracted has the theorem's. Q(D) = q_1, Q(D') = q_1 + gap. What the rule promises is Theorem "
    "3's: a likelihood ratio above that of theta decides h1, one below it h0; theta lies between the answers, as "
    "beyond them the ratio is constant.",
    holds=follows(ratio_below, ratio_at_threshold, decides=at_or_below, otherwise=above_it),
    on=Region(
        **OTHER_ORDER,
        such_that=(Rel(theta, ">", q_1), Rel(theta, "<", q_2)),
        points=[{"eps": 1, "Delta": 1, "q_1": 0, "gap": 1, "o": 1, "theta": "1/2"}],
    ),
    as_extracted=Extracted(
        follows(ratio_below, ratio_at_threshold, decides=at_or_above, otherwise=below_it),
        on=Region(
            **OTHER_ORDER,
            points=[{"eps": 1, "Delta": 1, "q_1": 0, "gap": 1, "o": 1, "theta": "1/2"}],
        ),
        why="Wrong direction: if Q(D) is the smaller answer, small outputs speak for D, and the printed rule decides h1 where "
        "h0 is the likelier; it detects less than guessing at the same false alarm rate.",
    ),
    sharpen=sharpened(
        kind="equivalence",
        states="If Q(D) <= Q(D') the decision rule is: o <= theta decides h1, otherwise h0, with theta = Q(D') + (Delta Q/eps) "
        "log(2 alpha) for alpha <= 1/2 and Q(D') - (Delta Q/eps) log(2(1 - alpha)) beyond.",
        reading="Q(D) = q_1, Q(D') = q_1 + gap. The density below theta integrates to alpha, and the likelihood ratio is on the "
        "right side of a multiplier on both sides of theta, as in Theorem 3.",
        holds=All(
            Implies(
                Rel(alpha, "<=", HALF),
                All(Rel(mirrored_low, "<=", q_2), Rel(Integral(rising(q_2), (x, -oo, mirrored_low)), "=", alpha)),
            ),
            Implies(
                Rel(alpha, ">", HALF),
                All(
                    Rel(mirrored_high, ">=", q_2),
                    Rel(Integral(rising(q_2), (x, -oo, q_2)) + Integral(falling(q_2), (x, q_2, mirrored_high)), "=", alpha),
                ),
            ),
            best_below(exp(eps * gap / Delta), Rel(theta, "<=", q_1)),
            best_below(exp((2 * q_1 + gap - 2 * theta) * eps / Delta), Rel(theta, ">=", q_1), Rel(theta, "<=", q_2)),
            best_below(exp(-eps * gap / Delta), Rel(theta, ">=", q_2)),
        ),
        on=Region(**OTHER_ORDER, alpha=UNIT),
        assumes=("neyman-pearson",),
    ),
)

false_alarm = let("P_FA", chance_above(theta, q_0), latex=r"P_{\mathrm{FA}}")
theorem_3_proof_pfa_integral = Claim(
    id="hypothesis_testing/theorem-3/proof/pfa-integral",
    where="Theorem 3 proof, P_FA",
    kind="identity",
    states="P_FA = 1 - int_theta^inf P(A(D')=o) do.",
    reading="The rule o >= theta raises a false alarm above theta: the integral is that from theta on, or 1 less the integral "
    "up to theta; eq. 6, which the text derives from it, is right.",
    holds=All(
        Implies(Rel(theta, "<=", q_0), Rel(false_alarm, "=", 1 - Integral(rising(q_0), (x, -oo, theta)))),
        Implies(
            Rel(theta, ">=", q_0),
            Rel(false_alarm, "=", 1 - Integral(rising(q_0), (x, -oo, q_0)) - Integral(falling(q_0), (x, q_0, theta))),
        ),
    ),
    on=THRESHOLD,
    as_extracted=Extracted(
        Rel(false_alarm, "=", 1 - chance_above(theta, q_0)),
        why="Complement: the chance above the threshold is the false alarm rate itself, not one minus it.",
    ),
)

theorem_3_proof_pfa_below = Claim(
    id="hypothesis_testing/theorem-3/proof/pfa-below",
    where="Theorem 3 proof, P_FA",
    kind="identity",
    states="P_FA = 1 - (1/2) e^{-(theta-Q(D'))eps/Delta Q} if theta<Q(D').",
    reading="The signs of the two exponents are exchanged in the text; eq. 6, which the text derives from them, is right. "
    "P_FA is the chance that the rule o >= theta decides h1 on D'; q_0 is Q(D').",
    holds=Implies(Rel(theta, "<", q_0), Rel(false_alarm, "=", 1 - HALF * exp((theta - q_0) * eps / Delta))),
    on=THRESHOLD,
    as_extracted=Extracted(
        Implies(Rel(theta, "<", q_0), Rel(false_alarm, "=", 1 - HALF * exp(-(theta - q_0) * eps / Delta))),
        why="Wrong sign in the exponent: the printed rate falls below 0 far to the left of Q(D'). The printed expressions "
        "are those of the printed (wrong) 1 - int_theta^inf with the two cases exchanged, so they are false for the "
        "paper's own formula too.",
    ),
)

theorem_3_proof_pfa_above = Claim(
    id="hypothesis_testing/theorem-3/proof/pfa-above",
    where="Theorem 3 proof, P_FA",
    kind="identity",
    states="P_FA = (1/2) e^{(theta-Q(D'))eps/Delta Q} if theta>=Q(D').",
    reading="The signs of the two exponents are exchanged in the text; eq. 6, which the text derives from them, is right. "
    "P_FA is the chance that the rule o >= theta decides h1 on D'; q_0 is Q(D').",
    holds=Implies(Rel(theta, ">=", q_0), Rel(false_alarm, "=", HALF * exp(-(theta - q_0) * eps / Delta))),
    on=THRESHOLD,
    as_extracted=Extracted(
        Implies(Rel(theta, ">=", q_0), Rel(false_alarm, "=", HALF * exp((theta - q_0) * eps / Delta))),
        why="Wrong sign in the exponent: the printed rate grows with the threshold and exceeds 1. The printed expressions "
        "are those of the printed (wrong) 1 - int_theta^inf with the two cases exchanged, so they are false for the "
        "paper's own formula too.",
    ),
)

rate = 1 - LaplaceCDF((theta - q_0) * eps / Delta)
theorem_3_proof_alpha_theta_bijection = Claim(
    id="hypothesis_testing/theorem-3/proof/alpha-theta-bijection",
    where="Theorem 3 proof, after eq. 8", kind="equivalence",
    states="There is a one-to-one correspondence between alpha and the output threshold theta.",
    reading="The false alarm rate is strictly decreasing in theta, tends to 1 far to the left and to 0 far to the right, so "
    "alpha in (0, 1) corresponds to real theta (0 and 1 to infinite ones). Between alpha and lambda there is no such "
    "correspondence: the likelihood ratio is flat outside [Q(D'), Q(D)].",
    holds=All(
        Monotone(rate, theta, "decreasing"),
        Limit(rate, theta, -oo, 1),
        Limit(rate, theta, oo, 0),
    ),
    on=THRESHOLD,
)  # fmt: skip
