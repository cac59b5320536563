"""What the paper starts from: (eps, delta)-DP, f-DP, Gaussian DP and its composition.

Main results: Definition 1.1; f-DP and unions of (eps, delta)-DP embed into each other; what the single limit of the tail decides.
Source: abstract, introduction, section 1.1.
"""

from dplemma.formulas import gaussian, laplace
from dplemma.lang.words import *

eps, delta, mu, z, t, alpha, beta = variables("eps delta mu z t alpha beta")
w = variables("w")
p, q, r, s, order, slope, alpha_0, beta_0, value = variables("p q r s order slope alpha_0 beta_0 value")
mu_1, mu_2, root, t_1, t_2, n, c = variables("mu_1 mu_2 root t_1 t_2 n c")
delta_1, delta_2, E_1 = variables("delta_1 delta_2 E_1")
CHANCE = Interval(0, 1)

profile = gaussian.delta(eps, mu)
eps_dp_implies_gdp = Claim(
    id="gdp_bridge/abstract/eps-dp-implies-gdp",
    where="Abstract",
    kind="ordering",
    tier="prose",
    states="Every epsilon-DP algorithm is GDP (mu-GDP for some finite mu).",
    reading="p and q are the chances of one event, E_1 = e^value for value-DP. Beyond value nothing is left for delta, and "
    "delta_mu is positive. At 0 Theorem 2.1 leaves a delta < 1, (E_1 - 1)/(1 + E_1), so the profile stays below it, "
    "and some finite mu has delta_mu(value) above that; delta_mu falls with eps, so this mu serves up to value as "
    "well. (Theorem 5.1 names the mu.)",
    holds=All(
        Implies(Rel(eps, ">=", value), Rel(exp(value) * q, "<=", exp(eps) * q)),
        Rel(profile, ">", 0),
        Implies(
            All(
                Rel(E_1, ">", 1), Rel(p, "<=", E_1 * q), Rel(1 - q, "<=", E_1 * (1 - p)), Rel(delta, ">=", (E_1 - 1) / (1 + E_1))
            ),
            Rel(p, "<=", q + delta),
        ),
        Rel((E_1 - 1) / (1 + E_1), "<", 1),
        Limit(profile, mu, oo, 1),
        Monotone(profile, eps, "decreasing"),
    ),
    on=Region(p=CHANCE, q=CHANCE, eps=NONNEGATIVE, value=NONNEGATIVE, mu=POSITIVE, delta=CHANCE, E_1=Interval(1, oo)),
    assumes=("one-event", "neyman-pearson"),
)

definition_1_1 = Claim(
    id="gdp_bridge/definition-1-1",
    where="Definition 1.1",
    kind="definition",
    states="A is (eps,delta)-DP if P[A(S) in E] <= e^eps P[A(S') in E] + delta for all neighbouring S,S' and events E; "
    "delta=0 is called eps-DP.",
    reading="p and q are the chances of one event E under S and S'. With delta = 0 the loss log(p/q) is at most eps. "
    "Randomised response with the odds e^value satisfies the definition with delta = 0 iff value <= eps; an algorithm"
    " that discloses its input (p = 1, q = 0) for no delta < 1; one that ignores it always.",
    holds=Obligations(
        delta_0_bounds_the_loss=Iff(Rel(p, "<=", exp(eps) * q), Rel(log(p / q), "<=", eps)),
        not_vacuous=Iff(Rel(exp(value) / (1 + exp(value)), "<=", exp(eps) / (1 + exp(value))), Rel(value, "<=", eps)),
        excludes_disclosure=Rel(1, ">", exp(eps) * 0 + delta),
        admits_equal_laws=Rel(p, "<=", exp(eps) * p + delta),
    ),
    on=Region(p=UNIT, q=UNIT, eps=NONNEGATIVE, value=NONNEGATIVE, delta=Interval.ropen(0, 1)),
    assumes=("one-event",),
)

