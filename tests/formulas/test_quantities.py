"""The quantities: readable without SymPy, and equal to an independent mpmath evaluation at their examples."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import mpmath
import pytest
from flint import arb
from independent import second_opinion
from sympy import Rational

import dplemma
from dplemma.arb.precision import working_precision
from dplemma.base.errors import BadClaim
from dplemma.compile.evaluate import enclose
from dplemma.formulas import quantities
from dplemma.lang import variables
from dplemma.lang.interval import Interval, exact
from dplemma.lang.parameters import PARAMETERS
from dplemma.lang.quantity import Quantity, quantity

QUANTITIES = quantities()


def point_of(quantity: Quantity) -> dict[str, Fraction]:
    return {name: exact(quantity.example[name]) for name in quantity.params}


def test_names_and_parameters_can_be_read_without_sympy() -> None:
    script = (
        "import json, sys\n"
        "from dplemma.formulas import quantities\n"
        "shown = {n: [list(q.params), q.role, q.status, q.formula, q.summary, q.unsafe, dict(q.aliases), dict(q.example),"
        " [str(i) for i in q.params.values()]] for n, q in quantities().items()}\n"
        "print(json.dumps([shown, sorted(m for m in ('sympy', 'mpmath', 'numpy', 'scipy') if m in sys.modules)]))\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(Path(dplemma.__file__).parents[1])}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    shown, heavy = json.loads(done.stdout)
    assert heavy == []
    assert list(shown) == sorted(QUANTITIES)
    assert all(formula and summary for _, _, _, formula, summary, *_ in shown.values())


@pytest.mark.parametrize("name", QUANTITIES)
def test_definition_agrees_with_an_independent_evaluation(name: str) -> None:
    """The SymPy definition, through its own tape, against mpmath by another route (quadrature, search, series)."""
    point = point_of(QUANTITIES[name])
    symbols = [variables(p) for p in QUANTITIES[name].params]
    ball = enclose(QUANTITIES[name](*symbols), point, 25)
    want, _ = second_opinion(name, *point.values(), digits=25)
    with working_precision(256):
        difference = abs(arb(mpmath.nstr(want, 30)) - ball)
        assert bool(difference <= abs(ball) * arb(10) ** -20), (ball, want)


@pytest.mark.parametrize("name", QUANTITIES)
def test_contract(name: str) -> None:
    quantity = QUANTITIES[name]
    assert quantity.name == name
    assert set(quantity.example) == set(quantity.params)
    assert all(exact(quantity.example[p]) in interval for p, interval in quantity.params.items())
    assert not set(quantity.aliases) & set(quantity.params)
    assert quantity.summary.endswith((".", ")", "eps"))


@pytest.mark.parametrize("name", QUANTITIES)
def test_an_alias_names_a_parameter_of_the_family(name: str) -> None:
    family = {p for q in QUANTITIES.values() if q.name.split(".")[0] == name.split(".")[0] for p in q.params}
    assert set(QUANTITIES[name].aliases.values()) <= family
    assert all(p in PARAMETERS for p in QUANTITIES[name].params)


def test_the_contract_of_names_and_order_holds() -> None:
    """Other tools call these by position."""
    contract = """
        gaussian.delta(eps, mu) gaussian.log_delta(eps, mu) gaussian.epsilon(delta, mu) gaussian.mu(eps, delta)
        gaussian.sigma(eps, delta) gaussian.roc(fpr, mu) gaussian.tradeoff(fpr, mu) gaussian.auc(mu) gaussian.tv(mu)
        gaussian.renyi(order, mu) gaussian.kl(mu) gaussian.chernoff(mu) gaussian.fbeta(beta, mu) gaussian.mu_for_auc(auc)
        renyi.gaussian(order, mu0, sigma0, mu1, sigma1) renyi.epsilon_standard(order, rdp, delta)
        renyi.epsilon_improved(order, rdp, delta) renyi.epsilon_best(mu, delta) zcdp.delta(rho, eps) zcdp.epsilon(rho, delta)
        laplace.delta(eps, eps0) laplace.epsilon(delta, eps0) laplace.mu(eps0) laplace.roc(fpr, eps0) laplace.tradeoff(fpr, eps0)
        laplace.fbeta(beta, eps0, corr_prior, corr_record, corr_time) laplace.epsilon_for_fbeta(f, beta)
        pure.delta(eps, eps0) pure.mu(eps0) pure.composed_delta(k, eps0, eps) pure.composed_epsilon(k, eps0, delta)
        subsampled.gaussian_delta(eps, sigma, q) subsampled.gaussian_renyi(order, sigma, q) subsampled.laplace_delta(eps, eps0, q)
        dpsgd.mu_clt_poisson(sigma, q, steps) dpsgd.mu_clt_uniform(sigma, q, steps)
        glrt.roc(fpr, d, mu) glrt.roc_reversed(fpr, d, mu) glrt.delta(eps, d, mu) glrt.epsilon(delta, d, mu)
        gaussian.one_minus_delta(eps, mu) gaussian.log_one_minus_delta(eps, mu) gaussian.mu_for_tv(tv) renyi.order_best(mu, delta)
        gaussian.mu_for_tpr(tpr, fpr) gaussian.mu_for_fbeta(f, beta) zcdp.rho(eps, delta)
        laplace.epsilon_for_auc(auc) laplace.epsilon_for_tv(tv) laplace.epsilon_for_tpr(tpr, fpr)
    """
    for name, params in re.findall(r"(\S+)\(([^)]*)\)", contract):
        assert list(QUANTITIES[name].params) == params.split(", "), name


def test_roles_and_status_of_the_contract() -> None:
    roles = {name: quantity.role for name, quantity in QUANTITIES.items()}
    assert {roles[n] for n in ("gaussian.tradeoff", "laplace.tradeoff", "pure.tradeoff")} == {"tradeoff"}
    assert roles["gaussian.sigma"] == "calibration-lower"
    budgets = {n for n in roles if "_for_" in n} | {"gaussian.mu", "zcdp.rho"}
    assert len(budgets) == 10 and {roles[n] for n in budgets} == {"calibration-upper"}
    assert {roles[n] for n in ("gaussian.delta", "gaussian.epsilon", "laplace.mu", "pure.mu", "gaussian.fbeta")} == {"guarantee"}
    status = {name: quantity.status for name, quantity in QUANTITIES.items()}
    assert {status[n] for n in status if n.startswith("glrt.")} == {"restricted-adversary"}
    assert {status[n] for n in status if n.startswith("dpsgd.")} == {"asymptotic"}
    assert {status[n] for n in status if "renyi.epsilon" in n or n.startswith("zcdp.")} == {"bound"}


def test_the_last_parameters_may_have_defaults() -> None:
    beta, eps0 = variables("beta eps0")
    fbeta = QUANTITIES["laplace.fbeta"]
    assert fbeta(beta, eps0) == fbeta(beta, eps0, 0, 0, 0)
    with pytest.raises(BadClaim, match="got 1 values"):
        fbeta(beta)
    with pytest.raises(BadClaim, match="only its last parameters may have defaults"):
        quantity("demo.one", role="guarantee", formula="x", mu=Interval(0, 1), eps=Interval(0, 1), defaults={"mu": 0})(
            lambda mu, eps: mu
        )


def test_epsilon_is_zero_once_delta_is_large_enough() -> None:
    epsilon = QUANTITIES["gaussian.epsilon"]
    delta, mu = variables("delta mu")
    assert enclose(epsilon(delta, mu), {"delta": Fraction(1, 2), "mu": Fraction(1)}) == 0


def test_exact_arguments_only() -> None:
    auc = QUANTITIES["gaussian.auc"]
    with pytest.raises(BadClaim, match=r"float 0\.5"):
        auc(0.5)
    with pytest.raises(BadClaim, match="takes mu; got 2 values"):
        auc(1, 2)
    assert auc(Rational(1, 2)).free_symbols == set()


def test_impossible_quantities_are_refused() -> None:
    def define(mu: Any) -> Any:
        return mu

    for fields, says in (
        ({"role": "hint"}, "role 'hint' is none of"),
        ({"status": "guess"}, "status 'guess' is none of"),
        ({"nu": Interval(0, 1)}, "name different variables"),
    ):
        params = {"mu": Interval(0, 1)} if "nu" not in fields else {}
        with pytest.raises(BadClaim, match=says):
            quantity("demo.one", **{"role": "guarantee", "formula": "mu", **params, **fields})(define)
