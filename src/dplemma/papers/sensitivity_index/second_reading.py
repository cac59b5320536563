"""What the text says between the numbered statements: definitions 4 and 5, the privacy loss, the worst case, the tangent.

Main results: what the definitions owe; a normal privacy loss belongs to a Gaussian mechanism; the vertex of the ROC curve is
its point closest to (0, 1); the standard Rényi conversion is strictly lossy.
Source: sections 2 to 5.
"""

from dplemma.formulas import dpsgd, gaussian, renyi, subsampled
from dplemma.lang.words import *

alpha, rho, psi, mu, p, q, r, x, t, z, c = variables("alpha rho psi mu p q r x t z c")
eps, delta, d, Delta, sigma, m, m_2 = variables("eps delta d Delta sigma m m_2")
ORDER = Interval.open(1, oo)

binary = Mechanism.binary(p, q)


def power_integral(index: Any) -> Any:
    """Integral of f^alpha g^(1 - alpha) for f = N(index, 1), g = N(0, 1), written as one exponential."""
    return Integral(exp(-alpha * (t - index) ** 2 / 2 - (1 - alpha) * t**2 / 2) / sqrt(2 * pi), (t, -oo, oo))


def_4_eq_5 = Claim(
    id="sensitivity_index/def-4-eq-5",
    where="Definition 4, eq. 5", kind="definition",
    states="(alpha,rho)-RDP: D_alpha(M(f(D))||M(f(D'))) <= rho for all pairs of adjacent databases, D_alpha the Renyi divergence "
    "of order alpha > 1.",
    reading="The divergence owes to be nonnegative: an output with chances r q and q adds q r^alpha >= q (1 + alpha (r - 1)) to "
    "the sum of p^alpha q^(1-alpha), which therefore is at least 1. The definition owes to exclude something. The Gaussian "
    "mechanism satisfies it iff alpha psi^2/2 <= rho.",
    holds=Obligations(
        nonnegative=Rel(r**alpha, ">=", 1 + alpha * (r - 1)),
        not_vacuous=Exists({"p": UNIT, "q": UNIT, "alpha": ORDER, "rho": POSITIVE}, Rel(binary.renyi(alpha), ">", rho)),
        what_it_asks=Iff(Rel(log(power_integral(psi)) / (alpha - 1), "<=", rho), Rel(alpha * psi**2 / 2, "<=", rho)),
    ),
    on=Region(r=POSITIVE, alpha=ORDER, rho=POSITIVE, psi=POSITIVE),
    assumes=("gaussian-one-dimension",),
)  # fmt: skip

tradeoff = gaussian.tradeoff(x, psi)
def_5_eq_6 = Claim(
    id="sensitivity_index/def-5-eq-6",
    where="Definition 5, eq. 6", kind="definition",
    states="f-DP: T(M(f(D)),M(f(D'))) >= f for all pairs of adjacent databases, T a trade-off function.",
    reading="For the Gaussian mechanism, whose T is that of the tests z > QInv(x). T owes to be a trade-off function: "
    "decreasing, convex, and at most 1 - x, that of blind guessing; the definition to exclude something (f(x) = 1 - x excludes "
    "every psi > 0) and to be satisfied by f = G_mu iff psi <= mu.",
    holds=Obligations(
        is_the_type_ii_error=Rel(Phi(QInv(x) - psi), "=", tradeoff),
        decreasing=Monotone(tradeoff, x, "decreasing"),
        convex=Monotone(diff(tradeoff, x), x, "increasing"),
        not_vacuous=Rel(tradeoff, "<", 1 - x),
        what_it_asks=Iff(Rel(tradeoff, ">=", gaussian.tradeoff(x, mu)), Rel(psi, "<=", mu)),
    ),
    on=Region(psi=POSITIVE, mu=POSITIVE, x=UNIT),
    assumes=("neyman-pearson", "gaussian-one-dimension"),
)  # fmt: skip


def density(at: Any, mean: Any) -> Any:
    return phi((at - mean) / sigma) / sigma


def closed_loss(at: Any) -> Any:
    return ((at - m_2) ** 2 - (at - m) ** 2) / (2 * sigma**2)