variants_as_unions = Claim(
    id="gdp_bridge/intro/variants-as-unions",
    where="Introduction (paragraph on variants)",
    kind="equivalence",
    tier="prose",
    states="f-DP, Renyi-DP, concentrated DP (and variants) can all be fully characterised by an infinite union of "
    "(eps,delta)-DP guarantees; hence f-DP contains all of them as special cases.",
    reading="Characterised: a notion of privacy sees nothing of an algorithm but its privacy profile. (Not: one curve of "
    "pairs is equivalent to a Rényi bound.) f-DP is f-dp-two-way-embedding; for Rényi DP, and so for the concentrated"
    " kinds, which bound all orders at once, an output with chances r q and q adds q r^order to e^((order-1) D). The "
    "formulas say that r^order, for r > 1 and for a ratio s < 1, is made of the parts (r - t)^+ and (t - s)^+, whose "
    "averages over the outputs are delta(log t) for t >= 1 and, with the databases exchanged, t delta(-log t) for t <= 1; "
    "the rest, 1 + order (r - 1), averages to 1. Special cases of f-DP: "
    "conditions on f, which is as good as the profile.",
    holds=All(
        Rel(order * (order - 1) * Integral(t ** (order - 2) * (r - t), (t, 1, r)), "=", r**order - 1 - order * (r - 1)),
        Rel(order * (order - 1) * Integral(t ** (order - 2) * (t - s), (t, s, 1)), "=", s**order - 1 - order * (s - 1)),
    ),
    on=Region(r=Interval.open(1, oo), s=UNIT, order=Interval.open(1, oo)),
    assumes=("hockey-stick",),
)

touching = 1 - beta_0 - slope * alpha_0
f_dp_two_way_embedding = Claim(
    id="gdp_bridge/intro/f-dp-two-way-embedding",
    where="Introduction",
    kind="equivalence",
    tier="prose",
    states="Any guarantee given by an infinite union of (eps,delta)-DP is characterised by f-DP and vice versa (two-way "
    "embedding).",
    reading="One test with type I error alpha and type II error beta, its complement with the databases exchanged. A pair "
    "(eps, delta) says beta >= f(alpha), f being the greatest of 0 and the two bounds below, a union of pairs says it"
    " for the greatest of these f. Conversely let value = f(alpha) for a trade-off function, which is convex, "
    "symmetric, and touched at (alpha_0, beta_0) by a line of slope -slope = -e^eps: f-DP implies the pair whose "
    "delta is 1 - beta_0 - slope alpha_0, and there the pair says what f says.",
    holds=All(
        Iff(Rel(1 - beta, "<=", exp(eps) * alpha + delta), Rel(beta, ">=", 1 - delta - exp(eps) * alpha)),
        Iff(Rel(1 - alpha, "<=", exp(eps) * beta + delta), Rel(beta, ">=", exp(-eps) * (1 - delta - alpha))),
        Implies(
            All(Rel(beta, ">=", value), Rel(value, ">=", beta_0 - slope * (alpha - alpha_0))),
            Rel(1 - beta, "<=", slope * alpha + touching),
        ),
        Iff(Rel(1 - beta, "<=", slope * alpha_0 + touching), Rel(beta, ">=", beta_0)),
    ),
    on=Region(
        alpha=CHANCE,
        beta=CHANCE,
        eps=NONNEGATIVE,
        delta=CHANCE,
        value=CHANCE,
        alpha_0=CHANCE,
        beta_0=CHANCE,
        slope=Interval(1, oo),
    ),
    assumes=("one-event",),
)

