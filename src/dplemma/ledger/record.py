"""One line of the ledger: a claim with the verdict on it, as typed data.

Main definitions: `Record`, `Companion`.

JSON is read strictly: every field is there, has its type, and none is unknown. Importing this module does not import SymPy.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from dplemma.base.codec import JsonRecord, json_value, read_field
from dplemma.ledger.verdict import PASSING, VERDICTS, Counterexample, Verdict

if TYPE_CHECKING:
    from dplemma.lang.claim import Claim


@dataclass(frozen=True, kw_only=True)
class Companion(JsonRecord):
    """What the line of a claim tells of its amendment, sharpening or literal text, which has a line of its own."""

    whole = True
    id: str
    statement: str = ""
    verdict: str | None = None  # None until it is decided
    counterexample: Counterexample | None = None

    @property
    def is_decided(self) -> bool:
        """True if it is proved, certified or confirmed."""
        return self.verdict in PASSING


@dataclass(frozen=True, kw_only=True)
class Record(JsonRecord):
    """A claim and the verdict on it; the fields mean what they mean in `Claim` and `Verdict`."""

    whole = True
    id: str
    paper: str = ""
    tier: str = ""
    where: str = ""
    kind: str = ""
    states: str = ""
    statement: str = ""  # LaTeX
    text: str = ""
    expanded: Mapping[str, str] = field(default_factory=dict)  # text and statement without names; nothing where there are none
    digest: str = ""
    reading: str = ""
    why: str = ""
    class_: str = ""
    harm: str = ""
    place: str = ""
    amends: str = ""
    not_formalised: str = ""
    symbols: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    as_extracted: Companion | None = None
    amendment: Companion | None = None
    sharpened: Companion | None = None
    verdict: str
    measured: str = ""
    engine: str = ""
    form: str = ""
    won: tuple[str, ...] = ()
    assumes: tuple[str, ...] = ()
    digits: int | None = None
    bits: int | None = None
    points: int | None = None
    witness: Mapping[str, str] = field(default_factory=dict)
    counterexample: Counterexample | None = None
    second_opinion: str = ""
    remark: str = ""
    versions: Mapping[str, str] = field(default_factory=dict)
    seconds: float = 0.0

    def __post_init__(self) -> None:
        if self.verdict not in VERDICTS:
            raise ValueError(f"unknown verdict {self.verdict!r}; known are {', '.join(VERDICTS)}")
        if (self.verdict == "refuted") != (self.counterexample is not None):
            raise ValueError("refuted needs a counterexample, and nothing else has one")
        if (self.verdict == "measured") != bool(self.measured):
            raise ValueError("measured needs its number, and nothing else has one")

    @classmethod
    def of(cls, claim: Claim, verdict: Verdict, wording: Mapping[str, Any] | None = None) -> Record:
        """One claim with its verdict; `dplemma.ledger.store.link` fills in what its companions' lines say.

        `wording` is that of an earlier line of the same statement: setting a formula in LaTeX costs more than checking a proof.
        """
        return cls(
            **{name: getattr(claim, name) for name in _SAID},
            **{name: getattr(verdict, name) for name in _FOUND},
            **(_worded(claim) if wording is None else {name: read_field(cls, name, wording[name]) for name in _WORDED}),
            as_extracted=_companion(claim.as_extracted, worded=wording is None),
            amendment=_companion(claim.amend, worded=wording is None),
            sharpened=_companion(claim.sharpen, worded=wording is None),
            seconds=round(verdict.seconds, 3),
        )

    def wording(self) -> dict[str, Any]:
        """What depends on the statement alone, as JSON data."""
        return {name: json_value(getattr(self, name)) for name in _WORDED}

    @property
    def is_companion(self) -> bool:
        """True for an amendment or a sharpening, our statement, and for a literal text that is not meant: counted apart."""
        return bool(self.amends) or self.id.endswith(("/amended", "/sharpened", "/as-extracted"))

    def unfolded(self) -> Record:
        """With every name in its statement replaced by its definition."""
        return replace(self, **self.expanded)


_SAID = (
    "id",
    "paper",
    "tier",
    "where",
    "kind",
    "states",
    "reading",
    "why",
    "class_",
    "harm",
    "place",
    "amends",
    "not_formalised",
)
_FOUND = (
    "verdict", "measured", "engine", "form", "won", "assumes", "digits", "bits", "points", "witness",
    "counterexample", "second_opinion", "remark", "versions",
)  # fmt: skip
_WORDED = ("statement", "text", "expanded", "digest", "symbols", "numbers")


def _worded(claim: Claim) -> dict[str, Any]:
    return {
        "statement": claim.latex(), "text": claim.text(), "expanded": _expanded(claim), "digest": claim.digest(),
        "symbols": tuple(claim.symbols()), "numbers": tuple(claim.numbers()),
    }  # fmt: skip


def _expanded(claim: Claim) -> dict[str, str]:
    """The statement with every name replaced by its definition; nothing where it has no name."""
    whole = claim.expanded()
    return {} if whole.text() == claim.text() else {"text": whole.text(), "statement": whole.latex()}


def _companion(claim: Claim | None, *, worded: bool) -> Companion | None:
    return None if claim is None else Companion(id=claim.id, statement=claim.latex() if worded else "")
