"""Figures of hypothesis_testing: the adversary's test against Laplace and Gaussian noise, precision against recall, F* scores.

With the false positive rate t (GSR) and the true positive rate RSR = R(t), recall is RSR and precision 1/(1 + w GSR/RSR); w, the
odds against the record, is 1 without knowledge and 1 - rho_p, 1 - rho_p - rho_c (2 - rho_p), ... with it.
"""

from __future__ import annotations

from fractions import Fraction

from flint import arb, fmpq

from dplemma.arb.exact import fmpq_of
from dplemma.report.figures.balls import T, constant, laplace_density, of, precision
from dplemma.report.figures.hypothesis_diagrams import figure_1, figure_9
from dplemma.report.figures.model import Area, Formula, Guide, Mark, Panel, PaperFigure, Plotted, even_grid, log_grid, square_grid

RATES = (*log_grid(1e-7, 4e-4, 24), *square_grid("1/2000", "1", 140))
EPS = even_grid("1/50", "5", 120)
PRIOR, RECORD, TIME = "1/5", "1/10", "1/10"
OBSERVED = "hypothesis_testing/section-4.1.3/"


def odds(prior: str = "0", record: str = "0", time: str = "0") -> str:
    """(2 - rho_p)(1 - rho_c)(1 - rho_t) - 1, which is 1 - rho_p - (2 - rho_p)(rho_c + rho_t (1 - rho_c))."""
    p, c, t = map(Fraction, (prior, record, time))
    return str((2 - p) * (1 - c) * (1 - t) - 1)


def laplace_pr(eps: str, weight: str = "1", label: str = "", **style) -> Plotted:
    recall = of("laplace.roc", fpr=T, eps0=eps)
    return Plotted(label=label or f"ε = {eps}", x=recall, y=precision(recall, weight), over=RATES, **style)


def gaussian_pr(mu: Formula, label: str, **style) -> Plotted:
    recall = of("gaussian.roc", fpr=T, mu=mu)
    return Plotted(label=label, x=recall, y=precision(recall), over=RATES[1:-1], **style)


def pr_panel(*curves: Plotted, title: str, **more) -> Panel:
    return Panel(
        title=title, x_name="recall", y_name="precision", x_range=(0, 1.01), legend=more.pop("legend", "lower left"),
        y_range=more.pop("y_range", (0.2, 1.02)), curves=curves, **more,
    )  # fmt: skip


def densities(weights: tuple[str, str], title: str, names: tuple[str, str], threshold: str = "3/4") -> Panel:
    """Laplace densities around Q(D') = 0 and Q(D) = 1 with scale 1/eps = 1, weighted, and a threshold."""
    right, left = laplace_density("1", "1", weights[0]), laplace_density("0", "1", weights[1])
    beyond = even_grid(threshold, "6", 80)
    return Panel(
        title=title, x_name="noisy answer o, in units of ΔQ", y_name="density", legend="upper left", x_range=(-5, 6),
        curves=(
            Plotted(label=names[0], y=right, over=even_grid("-5", "6", 220), look=1),
            Plotted(label=names[1], y=left, over=even_grid("-5", "6", 220), look=2),
        ),
        areas=(
            Area(low=constant("0"), high=right, over=beyond, label="RSR: right alarms", look=1),
            Area(low=constant("0"), high=left, over=beyond, label="GSR: false alarms", look=2),
        ),
        guides=(Guide(label="threshold θ", x=threshold),),
    )  # fmt: skip