eq_8 = Claim(
    id="sensitivity_index/eq-8",
    where="eq. 8", kind="definition",
    states="Privacy loss random variable on an output O: Omega = log(P(M(f(D))=O)/P(M(f(D'))=O)), natural logarithm.",
    reading="P(... = O) is the density at O, here z (the chance of a single output is 0). For the Gaussian mechanism with means "
    "m and m_2 the ratio is defined at every output; exp of the loss turns one density into the other; its mean is the "
    "Kullback-Leibler divergence.",
    holds=Obligations(
        defined=Rel(log(density(z, m) / density(z, m_2)), "=", closed_loss(z)),
        natural_logarithm=Rel(exp(closed_loss(z)) * density(z, m_2), "=", density(z, m)),
        mean_is_the_divergence=Rel(
            Integral(density(t, m) * closed_loss(t), (t, -oo, oo)), "=", (m - m_2) ** 2 / (2 * sigma**2),
        ),
    ),
    on=Region(z=REAL, m=REAL, m_2=REAL, sigma=POSITIVE),
)  # fmt: skip

f, g, other = variables("f g other")
log_likelihood_ratio = Claim(
    id="sensitivity_index/eq-8/log-likelihood-ratio",
    where="Section 3.2, second paragraph", kind="identity", tier="prose",
    states="The right side of eq. 8 is a log-likelihood ratio, the quantity on which the Neyman-Pearson lemma builds the most "
    "powerful test.",
    reading="f and g are the densities at the output observed. The test log(f/g) > c is that of the likelihood ratio with "
    "threshold e^c; against another test, which decides so with chance other, it never does worse in f - e^c g at any output.",
    holds=All(
        Rel(exp(log(f / g)), "=", f / g),
        Implies(Rel(log(f / g), ">", c), Rel(f - exp(c) * g, ">=", other * (f - exp(c) * g))),
        Implies(Rel(log(f / g), "<=", c), Rel(0, ">=", other * (f - exp(c) * g))),
    ),
    on=Region(f=POSITIVE, g=POSITIVE, c=REAL, other=Interval(0, 1)),
)  # fmt: skip

worst_case_wlog = Claim(
    id="sensitivity_index/eq-10/worst-case-wlog",
    where="text after eq. 10; text after Lemma 3", kind="monotonicity",
    states="Substituting ||f(D)-f(D')||_2 = Delta gives the worst case (profile, ROC curve, AUC), without loss of generality.",
    reading="d is the distance of f(D) and f(D'), at most Delta: profile, curve and area all increase with d, so Delta is worst.",
    holds=All(
        Monotone(gaussian.delta(eps, d / sigma), d, "increasing"),
        Monotone(gaussian.roc(x, d / sigma), d, "increasing"),
        Monotone(gaussian.auc(d / sigma), d, "increasing"),
    ),
    on=Region(eps=NONNEGATIVE, d=POSITIVE, sigma=POSITIVE, x=UNIT),
    assumes=("gaussian-one-dimension",),
)  # fmt: skip

v = variables("v")
back = Integral(exp(-((t - m) ** 2) / (2 * v) - t) / sqrt(2 * pi * v), (t, -oo, oo))
normal_loss_particular = Claim(
    id="sensitivity_index/fig-1/normal-loss-particular",
    where="Figure 1 caption", kind="equivalence",
    states="That the privacy loss random variable is again normally distributed is a particular property of the Gaussian "
    "mechanism.",
    reading="Particular: no other mechanism has it, up to what tests can tell. A loss N(m, v) on D gives the other database the "
    "total chance E[e^-loss] = e^(v/2 - m), which is 1 iff v = 2 m; then it is the loss of the Gaussian mechanism of "
    "psi^2 = v, and the law of the loss fixes all tests. The loss of the Laplace mechanism is at most eps and so not normal: "
    "a normal variable exceeds eps with positive chance.",
    holds=All(
        Rel(back, "=", exp(v / 2 - m)),
        Iff(Rel(exp(v / 2 - m), "=", 1), Rel(v, "=", 2 * m)),
        Rel(Abs(z) - Abs(z - eps), "<=", eps),
        Rel(Q((eps - psi**2 / 2) / psi), ">", 0),
    ),
    on=Region(m=REAL, v=POSITIVE, psi=POSITIVE, z=REAL, eps=POSITIVE),
    assumes=("neyman-pearson",),
)  # fmt: skip

above = Integral(phi(z - psi) - exp(eps) * phi(z), (z, eps / psi + psi / 2, oo))
infinitely_many_pairs = Claim(
    id="sensitivity_index/lemma-1/infinitely-many-pairs",
    where="text after Lemma 1", kind="equivalence", tier="prose",
    states="A Gaussian mechanism has infinitely many valid (eps,delta) pairs, which correspond to its privacy profile.",
    reading="At each eps the pairs are those with delta on or above the profile, which lies in (0, 1) and strictly decreases in "
    "eps: one tight pair for each eps >= 0, all different. The integral is P(S) - e^eps Q(S) for the event of loss above eps.",
    holds=All(
        Iff(Rel(above, "<=", delta), Rel(gaussian.delta(eps, psi), "<=", delta)),
        Member((gaussian.delta(eps, psi),), (UNIT,)),
        Monotone(gaussian.delta(eps, psi), eps, "decreasing"),
    ),
    on=Region(eps=NONNEGATIVE, psi=POSITIVE, delta=Interval(0, 1)),
    assumes=("hockey-stick", "gaussian-one-dimension"),
)  # fmt: skip

