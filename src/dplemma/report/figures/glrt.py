"""Figures of glrt: the adversary who sees only the length of the output (GLRT), against the optimal one (NPO).

The optimal adversary has the curve of the Gaussian mechanism with mu = sqrt(N) Delta/sigma; that of the length test has the
noncentrality mu^2.
"""

from __future__ import annotations

from fractions import Fraction

from flint import arb

from dplemma.report.figures.balls import T, constant, less, mapped, of, root_of
from dplemma.report.figures.length_test import LengthTest
from dplemma.report.figures.model import Draws, Formula, Mark, Panel, PaperFigure, Plotted, even_grid, square_grid

LEVELS = square_grid("1/2000", "1999/2000", 120)
R, NPO, BACK, OTHER, ENVELOPE = 0, 1, 2, 3, 4  # looks
P_F, P_D = "probability of a false positive, $P_f$", "probability of detection, $P_d$"
DEEP = even_grid("0", "4", 60)


def roc_panel(*curves: Plotted, title: str = "ROC curves", **more) -> Panel:
    return Panel(title=title, x_name=P_F, y_name=P_D, square=True, legend="lower right", curves=curves, **more)


def npo(mu: str | Formula, label: str = "optimal adversary (NPO)") -> Plotted:
    return Plotted(label=label, y=of("gaussian.roc", fpr=T, mu=mu), over=LEVELS, look=NPO)


def npo_profile(mu: str | Formula, label: str = "optimal adversary (NPO)", look: int = NPO, over=DEEP) -> Plotted:
    return Plotted(label=label, y=of("gaussian.delta", eps=T, mu=mu), over=over, look=look)


def glrt_profile(d: str, mu: str | Formula, label: str, look: int = R, over=DEEP) -> Plotted:
    return Plotted(label=label, y=of("glrt.delta", eps=T, d=d, mu=mu), over=over, look=look)


def profile_panel(*curves: Plotted, least: float, title: str = "privacy profiles", **more) -> Panel:
    return Panel(
        title=title, x_name="ε (nats)", y_name="δ(ε)", y_log=True, y_range=(least, 1), curves=curves, **more
    )  # fmt: skip


HALF = LengthTest(1, Fraction(1, 4))
WEAK = even_grid("0", "2", 50)
figure_1 = PaperFigure(
    name="glrt/figure-1", where="Figure 1",
    caption="A relaxed adversary promises more privacy, Δ/σ = 0.5, d = 1. The two pairs of the caption lie on the curves "
    "of Δ/σ = 0.3, not on those of the setting it names.",
    panels=(
        roc_panel(HALF.envelope("length test (GLRT), $R_s$", R), npo("1/2"), title="ROC curves, Δ/σ = 0.5"),
        profile_panel(
            glrt_profile("1", "1/2", "length test, Δ/σ = 0.5", over=WEAK), npo_profile("1/2", "NPO, Δ/σ = 0.5", over=WEAK),
            glrt_profile("1", "3/10", "length test, Δ/σ = 0.3", BACK, WEAK), npo_profile("3/10", "NPO, Δ/σ = 0.3", OTHER, WEAK),
            title="privacy profiles, and the pairs printed at δ = 0.0001", least=1e-6,
            marks=(
                Mark(x="0.37", y="1e-4", label="printed 0.37", claim="glrt/fig-1/glrt", shift=(-6, -8)),
                Mark(x="0.95", y="1e-4", label="printed 0.95", claim="glrt/fig-1/npo", shift=(-6, -8)),
                Mark(x=of("glrt.epsilon", delta="1e-4", d="1", mu="1/2"), y="1e-4", label="ε = 1.03", shift=(6, 5)),
                Mark(x=of("gaussian.epsilon", delta="1e-4", mu="1/2"), y="1e-4", label="ε = 1.70", shift=(4, 6)),
            ),
        ),
    ),
)  # fmt: skip