figure_2 = PaperFigure(
    name="hypothesis_testing/figure-2", where="Fig. 2",
    caption="The adversary's test under unbounded DP: Laplace noise around Q(D') and Q(D), an alarm beyond the threshold "
    "θ. The rule is a likelihood-ratio rule only for θ between Q(D') and Q(D): beyond, the ratio is constant "
    "(right).",
    chosen="ε = 1, ΔQ = 1, θ = 3/4.",
    claims=(
        "hypothesis_testing/eq-8", "hypothesis_testing/section-4.1.5/eq-6-equivalent-to-lambda-rule", OBSERVED + "rsr-gsr",
        "hypothesis_testing/eq-7/middle-branch", "hypothesis_testing/eq-7/upper-lower-branches",
    ),
    panels=(
        densities(("1", "1"), "outputs under both hypotheses, ε = 1", ("P(A(D) = o), h₁", "P(A(D') = o), h₀")),
        Panel(
            title="likelihood ratio", x_name="noisy answer o, in units of ΔQ", y_name="Λ(o)", legend="upper left",
            y_range=(0, 7.6),
            curves=(
                Plotted(label="Λ(o), certified", over=even_grid("-2", "3", 100), look=0, y=lambda t: _ratio(t)),
                Plotted(label="eq. 8 for every θ (section 4.1.5)", over=even_grid("-1", "2", 60), look=1,
                    y=lambda t: (2 * arb(t) - 1).exp()),
            ),
            areas=(
                Area(low=lambda t: arb(1).exp(), high=lambda t: (2 * arb(t) - 1).exp(), over=even_grid("1", "3/2", 30),
                     label="θ > Q(D): no ratio reaches λ"),
            ),
        ),
    ),
)  # fmt: skip


def _ratio(t: fmpq) -> arb:
    """exp(|t| - |t - 1|): the ratio of the Laplace densities around 1 and 0."""
    return (abs(arb(t)) - abs(arb(t - 1))).exp()


BETAS = ("0.5", "0.6", "0.8", "1", "1.5", "2")
BOUNDS = ("0.55", "0.58", "0.62", "0.67", "0.76", "0.83", "0.9", "0.95")
TABLE_1 = {
    "0.5": ("0.22", "0.34", "0.55", "0.82", "1.42", "2.04", "3", "4.29"),
    "0.6": ("", "0.33", "0.54", "0.83", "1.45", "2.11", "3.11", "4.43"),
    "0.8": ("", "", "0.49", "0.8", "1.46", "2.16", "3.21", "4.58"), "1": ("", "", "", "0.71", "1.4", "2.12", "3.2", "4.6"),
    "1.5": ("", "", "", "", "1.17", "1.88", "2.99", "4.41"), "2": ("", "", "", "", "", "1.61", "2.69", "4.12"),
}  # fmt: skip
ENTRIES = tuple(
    Mark(x=eps, y=f, claim=f"hypothesis_testing/table-1/beta-{beta}/f-{f}")
    for beta in BETAS
    for f, eps in zip(BOUNDS, TABLE_1[beta], strict=True)
    if eps
)
figure_3 = PaperFigure(
    name="hypothesis_testing/figure-3", where="Fig. 3 and Table 1",
    caption="(a) Precision against recall for the Laplace mechanism. (b) The highest F_β score, with the entries of Table"
    " 1 (ε across, bound on F_β up). The first entries of the rows 0.5, 0.8, 1.5 and 2 lie below their curves, as F* is"
    " never below (1 + β²)/(2 + β²): three bounds are that constant rounded; 0.55 at β = 0.5 is not, and is refuted.",
    chosen="the values of ε in (a) except 0.01 and 5, which the text names.",
    claims=(
        OBSERVED + "obs-1", OBSERVED + "precision-eps-0.01", OBSERVED + "precision-recall-eps-5",
        "hypothesis_testing/eq-12/flat-branch", "hypothesis_testing/eq-12/upper-branch",
        "hypothesis_testing/section-4.1.4/constant-below-turning-point", "hypothesis_testing/table-1/entries-respect-bound",
    ),
    panels=(
        pr_panel(*(laplace_pr(eps) for eps in ("5", "2", "1", "0.4", "0.01")), title="(a) precision against recall"),
        Panel(
            title="(b) highest F_β score, and Table 1", x_name="ε (nats)", y_name="F*_β", y_range=(0.5, 1), legend="lower right",
            curves=[Plotted(label=f"β = {beta}", y=of("laplace.fbeta", beta=beta, eps0=T), over=EPS) for beta in BETAS],
            marks=ENTRIES,
        ),
    ),
)  # fmt: skip


def noise_index(eps: str, delta: str, *, as_extracted: bool = False) -> Formula:
    """Delta Q/sigma for sigma = sqrt(2 log(1.25/delta)) Delta Q/eps, or with the root over all of it, Delta Q = 1."""
    budget, tail = fmpq_of(Fraction(eps)), fmpq_of(Fraction(delta))

    def index(_: fmpq) -> arb:
        root = (2 * (arb(fmpq(5, 4)) / arb(tail)).log()).sqrt()
        return arb(budget).sqrt() / root if as_extracted else arb(budget) / root

    return index


