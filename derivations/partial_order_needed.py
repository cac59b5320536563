"""That no smaller delta will do: the other direction of the exact partial order, by one mechanism on four outputs.

Main result: if (eps_0, delta_0)-DP implies (eps, delta)-DP, then delta is at least delta_0 + (1 - delta_0)(e^eps_0 -
e^eps)^+/(1 + e^eps_0). The mechanism shows its database with chance delta_0 and is randomised response otherwise. Its profile
is computed output by output: at e^eps_0 it is delta_0, so the premise is met; at e^eps it is the bound, so delta can be no
less.
"""

from dplemma.lang.words import *

delta, delta_0, E, E_0 = variables("delta delta_0 E E_0")

right, wrong = (1 - delta_0) * E_0 / (1 + E_0), (1 - delta_0) / (1 + E_0)
row = [delta_0, 1 - delta_0 - wrong, wrong, 0]
worst = Mechanism(row, row[::-1], closed=True)
bound = delta_0 + (1 - delta_0) * Max(E_0 - E, 0) / (1 + E_0)

FACTOR = Interval(1, oo)
PAIRS = {"E_0": FACTOR, "delta_0": Interval.ropen(0, 1)}


def profile(mechanism: Mechanism, factor: Any) -> Any:
    """The sum of the positive parts of P - e^eps Q, over the four outputs."""
    return mechanism.hockey_stick(log(factor))


def opened(factor: Any) -> Any:
    """The same, with the chances of the four outputs: shown, right, wrong, shown the other one."""
    shown, told = Max(0, delta_0), Max(0, right - factor * wrong)
    return shown + told + Max(0, wrong - factor * right) + Max(0, -factor * delta_0)


partial_order_needed = Derivation(
    id="partial-order-needed",
    title="(eps_0, delta_0)-DP implies (eps, delta)-DP only if delta is at least the bound of the partial order",
    proves="gdp_bridge/theorem-2-1/necessity",
    on=Region(**PAIRS, E=FACTOR, delta=Interval(0, 1)),
    lemmas=(
        Lemma(
            name="chances", says="the four outputs have all of the chance", on=Region(**PAIRS),
            start=delta_0 + right + wrong + 0,
            steps=(Step("=", 1, Algebra(), "(1 - delta_0)(E_0 + 1)/(1 + E_0) = 1 - delta_0"),),
        ),
        Lemma(
            name="profile", says="the profile, output by output", on=Region(**PAIRS, E=FACTOR),
            start=profile(worst, E),
            steps=(
                Step("=", opened(E), Definition(), "a right answer has E_0 times the chance of a wrong one"),
                Step("=", delta_0 + Max(0, right - E * wrong), Algebra(), "1 <= E E_0, and no chance is negative", of=opened(E)),
                Step("=", bound, Algebra(), "both chances have the factor (1 - delta_0)/(1 + E_0)", of=Max(0, right - E * wrong)),
            ),
        ),
        Lemma(
            name="premise", says="the mechanism is (eps_0, delta_0)-DP", on=Region(**PAIRS),
            start=profile(worst, E_0),
            steps=(Step("=", delta_0, Algebra(), "E = E_0: only what is shown is left"),),
        ),
        Lemma(
            name="premise exchanged", says="for the databases exchanged, too", on=Region(**PAIRS),
            start=profile(worst.reversed(), E_0),
            steps=(Step("=", delta_0, Algebra(), "the outputs change their places in pairs"),),
        ),
    ),
    start=worst.is_dp(log(E), delta),
    steps=(
        Step("implies", Rel(profile(worst, E), "<=", delta), Logic(), "one of the two orders of the databases"),
        Step("implies", Rel(delta, ">=", bound), ByLemma("profile"), "the profile is the bound",
             of=Rel(profile(worst, E), "<=", delta)),
    ),
)  # fmt: skip
