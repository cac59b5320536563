"""From the ROC curve back to (eps, delta)-DP: the tangent of slope e^eps and its intercept.

Main results: the intercept is the privacy profile, so Lemma 4 is right; its printed proof is not (the ordinate of the point
of contact is taken for the intercept).
Source: section 3.3, corollary 4, lemma 4, eqs. 19 to 21.
"""

from dplemma.formulas import gaussian
from dplemma.lang.words import *

eps, delta, psi, x, t, y, Delta, sigma, kappa = variables("eps delta psi x t y Delta sigma kappa")
p, q, u, v, s, y_2, X = variables("p q u v s y_2 X")

PROFILE = Region(eps=NONNEGATIVE, psi=POSITIVE)
GUARANTEE = Region(eps=NONNEGATIVE, psi=POSITIVE, delta=Interval(0, 1))

roc = gaussian.roc(x, psi)
slope = diff(roc, x)
is_dp = Rel(gaussian.delta(eps, psi), "<=", delta)
contact = Phi(-psi / 2 - eps / psi)  # where the tangent of slope e^eps touches
intercept = roc.subs(x, contact) - slope.subs(x, contact) * contact

binary = Mechanism.binary(p, q)
corollary_4 = Claim(
    id="sensitivity_index/corollary-4",
    where="Corollary 4, eq. 19", kind="inequality",
    states="For any classifier on the outputs of an (eps,delta)-DP mechanism: TPR <= e^eps FPR + delta.",
    reading="A mechanism with two outputs, tight delta; the classifier answers D with chance u on the first output "
    "and v on the second (u, v in {0, 1} if it is deterministic).",
    lhs=u * p + v * (1 - p), rel="<=", rhs=exp(eps) * (u * q + v * (1 - q)) + binary.hockey_stick(eps),
    on=Region(p=Interval(0, 1), q=Interval(0, 1), u=Interval(0, 1), v=Interval(0, 1), eps=NONNEGATIVE),
    mechanism=binary,
    assumes=("hockey-stick", "one-event"),
)  # fmt: skip

lemma_4 = Claim(
    id="sensitivity_index/lemma-4",
    where="Lemma 4",
    kind="inequality",
    states="The tangent with slope e^eps to the graph of the ROC curve R has intercept at most delta (M being (eps,delta)-DP).",
    reading="The tangent touches at x = Phi(-psi/2 - eps/psi), where the slope is e^eps.",
    holds=Implies(is_dp, All(Rel(slope.subs(x, contact), "=", exp(eps)), Rel(intercept, "<=", delta))),
    on=GUARANTEE,
    assumes=("hockey-stick", "neyman-pearson", "gaussian-one-dimension"),
)

lemma_4_proof_monotone = Claim(
    id="sensitivity_index/lemma-4/proof-monotone",
    where="Lemma 4 proof, first sentence",
    kind="proof-step",
    states="R, being strictly monotonically increasing, is amenable to the Legendre-Fenchel transformation.",
    reading="Amenable: the transform exists. R increases from 0 to 1 on [0, 1], so t y - R(y) lies between -1 and t, and its "
    "infimum (and supremum) over y is a number, for every slope t >= 0. (That the infimum is found at the one point of "
    "slope t, which the proof uses next, does not follow from R being increasing; it does from R being strictly concave: the "
    "sharpened form.)",
    holds=All(
        Monotone(gaussian.roc(y, psi), y, "increasing"),
        Chain(-1, "<=", t * y - gaussian.roc(y, psi), "<=", t),
    ),
    on=Region(psi=POSITIVE, y=UNIT, t=NONNEGATIVE),
    sharpen=sharpened(
        kind="monotonicity",
        states="R is strictly concave (its slope is strictly decreasing), so each slope belongs to one point and "
        "the concave conjugate is found there.",
        holds=Monotone(slope, x, "decreasing"),
        on=Region(psi=POSITIVE, x=UNIT),
    ),
)