gdp_tradeoff_function = Claim(
    id="gdp_bridge/intro/gdp-tradeoff-function",
    where="Introduction",
    kind="identity",
    tier="prose",
    states="mu-GDP uses f(alpha)=Phi(Phi^{-1}(1-alpha)-mu), the trade-off of testing N(0,1) against N(mu,1) from one "
    "observation.",
    reading="The likelihood ratio of N(mu, 1) to N(0, 1) increases, so the best tests reject above a threshold t.",
    holds=All(
        Monotone(phi(z - mu) / phi(z), z, "increasing"),
        Rel(Integral(phi(w - mu), (w, -oo, t)), "=", Phi(PhiInv(1 - Q(t)) - mu)),
        Rel(Integral(phi(w), (w, t, oo)), "=", Q(t)),
    ),
    on=Region(z=REAL, t=REAL, mu=POSITIVE),
    assumes=("neyman-pearson",),
)

length = sqrt(mu_1**2 + mu_2**2)
joint_loss = (mu_1 * t_1 - mu_1**2 / 2) + (mu_2 * t_2 - mu_2**2 / 2)
gdp_composition_two = Claim(
    id="gdp_bridge/intro/gdp-composition-two",
    where="Introduction; also Section 5.2",
    kind="identity",
    tier="prose",
    states="The composition of a mu_1-GDP and a mu_2-GDP algorithm is sqrt(mu_1^2+mu_2^2)-GDP.",
    reading="Algorithms in general, the second may look at the output of the first. No test of a mu-GDP algorithm does "
    "better than one draw of N(mu, 1) against N(0, 1) allows, so (composition-domination) no test of the two does better "
    "than two draws allow; each has the log-likelihood ratio mu t - mu^2/2. Two such draws are one draw t of index "
    "sqrt(mu_1^2 + mu_2^2), taken along a direction of unit length.",
    holds=All(
        Rel(joint_loss, "=", length * (mu_1 * t_1 + mu_2 * t_2) / length - length**2 / 2),
        Rel((mu_1 / length) ** 2 + (mu_2 / length) ** 2, "=", 1),
    ),
    on=Region(mu_1=POSITIVE, mu_2=POSITIVE, t_1=REAL, t_2=REAL),
    assumes=("neyman-pearson", "gaussian-one-dimension", "composition-domination"),
)

gdp_composition_n = Claim(
    id="gdp_bridge/intro/gdp-composition-n",
    where="Introduction",
    kind="identity",
    tier="prose",
    states="The composition property generalises to n-fold composition (mu = sqrt(sum mu_i^2)).",
    reading="By induction: root^2 is the sum of the squares so far, mu_1 belongs to the next algorithm; the two are composed "
    "as in gdp-composition-two, and n equal ones give sqrt(n) mu.",
    holds=All(
        Rel(
            (root * t_1 - root**2 / 2) + (mu_1 * t_2 - mu_1**2 / 2),
            "=",
            sqrt(root**2 + mu_1**2) * (root * t_1 + mu_1 * t_2) / sqrt(root**2 + mu_1**2) - (root**2 + mu_1**2) / 2,
        ),
        Rel(sqrt((sqrt(n) * mu) ** 2 + mu**2), "=", sqrt(n + 1) * mu),
    ),
    on=Region(root=POSITIVE, mu_1=POSITIVE, t_1=REAL, t_2=REAL, mu=POSITIVE, n=Interval.integers(1, oo)),
    assumes=("neyman-pearson", "gaussian-one-dimension", "composition-domination"),
)

