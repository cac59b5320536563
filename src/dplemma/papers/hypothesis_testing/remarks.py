"""What the text says beside its theorems: of the likelihood ratio test, of F_beta as a summary, of priors and correlations.

Main results: the threshold rule is a likelihood ratio test between the two answers only (beyond them the ratio is constant);
neither the Laplace nor the Gaussian mechanism defends better at every rate; the rest holds.
Source: sections 3, 4.1.2 to 4.1.5, 4.3, 5.1 and 5.3, appendix 10.2.
"""

from dplemma.formulas import gaussian, laplace
from dplemma.lang.words import *
from dplemma.papers.hypothesis_testing.decision_rule import *
from dplemma.papers.hypothesis_testing.f_score import b, root_form, score
from dplemma.papers.hypothesis_testing.prior import RHO, G, R, rho_p, root

beta, psi, r, p, q, kappa = variables("beta psi r p q kappa")
rho_c, rho_t, G_0, R_0 = variables("rho_c rho_t G_0 R_0")

theorem_3_proof_existence_and_sufficiency = Claim(
    id="hypothesis_testing/theorem-3/proof/existence-and-sufficiency",
    where="Theorem 3 proof, after eq. 8", kind="proof-step",
    states="The threshold theta determined by alpha satisfies the existence and sufficiency conditions of the Neyman-Pearson "
    "lemma.",
    reading="Existence (Theorem 3.2.1 of the work cited): for alpha in (0, 1) the rule has false alarm rate alpha, and for a "
    "constant k it "
    "decides h1 where Lambda > k and h0 where Lambda < k: above theta Lambda is at least k, below at most, with k = "
    "Lambda(theta) in "
    "the three cases of theta. Q(D) = Q(D') + gap. Sufficiency, that such a test is most powerful, is the lemma itself.",
    holds=All(
        Implies(Rel(alpha, "<=", HALF), Rel(Integral(falling(q_0), (x, threshold_low, oo)), "=", alpha)),
        Implies(
            Rel(alpha, ">", HALF),
            Rel(Integral(rising(q_0), (x, threshold_high, q_0)) + Integral(falling(q_0), (x, q_0, oo)), "=", alpha),
        ),
        best_at(exp(eps * gap / Delta), Rel(theta, ">=", q_0 + gap)),
        best_at(lambda_of_theta, Rel(theta, ">=", q_0), Rel(theta, "<=", q_0 + gap)),
        best_at(exp(-eps * gap / Delta), Rel(theta, "<=", q_0)),
    ),
    on=Region(**NEIGHBOURS, alpha=UNIT, theta=REAL, o=REAL),
    assumes=("neyman-pearson",),
)  # fmt: skip

unit_ratio = likelihood_ratio.subs(gap, Delta).subs({Delta: 1, q_0: 0})  # answers 0 and 1
unit_lambda = lambda_of_theta.subs(gap, Delta).subs({Delta: 1, q_0: 0})
between = (Rel(theta, ">=", 0), Rel(theta, "<=", 1))
inside = (Rel(theta, ">", 0), Rel(theta, "<=", 1))
section_4_1_5_eq_6_equivalent = Claim(
    id="hypothesis_testing/section-4.1.5/eq-6-equivalent-to-lambda-rule",
    where="Section 4.1.5", kind="equivalence",
    states="The decision rule of eq. 6 (o >= theta) is equivalent to Lambda(o) >= lambda.",
    reading="Outputs are measured from Q(D') in units of Delta Q, so that Q(D') = 0 and Q(D) = 1. The sentence reports "
    "Theorem 3, whose proof chooses lambda between e^-eps and e^eps, that is theta between the two answers and alpha between "
    "e^-eps/2 and 1/2; lambda is that of eq. 8. Equivalent: the ratio of every output above theta is at least lambda, that "
    "of every output below at most, and less for theta > Q(D') (at theta = Q(D') every lower output ties with lambda). The "
    "sentence after it goes on to lambdas for every alpha of [0, 1]; what this rule does there is in the sharpened form, and "
    "that eq. 6 is a likelihood ratio test for every alpha, with another lambda, is theorem-3/equivalent-to-np.",
    holds=All(
        Iff(Chain(exp(-eps), "<=", unit_lambda, "<=", exp(eps)), All(*between)),
        Implies(All(*between, Rel(o, ">=", theta)), Rel(unit_ratio, ">=", unit_lambda)),
        Implies(All(*between, Rel(o, "<", theta)), Rel(unit_ratio, "<=", unit_lambda)),
        Implies(All(*inside, Rel(o, "<", theta)), Rel(unit_ratio, "<", unit_lambda)),
    ),
    on=Region(eps=POSITIVE, theta=REAL, o=REAL),
    sharpen=sharpened(
        states="For Q(D') < theta <= Q(D) the rule o >= theta is the rule Lambda(o) >= lambda = exp((2 theta - Q(D) - Q(D')) "
        "eps/Delta Q). For theta > Q(D) no output reaches this lambda, for theta <= Q(D') every output does; Lambda is constant "
        "beyond the two answers, e^eps or e^-eps, and the rule of eq. 6 breaks its ties by the output.",
        reading="Q(D') = 0, Q(D) = 1, as before.",
        holds=All(
            Implies(All(*inside, Rel(o, ">=", theta)), Rel(unit_ratio, ">=", unit_lambda)),
            Implies(All(*inside, Rel(o, "<", theta)), Rel(unit_ratio, "<", unit_lambda)),
            Implies(Rel(theta, ">", 1), Rel(unit_ratio, "<", unit_lambda)),
            Implies(Rel(theta, "<=", 0), Rel(unit_ratio, ">=", unit_lambda)),
            Implies(Rel(o, ">", 1), Rel(unit_ratio, "=", exp(eps))),
            Implies(Rel(o, "<", 0), Rel(unit_ratio, "=", exp(-eps))),
        ),
        on=Region(eps=POSITIVE, theta=REAL, o=REAL),
    ),
)  # fmt: skip

