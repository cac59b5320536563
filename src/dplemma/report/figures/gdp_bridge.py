"""Figures of gdp_bridge: profiles of the three examples, their GDP transforms with staircases, and fifty-fold composition.

The examples: Laplace with sensitivity/scale 2; SGD, known to be (t, e^(-t^2))-DP; ICEA, known to be (t, 4 e^-2/t)-DP. The refined
profile of the last two is what their best pair implies by Theorem 2.1 at smaller eps: 1 - (1 + e^eps) h(t_0), where t_0,
a decimal,
is next to the place where h(t) = (1 - delta(t))/(1 + e^t) is greatest; the curve is a certified guarantee whatever t_0 is.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from flint import arb, fmpq

from dplemma.arb.exact import fmpq_of
from dplemma.report.figures.balls import T, constant, mapped, of
from dplemma.report.figures.model import Area, Formula, Guide, Mark, Panel, PaperFigure, Plotted, even_grid

HEAD = even_grid("0", "6", 150)
OPEN = even_grid("1/25", "6", 149)
LAPLACE_2 = of("laplace.delta", eps=T, eps0="2")
SGD_BEST, ICEA_BEST = fmpq_of(Fraction("1.1878")), fmpq_of(Fraction("1.1566"))


def sgd_pairs(t: fmpq) -> arb:
    return (-(arb(t) ** 2)).exp()


def icea_pairs(t: fmpq) -> arb:
    return 4 * arb(-2).exp() / arb(t)


def refined_profile(pairs: Formula, best: fmpq) -> Formula:
    """What the pairs imply at eps: beyond the best pair that of eps itself, before it what the best one implies."""

    def at(t: fmpq) -> arb:
        if t >= best:
            return pairs(t)
        return 1 - (1 + arb(t).exp()) * (1 - pairs(best)) / (1 + arb(best).exp())

    return at


SGD, ICEA = refined_profile(sgd_pairs, SGD_BEST), refined_profile(icea_pairs, ICEA_BEST)


def gdp(mu: str, look: int, over: Sequence[fmpq] = HEAD) -> Plotted:
    return Plotted(label=f"{mu}-GDP", y=of("gaussian.delta", eps=T, mu=mu), over=over, look=look, faint=True)


EXAMPLES = (
    Plotted(label="Laplace", y=LAPLACE_2, over=HEAD, look=0),
    Plotted(label="SGD, refined", y=SGD, over=HEAD, look=1),
    Plotted(label="ICEA, refined", y=ICEA, over=HEAD, look=2),
)
NEAR = "gdp_bridge/figure-1/"
figure_1 = PaperFigure(
    name="gdp_bridge/figure-1", where="Figure 1",
    caption="Left: profiles of the three examples, naive (inverted trade-off, thin) and refined by Theorem 2.1. Right: "
    "against the Gaussian profiles. ICEA lies above the whole 1-GDP curve (hatched): they do not intersect. What "
    "the paper calls hard to tell is decided: SGD crosses the 1-GDP curve and stays below the 2-GDP curve.",
    chosen="Laplace with sensitivity/scale = 2, which the 1.80 of section 4.3 needs; the text prints b = 2/Δ.",
    claims=(
        NEAR + "laplace-below-2-gdp", NEAR + "laplace-below-4-gdp", NEAR + "laplace-crosses-1-gdp",
        NEAR + "icea-intersects-1-gdp",
        NEAR + "icea-intersects-2-gdp", NEAR + "icea-intersects-4-gdp", NEAR + "icea-not-1-2-4-gdp", NEAR + "sgd-and-gdp-curves",
        "gdp_bridge/section-2/naive-profile-not-tight",
    ),
    panels=(
        Panel(
            title="profiles, naive and refined", x_name="ε (nats)", y_name="δ(ε)", y_range=(0, 1.02), x_range=(0, 4),
            curves=(
                *EXAMPLES,
                Plotted(label="SGD, naive", y=sgd_pairs, over=OPEN, look=1, faint=True),
                Plotted(label="ICEA, naive", y=lambda t: icea_pairs(t), over=even_grid("1/2", "6", 110), look=2, faint=True),
            ),
        ),
        Panel(
            title="against the Gaussian profiles", x_name="ε (nats)", y_name="δ(ε)", y_log=True, y_range=(1e-5, 1.3),
            x_range=(0, 6), legend="lower left",
            curves=(*EXAMPLES, gdp("1", 4), gdp("2", 3), gdp("4", 5)),
            areas=(
                Area(low=of("gaussian.delta", eps=T, mu="1"), high=ICEA, over=HEAD, label="ICEA above 1-GDP",
                     claim=NEAR + "icea-intersects-1-gdp"),
            ),
        ),
    ),
)  # fmt: skip


def transform(profile: Formula, label: str, look: int, over: Sequence[fmpq]) -> Plotted:
    """G(eps) = mu_GDP(eps, delta(eps))."""
    return Plotted(label=label, y=of("gaussian.mu", eps=T, delta=profile), over=over, look=look)


UPTO_2, LONG = even_grid("0", "199/100", 80), even_grid("1/100", "10", 100)


def stair(width: str, *, upper: bool, look: int) -> Plotted:
    """On [x_i, x_i + d): mu_GDP(x_i + d, delta(x_i)) above the transform, mu_GDP(x_i, delta(x_i + d)) below it."""
    step = fmpq_of(Fraction(width))

    def later(formula: Formula) -> Formula:
        return lambda t: formula(t + step)

    eps, delta = (later(lambda t: arb(t)), SGD) if upper else (lambda t: arb(t), later(SGD))
    count = int(3 / Fraction(width))
    return Plotted(
        label=("$G^+$" if upper else "$G^-$") + f", d = {width}", y=of("gaussian.mu", eps=eps, delta=delta),
        over=tuple(step * k for k in range(count + 1)), kind="steps", look=look,
    )  # fmt: skip


figure_2 = PaperFigure(
    name="gdp_bridge/figure-2", where="Figure 2",
    caption="Left: GDP transforms of the three examples; SGD tends to √(1/2), Laplace is 0 from ε = 2 on, ICEA diverges. "
    "The rule of Theorem 3.3 (μ-GDP as soon as μ ≥ the limit) fails: the supremum, not the limit, decides. Right:"
    " staircases that enclose the transform of SGD.",
    chosen="the example (SGD) and the widths d = 1/2 and 1/8 of the right panel.",
    claims=(
        "gdp_bridge/theorem-3-3", "gdp_bridge/section-4-1/overall-gap", "gdp_bridge/figure-2/gdpt-finite-at-zero",
        "gdp_bridge/figure-2/laplace-gdpt-eventually-zero", "gdp_bridge/figure-2/sgd-gdpt-limit",
        "gdp_bridge/figure-2/icea-gdpt-diverges", "gdp_bridge/theorem-4-3/upper-staircase",
        "gdp_bridge/theorem-4-3/lower-staircase",
    ),
    panels=(
        Panel(
            title="GDP transforms", x_name="ε (nats)", y_name="G(ε), the μ of the pair (ε, δ(ε))", y_range=(0, 5.2),
            legend="upper left",
            curves=(
                transform(LAPLACE_2, "Laplace", 0, UPTO_2), transform(SGD, "SGD", 1, LONG), transform(ICEA, "ICEA", 2, LONG),
            ),
            guides=(Guide(label="√(1/2), limit of SGD", y=mapped(constant("1/2"), lambda ball: ball.sqrt())),),
            areas=(
                Area(low=constant("0.7072"), high=of("gaussian.mu", eps=T, delta=SGD), over=LONG,
                     label="μ ≥ limit, yet SGD is not μ-GDP", claim="gdp_bridge/theorem-3-3"),
            ),
            marks=(
                Mark(x="0", y=of("laplace.mu", eps0="2"), label="1.80", claim="gdp_bridge/section-4-3/laplace-1-80",
                     shift=(75, -18)),
            ),
        ),
        Panel(
            title="staircases of Theorem 4.3, SGD", x_name="ε (nats)", y_name="G(ε)", x_range=(0, 3), legend="upper right",
            y_range=(0, 3.2),
            curves=(
                stair("1/2", upper=True, look=1), stair("1/2", upper=False, look=1),
                stair("1/8", upper=True, look=2), stair("1/8", upper=False, look=2),
                transform(SGD, "G of SGD", 4, even_grid("0", "3", 90)),
            ),
        ),
    ),
)  # fmt: skip

FOLDS = "1/5"
BUDGETS = even_grid("1/10", "26", 130)


def advanced(t: fmpq) -> arb:
    """delta of the advanced composition theorem: eps = eps_0 sqrt(2 k log(1/delta)) + k eps_0 (e^eps_0 - 1)."""
    each = arb(fmpq(1, 5))
    beyond = arb(t) - 50 * each * (each.exp() - 1)
    return (-(beyond**2) / (100 * each**2)).exp()


def by_renyi(t: fmpq) -> arb:
    """delta of corollary 1 of [28]: eps = 4 eps_0 sqrt(2 k log(1/delta))."""
    return (-((arb(t) * 5 / 4) ** 2) / 100).exp()


def fifty(mu: Formula) -> Formula:
    return mapped(mu, lambda ball: arb(50).sqrt() * ball)


def composed(label: str, delta: Formula, look: int, over: Sequence[fmpq] = BUDGETS) -> Plotted:
    return Plotted(label=label, y=delta, over=over, look=look)


PRINTED = {
    "optimal": ("2.12", "3.64", "4.76", "5.28"), "gdp-summary": ("2.14", "3.73", "4.87", "5.80"),
    "gdp-lap": ("2.87", "4.74", "6.09", "7.19"), "gdp": ("3.1", "5.06", "6.47", "7.62"),
    "advanced": ("5.25", "6.51", "7.47", "8.28"), "basic": ("9.89", "9.99", "10", "10"),
    "rdp": ("12.14", "17.17", "21.03", "24.28"),
}  # fmt: skip
TABLE = tuple(
    Mark(x=eps, y=f"1e-{k}", claim=f"gdp_bridge/table-1/{method}/delta-1e-{k}")
    for method, row in PRINTED.items()
    for k, eps in enumerate(row, start=1)
)  # fmt: skip
OPTIMAL = of("pure.composed_delta", k="50", eps0=FOLDS, eps=T)
SUMMARY = of("gaussian.delta", eps=T, mu="1.420")
figure_3 = PaperFigure(
    name="gdp_bridge/figure-3", where="Figure 3 and Table 1",
    caption="Fifty-fold composition of 0.2-DP algorithms by seven methods, with the 28 entries of Table 1 at δ = 0.1 to "
    "0.0001. The entry 5.28 of the optimal method at δ = 0.0001 is not on its curve: there δ(5.28) = 2.3e-4, and "
    "the least ε is 5.5641 (circle).",
    claims=("gdp_bridge/figure-3/ordering", "gdp_bridge/section-5-2/gdp-beats-basic-and-advanced"),
    panels=(
        Panel(
            title="guarantees after 50 folds of 0.2-DP", x_name="ε (nats)", y_name="δ", y_log=True, y_range=(5e-5, 1.3),
            x_range=(0, 26), legend="upper right",
            curves=(
                composed("optimal composition", OPTIMAL, 0, even_grid("0", "10", 200)),
                composed("GDP summary, 1.420", SUMMARY, 1),
                composed("GDP (Laplace)", of("gaussian.delta", eps=T, mu=fifty(of("laplace.mu", eps0=FOLDS))), 2),
                composed("GDP, Theorem 5.1", of("gaussian.delta", eps=T, mu=fifty(of("pure.mu", eps0=FOLDS))), 3),
                composed("advanced", advanced, 5, even_grid("2.3", "12", 80)),
                composed("basic", of("pure.delta", eps=T, eps0="10"), 4, even_grid("9", "9999999/1000000", 120)),
                composed("RDP, corollary 1 of [28]", by_renyi, 6),
            ),
            marks=TABLE,
        ),
        Panel(
            title="the entry 5.28 of the optimal method", x_name="ε (nats)", y_name="δ", y_log=True, y_range=(5e-5, 4e-4),
            x_range=(5, 6.1),
            curves=(
                composed("optimal composition", OPTIMAL, 0, even_grid("5", "6.1", 110)),
                composed("GDP summary, 1.420", SUMMARY, 1, even_grid("5", "6.1", 30)),
            ),
            marks=(
                Mark(x="5.28", y="1e-4", label="printed 5.28", claim="gdp_bridge/table-1/optimal/delta-1e-4", shift=(-4, -10)),
                Mark(x=of("pure.composed_epsilon", k="50", eps0=FOLDS, delta="1e-4"), y="1e-4", label="5.5641", shift=(-6, -10)),
                Mark(x="5.28", y=of("pure.composed_delta", k="50", eps0=FOLDS, eps="5.28"), label="δ(5.28) = 2.3e-4",
                     shift=(-10, -6)),
                Mark(x="5.80", y="1e-4", label="printed 5.80", claim="gdp_bridge/table-1/gdp-summary/delta-1e-4", shift=(6, 6)),
            ),
        ),
    ),
)  # fmt: skip

FIGURES = (figure_1, figure_2, figure_3)
