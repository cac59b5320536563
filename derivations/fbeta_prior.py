"""The greatest F_beta score of an adversary with prior knowledge: eq. 18.

Main result: with the odds kappa = 1 - rho_p of absence the score turns at the threshold w with
e^eps = w + (b/kappa) w^2, and is (1 + b)(s - 1)/((1 + b) s - 1 + b) there, s = sqrt(1 + 4 b e^eps/kappa); for
kappa (e^eps - 1) <= b it is (1 + b)/(1 + b + kappa), as fbeta-odds shows for any odds. The
odds follow from Bayes' rule (bayes-precision). F(u) is the score, H(u) hits and A(u) false alarms at the threshold log u.
"""

from dplemma.lang.words import *

b, w, g, u, x, rho_p, R, G, eps, Delta = variables("b w g u x rho_p R G eps Delta")

kappa = let("kappa", 1 - rho_p)
SHARE = Interval.ropen(0, 1)
KNOWS = {"rho_p": SHARE}
RATES = {"R": Interval.lopen(0, 1), "G": Interval.lopen(0, 1)}
chance = let("P", 1 / (2 - rho_p))  # that the record is there


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


def slope_31(favoured: Any) -> Any:
    """Eq. 31 of the paper, the slope in the threshold; `favoured` is e^((theta - Q(D)) eps/Delta)."""
    inside = exp(-eps) - exp(-eps) / favoured + b / (1 - rho_p) * favoured
    return (1 - rho_p) * eps / (2 * Delta) * inside / (1 - favoured / 2) ** 2


fbeta_prior = Derivation(
    id="fbeta-prior",
    title="The greatest F_beta score of a membership adversary with prior knowledge",
    about="hypothesis_testing/eq-18/upper-branch",
    uses=("bayes-precision", "fbeta-odds"),
    on=Region(b=POSITIVE, w=Interval.open(1, oo), **KNOWS),
    lemmas=(
        Lemma(
            name="precision", says="the precision, by Bayes' rule, with hits R and false alarms G",
            on=Region(**KNOWS, **RATES),
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
            on=Region(b=POSITIVE, **KNOWS, **RATES),
            start=(1 + b) * precise * R / (b * precise + R),
            steps=(Step("=", score(R, G), ByLemma("fbeta-odds: score", k=kappa), "the odds are kappa"),),
        ),
        Lemma(
            name="flat branch", says="up to the turning point the best adversary always says member",
            on=Region(b=POSITIVE, g=Interval.open(1, oo), **KNOWS, such_that=[Rel(kappa * g, "<=", kappa + b)]),
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
    printed=PrintedProof(
        where="hypothesis_testing, Appendix 10.5.1, after eq. 31",
        on=Region(eps=POSITIVE, Delta=POSITIVE, b=POSITIVE, rho_p=SHARE),
        claims=(
            "hypothesis_testing/appendix-10.5.1/derivative-at-q-d/as-extracted",
            "hypothesis_testing/appendix-10.5.1/derivative-at-q-dprime/as-extracted",
        ),
        start=slope_31(Integer(1)),
        steps=(
            PrintedStep("=", eps * b / (2 * Delta), "df/dtheta at Q(D) = (0.5 (1 - rho_p) eps/Delta Q) b^2/(1 - rho_p)"),
            PrintedStep(">", 0, "> 0"),
            PrintedStep("says", Rel(slope_31(exp(-eps)), "=",
                                    (1 - rho_p) * eps / (2 * Delta) * ((1 + b / (1 - rho_p)) * exp(-eps) - 1)),
                        "df/dtheta at Q(D') = (0.5 (1 - rho_p) eps/Delta Q)((1 + b^2/(1 - rho_p)) e^-eps - 1)"),
        ),
    ),
)  # fmt: skip
