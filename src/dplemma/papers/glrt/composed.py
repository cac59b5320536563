"""N outputs: the mean of them all, and what happens if their profiles are composed instead.

Main results: eqs. 31 to 34; the lengths are exactly chi-square; composing the profiles of single length tests is not lossless: an
adversary who averages the outputs before taking the length does better.
Source: section 4.2, Theorem 2 and the text after it; section 4.6, last sentences.
"""

from itertools import product

from dplemma.lang.words import *

a, c, k, mu, p, q, r, s, u, w, z, L, N, S = variables("a c k mu p q r s u w z L N S")
Delta, sigma, nu, v_k = variables("Delta sigma nu v_k")

ROUNDS = Interval.integers(1, oo)

eq_31 = Claim(
    id="glrt/eq-31",
    where="Theorem 2, eq. 31", kind="identity",
    states="lambda_comp = N Delta^2/sigma^2 and sigma_comp^2 = sigma^2/N.",
    reading="sigma_comp^2 is the variance of the mean of N independent outputs of variance sigma^2: for one it is sigma^2, "
    "and the mean of k + 1 is (k times the mean of k plus the next)/(k + 1). lambda_comp is Delta^2/sigma_comp^2 as in "
    "Theorem 1.",
    holds=All(
        Rel(Integral((z - nu) ** 2 * phi((z - nu) / sigma) / sigma, (z, -oo, oo)), "=", sigma**2),
        Implies(Rel(v_k, "=", sigma**2 / k), Rel((k**2 * v_k + sigma**2) / (k + 1) ** 2, "=", sigma**2 / (k + 1))),
        Rel(Delta**2 / Held(sigma**2 / N), "=", N * Delta**2 / sigma**2),
    ),
    on=Region(N=ROUNDS, k=ROUNDS, v_k=POSITIVE, nu=REAL, Delta=POSITIVE, sigma=POSITIVE),
)  # fmt: skip

# minus the sum of (y_i - nu)^2 plus the sum of y_i^2, in terms of the sum S of the y_i
log_ratio = (2 * nu * S - N * nu**2) / (2 * sigma**2)
eq_32 = Claim(
    id="glrt/eq-32",
    where="Theorem 2 proof, eq. 32", kind="proof-step",
    states="With all N samples the test statistic becomes ||(1/N) sum y_i||_2^2 compared with c^2.",
    reading="One coordinate, the others alike. The log likelihood ratio of N outputs at the mean nu depends on their sum S "
    "alone and is greatest at the average S/N; there it is N/(2 sigma^2) times the squared average, so it is compared as "
    "that square is.",
    holds=All(
        Rel(log_ratio, "<=", N * (S / N) ** 2 / (2 * sigma**2)),
        Rel(log_ratio.subs(nu, S / N), "=", N * (S / N) ** 2 / (2 * sigma**2)),
        Monotone(N * u / (2 * sigma**2), u, "increasing"),
    ),
    on=Region(N=ROUNDS, S=REAL, nu=REAL, u=NONNEGATIVE, sigma=POSITIVE),
)  # fmt: skip


def sum_density(at, rounds):
    """Density of one coordinate of the sum of this many outputs of mean nu, N(rounds nu, rounds sigma^2)."""
    return phi((at - rounds * nu) / (sqrt(rounds) * sigma)) / (sqrt(rounds) * sigma)


eq_33_34 = Claim(
    id="glrt/eq-33-34",
    where="Theorem 2 proof, eqs. 33-34", kind="proof-step",
    states="The averaged observation is N(0,(sigma^2/N) I) under H0 and N(nu,(sigma^2/N) I) under H1.",
    reading="One coordinate, nu = 0 under H0. By induction the sum of k outputs is N(k nu, k sigma^2); the average exceeds "
    "c where the sum exceeds N c.",
    holds=All(
        Rel(Integral(sum_density(z, 1) * sum_density(s - z, k), (z, -oo, oo)), "=", sum_density(s, k + 1)),
        Rel(Integral(sum_density(z, N), (z, N * c, oo)), "=", Q((c - nu) * sqrt(N) / sigma)),
    ),
    on=Region(N=ROUNDS, k=ROUNDS, s=REAL, c=REAL, nu=REAL, sigma=POSITIVE),
)  # fmt: skip


