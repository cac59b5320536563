"""50-fold composition of 0.2-DP algorithms: the other rows of Table 1, and how the methods rank.

Main results: the rows Basic, Advanced, RDP, GDP (Lap), GDP summary; the order of the methods at each delta.
Source: section 5.2, Table 1, Figure 3.
"""

from dplemma.formulas import gaussian, laplace, pure
from dplemma.lang.words import *

t = variables("t")
R = Rational
FOLDS, EACH = 50, R(1, 5)


def basic_epsilon(delta):
    """Least eps at delta of a 10-DP algorithm in the worst case (Theorem 2.1)."""
    return pure.epsilon(R(delta), FOLDS * EACH)


def advanced_epsilon(delta):
    """eps sqrt(2 k log(1/delta)) + k eps (e^eps - 1), the advanced composition theorem of [15]."""
    return EACH * sqrt(2 * FOLDS * log(1 / R(delta))) + FOLDS * EACH * (exp(EACH) - 1)


def rdp_epsilon(delta):
    """4 eps sqrt(2 k log(1/delta)), corollary 1 of [28]; it asks for log(1/delta) >= k eps^2."""
    return 4 * EACH * sqrt(2 * FOLDS * log(1 / R(delta)))


def lap_epsilon(delta):
    """Least eps at delta of a Gaussian mechanism of sqrt(50) times the least mu of the Laplace mechanism."""
    return gaussian.epsilon(R(delta), sqrt(FOLDS) * laplace.mu(EACH))


def summary_epsilon(delta):
    """Least eps at delta of a 1.420-GDP algorithm."""
    return gaussian.epsilon(R(delta), R("1.420"))


def gdp_method_epsilon(delta):
    """Least eps at delta of a Gaussian mechanism of sqrt(50) times the mu of Theorem 5.1."""
    return gaussian.epsilon(R(delta), sqrt(FOLDS) * pure.mu(EACH))


def exact_epsilon(delta):
    """Least eps at delta of the 50-fold composition of randomised response: where its profile is delta."""
    return Root(pure.composed_delta(FOLDS, EACH, t) - R(delta), (t, 0, FOLDS * EACH))


ROWS = {
    "basic": ("Basic", basic_epsilon, "The composition is 10-DP; the least eps at delta is that of Theorem 2.1."),
    "advanced": (
        "Advanced", advanced_epsilon,
        "eps sqrt(2 k log(1/delta)) + k eps (e^eps - 1) for k eps-DP algorithms ([15], with all of delta in the slack).",
    ),
    "rdp": (
        "RDP", rdp_epsilon,
        "4 eps sqrt(2 k log(1/delta)) for k eps-DP algorithms (corollary 1 of [28]); its condition log(1/delta) >= k eps^2 = "
        "2 holds.",
    ),
    "gdp-lap": ("GDP (Lap)", lap_epsilon, "mu is sqrt(50) times the least mu of the Laplace mechanism (mu-0-2391)."),
    "gdp-summary": ("GDP summary", summary_epsilon, "mu is the 1.420 of the summary of the optimal composition theorem."),
}  # fmt: skip


def entry(method, exponent, printed):
    """An entry of Table 1: a least eps, in a table of two decimals."""
    name, value, reading = ROWS[method]
    return Claim(
        id=f"gdp_bridge/table-1/{method}/delta-1e-{exponent}",
        where=f"Table 1, row {name}, delta=10^-{exponent}", kind="number",
        states=f"Minimum eps for (eps,delta)-DP of the 50-fold composition of 0.2-DP, method {name}, delta=10^-{exponent}: "
        f"printed {printed}.",
        reading=reading,
        holds=Number(value(f"1e-{exponent}"), Printed(printed, decimals=2, promise="least")),
    )  # fmt: skip


table_1_basic_1 = entry("basic", 1, "9.89")
table_1_basic_2 = entry("basic", 2, "9.99")
table_1_basic_3 = entry("basic", 3, "10")
table_1_basic_4 = entry("basic", 4, "10")

table_1_advanced_1 = entry("advanced", 1, "5.25")
table_1_advanced_2 = entry("advanced", 2, "6.51")
table_1_advanced_3 = entry("advanced", 3, "7.47")
table_1_advanced_4 = entry("advanced", 4, "8.28")

table_1_rdp_1 = entry("rdp", 1, "12.14")
table_1_rdp_2 = entry("rdp", 2, "17.17")
table_1_rdp_3 = entry("rdp", 3, "21.03")
table_1_rdp_4 = entry("rdp", 4, "24.28")

table_1_gdp_lap_1 = entry("gdp-lap", 1, "2.87")
table_1_gdp_lap_2 = entry("gdp-lap", 2, "4.74")
table_1_gdp_lap_3 = entry("gdp-lap", 3, "6.09")
table_1_gdp_lap_4 = entry("gdp-lap", 4, "7.19")

table_1_gdp_summary_1 = entry("gdp-summary", 1, "2.14")
table_1_gdp_summary_2 = entry("gdp-summary", 2, "3.73")
table_1_gdp_summary_3 = entry("gdp-summary", 3, "4.87")
table_1_gdp_summary_4 = entry("gdp-summary", 4, "5.80")

DELTAS = ("1e-1", "1e-2", "1e-3", "1e-4")
gdp_beats_basic_and_advanced = Claim(
    id="gdp_bridge/section-5-2/gdp-beats-basic-and-advanced",
    where="Section 5.2; Abstract", kind="ordering", tier="prose",
    states="Measurement + GDP composition gives smaller eps than basic and advanced composition (and the RDP corollary) in this "
    "example.",
    reading="At each delta of Table 1; GDP is the row with the mu of Theorem 5.1, which holds for every 0.2-DP algorithm.",
    holds=All(
        *(
            All(*(Rel(gdp_method_epsilon(delta), "<", other(delta)) for other in (advanced_epsilon, basic_epsilon, rdp_epsilon)))
            for delta in DELTAS
        )
    ),
)  # fmt: skip

figure_3_ordering = Claim(
    id="gdp_bridge/figure-3/ordering",
    where="Figure 3, Table 1", kind="ordering",
    states="At every delta of Table 1 the methods rank, from the smallest eps to the largest: Optimal, GDP summary, GDP (Lap), "
    "GDP, Advanced, Basic, RDP.",
    reading="Optimal is the eps that the optimal composition theorem gives, not the printed 5.28 at delta = 1e-4.",
    holds=All(
        *(
            Chain(
                exact_epsilon(delta), "<", summary_epsilon(delta), "<", lap_epsilon(delta), "<", gdp_method_epsilon(delta),
                "<", advanced_epsilon(delta), "<", basic_epsilon(delta), "<", rdp_epsilon(delta),
            )
            for delta in DELTAS
        )
    ),
)  # fmt: skip
