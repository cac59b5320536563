"""The closing theorem: five descriptions of one Gaussian mechanism.

Main results: each of (a) to (e) holds for a mechanism of index psi; which of them determine psi.
Source: section 6, eqs. 32 to 34.
"""

from dplemma.formulas import gaussian
from dplemma.lang.words import *

eps, delta, psi, mu, x, alpha, z, t = variables("eps delta psi mu x alpha z t")


above = Integral(phi(z - psi) - exp(eps) * phi(z), (z, eps / psi + psi / 2, oo))
power_integral = Integral(exp(-alpha * (t - psi) ** 2 / 2 - (1 - alpha) * t**2 / 2) / sqrt(2 * pi), (t, -oo, oo))
area = Integral(gaussian.roc(t, psi), (t, 0, 1))

theorem_conclusion = Claim(
    id="sensitivity_index/theorem-conclusion",
    where="Section 6, Theorem",
    kind="equivalence",
    states="For a GM with sensitivity index psi the following are equivalent: (a) (eps,delta(eps))-DP with eq. 32, "
    "(b) psi-GDP, (c) (alpha, alpha psi^2/2)-RDP, (d) ROC eq. 33, (e) AUC eq. 34.",
    reading="psi is the index of M, as the theorem says; then each of the five statements is true, and so they are "
    "equivalent. Decided: each of the five. In no stronger sense: read as conditions on a mechanism whose index is not "
    "known, (a), (b) and (c) hold for every smaller index too, (d) and (e) for psi alone, so that they are not equivalent "
    "(the sharpened form lets the index vary).",
    holds=All(
        Rel(above, "=", gaussian.delta(eps, psi)),
        Rel(Phi(QInv(x) - psi), ">=", gaussian.tradeoff(x, psi)),
        Rel(log(power_integral) / (alpha - 1), "<=", alpha * psi**2 / 2),
        Rel(Q(QInv(x) - psi), "=", gaussian.roc(x, psi)),
        Rel(area, "=", gaussian.auc(psi)),
    ),
    on=Region(eps=NONNEGATIVE, psi=POSITIVE, x=UNIT, alpha=Interval.open(1, oo)),
    assumes=("hockey-stick", "neyman-pearson", "gaussian-one-dimension"),
    sharpen=sharpened(
        states="For a GM with index psi and any mu > 0: the profile of mu bounds its delta(eps), it is mu-GDP, and "
        "it is (alpha, alpha mu^2/2)-RDP, each if and only if psi <= mu; its ROC curve and its AUC are those of mu "
        "if and only if psi = mu. So (a), (b), (c) bound psi from above, (d) and (e) fix it.",
        holds=All(
            Iff(Rel(gaussian.delta(eps, psi), "<=", gaussian.delta(eps, mu)), Rel(psi, "<=", mu)),
            Iff(Rel(gaussian.tradeoff(x, psi), ">=", gaussian.tradeoff(x, mu)), Rel(psi, "<=", mu)),
            Iff(Rel(gaussian.renyi(alpha, psi), "<=", gaussian.renyi(alpha, mu)), Rel(psi, "<=", mu)),
            Iff(Rel(gaussian.roc(x, psi), "=", gaussian.roc(x, mu)), Rel(psi, "=", mu)),
            Iff(Rel(gaussian.auc(psi), "=", gaussian.auc(mu)), Rel(psi, "=", mu)),
        ),
        on=Region(eps=NONNEGATIVE, psi=POSITIVE, mu=POSITIVE, x=UNIT, alpha=Interval.open(1, oo)),
        assumes=("hockey-stick", "neyman-pearson", "gaussian-one-dimension"),
        amends="sensitivity_index/theorem-conclusion",
    ),
)

eq_32 = Claim(
    id="sensitivity_index/eq-32",
    where="Section 6, eq. 32",
    kind="inequality",
    states="delta(eps) >= Phi(psi/2-eps/psi) - e^eps Phi(-psi/2-eps/psi).",
    reading="M is (eps, delta)-DP exactly if the integral, P(S) - e^eps Q(S) for the event S of loss above eps, is "
    "at most delta.",
    holds=Implies(Rel(above, "<=", delta), Rel(delta, ">=", gaussian.delta(eps, psi))),
    on=Region(eps=NONNEGATIVE, psi=POSITIVE, delta=Interval(0, 1)),
    assumes=("hockey-stick", "gaussian-one-dimension"),
)

eq_33 = Claim(
    id="sensitivity_index/eq-33",
    where="Section 6, eq. 33", kind="identity",
    states="R(x)_M = Phi(psi+Phi^{-1}(x)).",
    reading="The left side is the true positive rate at the threshold QInv(x), whose false positive rate is x.",
    lhs=Q(QInv(x) - psi), rel="=", rhs=gaussian.roc(x, psi),
    on=Region(psi=POSITIVE, x=UNIT),
    assumes=("neyman-pearson", "gaussian-one-dimension"),
)  # fmt: skip

eq_34 = Claim(
    id="sensitivity_index/eq-34",
    where="Section 6, eq. 34", kind="identity",
    states="AUC = Phi(psi/sqrt(2)).",
    lhs=area, rel="=", rhs=gaussian.auc(psi),
    on=Region(psi=POSITIVE),
)  # fmt: skip