def average_outside(mean):
    """P(|average| > c) for the average of N(mean, sigma^2/N), from the density."""
    density = phi((z - mean) * sqrt(N) / sigma) * sqrt(N) / sigma
    return Integral(density, (z, c, oo)) + Integral(density, (z, -oo, -c))


exactly_chi_squared = Claim(
    id="glrt/theorem-2/exactly-chi-squared",
    where="text after Theorem 2", kind="identity",
    states="Under composition Gaussian mechanisms remain Gaussian and their magnitudes converge exactly to chi-squared "
    "distributions.",
    reading="The sum of two Gaussian outputs is Gaussian; the squared length of the average, over sigma^2/N, is chi-square "
    "for every N, so nothing has to converge: central under H0, noncentral under H1. One coordinate; more coordinates add "
    "squares.",
    holds=All(
        Rel(Integral(sum_density(z, 1) * sum_density(s - z, k), (z, -oo, oo)), "=", sum_density(s, k + 1)),
        Rel(average_outside(0), "=", Chi2SF(N * c**2 / sigma**2, 1)),
        Rel(average_outside(Delta), "=", NCChi2SF(N * c**2 / sigma**2, 1, N * Delta**2 / sigma**2)),
    ),
    on=Region(N=ROUNDS, k=ROUNDS, s=REAL, c=POSITIVE, nu=REAL, Delta=POSITIVE, sigma=POSITIVE),
)  # fmt: skip


def transform(*pairs):
    """E_Q of the ratio to the power a, over outputs with chances (P, Q): the characteristic function at an imaginary argument."""
    return sum(first**a * second ** (1 - a) for first, second in pairs)


first_query, second_query = ((p, q), (1 - p, 1 - q)), ((r, s), (1 - r, 1 - s))
subsampled = tuple((w * chance + (1 - w) * other, other) for chance, other in first_query)


def both(*queries):
    """The chances of all pairs of answers."""
    return [(p_1 * p_2, q_1 * q_2) for (p_1, q_1), (p_2, q_2) in product(*queries)]


# what the composed curve can have at most: the squared slope of R_s integrates to at most 2 cosh(mu^2) - 1
most = sqrt((2 * cosh(mu**2) - 1) ** N - 1) / 2
single_ratio = exp(-(mu**2) / 2) * (exp(mu * z) + exp(-mu * z)) / 2


def advantage(threshold, index):
    """P_d - P_f of the length test at this threshold, d = 1: no more than its total variation."""
    return Q(threshold - index) + Q(threshold + index) - 2 * Q(threshold)


slope_parts = All(
    Rel(Integral(single_ratio**2 * phi(z), (z, -oo, oo)), "=", cosh(mu**2)),
    Rel((L**2 - 1) * (1 - 1 / L), "<=", 2 * (L - 1) ** 2),
)
LOSSLESS = (
    "d = 1 and one query repeated N times. Losslessly: the composed profile is that of Theorem 2, where the adversary uses "
    "all N outputs; compared at eps = 0, the total variation, of which P_d - P_f at any threshold q is a part. That of the "
    "composed curve is at most half the root of its chi-square divergence (Cauchy and Schwarz), which is multiplicative. "
    "One factor: the square of the ratio L of the length test has the mean cosh(mu^2); R_s has the slopes L where L > 1, 1 "
    "on the chord and 1/L on the mirrored part, so its squared slope exceeds 1 by the integral of (L^2 - 1)(1 - 1/L) over L "
    "> 1, at most twice that of (L - 1)^2."
)
profile_composition_lossless = Claim(
    id="glrt/profile-composition-lossless",
    where="Section 4.6", kind="equivalence", tier="prose",
    states="Because the profile encapsulates all (eps,delta) pairs it can be composed losslessly by Fourier transform (with "
    "R_s as the starting point).",
    reading=LOSSLESS,
    holds=All(slope_parts, Rel(advantage(q, sqrt(N) * mu), "<=", most)),
    on=Region(N=ROUNDS, mu=POSITIVE, q=POSITIVE, L=Interval(1, oo), points=({"N": 70, "mu": "1/6", "q": "6/5", "L": 2},)),
    why="The product of the loss distributions belongs to an adversary who keeps only the length of each output, and is exact "
    "for him in either direction; the one of Theorem 2 averages the outputs and sees that their signs agree. For Figure 8 (N = "
    "70, Delta/sigma = 1/6) the composed curve has a total variation below 0.12, that of Theorem 2 has 0.35. That the queries "
    "must differ in direction, or the adversary keep lengths alone, is not said.",
    harm="unsafe", class_="condition",
    amend=amended(
        tier="prose",
        states="Composing by Fourier transform gives the privacy of an adversary who tests the length of each output; "
        "against one who averages N outputs of the same query, Theorem 2 applies: in the setting of Figure 8 the composed "
        "total variation is less than half of it.",
        reading="For two yes-no tests of lengths, in either direction, the transform of the summed loss is the product of the "
        "transforms. (With R_s, which has the better direction at each output, the composed curve is that of this adversary, or "
        "more.)",
        holds=All(
            Rel(transform(*both(first_query, second_query)), "=", transform(*first_query) * transform(*second_query)),
            slope_parts,
            Rel(most.subs({N: 70, mu: Rational(1, 6)}), "<", advantage(Rational(6, 5), sqrt(Rational(70, 36))) / 2),
        ),
        on=Region(mu=POSITIVE, L=Interval(1, oo), p=UNIT, q=UNIT, r=UNIT, s=UNIT, a=UNIT),
    ),
)  # fmt: skip

