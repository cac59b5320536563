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
# # A bridge to Gaussian differential privacy
#
# *Identification, Amplification and Measurement: A bridge to Gaussian Differential Privacy*, by Liu, Sun, Jiang and Kong
# (2022).
#
# A mechanism is **$\mu$-GDP** if it is at least as private as the Gaussian mechanism of index $\mu$ at every $\varepsilon$. The
# paper asks three things of a mechanism whose privacy profile is known: is it GDP at all (*identification*), for which $\mu$
# (*measurement*), and what becomes of it under sampling and composition (*amplification*). The answers are good and most of the
# statements hold as printed. A few do not, and two of them promise too much.

# %%
from dplemma import Claim, Interval, Region, check, claim, derive, figure, show, value
from dplemma.formulas import gaussian, pure
from dplemma.lang import oo, variables

# %% [markdown]
# ## What a pair implies
#
# An $(\varepsilon_0, \delta_0)$-DP mechanism is also $(\varepsilon, \delta)$-DP for smaller $\varepsilon$, with a larger
# $\delta$. Theorem 2.1 says with which one, and that no smaller one does: `gdp_bridge/theorem-2-1/sufficiency` (proved),
# `gdp_bridge/theorem-2-1/necessity` (proved).

# %%
show("gdp_bridge/theorem-2-1/sufficiency")

# %%
figure("gdp_bridge/figure-1")

# %% [markdown]
# **Figure 1.** Left, the three examples of the paper, naive and refined by Theorem 2.1. Right, the same against Gaussian
# profiles. The text says that ICEA meets all three of the displayed Gaussian curves:
# `gdp_bridge/figure-1/icea-intersects-1-gdp` (refuted). It lies above the whole 1-GDP curve,
# `gdp_bridge/figure-1/icea-intersects-1-gdp/amended` (certified). What the paper calls hard to tell from a graph is decided
# too: `gdp_bridge/figure-1/sgd-and-gdp-curves` (certified).
#
# ## Identification: the tail
#
# Theorem 3.3 reads $\mu_t = \sqrt{\lim \varepsilon^2/(-2\log\delta)}$ off the tail and says that the mechanism is $\mu$-GDP
# exactly if $\mu \ge \mu_t$: `gdp_bridge/theorem-3-3` (refuted). The limit sees the tail only. A mechanism with bounded loss
# has $\mu_t = 0$, and is not $\mu$-GDP for small $\mu$: whoever calibrates by this line promises too much.

# %%
check(claim("gdp_bridge/theorem-3-3"))

# %% [markdown]
# What the introduction says is right, a lower bound: `gdp_bridge/theorem-3-3/amended` (proved).
#
# ## Measurement: the transform
#
# The **GDP transform** of a profile is $G(\varepsilon) = \mu_{\mathrm{GDP}}(\varepsilon, \delta(\varepsilon))$, the index of
# the Gaussian mechanism with this pair; the least $\mu$ is its supremum. To find a supremum on a grid one needs to know how
# fast $\mu_{\mathrm{GDP}}$ moves. Theorem 4.2 bounds its derivative in $\varepsilon$ by $\sqrt 2\,\pi/2$,
# `gdp_bridge/theorem-4-2/upper` (proved). The best constant is $\sqrt{\pi/2}$, `gdp_bridge/theorem-4-2/upper/sharpened`
# (proved), and here is why.

# %%
derive("gdp_bridge/theorem-4-2/upper")

# %%
figure("gdp_bridge/figure-2")

# %% [markdown]
# **Figure 2.** Left, the transforms of the examples. SGD tends to $\sqrt{1/2}$, `gdp_bridge/figure-2/sgd-gdpt-limit`
# (certified), but its supremum is at 0 and far above: the hatched area is what Theorem 3.3 would lose. Right, the staircases of
# Theorem 4.3, `gdp_bridge/theorem-4-3/upper-staircase` (proved).
#
# Each staircase is computed by a search of its own, and the errors of both searches count. The paper adds one of them:
# `gdp_bridge/section-4-1/overall-gap` (refuted).

# %%
check(claim("gdp_bridge/section-4-1/overall-gap"))

# %% [markdown]
# With searches of half the width the promised $1/c$ holds, and with bisections too, whose ends are multiples of one number:
# `gdp_bridge/section-4-1/overall-gap/amended` (proved), `gdp_bridge/algorithm-1/error-margin` (confirmed).
#
# ## Amplification: composition
#
# Every $\varepsilon$-DP mechanism is $\mu$-GDP with $\mu = -2\Phi^{-1}(1/(1 + e^{\varepsilon}))$,
# `gdp_bridge/theorem-5-1/implication` (proved), and GDP composes by squares. So fifty 0.2-DP algorithms together are 1.771-GDP:

# %%
(value("pure.mu", eps0="0.2", digits=10), 50**0.5 * float(value("pure.mu", eps0="0.2")))

# %%
figure("gdp_bridge/figure-3")

# %% [markdown]
# **Figure 3.** Figure 3 with the 28 entries of Table 1. One is wrong, and on the unsafe side:
# `gdp_bridge/table-1/optimal/delta-1e-4` (refuted). At the printed $\varepsilon = 5.28$ the composition has $\delta = 2.3\cdot
# 10^{-4}$, more than twice what the column promises; the least $\varepsilon$ is 5.5641.

# %%
value("pure.composed_delta", k=50, eps0="0.2", eps="5.28", digits=10)

# %% [markdown]
# ## Exercises
#
# **1.** How tight is Theorem 5.1? The paper bounds $\mu$ by $\sqrt{\pi/2}\,\varepsilon$, `gdp_bridge/theorem-5-1/upper-bound`
# (certified). The claim below asks for a smaller constant. Decide it, and say where it fails first.

# %%
eps, mu = variables("eps mu")

smaller_constant = Claim(
    id="exercise/smaller-constant",
    where="this notebook",
    kind="inequality",
    states="An eps-DP mechanism is mu-GDP with mu at most 6/5 eps.",
    lhs=pure.mu(eps),
    rel="<=",
    rhs=6 * eps / 5,
    on=Region(eps=Interval.open(0, oo)),
)
check(smaller_constant)

# %% [markdown]
# **2.** The first term of the profile, $\Phi(-\varepsilon/\mu + \mu/2)$, is said to tend to 1:
# `gdp_bridge/section-3/first-term-tends-to-1` (refuted). It tends to 0, and the profile is smaller still. How large can the
# profile be for a given index? Find the least constant $c$ with $\delta \le c\mu$, starting from the claim below.

# %%
decays = Claim(
    id="exercise/profile-below",
    where="this notebook",
    kind="inequality",
    states="The profile at eps is at most a third of mu.",
    lhs=gaussian.delta(eps, mu),
    rel="<=",
    rhs=mu / 3,
    on=Region(eps=Interval(0, oo), mu=Interval.open(0, oo)),
)
check(decays)
