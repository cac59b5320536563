"""Laws of the Laplace mechanism."""

from __future__ import annotations

import math
from typing import Any

from dplemma.testing.law_table.shared import ANY_TEST, CH, GB, HT, SI, law
from dplemma.testing.lawbook import Law


def _laplace(*row: Any, **on: Any) -> Law:
    return law("laplace", *row, **on)


def _power(theta: float, eps0: float) -> float:
    """P(output >= theta) where the query is 1 and the sensitivity 1."""
    return math.exp(-(theta - 1) * eps0) / 2 if theta >= 1 else 1 - math.exp((theta - 1) * eps0) / 2


def _level(theta: float, eps0: float) -> float:
    return math.exp(-theta * eps0) / 2 if theta >= 0 else 1 - math.exp(theta * eps0) / 2


def _best_score(beta: float, eps: float, prior: float) -> float:
    b, odds = beta**2, 1 - prior
    if eps < math.log1p(b / odds):
        return (1 + b) / (1 + b + odds)
    root = math.sqrt(1 + 4 * b * math.exp(eps) / odds)
    return (1 + b) * (root - 1) / ((1 + b) * root - 1 + b)


_TESTS = (f"{HT}eq-9/upper-branch", f"{HT}eq-9/lower-branch", f"{HT}eq-10/upper-branch",
          f"{HT}eq-10/lower-branch")  # fmt: skip
