"""Certificates small enough to read, as the kernel takes them; true and false ones."""

from __future__ import annotations

from typing import Any

from dplemma.kernel.certificate import FORMAT, VERSION, digest

X = ["var", "x"]
INVERSE = ["Pow", X, "-1"]


def made(statement: Any, proof: Any, intervals: Any = (), verdict: str = "refuted", such_that: Any = ()) -> dict[str, Any]:
    claim = {"region": {"intervals": list(intervals), "such_that": list(such_that), "points": []}, "statement": statement}
    return {
        "format": FORMAT, "version": VERSION, "id": "small/one", "claim": claim, "proof": proof, "verdict": verdict,
        "digest": digest(claim, proof), "versions": {},
    }  # fmt: skip


def refuted_at(statement: Any, intervals: Any = (), such_that: Any = (), **point: str) -> dict[str, Any]:
    return made(statement, {"fails": {"point": point}}, intervals, such_that=such_that)


def shown(statement: Any, intervals: Any = ()) -> dict[str, Any]:
    return made(statement, {"holds": {"rule": "relation"}, "witness": {}}, intervals, "proved")


POSITIVE = [["x", "(0, oo)"]]
INVERSE_AT_MOST_ONE = ["Rel", INVERSE, "<=", "1"]
REFUTATION = refuted_at(INVERSE_AT_MOST_ONE, POSITIVE, x="1/2")
PHI = refuted_at(["Rel", ["Phi", X], "<=", ["PhiInv", ["Mul", "1/2", ["exp", X]]]], [["x", "[-1, 1/2]"]], x="1/4")
CHOSEN = refuted_at(
    ["Rel", ["Max", ["Abs", X], ["Piecewise", ["0", ["<", X, "0"]], [["log", X], True]]], "<", "2"], [["x", "[-3, 3]"]], x="-3"
)
FALSE = shown(INVERSE_AT_MOST_ONE, POSITIVE)
TRUE = shown(["Rel", ["Add", INVERSE, "1"], ">", "1"], POSITIVE)
NUMBER = shown(["Number", ["exp", "1"], ["2.72", "rounded"]])
SECOND = made(
    ["Monotone", ["Pow", X, "2"], "x", "increasing", True], {"fails": {"point": {"x": "-1"}, "second": "1/2"}}, [["x", "[-1, 1]"]]
)
SLOPE = refuted_at(["Rel", ["Derivative", ["log", ["Add", X, "1"]], ["x", "1"]], "=", INVERSE], POSITIVE, x="1")
ABSENT = refuted_at(["Rel", ["log", X], "<", "1"], [["x", "[-1, 1]"]], x="-1")
_LARGE = ["Rel", ["Mul", X, ["var", "y"]], ">", "7"]
EXHIBITED = made(
    ["Exists", [["x", "[0, 2]"], ["y", "[0, 4]"]], _LARGE],
    {"holds": {"rule": "exhibit", "values": {"x": "2", "y": "4"}}, "witness": {}},
    verdict="proved",
)
_PLANE = [["x", "(0, oo)"], ["y", "(0, oo)"]]
_LOG_OF_PRODUCT = ["log", ["Mul", "4", ["Pow", X, "2"], ["exp", ["var", "y"]]]]


def log_of_product(factor: str) -> dict[str, Any]:
    """log(4 x^2 e^y) = 2 log 2 + factor log x + y: true for 2."""
    logs = ["Add", ["Mul", "2", ["log", "2"]], ["Mul", factor, ["log", X]], ["var", "y"]]
    return shown(["Rel", _LOG_OF_PRODUCT, "=", logs], _PLANE)


def by_factors(most: str) -> dict[str, Any]:
    """y x (1 - x) <= most y for x, y > 0: true from 1/4 on."""
    y = ["var", "y"]
    return shown(["Rel", ["Mul", y, X, ["Add", "1", ["Mul", "-1", X]]], "<=", ["Mul", most, y]], _PLANE)


def falls(body: Any) -> dict[str, Any]:
    return shown(["Monotone", body, "x", "decreasing", True], POSITIVE)


SATURATED = ["Pow", ["Add", "1", ["exp", X]], "-1"]
"""1/(1 + e^x), which falls."""


_T = ["var", "t"]
_BELL = ["exp", ["Mul", "-1", X, ["Pow", _T, "2"]]]


def bell_at_most(most: str) -> dict[str, Any]:
    """int e^(-x t^2) dt <= most for x > 0: at x = 1 the root of pi."""
    return refuted_at(["Rel", ["Integral", _BELL, ["t", "-oo", "oo"]], "<=", most], POSITIVE, x="1")


def half_line(value: str) -> dict[str, Any]:
    """int_0^oo e^(-x t) dt = value/x for x > 0: true for 1."""
    return shown(["Rel", ["Integral", ["exp", ["Mul", "-1", X, _T]], ["t", "0", "oo"]], "=", ["Mul", value, INVERSE]], POSITIVE)


def both_tails(total: str) -> dict[str, Any]:
    """Phi(x) + Phi(-x) = total: true for 1."""
    return shown(["Rel", ["Add", ["Phi", X], ["Phi", ["Mul", "-1", X]]], "=", total], [["x", "(-oo, oo)"]])


def there_and_back(factor: str) -> dict[str, Any]:
    """Phi(PhiInv(x)) = factor x for 0 < x < 1: true for 1."""
    return shown(["Rel", ["Phi", ["PhiInv", X]], "=", ["Mul", factor, X]], [["x", "(0, 1)"]])


def equal_sides(factor: str) -> dict[str, Any]:
    """e^|x + 1| >= e^x e^factor for x > 0: true for 1, where both are equal."""
    return shown(["Rel", ["exp", ["Abs", ["Add", X, "1"]]], ">=", ["Mul", ["exp", X], ["exp", factor]]], POSITIVE)


ONE_DEGREE = refuted_at(["Rel", ["Chi2SF", X, "1"], "<=", "3/10"], POSITIVE, x="1")
UPPER_TAIL = ["Phi", ["Mul", "-1", X]]