ONE = LengthTest(1, Fraction(1))
figure_2 = PaperFigure(
    name="glrt/figure-2", where="Figure 2",
    caption="R, R' and the symmetrised curve R_s of the length test, Δ = σ² = 1, d = 1, with the optimal adversary's "
    "curve.",
    claims=("glrt/fig-2/reflection", "glrt/fig-2/r-asymmetric", "glrt/fig-2/rs-symmetric", "glrt/fig-2/rn-symmetric"),
    panels=(
        roc_panel(
            ONE.forward("$R$, decides for the shift", R), ONE.backward("$R'$, decides for the origin", BACK),
            ONE.envelope("$R_s$, concave envelope", ENVELOPE), npo("1", "$R_N$, optimal adversary"), title="Δ/σ = 1, d = 1",
        ),
    ),
)  # fmt: skip

THIRTY = LengthTest(30, Fraction(1))
figure_3 = PaperFigure(
    name="glrt/figure-3", where="Figure 3",
    caption="The dimension d of the query, Δ = σ² = 1: more dimensions hide the shift from an adversary who sees only "
    "lengths.",
    claims=("glrt/section-4.3/monotone-in-d",),
    panels=(
        roc_panel(ONE.envelope("d = 1", NPO), THIRTY.envelope("d = 30", R), title="symmetrised curves"),
        profile_panel(
            glrt_profile("30", "1", "d = 30", R), glrt_profile("1", "1", "d = 1", NPO), least=1e-6,
            title="profiles, and the pairs printed at δ = 0.0001",
            marks=(
                Mark(x="3.11", y="1e-4", label="printed 3.11", claim="glrt/fig-3/d-1", shift=(-6, -8)),
                Mark(x="0.46", y="1e-4", label="printed 0.46", claim="glrt/fig-3/d-30", shift=(8, 5)),
            ),
        ),
    ),
)  # fmt: skip

DIMENSIONS = tuple(even_grid(str(d), str(d), 1)[0] for d in (1, 2, 5, 10, 20, 50, 100, 200, 300, 500))


def effective_epsilon(delta: str) -> Plotted:
    return Plotted(
        label=f"δ = {delta}", y=of("glrt.epsilon", delta=delta, d=T, mu="1"), over=DIMENSIONS, kind="points",
    )  # fmt: skip


figure_4 = PaperFigure(
    name="glrt/figure-4", where="Figure 4",
    caption="Effective ε of the length test against the dimension d of the query, Δ = σ² = 1, at the ten dimensions of "
    "the paper. At its δ = 0.1 the test is worth nothing from d = 10 on: its advantage is below δ, so ε is 0. A "
    "smaller δ shows the decrease further.",
    chosen="the curves at δ = 0.01 and δ = 0.001.",
    claims=("glrt/fig-4/decrease", "glrt/mu-scaling/dimension"),
    panels=(
        Panel(
            title="effective ε by dimension", x_name="query dimension d", y_name="ε (nats)", x_log=True,
            curves=(effective_epsilon("0.1"), effective_epsilon("0.01"), effective_epsilon("0.001")),
        ),
    ),
)  # fmt: skip

LARGE = LengthTest(300, Fraction(10))
MU_LIMIT = mapped(constant("1/600"), lambda ball: 10 * ball.sqrt())


def off_limit(which: Plotted, label: str) -> Plotted:
    """The distance of a curve from the one of eq. 36, over the same false positive rates."""
    assert which.x is not None
    return Plotted(
        label=label, x=which.x, y=less(which.y, of("gaussian.roc", fpr=which.x, mu=MU_LIMIT)), over=which.over[2:-2],
        look=which.look,
    )  # fmt: skip


