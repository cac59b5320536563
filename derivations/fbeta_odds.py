"""The greatest F_beta score against the Laplace mechanism for any prior, by the odds k of absence, with its turning point.

Main result: for k (e^eps - 1) > b, b = beta^2, it is (1 + b)(s - 1)/((1 + b) s - 1 + b) with s = sqrt(1 + 4 b e^eps/k); below
that the best adversary always says "member" and scores (1 + b)/(1 + b + k). Prior knowledge and correlations only change k.
As in fbeta-optimum the threshold is log u, with hits H(u), false alarms A(u) and the score F(u); g = e^eps, and w is the
threshold at which the score turns, w + (b/k) w^2 = g.
"""

from dplemma.lang.words import *

b, k, g, w, u, v, r, x, R, G = variables("b k g w u v r x R G")

ONE, HALF = Rational(1), Rational(1, 2)
precise = let("p", R / (R + k * G))


def mass(centre: Any, threshold: Any) -> Any:
    """Chance that the noise around log(centre) exceeds log(threshold)."""
    return Integral(exp(-Abs(x - log(centre))) / 2, (x, log(threshold), oo))


def score(hits: Any, false_alarms: Any) -> Any:
    """F_beta where absence has the odds k."""
    return (1 + b) * hits / (b + hits + k * false_alarms)


def low_denominator(u: Any, g: Any) -> Any:
    return 2 * g * (b + 1 + k) - u * (1 + k * g)


def low(u: Any, g: Any) -> Any:
    """The score at a threshold below both centres."""
    return (1 + b) * (2 * g - u) / low_denominator(u, g)


def between_denominator(u: Any, g: Any) -> Any:
    return 2 * g * u * (1 + b) - u**2 + k * g


def between(u: Any, g: Any) -> Any:
    """The score at a threshold between the centres."""
    return (1 + b) * u * (2 * g - u) / between_denominator(u, g)


def high(u: Any, g: Any) -> Any:
    """The score at a threshold above both centres."""
    return (1 + b) * g / (2 * b * u + g + k)


def low_slope(sign: Any) -> Any:
    """The slope of `low` in u; `sign` is k g - k - b."""
    return 2 * g * (1 + b) * sign / low_denominator(u, g) ** 2


def between_slope(sign: Any) -> Any:
    """The slope of `between` in v; `sign` is k g - k v - b v^2."""
    return 2 * g * (1 + b) * sign / between_denominator(v, g) ** 2


def closed(s: Any) -> Any:
    """The formula as a function of its square root."""
    return (1 + b) * (s - 1) / ((1 + b) * s - 1 + b)


def false_alarms(u: Any) -> Any:
    return let("A", mass(1, u), of=u)


def at(u: Any) -> Any:
    """The score at the threshold log u, from the densities."""
    return let("F", score(let("H", mass(g, u), of=u), false_alarms(u)), of=u)


best = Sup(at(u), (u, 0, oo))  # over all thresholds
below_both, in_between, above_both = Sup(low(u, g), (u, 0, 1)), Sup(between(v, g), (v, 1, g)), Sup(high(r, g), (r, g, oo))
three = Max(below_both, in_between, above_both)
grown = let("g", w + b / k * w**2)  # e^eps, if the score turns at w
flat = (1 + b) / (1 + b + k)
root = sqrt(1 + 4 * b * grown / k)
turned = between(w, g).subs(g, grown)

ODDS = Interval.lopen(0, 1)
ANY = {"b": POSITIVE, "k": ODDS, "g": Interval.open(1, oo)}
TURNS = Region(b=POSITIVE, k=ODDS, w=Interval.open(1, oo))
LOW = Region(**ANY, u=POSITIVE, such_that=Rel(u, "<", 1))
BETWEEN = Region(**ANY, u=POSITIVE, such_that=[Rel(u, ">=", 1), Rel(u, "<", g)])
HIGH = Region(**ANY, u=POSITIVE, such_that=Rel(u, ">=", g))
FALLS = Region(**ANY, such_that=Rel(k * g, "<=", k + b))

