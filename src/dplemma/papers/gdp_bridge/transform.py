"""The GDP transform mu_GDP(eps, delta), how fast it moves with eps, and the staircases that enclose a transform.

Main results: Theorem 4.2 (sharpened), Theorem 4.3 with eq. 2.
Source: section 4.1.
"""

from dplemma.formulas import gaussian, pure
from dplemma.lang.words import *

eps, delta, delta_next, delta_before, x, y, d, mu = variables("eps delta delta_next delta_before x y d mu")
i, n, eps_h, a, b, s = variables("i n eps_h a b s")

LEVELS = Region(eps=NONNEGATIVE, delta=UNIT)
speed = Derivative(gaussian.mu(eps, delta), eps)
profile = gaussian.delta(eps, mu)

theorem_4_2_lower = Claim(
    id="gdp_bridge/theorem-4-2/lower",
    where="Theorem 4.2 (left)", kind="inequality",
    states="0 <= d mu_GDP(eps,delta)/d eps.",
    lhs=0, rel="<=", rhs=speed,
    on=LEVELS,
)  # fmt: skip

theorem_4_2_upper = Claim(
    id="gdp_bridge/theorem-4-2/upper",
    where="Theorem 4.2 (right)",
    kind="inequality",
    states="d mu_GDP(eps,delta)/d eps <= sqrt(2)*pi/2.",
    reading="The bar of the root covers 2 pi: sqrt(2 pi)/2 is the best constant, and with it eq. 2 and the n of Algorithm 1 "
    "come out; the text as extracted has pi outside, which is true but loose.",
    lhs=speed,
    rel="<=",
    rhs=sqrt(2 * pi) / 2,
    on=LEVELS,
    as_extracted=Rel(speed, "<=", sqrt(2) * pi / 2),
    sharpen=sharpened(
        states="The constant is the best: the derivative comes as close to sqrt(2 pi)/2 as one likes, at eps = 0 as mu -> 0.",
        reading="At fixed delta the derivative is -(d delta/d eps)/(d delta/d mu), the Mills ratio at eps/mu + mu/2.",
        holds=All(
            Rel(speed, "<=", sqrt(pi / 2)),
            Rel(-Derivative(profile, eps) / Derivative(profile, mu), "=", Mills(eps / mu + mu / 2)),
            Limit(Mills(mu / 2), mu, 0, sqrt(pi / 2)),
        ),
        on=Region(**LEVELS.intervals, mu=POSITIVE),
    ),
)

step = eps_h / n
GRID = {"n": Interval.integers(1, oo), "i": Interval.integers(0, oo)}
theorem_4_3_grid = Claim(
    id="gdp_bridge/theorem-4-3/grid",
    where="Theorem 4.3",
    kind="definition",
    states="d=eps_h/n, x_i=i d for i in {0,...,n+1}; both staircase sums run over i=0,...,n+1 with terms using x_{i+1}.",
    reading="x_i = i d for every i that a term uses, x_(n+2) included; the last term, i = n + 1, lies beyond eps_h and counts "
    "for nothing. eps_h > 0: for eps_h = 0 there is nothing to cut into steps.",
    holds=Obligations(
        steps_are_not_empty=Rel(i * step, "<", (i + 1) * step),
        the_steps_up_to_n_cover=All(Rel(n * step, "<=", eps_h), Rel(eps_h, "<", (n + 1) * step)),
    ),
    on=Region(eps_h=POSITIVE, **GRID, such_that=Rel(i, "<=", n + 1)),
    as_extracted=Extracted(
        Obligations(
            points_are_defined=Rel(i + 1, "<=", n + 1),
            steps_are_not_empty=Rel(i * step, "<", (i + 1) * step),
        ),
        on=Region(eps_h=NONNEGATIVE, **GRID, such_that=Rel(i, "<=", n + 1), points=[{"eps_h": 1, "n": 1, "i": 2}]),
        why="For eps_h = 0 every step is empty; and the last term, i = n + 1, uses x_(n+2), which is not among x_0, ..., "
        "x_(n+1).",
    ),
)

CELL = "A step [x_i, x_{i+1}) of a grid with d > 0 that holds eps; the profile does not increase and lies in (0, 1)"
theorem_4_3_lower_staircase = Claim(
    id="gdp_bridge/theorem-4-3/lower-staircase",
    where="Theorem 4.3",
    kind="inequality",
    states="G_A^-(eps)=sum_i mu_GDP(x_i,delta_A(x_{i+1})) 1[eps in [x_i,x_{i+1})] satisfies G_A^-(eps) <= G_A(eps) for "
    "eps<=eps_h.",
    reading=f"{CELL}: x = x_i <= eps, and delta_next = delta_A(x_(i+1)) <= delta = delta_A(eps).",
    holds=Implies(
        All(Rel(x, "<=", eps), Rel(delta_next, "<=", delta)),
        Rel(gaussian.mu(x, delta_next), "<=", gaussian.mu(eps, delta)),
    ),
    on=Region(x=NONNEGATIVE, eps=NONNEGATIVE, delta_next=UNIT, delta=UNIT),
)