false_positive, true_positive = Q(c / sigma), Q((c - Delta) / sigma)
eq_15 = Claim(
    id="sensitivity_index/eq-15",
    where="Lemma 2 proof, eq. 15", kind="identity",
    states="The ROC curve is the parametric plot (FPR(c), TPR(c)), c in (-inf,+inf), on the unit square; by eq. 12 it is the "
    "graph of R(x) of eq. 14.",
    reading="f(D) = 0 and f(D') = Delta without loss; D' is declared above c. Each point of the plot is on the graph and in the "
    "unit square, and FPR takes every value of (0, 1): it falls from 1 to 0.",
    holds=All(
        Member((false_positive, true_positive), (Interval(0, 1), Interval(0, 1))),
        Rel(true_positive, "=", gaussian.roc(false_positive, Delta / sigma)),
        Monotone(false_positive, c, "decreasing"),
        Limit(false_positive, c, oo, 0),
        Limit(false_positive, c, -oo, 1),
    ),
    on=Region(c=REAL, Delta=POSITIVE, sigma=POSITIVE),
    assumes=("gaussian-one-dimension",),
)  # fmt: skip

line = exp(eps) * q + delta
linear = Claim(
    id="sensitivity_index/corollary-4/linear",
    where="text after Corollary 4", kind="identity", tier="prose",
    states="Eq. 19 implies a linear relationship between TPR and FPR.",
    reading="The bound on TPR is linear in FPR: it grows by e^eps times the growth x of FPR, from delta at FPR = 0. It is "
    "attained: while q (1 + e^eps) <= 1 - delta, an event of chances e^eps q + delta and q satisfies Definition 3 in both "
    "orders, with its complement. Eq. 19 is an inequality, which the rates of most classifiers satisfy off the line (the "
    "literal text).",
    holds=All(
        Rel(line.subs(q, q + x) - line, "=", exp(eps) * x),
        Implies(
            Rel(q * (1 + exp(eps)), "<=", 1 - delta),
            All(
                Rel(q, "<=", exp(eps) * line + delta),
                Rel(1 - line, "<=", exp(eps) * (1 - q) + delta),
                Rel(1 - q, "<=", exp(eps) * (1 - line) + delta),
            ),
        ),
    ),
    on=Region(q=Interval(0, 1), x=Interval(0, 1), eps=NONNEGATIVE, delta=Interval(0, 1)),
    assumes=("one-event",),
    as_extracted=Extracted(
        Implies(Rel(p, "<=", line), Rel(p, "=", line)),
        on=Region(
            p=Interval(0, 1), q=Interval(0, 1), eps=NONNEGATIVE, delta=Interval(0, 1),
            points=[{"p": "1/4", "q": "1/4", "eps": 1, "delta": "1/10"}],
        ),
        why="Eq. 19 bounds TPR by a linear function of FPR; the two rates themselves need not be related so.",
    ),
)  # fmt: skip

roc = gaussian.roc(x, psi)
contact = Phi(-psi / 2 - eps / psi)
tangent = exp(eps) * x + gaussian.delta(eps, psi)
optimal_is_tangent = Claim(
    id="sensitivity_index/section-3.3/optimal-is-tangent",
    where="text after Corollary 4", kind="proof-step", tier="prose",
    states="In the setting of eq. 19 the optimal classifier's graph must be tangent to R(x) (worst case).",
    reading="The line of eq. 19 with the least delta, the profile: it lies on or above R, meets it at x = Phi(-psi/2 - eps/psi) "
    "and has the same slope there.",
    holds=All(
        Rel(roc, "<=", tangent),
        Rel(roc.subs(x, contact), "=", tangent.subs(x, contact)),
        Rel(diff(roc, x).subs(x, contact), "=", exp(eps)),
    ),
    on=Region(eps=NONNEGATIVE, psi=POSITIVE, x=UNIT),
    assumes=("hockey-stick", "neyman-pearson", "gaussian-one-dimension"),
)  # fmt: skip

