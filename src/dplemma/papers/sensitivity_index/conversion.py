"""From psi to (eps, delta)-DP: the privacy profile against the two conversions of Rényi DP.

Main results: corollaries 11 to 13, eq. 31 (mended), what Figure 6 shows at delta = 1e-5.
Source: section 5.
"""

from dplemma.formulas import gaussian, renyi
from dplemma.lang.words import *

eps, delta, psi, x, alpha, rho, Delta, sigma, z, p, q = variables("eps delta psi x alpha rho Delta sigma z p q")
psi_low = variables("psi_low")

ORDER = Interval.open(1, oo)
FIGURE_DELTA = Rational("1e-5")


def standard(order, index, tail=FIGURE_DELTA):
    """eps of the standard conversion (eq. 29)."""
    return renyi.epsilon_standard(order, gaussian.renyi(order, index), tail)


def improved(order, index, tail=FIGURE_DELTA):
    """eps of the improved conversion (eq. 30)."""
    return renyi.epsilon_improved(order, gaussian.renyi(order, index), tail)


def exact(index):
    """eps of the privacy profile (eq. 31, mended)."""
    return gaussian.epsilon(FIGURE_DELTA, index)


def best_standard(index):
    """The standard conversion at its best order 1 + sqrt(2 log(1/delta))/psi."""
    return index**2 / 2 + index * sqrt(2 * log(1 / FIGURE_DELTA))


test_point = Phi(-psi / 2 - eps / psi)
section_5_fdp_equivalent = Claim(
    id="sensitivity_index/section-5/fdp-equivalent",
    where="Section 5, first paragraph",
    kind="equivalence",
    tier="prose",
    states="Direct conversion from psi and conversion via f-DP (psi-GDP) are equivalent.",
    reading="The conversion from f-DP takes the greatest value of 1 - G_psi(x) - e^eps x over x; it is the privacy "
    "profile, attained at x = Phi(-psi/2 - eps/psi).",
    holds=All(
        Rel(1 - gaussian.tradeoff(test_point, psi) - exp(eps) * test_point, "=", gaussian.delta(eps, psi)),
        Rel(1 - gaussian.tradeoff(x, psi) - exp(eps) * x, "<=", gaussian.delta(eps, psi)),
    ),
    on=Region(eps=NONNEGATIVE, psi=POSITIVE, x=UNIT),
)

binary = Mechanism.binary(p, q)
EVERY_ORDER = Region(alpha=ORDER, psi=POSITIVE, delta=UNIT, p=UNIT, q=UNIT)
corollary_11 = Claim(
    id="sensitivity_index/corollary-11",
    where="Corollary 11, eq. 29",
    kind="inequality",
    states="(alpha,rho)-RDP implies (rho + log(1/delta)/(alpha-1), delta)-DP, delta in (0,1); for the GM (alpha "
    "psi^2/2 + log(1/delta)/(alpha-1), delta).",
    reading="For the Gaussian mechanism by its profile; for other mechanisms on all those with two outputs, rho "
    "being their divergence: merging outputs into the event S and its complement keeps P(S) and Q(S) and cannot "
    "increase the divergence.",
    holds=All(
        Rel(gaussian.delta(standard(alpha, psi, delta), psi), "<=", delta),
        Rel(binary.hockey_stick(renyi.epsilon_standard(alpha, binary.renyi(alpha), delta)), "<=", delta),
    ),
    on=EVERY_ORDER,
    assumes=("hockey-stick", "gaussian-one-dimension", "one-event", "data-processing"),
)

corollary_12 = Claim(
    id="sensitivity_index/corollary-12",
    where="Corollary 12, eq. 30",
    kind="inequality",
    states="(alpha,rho)-RDP implies (rho + log((alpha-1)/alpha) - (log delta + log alpha)/(alpha-1), delta)-DP; for "
    "the GM with rho = alpha psi^2/2.",
    reading="As for Corollary 11. The eps of the formula may be negative for large delta; the inequality P(S) <= "
    "e^eps Q(S) + delta holds there as well.",
    holds=All(
        Rel(gaussian.delta(improved(alpha, psi, delta), psi), "<=", delta),
        Rel(binary.hockey_stick(renyi.epsilon_improved(alpha, binary.renyi(alpha), delta)), "<=", delta),
    ),
    on=EVERY_ORDER,
    assumes=("hockey-stick", "gaussian-one-dimension", "one-event", "data-processing"),
)

above = Integral(phi(z - psi) - exp(eps) * phi(z), (z, eps / psi + psi / 2, oo))
corollary_13 = Claim(
    id="sensitivity_index/corollary-13",
    where="Corollary 13",
    kind="equivalence",
    states="M preserves (eps,delta(eps))-DP iff delta(eps) >= Phi(Delta/(2 sigma) - eps sigma/Delta) - e^eps "
    "Phi(-Delta/(2 sigma) - eps sigma/Delta) = Phi(psi/2-eps/psi) - e^eps Phi(-psi/2-eps/psi), eps > 0.",
    reading="The integral is P(S) - e^eps Q(S) for the event S of loss above eps, in units of sigma.",
    holds=All(
        Iff(Rel(above, "<=", delta), Rel(delta, ">=", gaussian.delta(eps, psi))),
        Rel(
            Phi(Delta / (2 * sigma) - eps * sigma / Delta) - exp(eps) * Phi(-Delta / (2 * sigma) - eps * sigma / Delta),
            "=",
            gaussian.delta(eps, Delta / sigma),
        ),
    ),
    on=Region(eps=POSITIVE, psi=POSITIVE, delta=Interval(0, 1), Delta=POSITIVE, sigma=POSITIVE),
    assumes=("hockey-stick", "gaussian-one-dimension"),
)

