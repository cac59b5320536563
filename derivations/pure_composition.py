"""The optimal composition of pure DP for any number k of mechanisms: randomised response is the worst case.

Main result: k answers, each true with the odds e^eps0, have the profile sum_i C(k, i) (e^(i eps0) - e^(eps + (k - i) eps0))^+
over (1 + e^eps0)^k, which counts the true ones, and no k mechanisms that are eps0-DP do worse. The induction replaces one
mechanism after the other: an output has the chances p and q, within a factor r = e^eps0 of each other, and all that the other
mechanisms show the chances u and v, any numbers. Then (p, q) is a mixture of the two answers of randomised response with the
weights a and b, and the positive part of p u - e^eps q v is at most that of the mixture. Over all outputs the weights add up to
1, so that what is left is one answer of randomised response in the place of the mechanism; the others are there for the other
steps. The kernel has no rule of induction and no sums of k terms: it checks the step for all u and v, and each term of the
profile for all k and i; that the step is taken k times, and the sum over the outputs, are words. E stands for e^eps.
"""

from dplemma.formulas import pure
from dplemma.lang.words import *

eps, eps0, p, q, E, g, u, v, r, x, k, i = variables("eps eps0 p q E g u v r x k i")
p_2, q_2 = variables("p_2 q_2")

true, false = exp(eps0) / (1 + exp(eps0)), 1 / (1 + exp(eps0))  # of randomised response
t, f = let("t", r / (1 + r)), let("f", 1 / (1 + r))  # the same, r = e^eps0
CHANCE, ODDS = Interval(0, 1), Interval.open(1, oo)


def weight(one: Any, other: Any) -> Any:
    """How much of the answer that is likelier where `one` is the chance."""
    return (r * one - other) / (r - 1)


def excess(one: Any, other: Any) -> Any:
    """What an output with these chances adds to the profile at e^eps = E."""
    return Max(0, one - E * other)


def at_eps(one: Any, other: Any) -> Any:
    return Max(0, one - exp(eps) * other)


def all_of(count: Any) -> Any:
    """The denominator of the chances of so many answers."""
    return (1 + exp(eps0)) ** count


none, once, twice = Max(0, 1 - exp(eps + 2 * eps0)), Max(0, exp(eps0) - exp(eps + eps0)), Max(0, exp(2 * eps0) - exp(eps))
one = at_eps(true, false) + at_eps(false, true)
two = at_eps(true**2, false**2) + 2 * at_eps(true * false, false * true) + at_eps(false**2, true**2)
counted = (twice + 2 * once + none) / all_of(2)  # by the true answers among two
a, b = let("a", weight(p, q)), let("b", weight(q, p))
OUTPUT = Region(p=NONNEGATIVE, q=NONNEGATIVE, r=ODDS, such_that=[Rel(q, "<=", r * p), Rel(p, "<=", r * q)])
BOTH = Region(**OUTPUT.intervals, u=NONNEGATIVE, v=NONNEGATIVE, E=POSITIVE, such_that=[Rel(q, "<=", r * p), Rel(p, "<=", r * q)])
replaced = a * excess(t * u, f * v) + b * excess(f * u, t * v)
mixed = a * (t * u - E * (f * v)) + b * (f * u - E * (t * v))
COUNTS = {"k": Interval.integers(1, oo), "i": Interval.integers(0, oo)}

