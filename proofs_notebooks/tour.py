# ---
# jupyter:
#   jupytext:
#     formats: ipynb,py:percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # A tour of dplemma
#
# A *mechanism* answers a question about a set of records and adds noise, so that nobody can tell from the answer whether your
# record was among them. *Differential privacy* measures how well it does this, and its literature is a web of formulas.
# `dplemma` writes such formulas down as data and lets machines decide them. In this notebook you will
#
# 1. state a lemma and see it proved, and a wrong one refuted;
# 2. see a printed lemma refuted and mended;
# 3. read a derivation, each of its steps decided;
# 4. draw four pictures of privacy from certified numbers.
#
# All you need to know of the subject: the **Gaussian mechanism** adds normal noise of standard deviation $\sigma$ to a number
# that one record can move by at most $\Delta$. Everything about its privacy depends on $\mu = \Delta/\sigma$ alone: small $\mu$
# means much noise and good privacy.

# %%
import matplotlib.pyplot as plt
from flint import arb, fmpq

import dplemma
from dplemma import Claim, Interval, Region, check, gdpt, value
from dplemma.cli import main as dplemma_command
from dplemma.formulas import gaussian
from dplemma.lang import Limit, Phi, exp, oo, pi, sqrt, variables

# %% [markdown]
# ## State a lemma, see it decided
#
# Somebody who sees the noisy answer guesses whether your record was used. The best guesser's *advantage* is the difference
# between the rates of right and of false alarms: 0 means coin tossing, 1 means certainty. How fast can it grow with $\mu$?
#
# A `Claim` is two sides, a relation, and the `Region` on which it is said to hold. Nothing in it is a rounded number.

# %%
mu, eps = variables("mu eps")


def advantage_at_most(bound, name):
    return Claim(
        id=f"tour/{name}",
        where="this notebook",
        kind="inequality",
        states="The advantage of the best guesser against the Gaussian mechanism is at most the bound.",
        lhs=gaussian.tv(mu),
        rel="<=",
        rhs=bound,
        on=Region(mu=Interval.open(0, oo)),
    )


first = advantage_at_most(mu / 2, "half-of-mu")
first

# %% [markdown]
# $\Phi$ is the distribution function of the normal law. `check` decides the claim for **all** $\mu > 0$, not at a few of them.

# %%
check(first)

# %% [markdown]
# *Proved* means that the kernel, a small program that searches for nothing, accepted a proof object for the whole region, its
# infinite end included; where that takes boxes of ball arithmetic the word is *certified*. Can we promise more, say $\mu/3$?

# %%
check(advantage_at_most(mu / 3, "third-of-mu"))

# %% [markdown]
# *Refuted*, with a counterexample you can check yourself: every digit shown is proved. The best factor lies between the two; it
# is the slope of the advantage at 0.

# %%
check(advantage_at_most(mu / sqrt(2 * pi), "slope-at-zero"))

# %% [markdown]
# ## A printed lemma, refuted and mended
#
# The same engines read the literature. Each claim of a paper is written down **as printed** and decided; `dplemma.show` prints
# what the ledger remembers of it. Lemma 1 of this paper speaks of $(\varepsilon, \delta)$-differential privacy: with $P$ and
# $Q$ the laws of the answer with and without your record, $P(S) \le e^{\varepsilon} Q(S) + \delta$ for every event $S$.
# (The paper writes $\psi$ for our $\mu$.)

# %%
dplemma.show("sensitivity_index/lemma-1")

# %% [markdown]
# A verdict from a ledger need not be believed. `dplemma.claim` fetches the claim, and `check` decides it here and now, then its
# amendment.

# %%
printed = dplemma.claim("sensitivity_index/lemma-1")
check(printed)

# %%
check(printed.amend)

# %% [markdown]
# *Assuming* names the facts from the literature that a verdict rests on; there are at most twelve, all in one file.

# %% [markdown]
# ## Read a derivation
#
# A lemma is believed when it can be followed. A derivation goes from densities and definitions to the result; each step names its
# rule, and the engines decide every step with its side conditions. Here: the Chernoff information of two Gaussians.

# %%
_ = dplemma_command(["derive", "chernoff-information"])

