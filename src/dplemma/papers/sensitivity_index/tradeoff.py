"""Trade-off functions: the ROC curve as Gaussian DP, group privacy, composition, the central limit of DP-SGD.

Main results: R = 1 - G_psi (Lemma 5), M is mu-GDP iff psi <= mu (Lemma 6), corollaries 7 to 9.
Source: section 4.1, eqs. 22 to 28.
"""

from dplemma.formulas import gaussian
from dplemma.lang.words import *

mu, psi, x, y, d, Delta, sigma, k, z = variables("mu psi x y d Delta sigma k z")
m, m_2, psi_1, psi_2, t_1, t_2, s = variables("m m_2 psi_1 psi_2 t_1 t_2 s")

CURVE = Region(mu=POSITIVE, x=UNIT)
TWO = Region(psi=POSITIVE, mu=POSITIVE, x=UNIT)

corollary_5 = Claim(
    id="sensitivity_index/corollary-5",
    where="Corollary 5, eqs. 22-23", kind="identity",
    states="G_mu := T(N(0,1),N(mu,1)) and G_mu(alpha) = Phi(Phi^{-1}(1-alpha) - mu).",
    reading="The most powerful test of level x rejects above QInv(x); its type II error is Phi(QInv(x) - mu).",
    lhs=Phi(QInv(x) - mu), rel="=", rhs=gaussian.tradeoff(x, mu),
    on=CURVE,
    assumes=("neyman-pearson",),
)  # fmt: skip

lemma_5 = Claim(
    id="sensitivity_index/lemma-5",
    where="Lemma 5, eq. 24", kind="identity",
    states="With Delta = mu, sigma = 1: R(x) = 1 - G_mu(x).",
    lhs=gaussian.roc(x, mu), rel="=", rhs=1 - gaussian.tradeoff(x, mu),
    on=CURVE,
)  # fmt: skip

lemma_5_proof_chain = Claim(
    id="sensitivity_index/lemma-5/proof-chain",
    where="Lemma 5 proof, display",
    kind="proof-step",
    states="R(x) = Phi(mu+Phi^{-1}(x)) = 1 - (-Phi^{-1}(x) - mu) = 1 - (Phi^{-1}(1-x) - mu) = 1 - G_mu(x).",
    reading="The Phi before the two brackets in the middle is lost in the text; both ends have it.",
    holds=Chain(
        gaussian.roc(x, mu),
        "=",
        1 - Phi(-PhiInv(x) - mu),
        "=",
        1 - Phi(PhiInv(1 - x) - mu),
        "=",
        1 - gaussian.tradeoff(x, mu),
    ),
    on=CURVE,
    as_extracted=Extracted(
        Chain(
            gaussian.roc(x, mu),
            "=",
            1 - (-PhiInv(x) - mu),
            "=",
            1 - (PhiInv(1 - x) - mu),
            "=",
            1 - gaussian.tradeoff(x, mu),
        ),
        why="Phi is missing in the two middle terms, which need not even lie between 0 and 1.",
    ),
)

lemma_5_proof_facts = Claim(
    id="sensitivity_index/lemma-5/proof-facts",
    where="Lemma 5 proof",
    kind="identity",
    states="Phi(x) = 1 - Phi(-x) and -Phi^{-1}(x) = Phi^{-1}(1-x).",
    reading="The first for every real argument z, the second for x in (0, 1).",
    holds=All(Rel(Phi(z), "=", 1 - Phi(-z)), Rel(-PhiInv(x), "=", PhiInv(1 - x))),
    on=Region(z=REAL, x=UNIT),
)

lemma_5_affine = Claim(
    id="sensitivity_index/lemma-5/affine",
    where="Section 4.1 and Lemma 5", kind="identity",
    states="The GDP trade-off function is an affine transformation of a specific instance (Delta=mu, sigma=1) of "
    "the ROC curve.",
    reading="The affine map is w -> 1 + (-1) w, with Delta = mu and sigma = 1.",
    lhs=gaussian.tradeoff(x, mu), rel="=", rhs=1 + (-1) * gaussian.roc(x, mu / 1),
    on=CURVE,
)  # fmt: skip

lemma_5_geometry = Claim(
    id="sensitivity_index/lemma-5/geometry",
    where="Lemma 5 proof, last sentence",
    kind="identity",
    states="R -> 1 - R corresponds to reflecting the graph of R about the x-axis and then translating its x-coordinates by +1.",
    reading="It is the y-coordinates that move by +1: a slip of one letter.",
    holds=All(Member((x,), (UNIT,)), Rel(-gaussian.roc(x, mu) + 1, "=", gaussian.tradeoff(x, mu))),
    on=CURVE,
    as_extracted=Extracted(
        All(
            Member((x + 1,), (UNIT,)),
            Rel(-gaussian.roc(x, mu), "=", 1 - gaussian.roc(x + 1, mu)),
        ),
        why="It is the y-coordinates that move by +1; moved along x the graph leaves the unit square.",
    ),
)

