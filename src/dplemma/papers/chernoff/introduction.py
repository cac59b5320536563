"""The notions of privacy, the model of the data and of the attack, the two hypotheses.

Main results: what each definition owes; the sensitivity of a sum of unbounded records is infinite (mended).
Source: section II.
"""

from dplemma.formulas import gaussian, laplace
from dplemma.lang.words import *
from dplemma.papers.chernoff.threshold import NEGATIVE, UP, above, below, cut_of, density, k_printed, level, mu_1

eps, delta, mu, s, d, t, x, y = variables("eps delta mu s d t x y")
p, q, f_0, f_1, k, z, alpha = variables("p q f_0 f_1 k z alpha")
mu_0, Delta_mu, sigma_z, up, down = variables("mu_0 Delta_mu sigma_z up down")

pair = Mechanism.binary(p, q)
forward = Rel(p, "<=", exp(eps) * q + delta)
definition_1 = Claim(
    id="chernoff/definition-1",
    where="Definition 1, eq. 1", kind="definition",
    states="M is (eps,delta)-DP if for all neighbours X, X~ and all S: Pr[M(X) in S] <= e^eps Pr[M(X~) in S] + delta.",
    reading="p and q are the chances of one event on the two databases. It owes to be satisfied where they agree, to exclude "
    "something, to ask less for a larger eps, and to ask of two outputs just that the greatest p - e^eps q over the events, the "
    "hockey-stick divergence, is at most delta.",
    holds=Obligations(
        satisfied_by_equal_outputs=Rel(p, "<=", exp(eps) * p + delta),
        not_vacuous=Exists(
            {"p": UNIT, "q": UNIT, "eps": POSITIVE, "delta": UNIT}, Rel(p, ">", exp(eps) * q + delta),
        ),
        weaker_for_larger_eps=Monotone(exp(eps) * q + delta, eps, "increasing"),
        bounds_the_excess=Implies(
            All(forward, Rel(1 - p, "<=", exp(eps) * (1 - q) + delta)), Rel(pair.hockey_stick(eps), "<=", delta),
        ),
        and_no_more=All(
            Rel(p - exp(eps) * q, "<=", pair.hockey_stick(eps)),
            Rel(1 - p - exp(eps) * (1 - q), "<=", pair.hockey_stick(eps)),
        ),
    ),
    on=Region(p=UNIT, q=UNIT, eps=NONNEGATIVE, delta=Interval(0, 1)),
    assumes=("one-event",),
)  # fmt: skip

# Differences of the images of two pairs of neighbours in the plane, (u_1, u_2) and (v_1, v_2).
u_1, u_2, v_1, v_2, K = variables("u_1 u_2 v_1 v_2 K")
first, second = sqrt(u_1**2 + u_2**2), sqrt(v_1**2 + v_2**2)
sensitivity = Max(first, second)
definition_2 = Claim(
    id="chernoff/definition-2",
    where="Definition 2, eq. 2", kind="definition",
    states="L2 sensitivity s = sup over neighbours d(X,X^)=1 of ||q(X)-q(X^)||_2, called the smallest upper bound on the L2 "
    "distance between the query images of neighbours.",
    reading="Two pairs of neighbours on a path, with images in the plane that differ by u and v: s bounds both distances and is "
    "at most every bound K; two steps are at most 2 s. Where it is no maximum: q(x) = x for one record in [0, 1) has s = 1, "
    "which no pair attains and no K < 1 bounds.",
    holds=Obligations(
        is_a_bound=All(Rel(first, "<=", sensitivity), Rel(second, "<=", sensitivity)),
        is_the_least=Implies(All(Rel(first, "<=", K), Rel(second, "<=", K)), Rel(sensitivity, "<=", K)),
        two_steps=Rel(first + second, "<=", 2 * sensitivity),
        not_attained=Rel(Abs(x - y), "<", 1),
        but_least=Implies(Rel(K, "<", 1), Rel(Abs((1 + K) / 2 - 0), ">", K)),
    ),
    on=Region(u_1=REAL, u_2=REAL, v_1=REAL, v_2=REAL, K=NONNEGATIVE, x=Interval.ropen(0, 1), y=Interval.ropen(0, 1)),
)  # fmt: skip