pure_composition = Derivation(
    id="pure-composition",
    title="The optimal composition of k mechanisms with pure DP: k answers of randomised response, by counting the true ones",
    about="gdp_bridge/section-5-2/optimal-is-ground-truth",
    uses=("partial-order",),
    on=Region(eps=NONNEGATIVE, eps0=POSITIVE, **COUNTS, such_that=Rel(i, "<=", k)),
    lemmas=(
        Lemma(
            name="chances", says="the two answers have all of the chance", on=Region(eps0=POSITIVE),
            start=true + false,
            steps=(Step("=", 1, Algebra(), "(e^eps0 + 1)/(1 + e^eps0)"),),
        ),
        Lemma(
            name="one answer", says="one answer: only the true one tells", on=Region(eps=NONNEGATIVE, eps0=POSITIVE),
            start=one,
            steps=(Step("=", pure.delta(eps, eps0), Algebra(), "1 <= e^(eps + eps0), so the false one adds nothing", of=one),),
        ),
        Lemma(
            name="two answers", says="two answers: the profile adds up what 0, 1 and 2 true ones add",
            on=Region(eps=NONNEGATIVE, eps0=POSITIVE),
            start=two,
            steps=(
                Step("=", counted, Algebra(), "the denominator (1 + e^eps0)^2", of=two),
                Step("=", pure.composed_delta(2, eps0, eps), Definition(), "C(2, i) outputs have i true answers", of=counted),
            ),
        ),
        Lemma(
            name="worst case", says="no eps0-DP mechanism does worse on any event",
            on=Region(
                p=CHANCE, q=CHANCE, E=Interval(1, oo), g=POSITIVE,
                such_that=[Rel(p, "<=", (E + g) * q), Rel(1 - q, "<=", (E + g) * (1 - p))],
            ),
            start=p - E * q,
            steps=(
                Step("<=", g / (1 + E + g), ByLemma("partial-order: smaller eps", delta_0=0),
                     "e^eps0 = E + g: the profile of randomised response"),
            ),
        ),
        Lemma(
            name="mixture", says="an output of an eps0-DP mechanism is a mixture of the two answers", on=OUTPUT,
            start=a * t + b * f,
            steps=(Step("=", p, Algebra(), "(r a + b)/(1 + r) = p, and (a + r b)/(1 + r) = q as well"),),
        ),
        Lemma(name="first weight", says="with weights that are not negative", on=OUTPUT, holds=Rel(a, ">=", 0)),
        Lemma(name="second weight", says="both of them, as p <= r q and q <= r p", on=OUTPUT, holds=Rel(b, ">=", 0)),
        Lemma(
            name="added", says="weights are added as chances are, so those of all outputs are", on=Region(
                p=NONNEGATIVE, q=NONNEGATIVE, p_2=NONNEGATIVE, q_2=NONNEGATIVE, r=ODDS,
            ),
            start=weight(p, q) + weight(p_2, q_2),
            steps=(Step("=", weight(p + p_2, q + q_2), Algebra(), "a weight is linear in the two chances"),),
        ),
        Lemma(
            name="all of them", says="an output and all others together weigh 1", on=Region(p=CHANCE, q=CHANCE, r=ODDS),
            start=weight(p, q) + weight(1 - p, 1 - q),
            steps=(Step("=", 1, Algebra(), "their chances add up to 1 on both databases: (r - 1)/(r - 1)"),),
        ),
        Lemma(
            name="positive part", says="a number is at most its positive part", on=Region(x=REAL), holds=Rel(x, "<=", Max(0, x)),
        ),
        Lemma(
            name="difference", says="the step of the induction: without the positive part on the left", on=BOTH,
            start=p * u - E * (q * v),
            steps=(
                Step("=", mixed, Algebra(), "p = a t + b f and q = a f + b t"),
                Step("<=", a * excess(t * u, f * v) + b * (f * u - E * (t * v)),
                     ByLemma("positive part", x=t * u - E * (f * v)).times(a), "a >= 0", of=mixed),
                Step("<=", replaced, ByLemma("positive part", x=f * u - E * (t * v)).times(b), "b >= 0"),
            ),
        ),
        Lemma(name="nothing", says="and 0 is at most the right side", on=BOTH, holds=Rel(replaced, ">=", 0)),
        Lemma(
            name="replaced", says="randomised response in the place of one mechanism, whatever the others show", on=BOTH,
            start=excess(p * u, q * v),
            steps=(Step("<=", replaced, Greatest("nothing", "difference"), "the greater of the two, 0 and p u - E q v"),),
        ),
    ),
    start=binomial(k, i) * at_eps(true**i * false ** (k - i), false**i * true ** (k - i)),
    steps=(
        Step("=", binomial(k, i) * at_eps(exp(i * eps0) / all_of(k), exp((k - i) * eps0) / all_of(k)), Algebra(),
             "every chance has the denominator (1 + e^eps0)^k"),
        Step("=", binomial(k, i) * Max(0, exp(i * eps0) - exp(eps + (k - i) * eps0)) / all_of(k), Algebra(),
             "one term of the sum: C(k, i) outputs have i true answers",
             of=at_eps(exp(i * eps0) / all_of(k), exp((k - i) * eps0) / all_of(k))),
    ),
    printed=PrintedProof(
        where="hypothesis_testing, proof of Theorem 4",
        on=Region(eps0=POSITIVE, points=[{"eps0": 1}]),
        claims=("hypothesis_testing/theorem-4",),
        start=true**2 - false**2,
        steps=(
            PrintedStep("<=", (exp(2 * eps0) - 1) / (exp(2 * eps0) + 1),
                        "two answers, each eps-DP, are 2 eps-DP by sequential composition: P_TD - P_FA is at most that of one"),
            PrintedStep("says", Rel(true**2 - false**2, "=", (exp(2 * eps0) - 1) / (exp(2 * eps0) + 1)),
                        "the adversary's capability is increased to that under the scalar query with the parameter q eps, q = 2"),
        ),
    ),
)  # fmt: skip