stationary_value = t * Phi(-psi / 2 - log(t) / psi) - Phi(psi / 2 - log(t) / psi)
eq_20 = Claim(
    id="sensitivity_index/eq-20",
    where="Lemma 4 proof, eq. 20",
    kind="definition",
    states="With R* the convex conjugate of R: R*(t) = t y - R(y).",
    reading="R is concave, so the conjugate meant is the concave one, an infimum; the text calls it convex.",
    holds=Obligations(
        is_the_infimum=Rel(stationary_value, "<=", t * y - gaussian.roc(y, psi)),
        on_the_graph=Rel(gaussian.roc(Phi(-psi / 2 - log(t) / psi), psi), "=", Phi(psi / 2 - log(t) / psi)),
    ),
    on=Region(t=POSITIVE, y=UNIT, psi=POSITIVE),
    as_extracted=Extracted(
        Obligations(is_the_supremum=Rel(t * y_2 - gaussian.roc(y_2, psi), "<=", stationary_value)),
        on=Region(t=POSITIVE, y_2=UNIT, psi=POSITIVE),
        why="R is concave, so the stationary point gives the infimum of t y - R(y), the concave conjugate; the convex "
        "conjugate is a supremum, approached at the ends.",
    ),
)

m = -(Delta**2 + 2 * sigma**2 * log(y)) / (2 * Delta * sigma)
SCALES = Region(Delta=POSITIVE, sigma=POSITIVE, y=POSITIVE)
stationary = diff(t * y - gaussian.roc(t, Delta / sigma), t)
eq_21 = Claim(
    id="sensitivity_index/eq-21",
    where="Lemma 4 proof, eq. 21", kind="proof-step",
    states="dR*/dt = 0 is satisfied when t = Phi(m), m = -(Delta^2 + 2 sigma^2 log(y))/(2 Delta sigma).",
    reading="From here on the proof uses y for the slope and t for the abscissa, so the function differentiated in "
    "t is t y - R(t); with the letters of eq. 20 the derivative in t would be y and never vanish.",
    lhs=stationary.subs(t, Phi(m)), rel="=", rhs=0,
    on=SCALES,
)  # fmt: skip

lemma_4_proof_chain = Claim(
    id="sensitivity_index/lemma-4/proof-chain",
    where="Lemma 4 proof, chain after eq. 21", kind="proof-step",
    states="R(t) = Phi(Delta/sigma + m) = Phi(Delta/sigma - (Delta^2+2 sigma^2 log y)/(2 Delta sigma)) = "
    "Phi(Delta/(2 sigma) - sigma log(y)/Delta).",
    holds=Chain(
        gaussian.roc(Phi(m), Delta / sigma), "=", Phi(Delta / sigma + m), "=",
        Phi(Delta / sigma - (Delta**2 + 2 * sigma**2 * log(y)) / (2 * Delta * sigma)), "=",
        Phi(Delta / (2 * sigma) - sigma * log(y) / Delta),
    ),
    on=SCALES,
)  # fmt: skip

touching = Phi(Delta / (2 * sigma) - sigma * log(exp(eps)) / Delta)
lemma_4_proof_slope_substitution = Claim(
    id="sensitivity_index/lemma-4/proof-slope-substitution",
    where="Lemma 4 proof, last display",
    kind="proof-step",
    states="When t = e^eps: R(t)|_{t=e^eps} = Phi(Delta/(2 sigma) - sigma log(e^eps)/Delta) = Phi(psi/2 - eps/psi).",
    reading="R at the point where its slope is e^eps; the text writes t for the slope here and for the abscissa before.",
    holds=Chain(
        gaussian.roc(Phi(m.subs(y, exp(eps))), Delta / sigma),
        "=",
        touching,
        "=",
        Phi((Delta / sigma) / 2 - eps / (Delta / sigma)),
    ),
    on=Region(Delta=POSITIVE, sigma=POSITIVE, eps=NONNEGATIVE),
    as_extracted=Extracted(
        Chain(
            gaussian.roc(exp(eps), Delta / sigma),
            "=",
            touching,
            "=",
            Phi((Delta / sigma) / 2 - eps / (Delta / sigma)),
        ),
        why="It is the slope y that equals e^eps, not the abscissa t: R(e^eps) does not exist, its argument is not in (0, 1).",
    ),
)

