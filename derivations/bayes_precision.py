"""Precision and recall of a membership adversary whose prior is sharpened by correlations.

Main result: with hits R (true positives among members) and false alarms G, the precision is 1/(1 + kappa G/R), where kappa is the
prior odds of absence. A prior rho_p, records correlated by rho_c and in time by rho_t make the likelier value as likely as
1/((2 - rho_p)(1 - rho_c)(1 - rho_t)), so kappa = 1 - rho_p - (2 - rho_p)(rho_c + rho_t (1 - rho_c)). The recall does not move.
"""

from dplemma.lang.words import *

rho_p, rho_c, rho_t, R, G, m = variables("rho_p rho_c rho_t R G m")

product = let("N", (2 - rho_p) * (1 - rho_c) * (1 - rho_t))
kappa = let("kappa", 1 - rho_p - (2 - rho_p) * (rho_c + rho_t * (1 - rho_c)))


def bayes(chance: Any) -> Any:
    """The chance that a record which is said to be there is there."""
    return chance * R / (chance * R + (1 - chance) * G)


def odds_form(odds: Any) -> Any:
    return 1 / (1 + odds * G / R)


SHARE = Interval.ropen(0, 1)
RATES = {"R": Interval.lopen(0, 1), "G": Interval.lopen(0, 1)}

bayes_precision = Derivation(
    id="bayes-precision",
    title="Precision with prior, record and temporal correlation, from Bayes' rule",
    proves="hypothesis_testing/eq-23/precision/amended",
    on=Region(rho_p=SHARE, rho_c=SHARE, rho_t=SHARE, **RATES, such_that=Rel(product, ">", 1)),
    lemmas=(
        Lemma(
            name="odds", says="precision by the odds of absence, where m is the chance of a member", on=Region(m=UNIT, **RATES),
            start=bayes(m),
            steps=(Step("=", odds_form((1 - m) / m), Algebra(), "numerator and denominator over m R"),),
        ),
        Lemma(
            name="recall", says="the share of the members that is found does not depend on the prior",
            on=Region(m=UNIT, R=Interval.lopen(0, 1)),
            start=m * R / (m * R + m * (1 - R)),
            steps=(Step("=", R, Algebra(), "R + (1 - R) = 1"),),
        ),
        Lemma(
            name="opened", says="the odds of absence, multiplied out",
            start=(1 - 1 / product) / (1 / product),
            steps=(
                Step("=", product - 1, Algebra(), "the chance of a member is 1/N"),
                Step("=", kappa, Algebra(), "the product of the three factors, opened", of=product - 1),
            ),
        ),
        Lemma(
            name="chances", says="both are chances", holds=Member((1 / product, odds_form(kappa)), (UNIT, Interval(0, 1))),
        ),
    ),
    start=bayes(1 / product),
    steps=(
        Step("=", odds_form((1 - 1 / product) / (1 / product)), ByLemma("odds", m=1 / product), "the chance of a member is 1/N"),
        Step("=", odds_form(kappa), ByLemma("opened"), "the odds of absence, multiplied out"),
    ),
    printed=PrintedProof(
        where="hypothesis_testing, eq. 20",
        on=Region(rho_p=SHARE, rho_c=SHARE, **RATES, points=[{"rho_p": "1/2", "rho_c": "1/2", "R": 1, "G": "1/2"}]),
        claims=("hypothesis_testing/eq-20/precision", "hypothesis_testing/eq-20/max-odds"),
        start=1 / (1 + (1 - rho_p - rho_c * (2 - rho_p)) * G / R),
        steps=(
            PrintedStep("<=", 1, "a precision, for all rho_p and rho_c in [0, 1], whichever value attains them"),
        ),
    ),
)  # fmt: skip
