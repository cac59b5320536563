"""Figures of chernoff: divergences against e^eps, and ROC curves of the detector.

An attack of c s against the noise of Definition 3, sigma_z = s sqrt(2 log(1.25/delta))/eps, has the index
c eps/sqrt(2 log(1.25/delta)); s cancels.
"""

from __future__ import annotations

from fractions import Fraction

from flint import arb, fmpq

from dplemma.arb.exact import fmpq_of
from dplemma.report.figures.balls import T, of, ratio
from dplemma.report.figures.model import Formula, Guide, Mark, Panel, PaperFigure, Plotted, even_grid, log_grid, square_grid

BUDGETS = even_grid("1/20", "8", 120)
RATES = (*log_grid(1e-7, 2e-4, 24), *square_grid("1/4000", "3999/4000", 120))


def index(times: str, delta: str | None = None) -> Formula:
    """The index at eps = t; delta = eps/20 unless it is given."""
    multiple, fixed = fmpq_of(Fraction(times)), None if delta is None else fmpq_of(Fraction(delta))
    return lambda t: arb(multiple * t) / (2 * (arb(fmpq(5, 4)) / arb(t / 20 if fixed is None else fixed)).log()).sqrt()


def bound(t: fmpq) -> arb:
    return arb(t).exp()


def divergence(name: str, times: str, delta: str | None = None) -> Formula:
    return of(f"gaussian.{name}", mu=index(times, delta))


def family(name: str, title: str) -> Panel:
    words = {"1": "s", "2": "2s", "4": "4s"}
    return Panel(
        title=title, x_name="privacy budget ε (nats)", y_name="divergence (nats)", y_log=True, y_range=(1e-4, 4e3),
        legend="lower right",
        curves=(
            Plotted(label="upper bound $e^{ε}$", y=bound, over=BUDGETS, look=4),
            Plotted(label="privacy budget ε", y=lambda t: arb(t), over=BUDGETS, look=5),
            *(Plotted(label=f"Δμ = {words[c]}", y=divergence(name, c), over=BUDGETS, look=k) for k, c in enumerate(words)),
        ),
    )  # fmt: skip


figure_1 = PaperFigure(
    name="chernoff/figure-1", where="Fig. 1",
    caption="Kullback-Leibler divergence and Chernoff information of the attack against the bound e^ε, which neither "
    "reaches, and KL against the privacy budget ε, which it exceeds beyond ε = 2.36 (Δμ = 2s) or 0.85 (Δμ = 4s). Chernoff "
    "information, a quarter of KL, is the weaker constraint, not the stricter one. Right: KL over the bound e^ε; it passes 1 "
    "only for δ above 0.14 at Δμ = 4s.",
    chosen="noise of Definition 3 with δ = ε/20 as in Fig. 2 (the paper names no δ here); s = 4 cancels.",
    claims=("chernoff/section-v/kl-violates-bound", "chernoff/section-v/chernoff-tighter-stricter",
        "chernoff/section-v/gap-closes"),
    panels=(
        family("kl", "KL-DP"),
        family("chernoff", "Chernoff-DP"),
        Panel(
            title="KL divergence over the bound", x_name="privacy budget ε (nats)", y_name="ratio", y_range=(0, 1.5),
            curves=(
                Plotted(label="Δμ = 2s, δ = ε/20", y=ratio(divergence("kl", "2"), bound), over=BUDGETS, look=1),
                Plotted(label="Δμ = 4s, δ = ε/20", y=ratio(divergence("kl", "4"), bound), over=BUDGETS, look=2),
                Plotted(label="Δμ = 4s, δ = 1/10", y=ratio(divergence("kl", "4", "1/10"), bound), over=BUDGETS, look=3),
                Plotted(label="Δμ = 4s, δ = 1/5", y=ratio(divergence("kl", "4", "1/5"), bound), over=BUDGETS, look=5),
            ),
            guides=(Guide(label="the bound", y="1"),),
        ),
    ),
)  # fmt: skip


def detector(times: str, words: str) -> Panel:
    multiple = Fraction(times)

    def curve(eps: str, look: int) -> Plotted:
        at = fmpq_of(Fraction(eps))
        return Plotted(
            label=f"ε = {eps}", over=RATES, look=look, y=of("gaussian.roc", fpr=T, mu=lambda _: index(str(multiple))(at)),
        )  # fmt: skip

    return Panel(
        title=words, x_name="false alarm rate α", y_name="power of the test", square=True, legend="lower right",
        curves=[curve(eps, look) for look, eps in enumerate(("0.5", "1", "2", "4"))],
    )  # fmt: skip


SLACK = even_grid("1/20", "19/2", 120)
figure_2 = PaperFigure(
    name="chernoff/figure-2", where="Fig. 2",
    caption="ROC curves of the detector, eqs. (8) and (11), δ = ε/20, for attacks equal to, greater and less than the "
    "sensitivity. Last panel: the δ that the noise of Definition 3 really gives; at ε = 6 it exceeds the promised"
    " 0.3.",
    chosen="the budgets ε = 0.5, 1, 2, 4 and the attacks 2s and s/2 (the paper does not list them).",
    claims=("chernoff/figure-2/caption-equations", "chernoff/figure-2/delta-eps-over-20", "chernoff/section-v/roc-epsilon",
            "chernoff/section-v/roc-bias", "chernoff/definition-3/calibration"),
    panels=(
        detector("1", "Δμ = s"), detector("2", "Δμ = 2s > s"), detector("1/2", "Δμ = s/2 < s"),
        Panel(
            title="is the noise enough?", x_name="privacy budget ε (nats)", y_name="δ",
            curves=(
                Plotted(label="promised δ = ε/20", y=lambda t: arb(t / 20), over=SLACK, look=4),
                Plotted(label="δ(ε) of the mechanism", y=of("gaussian.delta", eps=T, mu=index("1")), over=SLACK, look=0),
            ),
            marks=(
                Mark(x="6", y=of("gaussian.delta", eps="6", mu=lambda _: index("1")(fmpq(6))), label="too little noise at ε = 6",
                     claim="chernoff/definition-3/calibration", shift=(-10, 10)),
            ),
        ),
    ),
)  # fmt: skip

FIGURES = (figure_1, figure_2)
