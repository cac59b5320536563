"""Figures of sensitivity_index: the privacy loss, the test behind it, its ROC curve and tangent, and conversions from Rényi DP.

psi = Delta/sigma is mu everywhere else. The paper's first five figures are "exemplary": psi and eps are chosen here.
"""

from __future__ import annotations

from flint import arb

from dplemma.arb.normal import norm_cdf
from dplemma.report.figures.balls import T, constant, mapped, normal_density, of
from dplemma.report.figures.model import Area, Formula, Guide, Mark, Panel, PaperFigure, Plotted, even_grid, square_grid

LINE, UPTO_4 = even_grid("-4", "5", 160), even_grid("0", "4", 80)
RATES = square_grid("0", "1", 120)
FPR, TPR = "false positive rate, x", "true positive rate, R(x)"
ROC = of("gaussian.roc", fpr=T, mu="1")
DELTA = of("gaussian.delta", eps="1", mu="1")


def above(point: str) -> Formula:
    """P(N(0, 1) <= point), a constant."""
    return mapped(constant(point), norm_cdf)


figure_1 = PaperFigure(
    name="sensitivity_index/figure-1", where="Fig. 1",
    caption="Outputs of the Gaussian mechanism on D and D' and the privacy loss, itself normal: N(ψ²/2, ψ²). The loss "
    "exceeds ε = 1 with probability 0.3085 (shaded), though the mechanism is (1, 0.1270)-DP: the tail of the loss"
    " is not δ.",
    chosen="Δ = σ = 1, so ψ = 1; ε = 1.",
    claims=(
        "sensitivity_index/eq-10", "sensitivity_index/fig-1/normal-loss-particular", "sensitivity_index/eq-9",
        "sensitivity_index/lemma-1",
    ),
    panels=(
        Panel(
            title="densities, ψ = 1", x_name="output, or loss (nats)", y_name="density", legend="upper left",
            y_range=(-0.02, 0.56),
            curves=(
                Plotted(label="output on D', N(0, 1)", y=normal_density("0"), over=LINE, look=4),
                Plotted(label="output on D, N(1, 1)", y=normal_density("1"), over=LINE, look=1),
                Plotted(label="privacy loss, N(1/2, 1)", y=normal_density("1/2"), over=LINE, look=0),
            ),
            areas=(
                Area(low=constant("0"), high=normal_density("1/2"), over=even_grid("1", "5", 60),
                     label="P(loss ≥ ε), printed ≤ δ", claim="sensitivity_index/eq-9"),
            ),
        ),
        Panel(
            title="what δ must be", x_name="ε (nats)", y_name="probability", y_range=(0, 0.75),
            curves=(
                Plotted(label="P(loss ≥ ε) = Φ(ψ/2 − ε/ψ)", over=UPTO_4, look=1,
                        y=lambda t: norm_cdf(arb("0.5") - arb(t))),
                Plotted(label="δ(ε), the privacy profile", y=of("gaussian.delta", eps=T, mu="1"), over=UPTO_4,
                    look=0),
            ),
            areas=(
                Area(low=of("gaussian.delta", eps=T, mu="1"), high=lambda t: norm_cdf(arb("0.5") - arb(t)), over=UPTO_4,
                     label="(ε, δ)-DP here, against Lemma 1", claim="sensitivity_index/lemma-1"),
            ),
            marks=(
                Mark(x="1", y=above("-1/2"), label="0.3085", shift=(6, 6)),
                Mark(x="1", y=DELTA, label="δ(1) = 0.1269", shift=(-8, -10)),
            ),
        ),
    ),
)  # fmt: skip

