"""Claims and proof objects of the kernel written as JSON, for its tests: what a file may say, whatever wrote it.

`add`, `mul`, `minus`, `over`, `integral`, `rel` make trees, `region`, `claim`, `by_lemma` objects; `accept`, `refuse` and
`refuse_refutation` put them to the kernel.
"""

from __future__ import annotations

import pytest

from dplemma.kernel.check import check
from dplemma.kernel.term import Json, Rejected


def add(*parts: Json) -> Json:
    return ["Add", *parts]


def mul(*parts: Json) -> Json:
    return ["Mul", *parts]


def minus(left: Json, right: Json) -> Json:
    return add(left, mul("-1", right))


def over(above: Json, below: Json) -> Json:
    return mul(above, ["Pow", below, "-1"])


def integral(body: Json, *limits: Json) -> Json:
    return ["Integral", body, *limits]


def rel(left: Json, relation: str, right: Json) -> Json:
    return ["Rel", left, relation, right]


def region(*given: Json, **intervals: str) -> Json:
    return {"intervals": [[*pair] for pair in intervals.items()], "such_that": [*given]}


def claim(statement: Json, *given: Json, **intervals: str) -> Json:
    return {"region": region(*given, **intervals), "statement": statement}


def by_lemma(lemma: Json, **use: Json) -> Json:
    return {"rule": "derived", "lemmas": [{"name": "L", **lemma}], "inner": {"rule": "lemma", "lemma": "L", **use}}


def accept(claimed: Json, proof: Json, **witness: str) -> None:
    check(claimed, {"holds": proof, "witness": witness})


def refuse(claimed: Json, proof: Json, reason: str | None = None, **witness: str) -> None:
    """The proof is rejected, for this reason."""
    with pytest.raises(Rejected, match=reason):
        check(claimed, {"holds": proof, "witness": witness})


def refuse_refutation(claimed: Json, evidence: Json, reason: str | None = None) -> None:
    with pytest.raises(Rejected, match=reason):
        check(claimed, {"fails": evidence})
