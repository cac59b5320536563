"""Hypothesis testing: rates, the binormal ROC curve and its area.

Main results: R(x) = Phi(psi + PhiInv(x)) (Lemma 2), AUC = Phi(psi/sqrt 2) (Lemma 3), their limits (eqs. 17, 18).
Source: section 3.2, corollaries 1 to 3, lemmas 2 and 3.
"""

from dplemma.formulas import gaussian
from dplemma.lang.words import *

psi, x, t, c, Delta, sigma = variables("psi x t c Delta sigma")
m, m_2 = variables("m m_2")  # f(D) and f(D')
a, b, mu_0, mu_1, sigma_0, sigma_1 = variables("a b mu_0 mu_1 sigma_0 sigma_1")
TP, FP, TN, FN, r = variables("TP FP TN FN r")

CURVE = Region(psi=POSITIVE, x=UNIT)
INDEX = Region(psi=POSITIVE)
SCALES = Region(Delta=POSITIVE, sigma=POSITIVE)

roc = gaussian.roc(x, psi)
area = Integral(roc, (x, 0, 1))

rates_sum = Claim(
    id="sensitivity_index/rates-sum",
    where="Section 3.2", kind="identity", tier="prose",
    states="TNR + FPR = FNR + TPR = 1.",
    reading="Rates as shares of counts: TNR = TN/(TN + FP), FNR = FN/(FN + TP).",
    holds=Chain(
        TN / (TN + FP) + FP / (TN + FP), "=", FN / (FN + TP) + TP / (FN + TP), "=", 1,
    ),
    on=Region(TP=POSITIVE, FP=POSITIVE, TN=POSITIVE, FN=POSITIVE),
)  # fmt: skip

THRESHOLD = Region(c=REAL, m=REAL, m_2=REAL, sigma=POSITIVE)
on_d = phi((t - m) / sigma) / sigma
on_d_2 = phi((t - m_2) / sigma) / sigma
corollary_1_tpr = Claim(
    id="sensitivity_index/corollary-1/tpr",
    where="Corollary 1, first line",
    kind="identity",
    states="TPR(c) = integral from c to +inf of P_{f(D)}(t) dt = 1 - Phi_{f(D'),sigma}(t).",
    reading="A prime is lost in the text: the density integrated is that of f(D'), as on the right side and in Figure 2. "
    "Section 3.2: the null hypothesis is D, the alternative D'; D' is declared above the threshold c.",
    holds=Rel(Integral(on_d_2, (t, c, oo)), "=", 1 - Phi((c - m_2) / sigma)),
    on=THRESHOLD,
    as_extracted=Extracted(
        Rel(Integral(on_d, (t, c, oo)), "=", 1 - Phi((c - m_2) / sigma)),
        why="The density integrated is that of the null hypothesis D; the right side belongs to the alternative D'.",
    ),
)

corollary_1_fpr = Claim(
    id="sensitivity_index/corollary-1/fpr",
    where="Corollary 1, second line",
    kind="identity",
    states="FPR(c) = integral from -inf to c of P_{f(D')}(t) dt = 1 - Phi_{f(D),sigma}(t).",
    reading="The prime and the limits of the integral are exchanged with those of another line of the text: the density "
    "integrated is that of f(D) above the threshold, as on the right side and in Figure 2. Section 3.2: the null "
    "hypothesis is D, the alternative D'; D' is declared above the threshold c.",
    holds=Rel(Integral(on_d, (t, c, oo)), "=", 1 - Phi((c - m) / sigma)),
    on=THRESHOLD,
    as_extracted=Extracted(
        Rel(Integral(on_d_2, (t, -oo, c)), "=", 1 - Phi((c - m) / sigma)),
        why="The density integrated is that of the alternative D', and below the threshold: the printed integral is the "
        "false negative rate.",
    ),
)

