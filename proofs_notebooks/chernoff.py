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
# # A detector against an attacker
#
# *Adversarial Classification under Gaussian Mechanism: Calibrating the Attack to Sensitivity*, by Ünsal and Önen (2022).
#
# Somebody adds a false record to a data set whose sum is published with Gaussian noise. The paper asks how large the false
# value may be before a test on the output detects it, and measures privacy by divergences between the outputs: Kullback-Leibler
# (**KL-DP**) and Chernoff information (**Chernoff-DP**, its own notion). The test is treated correctly. The
# information-theoretic part is not: about a quarter of the paper's statements fail, and most of those are in it.

# %%
from dplemma import Claim, Interval, Region, check, claim, derive, figure, show
from dplemma.formulas import gaussian
from dplemma.lang import Rational, exp, log, oo, sqrt, variables

# %% [markdown]
# ## The test
#
# With bias $\Delta\mu$ and noise $\sigma_z$ the best test of size $\alpha$ has the power $Q(Q^{-1}(\alpha) -
# \Delta\mu/\sigma_z)$: `chernoff/eq-11/positive` (proved), with the threshold of Theorem 1, `chernoff/theorem-1/threshold`
# (proved).

# %%
check(claim("chernoff/eq-11/positive"))

# %% [markdown]
# The noise is that of Definition 3, $\sigma_z^2 = 2 s^2 \log(1.25/\delta)/\varepsilon^2$, which is said to give $(\varepsilon,
# \delta)$-DP. The classical theorem asks for $\varepsilon < 1$, and without any condition it is false:
# `chernoff/definition-3/calibration` (refuted).

# %%
check(claim("chernoff/definition-3/calibration"))

# %%
figure("chernoff/figure-2")

# %% [markdown]
# **Figure 1.** Figure 2 of the paper, and what the noise really gives. With $\delta = \varepsilon/20$ it is enough for the
# budgets drawn, `chernoff/figure-2/delta-eps-over-20` (certified); at $\varepsilon = 6$ it is not. For $\varepsilon \le 3$ it
# is enough at every $\delta$: `chernoff/definition-3/calibration/amended` (certified).
#
# ## Divergences
#
# For equal variances the Chernoff information is $(\mu_0 - \mu_1)^2/(8\sigma^2)$, `chernoff/eq-25` (proved), a quarter of the
# Kullback-Leibler divergence. The paper inserts the prior probabilities as exponents, `chernoff/section-iv/prior-as-exponent`
# (refuted); the exponent is the one that makes the overlap smallest, whatever the priors. Here is the derivation. Below it
# stand eqs. 23 to 25: without a minus before the logarithm, `chernoff/eq-23/as-extracted` (refuted), the information would be
# negative.

# %%
derive("chernoff/eq-25")

# %% [markdown]
# From "smaller" the paper concludes "stricter": `chernoff/section-iv/chernoff-dp-stronger-than-kl-dp` (refuted). It is the
# other way round. A bound on a smaller quantity asks for less; every mechanism that is $\varepsilon$-KL-DP is
# $\varepsilon$-Chernoff-DP, and not conversely.

# %%
check(claim("chernoff/section-iv/chernoff-dp-stronger-than-kl-dp").amend)

# %%
figure("chernoff/figure-1")

# %% [markdown]
# **Figure 2.** Figure 1 of the paper. The text says that KL-DP violates the upper bound, the constraint of Definition 5,
# outside the high-privacy regime: `chernoff/section-v/kl-violates-bound` (refuted). With the noise of Definition 3 it violates
# $e^{\varepsilon}$ nowhere; the sentence is right for the budget $\varepsilon$,
# `chernoff/section-v/kl-violates-bound/amended` (certified).
#
# ## Privacy and distortion
#
# Section III-B compares two expansions of the mutual information between the data set and its neighbour, (14) and (20), and
# reads off a bound on the sensitivity. Both treat $n$ records as if they were their sum: variances are added where entropies
# add, and a factor $(2\pi e)^{n-1}$ is left over. The comparison fails for two records: `chernoff/eq-14-ge-eq-20` (refuted).

# %%
check(claim("chernoff/eq-14-ge-eq-20"))

# %% [markdown]
# For the sums themselves it holds, `chernoff/eq-14-ge-eq-20/amended` (proved), and with it $s \ge \sqrt{S\sigma_a^2/(S +
# \sigma_a^2)}$, `chernoff/eq-21/bound/amended` (proved).

# %%
show("chernoff/eq-21/bound")

# %% [markdown]
# ## Exercises
#
# **1.** For which attacks does the Kullback-Leibler divergence stay below $e^{\varepsilon}$ at $\delta = 1/10$? The claim below
# takes an attack of five sensitivities. Find the greatest multiple that you can certify.

# %%
eps = variables("eps")
index = 5 * eps / sqrt(2 * log(Rational(25, 2)))  # log(1.25/delta)

five_times = Claim(
    id="exercise/five-times",
    where="this notebook",
    kind="inequality",
    states="An attack of five sensitivities keeps the divergence below exp(eps) at delta = 1/10.",
    lhs=gaussian.kl(index),
    rel="<",
    rhs=exp(eps),
    on=Region(eps=Interval.open(0, oo)),
)
check(five_times)

# %% [markdown]
# **2.** Chernoff information is a quarter of the divergence. Is it also at most a quarter of the *total variation*? Decide the
# claim, then look for a power of $\mu$ that makes it true.

# %%
mu = variables("mu")

by_total_variation = Claim(
    id="exercise/by-total-variation",
    where="this notebook",
    kind="inequality",
    states="The Chernoff information is at most a quarter of the total variation distance.",
    lhs=gaussian.chernoff(mu),
    rel="<=",
    rhs=gaussian.tv(mu) / 4,
    on=Region(mu=Interval.open(0, oo)),
)
check(by_total_variation)
