"""The privacy-distortion trade-off: mutual information of the data before and after the attack, in entropies.

Main results: the two expansions hold for n = 1, and for the sums in place of the data sets; for n >= 2 the information of the
data sets is infinite (mended).
Source: section III-B, eqs. 12 to 20.
"""

from dplemma.lang.words import *

n, sigma, sigma_a, s, S, t, x, y, z, c, r, m = variables("n sigma sigma_a s S t x y z c r m")
p, q = variables("p q")
HALF = Rational(1, 2)
NATURAL = Interval.integers(1, oo)


def density(at: Any, spread: Any, mean: Any = 0) -> Any:
    return exp(-((at - mean) ** 2) / (2 * spread**2)) / (sqrt(2 * pi) * spread)


def surprise(at: Any, spread: Any, mean: Any = 0) -> Any:
    """-log of the density."""
    return log(2 * pi * spread**2) / 2 + (at - mean) ** 2 / (2 * spread**2)


SQUARE = Integer(1)  # the mean of x^2, x standard normal: the variance (decided in section-ii-b/iid-variances)


def entropy(spread: Any) -> Any:
    """Differential entropy of N(m, spread^2): the mean of -log of the density at m + spread x, x standard normal."""
    return log(2 * pi * spread**2) / 2 + SQUARE / 2


def nats(inside: Any) -> Any:
    return log(inside) / 2


def rate(variance: Any) -> Any:
    """Information that X = N(0, variance) and the same with independent N(0, sigma_a^2) added have of each other.

    It is the mean over X of the divergence of N(X, sigma_a^2) from N(0, variance + sigma_a^2) (section-iv/kl-gaussian).
    """
    total = variance + sigma_a**2
    return nats(total / sigma_a**2) + (sigma_a**2 + variance * SQUARE) / (2 * total) - HALF


DATA = "The records are i.i.d. N(0, sigma^2), so the sum of their variances is n sigma^2; X_a is N(0, sigma_a^2). "
NOISED = (
    "Where the attack leaves a record as it was, that record is known exactly; as a limit, noise of deviation t is added to it, "
)
both = sqrt(sigma**2 + sigma_a**2)
TWO = Region(sigma=POSITIVE, sigma_a=POSITIVE)
MANY = Region(n=NATURAL, sigma=POSITIVE, sigma_a=POSITIVE, points=[{"n": 2, "sigma": 2, "sigma_a": 1}])
SUMS = Region(S=POSITIVE, sigma_a=POSITIVE)

eq_12 = Claim(
    id="chernoff/eq-12",
    where="eq. 12", kind="identity",
    states="I(X^n; X~^n) = h(X~^n) - h(X~^n | X^n), with X~^n = (X_1,..,X_i+X_a,..,X_n).",
    reading=DATA + "Both sides add up over the records, which are independent; one of them, z before and y after the attack, "
    "with X_a of any variance. The logarithm of f(y|z)/f(y), whose mean is the information, is -log f(y), whose mean is h(X~), "
    "less -log f(y|z), whose mean is h(X~|X); then the means. (A record that the attack leaves as it was is the limit "
    "sigma_a -> 0, where both sides are infinite.)",
    holds=All(
        Rel(log(density(y, sigma_a, z) / density(y, both)), "=", surprise(y, both) - surprise(y, sigma_a, z)),
        Rel(rate(sigma**2), "=", entropy(both) - entropy(sigma_a)),
    ),
    on=TWO.extended(y=REAL, z=REAL),
)  # fmt: skip

joint_entropy = Claim(
    id="chernoff/eq-13/joint-entropy",
    where="eq. 13, first term", kind="identity",
    states="h(X~^n) = (1/2) log( (2 pi e)^n (sum_i sigma_{X_i}^2 + sigma_{X_a}^2) ): the variances of the n+1 variables are "
    "added up.",
    reading=DATA + "The entropy of independent records is the sum of theirs.",
    lhs=(n - 1) * entropy(sigma) + entropy(both), rel="=", rhs=nats((2 * pi * exp(1)) ** n * (n * sigma**2 + sigma_a**2)),
    on=MANY,
    why="Entropies add up, so the variances of independent records are multiplied; they are added up for the sum of the records, "
    "which has one dimension and the factor 2 pi e once. The two agree for n = 1.",
    harm="wrong",
    amend=amended(
        states="h(X~^n) = (1/2) log((2 pi e)^n sigma^(2n-2) (sigma^2 + sigma_a^2)); for the sum of the records h = (1/2) log(2 "
        "pi e (S + sigma_a^2)), S the sum of the variances.",
        holds=All(
            Rel((n - 1) * entropy(sigma) + entropy(both), "=", nats((2 * pi * exp(1)) ** n * sigma ** (2 * n - 2) * both**2)),
            Rel(entropy(sqrt(S + sigma_a**2)), "=", nats(2 * pi * exp(1) * (S + sigma_a**2))),
        ),
        on=Region(n=NATURAL, sigma=POSITIVE, sigma_a=POSITIVE, S=POSITIVE),
    ),
)  # fmt: skip

