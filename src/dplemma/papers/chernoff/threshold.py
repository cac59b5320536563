"""A likelihood-ratio test for a shift of the noise: its threshold, its decision rule, its power.

Main results: the ratio threshold of Theorem 1 and the power of eq. 11, for both signs; the decision rule and its noise, mended.
Source: section III-A.
"""

from dplemma.formulas import gaussian
from dplemma.lang.words import *

alpha, k, z, s, eps, delta, x, y, q = variables("alpha k z s eps delta x y q")
mu_0, Delta_mu, sigma_z, up, down = variables("mu_0 Delta_mu sigma_z up down")

NEGATIVE = Interval("-oo", 0, lo_open=True, hi_open=True)
UP = Region(alpha=UNIT, Delta_mu=POSITIVE, sigma_z=POSITIVE, mu_0=REAL)
DOWN = Region(alpha=UNIT, Delta_mu=NEGATIVE, sigma_z=POSITIVE, mu_0=REAL)
mu_1 = mu_0 + Delta_mu


def density(at: Any, mean: Any) -> Any:
    """Density of the noise with this mean."""
    return exp(-((at - mean) ** 2) / (2 * sigma_z**2)) / (sqrt(2 * pi) * sigma_z)


def above(cut: Any, mean: Any) -> Any:
    """Chance that the noise with this mean exceeds the cut."""
    return Integral(density(z, mean), (z, cut, oo))


def below(cut: Any, mean: Any) -> Any:
    return Integral(density(z, mean), (z, -oo, cut))


def ratio(at: Any) -> Any:
    """Likelihood ratio of eq. 6."""
    return density(at, mu_1) / density(at, mu_0)


# Eq. 7 and its analogue; k~ of the proof as a function of the ratio threshold; eqs. 8 and 10.
k_printed = let("k_alpha", exp(Delta_mu / sigma_z * (QInv(alpha) - Delta_mu / (2 * sigma_z))))
k_bar = let("k_bar", exp(Delta_mu / sigma_z * (QInv(1 - alpha) - Delta_mu / (2 * sigma_z))), latex=r"\bar{k}")


def cut_of(threshold: Any) -> Any:
    return sigma_z**2 * log(threshold) / Delta_mu + (mu_1 + mu_0) / 2


level = Q(sigma_z * log(k) / Delta_mu + Delta_mu / (2 * sigma_z))

threshold = Claim(
    id="chernoff/theorem-1/threshold",
    where="Theorem 1, eq. 7", kind="identity",
    states="For Delta mu>0 the likelihood-ratio threshold of the best critical region of size alpha is k = exp{(Delta "
    "mu/sigma_z)(Q^{-1}(alpha) - Delta mu/(2 sigma_z))}.",
    reading="H0, printed as \"defender fails to detect\", is \"no attack\". p_0 and p_1 are the densities of N(mu_0, sigma_z^2) "
    "and N(mu_0 + Delta mu, sigma_z^2). Their ratio increases, so {ratio > k} is {z > c}; c is the point with "
    "P_0[z > c] = alpha, and k the ratio there.",
    holds=All(
        Monotone(ratio(x), x, "increasing"),
        Rel(above(mu_0 + sigma_z * QInv(alpha), mu_0), "=", alpha),
        Rel(ratio(mu_0 + sigma_z * QInv(alpha)), "=", k_printed),
    ),
    on=UP.extended(x=REAL),
)  # fmt: skip

most_powerful = Claim(
    id="chernoff/theorem-1/most-powerful",
    where="Theorem 1, eq. 7", kind="inequality",
    states="The region with that threshold is the critical region of size alpha with the largest possible power for Delta mu>0.",
    reading="It is a likelihood-ratio region and its size is alpha; a region of smaller size has less power, the greatest "
    "power at size x being gaussian.roc(x, Delta mu/sigma_z).",
    holds=All(
        Iff(Rel(ratio(x), ">", k), Rel(x, ">", cut_of(k))),
        Rel(above(cut_of(k_printed), mu_0), "=", alpha),
        Rel(above(cut_of(k_printed), mu_1), "=", gaussian.roc(alpha, Delta_mu / sigma_z)),
        Monotone(gaussian.roc(alpha, Delta_mu / sigma_z), alpha, "increasing"),
    ),
    on=UP.extended(x=REAL, k=POSITIVE),
    assumes=("neyman-pearson",),
)  # fmt: skip

