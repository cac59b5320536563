"""What the variances say of the sensitivity: s >= sqrt(S/(S + sigma_a^2)) sigma_a if the attack's deviation is at most s.

Main result: the factor sqrt(S/(S + sigma_a^2)) is below 1, so the bound follows from sigma_a <= s alone; it comes from comparing
the information of the sums, (1/2) log(1 + S/sigma_a^2), with (1/2) log(S/s^2). Beside it the printed chain, which has the
entropy of n records against that of one sum.
"""

from dplemma.lang.words import *

S, sigma_a, s, n, sigma, c = variables("S sigma_a s n sigma c")

HALF = Rational(1, 2)
share = S / (S + sigma_a**2)
CELL = 2 * pi * exp(1)
WITHIN = Region(S=POSITIVE, sigma_a=POSITIVE, s=POSITIVE, such_that=Rel(sigma_a, "<=", s))


def entropy(spread: Any) -> Any:
    return log(2 * pi * spread**2) / 2 + HALF


remaining = sigma * sigma_a / sqrt(sigma**2 + sigma_a**2)  # the deviation of a record when the attacked one is known

sensitivity_bound = Derivation(
    id="sensitivity-bound",
    title="The sensitivity is at least sqrt(S/(S + sigma_a^2)) sigma_a if the attack's deviation is at most the sensitivity",
    proves="chernoff/eq-21/bound/amended",
    on=WITHIN,
    lemmas=(
        Lemma(
            name="share", says="the share of the data in the variance of the attacked sum is below 1",
            on=Region(S=POSITIVE, sigma_a=POSITIVE),
            start=share,
            steps=(Step("<=", 1, Bound(), "S <= S + sigma_a^2"),),
        ),
        Lemma(
            name="square", says="the bound is at most the attack's deviation, squared", on=Region(S=POSITIVE, sigma_a=POSITIVE),
            start=S * sigma_a**2 / (S + sigma_a**2),
            steps=(Step("<=", sigma_a**2, ByLemma("share").times(sigma_a**2), "the share is below 1"),),
        ),
        Lemma(
            name="information", says="and the information of the sums is at least (1/2) log(S/s^2)",
            start=log(S / s**2) / 2,
            steps=(
                Step("<=", log(S / sigma_a**2) / 2, Bound(), "sigma_a <= s"),
                Step("<=", log(1 + S / sigma_a**2) / 2, Bound(), "the logarithm rises", of=S / sigma_a**2),
            ),
        ),
    ),
    start=s,
    steps=(
        Step(">=", sigma_a, Bound(), "the attack's deviation is at most the sensitivity"),
        Step(">=", sqrt(S * sigma_a**2 / (S + sigma_a**2)), Bound(), "the share is below 1", of=sigma_a),
    ),
    printed=PrintedProof(
        where="chernoff, eqs. 17 to 22",
        on=Region(
            n=Interval.integers(1, oo), sigma=POSITIVE, sigma_a=POSITIVE, c=POSITIVE, S=POSITIVE, s=POSITIVE,
            such_that=Rel(sigma_a, "<=", s), points=[{"n": 2, "sigma": 1, "sigma_a": 1, "c": 2, "S": 2, "s": 1}],
        ),
        claims=(
            "chernoff/eq-19/source-entropy", "chernoff/eq-20/lower-bound", "chernoff/eq-16/entropy-of-function",
            "chernoff/eq-14-ge-eq-20", "chernoff/eq-21/bound", "chernoff/eq-22/bound",
        ),
        start=n * entropy(sigma) - entropy(remaining),
        steps=(
            PrintedStep(">=", n * entropy(sigma) - entropy(sigma_a), "eq. 18: conditioning reduces entropy"),
            PrintedStep(">=", log(CELL**n * n * sigma**2) / 2 - entropy(sigma_a),
                        "eq. 19: h(X^n) is replaced by (1/2) log((2 pi e)^n sum of the variances)"),
            PrintedStep("says", Rel(entropy(c * sigma), "<=", entropy(sigma)),
                        "eq. 16 rests on h(g(x)) <= h(x) for any function g; here g(x) = c x"),
            PrintedStep("says", Rel(1 + S / sigma_a**2, ">=", CELL ** (n - 1) * S / s**2),
                        "(14) >= (20), with the logarithms taken off"),
            PrintedStep("says", Rel(s, ">=", CELL ** ((n - 1) / 2) * sqrt(S * sigma_a**2 / (S + sigma_a**2))),
                        "eq. 21: so the sensitivity is bounded from below"),
            PrintedStep("says", Implies(
                Rel(CELL ** (n - 1) * S / s**2, ">", 1), Rel(sigma_a**2, "<=", S / (CELL ** (n - 1) * S / s**2 - 1))),
                "eq. 22: and the variance of the attack from above"),
        ),
    ),
)  # fmt: skip
