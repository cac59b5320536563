"""Proofs made by hand for the tests of the checker: one small claim for each rule and each way to settle a box."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

from small_claims import small_claim
from sympy import Expr, S

from dplemma.kernel.replay import Report, replay
from dplemma.lang import Interval, Phi, PhiInv, Piecewise, Rational, Rel, exp, log, oo, variables
from dplemma.lang.claim import Claim
from dplemma.lang.judgements import Monotone
from dplemma.lang.nodes import Held
from dplemma.lang.statements import Implies, Statement
from dplemma.ledger.verdict import Verdict
from dplemma.proofs.certificates import (
    certificate,
    content_hash,
)
from dplemma.proofs.goals import obligations
from dplemma.proofs.rules import (
    Boxes,
    Cases,
    Contact,
    Contrary,
    Cut,
    Face,
    Given,
    Inner,
    Leaf,
    NumberSign,
    Proof,
    Proved,
    Rising,
    SignForm,
    Whole,
    Zero,
)

x, y, t, a, n = variables("x y t a n")
HALF = Rational(1, 2)
CLOSED, POSITIVE = Interval(-1, 1), Interval.open(0, oo)


# -- proofs by hand -----------------------------------------------------------------------------------------------------


def box(**ends: tuple[Any, Any]) -> dict[str, tuple[Fraction | None, Fraction | None]]:
    return {name: (None if lo is None else Fraction(lo), None if hi is None else Fraction(hi)) for name, (lo, hi) in ends.items()}


def leaf(by: str, bound: str, *, form: int = 0, **more: Any) -> Leaf:
    ends = {name: more.pop(name) for name in ("x", "y", "t", "a", "n") if name in more}
    return Leaf(box=box(**ends), by=by, bound=bound, form=form, **more)


def boxes(gap: Expr, *leaves: Leaf, **form: Any) -> Boxes:
    return Boxes(64, (SignForm("difference", "equal", gap, **form),), leaves)


def square() -> Proof:
    return boxes(x**2 + 1, leaf("value", "1", x=(-1, 0)), leaf("value", "1", x=(0, 1)))


def contact_at_zero(low: bool, bound: str) -> Proof:
    gap, ends = exp(x) - x - 1, ((0, 1) if low else (-1, 0))
    contact = Contact("x", low, (gap, exp(x) - 1, exp(x)))
    return boxes(gap, leaf("contact", bound, x=ends, pieces=(box(x=ends),)), contacts=(contact,))


EXPONENTIAL = Cut("x", Fraction(0), contact_at_zero(False, "771499/2097152"), contact_at_zero(True, "1"))
SLOPE = boxes(3 * x**2 + 1, leaf("value", "1", x=(0, None)))
MEAN = boxes(x**2 - x + 1, leaf("mean", "1/4", x=(0, 1), slopes={"x": 0}), slopes={"x": (2 * x - 1,)})
CORNER = boxes(
    x + y + 1,
    leaf("face", "1", x=(0, 1), y=(0, 1), faces={"x": (True, 0), "y": (True, 0)}),
    slopes={"x": (S.One,), "y": (S.One,)},
)
BELOW_UPPER = {"x": Interval(0, 1), "such_that": Rel(x, ">", HALF)}
INNER = exp(t) - 1 - t
RATIO = Held(x / y)
UNITS = {"x": Interval(0, 1), "y": Interval(0, 1)}


def exp_rises(low: Expr, high: Expr) -> Rising:
    """exp(high) - exp(low) for two numbers of [0, 1] that the first side condition puts in order."""
    slope = boxes(exp(t), leaf("value", "1", t=(0, 1)))
    return Rising(0, S.One, low, high, exp(t), Interval(0, 1), "symbolic", slope)


STEP = Piecewise((x, x >= 0), (-x, True))

ACCEPTED: dict[str, tuple[Statement, dict[str, Any], Proof]] = {
    "two boxes": (Rel(x**2, ">", -1), {"x": CLOSED}, square()),
    "contact after a cut": (Rel(exp(x), ">=", 1 + x), {"x": CLOSED}, EXPONENTIAL),
    "face of an open end": (Rel(x**3, ">", -x), {"x": POSITIVE}, Face("x", True, True, "symbolic", SLOPE, Zero())),
    "face that is a number": (
        Rel(x**3, ">=", -x), {"x": Interval(0, oo)}, Face("x", True, False, "symbolic", SLOPE, NumberSign(64)),
    ),
    "box by its face": (Rel(x + y, ">", -1), {"x": Interval(0, 1), "y": Interval(0, 1)}, CORNER),
    "box by its mean value": (Rel(x**2 + 1, ">", x), {"x": Interval(0, 1)}, MEAN),
    "box outside": (
        Rel(x, ">", Rational(1, 3)), BELOW_UPPER,
        boxes(x - Rational(1, 3), leaf("outside", "", x=(0, HALF)), leaf("value", "89478485/536870912", x=(HALF, 1))),
    ),
    "quotient": (
        Rel(x * (x + 1), ">", 0), {"x": Interval.lopen(0, 1)},
        Boxes(64, (SignForm("divided", "quotient", x + 1, (x,)),), (leaf("value", "1", x=(0, 1)),)),
    ),
    "ratio of logarithms": (
        Rel(4 * x, ">", x), {"x": Interval(1, 2)},
        Boxes(
            64, (SignForm("ratio", "log-ratio", log(4 * x) - log(x), (4 * x, x)),), (leaf("value", "726817/1048576", x=(1, 2)),)
        ),
    ),
    "inverse": (
        Rel(PhiInv(x), ">", -3), {"x": Interval(HALF, Rational(3, 4))},
        Boxes(64, (SignForm("inverse", "inverse", x - Phi(-3)),), (leaf("value", "1045745/2097152", x=(HALF, Rational(3, 4))),)),
    ),
    "integers": (
        Rel(n**2, ">=", n), {"n": Interval.integers(1, oo)},
        Whole("n", (NumberSign(64),), boxes(
            n**2 - n, leaf("face", "2", n=(2, None), faces={"n": (True, 0)}), slopes={"n": (2 * n - 1,)},
        )),
    ),
    "cases": (
        Rel(STEP, ">", -1), {"x": CLOSED},
        Cases((
            boxes(x + 1, leaf("outside", "", x=(-1, -HALF)), leaf("value", "1/2", x=(-HALF, 1))),
            boxes(1 - x, leaf("value", "1/2", x=(-1, HALF)), leaf("outside", "", x=(HALF, 1))),
        )),
    ),
    "one inner variable": (
        Rel(exp(x / y), ">=", 1 + x / y), {"x": Interval(0, oo), "y": POSITIVE},
        Inner(exp(RATIO) - RATIO - 1, RATIO, Interval(0, oo), boxes(
            INNER, leaf("contact", "1", t=(0, None), pieces=(box(t=(0, None)),)),
            contacts=(Contact("t", True, (INNER, exp(t) - 1, exp(t))),))),
    ),
    "monotone": (Monotone(x**3 + x, x, "increasing"), {"x": CLOSED}, boxes(3 * x**2 + 1, leaf("value", "1", x=(-1, 1)))),
    "implication": (
        Implies(Rel(x, ">", HALF), Rel(x, ">", 0)), {"x": Interval(0, 1)},
        boxes(x, leaf("outside", "", x=(0, HALF)), leaf("value", "1/2", x=(HALF, 1))),
    ),
    "an increasing function": (Implies(Rel(x, "<", y), Rel(exp(x), "<", exp(y))), UNITS, exp_rises(x, y)),
    "the contrary": (Implies(Rel(exp(x), "<=", exp(y)), Rel(x, "<=", y)), UNITS, Contrary(0, exp_rises(y, x))),
    "a positive factor": (
        Implies(Rel(x, "<", y), Rel(x * exp(a), "<", y * exp(a))), {**UNITS, "a": Interval(0, 1)},
        Given(0, exp(a), boxes(exp(a), leaf("value", "1", a=(0, 1)))),
    ),
}  # fmt: skip


def file_of(name: str) -> dict[str, Any]:
    """The certificate of one of the proofs made by hand."""
    statement, region, proof = ACCEPTED[name]
    return certified(small_claim(statement, **region), proof)


def certified(claim: Claim, *proofs: Proof, defined: Any = "symbolic") -> dict[str, Any]:
    owed = obligations(claim.statement, claim.on)
    assert owed is not None
    proved = tuple(Proved(relation, region, defined, proof) for (relation, region), proof in zip(owed, proofs, strict=True))
    verdict = Verdict(verdict="certified", engine="balls", proof=proved)
    data = certificate(claim, verdict)
    assert data is not None
    return data


def replayed(data: dict[str, Any], directory: Path, **about: Any) -> Report:
    path = directory / "certificate.json"
    path.write_text(json.dumps(data))
    return replay(path, about.get("claims", {}))


def rehashed(data: dict[str, Any]) -> dict[str, Any]:
    return {**data, "hash": content_hash(data)}
