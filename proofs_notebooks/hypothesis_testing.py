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
# # Privacy as a test: precision, recall and F scores
#
# *Investigating Statistical Privacy Frameworks from the Perspective of Hypothesis Testing*, by Liu, He, Chanyaswad, Wang and
# Mittal (2019).
#
# What does a given $\varepsilon$ mean? The paper lets an attacker test whether a record is in the data, and reports the
# **precision** of the alarms (how many are right), their **recall** (how many members are found) and the score $F_\beta$ that
# weighs the two. It is the longest of the five papers, and nearly all of its statements hold. What fails is an entry of a
# table that promises too much, and conditions that are not said.

# %%
from dplemma import Claim, Interval, Region, check, claim, derive, figure, show, value
from dplemma.formulas import laplace
from dplemma.lang import Rational, log, oo, variables

# %%
figure("hypothesis_testing/figure-1")

# %% [markdown]
# **Figure 1.** The procedure, Fig. 1 of the paper. The signs are the verdicts on what it says of each step.
#
# ## The best test against Laplace noise
#
# With the Laplace mechanism the likelihood ratio of the two outputs is $e^{\varepsilon}$ beyond $Q(D)$, $e^{-\varepsilon}$
# before $Q(D')$, and rises between: `hypothesis_testing/eq-7/middle-branch` (proved). A threshold on the output is therefore a
# threshold on the ratio only in between: `hypothesis_testing/eq-8` (proved). Section 4.1.5 uses it as Theorem 3 does,
# `hypothesis_testing/section-4.1.5/eq-6-equivalent-to-lambda-rule` (proved), and goes on with this threshold for every
# $\alpha$. Here is the ratio from the densities, each step decided as this cell runs, and below it what the rule does elsewhere.

# %%
derive("hypothesis_testing/eq-7/middle-branch")

# %%
show("hypothesis_testing/section-4.1.5/eq-6-equivalent-to-lambda-rule")

# %%
figure("hypothesis_testing/figure-2")

# %% [markdown]
# **Figure 2.** The test of Figure 2 of the paper, and the likelihood ratio behind it. Beyond $Q(D)$ no output reaches the
# threshold that section 4.1.5 takes from eq. 8.
#
# ## The highest score
#
# For every $\beta$ the best threshold gives
# $$F^*_\beta = \frac{(1 + \beta^2)(r - 1)}{(1 + \beta^2)\,r - 1 + \beta^2}, \qquad r = \sqrt{1 + 4\beta^2 e^{\varepsilon}},$$
# from $\varepsilon = \log(1 + \beta^2)$ on, `hypothesis_testing/eq-12/upper-branch` (proved), and the constant $(1 +
# \beta^2)/(2 + \beta^2)$ before, `hypothesis_testing/eq-12/flat-branch` (proved): there the best attacker just says "member"
# every time.

# %%
check(claim("hypothesis_testing/eq-12/flat-branch"))

# %%
value("laplace.fbeta", beta=1, eps0=1, digits=15)

# %% [markdown]
# Table 1 turns this round: which $\varepsilon$ may be chosen if $F_\beta$ must not exceed a bound? Since $F^*_\beta$ never
# falls below $(1 + \beta^2)/(2 + \beta^2)$, a bound below that admits no $\varepsilon$ at all. The paper prints a dash in such
# cells, but for four it prints a number: the bounds 0.55, 0.62, 0.76 and 0.83 of its columns stand for $5/9$, $0.6212\ldots$,
# $0.7647\ldots$ and $5/6$. The last three are roundings; 0.55 is not: `hypothesis_testing/table-1/beta-0.5/f-0.55` (refuted).

# %%
check(claim("hypothesis_testing/table-1/beta-0.5/f-0.55"))

# %%
figure("hypothesis_testing/figure-3")

# %% [markdown]
# **Figure 3.** Figure 3 of the paper with all entries of Table 1. The cross lies below its curve: no $\varepsilon$
# keeps the score there. Twelve more entries exceed their bound by a rounding, less than 0.005:
# `hypothesis_testing/table-1/entries-respect-bound` (refuted).
#
# ## Gaussian noise
#
# Section 4.3 sets $\sigma = \sqrt{2\log(1.25/\delta)}\,\Delta Q/\varepsilon$ (in the text as extracted the root covers all of
# it) and puts no bound on $\varepsilon$: `hypothesis_testing/section-4.3/sigma` (refuted). For large $\varepsilon$ this noise is
# too small.

# %%
check(claim("hypothesis_testing/section-4.3/sigma"))

# %%
figure("hypothesis_testing/figure-4")

# %% [markdown]
# **Figure 4.** Figure 4 of the paper with the classical noise, and with all of it under the root (thin). For
# $\varepsilon \le 3$ the guarantee of the classical noise holds: `hypothesis_testing/section-4.3/sigma/amended` (certified).
#
# ## What the attacker knows
#
# A prior, correlated records, the past: each raises the odds, and with them precision and score. The formulas,
# `hypothesis_testing/eq-17/precision` (proved) and `hypothesis_testing/eq-24/upper-branch` (proved), hold; eqs. 20 and 23 need a
# condition: `hypothesis_testing/eq-20/precision` (refuted), `hypothesis_testing/eq-23/precision` (refuted). By Bayes' rule the
# precision depends on the odds that the record is absent, and on nothing else; the derivation ends with the formula of eq. 23,
# `hypothesis_testing/eq-23/precision/amended` (proved).

# %%
derive("hypothesis_testing/eq-23/precision/amended")

# %%
check(claim("hypothesis_testing/eq-20/precision"))

# %%
figure("hypothesis_testing/figure-6")

# %% [markdown]
# **Figure 5.** Figure 6 of the paper. Right: at $\rho_c = 0.6$, which the text admits, eq. 20 prints a precision above 1. With
# the condition it is a chance again: `hypothesis_testing/eq-20/precision/amended` (proved).

# %%
figure("hypothesis_testing/figure-8")

# %% [markdown]
# **Figure 6.** Figure 8 of the paper: every coefficient raises the highest score,
# `hypothesis_testing/section-5.3/more-auxiliary-more-inference` (proved).
#
# ## Vectors
#
# Theorem 4 says that testing $q$ answers of an $\varepsilon$-DP mechanism is as good as testing one answer of a
# $q\varepsilon$-DP mechanism: `hypothesis_testing/theorem-4` (refuted). Composition is an upper bound; the answers may
# contradict each other.

# %%
check(claim("hypothesis_testing/theorem-4"))

# %% [markdown]
# ## Exercises
#
# **1.** How fast does the score grow? The claim below says that $F^*_1$ stays below $2/3 + \varepsilon/20$. Decide it; then
# find the least slope that works.

# %%
eps, beta = variables("eps beta")

slow_growth = Claim(
    id="exercise/slow-growth",
    where="this notebook",
    kind="inequality",
    states="The highest F1 score is at most 2/3 + eps/20.",
    lhs=laplace.fbeta(1, eps),
    rel="<=",
    rhs=Rational(2, 3) + eps / 20,
    on=Region(eps=Interval.open(0, 3)),
)
check(slow_growth)

# %% [markdown]
# **2.** Where is the turning point? Replace the right side so that the claim holds.

# %%
turning_point = Claim(
    id="exercise/turning-point",
    where="this notebook",
    kind="inequality",
    states="The turning point of F* is at most beta squared less a tenth of beta.",
    lhs=log(1 + beta**2),
    rel="<=",
    rhs=beta**2 - beta / 10,
    on=Region(beta=Interval.open(0, oo)),
)
check(turning_point)
