"""The privacy-distortion trade-off: mutual information of the data before and after the attack, bounds on s and on X_a.

Main results: eqs. 13 to 22 hold for n = 1, and for the sums in place of the data sets; for n >= 2 data sets the information is
infinite and the bounds fail (all mended).
Source: section III-B, eqs. 12 to 22, Remark 1.
"""

from dplemma.lang.words import *

n, sigma, sigma_a, s, S, t, x, y, z, c, r, m = variables("n sigma sigma_a s S t x y z c r m")
p, q, delta, eps, sigma_z = variables("p q delta eps sigma_z")
HALF = Rational(1, 2)
NATURAL = Interval.integers(1, oo)


def density(at: Any, spread: Any, mean: Any = 0) -> Any:
    return exp(-((at - mean) ** 2) / (2 * spread**2)) / (sqrt(2 * pi) * spread)


def surprise(at: Any, spread: Any, mean: Any = 0) -> Any:
    """-log of the density."""
    return log(2 * pi * spread**2) / 2 + (at - mean) ** 2 / (2 * spread**2)


SQUARE = Integral(x**2 * phi(x), (x, -oo, oo))  # the mean of x^2, x standard normal


def entropy(spread: Any) -> Any:
    """Differential entropy of N(m, spread^2): the mean of -log of the density at m + spread x, x standard normal."""
    return log(2 * pi * spread**2) / 2 + SQUARE / 2


def nats(inside: Any) -> Any:
    return log(inside) / 2