theorem_4_3_upper_staircase = Claim(
    id="gdp_bridge/theorem-4-3/upper-staircase",
    where="Theorem 4.3",
    kind="inequality",
    states="G_A^+(eps)=sum_i mu_GDP(x_{i+1},delta_A(x_i)) 1[eps in [x_i,x_{i+1})] satisfies G_A(eps) <= G_A^+(eps) for "
    "eps<=eps_h.",
    reading=f"{CELL}: eps <= y = x_(i+1), and delta = delta_A(eps) <= delta_before = delta_A(x_i).",
    holds=Implies(
        All(Rel(eps, "<=", y), Rel(delta, "<=", delta_before)),
        Rel(gaussian.mu(eps, delta), "<=", gaussian.mu(y, delta_before)),
    ),
    on=Region(eps=NONNEGATIVE, y=NONNEGATIVE, delta=UNIT, delta_before=UNIT),
)

eq_2_first = Claim(
    id="gdp_bridge/eq-2/first",
    where="Equation (2), first inequality",
    kind="inequality",
    states="max_{i<=n} G_A^-(x_i) <= max_{[0,eps_h]} G_A.",
    reading="Each G_A^-(x_i) = mu_GDP(x_i, delta_A(x_(i+1))) is at most G_A(x_i), and x_i <= eps_h for i <= n.",
    holds=All(
        Implies(Rel(delta_next, "<=", delta), Rel(gaussian.mu(eps, delta_next), "<=", gaussian.mu(eps, delta))),
        Implies(Rel(i, "<=", n), Rel(i * step, "<=", eps_h)),
    ),
    on=Region(eps=NONNEGATIVE, delta_next=UNIT, delta=UNIT, eps_h=NONNEGATIVE, **GRID),
)

eq_2_second = Claim(
    id="gdp_bridge/eq-2/second",
    where="Equation (2), second inequality",
    kind="inequality",
    states="max_{[0,eps_h]} G_A <= max_{i<=n+1} G_A^+(x_i).",
    reading=f"{CELL}: G_A(eps) is at most G_A^+(x_i) = mu_GDP(x_(i+1), delta_A(x_i)), and the steps up to i = n cover "
    "[0, eps_h], d being positive (see theorem-4-3/grid).",
    holds=All(
        Implies(
            All(Rel(eps, "<=", y), Rel(delta, "<=", delta_before)),
            Rel(gaussian.mu(eps, delta), "<=", gaussian.mu(y, delta_before)),
        ),
        Rel(eps_h, "<", (n + 1) * step),
    ),
    on=Region(eps=NONNEGATIVE, y=NONNEGATIVE, delta=UNIT, delta_before=UNIT, eps_h=POSITIVE, n=GRID["n"]),
)

eq_2_third = Claim(
    id="gdp_bridge/eq-2/third",
    where="Equation (2), third inequality",
    kind="inequality",
    states="max_{i<=n+1} G_A^+(x_i) <= max_{i<=n} G_A^-(x_i) + sqrt(2)*pi*d.",
    reading="The bar of the root covers 2 pi, as in Theorem 4.2: sqrt(2 pi) d. For i >= 1, G_A^+(x_i) and G_A^-(x_(i-1)) "
    "share delta_A(x_i), and x_(i+1), x_(i-1) are 2 d apart (x_(n+2) = (n+2) d): at most sqrt(pi/2) a unit. For i = 0 "
    "there is no such neighbour: G_A^+(0) = mu_GDP(d, delta_A(0)) exceeds mu_GDP(0, delta_A(0)) by at most sqrt(pi/2) "
    "d. That is 2 c with 1 - delta_A(0) = 2 Phi(-c), and G_A^-(0) = mu_GDP(0, delta_A(d)) is 2 b, likewise. Because "
    "of Theorem 2.1 Phi(-c) >= 2 Phi(-b)/(1 + e^d) = 2 Phi(-b) Phi(-s) with 2 s = pure.mu(d) <= sqrt(pi/2) d; and "
    "Phi(-b - s) <= 2 Phi(-b) Phi(-s), as Phi(-b - s)/Phi(-b) decreases in b and is 2 Phi(-s) at b = 0. So c <= b + "
    "s, and the three add up to 2 b + sqrt(2 pi) d.",
    holds=All(
        Rel(speed, "<=", sqrt(pi / 2)),
        Monotone(Phi(-b - s) / Phi(-b), b, "decreasing", strict=False),
        Rel(pure.mu(d), "<=", sqrt(pi / 2) * d),
        Rel(sqrt(pi / 2) * d + sqrt(pi / 2) * d, "=", sqrt(2 * pi) * d),
    ),
    on=Region(eps=NONNEGATIVE, delta=UNIT, b=NONNEGATIVE, s=NONNEGATIVE, d=POSITIVE),
    assumes=("one-event",),
    as_extracted=Extracted(
        All(
            Rel(speed, "<=", sqrt(pi / 2)),
            Implies(Rel(a, "<=", b), Rel(log(Phi(-b)) + sqrt(2 / pi) * b, "<=", log(Phi(-a)) + sqrt(2 / pi) * a)),
            Rel(sqrt(pi / 2) * d + sqrt(2 * pi) * log((1 + exp(d)) / 2), "<=", sqrt(2) * pi * d),
        ),
        on=Region(eps=NONNEGATIVE, delta=UNIT, a=NONNEGATIVE, b=NONNEGATIVE, d=NONNEGATIVE),
    ),
)