corollary_2 = Claim(
    id="sensitivity_index/corollary-2",
    where="Corollary 2, eq. 12", kind="identity",
    states="Binormal ROC(t) = Phi(a + b Phi^{-1}(t)), t in (0,1), with a = ||mu_1-mu_0||_2/sigma and b = "
    "sigma_0/sigma_1 for N(mu_0,sigma_0^2 I), N(mu_1,sigma_1^2 I).",
    reading="The unbound sigma in a is sigma_1, as in the cited source; the scores are one-dimensional with mu_1 >= "
    "mu_0. The threshold with false positive rate x is mu_0 + sigma_0 QInv(x).",
    lhs=Q((mu_0 + sigma_0 * QInv(x) - mu_1) / sigma_1), rel="=",
    rhs=Phi((mu_1 - mu_0) / sigma_1 + sigma_0 / sigma_1 * PhiInv(x)),
    on=Region(x=UNIT, mu_0=REAL, mu_1=REAL, sigma_0=POSITIVE, sigma_1=POSITIVE, such_that=Rel(mu_0, "<=", mu_1)),
)  # fmt: skip

corollary_3 = Claim(
    id="sensitivity_index/corollary-3",
    where="Corollary 3, eq. 13", kind="identity",
    states="AUC under the binormal ROC = Phi(a/sqrt(1+b^2)).",
    lhs=Integral(Phi(a + b * PhiInv(x)), (x, 0, 1)), rel="=", rhs=Phi(a / sqrt(1 + b**2)),
    on=Region(a=NONNEGATIVE, b=POSITIVE),
)  # fmt: skip

lemma_2 = Claim(
    id="sensitivity_index/lemma-2",
    where="Lemma 2, eq. 14", kind="identity",
    states="R(x) = Phi(psi + Phi^{-1}(x)), x in (0,1).",
    reading="The left side is the true positive rate at the threshold sigma QInv(x), whose false positive rate is x.",
    lhs=Q((sigma * QInv(x) - Delta) / sigma), rel="=", rhs=gaussian.roc(x, Delta / sigma),
    on=Region(Delta=POSITIVE, sigma=POSITIVE, x=UNIT),
    assumes=("neyman-pearson", "gaussian-one-dimension"),
)  # fmt: skip

lemma_2_codomain = Claim(
    id="sensitivity_index/lemma-2/codomain",
    where="Lemma 2, statement",
    kind="definition",
    states="R is a function (0,1) -> [0,1] x [0,1].",
    reading="R(x) is a number of [0, 1]; it is the graph that lies in the unit square.",
    holds=Obligations(
        codomain=Member((roc,), (UNIT,)),
        graph=Member((x, roc), (Interval(0, 1), Interval(0, 1))),
    ),
    on=CURVE,
    as_extracted=Extracted(
        Obligations(codomain=Member((roc,), (Interval(0, 1), Interval(0, 1)))),
        why="R(x) is a number, the true positive rate at the false positive rate x; it is the graph, not the value, "
        "that lies in the unit square.",
    ),
)

lemma_2_proof_chain = Claim(
    id="sensitivity_index/lemma-2/proof-chain",
    where="Lemma 2 proof, displayed equations", kind="proof-step",
    states="R(x) = Phi((||f(D')-f(D)||_2 + sigma Phi^{-1}(x))/sigma) = Phi((Delta+sigma Phi^{-1}(x))/sigma) = "
    "Phi(Delta/sigma + Phi^{-1}(x)) = Phi(psi + Phi^{-1}(x)).",
    reading="R(x) is the true positive rate at the threshold sigma QInv(x); the norm of f(D') - f(D) takes its "
    "worst value Delta.",
    holds=Chain(
        Q((sigma * QInv(x) - Delta) / sigma), "=", Phi((Delta + sigma * PhiInv(x)) / sigma), "=",
        Phi(Delta / sigma + PhiInv(x)), "=", gaussian.roc(x, Delta / sigma),
    ),
    on=Region(Delta=POSITIVE, sigma=POSITIVE, x=UNIT),
    assumes=("neyman-pearson", "gaussian-one-dimension"),
)  # fmt: skip

lemma_2_monotone = Claim(
    id="sensitivity_index/lemma-2/monotone",
    where="Lemma 2 proof",
    kind="monotonicity",
    states="The ROC curve is strictly monotonically increasing.",
    holds=Monotone(roc, x, "increasing"),
    on=CURVE,
)

lemma_3 = Claim(
    id="sensitivity_index/lemma-3",
    where="Lemma 3, eq. 16", kind="identity",
    states="AUC_R = Phi(psi/sqrt(2)).",
    lhs=area, rel="=", rhs=gaussian.auc(psi),
    on=INDEX,
)  # fmt: skip