figure_4 = PaperFigure(
    name="hypothesis_testing/figure-4", where="Fig. 4",
    caption="Precision against recall for the Gaussian mechanism with σ = √(2 log(1.25/δ)) ΔQ/ε, (a) by ε and (b) by δ. "
    "In the text as extracted the root covers ΔQ/ε too (thin lines in (a), at ΔQ = 1): the noise would grow with the "
    "root of ΔQ/ε only.",
    chosen="δ = 0.01 in (a), ε = 2 in (b), and the values of the other parameter.",
    claims=("hypothesis_testing/section-4.3/sigma", "hypothesis_testing/section-4.3/enhanced-with-eps-delta",
            "hypothesis_testing/eq-14/precision", "hypothesis_testing/eq-14/recall",
            "hypothesis_testing/section-4.3/mechanisms-differ"),
    panels=(
        pr_panel(
            *(gaussian_pr(noise_index(eps, "0.01"), f"ε = {eps}", look=k) for k, eps in enumerate(("5", "2", "1", "0.1"))),
            gaussian_pr(noise_index("5", "0.01", as_extracted=True), "ε = 5, σ as extracted", look=0, faint=True),
            gaussian_pr(noise_index("0.1", "0.01", as_extracted=True), "ε = 0.1, σ as extracted", look=3, faint=True),
            title="(a) by ε, δ = 0.01",
        ),
        pr_panel(
            *(gaussian_pr(noise_index("2", delta), f"δ = {delta}", look=k) for k, delta in enumerate(("0.1", "0.01", "0.0001"))),
            title="(b) by δ, ε = 2",
        ),
    ),
)  # fmt: skip


def knowing(weight: str, words: str, title: str) -> Panel:
    """Precision and recall with and without the knowledge that the weight expresses."""
    return pr_panel(
        *(laplace_pr(eps, weight, f"ε = {eps}, {words}", look=k) for k, eps in enumerate(("2", "1", "0.4"))),
        *(laplace_pr(eps, "1", f"ε = {eps}, without", look=k, faint=True) for k, eps in enumerate(("2", "1", "0.4"))),
        title=title,
    )  # fmt: skip


def shares(weight: str) -> tuple[str, str]:
    """The two posteriors whose odds are 1/weight."""
    w = Fraction(weight)
    return str(1 / (1 + w)), str(w / (1 + w))


figure_5 = PaperFigure(
    name="hypothesis_testing/figure-5", where="Fig. 5",
    caption="An adversary who knows the prior, ρ_p = 0.2: (a) densities weighted by P(d₁) = 5/9 and P(d₂) = 4/9, (b) "
    "precision rises at the same recall.",
    chosen="ε = 1 and θ = 3/4 in (a), the values of ε in (b).",
    claims=("hypothesis_testing/eq-17/precision", "hypothesis_testing/eq-17/recall",
        "hypothesis_testing/section-5.1/precision-increased"),
    panels=(
        densities(shares(odds(PRIOR)), "(a) weighted densities, ρ_p = 0.2", ("P(A(D) = o) P(d₁)", "P(A(D') = o) P(d₂)")),
        knowing(odds(PRIOR), "ρ_p = 0.2", "(b) precision against recall"),
    ),
)  # fmt: skip