# %% [markdown]
# ## Where delta comes from: the ROC curve
#
# A guesser can be cautious or bold. Let $x$ be the rate of false alarms one accepts; the **ROC curve** $R(x)$ is the best rate
# of right alarms. Against the Gaussian mechanism $R(x) = \Phi(\Phi^{-1}(x) + \mu)$. The mechanism is
# $(\varepsilon, \delta)$-private if $R(x) \le \delta + e^{\varepsilon} x$ for all $x$: the curve stays below a line of slope
# $e^{\varepsilon}$. The lowest such line is a tangent, and it meets the axis at the least $\delta$. It touches the curve at
# $x^* = \Phi(-\mu/2 - \varepsilon/\mu)$; that its height at 0 is then $\delta(\varepsilon)$ is a claim like any other.

# %%
touching = Phi(-mu / 2 - eps / mu)
intercept = Claim(
    id="tour/tangent-meets-axis-at-delta",
    where="this notebook",
    kind="identity",
    states="The tangent of slope e^eps to the ROC curve meets the axis at delta(eps).",
    lhs=gaussian.roc(touching, mu) - exp(eps) * touching,
    rel="=",
    rhs=gaussian.delta(eps, mu),
    on=Region(eps=Interval(0, oo), mu=Interval.open(0, oo)),
)
check(intercept)

# %% [markdown]
# `dplemma.value` gives the numbers: inputs are exact, every digit is certified, and `float` rounds correctly.

# %%
delta = value("gaussian.delta", eps=1, mu=1, digits=30)
delta

# %% [markdown]
# For the picture we take $\mu = 1$ and $\varepsilon = 1$. The line is drawn through two certified points: $(0, \delta)$ and the
# point of contact, $(\Phi(-3/2), \Phi(-1/2))$. (The trade-off function at one half, $T(1/2) = \Phi(-\mu)$, is a name for these.)

# %%
BLUE, ORANGE, GREEN, PURPLE = "#0072B2", "#D55E00", "#009E73", "#CC79A7"  # told apart by colour-blind readers
plt.rcParams.update({"figure.dpi": 110, "font.size": 11, "axes.grid": True, "grid.alpha": 0.3, "lines.linewidth": 2})

contact = (
    float(value("gaussian.tradeoff", fpr="1/2", mu="3/2")),
    float(value("gaussian.tradeoff", fpr="1/2", mu="1/2")),
)
rates = [fmpq(k, 200) ** 2 for k in range(201)]  # closer together near 0, where the curve is steep

figure, axes = plt.subplots(figsize=(7, 5.2))
axes.plot(
    [float(arb(x)) for x in rates],
    [float(value("gaussian.roc", fpr=x, mu=1)) for x in rates],
    color=BLUE,
    label="ROC curve, μ = 1",
)
axes.axline((0, float(delta)), contact, color=ORANGE, linestyle="--", label="tangent of slope $e^ε$, ε = 1")
axes.plot([0, 1], [0, 1], color="0.5", linestyle=":", label="coin tossing")
axes.plot(*contact, "o", color="black", markersize=7)
axes.annotate("contact", contact, xytext=(0.19, 0.36), arrowprops={"arrowstyle": "-", "color": "0.3"})
axes.plot(0, float(delta), "s", color="black", markersize=7, clip_on=False)
axes.annotate(
    f"intercept δ = {float(delta):.4f}", (0, float(delta)), xytext=(0.2, 0.06), arrowprops={"arrowstyle": "-", "color": "0.3"}
)
axes.set(xlim=(0, 1), ylim=(0, 1), xlabel="rate of false alarms x", ylabel="rate of right alarms R(x)")
axes.legend(loc="lower right")
plt.show()

# %% [markdown]
# **Figure 1.** The ROC curve of the Gaussian mechanism with $\mu = 1$ and its tangent of slope $e$. The tangent meets the left
# axis at $\delta(1) = 0.12693\ldots$: the mechanism is $(1, 0.1270)$-private, and not $(1, 0.1269)$-private.
#
# ## The privacy profile, down to the deep tail
#
# One mechanism has a $\delta$ for every $\varepsilon$: its *privacy profile* $\delta(\varepsilon)$. Written as printed in
# textbooks, $\Phi(\mu/2 - \varepsilon/\mu) - e^{\varepsilon}\,\Phi(-\mu/2 - \varepsilon/\mu)$, it is a difference of nearly
# equal numbers, and soon smaller than any number a computer stores in the usual way. `gaussian.log_delta` is its logarithm,
# certified at any depth.

# %%
value("gaussian.log_delta", eps=1000, mu="1/1000", digits=20)

# %%
LN10 = arb(10).log()
styles = {"1/2": (PURPLE, "-."), "1": (BLUE, "-"), "2": (GREEN, "--"), "4": (ORANGE, ":")}