FORWARD, BACKWARD = LARGE.forward("$R$", R), LARGE.backward("$R'$", BACK)
figure_5 = PaperFigure(
    name="glrt/figure-5", where="Figure 5",
    caption="R and R' against the curve of eq. 36 with μ = 10/√600 = 0.408; Δ = 1, σ² = 100, d = 300, N = 1000. On the "
    "right the differences, which the left panel is too coarse to show.",
    claims=("glrt/fig-5/accuracy", "glrt/fig-5/symmetrisation-superfluous", "glrt/fig-5/exactly-gaussian"),
    panels=(
        roc_panel(FORWARD, BACKWARD, npo(MU_LIMIT, "μ-GDP curve, eq. 36"), title="d = 300, N = 1000"),
        Panel(
            title="distance from eq. 36", x_name=P_F, y_name="difference of detection probabilities", legend="lower right",
            curves=(off_limit(FORWARD, "$R$ less eq. 36"), off_limit(BACKWARD, "$R'$ less eq. 36")),
        ),
    ),
)  # fmt: skip

figure_6 = PaperFigure(
    name="glrt/figure-6", where="Figure 6",
    caption="Privacy profiles of the optimal adversary and of the length test, Δ = σ² = 1, d = 1; on the right their "
    "difference, which is greatest in the high-privacy regime ε < 2.",
    claims=("glrt/fig-6/ordering", "glrt/fig-6/high-privacy-regime"),
    panels=(
        Panel(
            title="Δ/σ = 1", x_name="ε (nats)", y_name="δ(ε)", y_range=(0, 0.4),
            curves=(glrt_profile("1", "1", "length test (GLRT)"), npo_profile("1")),
        ),
        Panel(
            title="reduction of δ", x_name="ε (nats)", y_name="δ of NPO less δ of GLRT", y_range=(0, 0.2),
            curves=(
                Plotted(
                    label="difference", over=DEEP, look=ENVELOPE,
                    y=less(of("gaussian.delta", eps=T, mu="1"), of("glrt.delta", eps=T, d="1", mu="1")),
                ),
            ),
        ),
    ),
)  # fmt: skip


def amplified(delta: Formula, label: str, look: int) -> Plotted:
    """(log(1 + (e^t - 1)/5), delta(t)/5): the rule of section 4.6 at the sampling rate 1/5."""
    return Plotted(
        label=label, look=look, over=even_grid("0", "8", 80), x=lambda t: (1 + (arb(t).exp() - 1) / 5).log(),
        y=mapped(delta, lambda ball: ball / 5),
    )  # fmt: skip


figure_7 = PaperFigure(
    name="glrt/figure-7", where="Figure 7",
    caption="Subsampling: Δ = 1, σ² = 36, γ = 0.2, N = 100 (μ = 5/3). The composed profile is amplified by the rule of "
    "section 4.6, (ε, δ) to (log(1 + γ(e^ε − 1)), γδ).",
    chosen="subsampling comes last, as the text says (R_s, then its conjugate, then the rule).",
    claims=("glrt/fig-7/ordering", "glrt/subsampling-rule", "glrt/profile-composition-lossless"),
    panels=(
        Panel(
            title="amplified profiles", x_name="ε (nats)", y_name="δ(ε)", y_log=True, y_range=(1e-4, 0.3), x_range=(0, 3.6),
            curves=(
                amplified(of("glrt.delta", eps=T, d="1", mu="5/3"), "length test (GLRT)", R),
                amplified(of("gaussian.delta", eps=T, mu="5/3"), "optimal adversary (NPO)", NPO),
            ),
        ),
    ),
)  # fmt: skip

SEVENTY = LengthTest(1, Fraction(35, 18))
MU_SEVENTY = root_of("35/18")
forward_draws = Draws(label="1000 draws for $R$, 99 % band", draw=SEVENTY.detects_shift, seed="glrt/figure-8/forward", look=OTHER)
backward_draws = Draws(label="1000 draws for $R'$, 99 % band", draw=SEVENTY.detects_origin, seed="glrt/figure-8/backward", look=5)