wanted = gaussian.epsilon(delta, psi)
eq_31 = Claim(
    id="sensitivity_index/eq-31",
    where="Corollary 13, eq. 31",
    kind="identity",
    states="eps given psi_g, delta_g = argmin over x of {delta(x,psi_g) - delta_g}.",
    reading="The bars of the absolute value are lost in the text: delta(x) - delta_g itself has no minimum, and section 5 "
    "solves the equation with Brent's method. delta(x) falls strictly from the total variation at x = 0 to 0: each delta_g in "
    "between is delta(eps) for one eps, where the absolute value is 0, and only there. For a greater delta_g it is least at x = "
    "0, and eps is 0.",
    holds=All(
        Rel(gaussian.delta(0, psi), "=", gaussian.tv(psi)),
        Monotone(gaussian.delta(x, psi), x, "decreasing"),
        Limit(gaussian.delta(x, psi), x, oo, 0),
        Implies(
            Rel(gaussian.tv(psi), "<=", delta),
            Chain(0, "<=", delta - gaussian.tv(psi), "<=", delta - gaussian.delta(x, psi)),
        ),
    ),
    on=Region(psi=POSITIVE, delta=UNIT, x=NONNEGATIVE),
    as_extracted=Extracted(
        Rel(gaussian.delta(wanted, psi) - delta, "<=", gaussian.delta(x, psi) - delta),
        on=Region(psi=POSITIVE, delta=UNIT, x=NONNEGATIVE, points=[{"psi": 1, "delta": "1/10", "x": 2}]),
        why="delta(x) - delta_g is decreasing and has no minimum; what is wanted is its root, or the minimum of its "
        "absolute value.",
    ),
)

FIGURE = Region(psi=Interval.lopen(0, 6), alpha=Interval.lopen(1, 64))
section_5_profile_best = Claim(
    id="sensitivity_index/section-5/profile-best",
    where="Section 5 and Figure 6",
    kind="ordering",
    tier="prose",
    states="The privacy-profile conversion always gives the smallest eps, for delta=1e-5, psi in [0.1,6], alpha in "
    "[1,64], including psi -> 0.",
    reading="The eps of the profile is the least at which the mechanism has delta = 1e-5, and delta(eps) falls strictly: that no "
    "conversion has a smaller one says that the profile at the eps of a conversion is at most 1e-5. psi in (0, 6] covers [0.1, "
    "6] and psi -> 0. At alpha = 1 the conversions are not defined (their eps grows without bound as alpha -> 1), so alpha runs "
    "over (1, 64].",
    holds=All(
        Rel(gaussian.delta(standard(alpha, psi), psi), "<=", FIGURE_DELTA),
        Rel(gaussian.delta(improved(alpha, psi), psi), "<=", FIGURE_DELTA),
        Rel(improved(alpha, psi), ">", 0),
        Monotone(gaussian.delta(eps, psi), eps, "decreasing"),
    ),
    on=FIGURE.extended(eps=NONNEGATIVE),
    assumes=("hockey-stick", "gaussian-one-dimension"),
)

section_5_improved_tighter = Claim(
    id="sensitivity_index/section-5/improved-tighter",
    where="Section 5", kind="ordering", tier="prose",
    states="The improved RDP conversion is tighter than the standard one.",
    reading="For every mechanism, order and delta: rho is the same on both sides.",
    lhs=renyi.epsilon_improved(alpha, rho, delta), rel="<", rhs=renyi.epsilon_standard(alpha, rho, delta),
    on=Region(alpha=ORDER, rho=NONNEGATIVE, delta=UNIT),
)  # fmt: skip

apart = log(alpha / (alpha - 1)) + log(alpha) / (alpha - 1)
section_5_on_par_high_alpha = Claim(
    id="sensitivity_index/section-5/on-par-high-alpha",
    where="Section 5",
    kind="asymptotic",
    tier="prose",
    states="The two RDP conversions perform almost on par in the higher alpha regime.",
    reading="The two differ by log(alpha/(alpha - 1)) + log(alpha)/(alpha - 1), whatever rho and delta are, which tends to 0 as "
    "alpha grows (0.082 at alpha = 64, 0.54 at alpha = 6).",
    holds=All(
        Rel(renyi.epsilon_standard(alpha, rho, delta) - renyi.epsilon_improved(alpha, rho, delta), "=", apart),
        Limit(apart, alpha, oo, 0),
    ),
    on=Region(alpha=ORDER, rho=NONNEGATIVE, delta=UNIT),
)

