"""The Neyman-Pearson criterion, precision and recall, and why the likelihood-ratio test is the optimal adversary.

Main results: the argument of Neyman and Pearson, output by output; the best precision at every recall, whatever the correlation.
Source: sections 2.2 and 3, Definition 3, eq. 3, Theorem 2, Corollary 1, appendices 10.1 and 10.2.
"""

from dplemma.formulas import laplace
from dplemma.lang.words import *
from dplemma.papers.hypothesis_testing.rates import G, R, hit, miss, precision, r, recall, slip

p, q, s, t, alpha, eps = variables("p q s t alpha eps")

# Two outputs of chances p, 1 - p under h1 and q, 1 - q under h0, p > q; a test accepts h1 with chance s at one, t at the other.
detects = p * s + (1 - p) * t
false_alarms = q * s + (1 - q) * t
definition_3 = Claim(
    id="hypothesis_testing/definition-3",
    where="Definition 3, eq. 1", kind="definition",
    states="Neyman-Pearson criterion: maximise P_TD subject to P_FA <= alpha.",
    reading="Two outputs, of chances p, 1 - p under h1 and q, 1 - q under h0, p > q; a test accepts h1 with chance s at the "
    "first and t at the second. The maximum exists: p alpha/q up to alpha = q (attained at t = 0, s = alpha/q), then 1 - (1 - "
    "p)(1 - alpha)/(1 - q) (at s = 1); it is written without the quotients.",
    holds=Obligations(
        feasible=Rel(false_alarms.subs({s: alpha, t: alpha}), "=", alpha),
        restricts=Exists({"q": UNIT, "s": UNIT, "t": UNIT, "alpha": UNIT}, Rel(false_alarms, ">", alpha)),
        bound_below=All(
            Rel(q * detects, "<=", p * false_alarms),
            Implies(Rel(false_alarms, "<=", alpha), Rel(p * false_alarms, "<=", p * alpha)),
        ),
        attained_below=All(
            Rel(false_alarms.subs({s: alpha / q, t: 0}), "=", alpha), Rel(q * detects.subs({s: alpha / q, t: 0}), "=", p * alpha),
        ),
        bound_above=All(
            Rel((1 - q) * (1 - detects), ">=", (1 - p) * (1 - false_alarms)),
            Implies(Rel(false_alarms, "<=", alpha), Rel((1 - p) * (1 - false_alarms), ">=", (1 - p) * (1 - alpha))),
        ),
        attained_above=All(
            Rel(false_alarms.subs({s: 1, t: (alpha - q) / (1 - q)}), "=", alpha),
            Rel((1 - q) * (1 - detects.subs({s: 1, t: (alpha - q) / (1 - q)})), "=", (1 - p) * (1 - alpha)),
        ),
    ),
    on=Region(p=UNIT, q=UNIT, s=Interval(0, 1), t=Interval(0, 1), alpha=UNIT, such_that=Rel(p, ">", q)),
)  # fmt: skip

# At one output: densities f_1, f_0 under h1, h0; any test accepts h1 with chance phi_o, the best one where f_1 > lam f_0.
f_1, f_0, phi_o, lam = variables("f_1 f_0 phi_o lam")
td, fa, td_best, fa_best = variables("td fa td_best fa_best")
ARGUMENT = (
    "f_1, f_0 are the densities of one output, phi_o the chance that any test accepts h1 there; the likelihood-ratio test "
    "accepts where f_1 > lam f_0 and not where f_1 < lam f_0 (anything in between where they are equal). Its excess over the "
    "other test times f_1 - lam f_0 is nowhere negative; summed over the outputs: td_best - td >= lam (fa_best - fa)."
)


def nowhere_negative(one: Any, other: Any) -> All:
    """The likelihood-ratio test's decision minus any other, times the gain f_1 - lam f_0 of accepting, at one output."""
    return All(
        Implies(Rel(one, ">", lam * other), Rel((1 - phi_o) * (one - lam * other), ">=", 0)),
        Implies(Rel(one, "<", lam * other), Rel((0 - phi_o) * (one - lam * other), ">=", 0)),
    )