section_3_f_beta_information_loss = Claim(
    id="hypothesis_testing/section-3/f-beta-information-loss",
    where="Sections 3 and 4.1.4", kind="ordering", tier="prose",
    states="F_beta, as a summary, can lose information on the PR-relation, especially for small eps.",
    reading="Small is eps < log(1 + beta^2): there F* is the same for every eps, while the PR-relation is not: at recall 1/2, "
    "theta = Q(D), "
    "GSR is e^-eps/2 and the precision 1/(1 + e^-eps) increases with eps. From log(1 + beta^2) on F* determines eps: the "
    "second branch "
    "of eq. 12 increases with its root.",
    holds=All(
        Implies(Rel(exp(eps), "<", 1 + beta**2), Rel(laplace.fbeta(beta, eps, 0, 0, 0), "=", (1 + beta**2) / (2 + beta**2))),
        Rel(HALF / (HALF + exp(-eps) / 2), "=", 1 / (1 + exp(-eps))),
        Monotone(1 / (1 + exp(-eps)), eps, "increasing"),
        Monotone(root_form(root), root, "increasing"),
    ),
    on=Region(eps=POSITIVE, beta=POSITIVE, b=POSITIVE, root=Interval.open(1, oo)),
)  # fmt: skip

red, green = 1 - LaplaceCDF((psi - 1) * eps), 1 - LaplaceCDF(psi * eps)
theorem_5_proof_gsr_from_rsr = Claim(
    id="hypothesis_testing/theorem-5/proof/gsr-from-rsr",
    where="Theorem 5, proof", kind="equivalence",
    states="Given RSR, psi can be computed and then GSR, independently of Q.",
    reading="theta = Q(D') + psi Delta Q, Q(D) = Q(D') + Delta Q; q_0 is Q(D'). The rates depend on psi and eps only; RSR "
    "decreases strictly "
    "with psi from 1 to 0, so psi follows from it (and GSR with it).",
    holds=All(
        Rel(chance_above(q_0 + psi * Delta, q_0 + Delta), "=", red),
        Rel(chance_above(q_0 + psi * Delta, q_0), "=", green),
        Monotone(red, psi, "decreasing"),
        Limit(red, psi, -oo, 1),
        Limit(red, psi, oo, 0),
    ),
    on=Region(**MODEL, psi=REAL),
)  # fmt: skip

weak_mu = 1 / sqrt(2 * log(125000))  # sensitivity 1, eps = 1, delta = 1e-5: one over the sigma of section 4.3
section_4_3_mechanisms_differ = Claim(
    id="hypothesis_testing/section-4.3/mechanisms-differ",
    where="Section 4.3, text after eq. 14", kind="ordering", tier="prose",
    states="Different mechanisms (Laplace, Gaussian) vary in their power of defending against the adversary, since their "
    "output distributions "
    "differ.",
    reading="An example: sensitivity 1, eps = 1, delta = 1e-5, sigma = sqrt(2 log(1.25/delta)). The greatest recall at a false "
    "alarm rate: at 1/2 the Laplace mechanism gives more away, at 1e-9 the Gaussian does; neither defends better at every rate.",
    holds=All(
        Rel(laplace.roc(HALF, 1), ">", gaussian.roc(HALF, weak_mu)),
        Rel(laplace.roc(Rational("1e-9"), 1), "<", gaussian.roc(Rational("1e-9"), weak_mu)),
    ),
)  # fmt: skip

odds_before = r / (1 - r)
posterior_1 = r * p / (r * p + (1 - r) * q)
section_5_1_footnote_5 = Claim(
    id="hypothesis_testing/section-5.1/footnote-5",
    where="footnote 5", kind="ordering", tier="prose",
    states="DP guarantees are not influenced by the prior distribution of the input data.",
    reading="p and q are the chances of one output on two neighbours, r any prior of the first against the second. By Bayes "
    "the odds grow by the "
    "factor p/q, whatever the prior, so eps-DP bounds it by e^eps for every prior.",
    holds=All(
        Rel(posterior_1 / (1 - posterior_1) / odds_before, "=", p / q),
        Iff(Rel(posterior_1 / (1 - posterior_1), "<=", exp(eps) * odds_before), Rel(p, "<=", exp(eps) * q)),
    ),
    on=Region(eps=NONNEGATIVE, p=Interval.lopen(0, 1), q=Interval.lopen(0, 1), r=UNIT),
)  # fmt: skip