conditional_entropy = Claim(
    id="chernoff/eq-13/conditional-entropy",
    where="eq. 13, second term", kind="identity",
    states="h(X~^n | X^n) = (1/2) log((2 pi e)^n sigma_{X_a}^2).",
    reading=DATA + NOISED + "which can only increase the entropy: what the claim says to be h is at most the entropy with the "
    "noise, for every t > 0.",
    holds=Rel((n - 1) * entropy(t) + entropy(sigma_a), ">=", nats((2 * pi * exp(1)) ** n * sigma_a**2)),
    on=Region(n=NATURAL, sigma_a=POSITIVE, t=POSITIVE, points=[{"n": 2, "sigma_a": 1, "t": "1/2"}]),
    why="Given X^n only one record of X~^n is random, the others have no density: for n >= 2 the conditional entropy is minus "
    "infinity. The factor 2 pi e belongs to the one random record.",
    harm="wrong",
    amend=amended(
        states="h(X~^n | X^n) is minus infinity for n >= 2, and (1/2) log(2 pi e sigma_a^2) for n = 1, as for the sum of the "
        "records given the sum before.",
        holds=All(
            Rel(entropy(sigma_a), "=", nats(2 * pi * exp(1) * sigma_a**2)),
            Rel(entropy(t), "=", nats(2 * pi * exp(1) * t**2)),
            Limit((n - 1) * nats(2 * pi * exp(1) * t**2) + nats(2 * pi * exp(1) * sigma_a**2), t, 0, -oo),
        ),
        on=Region(n=Interval.integers(2, oo), sigma_a=POSITIVE, t=POSITIVE),
    ),
)  # fmt: skip

ALGEBRA = Region(n=NATURAL, S=POSITIVE, sigma_a=POSITIVE, s=POSITIVE)
eq_14 = nats(1 + S / sigma_a**2)
eq_20 = nats((2 * pi * exp(1)) ** (n - 1) * S / s**2)
eq_14_algebra = Claim(
    id="chernoff/eq-14/algebra",
    where="eq. 13 to eq. 14", kind="proof-step",
    states="(1/2)log((2 pi e)^n (S+sigma_a^2)) - (1/2)log((2 pi e)^n sigma_a^2) = (1/2) log(1 + S/sigma_a^2), S = sum "
    "sigma_{X_i}^2.",
    holds=Rel(nats((2 * pi * exp(1)) ** n * (S + sigma_a**2)) - nats((2 * pi * exp(1)) ** n * sigma_a**2), "=", eq_14),
    on=ALGEBRA.without("s"),
)  # fmt: skip

mutual_information = Claim(
    id="chernoff/eq-14/mutual-information",
    where="eq. 14", kind="identity",
    states="I(X^n; X~^n) = (1/2) log(1 + sum_i sigma_{X_i}^2/sigma_{X_a}^2).",
    reading=DATA + NOISED + "which cannot increase the information: the right side is at least the information with the noise, "
    "the sum of those of the records, for every t > 0.",
    holds=Rel(rate(sigma**2) + (n - 1) * rate(sigma**2).subs(sigma_a, t), "<=", eq_14.subs(S, n * sigma**2)),
    on=Region(
        n=NATURAL, sigma=POSITIVE, sigma_a=POSITIVE, t=POSITIVE, points=[{"n": 2, "sigma": 1, "sigma_a": 1, "t": "1/2"}],
    ),
    assumes=("data-processing",),
    why="For n >= 2 the neighbours share n - 1 records without noise, and the information is infinite. What the right side gives "
    "is the information of the two query outputs, the sums of the records.",
    harm="wrong",
    amend=amended(
        states="I(q(X^n); q(X~^n)) = (1/2) log(1 + S/sigma_a^2), q the sum of the records and S the sum of their variances.",
        reading="The sums are N(0, S) and the same with X_a added.",
        lhs=rate(S), rel="=", rhs=eq_14,
        on=SUMS,
    ),
)  # fmt: skip