each = c / sqrt(n)
loss_mean = each * (exp(each) - 1) / (exp(each) + 1)
clt_all_converge = Claim(
    id="gdp_bridge/intro/clt-all-converge",
    where="Introduction",
    kind="limit",
    tier="prose",
    states="A central limit theorem implies that all hypothesis-testing-based privacy definitions converge to GDP as the "
    "number of compositions grows.",
    reading="With the proper scaling that section 5.2 asks for. The theorem is composition-central-limit; decided is that it "
    "applies to the two families of the paper that are scaled so, as n times the moments of the privacy loss tend to K, s^2 "
    "and 0. They do for eps-DP in its worst case, randomised response, whose loss is eps or -eps, and for the Laplace "
    "mechanism, with eps = c/sqrt(n): then K = c^2/2, s = c and the limit is c-GDP. (The Laplace loss is within eps, and is "
    "eps or -eps with chance (1 + e^-eps)/2, which bounds its second moment on both sides.) That randomised response is the "
    "worst case of a composition too is composition-domination.",
    holds=All(
        Limit(n * loss_mean, n, oo, c**2 / 2),
        Limit(n * each**3, n, oo, 0),
        Limit(n * laplace.kl(each), n, oo, c**2 / 2),
        Limit(n * each**2 * (1 + exp(-each)) / 2, n, oo, c**2),
    ),
    on=Region(c=POSITIVE),
    assumes=("composition-domination", "composition-central-limit"),
)

a = -eps / mu + mu / 2
far = mu * exp(-(a**2) / 2) / (sqrt(2 * pi) * a**2)
log_far = log(mu) - a**2 / 2 - log(2 * pi) / 2 - 2 * log(-a)
single_limit_decides_gdp = Claim(
    id="gdp_bridge/outline/single-limit-decides-gdp",
    where="Section 1.1",
    kind="equivalence",
    tier="prose",
    states="The tail condition, through a single limit of the privacy profile, decides GDP versus non-GDP.",
    reading="GDP means mu-GDP for some finite mu, and the limit is mu_t of Theorem 3.3. Below delta_mu the quotient eps^2/(-2"
    " log delta) is at most that of delta_mu, which tends to mu^2 (as for what delta_mu is asymptotic to): GDP has "
    "mu_t < oo. If mu_t < mu, then delta_A is below delta_mu from some eps_t on. There delta_A = delta_1 < 1 at "
    "e^eps_t = E_1, so by Theorem 2.1 delta_A(0) < 1, and a greater mu serves the head as well: delta_mu tends to 1 "
    "there, and falls with eps.",
    holds=All(
        asymptotic(gaussian.delta.body("mills")(eps, mu), far, eps, oo),
        Limit(eps**2 / (-2 * log_far), eps, oo, mu**2),
        Monotone(eps**2 / (-2 * log(delta)), delta, "increasing"),
        Rel(delta_1 + (1 - delta_1) * (E_1 - 1) / (1 + E_1), "<", 1),
        Limit(gaussian.delta(eps, mu), mu, oo, 1),
        Monotone(gaussian.delta(eps, mu), eps, "decreasing"),
        Monotone(gaussian.delta(eps, mu), mu, "increasing"),
    ),
    on=Region(eps=POSITIVE, mu=POSITIVE, delta=UNIT, delta_1=UNIT, E_1=Interval(1, oo)),
    assumes=("one-event", "neyman-pearson"),
)

mu_t_is_lower_bound = Claim(
    id="gdp_bridge/outline/mu-t-is-lower-bound",
    where="Section 1.1",
    kind="inequality",
    tier="prose",
    states="For GDP algorithms the tail criterion gives a lower bound for mu (mu >= mu_t).",
    reading="mu_t^2 is the limit of eps^2/(-2 log delta_A(eps)). If A is mu-GDP, delta_1 = delta_A(eps) is at most delta_2 = "
    "delta_mu(eps), so the quotient of A is at most that of delta_mu, which tends to mu^2.",
    holds=All(
        Implies(Rel(delta_1, "<=", delta_2), Rel(eps**2 / (-2 * log(delta_1)), "<=", eps**2 / (-2 * log(delta_2)))),
        asymptotic(gaussian.delta.body("mills")(eps, mu), far, eps, oo),
        Limit(eps**2 / (-2 * log_far), eps, oo, mu**2),
    ),
    on=Region(eps=POSITIVE, mu=POSITIVE, delta_1=UNIT, delta_2=UNIT),
    assumes=("one-event", "neyman-pearson"),
)
