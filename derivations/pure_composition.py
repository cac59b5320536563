"""The optimal composition of pure DP: randomised response is the worst case, and its answers are counted.

Main result: two answers, each true with the odds e^eps0, have the profile sum_i C(2, i) (e^(i eps0) - e^(eps + (2 - i) eps0))^+
over (1 + e^eps0)^2. An eps0-DP pair is a mixture of the two outputs of randomised response, so no pair does worse; that its
profile is that of randomised response is the partial order of (eps, delta) at delta_0 = 0.
"""

from dplemma.formulas import pure
from dplemma.lang.words import *

eps, eps0, p, q, E, a = variables("eps eps0 p q E a")

true, false = exp(eps0) / (1 + exp(eps0)), 1 / (1 + exp(eps0))
CHANCE = Interval(0, 1)


def excess(one: Any, other: Any) -> Any:
    """What an output with these chances adds to the profile."""
    return Max(0, one - exp(eps) * other)


pure_composition = Derivation(
    id="pure-composition",
    title="The composition of two answers of randomised response, the worst case of pure DP, by counting the true ones",
    about="gdp_bridge/section-5-2/optimal-is-ground-truth",
    uses=("partial-order",),
    on=Region(eps=NONNEGATIVE, eps0=POSITIVE),
    lemmas=(
        Lemma(
            name="chances", says="the two outputs have all of the chance", on=Region(eps0=POSITIVE),
            start=true + false,
            steps=(Step("=", 1, Algebra(), "(e^eps0 + 1)/(1 + e^eps0)"),),
        ),
        Lemma(
            name="one answer", says="one answer: only the true one tells",
            start=excess(true, false) + excess(false, true),
            steps=(Step("=", pure.delta(eps, eps0), Algebra(), "1 <= e^(eps + eps0), so the false one adds nothing"),),
        ),
        Lemma(
            name="worst case", says="no eps0-DP mechanism does worse on any event",
            on=Region(
                p=CHANCE, q=CHANCE, E=Interval(1, oo), a=POSITIVE,
                such_that=[Rel(p, "<=", (E + a) * q), Rel(1 - q, "<=", (E + a) * (1 - p))],
            ),
            start=p - E * q,
            steps=(
                Step("<=", a / (1 + E + a), ByLemma("partial-order: smaller eps", delta_0=0, g=a),
                     "e^eps0 = E + a: the profile of randomised response"),
            ),
        ),
    ),
    start=excess(true * true, false * false) + 2 * excess(true * false, false * true) + excess(false * false, true * true),
    steps=(
        Step("=", (Max(0, exp(2 * eps0) - exp(eps)) + 2 * Max(0, exp(eps0) - exp(eps + eps0)) + Max(0, 1 - exp(eps + 2 * eps0)))
             / (1 + exp(eps0)) ** 2, Algebra(), "every chance has the denominator (1 + e^eps0)^2"),
        Step("=", pure.composed_delta(2, eps0, eps), Definition(), "C(2, i) outputs have i true answers"),
    ),
)  # fmt: skip
