"""Group privacy of the Gaussian mechanism: a group of k records multiplies its index by k.

Main result: the ROC curve at the distance k Delta, followed by that of one more step, is the curve at the distance (k + 1) Delta;
and a shorter distance only raises the trade-off function. So k steps between adjacent databases make k psi, psi = Delta/sigma.
"""

from dplemma.formulas import gaussian
from dplemma.lang.words import *

Delta, sigma, x, k, d, psi, nu = variables("Delta sigma x k d psi nu")

one, many = Delta / sigma, k * Delta / sigma
GROUP = {"Delta": POSITIVE, "sigma": POSITIVE, "x": UNIT, "k": Interval.integers(1, oo), "d": NONNEGATIVE}

group_privacy = Derivation(
    id="group-privacy",
    title="A group of k records multiplies the index of the Gaussian mechanism by k",
    proves="sensitivity_index/corollary-7",
    on=Region(**GROUP),
    lemmas=(
        Lemma(
            name="tradeoff", says="the trade-off function in the threshold of the false alarms", on=Region(psi=REAL, x=UNIT),
            start=gaussian.tradeoff(x, psi),
            steps=(Step("=", Phi(-PhiInv(x) - psi), Algebra(), "PhiInv(1 - x) = -PhiInv(x)"),),
        ),
        Lemma(
            name="shorter", says="a shorter distance leaves more errors", on=Region(**GROUP, such_that=Rel(d, "<=", k * Delta)),
            start=gaussian.tradeoff(x, d / sigma),
            steps=(
                Step("=", Phi(-PhiInv(x) - d / sigma), ByLemma("tradeoff", psi=d / sigma), "at the distance d"),
                Step(">=", Phi(-PhiInv(x) - many), Bound(), "Phi rises, and d <= k Delta", of=d),
                Step("=", gaussian.tradeoff(x, many), ByLemma("tradeoff", psi=many), "at the distance k Delta"),
            ),
        ),
    ),
    start=gaussian.roc(gaussian.roc(x, many), one),
    steps=(
        Step("=", Phi(one + PhiInv(Phi(many + PhiInv(x)))), Definition(), "one step after k of them"),
        Step("=", Phi(one + many + PhiInv(x)), Algebra(), "PhiInv undoes Phi", of=PhiInv(Phi(many + PhiInv(x)))),
        Step("=", gaussian.roc(x, (k + 1) * Delta / sigma), Algebra(), "Delta + k Delta = (k + 1) Delta",
             of=Phi(one + many + PhiInv(x))),
    ),
)  # fmt: skip