# Given X~ = y the record X is N(shrunk y, left^2).
shrunk = sigma**2 / (sigma**2 + sigma_a**2)
left = sigma * sigma_a / both
backward = nats(sigma**2 / left**2) + (left**2 + (shrunk * both) ** 2 * SQUARE) / (2 * sigma**2) - HALF
eq_15 = Claim(
    id="chernoff/eq-15",
    where="eq. 15", kind="identity",
    states="I(X^n; X~^n) = h(X^n) - h(X^n | X~^n).",
    reading=DATA + "One record, as in eq. 12. Given X~ = y it is N(v y, w^2) with v = sigma^2/(sigma^2 + sigma_a^2) and w^2 = v "
    "sigma_a^2; the information is the mean over X~ of the divergence from N(0, sigma^2), the same number as that of eq. 12.",
    holds=All(
        Rel(density(z, sigma) * density(y, sigma_a, z), "=", density(y, both) * density(z, left, shrunk * y)),
        Rel(log(density(z, left, shrunk * y) / density(z, sigma)), "=", surprise(z, sigma) - surprise(z, left, shrunk * y)),
        Rel(backward, "=", entropy(sigma) - entropy(left)),
        Rel(rate(sigma**2), "=", entropy(sigma) - entropy(left)),
    ),
    on=TWO.extended(y=REAL, z=REAL),
)  # fmt: skip

entropy_of_function = Claim(
    id="chernoff/eq-16/entropy-of-function",
    where="text after eq. 20 (property applied in eq. 16)", kind="inequality",
    states="By concavity of entropy, h(g(x)) <= h(x) for any function g (differential entropy).",
    reading="For g(x) = c x and a Gaussian x of deviation sigma.",
    lhs=entropy(c * sigma), rel="<=", rhs=entropy(sigma),
    on=Region(c=POSITIVE, sigma=POSITIVE, points=[{"c": 2, "sigma": 1}]),
    why="Differential entropy is not that of a discrete variable: it grows by log c under x -> c x. The property holds for "
    "discrete entropy, and has nothing to do with concavity. Where it holds it makes line 16 an upper bound of the information, "
    "and the chain needs a lower one.",
    harm="proof", class_="false",
    amend=amended(
        states="A function of a discrete variable has no more entropy than the variable; for differential entropy h(c X) = h(X) "
        "+ log c, at most h(X) iff c <= 1.",
        reading="A function merges outcomes, two at a time, of chances p and q. The second part for a Gaussian X.",
        holds=All(
            Rel(-(p + q) * log(p + q), "<=", -p * log(p) - q * log(q)),
            Rel(entropy(c * sigma), "=", entropy(sigma) + log(c)),
            Iff(Rel(entropy(c * sigma), "<=", entropy(sigma)), Rel(c, "<=", 1)),
        ),
        on=Region(p=UNIT, q=UNIT, c=POSITIVE, sigma=POSITIVE, such_that=Rel(p + q, "<=", 1)),
    ),
)  # fmt: skip


def around(mean: Any, spread: Any) -> Any:
    """Differential entropy of N(mean, spread^2), as the integral of -f log f."""
    return Integral(density(x, spread, mean) * surprise(x, spread, mean), (x, -oo, oo))


left_noised = sigma * t / sqrt(sigma**2 + t**2)
CELL = 2 * pi * exp(1)
eq_17 = Claim(
    id="chernoff/eq-17",
    where="eq. 15 to eq. 17", kind="proof-step",
    states="I(X^n;X~^n) = h(X^n) - h(f(X^n)-f(X~^n) | X~^n), i.e. h(X^n|X~^n) of (15) becomes h(f(X^n)-f(X~^n)|X~^n) (the line "
    "of eq. 16 is absent from the text).",
    reading=DATA + "Line 16 is lost in the text, and with it its sign: >=, as the chain needs, before h(X^n) - h(f(X^n)|X~^n), f "
    "being the query, the sum. From there to eq. 17 it is an equality: given the attacked data the sum before is Gaussian, with "
    "some mean m and deviation s, and subtracting f(X~^n) = y moves the mean only. From eq. 15: h(X^n|X~^n) is the same number "
    "for n = 1, and minus infinity for n >= 2. " + NOISED + "and t -> 0; w = sigma sigma_a/sqrt(sigma^2 + sigma_a^2) is what is "
    "left of the attacked record.",
    holds=All(
        Rel(around(m, s), "=", around(m - y, s)),
        Rel(entropy(left_noised), "=", nats(CELL * left_noised**2)),
        Rel(entropy(left), "=", nats(CELL * left**2)),
        Limit((n - 1) * nats(CELL * left_noised**2) + nats(CELL * left**2), t, 0, -oo),
    ),
    on=Region(
        n=Interval.integers(2, oo), sigma=POSITIVE, sigma_a=POSITIVE, t=POSITIVE, m=REAL, y=REAL, s=POSITIVE,
    ),
    as_extracted=Extracted(
        Rel((n - 1) * entropy(left_noised) + entropy(left), ">=", entropy(left)),
        on=Region(
            n=NATURAL, sigma=POSITIVE, sigma_a=POSITIVE, t=POSITIVE,
            points=[{"n": 2, "sigma": 1, "sigma_a": 1, "t": "1/10"}],
        ),
        why="With an equality from eq. 15 to eq. 17, h(X^n|X~^n) would be at most what is left when the records that are kept "
        "have noise t; for n >= 2 it is minus infinity.",
    ),
)  # fmt: skip