summed = Rel(td_best - td, ">=", lam * (fa_best - fa))
OUTPUT = {"f_1": NONNEGATIVE, "f_0": NONNEGATIVE, "phi_o": Interval(0, 1), "lam": POSITIVE}
RATES = {"td": Interval(0, 1), "fa": Interval(0, 1), "td_best": Interval(0, 1), "fa_best": Interval(0, 1)}

lr_test_solves_np = Claim(
    id="hypothesis_testing/section-2.2/lr-test-solves-np",
    where="Section 2.2 after Definition 3", kind="inequality", tier="prose",
    states="By the Neyman-Pearson lemma the likelihood-ratio test solves eq. 1 (highest power among tests of size alpha).",
    reading=f"{ARGUMENT} The likelihood-ratio test has false alarm rate alpha = fa_best; a test with at most as many detects no "
    "more. (That some lam has this rate, with a chance of accepting where the ratio is lam, is the rest of the lemma.)",
    holds=All(nowhere_negative(f_1, f_0), Implies(All(summed, Rel(fa, "<=", fa_best)), Rel(td, "<=", td_best))),
    on=Region(**OUTPUT, **RATES),
    assumes=("neyman-pearson",),
)  # fmt: skip

# A threshold lam = e^w on the likelihood ratio of the Laplace mechanism (gap = sensitivity), -eps < w < eps: eqs. 8 to 10.
w = variables("w")
rate_of = exp(-(eps + w) / 2) / 2
power_of = 1 - exp((w - eps) / 2) / 2
other_criteria = Claim(
    id="hypothesis_testing/section-2.2/other-criteria",
    where="Section 2.2", kind="ordering", tier="prose",
    states="Maximum likelihood, maximum posterior and minimum cost use a fixed LR threshold that cannot incorporate alpha and so "
    "cannot guarantee the highest power in general.",
    reading="The Laplace mechanism and any fixed threshold e^w on the ratio (w = 0 for maximum likelihood, the log-odds of the "
    "prior, the logarithm of the cost ratio), -eps < w < eps. Its false alarm rate e^{-(eps+w)/2}/2 does not depend on alpha: "
    "where alpha is greater, the Neyman-Pearson test has more power; some alpha are smaller, and it is not allowed.",
    holds=All(
        Implies(All(Rel(alpha, ">", rate_of), Rel(alpha, "<=", Rational(1, 2))), Rel(1 - exp(-eps) / (4 * alpha), ">", power_of)),
        Rel(laplace.roc(Rational(1, 2), eps), ">", power_of),
        Exists({"eps": POSITIVE, "alpha": UNIT}, Rel(rate_of.subs(w, 0), ">", alpha)),
    ),
    on=Region(eps=POSITIVE, w=REAL, alpha=UNIT, such_that=(Rel(w, "<", eps), Rel(w, ">", -eps))),
    assumes=("neyman-pearson",),
)  # fmt: skip

y = variables("y")
pr_one_to_one_roc = Claim(
    id="hypothesis_testing/section-3/pr-one-to-one-roc",
    where="Section 3", kind="equivalence", tier="prose",
    states="The PR-relation has a one-to-one correspondence with (P_FA, 1-P_TD) and with the ROC.",
    reading="R is P_TD, G is P_FA, r the prior of h1, the same on both sides. Recall is R; at each recall precision falls "
    "strictly with G, and G comes back from both. Recall is positive, as it is for every real threshold (at recall 0 "
    "precision is 0 for every G).",
    holds=All(
        Rel(recall, "=", R),
        Monotone(precision, G, "decreasing"),
        Rel(r * R * (1 - precision) / ((1 - r) * precision), "=", G),
    ),
    on=Region(r=UNIT, R=Interval.lopen(0, 1), G=Interval(0, 1)),
)  # fmt: skip

