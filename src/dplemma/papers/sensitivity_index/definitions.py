"""Preliminaries: sensitivity, the Gaussian mechanism, (eps, delta)-DP, Rényi DP, the sensitivity index.

Main results: what each definition owes (it is defined, it names what it says, it is symmetric or not).
Source: sections 1 and 2, definitions 1 to 6.
"""

from dplemma.formulas import gaussian, renyi
from dplemma.lang.words import *

eps, delta, psi, psi_1, psi_2, eps_2 = variables("eps delta psi psi_1 psi_2 eps_2")
Delta, sigma, m, t, c, z = variables("Delta sigma m t c z")
alpha, rho, p, q = variables("alpha rho p q")
mu_i, mu_j, sigma_i, sigma_j = variables("mu_i mu_j sigma_i sigma_j")


# Definition 1 on a path of databases 0 - 1 - 2 - 3, neighbours being adjacent; y and y_2 are the values of the query.
D, D_2, y, y_2 = variables("D D_2 y y_2")
ratio = Abs(y - y_2) / Abs(D - D_2)
pairs = {"D": Interval.integers(0, 3), "D_2": Interval.integers(0, 3), "y": REAL, "y_2": REAL}
a, b, w, K = variables("a b w K")
lipschitz = Max(Abs(a - b), Abs(b - w), Abs(a - w) / 2)

def_1_eq_1 = Claim(
    id="sensitivity_index/def-1-eq-1",
    where="Definition 1, eq. 1",
    kind="definition",
    states="Global sensitivity Delta(f) = max over D, D' in X of d_Y(f(D),f(D'))/d_X(D,D').",
    reading="The maximum runs over distinct databases (the quotient means nothing else), and is a supremum where none attains "
    "it: the least Lipschitz constant. Three databases on a path with values a, b, w; Delta is the greatest of the "
    "three quotients.",
    holds=Obligations(
        defined=Rel(ratio, ">=", 0),
        bounds_neighbours=All(Rel(Abs(a - b), "<=", lipschitz), Rel(Abs(b - w), "<=", lipschitz)),
        bounds_the_rest=Rel(Abs(a - w), "<=", 2 * lipschitz),
        is_least=Implies(
            All(Rel(Abs(a - b), "<=", K), Rel(Abs(b - w), "<=", K), Rel(Abs(a - w), "<=", 2 * K)),
            Rel(lipschitz, "<=", K),
        ),
    ),
    on=Region(**pairs, a=REAL, b=REAL, w=REAL, K=NONNEGATIVE, such_that=Rel(D, "!=", D_2)),
)

k, s, u, v = variables("k s u v")
eq_2 = Claim(
    id="sensitivity_index/eq-2",
    where="eq. 2 (reduction from eq. 1)",
    kind="identity",
    states="For adjacent D, D' (Hamming distance 1) and Y with the L2 norm, Delta(f)_2 = max over adjacent pairs of "
    "||f(D)-f(D')||_2.",
    reading="s is the maximum over adjacent pairs, u the distance of the values k steps apart, v the next step, w "
    "the distance after k + 1 steps, at most u + v by the triangle inequality. The step shows w/(k+1) <= s, so "
    "pairs further apart never exceed adjacent ones and eq. 1 reduces to eq. 2.",
    holds=Implies(All(Rel(u, "<=", k * s), Rel(v, "<=", s), Rel(w, "<=", u + v)), Rel(w / (k + 1), "<=", s)),
    on=Region(k=Interval.integers(1, oo), s=NONNEGATIVE, u=NONNEGATIVE, v=NONNEGATIVE, w=NONNEGATIVE),
    assumes=("hamming-path",),
)

density = phi((t - m) / sigma) / sigma
def_2_eq_3 = Claim(
    id="sensitivity_index/def-2-eq-3",
    where="Definition 2, eq. 3",
    kind="definition",
    states="Gaussian mechanism: M(f(D)) = f(D) + xi, xi ~ N(0, sigma^2 I_d), sigma the standard deviation.",
    reading="One coordinate of the output, with mean m = f(D).",
    holds=Obligations(
        is_a_density=Rel(Integral(density, (t, -oo, oo)), "=", 1),
        mean=Rel(Integral(t * density, (t, -oo, oo)), "=", m),
        sigma_is_the_standard_deviation=Rel(Integral((t - m) ** 2 * density, (t, -oo, oo)), "=", sigma**2),
    ),
    on=Region(m=REAL, sigma=POSITIVE),
)

