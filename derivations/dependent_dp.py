"""From dependent DP to DP, where the other records follow the change of one of them with a chance w.

Main result: if w e^eps < 1, an eps-dependent DP mechanism is eps'-DP with e^eps' = e^eps (1 - w)/(1 - w e^eps), which is e^eps at
w = 0. An output has the chance p where the first record is there and q where no record is; without the first record the second
one is there with chance w, so that dependent DP compares p with w p + (1 - w) q. DP compares it with q.
"""

from dplemma.lang.words import *

eps, p, q, w = variables("eps p q w")

RECORDS = {"eps": NONNEGATIVE, "p": UNIT, "q": UNIT, "w": Interval(0, 1)}
follows = Rel(w * exp(eps), "<", 1)


def averaged(one: Any, other: Any) -> Any:
    """The chance of an output without the first record."""
    return w * one + (1 - w) * other


def within(one: Any, other: Any) -> Rel:
    return Rel(one, "<=", exp(eps) * other)


def freed(output: str, one: Any, other: Any) -> tuple[Lemma, Lemma]:
    """p (1 - w e^eps) <= e^eps (1 - w) q, for one output."""
    mixed = averaged(one, other)
    region = Region(**RECORDS, such_that=[follows, within(one, mixed)])
    premise = Lemma(
        name=f"premise for {output}", says=f"dependent DP, for the output {output}", on=region, holds=within(one, mixed)
    )
    return premise, Lemma(
        name=output, says="the part of the chance that follows the change is taken to the other side", on=region,
        start=one * (1 - w * exp(eps)),
        steps=(
            Step("=", one - exp(eps) * w * one, Algebra(), "multiplied out"),
            Step("<=", exp(eps) * mixed - exp(eps) * w * one, ByLemma(premise.name), "dependent DP"),
            Step("=", exp(eps) * (1 - w) * other, Algebra(), "what follows the change cancels"),
        ),
    )  # fmt: skip


dependent_dp = Derivation(
    id="dependent-dp",
    title="Dependent DP gives DP with e^eps' = e^eps (1 - w)/(1 - w e^eps), if other records follow a change with chance w",
    proves="hypothesis_testing/appendix-10.6/dp-le-ddp/amended",
    on=Region(**RECORDS, such_that=follows),
    lemmas=(*freed("yes", p, q), *freed("no", 1 - p, 1 - q)),
    start=exp(eps) * (1 - w) / (1 - w * exp(eps)) - exp(eps),
    steps=(
        Step("=", w * exp(eps) * (exp(eps) - 1) / (1 - w * exp(eps)), Algebra(), "over one denominator"),
        Step(">=", 0, Bound(), "so e^eps' is at least e^eps, and equal to it if w = 0"),
    ),
    printed=PrintedProof(
        where="hypothesis_testing, Appendix 10.6, proof of Theorem 7",
        on=Region(eps=POSITIVE, p=UNIT, q=UNIT, w=Interval(0, 1), points=[{"eps": "7/10", "p": "3/4", "q": "1/4", "w": 1}]),
        claims=("hypothesis_testing/appendix-10.6/dp-le-ddp",),
        start=All(within(p, averaged(p, q)), within(averaged(p, q), p)),
        steps=(
            PrintedStep("implies", All(within(p, q), within(q, p)),
                        "DP neighbours differ in only one tuple: what holds for the neighbours of dependent DP holds for them"),
        ),
    ),
)  # fmt: skip
