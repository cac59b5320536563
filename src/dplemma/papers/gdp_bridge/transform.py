"""The GDP transform mu_GDP(eps, delta), how fast it moves with eps, and the staircases that enclose a transform.

Main results: Theorem 4.2 (sharpened), Theorem 4.3 with eq. 2.
Source: section 4.1.
"""

from dplemma.formulas import gaussian
from dplemma.lang.words import *

eps, delta, delta_next, delta_before, x, y, d, mu = variables("eps delta delta_next delta_before x y d mu")
i, n, eps_h, a, b = variables("i n eps_h a b")

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
    where="Theorem 4.2 (right)", kind="inequality",
    states="d mu_GDP(eps,delta)/d eps <= sqrt(2)*pi/2.",
    lhs=speed, rel="<=", rhs=sqrt(2) * pi / 2,
    on=LEVELS,
    sharpen=Claim(
        id="gdp_bridge/theorem-4-2/upper/sharpened",
        where="Theorem 4.2 (right)", kind="inequality",
        states="d mu_GDP(eps,delta)/d eps <= sqrt(pi/2), approached at eps = 0 as mu -> 0.",
        reading="At fixed delta the derivative is -(d delta/d eps)/(d delta/d mu), the Mills ratio at eps/mu + mu/2; at eps = 0 "
        "it comes as close to sqrt(pi/2) as one likes. (The printed constant with pi under the root is this one.)",
        holds=All(
            Rel(speed, "<=", sqrt(pi / 2)),
            Rel(-Derivative(profile, eps) / Derivative(profile, mu), "=", Mills(eps / mu + mu / 2)),
            Limit(Mills(mu / 2), mu, 0, sqrt(pi / 2)),
        ),
        on=Region(**LEVELS.intervals, mu=POSITIVE),
    ),
)  # fmt: skip

step = eps_h / n
GRID = {"n": Interval.integers(1, oo), "i": Interval.integers(0, oo)}
theorem_4_3_grid = Claim(
    id="gdp_bridge/theorem-4-3/grid",
    where="Theorem 4.3",
    kind="definition",
    states="d=eps_h/n, x_i=i d for i in {0,...,n+1}; both staircase sums run over i=0,...,n+1 with terms using x_{i+1}.",
    reading="Every grid point that a term uses must be one of x_0, ..., x_{n+1}, and the steps must not be empty.",
    holds=Obligations(
        points_are_defined=Rel(i + 1, "<=", n + 1),
        steps_are_not_empty=Rel(i * step, "<", (i + 1) * step),
    ),
    on=Region(eps_h=NONNEGATIVE, **GRID, such_that=Rel(i, "<=", n + 1), points=[{"eps_h": 1, "n": 1, "i": 2}]),
    why="For eps_h = 0 every step is empty; and the last term, i = n + 1, uses x_{n+2}, which is not on the grid.",
    harm="condition",
    amend=amended(
        "gdp_bridge/theorem-4-3/grid",
        where="Theorem 4.3",
        kind="definition",
        states="For eps_h > 0, d = eps_h/n and x_i = i d for i in {0,...,n+1}, the sums running over i=0,...,n: the steps "
        "[x_i, x_{i+1}) are not empty and cover [0, eps_h].",
        holds=Obligations(
            points_are_defined=Rel(i + 1, "<=", n + 1),
            steps_are_not_empty=Rel(i * step, "<", (i + 1) * step),
            the_last_step_holds_eps_h=All(Rel(n * step, "<=", eps_h), Rel(eps_h, "<", (n + 1) * step)),
        ),
        on=Region(eps_h=POSITIVE, **GRID, such_that=Rel(i, "<=", n)),
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
    reading="For i >= 1, G_A^+(x_i) and G_A^-(x_(i-1)) share delta_A(x_i), and y = x_(i+1), x = x_(i-1) are 2 d apart "
    "(x_(n+2) = (n+2) d). For i = 0 there is no such neighbour: G_A^+(0) = mu_GDP(d, delta_A(0)) exceeds mu_GDP(0, "
    "delta_A(0)) by at most sqrt(pi/2) d, and because of Theorem 2.1, 1 - delta_A(0) >= 2 (1 - delta_A(d))/(1 + e^d), "
    "that exceeds G_A^-(0) = mu_GDP(0, delta_A(d)) by at most sqrt(2 pi) log((1 + e^d)/2): mu_GDP(0, delta) = 2 b has "
    "1 - delta = 2 Phi(-b). The last inequality adds up the two.",
    holds=All(
        Implies(Rel(x, "<=", y), Rel(gaussian.mu(y, delta), "<=", gaussian.mu(x, delta) + sqrt(2) * pi * (y - x) / 2)),
        Implies(Rel(x, "<=", y), Rel(gaussian.mu(y, delta), "<=", gaussian.mu(x, delta) + sqrt(pi / 2) * (y - x))),
        Implies(Rel(a, "<=", b), Rel(log(Phi(-b)) + sqrt(2 / pi) * b, "<=", log(Phi(-a)) + sqrt(2 / pi) * a)),
        Rel(sqrt(pi / 2) * d + sqrt(2 * pi) * log((1 + exp(d)) / 2), "<=", sqrt(2) * pi * d),
    ),
    on=Region(x=NONNEGATIVE, y=NONNEGATIVE, delta=UNIT, a=NONNEGATIVE, b=NONNEGATIVE, d=NONNEGATIVE),
    assumes=("one-event",),
)