figure_8 = PaperFigure(
    name="glrt/figure-8", where="Figure 8",
    caption="The experiment of section 5.1 repeated with seeded draws, 1000 for each curve, and the certified curves; Δ ="
    " 1, σ² = 36, N = 70. With 99 % confidence what is drawn from lies in the band.",
    claims=("glrt/fig-8/empirical-match", "glrt/section-5.1/bounds-tight"),
    panels=(
        roc_panel(
            SEVENTY.forward("$R$, certified", R), SEVENTY.backward("$R'$, certified", BACK),
            draws=(forward_draws, backward_draws), title="Δ/σ = 1/6, N = 70",
        ),
        profile_panel(
            glrt_profile("1", MU_SEVENTY, "length test (GLRT)"), least=1e-3, title="profile, and the pair printed at δ = 0.01",
            marks=(Mark(x="2.94", y="1e-2", label="printed 2.94", claim="glrt/fig-8/eps", shift=(-6, -8)),),
        ),
    ),
)  # fmt: skip

figure_9 = PaperFigure(
    name="glrt/figure-9", where="Figure 9",
    caption="The draws of Figure 8 against the symmetrised curve and the optimal adversary; Δ = 1, σ² = 36, N = 70. The "
    "printed ε = 3.63 is cut off, not rounded: at 3.63 δ is above 0.01.",
    claims=("glrt/fig-9/ordering",),
    panels=(
        roc_panel(
            SEVENTY.envelope("$R_s$, certified", ENVELOPE), npo(MU_SEVENTY), draws=(forward_draws, backward_draws),
            title="Δ/σ = 1/6, N = 70",
        ),
        profile_panel(
            glrt_profile("1", MU_SEVENTY, "length test (GLRT)"), npo_profile(MU_SEVENTY), least=1e-3,
            title="profiles, and the pairs printed at δ = 0.01",
            marks=(
                Mark(x="2.94", y="1e-2", label="printed 2.94", claim="glrt/fig-9/glrt", shift=(-6, -8)),
                Mark(x="3.63", y="1e-2", label="printed 3.63", claim="glrt/fig-9/npo", shift=(0, 12)),
            ),
        ),
    ),
)  # fmt: skip

FIFTY, SCALAR = LengthTest(50, Fraction(200, 49)), LengthTest(1, Fraction(200, 49))
MU_FIFTY = root_of("200/49")
WIDE = even_grid("0", "7", 56)
figure_10 = PaperFigure(
    name="glrt/figure-10", where="Figure 10",
    caption="The experiment in 50 dimensions, seeded draws, against the certified curves for d = 50, d = 1 and the "
    "optimal adversary; Δ = 1, σ² = 12.25, N = 50. No reading was found that gives the printed 6.01.",
    claims=("glrt/fig-10/ordering", "glrt/fig-10/empirical-match"),
    panels=(
        roc_panel(
            FIFTY.envelope("$R_s$, d = 50", ENVELOPE), SCALAR.envelope("$R_s$, d = 1", R), npo(MU_FIFTY),
            draws=(
                Draws(label="draws for $R$, d = 50, 99 % band", draw=FIFTY.detects_shift, seed="glrt/figure-10/forward",
                    look=OTHER),
                Draws(label="draws for $R'$, d = 50", draw=FIFTY.detects_origin, seed="glrt/figure-10/backward", look=5),
            ),
            title="Δ/σ = 2/7, N = 50",
        ),
        profile_panel(
            glrt_profile("50", MU_FIFTY, "length test, d = 50", ENVELOPE, WIDE),
            glrt_profile("1", MU_FIFTY, "length test, d = 1", R, WIDE), npo_profile(MU_FIFTY, over=WIDE), least=1e-3,
            title="profiles, and the pairs printed at δ = 0.01",
            marks=(
                Mark(x="0.76", y="1e-2", label="printed 0.76", claim="glrt/fig-10/d-50", shift=(6, 6)),
                Mark(x="5.39", y="1e-2", label="printed 5.39", claim="glrt/fig-10/d-1", shift=(-6, -8)),
                Mark(x="6.01", y="1e-2", label="printed 6.01", claim="glrt/fig-10/npo", shift=(6, 12)),
            ),
        ),
    ),
)  # fmt: skip

FIGURES = (
    figure_1, figure_2, figure_3, figure_4, figure_5, figure_6, figure_7, figure_8, figure_9, figure_10,
)  # fmt: skip
