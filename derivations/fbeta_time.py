"""The greatest F_beta score of an adversary with prior knowledge and records correlated in time: eq. 24.

Main result: with the odds kappa = (2 - rho_p)(1 - rho_c)(1 - rho_t) - 1 of absence the score turns at the threshold w with
e^eps = w + (b/kappa) w^2, and is (1 + b)(s - 1)/((1 + b) s - 1 + b) there, s = sqrt(1 + 4 b e^eps/kappa); for
kappa (e^eps - 1) <= b it is (1 + b)/(1 + b + kappa), as fbeta-odds shows for any odds. The
odds follow from Bayes' rule (bayes-precision). F(u) is the score, H(u) hits and A(u) false alarms at the threshold log u.
"""

from dplemma.lang.words import *

b, w, g, u, x, rho_p, rho_c, rho_t, R, G = variables("b w g u x rho_p rho_c rho_t R G")

kappa = let("kappa", 1 - rho_p - (2 - rho_p) * (rho_c + rho_t * (1 - rho_c)))
SHARE = Interval.ropen(0, 1)
KNOWS = {"rho_p": SHARE, "rho_c": SHARE, "rho_t": SHARE}
RATES = {"R": Interval.lopen(0, 1), "G": Interval.lopen(0, 1)}
POSSIBLE = Rel(kappa, ">", 0)
chance = let("P", 1 / ((2 - rho_p) * (1 - rho_c) * (1 - rho_t)))  # that the record is there


def mass(centre: Any, threshold: Any) -> Any:
    """Chance that the noise around log(centre) exceeds log(threshold)."""
    return Integral(exp(-Abs(x - log(centre))) / 2, (x, log(threshold), oo))


def score(hits: Any, false_alarms: Any) -> Any:
    """F_beta where absence has the odds kappa."""
    return (1 + b) * hits / (b + hits + kappa * false_alarms)


best = Sup(let("F", score(let("H", mass(g, u), of=u), let("A", mass(1, u), of=u)), of=u), (u, 0, oo))
grown = let("g", w + b / kappa * w**2)  # e^eps, if the score turns at w
s = sqrt(1 + 4 * b * grown / kappa)
turned = (1 + b) * w * (2 * grown - w) / (2 * grown * w * (1 + b) - w**2 + kappa * grown)
precise = let("p", R / (R + kappa * G))

fbeta_time = Derivation(
    id="fbeta-time",
    title="The greatest F_beta score of a membership adversary with prior knowledge and records correlated in time",
    about="hypothesis_testing/eq-24/upper-branch",
    uses=("bayes-precision", "fbeta-odds"),
    on=Region(b=POSITIVE, w=Interval.open(1, oo), **KNOWS, such_that=POSSIBLE),
    lemmas=(
        Lemma(
            name="precision", says="the precision, by Bayes' rule, with hits R and false alarms G",
            on=Region(**KNOWS, **RATES, such_that=POSSIBLE),
            start=chance * R / (chance * R + (1 - chance) * G),
            steps=(
                Step("=", 1 / (1 + (1 - chance) / chance * G / R),
                     ByLemma("bayes-precision: odds", m=chance), "by the odds of absence"),
                Step("=", R / (R + kappa * G), Algebra(), "the odds of absence are kappa",
                     of=1 / (1 + (1 - chance) / chance * G / R)),
            ),
        ),
        Lemma(
            name="score", says="the score from precision and recall",
            on=Region(b=POSITIVE, **KNOWS, **RATES, such_that=POSSIBLE),
            start=(1 + b) * precise * R / (b * precise + R),
            steps=(Step("=", score(R, G), ByLemma("fbeta-odds: score", k=kappa), "the odds are kappa"),),
        ),
        Lemma(
            name="flat branch", says="up to the turning point the best adversary always says member",
            on=Region(b=POSITIVE, g=Interval.open(1, oo), **KNOWS, such_that=[POSSIBLE, Rel(kappa * g, "<=", kappa + b)]),
            start=best,
            steps=(Step("=", (1 + b) / (1 + b + kappa), ByLemma("fbeta-odds: flat branch", k=kappa), "the odds are kappa"),),
        ),
    ),
    start=(1 + b) * (s - 1) / ((1 + b) * s - 1 + b),
    steps=(
        Step("=", turned, ByLemma("fbeta-odds: closed form", k=kappa),
             "the score at its turning point, which is the greatest one (fbeta-odds)"),
        Step("=", score(1 - w / (2 * grown), 1 / (2 * w)), Algebra(), "hits and false alarms at the threshold log w", of=turned),
    ),
)  # fmt: skip