variance_3 = 2 * s**2 * log(Rational("1.25") / delta) / eps**2
BUDGET = Region(s=POSITIVE, delta=UNIT, eps=POSITIVE, points=[{"s": 1, "delta": "1e-5", "eps": 1}])
sigma_z_claim = Claim(
    id="chernoff/theorem-1/sigma-z",
    where="Theorem 1, text below eq. 7",
    kind="identity",
    states="In Theorem 1, sigma_z^2 = s^2 log(1.25/delta)^2 / eps^2.",
    reading="The square belongs to the argument of the logarithm, log((1.25/delta)^2), which makes it the variance of "
    "Definition 3; the text as extracted has it behind the bracket.",
    holds=Rel(s**2 * log((Rational("1.25") / delta) ** 2) / eps**2, "=", variance_3),
    on=BUDGET,
    as_extracted=Extracted(
        Rel(s**2 * log(Rational("1.25") / delta) ** 2 / eps**2, "=", variance_3),
        why="The logarithm is squared where Definition 3 has it twice; the two agree only at delta = 1.25/e^2.",
    ),
)

# The decision on an output y with noiseless value q: the noise y - q has mean 0 without an attack.
centred = ratio(y - q).subs(mu_0, 0)
cut_0 = cut_of(k).subs(mu_0, 0)


not_detected_up = Rel(y, "<", k_printed + q)
not_detected_down = Rel(y, ">", k_bar + q)
within_up = Rel(y, "<=", cut_0.subs(k, k_printed) + q)
within_down = Rel(y, ">=", cut_0.subs(k, k_bar) + q)


def rule(misses: Rel, threshold: Any) -> Iff:
    """The attack is not detected where the relation holds: this is the likelihood-ratio test (6), which detects above k."""
    return Iff(misses, Rel(centred, "<=", threshold))


rule_positive = Claim(
    id="chernoff/theorem-1/no-detection-rule-positive",
    where="Theorem 1",
    kind="algorithm",
    states="For Delta mu>0 the defender fails to detect the attack if Y < k + q(X), with k the value of eq. 7.",
    reading="The output is compared with k~, the point where the likelihood ratio is k: so the first line of the proof has it. "
    "The theorem itself has k there, a pure number, for either sign of the bias. The rule promises to be the likelihood-ratio "
    "test (6): the attack is detected iff the ratio at the noise Y - q(X) exceeds k. Without an attack the noise has mean 0. On "
    "the threshold itself, which the text leaves open, it is not detected, as in (6).",
    holds=rule(within_up, k_printed),
    on=Region(
        alpha=UNIT,
        Delta_mu=POSITIVE,
        sigma_z=POSITIVE,
        y=REAL,
        q=REAL,
        points=[{"alpha": "1/20", "Delta_mu": 1, "sigma_z": 1, "y": 2, "q": 0}],
    ),
    as_extracted=Extracted(
        rule(not_detected_up, k_printed),
        on=Region(
            alpha=UNIT,
            Delta_mu=POSITIVE,
            sigma_z=POSITIVE,
            y=REAL,
            q=REAL,
            points=[{"alpha": "1/20", "Delta_mu": 1, "sigma_z": 1, "y": 2, "q": 0}],
        ),
        why="k is a threshold of the likelihood ratio, a pure number; the output must be compared with the point "
        "k~ = sigma_z^2 log(k)/Delta_mu + Delta_mu/2 where the ratio is k.",
    ),
    sharpen=sharpened(
        kind="equivalence",
        states="For Delta mu > 0 the attack is not detected iff Y <= k~ + q(X) with k~ = sigma_z^2 log(k)/Delta mu + Delta mu/2; "
        "for the k of eq. 7, k~ = sigma_z Q^{-1}(alpha), and the false-alarm rate is alpha.",
        holds=All(
            Iff(Rel(y, "<=", cut_0 + q), Rel(centred, "<=", k)),
            Rel(cut_0.subs(k, k_printed), "=", sigma_z * QInv(alpha)),
            Rel(above(cut_0.subs(k, k_printed), 0), "=", alpha),
        ),
        on=Region(alpha=UNIT, Delta_mu=POSITIVE, sigma_z=POSITIVE, y=REAL, q=REAL, k=POSITIVE),
    ),
)