x_a, sigma_a, B = variables("x_a sigma_a B")
sum_query_sensitivity = Claim(
    id="chernoff/section-ii-b/sum-query-sensitivity",
    where="Section II-B with Definition 2", kind="definition", tier="prose",
    states="In the model q(X)=sum X_i with Gaussian X_i, the neighbour contains an extra X_a of unrestricted value (later "
    "Gaussian), and the s of Definition 2 is used as the sensitivity of this query.",
    reading="The images of the two neighbours differ by X_a, whose value x_a is any real number; s is the finite number to which "
    "Definition 3 calibrates the noise.",
    holds=Obligations(is_a_bound=Rel(Abs(x_a), "<=", s)),
    on=Region(s=POSITIVE, x_a=REAL, points=[{"s": 4, "x_a": 5}]),
    why="For records without a bound the supremum of Definition 2 is infinite: no finite s is the sensitivity of their sum, and "
    "no amount of Gaussian noise makes it private. A bound on the records is missing.",
    harm="unsafe", class_="condition",
    amend=amended(
        tier="prose",
        states="If the records are clipped to [-B, B], the sensitivity of their sum to an added record is B; a Gaussian X_a "
        "exceeds every s with positive probability.",
        reading="Min(Max(x_a, -B), B) is the clipped record; it attains B at x_a = B.",
        holds=Obligations(
            is_a_bound=Rel(Abs(Min(Max(x_a, -B), B)), "<=", B),
            is_attained=Rel(Abs(Min(Max(B, -B), B)), "=", B),
            a_gaussian_exceeds=Rel(2 * Q(s / sigma_a), ">", 0),
        ),
        on=Region(x_a=REAL, B=POSITIVE, s=POSITIVE, sigma_a=POSITIVE),
    ),
)  # fmt: skip

gaussian_approximate_laplace_pure = Claim(
    id="chernoff/section-ii/gaussian-approximate-laplace-pure",
    where="Section II-A, text after eq. 2", kind="ordering", tier="prose",
    states="Gaussian noise gives only the relaxed (eps,delta)-DP guarantee, whereas the Laplace mechanism gives (eps,0)-DP.",
    reading="The profile of the Gaussian mechanism is positive at every eps. For Laplace noise of scale s/eps the densities of "
    "two outputs d <= 1 apart, in units of s, differ by a factor of at most e^eps: their logarithms are -eps |x| and -eps |x - "
    "d|. The profile at eps is 0.",
    holds=All(
        Rel(gaussian.delta(eps, mu), ">", 0),
        Rel(-eps * Abs(x), "<=", eps - eps * Abs(x - d)),
        Rel(laplace.delta(eps, eps), "=", 0),
    ),
    on=Region(eps=POSITIVE, mu=POSITIVE, d=Interval(-1, 1), x=REAL),
    assumes=("hockey-stick", "gaussian-one-dimension"),
)  # fmt: skip

divergence = Integral(phi(t - mu) * (mu * t - mu**2 / 2), (t, -oo, oo))
definition_4 = Claim(
    id="chernoff/definition-4",
    where="Definition 4, eq. 4", kind="definition",
    states="eps-KL-DP (attributed to [10]): D(P_{Y|X=x} || P_{Y|X=x~}) <= exp{eps} for all neighbours.",
    reading="exp(eps), any positive number, is the level (the cited work has eps itself: the same up to a change of parameter). "
    "It owes to be nonnegative, here for two outputs, and to exclude something. The Gaussian mechanism satisfies it iff mu^2 <= "
    "2 exp(eps), at eps = 0 for every mu <= sqrt(2): eps = 0 is not perfect privacy.",
    holds=Obligations(
        nonnegative=Rel(pair.kl(), ">=", 0),
        closed_form=Rel(divergence, "=", gaussian.kl(mu)),
        not_vacuous=Exists({"mu": POSITIVE, "eps": REAL}, Rel(gaussian.kl(mu), ">", exp(eps))),
        what_it_asks=Iff(Rel(divergence, "<=", exp(eps)), Rel(mu**2, "<=", 2 * exp(eps))),
    ),
    on=Region(p=UNIT, q=UNIT, mu=POSITIVE, eps=REAL),
)  # fmt: skip