eq_3 = Claim(
    id="hypothesis_testing/eq-3",
    where="eq. 3", kind="definition",
    states="precision = P(D=D | D^=D), recall = P(D^=D | D=D).",
    reading="r is the prior of h1 (D = D), R = P(h1 decided | h1) > 0, G = P(h1 decided | h0); both come from the joint chances "
    "of truth and decision. Guessing (R = G) has the precision of the prior; without false alarms it is 1.",
    holds=Obligations(
        codomain=Member((precision, recall), (Interval(0, 1), Interval(0, 1))),
        recall_is_the_true_detection_rate=Rel(recall, "=", R),
        bayes=Rel(precision * (hit + slip), "=", recall * (hit + miss)),
        guessing=Rel(precision.subs(G, R), "=", r),
        no_false_alarms=Rel(precision.subs(G, 0), "=", 1),
        better_than_guessing=Implies(Rel(G, "<", R), Rel(precision, ">", r)),
    ),
    on=Region(r=UNIT, R=Interval.lopen(0, 1), G=Interval(0, 1)),
)  # fmt: skip


def best_precision(one: Any, other: Any) -> All:
    """The argument of Neyman and Pearson; at the same recall there are more false alarms; so precision is no greater."""
    return All(
        nowhere_negative(one, other),
        Implies(All(summed, Rel(td, ">=", td_best)), Rel(fa, ">=", fa_best)),
        Implies(
            Rel(fa, ">=", fa_best),
            Rel(r * td_best / (r * td_best + (1 - r) * fa), "<=", r * td_best / (r * td_best + (1 - r) * fa_best)),
        ),
    )


DETECTING = {**RATES, "td_best": Interval.lopen(0, 1)}
theorem_2 = Claim(
    id="hypothesis_testing/theorem-2",
    where="Theorem 2", kind="inequality",
    states="The Neyman-Pearson criterion gives the optimal adversary: the best (largest) precision at every recall.",
    reading=f"{ARGUMENT} At the same recall td = td_best, for any prior r of h1; the multiplier lam is positive, as a likelihood "
    "ratio of positive densities is. That every recall has such a test is the Neyman-Pearson lemma.",
    holds=best_precision(f_1, f_0),
    on=Region(**OUTPUT, **DETECTING, r=UNIT),
    assumes=("neyman-pearson",),
)  # fmt: skip

x_1, x_2, y_1, y_2, v = variables("x_1 x_2 y_1 y_2 v")
corollary_1 = Claim(
    id="hypothesis_testing/corollary-1",
    where="Corollary 1", kind="inequality",
    states="Theorem 2's optimality holds for correlated records.",
    reading=f"{ARGUMENT} Under each hypothesis the density is a sum over the values of the other record: x_1 + x_2 under h1 and "
    "y_1 + y_2 under h0, each term a density times the chance of that value, which depends on the record tested (more records "
    "alike). If the other records are known, correlation changes the prior r only (eq. 19).",
    holds=best_precision(x_1 + x_2, y_1 + y_2),
    on=Region(
        **DETECTING, r=UNIT, phi_o=Interval(0, 1), lam=POSITIVE, x_1=NONNEGATIVE, x_2=NONNEGATIVE, y_1=NONNEGATIVE,
        y_2=NONNEGATIVE,
    ),
    assumes=("neyman-pearson",),
)  # fmt: skip