threshold_negative = Claim(
    id="chernoff/theorem-1/threshold-negative",
    where="Theorem 1", kind="identity",
    states="For Delta mu<0 the threshold is kbar = exp{(Delta mu/sigma_z)(Q^{-1}(1-alpha) - Delta mu/(2 sigma_z))}.",
    reading="The ratio decreases now, so {ratio > k} is {z < c}; c is the point with P_0[z < c] = alpha.",
    holds=All(
        Monotone(ratio(x), x, "decreasing"),
        Rel(below(mu_0 + sigma_z * QInv(1 - alpha), mu_0), "=", alpha),
        Rel(ratio(mu_0 + sigma_z * QInv(1 - alpha)), "=", k_bar),
    ),
    on=DOWN.extended(x=REAL),
)  # fmt: skip

rule_negative = Claim(
    id="chernoff/theorem-1/no-detection-rule-negative",
    where="Theorem 1",
    kind="algorithm",
    states="For Delta mu<0 the attack is not detected if the DP output exceeds kbar + q(X).",
    reading="As for Delta mu > 0: the output is compared with the point k~ where the ratio is kbar, and the rule promises to "
    "be the likelihood-ratio test (6) with threshold kbar. The number that the sentence names is right, as the threshold of the "
    "ratio; what it lacks is the tilde, with which the proof turns that number into a point of the output, by analogy for this "
    "sign. Whether a machine or a writer lost it, every reader puts it back: a number without unit is not added to q(X), and the "
    "rule is to be the test whose threshold Theorem 1 gives.",
    holds=rule(within_down, k_bar),
    on=Region(
        alpha=UNIT,
        Delta_mu=NEGATIVE,
        sigma_z=POSITIVE,
        y=REAL,
        q=REAL,
        points=[{"alpha": "7/8", "Delta_mu": -1, "sigma_z": 1, "y": "1/2", "q": 0}],
    ),
    as_extracted=Extracted(
        rule(not_detected_down, k_bar),
        on=Region(
            alpha=UNIT,
            Delta_mu=NEGATIVE,
            sigma_z=POSITIVE,
            y=REAL,
            q=REAL,
            points=[{"alpha": "7/8", "Delta_mu": -1, "sigma_z": 1, "y": "1/2", "q": 0}],
        ),
        why="kbar is a threshold of the likelihood ratio and always positive; the output must be compared with sigma_z "
        "Q^{-1}(1 - alpha), which is larger than kbar at the point shown: the rule misses what the test detects. For "
        "alpha <= 1/2 it is at most 0: the rule misses nothing the test would catch but raises the alarm on more than "
        "half of the outputs without an attack.",
    ),
    sharpen=sharpened(
        kind="equivalence",
        states="For Delta mu < 0 the attack is not detected iff Y >= k~ + q(X) with k~ = sigma_z^2 log(k)/Delta mu + Delta mu/2; "
        "for kbar, k~ = sigma_z Q^{-1}(1 - alpha), and the false-alarm rate is alpha.",
        holds=All(
            Iff(Rel(y, ">=", cut_0 + q), Rel(centred, "<=", k)),
            Rel(cut_0.subs(k, k_bar), "=", sigma_z * QInv(1 - alpha)),
            Rel(below(cut_0.subs(k, k_bar), 0), "=", alpha),
        ),
        on=Region(alpha=UNIT, Delta_mu=NEGATIVE, sigma_z=POSITIVE, y=REAL, q=REAL, k=POSITIVE),
    ),
)

z_threshold = Claim(
    id="chernoff/theorem-1/proof/z-threshold",
    where="Theorem 1, proof", kind="equivalence",
    states="The likelihood-ratio test (6) is z > k~ with k~ = sigma_z^2 log k/Delta mu + (mu1+mu0)/2.",
    reading="For Delta mu > 0, the case the proof treats first; mu1 = mu0 + Delta mu.",
    holds=Iff(Rel(ratio(x), ">", k), Rel(x, ">", cut_of(k))),
    on=Region(Delta_mu=POSITIVE, sigma_z=POSITIVE, mu_0=REAL, x=REAL, k=POSITIVE),
)  # fmt: skip

