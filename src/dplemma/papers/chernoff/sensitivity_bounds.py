"""What the two expansions of the information say of the sensitivity and of the variance of the attack.

Main results: eqs. 21 and 22 are one inequality solved for s and for the variance; it fails for n >= 2, and holds for the sums
in place of the data sets (mended).
Source: section III-B, eqs. 20 to 22, Remark 1.
"""

from dplemma.lang.words import *
from dplemma.papers.chernoff.privacy_distortion import ALGEBRA, NATURAL, entropy, eq_14, eq_20, nats, rate

n, s, S, sigma, sigma_a = variables("n s S sigma sigma_a")
delta, eps, sigma_z = variables("delta eps sigma_z")

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
    reading=MOMENT + "S is the sum of the variances, and I is eq. 14, as the next sentence needs it. (The information of the "
    "data sets themselves is infinite for n >= 2, and no bound tells anything of it.)",
    lhs=eq_14, rel=">=", rhs=eq_20,
    on=WITHIN,
    why="Eq. 14 is the information of the sums, eq. 20 has the entropy of n records against that of one sum: the factor (2 pi "
    "e)^(n-1) is too much.",
    harm="wrong",
    amend=amended(
        states="I(q(X^n); q(X~^n)) >= (1/2) log(S/s^2) whenever sigma_a <= s, for sums in place of the data sets.",
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
        states="1 + S/sigma_a^2 >= S/s^2 whenever sigma_a <= s, for sums in place of the data sets.",
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
    reading="Where eq. 22 is a bound on a variance, so where its right side is positive: S (2 pi e)^(n-1) > s^2. (Elsewhere (14) "
    ">= (20) holds for every sigma_a, and eq. 22, whose right side is negative or undefined, says nothing.)",
    holds=Iff(fourteen_at_least_twenty, eq_22),
    on=POSITIVE_GAIN,
)  # fmt: skip

eq_22_bound = Claim(
    id="chernoff/eq-22/bound",
    where="eq. 22 and the sentence before it", kind="inequality",
    states="Eq. 22 is an upper bound on the variance of the attacker's data (guaranteeing that the adversary avoids detection).",
    reading=MOMENT + "S is the sum of the variances, and S (2 pi e)^(n-1) > s^2, where the bound is positive. (No detection "
    "enters its derivation: nothing is guaranteed about it.)",
    holds=eq_22,
    on=Region(
        **ALGEBRA.intervals, such_that=[Rel(sigma_a, "<=", s), Rel(gain, ">", 1)],
        points=[{"n": 2, "S": 2, "sigma_a": 1, "s": 1}],
    ),
    why="It rests on (14) >= (20), which fails for n >= 2; the factor (2 pi e)^(n-1) makes the bound too small, e.g. 0.06 for n "
    "= 2, S = 2 and sigma_a = s = 1.",
    harm="wrong",
    amend=amended(
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
