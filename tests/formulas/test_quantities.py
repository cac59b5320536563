"""The quantities: readable without SymPy, and equal to an independent mpmath evaluation at their examples."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import mpmath
import pytest
from flint import arb
from mpmath import mp
from sympy import Rational

import dplemma
from dplemma.engines.evaluate import enclose
from dplemma.errors import BadClaim
from dplemma.formulas import quantities
from dplemma.kernels.precision import working_precision
from dplemma.lang import variables
from dplemma.lang.interval import Interval, exact
from dplemma.lang.quantity import Quantity, quantity

QUANTITIES = quantities()


def profile(eps: Any, mu: Any) -> Any:
    """Hockey-stick divergence of N(mu, 1) and N(0, 1): the integral of (p - e^eps q)_+, not its closed form."""
    start = mu / 2 + eps / mu

    def excess(t: Any) -> Any:
        return mp.npdf(t, mu, 1) - mp.exp(eps) * mp.npdf(t, 0, 1)

    return mp.quad(excess, [start, start + 1, start + 3, start + 8, mp.inf])


def divergence(order: Any, mu0: Any, sigma0: Any, mu1: Any, sigma1: Any) -> Any:
    def body(t: Any) -> Any:
        return mp.npdf(t, mu0, sigma0) ** order * mp.npdf(t, mu1, sigma1) ** (1 - order)

    return mp.log(mp.quad(body, [-mp.inf, -5, 0, 5, mp.inf])) / (order - 1)


def kullback_leibler(mu: Any) -> Any:
    def body(t: Any) -> Any:
        return mp.npdf(t, mu, 1) * (mp.log(mp.npdf(t, mu, 1)) - mp.log(mp.npdf(t, 0, 1)))

    return mp.quad(body, [-20, -5, 0, 5, 20])


def power(fpr: Any, mu: Any) -> Any:
    threshold = mp.findroot(lambda t: mp.ncdf(-t) - fpr, 1)
    return mp.ncdf(mu - threshold)


def overflow(sigma: Any, q: Any, steps: Any) -> Any:
    """q sqrt(2 steps E[(L - 1)_+^2]), L = exp(Z/sigma - 1/(2 sigma^2)): the trusted lemma's own integral."""

    def body(t: Any) -> Any:
        return (mp.exp(t / sigma - 1 / (2 * sigma**2)) - 1) ** 2 * mp.npdf(t)

    start = 1 / (2 * sigma)
    return q * mp.sqrt(2 * steps * mp.quad(body, [start, start + 2, start + 5, start + 12, mp.inf]))


# Independent definitions: densities integrated, equations solved. A new quantity needs one.
INDEPENDENT: dict[str, Callable[..., Any]] = {
    "gaussian.delta": profile,
    "gaussian.epsilon": lambda delta, mu: mp.findroot(lambda e: mp.log(profile(e, mu)) - mp.log(delta), (4, 5), tol=1e-25),
    "gaussian.roc": power,
    "gaussian.tradeoff": lambda fpr, mu: 1 - power(fpr, mu),
    "gaussian.auc": lambda mu: mp.quad(lambda t: mp.ncdf(t) * mp.npdf(t, mu, 1), [-mp.inf, -5, 0, 5, mp.inf]),
    "gaussian.tv": lambda mu: mp.quad(lambda t: abs(mp.npdf(t, mu, 1) - mp.npdf(t)), [-mp.inf, -5, mu / 2, 5, mp.inf]) / 2,
    "gaussian.renyi": lambda order, mu: divergence(order, mu, 1, 0, 1),
    "gaussian.kl": kullback_leibler,
    "renyi.gaussian": divergence,
    "renyi.epsilon_standard": lambda order, rdp, delta: rdp - mp.log(delta) / (order - 1),
    "renyi.epsilon_improved": lambda order, rdp, delta: rdp + mp.log1p(-1 / order) - mp.log(delta * order) / (order - 1),
    "dpsgd.mu_clt_uniform": overflow,
}


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
def test_example_agrees_with_an_independent_evaluation(name: str) -> None:
    point = point_of(QUANTITIES[name])
    symbols = [variables(p) for p in QUANTITIES[name].params]
    ball = enclose(QUANTITIES[name](*symbols), point, 30)
    with mp.workdps(40):
        want = mp.mpf(INDEPENDENT[name](**{n: mp.mpf(v.numerator) / v.denominator for n, v in point.items()}))
        with working_precision(256):
            difference = abs(arb(mpmath.nstr(want, 35)) - ball)
            assert bool(difference <= abs(ball) * arb(10) ** -18), (ball, want)


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