sigma_1, sigma_2 = variables("sigma_1 sigma_2")


def normal(at: Any, spread: Any) -> Any:
    """Density of N(0, spread^2)."""
    return exp(-(at**2) / (2 * spread**2)) / (sqrt(2 * pi) * spread)


iid_variances = Claim(
    id="chernoff/section-ii-b/iid-variances",
    where="Section II-B", kind="definition", tier="prose",
    states="The X_i are i.i.d., following the Gaussian distribution N(0, sigma_{X_i}^2).",
    reading="Identically distributed, so all sigma_{X_i} are one number, whatever the index suggests: two of the densities agree "
    "at 0 only if the variances do. The sum of two records has the sum of the variances: E[(x + X_2)^2] = x^2 + sigma_1^2, "
    "averaged over x.",
    holds=Obligations(
        is_a_density=Rel(Integral(normal(t, sigma_1), (t, -oo, oo)), "=", 1),
        mean=Rel(Integral(t * normal(t, sigma_1), (t, -oo, oo)), "=", 0),
        variance=Rel(Integral(t**2 * normal(t, sigma_1), (t, -oo, oo)), "=", sigma_1**2),
        identical=Iff(Rel(1 / (sqrt(2 * pi) * sigma_1), "=", 1 / (sqrt(2 * pi) * sigma_2)), Rel(sigma_1, "=", sigma_2)),
        variance_of_a_sum=Rel(Integral((t**2 + sigma_1**2) * normal(t, sigma_1), (t, -oo, oo)), "=", 2 * sigma_1**2),
    ),
    on=Region(sigma_1=POSITIVE, sigma_2=POSITIVE),
)  # fmt: skip

cut = cut_of(k_printed)
hypotheses_noise_mapping = Claim(
    id="chernoff/section-ii-b/hypotheses-noise-mapping",
    where="Section II-B, sentence before eq. 5", kind="definition", tier="prose",
    states="Null and alternative hypotheses are respectively the DP noise distribution with and without the bias induced by the "
    "attacker.",
    reading="Respectively without and with the bias: the two words are exchanged. A false alarm is an alarm without an attack, "
    "and eq. 8 takes its chance under H0. The mean is mu_0 without the bias, mu_0 + Delta mu with it; the test is that of "
    "Theorem 1.",
    holds=Obligations(
        null_has_size_alpha=Rel(above(cut, mu_0), "=", alpha),
        alternative_has_the_power=Rel(above(cut, mu_1), "=", gaussian.roc(alpha, Delta_mu / sigma_z)),
    ),
    on=UP,
    as_extracted=Extracted(
        Obligations(null_has_size_alpha=Rel(above(cut, mu_1), "=", alpha)),
        why="With the bias under H0 the chance of exceeding the threshold is the power of the test, not its size alpha.",
    ),
)  # fmt: skip

eq_5 = Claim(
    id="chernoff/eq-5",
    where="eq. 5", kind="definition",
    states="H_0: the defender fails to detect X_a; H_1: the defender detects X_a, as the hypotheses of the likelihood-ratio test "
    "(6).",
    reading="H0: there is no attack; H1: there is one. The text says what is decided, not what is supposed: given that the "
    "defender fails to detect, an alarm has chance 0. As hypotheses the two owe to be exclusive (the densities differ), "
    "and the test to have the size alpha under the first, and more power than size under the second.",
    holds=Obligations(
        differ=Implies(Rel(x, ">", mu_0 + Delta_mu / 2), Rel(density(x, mu_1), ">", density(x, mu_0))),
        size=Rel(above(cut, mu_0), "=", alpha),
        not_vacuous=Rel(gaussian.roc(alpha, Delta_mu / sigma_z), ">", alpha),
    ),
    on=UP.extended(x=REAL),
    as_extracted=Extracted(
        Obligations(size=Rel(1 - below(cut, mu_0) / below(cut, mu_0), "=", alpha)),
        on=UP,
        why="Given that the defender fails to detect, the chance of an alarm is 0: what is decided is no hypothesis.",
    ),
)  # fmt: skip