binary = Mechanism.binary(p, q)


def asked_of(first: Any, second: Any) -> Statement:
    """Eq. 4 for an event of these chances and for its complement."""
    return All(Rel(first, "<=", exp(eps) * second + delta), Rel(1 - first, "<=", exp(eps) * (1 - second) + delta))


def asks_of(first: Any, second: Any) -> Statement:
    """What one order demands is that its hockey-stick divergence, the greatest excess of an event, is at most delta."""
    excess = Mechanism.binary(first, second).hockey_stick(eps)
    return All(
        Implies(asked_of(first, second), Rel(excess, "<=", delta)),
        Rel(first - exp(eps) * second, "<=", excess),
        Rel(1 - first - exp(eps) * (1 - second), "<=", excess),
    )


def_3_symmetric = Claim(
    id="sensitivity_index/def-3-symmetric",
    where="Definition 3, eq. 4 and the remark after it",
    kind="definition",
    states="(eps,delta)-DP: P(M(f(D)) in S) <= e^eps P(M(f(D')) in S) + delta for all adjacent D, D' and all S; the "
    "definition is symmetric.",
    reading="p and q are the chances of one event on D and on D'. The definition runs over all pairs of adjacent "
    "databases, and adjacency is symmetric, so both orders are demanded: that the greatest P(S) - e^eps Q(S), and the same with "
    "D and D' exchanged, are at most delta. Exchanging D and D' exchanges the two. One order alone would not be symmetric.",
    holds=Obligations(
        on_d_and_d_prime=asks_of(p, q),
        on_d_prime_and_d=asks_of(q, p),
        satisfied_by_equal_outputs=Rel(p, "<=", exp(eps) * p + delta),
        one_order_is_not_enough=Exists(
            {"p": UNIT, "q": UNIT, "eps": NONNEGATIVE, "delta": UNIT},
            All(asked_of(p, q), Rel(q, ">", exp(eps) * p + delta)),
        ),
    ),
    on=Region(p=UNIT, q=UNIT, eps=NONNEGATIVE, delta=Interval(0, 1)),
    assumes=("one-event",),
)

gaussian_kl = log(sigma_j / sigma_i) + (sigma_i**2 + (mu_i - mu_j) ** 2) / (2 * sigma_j**2) - Rational(1, 2)
def_4_kl_limit = Claim(
    id="sensitivity_index/def-4-kl-limit",
    where="Definition 4, remark",
    kind="limit",
    states="At alpha = 1, by continuity, the Renyi divergence D_alpha equals the Kullback-Leibler divergence.",
    reading="For two Gaussians of any means and variances and for any two distributions on two points; alpha tends "
    "to 1 from above, where Definition 4 lives.",
    holds=All(
        Limit(renyi.gaussian(alpha, mu_i, sigma_i, mu_j, sigma_j), alpha, 1, gaussian_kl),
        Limit(binary.renyi(alpha), alpha, 1, binary.kl()),
    ),
    on=Region(mu_i=REAL, mu_j=REAL, sigma_i=POSITIVE, sigma_j=POSITIVE, p=UNIT, q=UNIT),
)

def_4_infinity = Claim(
    id="sensitivity_index/def-4-infinity",
    where="Definition 4, remark",
    kind="equivalence",
    states="RDP with order infinity (D_infinity <= rho) is equivalent to (eps,0)-DP (with eps = rho).",
    reading="p and q are the chances of one event on D and D'; its complement is the other event of the pair.",
    holds=Iff(
        Rel(binary.renyi_infinite(), "<=", rho),
        All(Rel(p, "<=", exp(rho) * q), Rel(1 - p, "<=", exp(rho) * (1 - q))),
    ),
    on=Region(p=UNIT, q=UNIT, rho=NONNEGATIVE),
    assumes=("one-event",),
)

