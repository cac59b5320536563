"""The privacy loss of the Gaussian mechanism and what it says of (eps, delta)-DP.

Main results: the loss is N(psi^2/2, psi^2) (eq. 10); Lemma 1, which takes a sufficient condition for a necessary one.
Source: section 3.1, eqs. 8 to 11.
"""

from dplemma.formulas import gaussian
from dplemma.lang.words import *

eps, delta, psi, Delta, sigma, m, t, z, p, q = variables("eps delta psi Delta sigma m t z p q")
p_1, p_2, q_1, q_2 = variables("p_1 p_2 q_1 q_2")

PROFILE = Region(eps=NONNEGATIVE, psi=POSITIVE)
GUARANTEE = Region(eps=NONNEGATIVE, psi=POSITIVE, delta=Interval(0, 1))

is_dp = Rel(gaussian.delta(eps, psi), "<=", delta)
tail = Phi(psi / 2 - eps / psi)
above = Integral(phi(z - psi) - exp(eps) * phi(z), (z, eps / psi + psi / 2, oo))


def within(bound):
    """Chance that the magnitude of a loss N(psi^2/2, psi^2) is at most `bound`."""
    return Phi((bound - psi**2 / 2) / psi) - Phi((-bound - psi**2 / 2) / psi)


plrv_bound_exp = Claim(
    id="sensitivity_index/plrv-bound-exp",
    where="Section 3.1, sentence before eq. 9",
    kind="inequality",
    tier="prose",
    states="Under (eps,delta)-DP the magnitude of the privacy loss random variable Omega (a log-ratio, eq. 8) is "
    "bounded by e^eps with probability 1-delta.",
    reading="For the Gaussian mechanism, whose loss is N(psi^2/2, psi^2); (eps, delta)-DP by its exact "
    "characterisation delta >= gaussian.delta(eps, psi).",
    holds=Implies(is_dp, Rel(within(exp(eps)), ">=", 1 - delta)),
    on=Region(**GUARANTEE.intervals, points=[{"eps": 0, "psi": 2, "delta": "0.7"}]),
    assumes=("hockey-stick", "gaussian-one-dimension"),
    why="(eps, delta)-DP does not bound the loss with probability 1 - delta, neither by e^eps nor by eps (which a "
    "log-ratio should be compared with): delta weighs each excess loss L by 1 - e^(eps - L) only.",
    harm="wrong",
    amend=amended(
        tier="prose",
        states="If the magnitude of the loss is at most eps with probability at least 1 - delta, M is (eps,delta)-DP.",
        reading="The condition is sufficient, not necessary.",
        holds=Implies(Rel(within(eps), ">=", 1 - delta), is_dp),
        on=GUARANTEE,
        assumes=("hockey-stick", "gaussian-one-dimension"),
    ),
)

binary = Mechanism.binary(p, q)
both_orders = All(
    Rel(binary.hockey_stick(eps), "<=", delta),
    Rel(binary.reversed().hockey_stick(eps), "<=", delta),
)
TWO_OUTPUTS = Region(
    p=UNIT, q=UNIT, eps=NONNEGATIVE, delta=Interval(0, 1), points=[{"p": "3/4", "q": "1/4", "eps": "1/2", "delta": "0.34"}]
)
eq_9 = Claim(
    id="sensitivity_index/eq-9",
    where="eq. 9",
    kind="inequality",
    states="By Definition 3 ((eps,delta)-DP): P(Omega_{M(f(D))} >= eps) <= delta.",
    reading="For every mechanism; it fails already for one with two outputs.",
    holds=Implies(both_orders, Rel(binary.loss_at_least(eps), "<=", delta)),
    on=TWO_OUTPUTS,
    mechanism=binary,
    assumes=("hockey-stick",),
    why="P(loss >= eps) <= delta is sufficient for (eps, delta)-DP, not necessary: Definition 3 subtracts e^eps Q(S).",
    harm="wrong",
    amend=amended(
        states="If P(loss >= eps) <= delta for both orders of the databases, the mechanism is (eps, delta)-DP.",
        reading="An arbitrary event S is cut in two: on the part of loss below eps (chances p_1, q_1) P is at most "
        "e^eps Q, the part of loss at least eps (p_2, q_2) has chance at most delta.",
        holds=Implies(
            All(Rel(p_1, "<=", exp(eps) * q_1), Rel(p_2, "<=", delta)),
            Rel(p_1 + p_2, "<=", exp(eps) * (q_1 + q_2) + delta),
        ),
        on=Region(
            p_1=Interval(0, 1),
            p_2=Interval(0, 1),
            q_1=Interval(0, 1),
            q_2=Interval(0, 1),
            eps=NONNEGATIVE,
            delta=Interval(0, 1),
        ),
        assumes=("one-event",),
    ),
)