corollary_6 = Claim(
    id="sensitivity_index/corollary-6",
    where="Corollary 6",
    kind="monotonicity",
    states="G_mu is strictly decreasing in mu: mu_1 >= mu_2 implies G_{mu_1} <= G_{mu_2}.",
    holds=Monotone(gaussian.tradeoff(x, mu), mu, "decreasing"),
    on=CURVE,
)

bump = x ** (1 / (1 + (mu - 1) ** 2))
corollary_6_proof = Claim(
    id="sensitivity_index/corollary-6/proof",
    where="Corollary 6, proof",
    kind="proof-step",
    states="Monotonicity of G_mu in mu follows from R(x) being strictly increasing (in x) and the reflection.",
    reading="The text says that R(x) is strictly increasing, and not in what. In psi, which is mu here: then G = 1 - R falls at "
    "every x. The increase in x, which the proof of Lemma 2 states, would not be enough (the literal text).",
    holds=All(
        Monotone(gaussian.roc(x, mu), mu, "increasing"),
        Rel(gaussian.tradeoff(x, mu), "=", 1 - gaussian.roc(x, mu)),
    ),
    on=CURVE,
    as_extracted=Extracted(
        Inference(
            premises=(Monotone(bump, x, "increasing"),),
            conclusion=Monotone(1 - bump, mu, "decreasing"),
            model="R_mu(x) = x^(1/(1 + (mu - 1)^2)), a concave curve on or above the diagonal",
        ),
        why="Monotonicity in x says nothing of monotonicity in mu; what is needed is that R(x) increases with psi.",
    ),
)

# M has sensitivity index psi; its worst trade-off function is G_psi.
is_psi_gdp = Rel(gaussian.tradeoff(x, psi), ">=", gaussian.tradeoff(x, psi))
is_mu_gdp = Rel(gaussian.tradeoff(x, psi), ">=", gaussian.tradeoff(x, mu))
below = Rel(psi, "<=", mu)
lemma_6 = Claim(
    id="sensitivity_index/lemma-6",
    where="Lemma 6",
    kind="equivalence",
    states="A GM with sensitivity index psi is psi-GDP if and only if psi <= mu.",
    reading="The property that depends on mu is mu-GDP; the proof compares G_psi with G_mu. The text has psi twice.",
    holds=Iff(is_mu_gdp, below),
    on=TWO,
    assumes=("neyman-pearson", "gaussian-one-dimension"),
    as_extracted=Extracted(
        Iff(is_psi_gdp, below),
        why="A mechanism with index psi is psi-GDP whatever mu is; the property that depends on mu is mu-GDP.",
    ),
)

eq_25 = Claim(
    id="sensitivity_index/eq-25",
    where="Lemma 6 proof, eq. 25", kind="identity",
    states="T(N(f(D),sigma), N(f(D'),sigma)) = G_{||f(D)-f(D')||_2/sigma}.",
    reading="One dimension, m = f(D) <= m_2 = f(D'), sigma the standard deviation; the test of level x rejects "
    "above m + sigma QInv(x).",
    lhs=Phi((m + sigma * QInv(x) - m_2) / sigma), rel="=", rhs=gaussian.tradeoff(x, (m_2 - m) / sigma),
    on=Region(m=REAL, m_2=REAL, sigma=POSITIVE, x=UNIT, such_that=Rel(m, "<=", m_2)),
    assumes=("neyman-pearson", "gaussian-one-dimension"),
)  # fmt: skip

DISTANCE = Region(d=NONNEGATIVE, Delta=POSITIVE, sigma=POSITIVE, x=UNIT)
within = Rel(d, "<=", Delta)
eq_26 = Claim(
    id="sensitivity_index/eq-26",
    where="Lemma 6 proof, eq. 26",
    kind="inequality",
    states="||f(D)-f(D')||_2/sigma <= Delta/sigma = psi.",
    reading="d is the distance of f(D) and f(D'), at most Delta by definition.",
    holds=Implies(within, Rel(d / sigma, "<=", Delta / sigma)),
    on=DISTANCE.without("x"),
)

eq_27 = Claim(
    id="sensitivity_index/eq-27",
    where="Lemma 6 proof, eq. 27",
    kind="inequality",
    states="T(M_{f(D)}, M_{f(D')}) >= G_psi.",
    reading="d is the distance of f(D) and f(D'); the trade-off function of the pair is G at d/sigma (eq. 25).",
    holds=Implies(within, Rel(gaussian.tradeoff(x, d / sigma), ">=", gaussian.tradeoff(x, Delta / sigma))),
    on=DISTANCE,
    assumes=("neyman-pearson", "gaussian-one-dimension"),
)