# N outputs of index mu and N of index nu, all of one query: what the composed curve can have at most
most_of_two = sqrt(((2 * cosh(mu**2) - 1) * (2 * cosh(nu**2) - 1)) ** N - 1) / 2
charfunction_composition = Claim(
    id="glrt/theorem-2/charfunction-composition",
    where="Text after Theorem 2", kind="equivalence",
    states="ROC or privacy profiles of heterogeneous GLRT queries can be composed numerically with the characteristic-function "
    "method (product of privacy-loss distributions), including subsampling.",
    reading="Heterogeneous in noise: d = 1, one query answered N times with each of two variances, so that Delta/sigma is mu or "
    "nu. Composed: the profile against an adversary who uses all outputs, as in Theorem 2: weighted by their noise, they are one "
    "output of index sqrt(N (mu^2 + nu^2)). The rest as in profile-composition-lossless: at eps = 0, the total variation.",
    holds=All(slope_parts, Rel(advantage(q, sqrt(N * (mu**2 + nu**2))), "<=", most_of_two)),
    on=Region(
        N=ROUNDS, mu=POSITIVE, nu=POSITIVE, q=POSITIVE, L=Interval(1, oo),
        points=({"N": 35, "mu": "1/6", "nu": "1/5", "q": "6/5", "L": 2},),
    ),
    why="As for profile-composition-lossless: the product of the loss distributions belongs to an adversary who keeps only the "
    "length of each output. For 35 outputs of index 1/6 and 35 of 1/5 the composed curve has a total variation below 0.15, that "
    "of the adversary who averages them more than 0.40. That the queries must differ in direction is not said.",
    harm="unsafe", class_="condition",
    amend=amended(
        states="Profiles of heterogeneous GLRT queries whose directions have nothing to do with each other, or against an "
        "adversary who has the lengths alone, can be composed with the characteristic-function method, including subsampling; "
        "outputs of one query are averaged first, and the composed profile then falls short by more than half.",
        reading="For two yes-no tests of lengths, the transform of the summed loss is the product of the transforms; and "
        "subsampling, which replaces p by w p + (1 - w) q, is a change of one factor. The last part is the example of two "
        "variances.",
        holds=All(
            Rel(transform(*both(first_query, second_query)), "=", transform(*first_query) * transform(*second_query)),
            Rel(transform(*both(subsampled, second_query)), "=", transform(*subsampled) * transform(*second_query)),
            Rel(
                most_of_two.subs({N: 35, mu: Rational(1, 6), nu: Rational(1, 5)}), "<",
                advantage(Rational(6, 5), sqrt(35 * (Rational(1, 36) + Rational(1, 25)))) / 2,
            ),
        ),
        on=Region(p=UNIT, q=UNIT, r=UNIT, s=UNIT, w=UNIT, a=UNIT),
    ),
)  # fmt: skip