eq_18 = Claim(
    id="chernoff/eq-18",
    where="eq. 17 to eq. 18", kind="inequality",
    states="h(X^n) - h(f(X^n)-f(X~^n)|X~^n) >= h(X^n) - h(f(X^n)-f(X~^n)) (conditioning reduces entropy).",
    reading=DATA + "f(X^n) - f(X~^n) = -X_a; of X~^n only the record X + X_a = y tells of it, and leaves it N(-sigma_a^2 "
    "y/(sigma^2 + sigma_a^2), w^2), w = sigma sigma_a/sqrt(sigma^2 + sigma_a^2). h(X^n) is n times the entropy of a record.",
    lhs=n * entropy(sigma) - entropy(left), rel=">=", rhs=n * entropy(sigma) - entropy(sigma_a),
    on=Region(n=NATURAL, sigma=POSITIVE, sigma_a=POSITIVE),
)  # fmt: skip

source_entropy = Claim(
    id="chernoff/eq-19/source-entropy",
    where="eq. 18 to eq. 19, first term", kind="inequality",
    states="h(X^n) is replaced by (1/2) log((2 pi e)^n sum_i sigma_{X_i}^2) in a chain of >= signs.",
    reading=DATA + "The chain needs h(X^n) to be at least what replaces it.",
    lhs=n * entropy(sigma), rel=">=", rhs=nats((2 * pi * exp(1)) ** n * (n * sigma**2)),
    on=Region(n=NATURAL, sigma=POSITIVE, points=[{"n": 2, "sigma": 1}]),
    why="The entropy of n records has the product of their variances, sigma^(2n), in place of the sum n sigma^2, which is larger "
    "e.g. for sigma = 1.",
    harm="proof", class_="false",
    amend=amended(
        states="h(X^n) = (1/2) log((2 pi e)^n sigma^(2n)); the sum of the records has h = (1/2) log(2 pi e S), S = n sigma^2.",
        holds=All(
            Rel(n * entropy(sigma), "=", nats((2 * pi * exp(1)) ** n * sigma ** (2 * n))),
            Rel(entropy(sqrt(n) * sigma), "=", nats(2 * pi * exp(1) * n * sigma**2)),
        ),
        on=Region(n=NATURAL, sigma=POSITIVE),
    ),
)  # fmt: skip

sensitivity_term = Claim(
    id="chernoff/eq-19/sensitivity-term",
    where="eq. 18 to eq. 19, second term", kind="inequality",
    states="Definition 2 gives h(f(X^n)-f(X~^n)) <= (1/2) log(2 pi e s^2).",
    reading="f(X^n) - f(X~^n) = -X_a lies within s by Definition 2, so its second moment m is at most s^2 (for a Gaussian X_a, "
    "whose values no s bounds, this moment is what is meant). For any density g r at x, g that of N(0, s^2): r log r >= r - 1 "
    "gives h <= the mean of -log g, which is log(2 pi s^2)/2 + m/(2 s^2).",
    holds=All(
        Rel(r * log(r), ">=", r - 1),
        Rel(-log(density(x, s)), "=", surprise(x, s)),
        Implies(Rel(m, "<=", s**2), Rel(log(2 * pi * s**2) / 2 + m / (2 * s**2), "<=", nats(2 * pi * exp(1) * s**2))),
    ),
    on=Region(r=POSITIVE, x=REAL, s=POSITIVE, m=NONNEGATIVE),
)  # fmt: skip

eq_20_algebra = Claim(
    id="chernoff/eq-20/algebra",
    where="eq. 19 to eq. 20", kind="proof-step",
    states="(1/2)log((2 pi e)^n S) - (1/2)log(2 pi e s^2) = (1/2) log((2 pi e)^{n-1} S/s^2).",
    holds=Rel(nats((2 * pi * exp(1)) ** n * S) - nats(2 * pi * exp(1) * s**2), "=", eq_20),
    on=ALGEBRA.without("sigma_a"),
)  # fmt: skip