BEYOND = odds("1/5", "3/5")
figure_6 = PaperFigure(
    name="hypothesis_testing/figure-6", where="Fig. 6",
    caption="An adversary who knows correlated records, ρ_p = 0.2, ρ_c = 0.1. Eq. 20 holds if ρ_c is attained by the "
    "likelier value; without that condition it is false. At ρ_c = 0.6 (right), which the text admits, it prints a"
    " precision above 1.",
    chosen="ε = 1 and θ = 3/4 in (a), the values of ε in (b), the third panel.",
    claims=("hypothesis_testing/eq-20/precision", "hypothesis_testing/eq-20/max-odds",
        "hypothesis_testing/eq-20/precision-increased"),
    panels=(
        densities(shares(odds(PRIOR, RECORD)), "(a) weighted densities", ("P(A(D) = o) P₁ᶜ", "P(A(D') = o) P₂ᶜ")),
        knowing(odds(PRIOR, RECORD), "ρ_p, ρ_c", "(b) precision against recall"),
        pr_panel(
            laplace_pr("2", BEYOND, "ε = 2, eq. 20 as printed"), laplace_pr("1", BEYOND, "ε = 1, eq. 20 as printed"),
            title="eq. 20 at ρ_p = 0.2, ρ_c = 0.6", y_range=(0.9, 1.6), legend="upper left",
            areas=(
                Area(low=constant("1"), high=constant("8/5"), over=even_grid("0", "1", 4), label="no precision is above 1",
                     claim="hypothesis_testing/eq-20/precision"),
            ),
        ),
    ),
)  # fmt: skip

figure_7 = PaperFigure(
    name="hypothesis_testing/figure-7", where="Fig. 7",
    caption="An adversary who also knows the past, ρ_p = 0.2, ρ_c = ρ_t = 0.1: (a) weighted densities, (b) precision "
    "against recall, as the text says, and (c) the F1 score over the threshold's recall, as the caption says.",
    chosen="ε = 1 and θ = 3/4 in (a), the values of ε.",
    claims=("hypothesis_testing/eq-23/precision", "hypothesis_testing/eq-23/max-odds",
        "hypothesis_testing/eq-23/precision-increased",
            "hypothesis_testing/eq-24/upper-branch"),
    panels=(
        densities(shares(odds(PRIOR, RECORD, TIME)), "(a) weighted densities", ("P(A(D) = o) P₁ᵗ", "P(A(D') = o) P₂ᵗ")),
        knowing(odds(PRIOR, RECORD, TIME), "ρ_p, ρ_c, ρ_t", "(b) precision against recall"),
        Panel(
            title="(c) F1 score by recall", x_name="recall", y_name="F1 score", legend="lower right", x_range=(0, 1.01),
            y_range=(0, 1),
            curves=[
                Plotted(
                    label=f"ε = {eps}", over=RATES, look=k, x=of("laplace.roc", fpr=T, eps0=eps),
                    y=lambda t, eps=eps: _f1(of("laplace.roc", fpr=T, eps0=eps)(t), t),
                )
                for k, eps in enumerate(("2", "1", "0.4"))
            ],
        ),
    ),
)  # fmt: skip


def _f1(recall: arb, t: fmpq) -> arb:
    """2/(1/precision + 1/recall) = 2 recall/(1 + w t + recall)... with 1/precision = 1 + w t/recall."""
    weight = fmpq_of(Fraction(odds(PRIOR, RECORD, TIME)))
    return 2 * recall / (recall + arb(weight * t) + 1)


def best_f1(label: str, **known: str) -> Plotted:
    return Plotted(label=label, y=of("laplace.fbeta", beta="1", eps0=T, **known), over=EPS)


figure_8 = PaperFigure(
    name="hypothesis_testing/figure-8", where="Fig. 8",
    caption="The highest F1 score by ε under more and more knowledge: each coefficient raises it.",
    chosen="ρ_p = 0.2, ρ_c = 0.1, ρ_t = 0.1, as in Figs. 5 to 7.",
    claims=("hypothesis_testing/section-5.3/more-auxiliary-more-inference", "hypothesis_testing/eq-18/improves-with-rho-p",
            "hypothesis_testing/eq-21/improves", "hypothesis_testing/eq-24/improves"),
    panels=(
        Panel(
            title="highest F1 score", x_name="ε (nats)", y_name="F*₁", y_range=(0.6, 1), legend="lower right",
            curves=(
                best_f1("no knowledge"), best_f1("prior, ρ_p = 0.2", corr_prior=PRIOR),
                best_f1("and records, ρ_c = 0.1", corr_prior=PRIOR, corr_record=RECORD),
                best_f1("and time, ρ_t = 0.1", corr_prior=PRIOR, corr_record=RECORD, corr_time=TIME),
            ),
        ),
    ),
)  # fmt: skip

FIGURES = (figure_1, figure_2, figure_3, figure_4, figure_5, figure_6, figure_7, figure_8, figure_9)
