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
