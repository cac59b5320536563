"""The test of the length of the output: its ROC curves, the scalar case, composition.

Main results: eqs. 9 and 10 (where the difference has length Delta, bounds where it is shorter), Corollary 1, Theorem 2.
Source: sections 4.1 and 4.2.

The curves are parametric, as in the proof of Theorem 1: at the threshold c^2 the test has the false positive rate P_f and the
power P_d, and R(P_f) = P_d. As c runs through (0, oo), P_f runs through (0, 1). chi2_d(lambda, s^2) is s^2 times a noncentral
chi-square variable, so its survival function at c^2 is NCChi2SF((c/s)^2, d, lambda).
"""

from dplemma.formulas import glrt
from dplemma.lang.words import *

c, d, nu, Delta, sigma, N, lam, t, y, k, m = variables("c d nu Delta sigma N lam t y k m")

DIMENSION = Interval.integers(1, oo)
SHORTER = Region(
    c=POSITIVE, d=DIMENSION, nu=NONNEGATIVE, Delta=POSITIVE, sigma=POSITIVE, such_that=Rel(nu, "<=", Delta),
)  # fmt: skip
WORST = Region(c=POSITIVE, d=DIMENSION, Delta=POSITIVE, sigma=POSITIVE, lam=NONNEGATIVE, t=POSITIVE)


def above(length, degrees):
    """P(||y|| > c) for y normal with variance sigma^2 in each coordinate and mean of this length."""
    return NCChi2SF((c / sigma) ** 2, degrees, (length / sigma) ** 2)


def below(length, degrees):
    """P(||y|| <= c), likewise."""
    return NCChi2CDF((c / sigma) ** 2, degrees, (length / sigma) ** 2)


def beyond(mean):
    """P(|y| > c) from the density of one coordinate."""
    density = phi((y - mean) / sigma) / sigma
    return Integral(density, (y, c, oo)) + Integral(density, (y, -oo, -c))


def beyond_in_space(mean):
    """P(||y|| > c) for d = 3: y_1 along the mean; the other two are longer than s with chance e^(-s^2/(2 sigma^2))."""
    density = phi((y - mean) / sigma) / sigma
    return beyond(mean) + Integral(density * exp(-(c**2 - y**2) / (2 * sigma**2)), (y, -c, c))


theorem_1_eq_9 = Claim(
    id="glrt/theorem-1/eq-9",
    where="Theorem 1, eq. 9",
    kind="identity",
    states="R(x) = Psi_{chi2_d(Delta^2/sigma^2, sigma^2)}(Psi^{-1}_{chi2_d(0,sigma^2)}(x)) for the test eq. 7 with "
    "||nu||_2 <= Delta.",
    reading="R is the worst curve that ||nu||_2 <= Delta allows, that of ||nu||_2 = Delta: at each threshold the power "
    "increases with ||nu||_2. Psi is the survival function; R(P_f) = P_d at the threshold c^2. For d = 1 and d = 3 "
    "the laws follow from the normal densities. For general d, ||y||^2/sigma^2 is noncentral chi-square with "
    "||nu||^2/sigma^2 by the definition of that law.",
    holds=All(
        Rel(above(Delta, d), "=", glrt.roc(Held(Chi2SF((c / sigma) ** 2, d)), d, Delta / sigma)),
        Monotone(NCChi2SF(t, d, lam), lam, "increasing"),
        Rel(beyond(Delta), "=", above(Delta, 1)),
        Rel(beyond_in_space(Delta), "=", above(Delta, 3)),
    ),
    on=WORST,
)

theorem_1_eq_10 = Claim(
    id="glrt/theorem-1/eq-10",
    where="Theorem 1, eq. 10",
    kind="identity",
    states="R'(x) = Phi_{chi2_d(0,sigma^2)}(Phi^{-1}_{chi2_d(Delta^2/sigma^2,sigma^2)}(x)) for the test eq. 8 with "
    "||nu||_2 <= Delta.",
    reading="R' is the worst curve that ||nu||_2 <= Delta allows, that of ||nu||_2 = Delta: at each threshold the false "
    "positive rate decreases with ||nu||_2 while the power stays. Phi is the cumulative distribution function. For d "
    "= 1 and d = 3 the laws follow from the normal densities. For general d, ||y||^2/sigma^2 is noncentral chi-square "
    "with ||nu||^2/sigma^2 by the definition of that law.",
    holds=All(
        Rel(Chi2CDF((c / sigma) ** 2, d), "=", glrt.roc_reversed(Held(below(Delta, d)), d, Delta / sigma)),
        Monotone(NCChi2CDF(t, d, lam), lam, "decreasing"),
        Rel(1 - beyond(Delta), "=", below(Delta, 1)),
        Rel(1 - beyond_in_space(Delta), "=", below(Delta, 3)),
    ),
    on=WORST,
)

