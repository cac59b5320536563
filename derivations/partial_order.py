"""When one (eps, delta)-DP condition implies another: the exact partial order, from one event and its complement.

Main result: (eps_0, delta_0)-DP implies (eps, delta)-DP if delta >= delta_0 + (1 - delta_0)(e^eps_0 - e^eps)^+/(1 + e^eps_0).
E_0 = e^eps_0 and E = e^eps. An event has the chances p and q; the premise bounds p - E_0 q, and for the complement, with the
databases exchanged, E_0 p - q. For E < E_0, p - E q is a combination of these two with weights that are not negative. That no
smaller delta will do is partial-order-needed.
"""

from dplemma.lang.words import *

p, q, delta, delta_0, E, E_0, g = variables("p q delta delta_0 E E_0 g")

CHANCE, FACTOR = Interval(0, 1), Interval(1, oo)
SIZES = {"p": CHANCE, "q": CHANCE, "E_0": FACTOR, "delta_0": Interval.ropen(0, 1), "E": FACTOR, "delta": CHANCE}
event = Rel(p, "<=", E_0 * q + delta_0)
complement = Rel(1 - q, "<=", E_0 * (1 - p) + delta_0)
MORE = Region(**SIZES, such_that=[Rel(E, ">=", E_0), event, Rel(delta, ">=", delta_0)])
enough = delta_0 + (1 - delta_0) * (E_0 - E) / (1 + E_0)
LESS = Region(**SIZES, such_that=[Rel(E_0, ">", E), event, complement, Rel(delta, ">=", enough)])

larger = E + g  # E_0, if it is larger
of_event, of_complement = (larger * E - 1) / (larger**2 - 1), g / (larger**2 - 1)
PAIR = Region(
    p=CHANCE, q=CHANCE, E=FACTOR, g=POSITIVE, delta_0=Interval.ropen(0, 1),
    such_that=[Rel(p, "<=", larger * q + delta_0), Rel(1 - q, "<=", larger * (1 - p) + delta_0)],
)  # fmt: skip

partial_order = Derivation(
    id="partial-order",
    title="(eps_0, delta_0)-DP implies (eps, delta)-DP if delta is at least a bound: the exact partial order",
    proves="gdp_bridge/theorem-2-1/sufficiency",
    on=LESS,
    lemmas=(
        Lemma(
            name="larger eps", says="a larger eps and a larger delta ask for less", on=MORE,
            start=p,
            steps=(
                Step("<=", E_0 * q + delta_0, Bound(), "the premise"),
                Step("<=", E * q + delta_0, Bound(), "E_0 <= E", of=E_0),
                Step("<=", E * q + delta, Bound(), "delta_0 <= delta", of=delta_0),
            ),
        ),
        Lemma(
            name="event", says="the premise for the event", on=PAIR, holds=Rel(p - larger * q, "<=", delta_0),
        ),
        Lemma(
            name="complement", says="and for the complement", on=PAIR, holds=Rel(larger * p - q, "<=", larger - 1 + delta_0),
        ),
        Lemma(
            name="smaller eps", says="a combination of the two", on=PAIR,
            start=p - E * q,
            steps=(
                Step("=", of_event * (p - larger * q) + of_complement * (larger * p - q), Algebra(),
                     "weights that make 1 of p and -E of q"),
                Step("<=", of_event * delta_0 + of_complement * (larger * p - q), ByLemma("event").times(of_event),
                     "the event", of=p - larger * q),
                Step("<=", of_event * delta_0 + of_complement * (larger - 1 + delta_0),
                     ByLemma("complement").times(of_complement), "its complement"),
                Step("=", delta_0 + (1 - delta_0) * g / (1 + larger), Algebra(), "the weights add up to (E + 1)/(E_0 + 1)"),
            ),
        ),
    ),
    start=p,
    steps=(
        Step("<=", E * q + enough, ByLemma("smaller eps", g=E_0 - E), "e^eps_0 = e^eps + g"),
        Step("<=", E * q + delta, Bound(), "delta is at least the bound"),
    ),
)  # fmt: skip