lemma_4_proof_final_inequality = Claim(
    id="sensitivity_index/lemma-4/proof-final-inequality",
    where="Lemma 4 proof, last line",
    kind="proof-step",
    states="The tangent's intercept is R(t) = Phi(psi/2 - eps/psi) <= delta.",
    reading="M is (eps, delta)-DP by hypothesis.",
    holds=Implies(is_dp, All(Rel(intercept, "=", Phi(psi / 2 - eps / psi)), Rel(Phi(psi / 2 - eps / psi), "<=", delta))),
    on=GUARANTEE,
    why="R(t) is the ordinate of the point of contact; the intercept is R(t) - e^eps t, smaller by e^eps Phi(-psi/2 - eps/psi).",
    harm="proof",
    assumes=("hockey-stick", "gaussian-one-dimension"),
    amend=amended(
        states="The tangent's intercept is R(t) - e^eps t = Phi(psi/2 - eps/psi) - e^eps Phi(-psi/2 - eps/psi) <= delta.",
        holds=Implies(is_dp, All(Rel(intercept, "=", gaussian.delta(eps, psi)), Rel(intercept, "<=", delta))),
        on=GUARANTEE,
        assumes=("hockey-stick", "gaussian-one-dimension"),
    ),
)

# The reflection about y = 1 - x takes (X, Y) to (1 - Y, 1 - X).
lower_contact = Phi(eps / psi - psi / 2)
on_upper = exp(eps) * X + gaussian.delta(eps, psi)
on_lower = exp(-eps) * ((1 - on_upper) - lower_contact) + roc.subs(x, lower_contact)
lemma_4_reflection = Claim(
    id="sensitivity_index/lemma-4/reflection",
    where="Text after Lemma 4",
    kind="identity",
    states="The tangent of slope e^{-eps} is the tangent of slope e^{eps} reflected about the diagonal y = -x + 1.",
    reading="X is the abscissa of a point of the tangent of slope e^eps; its mirror image lies on the tangent of "
    "slope e^(-eps), which touches at x = Phi(eps/psi - psi/2).",
    holds=All(
        Rel(slope.subs(x, lower_contact), "=", exp(-eps)),
        Rel(on_lower, "=", 1 - X),
    ),
    on=Region(eps=NONNEGATIVE, psi=POSITIVE, X=REAL),
)

envelope_slope = -(psi**2) / 2 - psi * PhiInv(x)
lemma_4_envelope = Claim(
    id="sensitivity_index/lemma-4/envelope",
    where="Text after Lemma 4",
    kind="identity",
    states="The infinite set of tangent line pairs (slopes e^{eps}, e^{-eps}) draws the boundary of the ROC curve.",
    reading="s runs over the logarithms of all slopes, eps and -eps together: every tangent lies above the curve, "
    "and at each x one of them touches.",
    holds=All(
        Rel(roc, "<=", exp(s) * x + gaussian.delta(s, psi)),
        Rel(roc, "=", exp(envelope_slope) * x + gaussian.delta(envelope_slope, psi)),
    ),
    on=Region(psi=POSITIVE, x=UNIT, s=REAL),
)

failed = Mechanism([kappa, 1 - kappa], [0, 1])
fig_5_failed_mechanism = Claim(
    id="sensitivity_index/fig-5/failed-mechanism",
    where="Figure 5 and text",
    kind="definition",
    states="A failed mechanism has a (fictitious) ROC curve meeting the y-axis at (0,kappa), kappa > 0: TPR kappa at FPR 0.",
    reading="Exhibited by two outputs: the first has chance kappa on D and 0 on D'. Its curve meets the axis at "
    "kappa, it is (eps, kappa)-DP for every eps and no better; the Gaussian curve starts at the origin.",
    holds=Obligations(
        true_positive_rate=Rel(failed.P[0], ">", failed.Q[0]),
        delta_is_kappa=Rel(failed.hockey_stick(eps), "=", kappa),
        gaussian_does_not_fail=Limit(roc, x, 0, 0),
    ),
    on=Region(kappa=Interval.lopen(0, 1), eps=NONNEGATIVE, psi=POSITIVE),
    mechanism=failed,
)