theorem_1_lambda_zero = Claim(
    id="glrt/theorem-1/lambda-zero",
    where="Theorem 1, last sentence", kind="limit",
    states="Setting lambda = 0 in the noncentral chi-squared recovers the central one.",
    reading="As lambda -> 0 both distribution functions tend to the central ones; for d = 1 and d = 3 the law of a mean of "
    "length 0 is computed from the densities.",
    holds=All(
        Limit(NCChi2SF(t, d, lam), lam, 0, Chi2SF(t, d)),
        Limit(NCChi2CDF(t, d, lam), lam, 0, Chi2CDF(t, d)),
        Rel(beyond(0), "=", Chi2SF((c / sigma) ** 2, 1)),
        Rel(beyond_in_space(0), "=", Chi2SF((c / sigma) ** 2, 3)),
    ),
    on=Region(t=POSITIVE, d=DIMENSION, c=POSITIVE, sigma=POSITIVE),
)  # fmt: skip

false_positives = beyond(0)
corollary_1 = Claim(
    id="glrt/corollary-1",
    where="Corollary 1, eq. 18", kind="identity",
    states="For d=1: R(x) = Q(Q^{-1}(x/2) - Delta/sigma) + Q(Q^{-1}(x/2) + Delta/sigma).",
    reading="Left: the power at the threshold c from the density of N(Delta, sigma^2); right: the formula at x = P(|y| > c) "
    "under N(0, sigma^2).",
    lhs=beyond(Delta), rel="=",
    rhs=Q(QInv(false_positives / 2) - Delta / sigma) + Q(QInv(false_positives / 2) + Delta / sigma),
    on=Region(c=POSITIVE, Delta=POSITIVE, sigma=POSITIVE),
)  # fmt: skip


def mean_density(at, rounds):
    """Density of one coordinate of the mean of this many outputs, N(Delta, sigma^2/rounds)."""
    return phi((at - Delta) * sqrt(rounds) / sigma) * sqrt(rounds) / sigma


sigma_comp = sigma / sqrt(N)
lambda_comp = N * Delta**2 / sigma**2
theorem_2 = Claim(
    id="glrt/theorem-2",
    where="Theorem 2, eqs. 29-30", kind="identity",
    states="Under N-fold homogeneous composition R^{(x)N}(x) = Psi_{chi2_d(lambda_comp,sigma_comp^2)}"
    "(Psi^{-1}_{chi2_d(0,sigma_comp^2)}(x)) and the analogue for R'.",
    reading="lambda_comp = N Delta^2/sigma^2 and sigma_comp^2 = sigma^2/N (eq. 31); nu has length Delta and is the same in each "
    "round; the statistic is the length of the mean (eq. 32). The first part is the step from the mean of k outputs to that of "
    "k + 1 in one coordinate, so by induction the mean of N is N(nu, sigma^2/N).",
    holds=All(
        Rel(
            Integral(mean_density(y, 1) * mean_density(((k + 1) * m - y) / k, k) * (k + 1) / k, (y, -oo, oo)), "=",
            mean_density(m, k + 1),
        ),
        Rel(
            NCChi2SF((c / sigma_comp) ** 2, d, (Delta / sigma_comp) ** 2), "=",
            glrt.roc(Held(Chi2SF((c / sigma_comp) ** 2, d)), d, sqrt(lambda_comp)),
        ),
        Rel(
            Chi2CDF((c / sigma_comp) ** 2, d), "=",
            glrt.roc_reversed(Held(NCChi2CDF((c / sigma_comp) ** 2, d, (Delta / sigma_comp) ** 2)), d, sqrt(lambda_comp)),
        ),
    ),
    on=Region(
        N=DIMENSION, k=DIMENSION, d=DIMENSION, c=POSITIVE, Delta=POSITIVE, sigma=POSITIVE, m=REAL,
    ),
)  # fmt: skip
