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
# # One number for the Gaussian mechanism
#
# *A unified interpretation of the Gaussian mechanism for differential privacy through the sensitivity index*, by Kaissis and
# five coauthors (2021), read with a machine at hand.
#
# The Gaussian mechanism adds normal noise of standard deviation $\sigma$ to a number that one record moves by at most $\Delta$.
# The paper says that one number, the **sensitivity index** $\psi = \Delta/\sigma$, tells everything about its privacy: the
# privacy loss, the test that an attacker can run, $(\varepsilon, \delta)$-DP, Gaussian DP and Rényi DP. That is right, and most
# of the paper is. This notebook follows its argument, derives what is worth deriving, draws its figures again from certified
# numbers, and stops where the text says something that is not so.

# %%
from dplemma import Claim, Interval, Region, check, claim, derive, figure, value
from dplemma.formulas import gaussian
from dplemma.lang import Phi, exp, oo, variables

# %% [markdown]
# ## The privacy loss
#
# Let $P$ and $Q$ be the laws of the noisy answer with and without your record. The **privacy loss** is the logarithm of their
# ratio at the answer. For normal laws it is normal again, $N(\psi^2/2, \psi^2)$: `sensitivity_index/eq-10` (proved).
#
# From here the paper goes on: the mechanism is $(\varepsilon, \delta)$-DP, so the loss exceeds $\varepsilon$ with probability
# at most $\delta$. This is Lemma 1, `sensitivity_index/lemma-1` (refuted), by way of `sensitivity_index/eq-9` (refuted).

# %%
check(claim("sensitivity_index/lemma-1"))

# %% [markdown]
# The tail of the loss is a *sufficient* bound, not a necessary one: an event counts only for what it gains, $P(S) -
# e^{\varepsilon} Q(S)$, and the second term is left out. The right form says exactly when the mechanism is private:
# `sensitivity_index/lemma-1/amended` (proved).

# %%
check(claim("sensitivity_index/lemma-1").amend)

# %%
figure("sensitivity_index/figure-1")

# %% [markdown]
# **Figure 1.** Figure 1 of the paper and, on the right, what its Lemma 1 asks for. Between the two curves (hatched) the
# mechanism is $(\varepsilon, \delta)$-DP, though the lemma says it is not. At $\psi = \varepsilon = 1$ the tail is 0.3085 and
# the least $\delta$ is 0.1269.
#
# ## The test and its ROC curve
#
# An attacker who sees the answer decides whether your record was used. Against two normal laws the best rule is a threshold,
# and its rates trace the ROC curve $R(x) = \Phi(\psi + \Phi^{-1}(x))$, `sensitivity_index/lemma-2` (proved). The area under it
# is $\Phi(\psi/\sqrt 2)$, `sensitivity_index/lemma-3` (proved).
#
# Lemma 4 is the heart of the paper: $\delta$ is where a tangent to the ROC curve meets the axis. The statement,
# `sensitivity_index/lemma-4` (proved), is right. Here is a derivation from the densities; each step is decided as this cell
# runs. Below it stands the proof that the paper prints.

# %%
derive("sensitivity_index/lemma-4")

# %% [markdown]
# The printed proof goes wrong at its second line: it takes the height of the point of contact for the intercept. With Lemma 1,
# which is false as well, the two mistakes cancel in the statement. `sensitivity_index/lemma-4/proof-final-inequality` (refuted)
# has the numbers.

# %%
figure("sensitivity_index/figure-4")

# %% [markdown]
# **Figure 2.** The tangent of slope $e^{\varepsilon}$ and its mirror image, $\psi = \varepsilon = 1$. The printed intercept is
# the cross, the right one the circle below it.
#
# ## Conversions from Rényi DP
#
# The mechanism has the Rényi divergence $\alpha\psi^2/2$ at every order $\alpha$. Lemma 7 turns this into an equivalence: it
# satisfies $(\alpha, \rho)$-RDP if and only if $\rho \ge \alpha\psi^2/2$, `sensitivity_index/lemma-7` (proved).

# %%
check(claim("sensitivity_index/lemma-7"))

# %% [markdown]
# The text has $(\alpha, \alpha\psi^2/2)$-RDP, which the mechanism always satisfies, in place of the condition on $\rho$. Read so,
# `sensitivity_index/lemma-7/as-extracted` (refuted), it is no equivalence; the proof shows what is meant. The last section
# compares three ways from $\psi$ to $\varepsilon$ at $\delta = 10^{-5}$.

# %%
figure("sensitivity_index/figure-6")

# %% [markdown]
# **Figure 3.** Figure 6 of the paper. The ordering of the curves is as printed. The reason that the caption gives for the error
# as $\psi \to 0$ is not: `sensitivity_index/fig-6/error-reason` (refuted). $\delta$ is $10^{-5}$ throughout and both
# conversions apply; what does not shrink is $\log(1/\delta)/(\alpha - 1)$ at a fixed order. At the best order (dotted) the
# error vanishes with $\psi$.
#
# ## Is one tuple enough?
#
# The paper says that comparing Gaussian mechanisms by $(\varepsilon, \delta)$ would need infinitely many tuples:
# `sensitivity_index/infinite-collection-required` (proved), where a tuple is a guarantee. One tight tuple is enough, because at
# any fixed $\varepsilon$ the profile is strictly increasing in $\psi$: `sensitivity_index/infinite-collection-required/sharpened`
# (proved).

# %%
tight = value("gaussian.delta", eps=1, mu="1/2", digits=20)
(tight, value("gaussian.mu", eps=1, delta=float(tight), digits=12))

# %% [markdown]
# From $\delta(1)$ alone, rounded to a double, the index $1/2$ is back.
#
# ## Exercises
#
# **1.** How much of the tail of the loss is privacy? Below, a claim that $\delta$ is at least half of it. Decide it; then find
# a constant for which it holds for $\varepsilon \le 1$ and $\psi \ge 1$, or a reason why none does for all $\varepsilon$.

# %%
eps, psi = variables("eps psi")

half_of_the_tail = Claim(
    id="exercise/half-of-the-tail",
    where="this notebook",
    kind="inequality",
    states="The profile is at least half of the tail of the privacy loss.",
    lhs=gaussian.delta(eps, psi),
    rel=">=",
    rhs=Phi(psi / 2 - eps / psi) / 2,
    on=Region(eps=Interval(0, oo), psi=Interval.open(0, oo)),
)
check(half_of_the_tail)

# %% [markdown]
# **2.** The tangent of slope $e^{\varepsilon}$ touches at $x = \Phi(-\psi/2 - \varepsilon/\psi)$. The claim below puts the
# point of contact elsewhere. Mend it.

# %%
contact = Phi(psi / 2 - eps / psi)

wrong_contact = Claim(
    id="exercise/contact",
    where="this notebook",
    kind="identity",
    states="The tangent through this point of the curve meets the axis at the profile.",
    lhs=gaussian.roc(contact, psi) - exp(eps) * contact,
    rel="=",
    rhs=gaussian.delta(eps, psi),
    on=Region(eps=Interval(0, oo), psi=Interval.open(0, oo)),
)
check(wrong_contact)