lemma_6_proof_order = Claim(
    id="sensitivity_index/lemma-6/proof-order",
    where="Lemma 6 proof",
    kind="equivalence",
    states="G_psi >= G_mu if and only if psi <= mu.",
    holds=Iff(is_mu_gdp, below),
    on=TWO,
)

lemma_6_proof_conclusion = Claim(
    id="sensitivity_index/lemma-6/proof-conclusion",
    where="Lemma 6 proof, last sentences",
    kind="proof-step",
    states="If G_psi >= G_mu then M is psi-GDP; thus psi <= mu is necessary and sufficient for M to be psi-GDP.",
    reading="mu-GDP, as in the lemma: the text has psi twice.",
    holds=Iff(is_mu_gdp, below),
    on=TWO,
    assumes=("neyman-pearson", "gaussian-one-dimension"),
    as_extracted=Extracted(
        All(Implies(is_mu_gdp, is_psi_gdp), Iff(is_psi_gdp, below)),
        why="The mechanism is psi-GDP without any condition, so psi <= mu is not necessary for it.",
    ),
)

corollary_7 = Claim(
    id="sensitivity_index/corollary-7",
    where="Corollary 7",
    kind="inequality",
    states="If M is psi-GDP it is k*psi-GDP for groups of size k.",
    reading="For groups of size k the values differ by d <= k Delta (a path of k steps). For a mechanism that is "
    "merely psi-GDP, one more step turns R_{k psi} into R_psi(R_{k psi}) = R_{(k+1) psi}.",
    holds=All(
        Implies(Rel(d, "<=", k * Delta), Rel(gaussian.tradeoff(x, d / sigma), ">=", gaussian.tradeoff(x, k * Delta / sigma))),
        Rel(gaussian.roc(gaussian.roc(x, k * Delta / sigma), Delta / sigma), "=", gaussian.roc(x, (k + 1) * Delta / sigma)),
    ),
    on=Region(d=NONNEGATIVE, Delta=POSITIVE, sigma=POSITIVE, x=UNIT, k=Interval.integers(1, oo)),
    assumes=("hamming-path", "neyman-pearson", "gaussian-one-dimension"),
)

root = sqrt(psi_1**2 + psi_2**2)
direction = (psi_1 * t_1 + psi_2 * t_2) / root
joint_loss = log(phi(t_1 - psi_1) * phi(t_2 - psi_2) / (phi(t_1) * phi(t_2)))
corollary_8 = Claim(
    id="sensitivity_index/corollary-8",
    where="Corollary 8",
    kind="identity",
    states="The n-fold composition of psi_i-GDP GMs is sqrt(psi_1^2+...+psi_n^2)-GDP.",
    reading="Two mechanisms run side by side, the rest by induction on n: the joint log-likelihood ratio is that of "
    "one Gaussian mechanism of index sqrt(psi_1^2 + psi_2^2) along a direction of unit length. Adaptive, as in the cited "
    "corollary: a query that depends on the answers before has, whatever they were, an index of at most psi_i "
    "(composition-domination).",
    holds=All(
        Rel(joint_loss, "=", root * direction - root**2 / 2),
        Rel((psi_1 / root) ** 2 + (psi_2 / root) ** 2, "=", 1),
    ),
    on=Region(psi_1=POSITIVE, psi_2=POSITIVE, t_1=REAL, t_2=REAL),
    assumes=("neyman-pearson", "gaussian-one-dimension", "composition-domination"),
)

excess = exp(z / sigma - 1 / (2 * sigma**2)) - 1
corollary_9 = Claim(
    id="sensitivity_index/corollary-9",
    where="Corollary 9, eq. 28", kind="asymptotic",
    states="DP-SGD with noise magnitude sigma, sampling rate r, T iterations, n, T -> inf, r sqrt(T) -> s is "
    "psi-GDP with psi = s sqrt(2) sqrt(exp(1/sigma^2) Phi(3/(2 sigma)) + 3 Phi(-1/(2 sigma)) - 2).",
    reading="Asymptotic, uniform subsampling (the cited result has replace-one adjacency, section 2 add/remove). "
    "The central limit theorem gives psi^2 = 2 s^2 E[(L - 1)_+^2] with L the likelihood ratio of N(1/sigma, 1) and "
    "N(0, 1), which exceeds 1 above z = 1/(2 sigma).",
    lhs=s * sqrt(2) * sqrt(Integral(excess**2 * phi(z), (z, 1 / (2 * sigma), oo))), rel="=",
    rhs=s * sqrt(2) * sqrt(exp(1 / sigma**2) * Phi(3 / (2 * sigma)) + 3 * Phi(-1 / (2 * sigma)) - 2),
    on=Region(s=POSITIVE, sigma=POSITIVE),
    assumes=("gdp-central-limit",),
)  # fmt: skip