def draw_profiles(axes, until):
    grid = [fmpq(until * k, 120) for k in range(121)]
    for index, (colour, line) in styles.items():
        depth = [value("gaussian.log_delta", eps=e, mu=index, digits=15).ball / LN10 for e in grid]
        axes.plot([float(arb(e)) for e in grid], [float(y) for y in depth], color=colour, linestyle=line, label=f"μ = {index}")
    axes.set(xlim=(0, until), xlabel="ε (nats)", ylabel="log₁₀ δ(ε)")


figure, (head, tail) = plt.subplots(1, 2, figsize=(9.6, 4.4), layout="constrained")
draw_profiles(head, until=6)
head.set(ylim=(-12, 0.4), title="everyday range")
head.legend(loc="lower left")
draw_profiles(tail, until=30)
tail.set(ylim=(-800, 10), title="the deep tail")
tail.axhline(-308, color="0.4", linewidth=1)
tail.text(0.5, -316, "below: too small\nfor a normal binary64 number", color="0.25", fontsize=10, va="top")
plt.show()

# %% [markdown]
# **Figure 2.** Privacy profiles of four Gaussian mechanisms; the vertical axis is the decimal logarithm of $\delta$. With
# $\mu = 1/2$ the $\delta$ at $\varepsilon = 30$ is $3.27 \cdot 10^{-780}$; its logarithm is correct to fifteen digits all the
# same.
#
# ## One number for any mechanism: the GDP transform
#
# Other mechanisms are measured against the Gaussian one. A mechanism is *$\mu$-GDP* if it is at least as private as the
# Gaussian mechanism with that $\mu$, for every $\varepsilon$. The paper *Identification, Amplification and Measurement: A bridge
# to Gaussian Differential Privacy* (2022) turns a profile $\delta_A$ into its **GDP transform**
# $$G(\varepsilon) = \text{the } \mu \text{ whose Gaussian mechanism has } \delta(\varepsilon) = \delta_A(\varepsilon),$$
# so that $A$ is $\mu$-GDP exactly if $\mu \ge \sup G$. Its three running examples:
#
# - **Laplace**: noise from the Laplace law. It is $\varepsilon_0$-private, $\varepsilon_0 = \Delta/b$. The paper's figures fit
#   $\varepsilon_0 = 2$ (its text prints $b = 2/\Delta$ where $b = \Delta/2$ reproduces its 1.80).
# - **SGD**: noisy stochastic gradient descent, known to be $(t, e^{-t^2})$-private for every $t > 0$.
# - **ICEA**: an encoder for federated learning, known to be $(t, 4e^{-2}/t)$-private for every $t > 0$.
#
# Of the last two only these pairs are known. By Theorem 2.1 of the paper each pair $(t, \delta_t)$ also gives a guarantee at
# every smaller $\varepsilon$, namely $\delta_t + (1 - \delta_t)(e^t - e^{\varepsilon})/(1 + e^t)$. Below a threshold $t_0$ we use
# the pair at $t_0$, above it the pair at $\varepsilon$ itself. Any $t_0$ gives a valid profile; these are the best ones to three
# decimals.


# %%
def refined(pair, threshold):
    """A profile from known pairs (t, pair(t)), as a function of balls."""
    t = arb(threshold)

    def profile(e):
        return pair(e) if e > t else pair(t) + (1 - pair(t)) * (t.exp() - e.exp()) / (1 + t.exp())

    return profile


examples = {
    "Laplace, ε₀ = 2": ("laplace.delta", {"eps0": "2"}, BLUE, "-"),
    "SGD": (refined(lambda t: (-t * t).exp(), fmpq(1188, 1000)), {}, GREEN, "--"),
    "ICEA": (refined(lambda t: 4 * arb(-2).exp() / t, fmpq(1157, 1000)), {}, ORANGE, "-."),
}
heads = {
    name: gdpt.mu_sup(profile, until="2" if fixed else "10", digits=4, **fixed) for name, (profile, fixed, *_) in examples.items()
}
for name, head in heads.items():
    print(f"{name}: {head}")

# %% [markdown]
# Each line encloses a supremum between two certified numbers. For Laplace the profile is 0 from $\varepsilon_0 = 2$ on, so this
# is the whole story. For the other two it is the supremum for $\varepsilon$ up to 10, the *head*. What of larger $\varepsilon$?
# For ICEA $\varepsilon\,\delta$ stays at $4e^{-2}$, but for a Gaussian mechanism it vanishes, whatever its $\mu$:

# %%
vanishes = Claim(
    id="tour/gaussian-tail",
    where="this notebook",
    kind="limit",
    states="For every mu, eps times the profile of the Gaussian mechanism tends to 0.",
    holds=Limit(eps * gaussian.delta(eps, mu), eps, oo, 0),
    on=Region(mu=Interval.open(0, oo)),
)
check(vanishes)

# %% [markdown]
# So the known guarantee of ICEA crosses every Gaussian profile: its transform has no supremum.


# %%
def draw(axes, name, profile, fixed, colour, line, until):
    points = [fmpq(until * k, 240) for k in range(241)]
    heights = [float(gdpt.mu_at(profile, eps=e, **fixed)) for e in points]
    axes.plot([float(arb(e)) for e in points], heights, color=colour, linestyle=line, label=name)


figure, axes = plt.subplots(figsize=(7, 5))
for name, (profile, fixed, colour, line) in examples.items():
    top = heads[name]
    reach = "" if top.complete else ", among ε ≤ 10"
    highest = f"sup = {float(top.ball.lower()):.3f}{reach}" if name != "ICEA" else "no supremum"
    draw(axes, f"{name}: {highest}", profile, fixed, colour, line, until=10)
    if name != "ICEA":
        axes.plot(float(arb(top.at)), float(top.ball.lower()), "o", color=colour, markersize=8, clip_on=False)
axes.axhline(float((arb(1) / 2).sqrt()), color="0.5", linewidth=1, linestyle=":")
axes.text(9.9, 0.66, "limit of SGD: $\\sqrt{1/2}$", color="0.25", fontsize=10, ha="right", va="top")
axes.set(xlim=(0, 10), ylim=(0, 4.5), xlabel="ε (nats)", ylabel="G(ε), in units of μ")
axes.legend(loc="upper left")
plt.show()

# %% [markdown]
# **Figure 3.** The GDP transforms of the three examples, with the suprema of the first two marked: both are worst at
# $\varepsilon = 0$. (Of SGD this is certified for $\varepsilon \le 10$.) The paper finds that the transform of SGD tends to
# $\sqrt{1/2} = 0.707\ldots$ (dotted): that limit bounds the $\mu$ of the profile from below, and is far from the 1.856 that its
# head needs.
#
# ### Subsampling helps
#
# If the Laplace mechanism sees each record only with probability $q$ (*Poisson subsampling*), privacy improves. The paper prints
# that $\mu$ falls from 1.80 to 0.98 at 50 % and 0.28 at 10 %.

# %%
samples = {
    "all records": ("1", BLUE, "-"),
    "50 % of the records": ("1/2", GREEN, "--"),
    "10 % of the records": ("1/10", ORANGE, "-."),
}
suprema = {name: gdpt.mu_sup("subsampled.laplace_delta", eps0="2", q=q, until="2", digits=4) for name, (q, *_) in samples.items()}
for name, supremum in suprema.items():
    print(f"{name}: {supremum}")

# %%
figure, axes = plt.subplots(figsize=(7, 5))
for name, (q, colour, line) in samples.items():
    draw(axes, name, "subsampled.laplace_delta", {"eps0": "2", "q": q}, colour, line, until=2)
    top = suprema[name]
    at, height = float(arb(top.at)), float(top.ball.lower())
    axes.plot(at, height, "o", color=colour, markersize=8, clip_on=False)
    axes.annotate(f"sup = {height:.3f}", (at, height), xytext=(at + 0.04, height + 0.06), color=colour)
axes.set(xlim=(0, 2), ylim=(0, 2.7), xlabel="ε (nats)", ylabel="G(ε), in units of μ")
axes.legend(loc="upper right", title="Laplace mechanism, ε₀ = 2")
plt.show()

# %% [markdown]
# **Figure 4.** The GDP transform of the Laplace mechanism and of its subsampled versions, suprema marked. All three printed
# numbers are right: 1.80, 0.98 and 0.28. With subsampling the worst $\varepsilon$ is no longer 0: the value of $G$ there would
# promise too much privacy.
#
# ## Where to go from here
#
# - `dplemma list` shows every claim with its verdict, `dplemma findings` the refuted ones, worst first.
# - `dplemma check FILE.py` decides your own lemmas, and `--sharpen` looks for the best constants.
# - `dplemma list --quantities` shows what `dplemma.value` can compute.