CUT = "3/4"
figure_2 = PaperFigure(
    name="sensitivity_index/figure-2", where="Fig. 2",
    caption="The test behind the ROC curve: the output is classified as coming from D if it exceeds the threshold c. The "
    "areas beyond c are the true positive rate (under D) and the false positive rate (under D').",
    chosen="ψ = 2, c = 3/4.",
    claims=("sensitivity_index/corollary-1/tpr", "sensitivity_index/corollary-1/fpr", "sensitivity_index/rates-sum"),
    panels=(
        Panel(
            title="outputs on D' and on D, and the threshold c", x_name="output", y_name="density", legend="upper left",
            x_range=(-4, 6.5),
            curves=(
                Plotted(label="output on D'", y=normal_density("0"), over=even_grid("-4", "6", 160), look=1),
                Plotted(label="output on D", y=normal_density("2"), over=even_grid("-4", "6", 160), look=0),
            ),
            areas=(
                Area(low=constant("0"), high=normal_density("2"), over=even_grid(CUT, "6", 80), label="true positives", look=0),
                Area(low=constant("0"), high=normal_density("0"), over=even_grid(CUT, "6", 80), label="false positives", look=1),
                Area(low=constant("0"), high=normal_density("0"), over=even_grid("-4", CUT, 80), label="true negatives", look=5),
                Area(low=constant("0"), high=normal_density("2"), over=even_grid("-4", CUT, 80), label="false negatives", look=2),
            ),
            guides=(Guide(label="threshold c", x=CUT),),
        ),
    ),
)  # fmt: skip

figure_3 = PaperFigure(
    name="sensitivity_index/figure-3", where="Fig. 3",
    caption="The ROC curve R(x) = Φ(ψ + Φ⁻¹(x)) and the area under it, AUC = Φ(ψ/√2) = 0.7602. One tight pair (ε, δ) "
    "orders Gaussian mechanisms as well as the AUC does.",
    chosen="ψ = 1, with ψ = 1/2 and 2 for comparison.",
    claims=(
        "sensitivity_index/lemma-2", "sensitivity_index/lemma-3", "sensitivity_index/auc-characterises",
        "sensitivity_index/infinite-collection-required",
    ),
    panels=(
        Panel(
            title="ROC curve and AUC", x_name=FPR, y_name=TPR, square=True, legend="lower right",
            curves=(
                Plotted(label="ψ = 1", y=ROC, over=RATES, look=0),
                Plotted(label="ψ = 2", y=of("gaussian.roc", fpr=T, mu="2"), over=RATES, look=2, faint=True),
                Plotted(label="ψ = 1/2", y=of("gaussian.roc", fpr=T, mu="1/2"), over=RATES, look=1, faint=True),
            ),
            areas=(Area(low=constant("0"), high=ROC, over=RATES, label="AUC, ψ = 1", look=0),),
        ),
        Panel(
            title="a number of ψ alone, and one tight tuple", x_name="sensitivity index ψ", y_name="AUC, or δ(1)",
            curves=(
                Plotted(label="AUC = Φ(ψ/√2)", y=of("gaussian.auc", mu=T), over=even_grid("1/50", "5", 100), look=0),
                Plotted(label="δ at ε = 1: as strictly increasing", y=of("gaussian.delta", eps="1", mu=T),
                        over=even_grid("1/50", "5", 100), look=1),
            ),
        ),
    ),
)  # fmt: skip

CONTACT = above("-3/2")
HEIGHT = above("-1/2")


def tangent(t) -> arb:
    return DELTA(t) + arb(1).exp() * arb(t)


def mirrored_tangent(t) -> arb:
    """The tangent of slope e^-eps: the other one reflected about y = 1 - x."""
    return 1 - (1 - arb(t) - DELTA(t)) / arb(1).exp()


figure_4 = PaperFigure(
    name="sensitivity_index/figure-4", where="Fig. 4",
    caption="The tangent of slope e^ε to the ROC curve meets the axis at δ(ε). The last line of the printed proof takes "
    "the height of the point of contact, R(t) = 0.3085, for the intercept, 0.1269.",
    chosen="ψ = 1, ε = 1.",
    claims=("sensitivity_index/lemma-4", "sensitivity_index/lemma-4/reflection"),
    panels=(
        Panel(
            title="tangents of slope e and 1/e, ψ = 1", x_name=FPR, y_name=TPR, square=True, legend="lower right",
            curves=(
                Plotted(label="ROC curve R(x)", y=ROC, over=RATES, look=0),
                Plotted(label="tangent of slope $e^{ε}$", y=tangent, over=even_grid("0", "0.33", 20), look=1),
                Plotted(label="tangent of slope $e^{−ε}$", y=mirrored_tangent, over=even_grid("0", "0.9", 20), look=2),
            ),
            marks=(
                Mark(x=CONTACT, y=HEIGHT, label="contact (t, R(t))", shift=(46, -6)),
                Mark(x="0", y=DELTA, label="δ(1) = 0.1269", shift=(40, -4)),
                Mark(x="0", y=HEIGHT, label="✗ printed intercept R(t)", claim="sensitivity_index/lemma-4/proof-final-inequality",
                     shift=(50, 22)),
            ),
        ),
    ),
)  # fmt: skip

