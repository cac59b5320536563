"""Divergences of two outcomes, and of the mechanisms that attain the bounds of pure differential privacy.

Main results: Pinsker's inequality for two outcomes; Rényi divergence of randomised response and of the Laplace mechanism.
"""

from dplemma.lang.words import *

p, q, x, y, eps, alpha = variables("p q x y eps alpha")

PAIRS = Region(p=UNIT, q=UNIT)
ORDERS = Region(alpha=Interval.open(1, oo), eps=POSITIVE)
tanh_half = (exp(eps) - 1) / (exp(eps) + 1)
relative_entropy = p * log(p / q) + (1 - p) * log((1 - p) / (1 - q))
is_pure = All(Rel(p, "<=", exp(eps) * q), Rel(1 - q, "<=", exp(eps) * (1 - p)))

pinsker = Claim(
    id="folklore/pinsker",
    where="M. S. Pinsker (1964); I. Csiszár, Studia Sci. Math. Hungar. 2 (1967) 299-318", kind="inequality",
    states="KL((p, 1-p) || (q, 1-q)) >= 2 (p - q)^2.",
    lhs=relative_entropy, rel=">=", rhs=2 * (p - q) ** 2,
    on=PAIRS,
)  # fmt: skip

log_sum = Claim(
    id="folklore/log-sum",
    where="T. M. Cover, J. A. Thomas, Elements of Information Theory, section 2.7", kind="inequality",
    states="x log(x/y) >= x - y for positive x, y.",
    lhs=x * log(x / y), rel=">=", rhs=x - y,
    on=Region(x=POSITIVE, y=POSITIVE),
)  # fmt: skip

weighted_product = Claim(
    id="folklore/weighted-product",
    where="the inequality of the means, with an irrational weight", kind="inequality",
    states="x + pi y <= 1 implies x y <= 1/(4 pi), for x, y >= 0.",
    holds=Implies(Rel(x + pi * y, "<=", 1), Rel(x * y, "<=", 1 / (4 * pi))),
    on=Region(x=NONNEGATIVE, y=NONNEGATIVE),
)  # fmt: skip

renyi_of_randomised_response = Claim(
    id="folklore/renyi-randomised-response",
    where="M. Bun, T. Steinke, TCC 2016, Proposition 3.3, sharpened", kind="inequality",
    states="The Rényi divergence of order alpha > 1 of randomised response is at most alpha eps tanh(eps/2).",
    lhs=log((exp(alpha * eps) + exp((1 - alpha) * eps)) / (1 + exp(eps))) / (alpha - 1), rel="<=", rhs=alpha * eps * tanh_half,
    on=ORDERS,
)  # fmt: skip

renyi_of_laplace = Claim(
    id="folklore/renyi-laplace",
    where="I. Mironov, CSF 2017, Proposition 6", kind="inequality",
    states="The Rényi divergence of order alpha > 1 of the Laplace mechanism is at most alpha (eps + e^-eps - 1), alpha "
    "times its KL divergence.",
    lhs=log(alpha / (2 * alpha - 1) * exp((alpha - 1) * eps) + (alpha - 1) / (2 * alpha - 1) * exp(-alpha * eps)) / (alpha - 1),
    rel="<=", rhs=alpha * (eps + exp(-eps) - 1),
    on=ORDERS,
)  # fmt: skip

total_variation = Claim(
    id="folklore/total-variation-pure",
    where="P. Kairouz, S. Oh, P. Viswanath, ICML 2015", kind="inequality",
    states="Under eps-DP the total variation is at most tanh(eps/2).",
    reading="For one event: p = P(S), q = Q(S).",
    holds=Implies(is_pure, Rel(p - q, "<=", tanh_half)),
    on=Region(p=UNIT, q=UNIT, eps=POSITIVE),
    assumes=("one-event",),
)  # fmt: skip

randomised_response_kl = Claim(
    id="folklore/kl-pure-attained",
    where="C. Dwork, G. N. Rothblum (2016), Lemma 2.2; M. Bun, T. Steinke, TCC 2016", kind="inequality",
    states="KL of randomised response is eps tanh(eps/2), at most eps^2/2 and at most eps.",
    holds=All(
        Rel(exp(eps) / (1 + exp(eps)) * eps - eps / (1 + exp(eps)), "=", eps * tanh_half),
        Rel(eps * tanh_half, "<=", eps**2 / 2),
        Rel(eps * tanh_half, "<=", eps),
    ),
    on=Region(eps=POSITIVE),
)  # fmt: skip
