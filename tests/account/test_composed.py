"""Composed runs as quantities: their values, and who can use them."""

from __future__ import annotations

import cmath
import json
import math

import pytest
from flint import arb, fmpq

import dplemma
from dplemma.account.accountant import Accountant
from dplemma.account.mechanisms import Composition, SubsampledGaussian
from dplemma.arb.precision import working_precision
from dplemma.base.errors import BadClaim, OutOfBudget
from dplemma.cli import main
from dplemma.formulas import composed, every_quantity, quantities
from dplemma.testing import assert_matches
from dplemma.values.lines import answer

RUN = {"sigma": "1", "q": "0.01", "steps": "1000"}


def characteristic(t: float, sigma: float, q: float) -> complex:
    """E_Q[r^(1/2 + it)] by the trapezoidal rule, in doubles."""
    h, total = 0.125 * min(sigma, 1), 0j
    for j in range(-int(9 / h), int((9 + 1 / sigma) / h)):
        u = j * h
        loss = math.log1p(q * math.expm1(u / sigma - 1 / (2 * sigma**2)))
        total += math.exp(-u * u / 2) * cmath.exp(complex(0.5, t) * loss)
    return total * h / math.sqrt(2 * math.pi)


def by_the_middle_line(eps: float, sigma: float, q: float, steps: int) -> float:
    """delta = 1 - E_Q min(e^L, e^eps), an integral over Re z = 1/2, where no line of the accountant lies."""
    step, total = 0.1, 0.0
    for n in range(1000):
        z, value = complex(0.5, n * step), characteristic(n * step, sigma, q) ** steps
        total += (value * cmath.exp((1 - z) * eps) / (z * (1 - z))).real / (2 if n == 0 else 1)
        if abs(value) < 1e-16:
            break
    return 1 - total * step / math.pi


def test_the_profile_by_another_line_in_another_arithmetic() -> None:
    found = dplemma.value("composed.delta", eps="1", sigma="2", q="1/4", steps="40", digits=15)
    assert abs(by_the_middle_line(1, 2, 0.25, 40) - float(found)) < 1e-11


def test_the_value_is_inside_the_ends_of_the_accountant() -> None:
    found = dplemma.value("composed.epsilon", delta="1e-5", **RUN, digits=30)
    ends = Accountant(Composition(((SubsampledGaussian(fmpq(1), fmpq(1, 100)), 1000),))).epsilon(fmpq(1, 10**5))
    assert ends.lower < found.ball < ends.upper
    assert str(found) == "1.82823666651657684261443818323"


def test_eps_and_delta_are_inverse() -> None:
    eps = dplemma.value("composed.epsilon", delta="1e-5", **RUN, digits=30)
    back = dplemma.value("composed.delta", eps=str(eps), **RUN, digits=20)
    with working_precision(120):
        assert abs(back.ball - arb("1e-5")) < arb("1e-24")


def test_without_sampling_and_with_one_step_the_closed_forms_hold() -> None:
    plain = dplemma.value("composed.epsilon", delta="1e-5", sigma="4", q="1", steps="16", digits=30)
    assert str(plain) == str(dplemma.value("gaussian.epsilon", delta="1e-5", mu="1", digits=30))
    single = dplemma.value("composed.delta", eps="1", sigma="1", q="0.01", steps="1", digits=30)
    assert str(single) == str(dplemma.value("subsampled.gaussian_delta", eps="1", sigma="1", q="0.01", digits=30))


def test_a_large_delta_needs_no_eps() -> None:
    assert dplemma.value("composed.epsilon", delta="0.9", sigma="10", q="0.1", steps="20").ball.is_zero()


def test_too_many_digits_are_out_of_budget() -> None:
    with pytest.raises(OutOfBudget, match="beyond the budget"):
        dplemma.value("composed.epsilon", delta="1e-5", **RUN, digits=1000)


def test_no_claim_can_be_made_of_them() -> None:
    assert {"composed.delta", "composed.epsilon"} == set(every_quantity()) - set(quantities())
    with pytest.raises(BadClaim, match="no claim can be made of it"):
        composed.delta(1, 1, fmpq(1, 2), 3)


def test_they_are_listed_found_and_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "--quantities", "composed.*"]) == 0
    assert main(["show", "composed.delta"]) == 0
    out = capsys.readouterr().out
    assert "composed.epsilon(delta, sigma, q, steps)" in out
    assert "dplemma value composed.delta eps=2 sigma=1 q=0.01 steps=1000" in out
    assert r"\text" in composed.delta.formula_latex()


def test_a_function_that_is_half_the_truth_is_unsafe() -> None:
    def half(delta: float, sigma: float, q: float, steps: int) -> float:
        return 0.5 * float(dplemma.value("composed.epsilon", delta=delta, sigma=sigma, q=q, steps=steps, digits=10))

    with pytest.raises(AssertionError, match=r"composed\.epsilon"):
        assert_matches(half, "composed.epsilon", at={"delta": "1e-5", "sigma": "1", "q": "0.0625", "steps": "128"})


def test_the_oracle_answers() -> None:
    request = {"id": 1, "quantity": "composed.epsilon", "inputs": {"delta": "1e-5", **RUN}, "digits": 12}
    assert json.loads(answer(json.dumps(request).encode()))["value"] == "1.82823666652"


def test_the_command_gives_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["value", "composed.epsilon", "delta=1e-5", "noise_multiplier=1", "q=0.01", "steps=1000", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["role"] == "guarantee" and shown["status"] == "exact" and shown["value"].startswith("1.8282366665165768426")