section_5_delta_zero = Claim(
    id="sensitivity_index/section-5/delta-zero",
    where="Section 5",
    kind="limit",
    tier="prose",
    states="Neither RDP conversion applies at delta = 0 (logarithm / delta in a denominator).",
    reading="Both conversions grow without bound as delta -> 0.",
    holds=All(
        Limit(renyi.epsilon_standard(alpha, rho, delta), delta, 0, oo),
        Limit(renyi.epsilon_improved(alpha, rho, delta), delta, 0, oo),
    ),
    on=Region(alpha=ORDER, rho=NONNEGATIVE),
)

HIGH = Region(psi=Interval.lopen(3, 6))
section_5_low_alpha_high_psi = Claim(
    id="sensitivity_index/section-5/low-alpha-high-psi",
    where="Section 5",
    kind="ordering",
    tier="prose",
    states="For psi > 3 the profile is better approximated by RDP conversion with low alpha.",
    reading="Low and high order are those of Figure 6, 2 and 6; both conversions lie above the profile, so better means smaller.",
    holds=All(Rel(standard(2, psi), "<", standard(6, psi)), Rel(improved(2, psi), "<", improved(6, psi))),
    on=HIGH,
)

section_5_lossiness_high_psi = Claim(
    id="sensitivity_index/section-5/lossiness-high-psi",
    where="Section 5", kind="ordering", tier="prose",
    states="The lossiness of the RDP conversion is more evident for psi > 3.",
    reading="Lossiness is the difference in eps between the standard conversion at its best order and the profile, at delta = "
    "1e-5 (relative to eps it is the other way round). It increases with psi wherever eps > 0, so it is greater above 3 than "
    "below: its slope is psi + sqrt(2 log(1/delta)) - h(a + psi), as at fixed delta eps grows by phi(a)/(e^eps Q(a + psi)) = "
    "h(a + psi), where a = eps/psi - psi/2 and h = 1/Mills = phi/Q. h(z) - z decreases, so h(a + psi) - psi < h(a); delta < "
    "Q(a), so a < Q^{-1}(delta) and, as h increases, h(a) < h(Q^{-1}(delta)), which is below sqrt(2 log(1/delta)).",
    holds=All(
        Rel(Derivative(best_standard(psi), psi), "=", psi + sqrt(2 * log(1 / FIGURE_DELTA))),
        Rel(Derivative(gaussian.delta(eps, psi), psi), "=", phi(eps / psi - psi / 2)),
        Rel(Derivative(gaussian.delta(eps, psi), eps), "=", -exp(eps) * Q(eps / psi + psi / 2)),
        Rel(phi(eps / psi - psi / 2), "=", exp(eps) * phi(eps / psi + psi / 2)),
        Rel(gaussian.delta(eps, psi), "<", Q(eps / psi - psi / 2)),
        Monotone(1 / Mills(z) - z, z, "decreasing"),
        Monotone(1 / Mills(z), z, "increasing"),
        Rel(1 / Mills(QInv(FIGURE_DELTA)), "<", sqrt(2 * log(1 / FIGURE_DELTA))),
    ),
    on=Region(psi=POSITIVE, eps=NONNEGATIVE, z=REAL),
)  # fmt: skip

section_5_high_alpha_low_psi = Claim(
    id="sensitivity_index/section-5/high-alpha-low-psi",
    where="Section 5",
    kind="ordering",
    tier="prose",
    states="For psi around 1 RDP conversion performs better at high alpha and matches the profile almost perfectly, "
    "within a narrow interval of psi.",
    reading="High and low order are 6 and 2 as in Figure 6; psi around 1 is [1/2, 3/2]. Almost perfectly is measured: how far "
    "the improved conversion of order 6 is above the profile's eps on [0.8, 1], where it comes closest (8.1 % at psi "
    "= 0.9).",
    holds=All(
        Rel(standard(6, psi), "<", standard(2, psi)),
        Rel(improved(6, psi), "<", improved(2, psi)),
        Measure(
            improved(6, psi_low),
            relative_to=exact(psi_low),
            of="how far the conversion is above the profile's eps",
            percent=True,
            at=tuple({"psi": 1, "psi_low": place} for place in ("0.8", "0.85", "0.9", "0.95", "1")),
        ),
    ),
    on=Region(psi=Interval("1/2", "3/2"), psi_low=Interval("0.8", 1)),
)

section_5_alpha_range = Claim(
    id="sensitivity_index/section-5/alpha-range",
    where="Section 5, experimental conditions",
    kind="definition",
    tier="prose",
    states="The RDP conversions are evaluated for alpha in [1,64].",
    reading="Orders above 1, as the conversions need: at 1 both divide by alpha - 1 = 0.",
    holds=Obligations(
        standard_is_defined=Rel(standard(alpha, psi), ">=", exact(psi)),
        improved_is_defined=Rel(improved(alpha, psi), ">=", exact(psi)),
    ),
    on=Region(alpha=Interval.lopen(1, 64), psi=Interval("0.1", 6)),
)
