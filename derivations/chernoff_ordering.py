"""Chernoff privacy bounds the chances of one event: what is left is a square.

Main result: with the affinity A = sqrt(p q) + sqrt((1 - p)(1 - q)) = e^-C of one event at the exponent 1/2,
1 - A^2 - (p - q)^2 is a square. So (p - q)^2 <= 1 - e^(-2C): a bound on the Chernoff divergence is one on the difference of the
chances, and that makes (0, delta)-DP, hence (eps, delta)-DP for every eps (notions-order).
"""

from dplemma.lang.words import *

p, q, v = variables("p q v")

affinity = sqrt(p) * sqrt(q) + sqrt(1 - p) * sqrt(1 - q)
rest = sqrt(p) * sqrt(1 - p) - sqrt(q) * sqrt(1 - q)
CHANCE = Interval(0, 1)
LEVEL = Region(p=UNIT, q=UNIT, v=POSITIVE, such_that=Rel(affinity, ">=", exp(-v)))

chernoff_ordering = Derivation(
    id="chernoff-ordering",
    title="A bound on the Chernoff divergence bounds the difference of the chances of every event",
    about="chernoff/section-iv/chernoff-dp-stronger-than-approx-dp",
    on=Region(p=CHANCE, q=CHANCE),
    lemmas=(
        Lemma(
            name="difference", says="the difference of the chances, squared, is at most 1 - e^(-2C)",
            start=(p - q) ** 2,
            steps=(
                Step("=", 1 - affinity**2 - rest**2, Algebra(), "p (1 - q) + q (1 - p) less twice the root of their product"),
                Step("<=", 1 - affinity**2, Bound(), "a square is left out", of=-(rest**2)),
            ),
        ),
        Lemma(
            name="bounded", says="a divergence of at most v", on=LEVEL, holds=Rel(affinity, ">=", exp(-v)),
        ),
        Lemma(
            name="level", says="bounds the difference of the chances", on=LEVEL,
            start=(p - q) ** 2,
            steps=(
                Step("<=", 1 - affinity**2, ByLemma("difference"), "for one event"),
                Step("<=", 1 - exp(-v) * affinity, ByLemma("bounded").times(affinity), "A >= e^-v, times A"),
                Step("<=", 1 - exp(-2 * v), ByLemma("bounded").times(exp(-v)), "and times e^-v"),
            ),
        ),
    ),
    start=1 - affinity**2 - (p - q) ** 2,
    steps=(
        Step("=", rest**2, Algebra(), "p - p^2 + q - q^2 less twice the product of the four roots"),
        Step(">=", 0, Bound(), "a square is not negative", of=rest**2),
    ),
)  # fmt: skip
