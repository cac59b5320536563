"""Small claims for the tests of the engines: one statement on one region, decided as a claim of a paper would be."""

from __future__ import annotations

from typing import Any

from dplemma.decide.decide import decide_claim
from dplemma.lang import Claim, Region
from dplemma.lang.judgements import Algorithm, Limit, Monotone, Number, Obligations
from dplemma.lang.statements import Statement
from dplemma.ledger.verdict import Verdict

_KIND = {Limit: "limit", Monotone: "monotonicity", Number: "number", Algorithm: "algorithm", Obligations: "definition"}


def small_claim(
    statement: Statement, *, id: str = "demo/small", assumes: Any = (), mechanism: Any = None, **region: Any
) -> Claim:
    return Claim(
        id=id, where="here", kind=_KIND.get(type(statement), "equivalence"), states="a small claim", holds=statement,
        on=Region(**region), assumes=assumes, mechanism=mechanism,
    )  # fmt: skip


def verdict_of(statement: Statement, **about: Any) -> Verdict:
    """The verdict on the statement; keywords are `id`, `assumes`, `mechanism` and those of `Region`."""
    return decide_claim(small_claim(statement, **about))