KAPPA = "1/4"
figure_5 = PaperFigure(
    name="sensitivity_index/figure-5", where="Fig. 5",
    caption="A mechanism that fails with probability κ and then shows its input: its ROC curve κ + (1 − κ) R(x) starts at"
    " (0, κ). The curve of the mechanism that does not fail starts at the origin.",
    chosen="ψ = 1, κ = 1/4; failure is independent of the noise.",
    claims=("sensitivity_index/fig-5/failed-mechanism",),
    panels=(
        Panel(
            title="a failed mechanism, ψ = 1", x_name=FPR, y_name=TPR, square=True, legend="lower right",
            curves=(
                Plotted(label="failed, κ = 1/4", over=RATES, look=0, y=mapped(ROC, lambda rate: (1 + 3 * rate) / 4)),
                Plotted(label="not failed, R(x)", y=ROC, over=RATES, look=1),
            ),
            marks=(Mark(x="0", y=KAPPA, label="(0, κ)", claim="sensitivity_index/fig-5/failed-mechanism", shift=(40, -10)),),
        ),
    ),
)  # fmt: skip

LOG = "1e-5"


def rdp_order(order: str) -> Formula:
    """The Rényi value order psi^2/2 of the Gaussian mechanism."""
    return of("gaussian.renyi", order=order, mu=T)


def conversions(order: str, low: str, high: str) -> tuple[Plotted, ...]:
    over = even_grid(low, high, 100)
    rdp = rdp_order(order)
    return (
        Plotted(label="privacy profile (exact)", y=of("gaussian.epsilon", delta=LOG, mu=T), over=over, look=0),
        Plotted(label=f"standard RDP, α = {order}", y=of("renyi.epsilon_standard", order=order, rdp=rdp, delta=LOG), over=over,
            look=1),
        Plotted(label=f"improved RDP, α = {order}", y=of("renyi.epsilon_improved", order=order, rdp=rdp, delta=LOG), over=over,
            look=2),
    )  # fmt: skip


def best_standard(t) -> arb:
    """psi^2/2 + psi sqrt(2 log(1/delta)): the standard conversion at its best order."""
    psi = arb(t)
    return psi**2 / 2 + psi * (2 * arb(10**5).log()).sqrt()


figure_6 = PaperFigure(
    name="sensitivity_index/figure-6", where="Fig. 6",
    caption="ε at δ = 1e-5 from ψ, three ways. A: order 2 is the best integer order from ψ = 3.4 on (standard), 3.3 "
    "(improved). B: at the fixed order 6 the error stays as ψ → 0 because log(1/δ)/(α − 1) does not shrink; at "
    "the best order (dotted) it vanishes, at the same δ > 0.",
    claims=("sensitivity_index/fig-6/optimal-alpha-2", "sensitivity_index/fig-6/alpha-6",
            "sensitivity_index/fig-6/error-psi-to-zero", "sensitivity_index/section-5/improved-tighter",
            "sensitivity_index/fig-6/error-reason"),
    panels=(
        Panel(
            title="A: high ψ, order 2", x_name="sensitivity index ψ", y_name="ε at δ = 1e-5 (nats)",
            curves=conversions("2", "3", "6"), guides=(Guide(label="order 2 best from here (standard)",
                x=lambda _: arb(10**5).log().sqrt()),),
        ),
        Panel(
            title="B: low ψ, order 6", x_name="sensitivity index ψ", y_name="ε at δ = 1e-5 (nats)", y_range=(0, 7.5),
            curves=(*conversions("6", "1/20", "3/2"), Plotted(label="standard RDP, best order", y=best_standard,
                over=even_grid("1/1000", "3/2", 100), look=3)),
            areas=(
                Area(low=of("gaussian.epsilon", delta=LOG, mu=T), over=even_grid("1/20", "1/2", 40),
                     label="error at the fixed order",
                     high=of("renyi.epsilon_standard", order="6", rdp=rdp_order("6"), delta=LOG),
                     claim="sensitivity_index/fig-6/error-reason"),
            ),
            guides=(Guide(label="log(1/δ)/5", y=lambda _: arb(10**5).log() / 5),),
        ),
    ),
)  # fmt: skip

FIGURES = (figure_1, figure_2, figure_3, figure_4, figure_5, figure_6)
