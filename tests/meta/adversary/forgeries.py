"""Certificates that prove nothing: no replay may say that one of them agrees, and none may keep it busy for long.

Main definitions: `NEIGHBOURS` (a true claim and a false one that looks like it), `speaking_of` (the evidence of one under
the name of the other), `mutated`, `BOMBS`, `planted_bombs`, `word_swapped`.

A forger rehashes: the digest is always that of what stands in the file. The mutations know nothing of the format, so that they
outlive it: they drop, repeat, exchange and change whatever stands in the proof.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sympy import Expr, Rational, exp, log

from dplemma import Claim, Region, check
from dplemma.kernel.certificate import digest
from dplemma.lang import Implies, Interval, Mills, Monotone, Phi, Rel
from dplemma.lang.statements import Statement
from dplemma.lang.tree import written
from dplemma.ledger.verdict import Verdict
from dplemma.proofs.certificates import certificate

from .known import Dice, x

Json = Any
VANISHING = Path(__file__).with_name("forged_polynomial.json")
"""(x - 7/5)^2 >= 1/10000 on [0, 2], by boxes on another polynomial that agrees with it at every point that the audit of a replay
looked at: the points came from the id, so K prod (x - x_i)^2 could be added."""


def said(statement: Statement, **on: Any) -> Claim:
    return Claim(id="adversary/forged", where="here", kind="equivalence", states="a claim", holds=statement, on=Region(**on))


LINE, RIGHT = Interval(-1, 1), Interval(0, 2)
THIRD = Rational(1, 3)
NEIGHBOURS: dict[str, tuple[Claim, Claim]] = {
    "moved": (said(Rel(exp(x), ">=", 1 + x), x=LINE), said(Rel(exp(x), ">=", 1 + x + Rational(1, 10**9)), x=LINE)),
    "made strict": (said(Rel(exp(x), ">=", 1 + x), x=LINE), said(Rel(exp(x), ">", 1 + x), x=LINE)),
    "wider": (said(Rel(Phi(x) + x**2, ">", THIRD), x=RIGHT), said(Rel(Phi(x) + x**2, ">", THIRD), x=Interval(-1, 2))),
    "longer": (said(Rel(Mills(x), ">", THIRD), x=RIGHT), said(Rel(Mills(x), ">", THIRD), x=Interval(0, 9))),
    "beyond the top": (
        said(Monotone(x * exp(-x), x, "increasing"), x=Interval(0, Rational(9, 10))),
        said(Monotone(x * exp(-x), x, "increasing"), x=Interval(0, Rational(11, 10))),
    ),
    "out of the domain": (
        said(Rel(log(x) - x * Phi(x), "<", 0), x=Interval(Rational(1, 2), 2)), said(Rel(log(x) - x * Phi(x), "<", 0), x=RIGHT),
    ),
    "without its premise": (
        said(Implies(Rel(x, ">=", 1), Rel(exp(x) * Phi(x), ">", 2)), x=RIGHT),
        said(Implies(Rel(x, ">=", Rational(1, 2)), Rel(exp(x) * Phi(x), ">", 2)), x=RIGHT),
    ),
}  # fmt: skip


def honest(claim: Claim) -> dict[str, Json] | None:
    """The certificate of a claim, if its verdict has one."""
    return certificate(claim, check(claim))


def speaking_of(true: Claim, false: Claim) -> dict[str, Json] | None:
    """The evidence of the true claim in a certificate of the false one, its expressions exchanged for those of the false one."""
    verdict = check(true)
    data = certificate(false, verdict)
    if data is None:
        return None
    pairs = zip(_expressions(true), _expressions(false), strict=True)
    exchanged = {json.dumps(written(old)): written(new) for old, new in pairs if old != new}
    proof = _replaced(data["proof"], exchanged | _regions(true, false))
    return rehashed({**data, "proof": proof})


def _expressions(claim: Claim) -> list[Expr]:
    return [expr for part in claim.statement.walk() for expr in part.expressions()]


def _regions(true: Claim, false: Claim) -> dict[str, Json]:
    old, new = (str(claim.on.intervals["x"]) for claim in (true, false))
    return {json.dumps(old): new}


def _replaced(tree: Json, exchanged: dict[str, Json]) -> Json:
    """The tree with every part that is a key (as JSON) replaced by its value."""
    key = json.dumps(tree)
    if key in exchanged:
        return exchanged[key]
    if isinstance(tree, dict):
        return {name: _replaced(part, exchanged) for name, part in tree.items()}
    return [_replaced(part, exchanged) for part in tree] if isinstance(tree, list) else tree


def rehashed(data: dict[str, Json]) -> dict[str, Json]:
    return {**data, "digest": digest(data["claim"], data["proof"])}


def word_swapped(data: dict[str, Json]) -> dict[str, Json]:
    """A certificate with the contrary verdict."""
    other = {"certified": "refuted", "proved": "refuted", "refuted": "certified"}[data["verdict"]]
    return rehashed({**data, "verdict": other})


def liar(false: Claim) -> dict[str, Json] | None:
    """What a program writes that calls a false claim certified without any proof."""
    return certificate(false, Verdict(verdict="certified", engine="balls"))


# -- mutations ------------------------------------------------------------------------------------------------------------


def mutated(data: dict[str, Json], dice: Dice, times: int = 2) -> dict[str, Json]:
    """The certificate with some places of its proof changed."""
    changed = copy.deepcopy(data)
    for _ in range(times):
        holder, key = dice.choice(list(places(changed, "proof")))
        _change(holder, key, dice, changed)
    return rehashed(changed)


def places(data: dict[str, Json], *roots: str) -> Iterator[tuple[Json, Any]]:
    """Every (container, key) below the entries of these names."""
    waiting: list[tuple[Json, Any]] = [(data, root) for root in roots if root in data]
    while waiting:
        holder, key = waiting.pop()
        yield holder, key
        inner = holder[key]
        if isinstance(inner, dict):
            waiting += [(inner, name) for name in inner]
        elif isinstance(inner, list):
            waiting += [(inner, place) for place in range(len(inner))]


def _change(holder: Json, key: Any, dice: Dice, data: dict[str, Json]) -> None:
    """Drop, repeat, exchange or alter one entry."""
    value, kind = holder[key], dice.randint(0, 4)
    if kind == 0 and isinstance(holder, list):
        del holder[key]
    elif kind == 1 and isinstance(holder, list):
        holder.insert(key, copy.deepcopy(value))
    elif kind == 2 and not isinstance(value, (dict, list)):
        holder[key] = _altered(value, dice)
    else:
        other, name = dice.choice(list(places(data, "proof", "claim")))
        holder[key] = copy.deepcopy(other[name])


def _altered(value: Json, dice: Dice) -> Json:
    if isinstance(value, bool) or value is None:
        return dice.choice((True, False, None))
    if isinstance(value, int):
        return dice.choice((0, 1, value + 1, 2 * value, 10**9))
    words = (
        "0",
        "1",
        "-1",
        "1/1000000",
        "2*2^-1000",
        "value",
        "face",
        "mean",
        "contact",
        "outside",
        "equal",
        "symbolic",
        "",
        "Zero",
    )
    return dice.choice((*words, f"-{value}", f"{value}0"))


# -- bombs --------------------------------------------------------------------------------------------------------------------


def _nested(head: str, depth: int) -> Json:
    tree: Json = ["var", "x"]
    for _ in range(depth):
        tree = [head, tree]
    return tree


BOMBS: dict[str, Json] = {
    "power": ["Pow", "10", "1000000000"],
    "tower": ["Pow", ["Pow", ["Pow", "10", "100000"], "100000"], "100000"],
    "power of a sum": ["Pow", ["Add", "1", ["var", "x"], ["Pow", ["var", "x"], "1/2"]], "100000000"],
    "small power": ["Pow", "1/3", "-999999999"],
    "exponentials": _nested("exp", 60),
    "factorial": ["factorial", "1000000000"],
    "binomial": ["binomial", "1000000000", "500000000"],
    "gamma": ["gamma", "1000000000000"],
    "digits": "9" * 200_000,
    "quotient of digits": "1" * 3000 + "/" + "7" * 3000,
    "dyadic": "1*2^999999999",
    "dyadic downwards": "1*2^-999999999",
    "deep": _nested("Phi", 300),
    "wide": ["Add", *(["Pow", ["var", "x"], str(k)] for k in range(20_000))],
    "sum": ["Sum", ["exp", ["var", "k"]], ["k", "1", "1000000000"]],
    "integral": ["Integral", ["Pow", ["var", "t"], "-1"], ["t", "0", "1"]],
    "number": 10**400,
}


def planted_bombs(data: dict[str, Json], bomb: Json) -> Iterator[dict[str, Json]]:
    """Copies of a certificate with the bomb in place of one expression of the evidence, or of a number of it, each."""
    for number, (holder, key) in enumerate(places(data, "proof")):
        if _is_expression(holder[key]):
            changed = copy.deepcopy(data)
            there, name = list(places(changed, "proof"))[number]
            there[name] = copy.deepcopy(bomb)
            yield rehashed(changed)


def _is_expression(tree: Json) -> bool:
    """A list with a head, or a rational."""
    if isinstance(tree, str):
        return tree.lstrip("-").replace("/", "").isdigit()
    return isinstance(tree, list) and bool(tree) and isinstance(tree[0], str) and tree[0][:1].isupper()