other = variables("other")
decided = Rel(f_1 / f_0, ">", k)
eq_6 = Claim(
    id="chernoff/eq-6",
    where="eq. 6", kind="equivalence",
    states="Likelihood-ratio test Lambda = L(p1)/L(p0), decide H0 if Lambda <= k and H1 if Lambda > k.",
    reading="f_0 and f_1 are the densities at the noise observed, other is the chance in [0, 1] with which another test decides "
    "H1 there: the rule never does worse in f_1 - k f_0, which is what makes it the best. For Gaussian noise it is a threshold "
    "k~ on z, above for Delta mu > 0 and below for Delta mu < 0 (up and down are the two values).",
    holds=All(
        Implies(decided, Rel(1 * (f_1 - k * f_0), ">=", other * (f_1 - k * f_0))),
        Implies(Rel(f_1 / f_0, "<=", k), Rel(0, ">=", other * (f_1 - k * f_0))),
        Iff(
            Rel(density(z, mu_0 + up) / density(z, mu_0), "<=", k),
            Rel(z, "<=", cut_of(k).subs(Delta_mu, up)),
        ),
        Iff(
            Rel(density(z, mu_0 + down) / density(z, mu_0), "<=", k),
            Rel(z, ">=", cut_of(k).subs(Delta_mu, down)),
        ),
    ),
    on=Region(
        f_0=POSITIVE, f_1=POSITIVE, k=POSITIVE, other=Interval(0, 1), z=REAL, mu_0=REAL, up=POSITIVE, down=NEGATIVE,
        sigma_z=POSITIVE,
    ),
)  # fmt: skip

error_rates = Claim(
    id="chernoff/section-ii-b/error-rates",
    where="Section II-B, after eq. 6", kind="definition", tier="prose",
    states="alpha is the probability that the defender detects an attack when there is none, beta that of missing an actual "
    "attack; Delta mu is the difference of the location parameters of p_1 and p_0.",
    reading="Detected means z > y, for any threshold y. alpha and beta owe to be chances, beta to be 1 less the power, and "
    "Delta mu to be the difference of the means.",
    holds=Obligations(
        alpha_is_a_chance=Chain(0, "<", above(y, mu_0), "<", 1),
        beta_is_a_chance=Chain(0, "<", below(y, mu_1), "<", 1),
        power=Rel(1 - below(y, mu_1), "=", above(y, mu_1)),
        shift=Rel(Integral(z * density(z, mu_1), (z, -oo, oo)) - Integral(z * density(z, mu_0), (z, -oo, oo)), "=", Delta_mu),
    ),
    on=Region(y=REAL, mu_0=REAL, Delta_mu=REAL, sigma_z=POSITIVE),
)  # fmt: skip

eq_9 = Claim(
    id="chernoff/eq-9",
    where="eq. 9", kind="identity",
    states="Inverting (8): k = exp{(Delta mu/sigma_z)(Q^{-1}(alpha) - Delta mu/2sigma_z)} for Delta mu>0 (the last term read as "
    "Delta mu/(2 sigma_z)).",
    reading="k solves eq. 8 for the given alpha, and the right side of eq. 8 is strictly monotone in k: it is the only solution.",
    holds=All(Rel(level.subs(k, k_printed), "=", alpha), Monotone(level, k, "decreasing")),
    on=UP.without("mu_0").extended(k=POSITIVE),
)  # fmt: skip

eq_10 = Claim(
    id="chernoff/eq-10",
    where="eq. 10", kind="identity",
    states="For Delta mu<0: alpha = 1 - Q(sigma_z log k/Delta mu + Delta mu/(2 sigma_z)).",
    reading="alpha is the chance under H0 of the critical region {ratio > k}, which lies below k~ for Delta mu < 0.",
    lhs=below(cut_of(k), mu_0), rel="=", rhs=1 - level,
    on=Region(k=POSITIVE, Delta_mu=NEGATIVE, sigma_z=POSITIVE, mu_0=REAL),
)  # fmt: skip