lemma_3_proof = Claim(
    id="sensitivity_index/lemma-3/proof",
    where="Lemma 3 proof", kind="proof-step",
    states="Substituting a = ||f(D)-f(D')||_2/sigma = Delta/sigma = psi and b = sigma/sigma = 1 in eq. 13 gives eq. "
    "16.",
    reading="a and b are the parameters of eq. 13, sigma_0 and sigma_1 its two standard deviations, both sigma.",
    holds=Implies(
        All(Rel(a, "=", Delta / sigma), Rel(b, "=", sigma_0 / sigma_1), Rel(sigma_0, "=", sigma), Rel(sigma_1, "=", sigma)),
        Rel(Phi(a / sqrt(1 + b**2)), "=", gaussian.auc(Delta / sigma)),
    ),
    on=Region(
        a=POSITIVE, b=POSITIVE, Delta=POSITIVE, sigma=POSITIVE, sigma_0=POSITIVE, sigma_1=POSITIVE,
        points=[{"a": 1, "b": 1, "Delta": 1, "sigma": 1, "sigma_0": 1, "sigma_1": 1}],
    ),
)  # fmt: skip

eq_17 = Claim(
    id="sensitivity_index/eq-17",
    where="eq. 17",
    kind="limit",
    states="lim as psi -> +inf of AUC_R = 1.",
    holds=Limit(gaussian.auc(psi), psi, oo, 1),
)

eq_17_vertex = Claim(
    id="sensitivity_index/eq-17/vertex",
    where="Text after eq. 17",
    kind="limit",
    states="As psi -> inf the vertex of R approaches (0,1): TPR = 1 at FPR = 0.",
    reading="The vertex is the point of slope 1, at x = Phi(-psi/2); besides, R(x) tends to 1 at every fixed x.",
    holds=All(
        Limit(Phi(-psi / 2), psi, oo, 0),
        Limit(gaussian.roc(Phi(-psi / 2), psi), psi, oo, 1),
        Limit(roc, psi, oo, 1),
    ),
    on=Region(x=UNIT),
)

eq_17_regime = Claim(
    id="sensitivity_index/eq-17/regime",
    where="Text after eq. 17",
    kind="limit",
    states="psi -> inf arises when Delta -> +inf and/or sigma -> 0.",
    reading="Either happens with the other held fixed, or both together (Delta = 1/r, sigma = r).",
    holds=All(
        Limit(Delta / sigma, Delta, oo, oo),
        Limit(Delta / sigma, sigma, 0, oo),
        Limit((1 / r) / r, r, 0, oo),
    ),
    on=SCALES,
)

eq_18 = Claim(
    id="sensitivity_index/eq-18",
    where="eq. 18",
    kind="limit",
    states="lim as psi -> 0 of AUC_R = 0.5.",
    holds=Limit(gaussian.auc(psi), psi, 0, Rational("0.5")),
)

eq_18_diagonal = Claim(
    id="sensitivity_index/eq-18/diagonal",
    where="Text after eq. 18",
    kind="limit",
    states="As psi -> 0 the graph of R(x) approaches TPR = FPR, the line through the origin with unit slope.",
    holds=Limit(roc, psi, 0, x),
    on=Region(x=UNIT),
)

eq_18_regime = Claim(
    id="sensitivity_index/eq-18/regime",
    where="Text after eq. 18",
    kind="limit",
    states="psi -> 0 arises when Delta -> 0 and/or sigma -> +inf.",
    reading="Either happens with the other held fixed, or both together (Delta = r, sigma = 1/r).",
    holds=All(
        Limit(Delta / sigma, Delta, 0, 0),
        Limit(Delta / sigma, sigma, oo, 0),
        Limit(r / (1 / r), r, 0, 0),
    ),
    on=SCALES,
)

auc_characterises = Claim(
    id="sensitivity_index/auc-characterises",
    where="Section 3.2, after eq. 18",
    kind="monotonicity",
    tier="prose",
    states="AUC depends only on psi, and psi (hence AUC) fully characterises and can be used to compare GMs.",
    reading="The area is a strictly increasing function of psi alone, so either determines and orders the other.",
    holds=Monotone(gaussian.auc(psi), psi, "increasing"),
    on=INDEX,
)
