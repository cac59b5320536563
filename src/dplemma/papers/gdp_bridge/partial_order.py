"""The exact partial order on (eps, delta)-DP conditions.

Main results: Theorem 2.1, both directions.
Source: section 2.
"""

from dplemma.lang.words import *

p, q, delta, delta_0, E, E_0 = variables("p q delta delta_0 E E_0")

FACTOR, CHANCE = Interval(1, "oo"), Interval(0, 1)
PAIRS = Region(E_0=FACTOR, delta_0=Interval.ropen(0, 1), E=FACTOR, delta=CHANCE)

# One event with chance p on one database and q on the other, and the complement with the databases exchanged.
event = Rel(p, "<=", E_0 * q + delta_0)
complement = Rel(1 - q, "<=", E_0 * (1 - p) + delta_0)
conclusion = Rel(p, "<=", E * q + delta)

theorem_2_1_sufficiency = Claim(
    id="gdp_bridge/theorem-2-1/sufficiency",
    where="Theorem 2.1 (if)",
    kind="inequality",
    states="For eps_0>=0, 0<=delta_0<1: (eps_0,delta_0)-DP implies (eps,delta)-DP whenever delta >= delta_0 + "
    "(1-delta_0)(e^{eps_0}-e^eps)^+/(1+e^{eps_0}).",
    reading="E_0 and E are e^eps_0 and e^eps, any numbers >= 1. The chances p, q of one event satisfy the premise, "
    "and its complement does with the databases exchanged. The two cases are those of the positive part.",
    holds=All(
        Implies(All(Rel(E, ">=", E_0), event, Rel(delta, ">=", delta_0)), conclusion),
        Implies(
            All(Rel(E_0, ">", E), event, complement, Rel(delta, ">=", delta_0 + (1 - delta_0) * (E_0 - E) / (1 + E_0))),
            conclusion,
        ),
    ),
    on=Region(p=CHANCE, q=CHANCE, **PAIRS.intervals),
    assumes=("one-event",),
)

# With chance delta_0 the database is disclosed, else randomised response answers.
false_answer = (1 - delta_0) / (1 + E_0)
row = [delta_0, 1 - delta_0 - false_answer, false_answer, 0]
worst = Mechanism(row, row[::-1], closed=True)
theorem_2_1_necessity = Claim(
    id="gdp_bridge/theorem-2-1/necessity",
    where="Theorem 2.1 (only if)",
    kind="inequality",
    states="If (eps_0,delta_0)-DP implies (eps,delta)-DP then delta >= delta_0 + (1-delta_0)(e^{eps_0}-e^eps)^+/(1+e^{eps_0}).",
    reading="E_0 and E are e^eps_0 and e^eps. One mechanism on four outputs is enough: it discloses the database "
    "with chance delta_0 and is randomised response otherwise. It is (eps_0, delta_0)-DP; were it (eps, delta)-DP, "
    "delta would be at least the bound.",
    holds=All(
        worst.is_dp(log(E_0), delta_0),
        Implies(worst.is_dp(log(E), delta), Rel(delta, ">=", delta_0 + (1 - delta_0) * Max(E_0 - E, 0) / (1 + E_0))),
    ),
    on=PAIRS,
    assumes=("hockey-stick",),
)