fbeta_odds = Derivation(
    id="fbeta-odds",
    title="The greatest F_beta score of a membership adversary against the Laplace mechanism, for any prior odds",
    about="hypothesis_testing/eq-21/upper-branch",
    uses=("fbeta-optimum",),
    on=TURNS,
    lemmas=(
        Lemma(
            name="score", says="F_beta from precision and recall, by Bayes with hits R, false alarms G and the odds k of absence",
            on=Region(b=POSITIVE, k=ODDS, R=Interval.lopen(0, 1), G=Interval(0, 1)),
            start=(1 + b) * precise * R / (b * precise + R),
            steps=(Step("=", score(R, G), Algebra(), "precision is p, recall is R"),),
        ),
        Lemma(
            name="low", says="the score below both centres", on=LOW,
            start=at(u),
            steps=(
                Step("=", score(1 - u / (2 * g), false_alarms(u)), ByLemma("fbeta-optimum: below", c=g), "hits"),
                Step("=", score(1 - u / (2 * g), 1 - u / 2), ByLemma("fbeta-optimum: below", c=1), "false alarms"),
                Step("=", low(u, g), Algebra(), "times 2 g above and below"),
            ),
        ),
        Lemma(
            name="between", says="the score between the centres", on=BETWEEN,
            start=at(u),
            steps=(
                Step("=", score(1 - u / (2 * g), false_alarms(u)), ByLemma("fbeta-optimum: below", c=g), "hits"),
                Step("=", score(1 - u / (2 * g), HALF / u), ByLemma("fbeta-optimum: above", c=1), "false alarms"),
                Step("=", between(u, g), Algebra(), "times 2 g u above and below"),
            ),
        ),
        Lemma(
            name="high", says="the score above both centres", on=HIGH,
            start=at(u),
            steps=(
                Step("=", score(g / (2 * u), false_alarms(u)), ByLemma("fbeta-optimum: above", c=g), "hits"),
                Step("=", score(g / (2 * u), HALF / u), ByLemma("fbeta-optimum: above", c=1), "false alarms"),
                Step("=", high(u, g), Algebra(), "times 2 u above and below"),
            ),
        ),
        Lemma(
            name="pieces", says="the greatest score, over all thresholds, is the greatest of three", on=Region(**ANY),
            start=best,
            steps=(
                Step("=", Max(Sup(at(u), (u, 0, 1)), Sup(at(v), (v, 1, oo))), SplitOptimum(u, 1),
                     "thresholds below and above the query without the record"),
                Step("=", Max(Sup(at(u), (u, 0, 1)), Sup(at(v), (v, 1, g)), Sup(at(r), (r, g, oo))), SplitOptimum(v, g),
                     "and below and above the query with the record"),
                Step("=", Max(below_both, Sup(at(v), (v, 1, g)), Sup(at(r), (r, g, oo))), Inside(u, ByLemma("low")),
                     "below both"),
                Step("=", Max(below_both, in_between, Sup(at(r), (r, g, oo))), Inside(v, ByLemma("between", u=v)),
                     "between them"),
                Step("=", three, Inside(r, ByLemma("high", u=r)), "above both"),
            ),
        ),
        Lemma(
            name="high falls", says="a threshold above both only loses hits", on=Region(**ANY),
            start=above_both,
            steps=(
                Step("=", high(g, g), TurningPoint(r, g, slope=-2 * b * (1 + b) * g / (2 * b * r + g + k) ** 2),
                     "the slope is negative"),
            ),
        ),
        Lemma(
            name="low falls", says="below both, with k g <= k + b, the lowest threshold is the best", on=FALLS,
            start=below_both,
            steps=(
                Step("=", flat, TurningPoint(u, 0, slope=low_slope(k * g - k - b)), "the slope has the sign of k g - k - b"),
            ),
        ),
        Lemma(
            name="between falls", says="between the centres too", on=FALLS,
            start=in_between,
            steps=(
                Step("=", between(ONE, g), TurningPoint(v, 1, slope=between_slope(k * g - k * v - b * v**2)),
                     "the slope has the sign of k g - k v - b v^2, and v > 1"),
            ),
        ),
        Lemma(
            name="flat branch", says="for k (e^eps - 1) <= b the best adversary always says member", on=FALLS,
            start=best,
            steps=(
                Step("=", three, ByLemma("pieces"), "the three pieces"),
                Step("=", Max(flat, in_between, above_both), ByLemma("low falls"), "below both"),
                Step("=", Max(flat, between(ONE, g), above_both), ByLemma("between falls"), "between them"),
                Step("=", Max(flat, between(ONE, g), high(g, g)), ByLemma("high falls"), "above both"),
                Step("=", flat, Algebra(), "the score only falls with the threshold"),
            ),
        ),
        Lemma(
            name="low rises", says="with k g > k + b the score rises below both centres", on=TURNS,
            start=below_both.subs(g, grown),
            steps=(
                Step("=", low(ONE, g).subs(g, grown),
                     TurningPoint(u, 1, slope=low_slope((w - 1) * (b * (w + 1) + k)).subs(g, grown)),
                     "the slope has the sign of k g - k - b = (w - 1)(b w + b + k)"),
            ),
        ),
        Lemma(
            name="turns", says="between them it turns at w", on=TURNS,
            start=in_between.subs(g, grown),
            steps=(
                Step("=", turned, TurningPoint(v, w, slope=between_slope((w - v) * (b * (w + v) + k)).subs(g, grown)),
                     "k g - k v - b v^2 = (w - v)(b (w + v) + k)"),
            ),
        ),
        Lemma(
            name="root", says="the square root s of the formula is rational in w", on=TURNS,
            start=root,
            steps=(Step("=", 1 + 2 * b * w / k, Algebra(), "1 + 4 (b/k)(w + (b/k) w^2) = (1 + 2 (b/k) w)^2"),),
        ),
        Lemma(
            name="closed form", says="the formula is the score at the turning point", on=TURNS,
            start=closed(root),
            steps=(
                Step("=", closed(1 + 2 * b * w / k), ByLemma("root"), "s = 1 + 2 (b/k) w"),
                Step("=", turned, Algebra(), "both are (1 + b) w/(k + (1 + b) w)", of=closed(1 + 2 * b * w / k)),
            ),
        ),
    ),
    start=best.subs(g, grown),
    steps=(
        Step("=", three.subs(g, grown), ByLemma("pieces", g=grown), "the three pieces"),
        Step("=", Max(low(ONE, g).subs(g, grown), in_between.subs(g, grown), above_both.subs(g, grown)),
             ByLemma("low rises"), "below both"),
        Step("=", Max(low(ONE, g).subs(g, grown), turned, above_both.subs(g, grown)), ByLemma("turns"), "between them",
             of=in_between.subs(g, grown)),
        Step("=", Max(low(ONE, g).subs(g, grown), turned, high(g, g).subs(g, grown)), ByLemma("high falls", g=grown),
             "above both", of=above_both.subs(g, grown)),
        Step("=", turned, Algebra(), "the ends of the middle piece score no more than its turning point"),
        Step("=", closed(root), ByLemma("closed form"), "written with e^eps instead of w", of=turned),
    ),
)  # fmt: skip