belief = density(o, q_0 + Delta) * r / (density(o, q_0) * (1 - r))  # eq. 16
section_5_1_rule_orientation = Claim(
    id="hypothesis_testing/section-5.1/rule-orientation",
    where="Section 5.1", kind="algorithm", tier="prose",
    states="Under a prior the adversary's decision rule is: o >= theta decides d_i1, o < theta decides d_i2.",
    reading="By eq. 16 d_i1 is the value of D and d_i2 that of D', with Q(D) = Q(D') + Delta Q >= Q(D') = q_0 as in section 4; "
    "r is the prior of d_i1. Promised is Theorem 3's: posterior odds above those at theta decide d_i1, below them d_i2; "
    "theta lies between the answers, as beyond them the odds are constant. (Eq. 13 numbers the hypotheses the other way, h_1 for "
    "d_i2; the rule names the values.)",
    holds=follows(belief, belief.subs(o, theta), decides=at_or_above, otherwise=below_it),
    on=Region(
        **MODEL, r=UNIT, o=REAL, theta=REAL,
        such_that=(Rel(theta, ">", q_0), Rel(theta, "<", q_0 + Delta)),
    ),
)  # fmt: skip

room = (2 - rho_p) * (1 - rho_c) * (1 - rho_t)
KNOWLEDGE = {"rho_p": RHO, "rho_c": RHO, "rho_t": RHO}
eq_24_improves = Claim(
    id="hypothesis_testing/eq-24/improves",
    where="text after eq. 24", kind="monotonicity",
    states="Temporal correlation lets the adversary achieve an enhanced F*_beta.",
    reading="b = beta^2, e^eps under the root of eq. 24 (as in eq. 21). kappa, which stands for 1 - rho_p, is "
    "(2-rho_p)(1-rho_c)(1-rho_t) - 1 > 0 (the amended eq-23/max-odds), decreases strictly with rho_t, and is that of eq. 21 "
    "at rho_t = 0. The score of each threshold, the first branch, and the second through its root all decrease with kappa; "
    "the branches meet at e^eps = 1 + b/kappa.",
    holds=All(
        Monotone(room - 1, rho_t, "decreasing"),
        Rel((room - 1).subs(rho_t, 0), "=", 1 - rho_p - rho_c * (2 - rho_p)),
        Monotone(score(R, G, kappa), kappa, "decreasing"),
        Monotone((1 + b) / (1 + b + kappa), kappa, "decreasing"),
        Monotone(1 + 4 * b * exp(eps) / kappa, kappa, "decreasing"),
        Monotone(root_form(root), root, "increasing"),
        Rel(1 + 4 * b * (1 + b / kappa) / kappa, "=", (1 + 2 * b / kappa) ** 2),
        Rel(root_form(1 + 2 * b / kappa), "=", (1 + b) / (1 + b + kappa)),
    ),
    on=Region(
        **KNOWLEDGE, eps=POSITIVE, b=POSITIVE, kappa=POSITIVE,
        R=Interval.lopen(0, 1), G=Interval.lopen(0, 1), root=Interval.open(1, oo),
    ),
)  # fmt: skip


def precise(recall: Any, alarms: Any) -> Any:
    """Precision of a test of this recall and false alarm rate, for a prior r."""
    return r * recall / (r * recall + (1 - r) * alarms)


appendix_10_2 = Claim(
    id="hypothesis_testing/appendix-10.2",
    where="Appendix 10.2", kind="equivalence",
    states="Maximising P_TD at a given P_FA is equivalent to maximising precision at a given recall, whatever the distribution "
    "of the data.",
    reading="Any prior r, and any set of tests that contains mixtures with never deciding h1. R_0 is the greatest P_TD at P_FA "
    "= G_0. The "
    "greatest P_TD increases with P_FA, so a test of recall R_0 needs a P_FA = G >= G_0, and is not more precise. Conversely, "
    "were "
    "P_TD = R > R_0 possible at G_0 > 0, the mixture of recall R_0 would have P_FA = G_0 R_0/R and be more precise.",
    holds=All(
        Implies(Rel(G, ">=", G_0), Rel(precise(R_0, G), "<=", precise(R_0, G_0))),
        Implies(Rel(R, ">", R_0), Rel(precise(R_0, G_0 * R_0 / R), ">", precise(R_0, G_0))),
    ),
    on=Region(r=UNIT, G=Interval(0, 1), G_0=Interval.lopen(0, 1), R=Interval.lopen(0, 1), R_0=Interval.lopen(0, 1)),
)  # fmt: skip
