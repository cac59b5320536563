"""The greatest F_beta score of a membership adversary against the Laplace mechanism, with its turning point.

Main result: for e^eps > 1 + b, b = beta^2, it is (1 + b)(s - 1)/((1 + b) s - 1 + b) with s = sqrt(1 + 4 b e^eps); below that the
best adversary always says "member" and scores (1 + b)/(2 + b).
In units of its scale the noise has density e^-|x|/2; the query is 0 without the record and eps with it. Whoever sees more than
log u says "member": hits are the mass of e^-|x - eps|/2 beyond log u, false alarms that of e^-|x|/2. Here g = e^eps, and w is
the threshold u at which the score turns, the positive root of b w^2 + w = g; it is above 1 exactly if g > 1 + b.
"""

from dplemma.lang.words import *

b, g, w, u, v, r, c, x, y, m, theta, R, G, eps, Delta = variables("b g w u v r c x y m theta R G eps Delta")

ONE, HALF = Rational(1), Rational(1, 2)
precise = let("p", R / (R + G))


def mass(centre: Any, threshold: Any) -> Any:
    """Chance that the noise around log(centre) exceeds log(threshold)."""
    return Integral(exp(-Abs(x - log(centre))) / 2, (x, log(threshold), oo))


def score(hits: Any, false_alarms: Any) -> Any:
    """F_beta for a prior of 1/2."""
    return (1 + b) * hits / (b + hits + false_alarms)


def low(u: Any, g: Any) -> Any:
    """The score at a threshold below both centres."""
    return (1 + b) * (2 * g - u) / low_denominator(u, g)


def low_denominator(u: Any, g: Any) -> Any:
    return 2 * g * (b + 2) - u * (1 + g)


def between(u: Any, g: Any) -> Any:
    """The score at a threshold between the centres."""
    return (1 + b) * u * (2 * g - u) / between_denominator(u, g)


def between_denominator(u: Any, g: Any) -> Any:
    return 2 * g * u * (1 + b) - u**2 + g


def high(u: Any, g: Any) -> Any:
    """The score at a threshold above both centres."""
    return (1 + b) * g / (2 * b * u + g + 1)


def low_slope(sign: Any) -> Any:
    """The slope of `low` in u; `sign` is g - 1 - b."""
    return 2 * g * (1 + b) * sign / low_denominator(u, g) ** 2


def between_slope(sign: Any) -> Any:
    """The slope of `between` in v; `sign` is g - v - b v^2."""
    return 2 * g * (1 + b) * sign / between_denominator(v, g) ** 2


def closed(s: Any) -> Any:
    """The formula as a function of its square root."""
    return (1 + b) * (s - 1) / ((1 + b) * s - 1 + b)


def slope_27(favoured: Any) -> Any:
    """Eq. 27 of the paper: the slope of (b + false alarms)/hits; `favoured` is e^((theta - Q(D)) eps/Delta)."""
    return eps / (2 * Delta) * (exp(-eps) - exp(-eps) / favoured + b * favoured) / (1 - favoured / 2) ** 2


def false_alarms(u: Any) -> Any:
    return let("A", mass(1, u), of=u)


def at(u: Any) -> Any:
    """The score at the threshold log u, from the densities."""
    return let("F", score(let("H", mass(g, u), of=u), false_alarms(u)), of=u)


best = Sup(at(u), (u, 0, oo))  # over all thresholds
below_both, in_between, above_both = Sup(low(u, g), (u, 0, 1)), Sup(between(v, g), (v, 1, g)), Sup(high(r, g), (r, g, oo))
three = Max(below_both, in_between, above_both)
grown = let("g", b * w**2 + w)  # e^eps, if the score turns at w
solution = (sqrt(1 + 4 * b * g) - 1) / (2 * b)
flat = (1 + b) / (2 + b)
root = sqrt(1 + 4 * b * grown)
turned = between(w, g).subs(g, grown)

ANY = {"b": POSITIVE, "g": Interval.open(1, oo)}
TURNS = Region(b=POSITIVE, w=Interval.open(1, oo))
LOW = Region(**ANY, u=POSITIVE, such_that=Rel(u, "<", 1))
BETWEEN = Region(**ANY, u=POSITIVE, such_that=[Rel(u, ">=", 1), Rel(u, "<", g)])
HIGH = Region(**ANY, u=POSITIVE, such_that=Rel(u, ">=", g))
FALLS = Region(**ANY, such_that=Rel(g, "<=", 1 + b))