P, b = variables("P b")
harmonic = 1 / (1 / ((1 + b) * P) + b / ((1 + b) * R))
f_beta_definition = Claim(
    id="hypothesis_testing/section-3/f-beta-definition",
    where="Section 3 and eq. 12 first line", kind="identity", tier="prose",
    states="F_beta = 1/( 1/((1+beta^2) precision) + beta^2/((1+beta^2) recall) ), the weighted harmonic mean.",
    reading="P is precision, R recall, b = beta^2. A weighted harmonic mean: the weights 1/(1 + b) and b/(1 + b) add up to 1, "
    "and the mean lies between the two; it is (1 + b) P R/(b P + R), the usual form.",
    holds=All(
        Rel(1 / (1 + b) + b / (1 + b), "=", 1),
        Rel(harmonic, "=", (1 + b) * P * R / (b * P + R)),
        Implies(Rel(P, "<=", R), Chain(P, "<=", (1 + b) * P * R / (b * P + R), "<=", R)),
        Implies(Rel(P, ">=", R), Chain(R, "<=", (1 + b) * P * R / (b * P + R), "<=", P)),
    ),
    on=Region(P=Interval.lopen(0, 1), R=Interval.lopen(0, 1), b=POSITIVE),
)  # fmt: skip

mu = variables("mu")
ptd_nondecreasing = Claim(
    id="hypothesis_testing/appendix-10.1/ptd-nondecreasing",
    where="Appendix 10.1", kind="monotonicity",
    states="The maximal P_TD is nondecreasing in the allowed P_FA.",
    reading="A test that is allowed at one level is allowed at a higher one. The maxima: of two outputs (Definition 3, both "
    "branches, p > q), of the Gaussian mechanism (mu = Delta Q/sigma) and of the Laplace mechanism (three branches).",
    holds=All(
        Monotone(p * alpha / q, alpha, "increasing"),
        Monotone(1 - (1 - p) * (1 - alpha) / (1 - q), alpha, "increasing"),
        Monotone(Phi(PhiInv(alpha) + mu), alpha, "increasing"),
        Monotone(exp(eps) * alpha, alpha, "increasing"),
        Monotone(1 - exp(-eps) / (4 * alpha), alpha, "increasing"),
        Monotone(1 - exp(-eps) * (1 - alpha), alpha, "increasing"),
        Implies(All(Rel(fa, "<=", alpha), Rel(alpha, "<=", v)), Rel(fa, "<=", v)),
    ),
    on=Region(p=UNIT, q=UNIT, alpha=UNIT, mu=POSITIVE, eps=POSITIVE, fa=Interval(0, 1), v=UNIT),
    assumes=("neyman-pearson",),
)  # fmt: skip

minimal_pfa = Claim(
    id="hypothesis_testing/appendix-10.1/minimal-pfa",
    where="Appendix 10.1", kind="inequality",
    states="At a given P_TD the Neyman-Pearson adversary attains the minimal P_FA.",
    reading=f"{ARGUMENT} A test that detects at least as much (td >= td_best) has at least as many false alarms; lam > 0, as a "
    "likelihood ratio of positive densities is.",
    holds=All(nowhere_negative(f_1, f_0), Implies(All(summed, Rel(td, ">=", td_best)), Rel(fa, ">=", fa_best))),
    on=Region(**OUTPUT, **RATES),
    assumes=("neyman-pearson",),
)  # fmt: skip

h = variables("h")
precision_formula = Claim(
    id="hypothesis_testing/appendix-10.1/precision-formula",
    where="Appendix 10.1", kind="identity",
    states="precision = P(D^=D,D=D)/(P(D^=D,D=D)+P(D^=D,D=D')), maximised when P(D^=D,D=D') is minimal at fixed P(D^=D,D=D).",
    reading="h = P(D^=D, D=D) > 0, s = P(D^=D, D=D'). Precision is P(D=D | D^=D), one minus the chance s/(h + s) that the "
    "decision is wrong; it falls strictly with s.",
    holds=All(Rel(1 - s / (h + s), "=", h / (h + s)), Monotone(h / (h + s), s, "decreasing")),
    on=Region(h=Interval.lopen(0, 1), s=Interval(0, 1), such_that=Rel(h + s, "<=", 1)),
)  # fmt: skip