a, b = variables("a b")
vertex_closest = Claim(
    id="sensitivity_index/section-3.3/vertex-closest",
    where="text after Corollary 4", kind="proof-step", tier="prose",
    states="The vertex of such a (worst-case) classifier's graph lies closest to the point of perfect discrimination (FPR,TPR) = "
    "(0,1).",
    reading="The vertex is the point of slope 1, with FPR = 1 - TPR = Phi(-psi/2). A point of the graph has FPR = Phi(c) and 1 "
    "- TPR = Phi(-psi - c), and a^2 + b^2 >= (a + b)^2/2: no point of the graph is closer; and the vertex comes closer as psi "
    "grows, so that of the worst case is the closest of all.",
    holds=All(
        Rel(Phi(-psi / 2), "=", 1 - gaussian.roc(Phi(-psi / 2), psi)),
        Rel(1 - gaussian.roc(Phi(c), psi), "=", Phi(-psi - c)),
        Rel(Phi(c) + Phi(-psi - c), ">=", 2 * Phi(-psi / 2)),
        Rel(a**2 + b**2, ">=", (a + b) ** 2 / 2),
        Monotone(2 * Phi(-psi / 2) ** 2, psi, "decreasing"),
    ),
    on=Region(psi=POSITIVE, c=REAL, a=NONNEGATIVE, b=NONNEGATIVE),
)  # fmt: skip

RATE, STEPS, TAIL = Rational("0.01"), 100, Rational("1e-5")
composed = renyi.epsilon_standard(2, STEPS * log(1 + RATE**2 * (exp(1 / sigma**2) - 1)), TAIL)
rdp_tighter_than_fdp = Claim(
    id="sensitivity_index/section-4.1/rdp-tighter-than-fdp",
    where="text after Corollary 9", kind="ordering", tier="prose",
    states="For a specific range of sigma, RDP composition can be tighter than f-DP (iterated subsampled GMs).",
    reading="f-DP by its central limit (composed exactly it is never the looser one). Poisson sampling with rate 0.01, 100 "
    "steps, delta = 1e-5: for sigma in [0.25, 0.3] Rényi composition of order 2 gives an eps at which a mu-GDP mechanism, mu "
    "that of the central limit, is not yet (eps, delta)-DP. The divergence of order 2 of a step is log(1 + q^2 (e^(1/sigma^2) - "
    "1)).",
    holds=All(
        Rel(subsampled.gaussian_renyi(2, sigma, RATE), "=", log(1 + RATE**2 * (exp(1 / sigma**2) - 1))),
        Rel(gaussian.delta(composed, dpsgd.mu_clt_poisson(sigma, RATE, STEPS)), ">", TAIL),
    ),
    on=Region(sigma=Interval("0.25", "0.3")),
)  # fmt: skip

psi_1, psi_2 = variables("psi_1 psi_2")
rdp_composition = Claim(
    id="sensitivity_index/section-4.2/rdp-composition",
    where="text after Lemma 7", kind="identity", tier="prose",
    states="The translation between psi and rho makes the RDP composition theorem available: GMs with indices psi_i compose to "
    "(alpha, (alpha/2) sum_i psi_i^2)-RDP.",
    reading="Two mechanisms, the rest by induction: the joint densities are products, so the integral of the joint output is the "
    "product of the two. Adaptive, as the theorem: a query chosen after the first output has values at a distance d <= psi_2 "
    "(in units of the noise), whatever that output was, and so an inner integral of at most that of psi_2, which comes out of "
    "the outer one.",
    holds=All(
        Rel(log(power_integral(psi_1) * power_integral(psi_2)) / (alpha - 1), "=", alpha / 2 * (psi_1**2 + psi_2**2)),
        Implies(Rel(d, "<=", psi_2), Rel(power_integral(d), "<=", power_integral(psi_2))),
    ),
    on=Region(alpha=ORDER, psi_1=POSITIVE, psi_2=POSITIVE, d=NONNEGATIVE),
    assumes=("gaussian-one-dimension",),
)  # fmt: skip

standard_lossy = Claim(
    id="sensitivity_index/section-5/standard-lossy",
    where="Section 5, first paragraph", kind="ordering", tier="prose",
    states="The standard conversion via RDP (eq. 29) is lossy.",
    reading="At every order, psi and delta: the mechanism satisfies the eps of eq. 29 with a strictly smaller delta than that "
    "of the conversion.",
    lhs=gaussian.delta(renyi.epsilon_standard(alpha, gaussian.renyi(alpha, psi), delta), psi), rel="<", rhs=delta,
    on=Region(alpha=ORDER, psi=POSITIVE, delta=UNIT),
    assumes=("hockey-stick", "gaussian-one-dimension"),
)  # fmt: skip
