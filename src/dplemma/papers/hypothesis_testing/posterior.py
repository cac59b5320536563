"""What the output tells by Bayes: posterior odds, with a uniform prior, a known prior, and Theorem 3 for every adversary.

Main results: eqs. 5 and 16; a prior multiplies the likelihood ratio by a constant, so the threshold on the output stays.
Source: section 4.1.1, eq. 5; text after Theorem 3; section 5.1, eqs. 16 and 17.
"""

from dplemma.lang.words import *
from dplemma.papers.hypothesis_testing.decision_rule import *
from dplemma.papers.hypothesis_testing.decision_rule import q as q_D
from dplemma.papers.hypothesis_testing.rates import G, R, precision, r, recall

m, after, else_, p, q, lam = variables("m after else_ p q lam")
HALF = Rational(1, 2)

# Chances of the output m = P(A=o), of D after it and after any other output; from these the prior and both likelihoods.
prior = m * after + (1 - m) * else_
on_D, on_D_prime = m * after / prior, m * (1 - after) / (1 - prior)
eq_5 = Claim(
    id="hypothesis_testing/eq-5",
    where="eq. 5", kind="identity",
    states="P(D=D | A=o, d_-i) = P(A=o | d_-i, D=D) P(D=D)/P(A=o | d_-i) = P(A(D)=o) P(D=D)/P(A=o | d_-i).",
    reading="The other records d_-i are known throughout, P(D=D) is the prior given them. m = P(A=o), after = P(D | A=o), "
    "else_ = P(D | A != o) are any chances; the prior of D is their average and P(A(D)=o) = m after/prior. Bayes' rule gives "
    "`after` back, and its denominator, the average of both likelihoods, is m.",
    holds=All(
        Rel(on_D * prior / (on_D * prior + on_D_prime * (1 - prior)), "=", after),
        Rel(on_D * prior + on_D_prime * (1 - prior), "=", m),
        Member((on_D, on_D_prime), (Interval(0, 1), Interval(0, 1))),
    ),
    on=Region(m=UNIT, after=UNIT, else_=UNIT),
)  # fmt: skip


def posterior_of_D(weight: Any) -> Any:
    """Bayes: chance of D after an output of chances p on D and q on D', if it was `weight` before."""
    return weight * p / (weight * p + (1 - weight) * q)


posterior_equivalent_to_likelihood = Claim(
    id="hypothesis_testing/section-4.1.1/posterior-equivalent-to-likelihood",
    where="text after eq. 5", kind="equivalence", tier="prose",
    states="With a uniform prior, distinguishing the posteriors is equivalent to distinguishing P(A(D)=o) and P(A(D')=o).",
    reading="p = P(A(D)=o), q = P(A(D')=o), prior 1/2: the two posteriors are in the ratio of p to q, so every threshold lam on "
    "one ratio is one on the other.",
    holds=All(
        Rel(posterior_of_D(HALF) / (1 - posterior_of_D(HALF)), "=", p / q),
        Iff(Rel(posterior_of_D(HALF), ">=", lam * (1 - posterior_of_D(HALF))), Rel(p, ">=", lam * q)),
    ),
    on=Region(p=Interval.lopen(0, 1), q=Interval.lopen(0, 1), lam=POSITIVE),
)  # fmt: skip

odds = variables("odds")
weighted = odds * likelihood_ratio


def best_weighted(multiplier: Any, *threshold: Rel) -> All:
    """Above theta the posterior odds are at least those of the multiplier, below theta at most."""
    return All(
        Implies(All(*threshold, Rel(o, ">=", theta)), Rel(weighted, ">=", odds * multiplier)),
        Implies(All(*threshold, Rel(o, "<=", theta)), Rel(weighted, "<=", odds * multiplier)),
    )


theorem_3_any_adversary = Claim(
    id="hypothesis_testing/section-4.1.2/theorem-3-any-adversary",
    where="text after Theorem 3", kind="equivalence",
    states="Theorem 3 holds also for adversaries with priors or knowledge of record and temporal correlation.",
    reading="The adversary knows all other records (section 3); a prior and correlations multiply the likelihood ratio by the "
    "odds of D against D', a positive number that does not depend on the output (eqs. 16, 19, 22). So a threshold theta on the "
    "output still separates large posterior odds from small ones, for every theta; its false alarm rate is a chance given h0, "
    "which no prior changes: theta of eq. 6 has the rate alpha as before (theorem-3/equivalent-to-np).",
    holds=All(
        best_weighted(exp(eps * gap / Delta), Rel(theta, ">=", q_D)),
        best_weighted(lambda_of_theta, Rel(theta, ">=", q_0), Rel(theta, "<=", q_D)),
        best_weighted(exp(-eps * gap / Delta), Rel(theta, "<=", q_0)),
    ),
    on=Region(**NEIGHBOURS, theta=REAL, o=REAL, odds=POSITIVE),
    assumes=("neyman-pearson",),
)  # fmt: skip