LAPLACE = [
    _laplace("roc-of-thresholds", "roc", "roc(P(o >= theta | 0), eps0) = P(o >= theta | 1)",
             (*_TESTS, f"{HT}theorem-3/equivalent-to-np"),
             lambda F, theta, eps0: (F.roc(_level(theta, eps0), eps0), "=", _power(theta, eps0)), theta="-2:3"),
    _laplace("roc-rises", "roc", "roc(fpr, eps0) <= roc(fpr_2, eps0) for fpr <= fpr_2",
             f"{HT}theorem-3/proof/alpha-theta-bijection",
             lambda F, fpr, fpr_2, eps0: (F.roc(min(fpr, fpr_2), eps0), "<=", F.roc(max(fpr, fpr_2), eps0))),
    _laplace("roc-below-pure-dp", "roc", "roc(fpr, eps0) <= e^eps0 fpr and 1 - roc >= e^-eps0 (1 - fpr)",
             (ANY_TEST, f"{SI}def-3-symmetric"),
             lambda F, fpr, eps0: [(F.roc(fpr, eps0), "<=", math.exp(eps0) * fpr),
                                   (F.roc(fpr, eps0), "<=", 1 - math.exp(-eps0) * (1 - fpr))]),
    _laplace("delta-below-pure-dp", "delta", "delta(eps, eps0) <= pure.delta(eps, eps0)", f"{GB}theorem-2-1/sufficiency",
             lambda F, eps, eps0: (F.delta(eps, eps0), "<=", F.certified("pure.delta", eps, eps0))),
    _laplace("mu-below-pure-dp", "mu", "mu(eps0) <= pure.mu(eps0) <= sqrt(pi/2) eps0",
             (f"{GB}theorem-5-1/implication", f"{GB}theorem-5-1/upper-bound"),
             lambda F, eps0: [
                 (F.mu(eps0), "<=", F.certified("pure.mu", eps0)), (F.mu(eps0), "<=", math.sqrt(math.pi / 2) * eps0)]),
    _laplace("kl-below-eps0", "kl", "kl(eps0) <= eps0", f"{CH}chain/eps-dp-kl-dp", lambda F, eps0: (F.kl(eps0), "<=", eps0)),
    _laplace("delta-of-eps0-2", "delta", "delta(eps, 2) <= gaussian.delta(eps, 1.805)", f"{GB}section-4-3/laplace-1-80",
             lambda F, eps: (F.delta(eps, 2.0), "<=", F.certified("gaussian.delta", eps, 1.805)), eps="0:2"),
    _laplace("delta-of-eps0-0.2", "delta", "delta(eps, 0.2) <= gaussian.delta(eps, 0.23915)", f"{GB}section-5-2/mu-0-2391",
             lambda F, eps: (F.delta(eps, 0.2), "<=", F.certified("gaussian.delta", eps, 0.23915)), eps="0:0.2"),
    _laplace("fbeta-closed-form", "fbeta",
             "fbeta without correlations: (1 + b)/(2 + b) below log(1 + b), b = beta^2, a root above it",
             (f"{HT}eq-12/flat-branch", f"{HT}eq-12/upper-branch", f"{HT}eq-12/continuity"),
             lambda F, beta, eps: (F.fbeta(beta, eps, 0.0, 0.0, 0.0), "=", _best_score(beta, eps, 0.0))),
    _laplace("fbeta-with-a-prior", "fbeta", "fbeta with prior knowledge: 1 - corr_prior enters as odds",
             (f"{HT}eq-18/flat-branch", f"{HT}eq-18/upper-branch"),
             lambda F, beta, eps, corr_prior: (
                 F.fbeta(beta, eps, corr_prior, 0.0, 0.0), "=", _best_score(beta, eps, corr_prior))),
    _laplace("fbeta-rises-with-the-prior", "fbeta", "fbeta rises with corr_prior", f"{HT}eq-18/improves-with-rho-p",
             lambda F, beta, eps, corr_prior, corr_prior_2: (
                 F.fbeta(beta, eps, min(corr_prior, corr_prior_2), 0.0, 0.0), "<=",
                 F.fbeta(beta, eps, max(corr_prior, corr_prior_2), 0.0, 0.0))),
    _laplace("fbeta-is-the-best-score", "fbeta", "fbeta >= the score of every threshold", (*_TESTS, f"{HT}eq-11"),
             lambda F, beta, eps, theta: (
                 (1 + beta**2) * (r := _power(theta, eps)) / (beta**2 + r + _level(theta, eps)), "<=",
                 F.fbeta(beta, eps, 0.0, 0.0, 0.0)), theta="-2:3"),
    _laplace("fbeta-has-a-floor", "fbeta", "fbeta(1, eps) > 0.62 for every eps: no eps admits 0.55, 0.58 or 0.62",
             (f"{HT}table-1/beta-1/f-0.55", f"{HT}table-1/beta-1/f-0.58", f"{HT}table-1/beta-1/f-0.62"),
             lambda F, eps: (0.62, "<=", F.fbeta(1.0, eps, 0.0, 0.0, 0.0))),
    _laplace("fbeta-floor-at-one-half", "fbeta", "fbeta(0.5, eps) >= 5/9 > 0.55 for every eps",
             f"{HT}table-1/beta-0.5/f-0.55/amended",
             lambda F, eps: (5 / 9, "<=", F.fbeta(0.5, eps, 0.0, 0.0, 0.0))),
    *(_laplace(f"fbeta-passes-{f:g}", "fbeta", f"fbeta(0.5, {low:g}) <= {f:g} <= fbeta(0.5, {high:g})",
               f"{HT}table-1/beta-0.5/f-{f:g}/sharpened",
               lambda F, f=f, low=low, high=high: [
                   (F.fbeta(0.5, low, 0.0, 0.0, 0.0), "<=", f), (f, "<=", F.fbeta(0.5, high, 0.0, 0.0, 0.0))])
      for f, low, high in ((0.62, 0.54, 0.55), (0.95, 4.28, 4.29))),
    _laplace("fbeta-inverts-its-inverse", "epsilon_for_fbeta fbeta", "fbeta(beta, epsilon_for_fbeta(f, beta)) = f",
             (f"{HT}eq-12/upper-branch", f"{HT}eq-12/flat-branch"),
             lambda F, f, beta: (F.fbeta(beta, F.epsilon_for_fbeta(f, beta), 0.0, 0.0, 0.0), "=", f)
             if f >= (1 + beta**2) / (2 + beta**2) else None, 1e-6, f="0.7:0.99", beta="0.25:2"),
]  # fmt: skip
