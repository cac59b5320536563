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
# # An adversary who sees only lengths
#
# *Generalised Likelihood Ratio Testing Adversaries through the Differential Privacy Lens*, by Kaissis, Ziller, Kolek Martinez
# de Azagra and Rueckert (2022).
#
# Differential privacy guards against the best attacker there is, who knows the direction in which your record moves the answer.
# The paper takes that knowledge away: the attacker tests the *length* of the answer (a generalised likelihood ratio test,
# GLRT). Less is given away to such an attacker, and the paper says how much less. Its theorems hold. Several numbers in its
# captions do not, all on the unsafe side.
#
# Whatever is computed here for the GLRT is the success of a restricted attacker, **not a DP guarantee**.

# %%
from dplemma import Claim, Interval, Region, check, claim, derive, figure, value
from dplemma.formulas import gaussian, glrt
from dplemma.lang import Rational, oo, sqrt, variables

# %% [markdown]
# ## The test
#
# With noise of unit variance the squared length follows a chi-square law, central without your record and with noncentrality
# $\Delta^2/\sigma^2$ with it. For one dimension there is a closed form, `glrt/corollary-1` (proved). The paper takes it from the
# Marcum function; from the density it is two normal tails:

# %%
derive("glrt/corollary-1")

# %%
figure("glrt/figure-2")

# %% [markdown]
# **Figure 1.** Figure 2 of the paper. $R$ and $R'$ are mirror images, `glrt/fig-2/reflection` (proved), but neither is
# symmetric, `glrt/fig-2/r-asymmetric` (proved); their concave envelope $R_s$ is, `glrt/fig-2/rs-symmetric` (proved). It lies
# below the curve of the optimal attacker, `glrt/glrt-weaker-than-npo` (certified).
#
# ## How much less
#
# The first figure of the paper has the result at a glance: at $\Delta/\sigma = 0.5$ and $\delta = 10^{-4}$ the guarantee
# improves from $\varepsilon = 0.95$ to $0.37$. Neither number belongs to this setting: `glrt/fig-1/npo` (refuted),
# `glrt/fig-1/glrt` (refuted).

# %%
check(claim("glrt/fig-1/npo"))

# %%
(value("gaussian.epsilon", delta="1e-4", mu="0.5", digits=6), value("glrt.epsilon", delta="1e-4", d=1, mu="0.5", digits=6))

# %%
figure("glrt/figure-1")

# %% [markdown]
# **Figure 2.** The printed pairs lie on the curves of $\Delta/\sigma = 0.3$. At the setting that the caption names,
# $\varepsilon$ is 1.70 for the optimal attacker, `glrt/fig-1/npo/amended` (certified), and 1.03 for the length test,
# `glrt/fig-1/glrt/amended` (certified): the effect is there, and about as large, at nearly twice the $\varepsilon$.
#
# ## Dimension
#
# In $d$ dimensions the shift hides in the noise of all coordinates, and the test gets worse: `glrt/section-4.3/monotone-in-d`
# (proved). In the limit it is worth $\mu = N\Delta^2/(\sigma^2\sqrt{2d})$, `glrt/eq-37` (proved). The text calls this
# inversely proportional to $d$; the root of $d$ is meant, as the equation has it: `glrt/mu-scaling/dimension` (proved).

# %%
check(claim("glrt/mu-scaling/dimension"))

# %%
figure("glrt/figure-4")

# %% [markdown]
# **Figure 3.** Figure 4 of the paper, with two smaller $\delta$. At the printed $\delta = 0.1$ the test is worth nothing from
# ten dimensions on.

# %%
figure("glrt/figure-5")

# %% [markdown]
# **Figure 4.** The limit at $d = 300$, $N = 1000$: the curves differ from that of eq. 36 by about half a percent,
# `glrt/fig-5/accuracy` (measured).
#
# ## Experiments
#
# The paper draws outputs and compares empirical curves with the theorems. Here the draws are seeded, and the bands say with
# what confidence they tell the truth.

# %%
figure("glrt/figure-10")

# %% [markdown]
# **Figure 5.** Fifty dimensions. The draws agree with the theorem. Of the three numbers in the caption two come out,
# `glrt/fig-10/d-50` (certified) and `glrt/fig-10/d-1` (certified); for the optimal attacker the caption has 6.01 where
# $\varepsilon$ is 6.0839: `glrt/fig-10/npo` (refuted). No reading was found that gives the printed number.
#
# ## Composition
#
# Section 4.6 says that profiles can be composed losslessly by Fourier transform: `glrt/profile-composition-lossless` (refuted).
# The product of the losses belongs to an attacker who keeps only the length of *each* answer. One who averages the answers, as
# in Theorem 2, sees that their signs agree, and does better.

# %%
check(claim("glrt/profile-composition-lossless"))

# %% [markdown]
# ## Exercises
#
# **1.** Compare the two attackers by their total variation, the height of the ROC curve above the diagonal. The claim below
# says that in one dimension the length test has at least half of the advantage of the optimal one at $x = 1/4$. Where does it
# fail?

# %%
mu, LEVEL = variables("mu"), Rational(1, 4)

half_of_the_power = Claim(
    id="exercise/half-of-the-power",
    where="this notebook",
    kind="inequality",
    states="At the level 1/4 the length test gains at least half of what the best test gains.",
    lhs=2 * (glrt.roc(LEVEL, 1, mu) - LEVEL),
    rel=">=",
    rhs=gaussian.roc(LEVEL, mu) - LEVEL,
    on=Region(mu=Interval("1/10", 3)),
)
check(half_of_the_power)

# %% [markdown]
# **2.** In the limit of many dimensions the index is $\lambda/\sqrt{2d}$ with $\lambda = \mu^2$. From which dimension on is it
# below the index of the optimal attacker? Mend the claim.

# %%
lam, d = variables("lam d")

weaker_in_the_limit = Claim(
    id="exercise/weaker-in-the-limit",
    where="this notebook",
    kind="inequality",
    states="In the limit the length test has a smaller index than the optimal attacker.",
    lhs=lam / sqrt(2 * d),
    rel="<",
    rhs=sqrt(lam),
    on=Region(lam=Interval.open(0, 9), d=Interval.integers(4, oo)),
)
check(weaker_in_the_limit)
