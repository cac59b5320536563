"""Numbers that papers print and the engines certify, as laws: a value within half a unit of the last digit shown.

Main definition: `NUMBERS`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

from dplemma.testing.lawbook import Functions, Law

_NPO = math.sqrt(200 / 49)
_ROOT_50 = math.sqrt(50)
_TABLE = "hypothesis_testing/table-1"
Value = Callable[[Functions], float]


def _number(family: str, function: str, arguments: str, printed: str, claim: str, value: Value, factor: str = "") -> Law:
    """`factor` says what the value of the function is multiplied by."""
    half = Fraction(1, 2 * 10 ** len(printed.partition(".")[2]))
    low, high = float(Fraction(printed) - half), float(Fraction(printed) + half)
    place = "-".join([f"{function}-at", *arguments.split(", "), *([f"times-{factor}"] if factor else [])])
    return Law(
        name=place.replace(" ", "-"), family=family, needs=(function,), claims=(claim,),
        says=" ".join([f"{function}({arguments})", *([factor] if factor else []), f"is printed as {printed}"]),
        holds=lambda F: [(low, "<=", value(F)), (value(F), "<=", high)],
    )  # fmt: skip


def _of(function: str, *values: float) -> Value:
    return lambda F: getattr(F, function)(*values)


NUMBERS: tuple[Law, ...] = (
    *(_number("gaussian", "epsilon", f"{delta:g}, {shown}", printed, claim, _of("epsilon", delta, mu))
      for delta, mu, shown, printed, claim in (
          (1e-4, 0.5, "0.5", "1.70", "glrt/fig-1/npo/amended"), (1e-4, 0.3, "0.3", "0.95", "glrt/fig-1/npo/amended"),
          (1e-2, math.sqrt(70) / 6, "sqrt(70)/6", "3.64", "glrt/fig-9/npo/amended"),
          (1e-2, _NPO, "sqrt(200/49)", "6.0839", "glrt/fig-10/npo/amended"))),
    *(_number("gaussian", "epsilon", f"{delta:g}, sqrt(50) pure.mu(0.2)", printed, f"gdp_bridge/table-1/gdp/delta-{name}",
              lambda F, delta=delta: F.epsilon(delta, _ROOT_50 * F.certified("pure.mu", 0.2)))
      for delta, name,
      printed in ((1e-1, "1e-1", "3.1"), (1e-2, "1e-2", "5.06"), (1e-3, "1e-3", "6.47"), (1e-4, "1e-4", "7.62"))),
    *(_number("glrt", "epsilon", f"{delta:g}, {d}, {mu:.4g}", printed, f"glrt/{claim}", _of("epsilon", delta, d, mu))
      for delta, d, mu, printed, claim in (
          (1e-4, 1, 0.5, "1.03", "fig-1/glrt/amended"), (1e-4, 1, 0.3, "0.38", "fig-1/glrt/amended"),
          (1e-4, 1, 1.0, "3.11", "fig-3/d-1"), (1e-4, 30, 1.0, "0.46", "fig-3/d-30"),
          (1e-2, 1, math.sqrt(35 / 18), "2.94", "fig-9/glrt"), (1e-2, 1, _NPO, "5.39", "fig-10/d-1"),
          (1e-2, 50, _NPO, "0.76", "fig-10/d-50"))),
    *(_number("laplace", "epsilon_for_fbeta", f"{f:g}, {beta:g}", printed, f"{_TABLE}/beta-{beta:g}/f-{f:g}{suffix}",
              _of("epsilon_for_fbeta", f, beta))
      for beta, f, printed, suffix in (
          (0.5, 0.58, "0.34", ""), (0.5, 0.62, "0.55", ""), (0.5, 0.67, "0.83", "/sharpened"), (0.5, 0.76, "1.42", ""),
          (0.5, 0.83, "2.04", ""), (0.5, 0.9, "3", ""), (0.5, 0.95, "4.29", ""), (1.0, 0.67, "0.72", "/sharpened"),
          (1.0, 0.76, "1.4", ""), (1.0, 0.83, "2.13", "/sharpened"), (1.0, 0.9, "3.2", ""), (1.0, 0.95, "4.6", ""))),
    _number("laplace", "mu", "0.2", "0.2391", "gdp_bridge/section-5-2/mu-0-2391", _of("mu", 0.2)),
    _number("laplace", "mu", "2", "1.80", "gdp_bridge/section-4-3/laplace-1-80", _of("mu", 2.0)),
    _number("laplace", "mu", "0.2", "1.691", "gdp_bridge/section-5-2/mu-1-691", lambda F: _ROOT_50 * F.mu(0.2), "sqrt(50)"),
    _number("pure", "mu", "0.2", "1.771", "gdp_bridge/section-5-2/mu-1-771", lambda F: _ROOT_50 * F.mu(0.2), "sqrt(50)"),
    _number("pure", "mu", "0.2", "0.2505", "gdp_bridge/section-5-2/mu-0-2505", _of("mu", 0.2)),
    *(_number("pure", "composed_epsilon", f"50, 0.2, {delta:g}", printed, f"gdp_bridge/table-1/optimal/delta-{name}",
              _of("composed_epsilon", 50, 0.2, delta))
      for delta, name, printed in (
          (1e-1, "1e-1/sharpened", "2.1147"), (1e-2, "1e-2/sharpened", "3.6313"), (1e-3, "1e-3/sharpened", "4.7311"),
          (1e-4, "1e-4/amended", "5.5641"))),
)  # fmt: skip