eq_8 = Claim(
    id="chernoff/eq-8",
    where="eq. 8", kind="identity",
    states="alpha = Pr[z > k~ | H0] = Q(sigma_z log k/Delta mu + Delta mu/(2 sigma_z)).",
    reading="The second equality, for both signs: up and down are the two values of Delta mu. The chance is the size alpha only "
    "for Delta mu > 0; for Delta mu < 0 it is 1 - alpha (eq. 10).",
    holds=All(*(Rel(above(cut_of(k), mu_0).subs(Delta_mu, shift), "=", level.subs(Delta_mu, shift)) for shift in (up, down))),
    on=Region(up=POSITIVE, down=NEGATIVE, sigma_z=POSITIVE, mu_0=REAL, k=POSITIVE),
)  # fmt: skip

rewriting_eq_10 = Claim(
    id="chernoff/theorem-1/proof/rewriting-eq-10",
    where="Theorem 1, proof, last sentence", kind="proof-step",
    states="Solving (10) for k gives the second threshold kbar of Theorem 1.",
    reading="kbar solves alpha = 1 - Q(sigma_z log k/Delta mu + Delta mu/(2 sigma_z)), and the right side is strictly monotone "
    "in k, so it is the only solution.",
    holds=All(Rel(1 - level.subs(k, k_bar), "=", alpha), Monotone(1 - level, k, "decreasing")),
    on=Region(alpha=UNIT, Delta_mu=NEGATIVE, sigma_z=POSITIVE, k=POSITIVE),
)  # fmt: skip

power_up: Any = Q(QInv(alpha) - Delta_mu / sigma_z)
power_down: Any = 1 - Q(QInv(1 - alpha) - Delta_mu / sigma_z)
eq_11_positive = Claim(
    id="chernoff/eq-11/positive",
    where="eq. 11, first branch", kind="identity",
    states="Power for Delta mu>0: betabar = Q(Q^{-1}(alpha) - Delta mu/sigma_z).",
    reading="Pr[z > k~ | H1] for the k of eq. 7.",
    lhs=above(cut_of(k_printed), mu_1), rel="=", rhs=power_up,
    on=UP,
)  # fmt: skip

eq_11_negative = Claim(
    id="chernoff/eq-11/negative",
    where="eq. 11, second branch", kind="identity",
    states="Power for Delta mu<0: betabar = 1 - Q(Q^{-1}(1-alpha) - Delta mu/sigma_z).",
    reading="The chance under H1 of the critical region {ratio > kbar}, which is {z < k~} for Delta mu < 0.",
    lhs=below(cut_of(k_bar), mu_1), rel="=", rhs=power_down,
    on=DOWN,
)  # fmt: skip

BOTH = Region(
    alpha=UNIT, up=POSITIVE, down=NEGATIVE, sigma_z=POSITIVE, mu_0=REAL,
    points=[{"alpha": "1/20", "up": 1, "down": -1, "sigma_z": 1, "mu_0": 0}],
)  # fmt: skip
first_branch = Rel(above(cut_of(k_printed), mu_1).subs(Delta_mu, up), "=", power_up.subs(Delta_mu, up))
eq_11_obtained_through = Claim(
    id="chernoff/eq-11/obtained-through",
    where="sentence before eq. 11",
    kind="proof-step",
    states="The power of the test for both cases (both signs of Delta mu) is obtained through Pr[z > k~ | H1 is true].",
    reading="Through the chance of the critical region, which for Delta mu < 0 lies below k~: eq. 11 itself has 1 - Q there, "
    "and Theorem 1 treats that sign by analogy. up and down are the two values of Delta mu.",
    holds=All(
        first_branch,
        Rel(below(cut_of(k_bar), mu_1).subs(Delta_mu, down), "=", power_down.subs(Delta_mu, down)),
    ),
    on=BOTH,
    as_extracted=Extracted(
        All(
            first_branch,
            Rel(above(cut_of(k_bar), mu_1).subs(Delta_mu, down), "=", power_down.subs(Delta_mu, down)),
        ),
        why="For Delta mu < 0 the critical region lies below k~, so Pr[z > k~ | H1] is the chance of a miss.",
    ),
)