fbeta_optimum = Derivation(
    id="fbeta-optimum",
    title="The greatest F_beta score of a membership adversary against the Laplace mechanism",
    about="hypothesis_testing/eq-12/upper-branch",
    on=TURNS,
    lemmas=(
        Lemma(
            name="score", says="F_beta from precision and recall, which follow from hits R and false alarms G by Bayes",
            on=Region(b=POSITIVE, R=Interval.lopen(0, 1), G=Interval(0, 1)),
            start=(1 + b) * precise * R / (b * precise + R),
            steps=(Step("=", score(R, G), Algebra(), "precision is p, recall is R"),),
        ),
        Lemma(
            name="below", says="the mass beyond a threshold below the centre",
            on=Region(u=POSITIVE, c=POSITIVE, such_that=Rel(u, "<", c)),
            start=mass(c, u),
            steps=(
                Step("=", Integral(exp(x - log(c)) / 2, (x, log(u), log(c))) + Integral(exp(log(c) - y) / 2, (y, log(c), oo)),
                     SplitIntegral(x, log(c), left=exp(x - log(c)) / 2, right=exp(log(c) - x) / 2),
                     "the density has a corner at its centre"),
                Step("=", (1 - u / c) / 2 + Integral(exp(log(c) - y) / 2, (y, log(c), oo)),
                     Antiderivative(exp(x - log(c)) / 2, x), "the part before the centre"),
                Step("=", 1 - u / (2 * c), Antiderivative(-exp(log(c) - y) / 2, y), "half of the mass lies beyond the centre",
                     of=(1 - u / c) / 2 + Integral(exp(log(c) - y) / 2, (y, log(c), oo))),
            ),
        ),
        Lemma(
            name="tail", says="an exponential tail", on=Region(m=REAL, theta=REAL, such_that=Rel(theta, ">=", m)),
            start=Integral(exp(-Abs(x - m)) / 2, (x, theta, oo)),
            steps=(
                Step("=", Integral(exp(m - x) / 2, (x, theta, oo)), Algebra(), "beyond the centre there is no corner"),
                Step("=", exp(m - theta) / 2, Antiderivative(-exp(m - x) / 2, x), "which is its own tail",
                     of=Integral(exp(m - x) / 2, (x, theta, oo))),
            ),
        ),
        Lemma(
            name="above", says="the mass beyond a threshold from the centre on",
            on=Region(u=POSITIVE, c=POSITIVE, such_that=Rel(u, ">=", c)),
            start=mass(c, u),
            steps=(Step("=", c / (2 * u), ByLemma("tail", m=log(c), theta=log(u)), "log u is beyond log c"),),
        ),
        Lemma(
            name="low", says="the score below both centres", on=LOW,
            start=at(u),
            steps=(
                Step("=", score(1 - u / (2 * g), false_alarms(u)), ByLemma("below", c=g), "hits"),
                Step("=", score(1 - u / (2 * g), 1 - u / 2), ByLemma("below", c=1), "false alarms"),
                Step("=", low(u, g), Algebra(), "times 2 g above and below"),
            ),
        ),
        Lemma(
            name="between", says="the score between the centres", on=BETWEEN,
            start=at(u),
            steps=(
                Step("=", score(1 - u / (2 * g), false_alarms(u)), ByLemma("below", c=g), "hits"),
                Step("=", score(1 - u / (2 * g), HALF / u), ByLemma("above", c=1), "false alarms"),
                Step("=", between(u, g), Algebra(), "times 2 g u above and below"),
            ),
        ),
        Lemma(
            name="high", says="the score above both centres", on=HIGH,
            start=at(u),
            steps=(
                Step("=", score(g / (2 * u), false_alarms(u)), ByLemma("above", c=g), "hits"),
                Step("=", score(g / (2 * u), HALF / u), ByLemma("above", c=1), "false alarms"),
                Step("=", high(u, g), Algebra(), "times 2 u above and below"),
            ),
        ),
        Lemma(
            name="pieces", says="the greatest score, over all thresholds, is the greatest of three", on=Region(**ANY),
            start=best,
            steps=(
                Step("=", Max(Sup(at(u), (u, 0, 1)), Sup(at(v), (v, 1, oo))),
                     SplitOptimum(u, 1), "thresholds below and above the query without the record"),
                Step("=", Max(Sup(at(u), (u, 0, 1)), Sup(at(v), (v, 1, g)),
                              Sup(at(r), (r, g, oo))),
                     SplitOptimum(v, g), "and below and above the query with the record"),
                Step("=", Max(below_both, Sup(at(v), (v, 1, g)),
                              Sup(at(r), (r, g, oo))),
                     Inside(u, ByLemma("low")), "below both"),
                Step("=", Max(below_both, in_between,
                              Sup(at(r), (r, g, oo))),
                     Inside(v, ByLemma("between", u=v)), "between them"),
                Step("=", three, Inside(r, ByLemma("high", u=r)), "above both"),
            ),
        ),
        Lemma(
            name="high falls", says="a threshold above both only loses hits", on=Region(**ANY),
            start=above_both,
            steps=(
                Step("=", high(g, g), TurningPoint(r, g, slope=-2 * b * (1 + b) * g / (2 * b * r + g + 1) ** 2),
                     "the slope is negative"),
            ),
        ),
        Lemma(
            name="low falls", says="below both, with g <= 1 + b, the lowest threshold is the best", on=FALLS,
            start=below_both,
            steps=(
                Step("=", flat, TurningPoint(u, 0, slope=low_slope(g - 1 - b)), "the slope has the sign of g - 1 - b"),
            ),
        ),
        Lemma(
            name="between falls", says="between the centres too", on=FALLS,
            start=in_between,
            steps=(
                Step("=", between(ONE, g), TurningPoint(v, 1, slope=between_slope(g - v - b * v**2)),
                     "the slope has the sign of g - v - b v^2, and v > 1"),
            ),
        ),
        Lemma(
            name="flat branch", says="for e^eps <= 1 + b the best adversary always says member", on=FALLS,
            start=best,
            steps=(
                Step("=", three, ByLemma("pieces"), "the three pieces"),
                Step("=", Max(flat, in_between, above_both), ByLemma("low falls"),
                     "below both"),
                Step("=", Max(flat, between(ONE, g), above_both), ByLemma("between falls"), "between them"),
                Step("=", Max(flat, between(ONE, g), high(g, g)), ByLemma("high falls"), "above both"),
                Step("=", flat, Algebra(), "the score only falls with the threshold"),
            ),
        ),
        Lemma(
            name="low rises", says="with g > 1 + b the score rises below both centres", on=TURNS,
            start=below_both.subs(g, grown),
            steps=(
                Step("=", low(ONE, g).subs(g, grown),
                     TurningPoint(u, 1, slope=low_slope((w - 1) * (b * (w + 1) + 1)).subs(g, grown)),
                     "the slope has the sign of g - 1 - b = (w - 1)(b w + b + 1)"),
            ),
        ),
        Lemma(
            name="turns", says="between them it turns at w", on=TURNS,
            start=in_between.subs(g, grown),
            steps=(
                Step("=", turned, TurningPoint(v, w, slope=between_slope((w - v) * (b * (w + v) + 1)).subs(g, grown)),
                     "g - v - b v^2 = (w - v)(b (w + v) + 1)"),
            ),
        ),
        Lemma(
            name="quadratic", says="the turning point as a root", on=Region(b=POSITIVE, g=POSITIVE),
            start=Root(b * x**2 + x - g, (x, 0, oo)),
            steps=(Step("=", solution, RootOf(x, solution), "put back into b x^2 + x = g"),),
        ),
        Lemma(
            name="root", says="the square root s of the formula is rational in w", on=TURNS,
            start=root,
            steps=(Step("=", 1 + 2 * b * w, Algebra(), "1 + 4 b (b w^2 + w) = (1 + 2 b w)^2"),),
        ),
        Lemma(
            name="closed form", says="the formula is the score at the turning point", on=TURNS,
            start=closed(root),
            steps=(
                Step("=", closed(1 + 2 * b * w), ByLemma("root"), "s = 1 + 2 b w"),
                Step("=", turned, Algebra(), "both are 2 b w (1 + b)/(2 b (1 + w + b w))", of=closed(1 + 2 * b * w)),
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
    printed=PrintedProof(
        where="hypothesis_testing, Appendix 10.3, after eq. 27",
        on=Region(eps=POSITIVE, Delta=POSITIVE, b=POSITIVE, points=[{"eps": 1, "Delta": 1, "b": 1}]),
        claims=(
            "hypothesis_testing/appendix-10.3/derivative-at-q-d/as-extracted",
            "hypothesis_testing/appendix-10.3/derivative-at-q-dprime/as-extracted",
        ),
        start=slope_27(ONE),
        steps=(
            PrintedStep("=", eps / (2 * Delta) * b, "df/dtheta at theta = Q(D) equals (0.5 eps/Delta Q) b^2"),
            PrintedStep(">", 0, "> 0"),
            PrintedStep("says", Rel(slope_27(exp(-eps)), "=", eps / (2 * Delta) * ((1 + b) * exp(-eps) - 1)),
                        "df/dtheta at theta = Q(D') equals (0.5 eps/Delta Q)((1 + b^2) e^-eps - 1)"),
        ),
    ),
)  # fmt: skip
