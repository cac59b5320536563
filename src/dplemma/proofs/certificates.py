"""Certificates: a verdict with its evidence as one JSON file, which `dplemma replay` checks without believing any of it.

Main definitions: `certificate(claim, verdict)`, `write_certificate`, `read_certificate`, `content_hash`, `proof_to_json`,
`proof_from_json`, `proved_to_json`, `proved_from_json`, `end_to_text`, `end_from_text`.

Expressions, statements and regions are the trees of `dplemma.lang`. A proof is {"rule": class, field: value, ...} with the
fields of one table for both directions; a field with its default value is left out. Numbers are text, except counts and
indices. What has an order is a list, so sorted keys lose nothing. The hash only finds accidents: whoever changes a file can
hash it again.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from fractions import Fraction
from functools import partial
from pathlib import Path
from reprlib import repr as shortened
from typing import Any

from flint import arb, fmpz

from dplemma.base.errors import Unsupported
from dplemma.lang.claim import Claim
from dplemma.lang.region import Region
from dplemma.lang.statement_tree import claim_to_tree, region_from_tree, region_to_tree, statement_from_tree, statement_to_tree
from dplemma.lang.statements import Exists, Rel, Statement
from dplemma.lang.tree import MAX_CHARACTERS, Json, bad, expr_from_tree, parse, read_name, read_rational, sequence, to_tree
from dplemma.lang.tree import written_rational as write_rational
from dplemma.lang.unfolding import portable, unfold
from dplemma.ledger.verdict import Verdict
from dplemma.proofs.goals import obligations
from dplemma.proofs.rules import (
    Below,
    Boxes,
    Cases,
    Contact,
    Contrary,
    Cut,
    Face,
    Given,
    Inner,
    Leaf,
    Moved,
    NumberSign,
    Part,
    Proof,
    Proved,
    Rising,
    SignForm,
    Through,
    Whole,
    Zero,
    parts_of,
)

FORMAT, VERSION = "dplemma-certificate", 1
KEYS = ("format", "version", "id", "digest", "claim", "statement", "verdict", "engine", "evidence", "versions", "hash")
MAX_NESTING = 60  # of the rules of a proof
_DYADIC = re.compile(r"(-?[0-9]{1,4000})\*2\^(-?[0-9]{1,9})")


# -- exact ends of enclosures -------------------------------------------------------------------------------------------


def end_to_text(end: arb) -> str:
    """A finite exact end of an enclosure, as mantissa*2^exponent."""
    mantissa, exponent = end.man_exp()
    return f"{mantissa}*2^{exponent}"


def end_from_text(text: str, at: str = "bound") -> arb:
    """The exact number that mantissa*2^exponent or a dyadic fraction stands for."""
    match = _DYADIC.fullmatch(text)
    if match:
        return arb((fmpz(int(match[1])), fmpz(int(match[2]))))
    value = read_rational(text, at)
    power = value.denominator.bit_length() - 1
    if value.denominator != 1 << power:
        raise bad(at, f"{shortened(text)} is not a dyadic number")
    return arb((fmpz(value.numerator), fmpz(-power)))


# -- fields -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Field:
    """How a value is written, and read from a tree at a place."""

    write: Callable[[Any], Json]
    read: Callable[[Json, str], Any]


def _each(field: _Field) -> _Field:
    def read(tree: Json, at: str) -> tuple[Any, ...]:
        return tuple(field.read(part, f"{at}[{place}]") for place, part in enumerate(sequence(tree, at)))

    return _Field(lambda values: [field.write(value) for value in values], read)


def _named(field: _Field) -> _Field:
    """A mapping in its order, as pairs [name, value]."""

    def read(tree: Json, at: str) -> dict[str, Any]:
        pairs = [sequence(pair, f"{at}[{place}]", 2) for place, pair in enumerate(sequence(tree, at))]
        found = {read_name(name, at): field.read(value, f"{at}.{name}") for name, value in pairs}
        if len(found) < len(pairs):
            raise bad(at, "gives a name twice")
        return found

    return _Field(lambda mapping: [[name, field.write(value)] for name, value in mapping.items()], read)


def _either_none(field: _Field) -> _Field:
    return _Field(
        lambda value: None if value is None else field.write(value),
        lambda tree, at: None if tree is None else field.read(tree, at),
    )


def _plain(kind: type) -> _Field:
    """A text, a truth value or a count, as it is."""

    def read(tree: Json, at: str) -> Any:
        if type(tree) is not kind or (kind is int and not 0 <= tree < 10**9):
            raise bad(at, f"{shortened(tree)} is not a {kind.__name__} that belongs here")
        return tree

    return _Field(lambda value: value, read)


def _read_pair(tree: Json, at: str, first: _Field, second: _Field) -> tuple[Any, Any]:
    left, right = sequence(tree, at, 2)
    return first.read(left, f"{at}[0]"), second.read(right, f"{at}[1]")


def _pair(first: _Field, second: _Field) -> _Field:
    return _Field(lambda pair: [first.write(pair[0]), second.write(pair[1])], partial(_read_pair, first=first, second=second))


TEXT, FLAG, COUNT = _plain(str), _plain(bool), _plain(int)
NAME = _Field(str, read_name)
RATIONAL = _Field(write_rational, read_rational)
EXPRESSION = _Field(to_tree, expr_from_tree)
BOX = _named(_pair(_either_none(RATIONAL), _either_none(RATIONAL)))
BOXES = _each(BOX)
INTERVAL = _Field(
    lambda interval: region_to_tree(Region(t=interval))["intervals"][0][1],
    lambda tree, at: region_from_tree({"intervals": [["t", tree]], "such_that": [], "points": []}, at).intervals["t"],
)
DEFINED = _Field(
    lambda defined: defined if isinstance(defined, str) else BOXES.write(defined),
    lambda tree, at: tree if isinstance(tree, str) else BOXES.read(tree, at),
)


def _record(cls: type, table: Mapping[str, _Field]) -> _Field:
    """An object with one entry for each field of a dataclass; entries equal to the default are left out."""
    defaults = {f.name: f.default if f.default_factory is MISSING else f.default_factory() for f in fields(cls)}

    def write(value: Any) -> Json:
        return {n: f.write(getattr(value, n)) for n, f in table.items() if getattr(value, n) != defaults[n]}

    def read(tree: Json, at: str) -> Any:
        if not isinstance(tree, dict):
            raise bad(at, f"{shortened(tree)} is not an object")
        unknown = tree.keys() - table.keys()
        missing = {n for n in table if defaults[n] is MISSING} - tree.keys()
        if unknown or missing:
            raise bad(at, f"unknown entry {min(unknown)!r:.40}" if unknown else f"lacks {min(missing)}")
        return cls(**{name: table[name].read(value, f"{at}.{name}") for name, value in tree.items()})

    return _Field(write, read)


_CONTACT = _record(Contact, {"name": NAME, "low": FLAG, "derivatives": _each(EXPRESSION)})
_FORM = _record(
    SignForm,
    {
        "name": TEXT,
        "rule": TEXT,
        "gap": EXPRESSION,
        "positive": _each(EXPRESSION),
        "slopes": _named(_each(EXPRESSION)),
        "contacts": _each(_CONTACT),
    },
)
_LEAF = _record(
    Leaf,
    {
        "box": BOX,
        "by": TEXT,
        "form": COUNT,
        "bound": TEXT,
        "faces": _named(_pair(FLAG, COUNT)),
        "slopes": _named(COUNT),
        "contact": COUNT,
        "pieces": BOXES,
        "condition": COUNT,
    },
)


# -- proofs -------------------------------------------------------------------------------------------------------------


def proof_to_json(proof: Proof) -> Json:
    return {"rule": proof.head(), **_RULES[proof.head()].write(proof)}


def proof_from_json(tree: Json, at: str = "proof") -> Proof:
    """The proof a tree stands for; `BadClaim` with the place in the tree if it stands for none."""
    if at.count(".") > MAX_NESTING:
        raise bad("proof", f"rules nested deeper than {MAX_NESTING}")
    if not isinstance(tree, dict) or tree.get("rule") not in tuple(_RULES):
        raise bad(at, f"is not one of the rules {', '.join(_RULES)}")
    return _RULES[tree["rule"]].read({name: value for name, value in tree.items() if name != "rule"}, at)


_PROOF = _Field(proof_to_json, proof_from_json)
_TABLES: dict[type[Proof], dict[str, _Field]] = {
    Boxes: {"bits": COUNT, "forms": _each(_FORM), "leaves": _each(_LEAF)},
    Face: {"name": NAME, "low": FLAG, "strict_slope": FLAG, "defined": DEFINED, "slope": _PROOF, "face": _PROOF},
    Cut: {"name": NAME, "at": RATIONAL, "below": _PROOF, "above": _PROOF},
    Cases: {"branches": _each(_PROOF)},
    Below: {"rising": FLAG, "increasing": _PROOF, "starts": _PROOF, "reaches": _PROOF, "crosses": _PROOF},
    Through: {"name": NAME, "inner": _PROOF},
    Moved: {"name": NAME, "by": TEXT, "centre": EXPRESSION, "inner": _PROOF},
    Given: {"condition": COUNT, "times": EXPRESSION, "positive": _either_none(_PROOF)},
    Rising: {
        "condition": COUNT, "times": EXPRESSION, "low": EXPRESSION, "high": EXPRESSION, "function": EXPRESSION,
        "interval": INTERVAL, "defined": DEFINED, "slope": _PROOF,
    },
    Contrary: {"condition": COUNT, "inner": _PROOF},
    Inner: {"gap": EXPRESSION, "inner": EXPRESSION, "interval": INTERVAL, "outer": _PROOF},
    Whole: {"name": NAME, "first": _each(_PROOF), "beyond": _either_none(_PROOF)},
    Zero: {},
    NumberSign: {"bits": COUNT},
}  # fmt: skip
_RULES = {cls.head(): _record(cls, table) for cls, table in _TABLES.items()}


def _read_relation(tree: Json, at: str) -> Rel:
    statement = statement_from_tree(tree, at)
    if not isinstance(statement, Rel):
        raise bad(at, "is not a relation")
    return statement


_PROVED = _record(
    Proved,
    {
        "relation": _Field(statement_to_tree, _read_relation),
        "region": _Field(region_to_tree, region_from_tree),
        "defined": DEFINED,
        "proof": _PROOF,
    },
)
proved_to_json, proved_from_json = _each(_PROVED).write, _each(_PROVED).read


# -- files --------------------------------------------------------------------------------------------------------------


def content_hash(data: Mapping[str, Json]) -> str:
    """SHA-256 of the canonical JSON of everything but the hash itself."""
    body = {key: value for key, value in data.items() if key != "hash"}
    text = json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()


def certificate(claim: Claim, verdict: Verdict) -> dict[str, Json] | None:
    """The certificate of a verdict; None for a verdict that has no evidence a file could hold."""
    if verdict.verdict not in ("certified", "refuted"):
        return None
    claim = portable(claim)
    evidence = _evidence(unfold(claim.statement), unfold(claim.on), verdict)
    if evidence is None:
        return None
    try:
        tree = claim_to_tree(claim)
    except Unsupported:  # a program does not travel: whoever replays must have the claim
        tree = None
    data = {
        "format": FORMAT, "version": VERSION, "id": claim.id, "digest": claim.digest(), "claim": tree, "statement": claim.text(),
        "verdict": verdict.verdict, "engine": verdict.engine, "evidence": evidence, "versions": dict(verdict.versions),
    }  # fmt: skip
    return {**data, "hash": content_hash(data)}


def _evidence(statement: Statement, region: Region, verdict: Verdict) -> Json:
    """What a reader needs to check a verdict; None where the engine that decided must be asked again."""
    if verdict.counterexample is not None:
        return {"kind": "counterexample", "counterexample": verdict.counterexample.to_json()}
    if verdict.verdict != "certified":
        return None
    if isinstance(statement, Exists) and not verdict.proof:
        return {"kind": "point", "point": dict(verdict.witness)}
    if verdict.proof and all(isinstance(part, Part) for part in verdict.proof):
        parts = zip(parts_of(statement), verdict.proof, strict=True)
        return {"kind": "parts", "parts": [_part(own, part.verdict, region) for own, part in parts]}
    if verdict.engine == "balls" and not verdict.proof:
        return None
    owed = obligations(statement, region)
    if not verdict.proof or owed is None or len(owed) != len(verdict.proof):
        return {"kind": "again"}
    return {"kind": "boxes", "proved": proved_to_json(verdict.proof)}


def _part(part: Statement, verdict: Verdict, region: Region) -> Json:
    return {
        "statement": part.text(), "verdict": verdict.verdict, "engine": verdict.engine,
        "evidence": _evidence(part, region, verdict) or {"kind": "again"},
    }  # fmt: skip


def write_certificate(claim: Claim, verdict: Verdict, directory: Path | str) -> Path | None:
    """Write the certificate into the directory, all of it or nothing; None if the verdict has none."""
    data = certificate(claim, verdict)
    if data is None:
        return None
    target = Path(directory) / f"{claim.id.replace('/', '__')}.json"
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile("w", dir=target.parent, suffix=".part", delete=False, encoding="utf-8") as part:
        json.dump(data, part, indent=None, separators=(",", ":"))
        part.write("\n")
    os.replace(part.name, target)
    return target


def read_certificate(path: Path | str) -> dict[str, Json]:
    """The entries of a certificate file; `BadClaim` in one line if it is none."""
    name = Path(path).name or str(path)
    try:
        with Path(path).open("rb") as file:
            content = file.read(MAX_CHARACTERS + 1)  # whatever size the system states: a device has none
        if len(content) > MAX_CHARACTERS:
            raise bad(name, f"larger than {MAX_CHARACTERS} bytes, which no certificate is")
        data = parse(content.decode(), name)
    except OSError as error:
        raise bad(name, f"cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise bad(name, "is not UTF-8 text, so not a certificate") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise bad(name, f'is not a certificate (no "format": "{FORMAT}")')
    if data.get("version") != VERSION:
        raise bad(name, f"certificate version {shortened(data.get('version'))}; this program reads version {VERSION}")
    if set(data) != set(KEYS):
        odd = min(set(data) ^ set(KEYS))
        raise bad(name, f"unknown entry {odd[:40]!r}" if odd in data else f"lacks the entry {odd!r}")
    for key in ("id", "digest", "statement", "verdict", "engine", "hash"):
        if not isinstance(data[key], str):
            raise bad(name, f"{key} is not text")
    if not isinstance(data["evidence"], dict):
        raise bad(name, "evidence is not an object")
    return data


def read_point(tree: Json, at: str) -> dict[str, Fraction]:
    """Exact values by name."""
    if not isinstance(tree, dict):
        raise bad(at, "is not an object of exact values")
    return {name: read_rational(value, f"{at}.{name}"[:80]) for name, value in tree.items()}