eq_16 = Claim(
    id="hypothesis_testing/eq-16",
    where="eq. 16 and the line before it", kind="identity",
    states="Posterior odds of d_i1 vs d_i2 = P(A(D)=o)P(d_i=d_i1)/(P(A(D')=o)P(d_i=d_i2)).",
    reading="The record has the values d_i1 (prior r, output chance p) and d_i2 (prior 1 - r, chance q).",
    holds=Rel(posterior_of_D(r) / (1 - posterior_of_D(r)), "=", p * r / (q * (1 - r))),
    on=Region(p=Interval.lopen(0, 1), q=Interval.lopen(0, 1), r=UNIT),
)  # fmt: skip

rho_p = variables("rho_p")
rho_of_r = 1 - Min(r / (1 - r), (1 - r) / r)
section_5_1_rho_p = Claim(
    id="hypothesis_testing/section-5.1/rho-p",
    where="definition of rho_p", kind="inequality", tier="prose",
    states="rho_p = 1 - min P(d_i1)/P(d_i2) lies in [0,1] and rho_p=0 corresponds to the uniform prior.",
    reading="Two values of chances r and 1 - r, and the minimum over both orders; rho_p = 1 only in the limit. For more values "
    "the minimum is that of the least and the greatest chance, and 0 again only if all are equal.",
    holds=All(
        Chain(0, "<=", rho_of_r, "<", 1),
        Rel(rho_of_r.subs(r, HALF), "=", 0),
        Implies(Rel(r, "<", HALF), Rel(rho_of_r, ">", 0)),
        Implies(Rel(r, ">", HALF), Rel(rho_of_r, ">", 0)),
        Limit(rho_of_r, r, 0, 1),
    ),
    on=Region(r=UNIT),
)  # fmt: skip

LIKELIER = (
    "r = P(d_i1), the likelier of the two values, so that 1 - rho_p = (1 - r)/r (eq. 17 takes the minimum in this order); R is "
    "RSR, G is GSR, and precision and recall come from the joint chances of value and decision (eq. 3)."
)
known_prior = 1 - (1 - r) / r
eq_17_precision = Claim(
    id="hypothesis_testing/eq-17/precision",
    where="eq. 17", kind="identity",
    states="precision = P(d_i1)RSR/(P(d_i1)RSR+P(d_i2)GSR) = 1/(1+(1-rho_p)GSR/RSR).",
    reading=LIKELIER,
    holds=All(
        Rel(r * R / (r * R + (1 - r) * G), "=", 1 / (1 + (1 - known_prior) * G / R)),
        Rel(1 - (1 - r) * G / (r * R + (1 - r) * G), "=", r * R / (r * R + (1 - r) * G)),
        Member((known_prior,), (Interval.ropen(0, 1),)),
    ),
    on=Region(r=Interval.ropen("1/2", 1), R=Interval.lopen(0, 1), G=Interval(0, 1)),
)  # fmt: skip

eq_17_recall = Claim(
    id="hypothesis_testing/eq-17/recall",
    where="eq. 17", kind="identity",
    states="recall = RSR.",
    reading="From the joint chances, whatever the prior r of d_i1; R = RSR = P(d_i1 decided | d_i1).",
    lhs=recall, rel="=", rhs=R,
    on=Region(r=UNIT, R=Interval.lopen(0, 1)),
)  # fmt: skip

precision_increased = Claim(
    id="hypothesis_testing/section-5.1/precision-increased",
    where="text after eq. 17", kind="monotonicity", tier="prose",
    states="Knowing the prior increases precision and leaves recall unchanged.",
    reading=f"{LIKELIER} rho_p = 0 is the uniform prior; precision rises with rho_p from there. (About the less likely value "
    "the prior lowers it.)",
    holds=All(
        Monotone(1 / (1 + (1 - rho_p) * G / R), rho_p, "increasing"),
        Monotone(precision, r, "increasing"),
        Rel(recall, "=", R),
    ),
    on=Region(rho_p=Interval.ropen(0, 1), r=UNIT, R=Interval.lopen(0, 1), G=Interval.lopen(0, 1)),
)  # fmt: skip