# An output f(D) - sigma z with z standard normal; the other database has mean f(D) + Delta.
output = m - sigma * z
loss = log(phi((output - m) / sigma) / phi((output - m - Delta) / sigma))
eq_10 = Claim(
    id="sensitivity_index/eq-10",
    where="eq. 10",
    kind="identity",
    states="Omega_{M(f(D))} ~ N(Delta^2/(2 sigma^2), Delta^2/sigma^2) = N(psi^2/2, psi^2) after substituting "
    "||f(D)-f(D')||_2 = Delta.",
    reading="The output is f(D) - sigma z with z standard normal (the sign of a symmetric variable is free); the "
    "loss is then mean plus standard deviation times z.",
    holds=Chain(loss, "=", Delta**2 / (2 * sigma**2) + Delta / sigma * z, "=", (Delta / sigma) ** 2 / 2 + (Delta / sigma) * z),
    on=Region(m=REAL, z=REAL, Delta=POSITIVE, sigma=POSITIVE),
    assumes=("gaussian-one-dimension",),
)

lemma_1 = Claim(
    id="sensitivity_index/lemma-1",
    where="Lemma 1, eq. 11",
    kind="inequality",
    states="If M is (eps, delta(eps))-DP for all eps >= 0, delta in [0,1], then Phi(psi/2 - eps/psi) <= delta.",
    reading="M is (eps, delta)-DP exactly if delta >= gaussian.delta(eps, psi) (Corollary 13).",
    holds=Implies(is_dp, Rel(tail, "<=", delta)),
    on=Region(**GUARANTEE.intervals, points=[{"eps": 1, "psi": 1, "delta": "1/5"}]),
    assumes=("hockey-stick", "gaussian-one-dimension"),
    why="The tail of the loss exceeds the profile by e^eps Phi(-psi/2 - eps/psi), so an (eps, delta)-DP mechanism "
    "need not satisfy it: a sufficient condition is taken for a necessary one.",
    harm="wrong",
    amend=amended(
        states="M is (eps, delta)-DP if and only if Phi(psi/2 - eps/psi) - e^eps Phi(-psi/2 - eps/psi) <= delta; "
        "Phi(psi/2 - eps/psi) <= delta is sufficient.",
        reading="The integral is P(S) - e^eps Q(S) for the event S of loss above eps, in units of sigma.",
        holds=All(
            Iff(Rel(above, "<=", delta), Rel(tail - exp(eps) * Phi(-psi / 2 - eps / psi), "<=", delta)),
            Implies(Rel(tail, "<=", delta), Rel(above, "<=", delta)),
        ),
        on=GUARANTEE,
        assumes=("hockey-stick", "gaussian-one-dimension"),
    ),
)

loss_density = phi((t - psi**2 / 2) / psi) / psi
lemma_1_proof_chain = Claim(
    id="sensitivity_index/lemma-1/proof-chain",
    where="Lemma 1 proof, displayed equations", kind="proof-step",
    states="P(Omega >= eps) = P(N(psi^2/2,psi^2) >= eps) = P(N(0,1) >= (eps-psi^2/2)/psi) = P(N(0,1) <= "
    "(psi^2/2-eps)/psi) = Phi(psi/2 - eps/psi).",
    holds=Chain(
        Integral(loss_density, (t, eps, oo)), "=", Q((eps - psi**2 / 2) / psi), "=", Phi((psi**2 / 2 - eps) / psi), "=", tail,
    ),
    on=PROFILE,
)  # fmt: skip

lemma_1_proof_inverse_case = Claim(
    id="sensitivity_index/lemma-1/proof-inverse-case",
    where="Lemma 1 proof, last sentence",
    kind="proof-step",
    states="The inverse case P(Omega_{M(f(D'))} <= -eps) follows by the same argument (i.e. equals Phi(psi/2 - eps/psi)).",
    reading="The ratio of eq. 8 is kept and the output is drawn on D', so the loss is N(-psi^2/2, psi^2). (With the "
    "ratio turned over as well the chance would be Phi(-psi/2 - eps/psi), the term that Lemma 1 leaves out.)",
    lhs=Integral(phi((t + psi**2 / 2) / psi) / psi, (t, -oo, -eps)),
    rel="=",
    rhs=tail,
    on=PROFILE,
    assumes=("gaussian-one-dimension",),
)