def_4_asymmetric = Claim(
    id="sensitivity_index/def-4-asymmetric",
    where="Definition 4, last sentence",
    kind="definition",
    states="The RDP definition (for all pairs of adjacent D, D': D_alpha(M(f(D))||M(f(D'))) <= rho) is asymmetric.",
    reading="It is the divergence of one ordered pair that is asymmetric: a rho that bounds it need not bound that of the "
    "databases exchanged. (Asked of all ordered pairs of neighbours the condition is symmetric, by logic alone.)",
    holds=Obligations(
        divergence_is_asymmetric=Exists(
            {"p": UNIT, "q": UNIT, "alpha": Interval.open(1, oo)},
            Rel(binary.renyi(alpha), "!=", binary.reversed().renyi(alpha)),
        ),
        one_order_is_not_enough=Exists(
            {"p": UNIT, "q": UNIT, "alpha": Interval.open(1, oo), "rho": POSITIVE},
            All(Rel(binary.renyi(alpha), "<=", rho), Rel(binary.reversed().renyi(alpha), ">", rho)),
        ),
    ),
)

def_6_eq_7 = Claim(
    id="sensitivity_index/def-6-eq-7",
    where="Definition 6, eq. 7",
    kind="definition",
    states="Sensitivity index psi = Delta/sigma.",
    reading="The index it names is the discriminability of two Gaussians of one variance: the difference of the "
    "normal quantiles of TPR and FPR, the same at every threshold c.",
    holds=Obligations(
        positive=Rel(Delta / sigma, ">", 0),
        names_the_discriminability=Rel(PhiInv(Q((c - Delta) / sigma)) - PhiInv(Q(c / sigma)), "=", Delta / sigma),
    ),
    on=Region(Delta=POSITIVE, sigma=POSITIVE, c=REAL),
)

single_tuple_insufficient = Claim(
    id="sensitivity_index/single-tuple-insufficient",
    where="Section 2, paragraph after Definition 3",
    kind="equivalence",
    tier="prose",
    states="A single (eps,delta) tuple is insufficient to comprehensively describe the privacy loss of the Gaussian mechanism.",
    reading="A tuple is a guarantee in the sense of Definition 3, not necessarily tight: two mechanisms can both "
    "satisfy it and still differ at another eps. (A tight tuple does fix psi, see infinite-collection-required.)",
    holds=Exists(
        {"eps": NONNEGATIVE, "delta": UNIT, "psi_1": POSITIVE, "psi_2": POSITIVE, "eps_2": NONNEGATIVE},
        All(
            Rel(gaussian.delta(eps, psi_1), "<=", delta),
            Rel(gaussian.delta(eps, psi_2), "<=", delta),
            Rel(gaussian.delta(eps_2, psi_1), "!=", gaussian.delta(eps_2, psi_2)),
        ),
    ),
)

infinite_collection_required = Claim(
    id="sensitivity_index/infinite-collection-required",
    where="Section 3.2, paragraph on Figure 3",
    kind="equivalence",
    tier="prose",
    states="Characterising and comparing GMs through (eps,delta)-DP would require an infinite collection of (eps, "
    "delta(eps)) tuples, whereas psi/AUC alone suffices.",
    reading="The paragraph that the remark after Definition 3 announces (single-tuple-insufficient), so a tuple is a guarantee "
    "here as there, not necessarily tight: what a mechanism satisfies, every one of smaller psi satisfies as well, each of "
    "finitely many tuples alike, so finitely many tuples tell no psi; the AUC of the two differs. (A tight tuple, a point of "
    "the profile, does: the sharpened form.)",
    holds=All(
        Implies(
            All(Rel(psi_2, "<", psi_1), Rel(gaussian.delta(eps, psi_1), "<=", delta)),
            Rel(gaussian.delta(eps, psi_2), "<=", delta),
        ),
        Monotone(gaussian.auc(psi), psi, "increasing"),
    ),
    on=Region(eps=NONNEGATIVE, psi=POSITIVE, psi_1=POSITIVE, psi_2=POSITIVE, delta=Interval(0, 1)),
    sharpen=sharpened(
        kind="monotonicity",
        tier="prose",
        states="One tight tuple (eps, delta(eps)) determines psi and compares Gaussian mechanisms, as psi or the "
        "AUC alone do: delta(eps) at every eps >= 0 and the AUC are strictly increasing in psi.",
        holds=All(
            Monotone(gaussian.delta(eps, psi), psi, "increasing"),
            Monotone(gaussian.auc(psi), psi, "increasing"),
        ),
        on=Region(eps=NONNEGATIVE, psi=POSITIVE),
    ),
)
