"""The formulas measured, each as a SymPy expression and as a careful programmer would write it in python-flint.

Main definitions: `CASES`, `Case`. The hand-written side is a factory: constants are built once per precision, exactly
as a tape does, and the function it returns does no work twice. It multiplies by exact balls rather than by Python
integers, which would be converted at each call.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from flint import arb, fmpq

from dplemma.arb.normal import norm_ppf
from dplemma.formulas import dpsgd, gaussian, renyi
from dplemma.lang import variables


@dataclass(frozen=True, kw_only=True)
class Case:
    """One formula at one exact point; `by_hand()` returns the hand-written function of the parameters in this order."""

    name: str
    define: Callable[..., Any]
    by_hand: Callable[[], Callable[..., arb]]
    point: dict[str, str]

    @cached_property
    def expression(self) -> Any:
        return self.define(*(variables(name) for name in self.names))

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.point)

    @property
    def values(self) -> tuple[Fraction, ...]:
        return tuple(Fraction(value) for value in self.point.values())

    def balls(self) -> tuple[arb, ...]:
        """The point at the working precision."""
        return tuple(arb(fmpq(value.numerator, value.denominator)) for value in self.values)


def f_beta(beta: Any, fpr: Any, mu: Any) -> Any:
    """F_beta at one point of the ROC curve, with prior 1/2."""
    tpr = gaussian.roc.definition(fpr, mu)
    return (1 + beta**2) * tpr / (beta**2 + tpr + fpr)


# -- by hand ----------------------------------------------------------------------------------------------------------


def delta_by_hand() -> Callable[[arb, arb], arb]:
    half = arb(0.5)
    root_half = half.sqrt()
    half_root_half = root_half * half

    def run(eps: arb, mu: arb) -> arb:
        ratio, shift = eps / mu * root_half, mu * half_root_half
        return ((ratio - shift).erfc() - eps.exp() * (ratio + shift).erfc()) * half

    return run


def renyi_gaussian_by_hand() -> Callable[[arb, arb, arb, arb, arb], arb]:
    half, one = arb(0.5), arb(1)

    def run(order: arb, mu0: arb, sigma0: arb, mu1: arb, sigma1: arb) -> arb:
        above_one, variance1, shift = order - one, sigma1 * sigma1, mu0 - mu1
        v = order * variance1 - above_one * sigma0 * sigma0
        return (sigma1 / sigma0).log() + half * ((variance1 / v).log() / above_one + order * shift * shift / v)

    return run


def mu_clt_uniform_by_hand() -> Callable[[arb, arb, arb], arb]:
    one, three, four = arb(1), arb(3), arb(4)
    quarter_root_two = arb(0.125).sqrt()

    def run(sigma: arb, q: arb, steps: arb) -> arb:
        inverse = one / sigma
        z = inverse * quarter_root_two
        inside = (inverse * inverse).exp() * (-three * z).erfc() + three * z.erfc() - four
        return q * (steps * inside).sqrt()

    return run


def roc_by_hand() -> Callable[[arb, arb], arb]:
    half, minus_root_half = arb(0.5), -arb(0.5).sqrt()

    def run(fpr: arb, mu: arb) -> arb:
        return ((mu + norm_ppf(fpr)) * minus_root_half).erfc() * half

    return run


def f_beta_by_hand() -> Callable[[arb, arb, arb], arb]:
    half, one, minus_root_half = arb(0.5), arb(1), -arb(0.5).sqrt()

    def run(beta: arb, fpr: arb, mu: arb) -> arb:
        square = beta * beta
        tpr = ((mu + norm_ppf(fpr)) * minus_root_half).erfc() * half
        return (one + square) * tpr / (square + tpr + fpr)

    return run


def epsilon_improved_by_hand() -> Callable[[arb, arb, arb], arb]:
    one = arb(1)

    def run(order: arb, rdp: arb, delta: arb) -> arb:
        above_one = order - one
        return rdp + (above_one / order).log() - (delta * order).log() / above_one

    return run


def tradeoff_by_hand() -> Callable[[arb, arb], arb]:
    half, one, root_half = arb(0.5), arb(1), arb(0.5).sqrt()

    def run(fpr: arb, mu: arb) -> arb:
        return ((mu - norm_ppf(one - fpr)) * root_half).erfc() * half

    return run


_TEST = {"fpr": "1/10", "mu": "13/10"}

CASES = (
    Case(name="gaussian.delta", define=gaussian.delta.definition, by_hand=delta_by_hand, point={"eps": "7/10", "mu": "13/10"}),
    Case(
        name="renyi.gaussian", define=renyi.gaussian.definition, by_hand=renyi_gaussian_by_hand,
        point={"order": "7/3", "mu0": "1/10", "sigma0": "9/10", "mu1": "7/5", "sigma1": "11/10"},
    ),
    Case(
        name="dpsgd.mu_clt_uniform", define=dpsgd.mu_clt_uniform.definition, by_hand=mu_clt_uniform_by_hand,
        point={"sigma": "11/10", "q": "1/100", "steps": "1000"},
    ),
    Case(name="gaussian.roc", define=gaussian.roc.definition, by_hand=roc_by_hand, point=_TEST),
    Case(name="F_beta of the ROC", define=f_beta, by_hand=f_beta_by_hand, point={"beta": "7/5", **_TEST}),
    Case(
        name="renyi.epsilon_improved", define=renyi.epsilon_improved.definition, by_hand=epsilon_improved_by_hand,
        point={"order": "22/3", "rdp": "41/10", "delta": "1/100000"},
    ),
    Case(name="gaussian.tradeoff", define=gaussian.tradeoff.definition, by_hand=tradeoff_by_hand, point=_TEST),
)  # fmt: skip
