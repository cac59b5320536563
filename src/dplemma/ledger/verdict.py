"""What an engine says of a claim, with the evidence a reader needs to believe it.

Main definitions: `Verdict`, `Counterexample`, `weakest`.

The order from strong to weak is proved, certified, confirmed, measured, undecided. `refuted` overrules them all:
one certified contrary fact settles the matter. `not_formalised` is no verdict on truth and counts as nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from importlib.metadata import version
from typing import Any

from dplemma.base.codec import JsonRecord

Hint = frozenset[str]
"""Names of rungs, forms and ways that won last time; they direct the search and are never evidence."""
PASSING = ("proved", "certified", "confirmed")
SETTLED = ("proved", "certified", "refuted")
DECIDED = (*PASSING, "measured", "refuted")
VERDICTS = (*DECIDED, "undecided", "not_formalised")
_STRENGTH = {"proved": 4, "certified": 3, "confirmed": 2, "measured": 1, "undecided": 0}
COUNTEREXAMPLE_KINDS = (
    "relation", "undefined", "two-points", "limit", "equivalence",
    "mechanism", "trace", "inference", "obligation", "contrary", "shape",
)  # fmt: skip


@dataclass(frozen=True, kw_only=True, repr=False)
class Counterexample(JsonRecord):
    """A certified contrary fact.

    `point` holds exact values by variable name; `mechanism` a finite mechanism in full
    (``{"P": [...], "Q": [...]}``); `trace` the steps of an algorithm. `lhs` and `rhs` are
    the decimals, every digit certified, that contradict each other; `note` says in words what fails.
    """

    kind: str
    point: Mapping[str, str] = field(default_factory=dict)
    mechanism: Mapping[str, list[str]] | None = None
    trace: tuple[str, ...] | None = None
    lhs: str | None = None
    rhs: str | None = None
    note: str = ""

    def __post_init__(self) -> None:
        if self.kind not in COUNTEREXAMPLE_KINDS:
            raise ValueError(f"unknown counterexample kind {self.kind!r}")

    @property
    def fractions(self) -> dict[str, Fraction] | None:
        """The point as fractions; None if a coordinate is another number, such as log(2)."""
        try:
            return {name: Fraction(value) for name, value in self.point.items()}
        except ValueError:
            return None

    def __repr__(self) -> str:
        from dplemma.ledger.phrases import failure_phrase

        return f"<Counterexample ({self.kind}) {failure_phrase(self)}>"

    def _repr_latex_(self) -> str:
        """Where, and what contradicts what: the point, the chances of a mechanism, both sides."""
        from dplemma.lang.latex_names import latex_number, latex_point
        from dplemma.ledger.phrases import observed_relation

        where = [latex_point(self.point)] if self.point else []
        where += [f"{name} = ({', '.join(map(latex_number, row))})" for name, row in (self.mechanism or {}).items()]
        sides = ""
        if self.lhs is not None and self.rhs is not None:
            sides = (
                f"{latex_number(self.lhs)} {observed_relation(self.lhs, self.rhs) or chr(92) + 'neq'} {latex_number(self.rhs)}"
            )
        formula = r": \quad ".join(part for part in (r",\; ".join(where), sides) if part)
        words = "; ".join([*(self.trace or ()), *([self.note] if self.note else [])])
        return " ".join(part for part in (f"${formula}$" if formula else "", f"({words})" if words else "") if part)

    def to_json(self) -> dict[str, Any]:
        """Without the fields that say nothing."""
        return {name: value for name, value in super().to_json().items() if value is not None and value != ""}


@dataclass(frozen=True, kw_only=True, repr=False)
class Verdict(JsonRecord):
    """The outcome of deciding one statement on one region."""

    verdict: str
    engine: str
    form: str = ""  # the winning form or rung, in words
    won: tuple[str, ...] = ()  # the same by the names the searches know: a `Hint` of what to try first next time
    assumes: tuple[str, ...] = ()  # trusted lemmas used
    digits: int | None = None  # decimal digits to which engines agreed, for `confirmed`
    bits: int | None = None  # largest working precision used
    points: int | None = None  # points looked at, for `confirmed`
    witness: Mapping[str, str] = field(default_factory=dict)  # a point certified inside the region
    counterexample: Counterexample | None = None
    second_opinion: str = ""  # "mpmath" or "none"
    measured: str = ""  # the number that makes words precise: "within 8.1 %"
    remark: str = ""  # what would settle an undecided claim, what a part said
    seconds: float = 0.0
    versions: Mapping[str, str] = field(default_factory=dict)
    rejected: str = ""  # why the kernel rejected a proof that a search had found; never in the ledger
    stopped: tuple[str, ...] = ()  # what a wall-clock safety net stopped on the way; never in the ledger
    proof: Any = field(default=None, compare=False, metadata={"json": False})  # the kernel's proof object; never in the ledger

    def __post_init__(self) -> None:
        if self.verdict not in VERDICTS:
            raise ValueError(f"unknown verdict {self.verdict!r}")
        if (self.verdict == "refuted") != (self.counterexample is not None):
            raise ValueError("refuted needs a counterexample, and nothing else has one")
        if (self.verdict == "measured") != bool(self.measured):
            raise ValueError("measured needs its number, and nothing else has one")

    def __bool__(self) -> bool:
        raise TypeError(
            f"a verdict is not true or false: this one is {self.verdict!r}. Compare .verdict, or use .holds (None "
            f"when undecided)."
        )

    @property
    def holds(self) -> bool | None:
        """True if proved, certified or confirmed; False if refuted; None if nobody knows, or it is a matter of how much."""
        if self.verdict in PASSING:
            return True
        return False if self.verdict == "refuted" else None

    @property
    def out_of_time(self) -> bool:
        """No proof, and a wall-clock safety net stopped something on the way: the verdict may be weaker than deserved."""
        return bool(self.stopped) and self.verdict not in SETTLED

    def with_(self, **changes: Any) -> Verdict:
        return replace(self, **changes)

    def __repr__(self) -> str:
        return f"<{' '.join(part for part in self._phrases() if part)}>"

    def _repr_latex_(self) -> str:
        how, where = self._phrases()
        word, rest = self.verdict.replace("_", " "), how.removeprefix(self.verdict.replace("_", " "))
        return rf"$\textbf{{{word}}}${rest}" + (f", {where}" if where else "")

    def _phrases(self) -> tuple[str, str]:
        """How it was decided, and what contradicts it; nothing that differs from run to run but that a clock stopped it."""
        from dplemma.ledger.phrases import failure_phrase, verdict_phrase

        late = ", out of time" if self.out_of_time else ""
        return verdict_phrase(self) + late, failure_phrase(self.counterexample)


def weakest(parts: Iterable[Verdict]) -> Verdict:
    """The verdict on a conjunction: refuted if a part is, else the weakest part."""
    verdicts = list(parts)
    if not verdicts:
        raise ValueError("a conjunction of nothing has no verdict")
    for part in verdicts:
        if part.verdict == "refuted":
            return part
    worst = min(verdicts, key=lambda v: _STRENGTH[v.verdict])
    assumes = tuple(dict.fromkeys(name for v in verdicts for name in v.assumes))
    forms = dict.fromkeys(v.form for v in verdicts if v.form)
    return worst.with_(
        assumes=assumes,
        form="; ".join(forms),
        measured="; ".join(v.measured for v in verdicts if v.measured) if worst.verdict == "measured" else "",
        remark="; ".join(dict.fromkeys(v.remark for v in verdicts if v.remark)),
        won=tuple(dict.fromkeys(name for v in verdicts for name in v.won)),
        bits=max((v.bits for v in verdicts if v.bits), default=None),
        seconds=sum(v.seconds for v in verdicts),
        stopped=all_stops(verdicts),
    )


@cache
def versions() -> dict[str, str]:
    """The libraries that a verdict rests on."""
    return {name: version(name) for name in ("sympy", "mpmath", "python-flint")}


def all_stops(verdicts: Iterable[Verdict]) -> tuple[str, ...]:
    """All that the clock stopped on the way to the verdicts."""
    return tuple(dict.fromkeys(stop for verdict in verdicts for stop in verdict.stopped))