def rate(variance: Any) -> Any:
    """Information that X = N(0, variance) and the same with independent N(0, sigma_a^2) added have of each other.

    It is the mean over X of the divergence of N(X, sigma_a^2) from N(0, variance + sigma_a^2).
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
    reading=DATA + "Both sides add up over the records, which are independent; one of them, with X_a of any variance. (A record that "
    "the attack leaves as it was is the limit sigma_a -> 0, where both sides are infinite.)",
    lhs=rate(sigma**2), rel="=", rhs=entropy(both) - entropy(sigma_a),
    on=TWO,
)  # fmt: skip

joint_entropy = Claim(
    id="chernoff/eq-13/joint-entropy",
    where="eq. 13, first term", kind="identity",
    states="h(X~^n) = (1/2) log( (2 pi e)^n (sum_i sigma_{X_i}^2 + sigma_{X_a}^2) ): the variances of the n+1 variables are added "
    "up.",
    reading=DATA + "The entropy of independent records is the sum of theirs.",
    lhs=(n - 1) * entropy(sigma) + entropy(both), rel="=", rhs=nats((2 * pi * exp(1)) ** n * (n * sigma**2 + sigma_a**2)),
    on=MANY,
    why="Entropies add up, so the variances of independent records are multiplied; they are added up for the sum of the records, "
    "which has one dimension and the factor 2 pi e once. The two agree for n = 1.",
    harm="wrong",
    amend=amended(
        "chernoff/eq-13/joint-entropy",
        where="eq. 13, first term", kind="identity",
        states="h(X~^n) = (1/2) log((2 pi e)^n sigma^(2n-2) (sigma^2 + sigma_a^2)); for the sum of the records h = (1/2) log(2 pi e "
        "(S + sigma_a^2)), S the sum of the variances.",
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
        "chernoff/eq-13/conditional-entropy",
        where="eq. 13, second term", kind="identity",
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
    reading=DATA + NOISED + "which cannot increase the information: the right side is at least the information with the noise, the "
    "sum of those of the records, for every t > 0.",
    holds=Rel(rate(sigma**2) + (n - 1) * rate(sigma**2).subs(sigma_a, t), "<=", eq_14.subs(S, n * sigma**2)),
    on=Region(
        n=NATURAL, sigma=POSITIVE, sigma_a=POSITIVE, t=POSITIVE, points=[{"n": 2, "sigma": 1, "sigma_a": 1, "t": "1/2"}],
    ),
    assumes=("data-processing",),
    why="For n >= 2 the neighbours share n - 1 records without noise, and the information is infinite. What the right side gives "
    "is the information of the two query outputs, the sums of the records.",
    harm="wrong",
    amend=amended(
        "chernoff/eq-14/mutual-information",
        where="eq. 14", kind="identity",
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
    why="Differential entropy is not that of a discrete variable: it grows by log c under x -> c x. The property holds for discrete "
    "entropy, and has nothing to do with concavity.",
    harm="proof", class_="false",
    amend=amended(
        "chernoff/eq-16/entropy-of-function",
        where="text after eq. 20 (property applied in eq. 16)", kind="inequality",
        states="A function of a discrete variable has no more entropy than the variable; for differential entropy h(c X) = h(X) + "
        "log c, at most h(X) iff c <= 1.",
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
eq_17 = Claim(
    id="chernoff/eq-17",
    where="eq. 15 to eq. 17", kind="proof-step",
    states="I(X^n;X~^n) = h(X^n) - h(f(X^n)-f(X~^n) | X~^n), i.e. h(X^n|X~^n) of (15) becomes h(f(X^n)-f(X~^n)|X~^n) (the line of "
    "eq. 16 is absent from the text).",
    reading=DATA + "f is the query, the sum, so that f(X^n) - f(X~^n) = -X_a, which given X~^n has deviation w = sigma sigma_a/"
    "sqrt(sigma^2 + sigma_a^2). " + NOISED + "which tells less: h(X^n|X~^n) is at most the entropy given the noised "
    "records, for every t > 0.",
    holds=Rel((n - 1) * entropy(left_noised) + entropy(left), ">=", entropy(left)),
    on=Region(
        n=NATURAL, sigma=POSITIVE, sigma_a=POSITIVE, t=POSITIVE, points=[{"n": 2, "sigma": 1, "sigma_a": 1, "t": "1/10"}],
    ),
    why="For n >= 2 the entropy of X^n given X~^n is minus infinity, that of X_a is not: the step is an inequality. It is an "
    "equality for n = 1, and for the sums in place of the data sets.",
    harm="proof",
    amend=amended(
        "chernoff/eq-17",
        where="eq. 15 to eq. 17", kind="proof-step",
        states="h(f(X^n) | f(X~^n)) = h(f(X^n) - f(X~^n) | f(X~^n)), f the sum of the records.",
        reading="Given f(X~^n) = y the sum before the attack is Gaussian, with some mean m and deviation s; subtracting y moves the "
        "mean only.",
        holds=Rel(around(m, s), "=", around(m - y, s)),
        on=Region(m=REAL, y=REAL, s=POSITIVE),
    ),
)  # fmt: skip

eq_18 = Claim(
    id="chernoff/eq-18",
    where="eq. 17 to eq. 18", kind="inequality",
    states="h(X^n) - h(f(X^n)-f(X~^n)|X~^n) >= h(X^n) - h(f(X^n)-f(X~^n)) (conditioning reduces entropy).",
    reading=DATA + "f(X^n) - f(X~^n) = -X_a; of X~^n only the record X + X_a = y tells of it, and leaves it N(-sigma_a^2 y/(sigma^2 + "
    "sigma_a^2), w^2), w = sigma sigma_a/sqrt(sigma^2 + sigma_a^2). h(X^n) is n times the entropy of a record.",
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
        "chernoff/eq-19/source-entropy",
        where="eq. 18 to eq. 19, first term", kind="inequality",
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
    reading="f(X^n) - f(X~^n) = -X_a lies within s by Definition 2, so its second moment m is at most s^2 (for a Gaussian X_a, whose "
    "values no s bounds, this moment is what is meant). For any density g r at x, g that of N(0, s^2): r log r >= r - 1 gives "
    "h <= the mean of -log g, which is log(2 pi s^2)/2 + m/(2 s^2).",
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

MOMENT = "By Definition 2 X_a lies within s, so sigma_a <= s. "
WITHIN = Region(
    n=NATURAL, S=POSITIVE, sigma_a=POSITIVE, s=POSITIVE, such_that=Rel(sigma_a, "<=", s),
    points=[{"n": 2, "S": 2, "sigma_a": 1, "s": 1}],
)  # fmt: skip
FOR_SUMS = WITHIN.without("n")
lower_bound = Claim(
    id="chernoff/eq-20/lower-bound",
    where="eqs. 15-20", kind="inequality",
    states="I(X^n;X~^n) >= (1/2) log((2 pi e)^{n-1} sum sigma_{X_i}^2/s^2), with I equal to eq. 14.",
    reading=MOMENT + "S is the sum of the variances.",
    lhs=eq_14, rel=">=", rhs=eq_20,
    on=WITHIN,
    why="Eq. 14 is the information of the sums, eq. 20 has the entropy of n records against that of one sum: the factor (2 pi e)^(n-1) "
    "is too much.",
    harm="wrong",
    amend=amended(
        "chernoff/eq-20/lower-bound",
        where="eqs. 15-20", kind="inequality",
        states="I(q(X^n); q(X~^n)) >= (1/2) log(S/s^2), for sums in place of the data sets.",
        lhs=rate(S), rel=">=", rhs=nats(S / s**2),
        on=FOR_SUMS,
    ),
)  # fmt: skip

factor = (2 * pi * exp(1)) ** (n - 1)
fourteen_at_least_twenty = Rel(1 + S / sigma_a**2, ">=", factor * S / s**2)
eq_14_ge_eq_20 = Claim(
    id="chernoff/eq-14-ge-eq-20",
    where="sentence before eq. 21", kind="inequality",
    states="(14) >= (20), i.e. 1 + S/sigma_a^2 >= (2 pi e)^{n-1} S/s^2.",
    reading=MOMENT,
    holds=fourteen_at_least_twenty,
    on=WITHIN,
    why="The factor (2 pi e)^(n-1) compares n records with one sum; for n >= 2 the right side is the larger one already for "
    "sigma_a = s and S = 2 s^2.",
    harm="wrong",
    amend=amended(
        "chernoff/eq-14-ge-eq-20",
        where="sentence before eq. 21", kind="inequality",
        states="1 + S/sigma_a^2 >= S/s^2, for sums in place of the data sets.",
        lhs=1 + S / sigma_a**2, rel=">=", rhs=S / s**2,
        on=FOR_SUMS,
    ),
)  # fmt: skip

PRINT_21 = "The exponents of eq. 21 are those of eq. 22, sigma_{X_i}^2 sigma_{X_a}^2; the text as extracted has n and none. "
eq_21 = sqrt(factor) * sqrt(S * sigma_a**2 / (S + sigma_a**2))
as_printed_21 = (2 * pi * exp(1)) ** ((n - 1) / 2) * sqrt(n * sigma**n * sigma_a / (n * sigma**2 + sigma_a**2))
LITERAL = Region(
    n=NATURAL, sigma=POSITIVE, sigma_a=POSITIVE, s=POSITIVE, points=[{"n": 1, "sigma": 1, "sigma_a": 2, "s": "0.85"}],
)  # fmt: skip
eq_21_rearrangement = Claim(
    id="chernoff/eq-21/rearrangement",
    where="eq. 21", kind="identity",
    states="(14)>=(20) rearranges to s >= (2 pi e)^{(n-1)/2} ( sum_i sigma_{X_i}^n * sigma_{X_a} / (sum_i sigma_{X_i}^2 + "
    "sigma_{X_a}^2) )^{1/2}.",
    reading=PRINT_21 + "S is the sum of the variances.",
    holds=Iff(fourteen_at_least_twenty, Rel(s, ">=", eq_21)),
    on=ALGEBRA,
    as_extracted=Extracted(
        Iff(Rel(1 + n * sigma**2 / sigma_a**2, ">=", factor * n * sigma**2 / s**2), Rel(s, ">=", as_printed_21)),
        on=LITERAL,
        why="Solving for s leaves sigma_{X_i}^2 sigma_{X_a}^2 under the root, as eq. 22 has it.",
    ),
)  # fmt: skip

eq_21_bound = Claim(
    id="chernoff/eq-21/bound",
    where="eq. 21", kind="inequality",
    states="The global sensitivity of the Gaussian mechanism is lower bounded as in eq. 21 by the second-order statistics of the "
    "data and of X_a.",
    reading=PRINT_21 + MOMENT + "S is the sum of the variances.",
    lhs=s, rel=">=", rhs=eq_21,
    on=WITHIN,
    why="It rests on (14) >= (20), which fails for n >= 2: the factor (2 pi e)^((n-1)/2) is too much.",
    harm="wrong",
    amend=amended(
        "chernoff/eq-21/bound",
        where="eq. 21", kind="inequality",
        states="s >= sqrt(S sigma_a^2/(S + sigma_a^2)) whenever sigma_a <= s.",
        lhs=s, rel=">=", rhs=sqrt(S * sigma_a**2 / (S + sigma_a**2)),
        on=FOR_SUMS,
    ),
)  # fmt: skip

gain = S * factor / s**2
eq_22 = Rel(sigma_a**2, "<=", S / (gain - 1))
POSITIVE_GAIN = Region(n=NATURAL, S=POSITIVE, sigma_a=POSITIVE, s=POSITIVE, such_that=Rel(gain, ">", 1))
eq_22_rearrangement = Claim(
    id="chernoff/eq-22/rearrangement",
    where="eq. 22", kind="equivalence",
    states="(14)>=(20) rearranges to sigma_{X_a}^2 <= S / ( S (2 pi e)^{n-1}/s^2 - 1 ).",
    holds=Iff(fourteen_at_least_twenty, eq_22),
    on=Region(**ALGEBRA.intervals, points=[{"n": 1, "S": 1, "sigma_a": 1, "s": 2}]),
    why="The division needs S (2 pi e)^(n-1) > s^2. Otherwise the right side is negative or undefined, while (14) >= (20) holds for "
    "every sigma_a.",
    harm="condition",
    amend=amended(
        "chernoff/eq-22/rearrangement",
        where="eq. 22", kind="equivalence",
        states="If S (2 pi e)^{n-1} > s^2, (14) >= (20) iff sigma_{X_a}^2 <= S/(S (2 pi e)^{n-1}/s^2 - 1); otherwise (14) >= (20) for "
        "every sigma_{X_a}.",
        holds=All(
            Implies(Rel(gain, ">", 1), Iff(fourteen_at_least_twenty, eq_22)),
            Implies(Rel(gain, "<=", 1), fourteen_at_least_twenty),
        ),
        on=ALGEBRA,
    ),
)  # fmt: skip

eq_22_bound = Claim(
    id="chernoff/eq-22/bound",
    where="eq. 22 and the sentence before it", kind="inequality",
    states="Eq. 22 is an upper bound on the variance of the attacker's data (guaranteeing that the adversary avoids detection).",
    reading=MOMENT + "S is the sum of the variances, and S (2 pi e)^(n-1) > s^2, where the bound is positive. (No detection enters "
    "its derivation: nothing is guaranteed about it.)",
    holds=eq_22,
    on=Region(
        **ALGEBRA.intervals, such_that=[Rel(sigma_a, "<=", s), Rel(gain, ">", 1)],
        points=[{"n": 2, "S": 2, "sigma_a": 1, "s": 1}],
    ),
    why="It rests on (14) >= (20), which fails for n >= 2; the factor (2 pi e)^(n-1) makes the bound too small, e.g. 0.06 for n = 2, "
    "S = 2 and sigma_a = s = 1.",
    harm="wrong",
    amend=amended(
        "chernoff/eq-22/bound",
        where="eq. 22 and the sentence before it", kind="inequality",
        states="sigma_a^2 <= S/(S/s^2 - 1) whenever sigma_a <= s and s^2 < S.",
        lhs=sigma_a**2, rel="<=", rhs=S / (S / s**2 - 1),
        on=Region(S=POSITIVE, sigma_a=POSITIVE, s=POSITIVE, such_that=[Rel(sigma_a, "<=", s), Rel(s**2, "<", S)]),
    ),
)  # fmt: skip

consistency = Claim(
    id="chernoff/eq-21-22/consistency",
    where="eqs. 21 and 22", kind="equivalence",
    states="Eq. 22 is eq. 21 solved for sigma_{X_a}^2.",
    reading=PRINT_21 + "Where eq. 22 is a bound on a variance, so where its right side is positive: S (2 pi e)^(n-1) > s^2.",
    holds=Iff(Rel(s, ">=", eq_21), eq_22),
    on=POSITIVE_GAIN,
    as_extracted=Extracted(
        Iff(Rel(s, ">=", as_printed_21), Rel(sigma_a**2, "<=", n * sigma**2 / (n * sigma**2 * factor / s**2 - 1))),
        on=Region(**LITERAL.intervals, such_that=Rel(n * sigma**2 * factor, ">", s**2), points=LITERAL.points),
        why="With the exponents as extracted the two are not equivalent.",
    ),
)  # fmt: skip

variance_3 = 2 * s**2 * log(Rational("1.25") / delta) / eps**2
s_squared = Claim(
    id="chernoff/eq-22/s-squared",
    where="text below eq. 22", kind="identity",
    states="s^2 = sigma_z^2 eps^2/(2 log(1.25/delta)) by Definition 3.",
    reading="sigma_z > 0 is that of Definition 3; the relation is solved for s^2.",
    holds=Iff(
        Rel(sigma_z**2, "=", variance_3), Rel(s**2, "=", sigma_z**2 * eps**2 / (2 * log(Rational("1.25") / delta))),
    ),
    on=Region(s=POSITIVE, sigma_z=POSITIVE, eps=POSITIVE, delta=UNIT),
)  # fmt: skip

rate_distortion = Claim(
    id="chernoff/remark-1/rate-distortion",
    where="Remark 1", kind="identity", tier="prose",
    states="Eq. 20 can be read as the Gaussian rate-distortion function with s^2 in place of the distortion, up to an additional "
    "factor 2 pi e.",
    reading="The rate of a Gaussian source of variance S at the distortion s^2 is (1/2) log(S/s^2), the difference of two "
    "entropies. The factor is 2 pi e for each of the n - 1 dimensions that the sum loses, (2 pi e)^(n-1) inside the logarithm.",
    holds=All(
        Rel(entropy(sqrt(S)) - entropy(s), "=", nats(S / s**2)),
        Rel(eq_20, "=", nats(S / s**2) + (n - 1) * nats(2 * pi * exp(1))),
    ),
    on=ALGEBRA.without("sigma_a"),
)  # fmt: skip
