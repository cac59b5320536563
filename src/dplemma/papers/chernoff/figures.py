"""The ROC curves of Figure 2.

Main results: the curves are eqs. 8 and 11; detection improves with eps and with the bias; the noise is enough for eps <= 4.9.
Source: section V, the paragraph on ROC curves, and Figure 2.
"""

from dplemma.formulas import gaussian
from dplemma.lang.words import *
from dplemma.papers.chernoff.kl_and_chernoff import index
from dplemma.papers.chernoff.threshold import above, cut_of, level, mu_1, power_up

alpha, eps, delta, c, k, t, late, w = variables("alpha eps delta c k t late w")
Delta_mu, sigma_z, mu_0 = variables("Delta_mu sigma_z mu_0")
tail = eps / 20

roc_epsilon = Claim(
    id="chernoff/section-v/roc-epsilon",
    where="Section V, ROC paragraph", kind="monotonicity", tier="prose",
    states="ROC accuracy is high in the low privacy regime (large eps) and degrades as eps decreases (delta=eps/20).",
    reading="The power of eq. 11 at every size alpha and every bias of c s > 0, with the noise of Definition 3; eps < 20, as "
    "delta < 1. It is strictly increasing in eps.",
    holds=Monotone(gaussian.roc(alpha, index(c, tail)), eps, "increasing"),
    on=Region(alpha=UNIT, c=POSITIVE, eps=Interval.open(0, 20)),
)  # fmt: skip

roc_bias = Claim(
    id="chernoff/section-v/roc-bias",
    where="Section V, ROC paragraph", kind="monotonicity", tier="prose",
    states="Increasing the bias Delta mu relative to s increases the probability of correctly detecting the attacker.",
    reading="The power of eq. 11 at every size alpha, with a bias of c s and the noise of Definition 3.",
    holds=Monotone(gaussian.roc(alpha, index(c, delta)), c, "increasing"),
    on=Region(alpha=UNIT, c=POSITIVE, eps=POSITIVE, delta=UNIT),
)  # fmt: skip

caption_equations = Claim(
    id="chernoff/figure-2/caption-equations",
    where="Figure 2 caption", kind="identity",
    states="The ROC curves for Delta mu>0 plot Eqs. (10) and (11).",
    reading="Eqs. (8) and (11): eq. 10 is that of Delta mu < 0, and section V computes the curves from the threshold (7), the "
    "solution of eq. 8. At each threshold k the power is eq. 11 at the false-alarm rate of eq. 8.",
    holds=Rel(above(cut_of(k), mu_1), "=", power_up.subs(alpha, level)),
    on=Region(k=POSITIVE, Delta_mu=POSITIVE, sigma_z=POSITIVE, mu_0=REAL),
    as_extracted=Extracted(
        Rel(above(cut_of(k), mu_1), "=", power_up.subs(alpha, 1 - level)),
        on=Region(
            k=POSITIVE, Delta_mu=POSITIVE, sigma_z=POSITIVE, mu_0=REAL,
            points=[{"k": 2, "Delta_mu": 1, "sigma_z": 1, "mu_0": 0}],
        ),
        why="For Delta mu > 0 eq. 10 is 1 less the false-alarm rate.",
    ),
)  # fmt: skip

# With t = sqrt(2 log(1.25/delta)) the index is eps/t; for delta = eps/20 eps = 25 exp(-t^2/2).
plotted = 25 * exp(-(t**2) / 2)
depth = late - eps / (2 * late)
TOO_LARGE = Rational("5.2")
LEVELS_PLOTTED = Region(t=Interval("1.8", "2.06"), late=Interval.ropen("2.06", oo), eps=Interval.lopen(0, 3), w=POSITIVE)
enough_noise = (
    Rel(gaussian.delta(plotted, plotted / t), "<=", plotted / 20),
    Rel(plotted.subs(t, late), "<", 3),
    Rel(gaussian.delta(eps, eps / late), "<", Phi(-depth)),
    Rel(Phi(-w), "<=", phi(w) / w),
    Rel(phi(depth), "=", exp(-(late**2) / 2) * exp(eps / 2 - eps**2 / (8 * late**2)) / sqrt(2 * pi)),
    Rel(exp(eps / 2 - eps**2 / (8 * late**2)), "<=", Rational("1.25") * sqrt(2 * pi) * depth),
)
delta_eps_over_20 = Claim(
    id="chernoff/figure-2/delta-eps-over-20",
    where="Figure 2 caption with Definition 3", kind="inequality",
    states="Gaussian DP with delta=eps/20 for the various eps plotted: Definition 3's calibration at (eps, eps/20) is (eps, "
    "eps/20)-DP.",
    reading="The text does not say which eps are plotted, nor how far they go (`various levels`, `large`): taken as at most "
    "4.9, which is generous to it; the least eps at which the noise is too little is not far beyond (the sharpened form; "
    "definition-3/calibration is refuted for such eps). roc-epsilon goes up to 20, as it asks for no guarantee. t = sqrt(2 "
    "log(25/eps)), so eps = 25 exp(-t^2/2), the index is eps/t, and the claim is delta(eps) <= 1.25 exp(-t^2/2). For t in "
    "[1.8, 2.06] directly. For t >= 2.06, here called late, eps is below 3; the profile is at most Phi(-w) <= phi(w)/w with "
    "w = t - eps/(2t), and phi(w)/w <= 1.25 exp(-t^2/2).",
    holds=All(*enough_noise),
    on=LEVELS_PLOTTED,
    assumes=("gaussian-one-dimension", "hockey-stick"),
    sharpen=sharpened(
        states="Definition 3's calibration at (eps, eps/20) is (eps, eps/20)-DP for eps <= 4.9, and not at eps = 5.2, where "
        "delta is 0.27 and not 0.26.",
        holds=All(
            *enough_noise,
            Rel(gaussian.delta(TOO_LARGE, TOO_LARGE / sqrt(2 * log(25 / TOO_LARGE))), ">", TOO_LARGE / 20),
            Number(gaussian.delta(TOO_LARGE, TOO_LARGE / sqrt(2 * log(25 / TOO_LARGE))), Printed("0.27")),
        ),
        on=LEVELS_PLOTTED,
        assumes=("gaussian-one-dimension", "hockey-stick"),
    ),
)  # fmt: skip
