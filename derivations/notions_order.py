"""(0, delta)-DP and (eps, delta)-DP bound each other, on one event and its complement.

Main result: p - q <= delta gives p - e^eps q <= delta for every eps; and (eps, delta)-DP gives p - q <= delta' with
delta' = (e^eps - 1 + 2 delta)/(e^eps + 1), because what it leaves over for the event and for the complement adds up to
(e^eps + 1)(delta' - (p - q)).
"""

from dplemma.lang.words import *

p, q, eps, delta = variables("p q eps delta")

CHANCE = Interval(0, 1)
EVENT = {"eps": NONNEGATIVE, "delta": CHANCE, "p": CHANCE, "q": CHANCE}
forward = exp(eps) * q + delta - p  # what is left over for the event
backward = exp(eps) * (1 - p) + delta - (1 - q)  # and for the complement, the databases exchanged
smaller = (exp(eps) - 1 + 2 * delta) / (exp(eps) + 1)
BOTH = Region(**EVENT, such_that=[Rel(forward, ">=", 0), Rel(backward, ">=", 0)])

notions_order = Derivation(
    id="notions-order",
    title="(0, delta)-DP and (eps, delta)-DP bound each other",
    proves="chernoff/chain/delta-dp-eps-delta-dp",
    on=Region(**EVENT),
    lemmas=(
        Lemma(
            name="approximate", says="a difference of at most delta is (eps, delta)-DP for every eps",
            on=Region(**EVENT, such_that=Rel(p - q, "<=", delta)),
            start=p - exp(eps) * q,
            steps=(
                Step("<=", p - q, Bound(), "e^eps >= 1", of=p - exp(eps) * q),
                Step("<=", delta, Bound(), "the difference of the chances", of=p - q),
            ),
        ),
        Lemma(name="event", says="what (eps, delta)-DP says of the event", on=BOTH, holds=Rel(forward, ">=", 0)),
        Lemma(name="complement", says="and of the complement", on=BOTH, holds=Rel(backward, ">=", 0)),
        Lemma(
            name="left over", says="neither is negative, so their sum is not", on=BOTH,
            start=(exp(eps) + 1) * (smaller - (p - q)),
            steps=(
                Step("=", forward + backward, Algebra(), "the two, added up"),
                Step(">=", backward, ByLemma("event"), "(eps, delta)-DP for the event", of=forward + backward),
                Step(">=", 0, ByLemma("complement"), "and for the complement"),
            ),
        ),
        Lemma(
            name="difference", says="which bounds the difference of the chances", on=BOTH,
            start=p - q,
            steps=(
                Step("<=", smaller, ByLemma("left over").times(1 / (exp(eps) + 1)), "over e^eps + 1, which is positive"),
            ),
        ),
    ),
    start=forward + backward,
    steps=(
        Step("=", exp(eps) - 1 + 2 * delta - (exp(eps) + 1) * (p - q), Algebra(), "the chances are collected"),
        Step("=", (exp(eps) + 1) * (smaller - (p - q)), Algebra(), "over e^eps + 1",
             of=exp(eps) - 1 + 2 * delta - (exp(eps) + 1) * (p - q)),
    ),
)  # fmt: skip
