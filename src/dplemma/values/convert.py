"""One mechanism in every notion of privacy, all digits certified.

    card = convert(mu=1, delta=["1e-5", "1e-6"])
    print(card)                       # readable
    card.to_json()                    # the same numbers as data

How the mechanism is said (`mu`, `sigma`, `eps0`, `scale`, `rho`, `auc`, one tight pair, several composed, for a group) is in
`dplemma.values.read_mechanism`. Lists to evaluate at are `eps` and `delta`, unless one pair of them is the mechanism, `fpr`,
`order`, `beta` and `d`. How a number of the card is certified is said in `dplemma.values.mechanism`.
Main definitions: `convert`, `Conversion`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from flint import arb, fmpq

from dplemma.base.errors import OutOfBudget, clipped, unknown
from dplemma.base.sides import ROLES
from dplemma.lang.parameters import PARAMETERS
from dplemma.lang.quantity import STATUSES
from dplemma.values.certified import needed_bits
from dplemma.values.evaluator import evaluator
from dplemma.values.exact import BadInput, exact_number, plain_text
from dplemma.values.mechanism import certified_text, rational_text
from dplemma.values.plan import Column, Plan
from dplemma.values.read_mechanism import MECHANISM_NAMES, read_mechanism
from dplemma.values.rounding import MODES, log10_text, rounding_direction
from dplemma.values.sources import CardMechanism

DIGITS, MAX_ENTRIES, MAX_TOTAL_DIGITS = 10, 1000, 500_000
_DEFAULTS = {
    "eps": ("0.5", "1", "2", "4", "8"), "delta": ("1e-5", "1e-6", "1e-9"), "fpr": ("0.001", "0.01", "0.1"),
    "order": ("2", "4", "8", "16", "32"), "beta": ("0.5", "1", "2"), "d": (),
}  # fmt: skip
_CHECKED_BY = {
    "eps": "gaussian.delta", "delta": "gaussian.epsilon", "fpr": "gaussian.roc", "order": "gaussian.renyi",
    "beta": "gaussian.fbeta", "d": "glrt.roc",
}  # fmt: skip
_CHECKED_BY_PURE = {**_CHECKED_BY, "delta": "laplace.epsilon", "order": "laplace.renyi"}
_SMALLEST_NORMAL = arb(2) ** -1022
_COMPOSITIONS = "the number of compositions or the sampling behind it: many histories end in the same {}"
_ADJACENCY = "the adjacency (add/remove or replace): it enters only through the sensitivity"
_ANY_ADJACENCY = "the adjacency (add/remove or replace): it is the one for which the parameter was stated"
_NO_PURE = "any pure guarantee: Gaussian noise is (eps, 0)-DP for no finite eps"
_DIMENSION = "the dimension d of the output: only a restricted adversary depends on it (give d=10 to see one)"


@dataclass(frozen=True, kw_only=True)
class CardEntry:
    """One number of the card. `value` is None where only `log10` can be written, or where `unreached` says why not."""

    quantity: str
    meaning: str
    inputs: Mapping[str, str]
    varied: tuple[str, ...] = ()
    value: str | None
    log10: str | None = None
    unreached: str | None = None
    status: str = "exact"
    role: str = "guarantee"
    rounded: str = "nearest"

    @property
    def label(self) -> str:
        """What must stand beside a number that is not exact; empty for one that is."""
        return "" if self.status == "exact" else STATUSES[self.status]

    def to_json(self) -> dict[str, Any]:
        always = {
            "quantity": self.quantity, "meaning": self.meaning, "inputs": dict(self.inputs), "value": self.value,
            "status": self.status, "role": self.role, "rounded": self.rounded,
        }  # fmt: skip
        sometimes = {"label": self.label, "log10": self.log10, "unreached": self.unreached}
        return always | {name: text for name, text in sometimes.items() if text}


@dataclass(frozen=True, kw_only=True)
class Notion:
    """A notion of privacy with its numbers."""

    name: str
    entries: tuple[CardEntry, ...]

    def to_json(self) -> dict[str, Any]:
        return {"notion": self.name, "entries": [entry.to_json() for entry in self.entries]}


@dataclass(frozen=True, kw_only=True)
class Conversion:
    """What `convert` returns: the mechanism, its numbers by notion, and what the inputs leave open."""

    given: Mapping[str, str | list[str]]
    mechanism: Mapping[str, str | None]
    mechanism_rounded: Mapping[str, str]
    assumed: Mapping[str, str] = field(default_factory=dict)
    digits: int
    rounding: str = "nearest"
    notions: tuple[Notion, ...]
    not_determined: tuple[str, ...]
    kind: str = "gaussian"
    title: str = "Gaussian mechanism"
    adjacency: str | None = None

    @property
    def complete(self) -> bool:
        """False if some number was out of reach."""
        return not any(entry.unreached for notion in self.notions for entry in notion.entries)

    def to_json(self) -> dict[str, Any]:
        return {
            "schema": 1,
            "kind": self.kind,
            "adjacency": self.adjacency,
            "given": dict(self.given),
            "assumed": dict(self.assumed),
            "mechanism": dict(self.mechanism),
            "mechanism_rounded": dict(self.mechanism_rounded),
            "digits": self.digits,
            "round": self.rounding,
            "notions": [notion.to_json() for notion in self.notions],
            "not_determined": list(self.not_determined),
        }

    def __str__(self) -> str:
        from dplemma.base.page import Page
        from dplemma.values.card import CARD_WIDTH, card_page

        page = Page(width=CARD_WIDTH)
        card_page(page, self)
        return page.text().rstrip("\n")

    def _repr_markdown_(self) -> str:
        from dplemma.values.card import card_markdown

        return card_markdown(self)


def convert(*, digits: int = DIGITS, rounding: str = "nearest", adjacency: str | None = None, **inputs: Any) -> Conversion:
    """One mechanism in every notion; a list may be an iterable of numbers or a text such as "0.5,1,2".

    `rounding` is nearest, up, down or safe: the side on which each number stays a true promise. `adjacency` is add-remove or
    replace-one, for which a sensitivity counts twice; what the inputs may be is said in `dplemma.values.read_mechanism`.
    """
    return convert_inputs(inputs, digits, rounding, adjacency)


def convert_inputs(inputs: Mapping[str, Any], digits: int, rounding: str = "nearest", adjacency: str | None = None) -> Conversion:
    """The same for inputs by name in a mapping."""
    if rounding not in MODES:
        raise BadInput(f"rounding {clipped(str(rounding))!r} is none of {', '.join(MODES)}")
    needed_bits(digits)  # refuses digits that make no sense before anything else
    own = {name: value for name, value in inputs.items() if name in MECHANISM_NAMES}
    lists = _lists(inputs, _CHECKED_BY if _may_be_gaussian(own) else _CHECKED_BY_PURE)
    asked = set(lists)
    mechanism = read_mechanism(own, lists, adjacency)
    _refuse_lists(mechanism, lists)
    given: dict[str, Any] = {**mechanism.told.given, **{name: [plain_text(x) for x in points] for name, points in lists.items()}}
    points = {name: lists.get(name) or _default(name, mechanism) for name in _DEFAULTS}
    _check_size(mechanism.plan, points, digits)
    notions = [
        Notion(name=name, entries=tuple(entries))
        for name, groups in mechanism.plan
        if (entries := [entry for group in groups for entry in _entries(mechanism, *group, points, digits, rounding)])
    ]
    return Conversion(
        given=given, mechanism=mechanism.texts(digits, rounding), assumed=mechanism.told.assumed, digits=digits,
        rounding=rounding, mechanism_rounded={name: mechanism.direction(name, rounding) for name in mechanism.numbers},
        notions=tuple(notions), not_determined=tuple(_open_questions(mechanism, adjacency, "d" in asked)),
        kind=mechanism.kind, title=mechanism.title, adjacency=adjacency,
    )  # fmt: skip


def _may_be_gaussian(own: Mapping[str, Any]) -> bool:
    return not {"eps0", "epsilon0", "scale", "rho"} & set(own) and own.get("mechanism", "gaussian") == "gaussian"


def _open_questions(mechanism: CardMechanism, adjacency: str | None, with_dimension: bool) -> Iterable[str]:
    yield from mechanism.open_questions
    if "k" not in mechanism.told.given and not any("+" in text for text in mechanism.told.given.values()):
        yield _COMPOSITIONS.format(mechanism.parameter)
    if adjacency is None:
        yield _ADJACENCY if mechanism.kind in ("gaussian", "laplace") else _ANY_ADJACENCY
    if mechanism.kind == "gaussian":
        yield _NO_PURE
        if not with_dimension:
            yield _DIMENSION


# -- inputs ----------------------------------------------------------------------------------------------------------


def _refuse_lists(mechanism: CardMechanism, lists: Mapping[str, list[fmpq]]) -> None:
    """A list that no number of this mechanism's card depends on."""
    used = {name for _, groups in mechanism.plan for names, _ in groups for name in names}
    for name in lists:
        if name not in used:
            raise BadInput(f"no number of the card of a {mechanism.title} depends on {name}: leave it out")


def _lists(inputs: Mapping[str, Any], checked_by: Mapping[str, str]) -> dict[str, list[fmpq]]:
    """The points to evaluate at by canonical name, each inside its domain."""
    canonical = {alias: name for name in _DEFAULTS for alias in PARAMETERS[name].aliases if alias != "alpha"}
    found: dict[str, list[fmpq]] = {}
    for given, values in inputs.items():
        name = canonical.get(given, given)
        if given in MECHANISM_NAMES:
            continue
        if given == "alpha":
            raise BadInput("alpha may mean the false positive rate or the Rényi order here: say fpr or order")
        if name not in _DEFAULTS:
            from dplemma.values.hints import parameter_hint

            if hint := parameter_hint(given, values, ["mu"]):
                raise BadInput(f"convert has no parameter {clipped(given)!r}: {hint}")
            known = [*MECHANISM_NAMES, *_DEFAULTS, *canonical]
            raise unknown("parameter", given, known, hint=f"Known are {', '.join((*MECHANISM_NAMES, *_DEFAULTS))}.")
        if name in found:
            raise BadInput(f"{name} is given twice (once as {given})")
        found[name] = _points(values, name, checked_by[name])
    return found


def _points(values: Any, name: str, checked_by: str) -> list[fmpq]:
    """The exact numbers of one list without repetitions, in the order given."""
    example = ",".join(_DEFAULTS[name][:2]) or "1,10"
    parts = _split(values, name)
    if not parts:
        raise BadInput(f"{name} has no values. Try {name}={example}")
    if len(parts) > 1 and any(isinstance(part, str) and not part.strip() for part in parts):
        raise BadInput(f"{name} has an empty entry between its commas. Try {name}={example}")
    ready = evaluator(checked_by)
    points: dict[fmpq, None] = {}
    for part in parts:
        point = exact_number(part, name)
        ready.read({**ready.quantity.example, name: point})  # refuses what is outside the domain
        points[point] = None
    return list(points)


def _split(values: Any, name: str) -> list[Any]:
    if isinstance(values, str):
        parts: list[Any] = values.split(",")
    elif isinstance(values, Iterable):
        parts = []
        for value in values:  # an endless iterable must not be collected
            parts.append(value)
            if len(parts) > MAX_ENTRIES:
                break
    else:
        parts = [values]
    if len(parts) > MAX_ENTRIES:
        raise OutOfBudget(f"{name} has more than {MAX_ENTRIES} values; a card has at most {MAX_ENTRIES} entries")
    return parts


def _check_size(plan: Plan, points: Mapping[str, list[fmpq]], digits: int) -> None:
    groups = [group for _, notion in plan for group in notion]
    size = sum(len(columns) * math.prod(len(points[name]) for name in names) for names, columns in groups)
    if size > MAX_ENTRIES:
        raise OutOfBudget(f"{size} entries asked for; a card has at most {MAX_ENTRIES}. See: dplemma table --help")
    if size * digits > MAX_TOTAL_DIGITS:
        raise OutOfBudget(f"{size} entries of {digits} digits asked for; a card has at most {MAX_TOTAL_DIGITS} digits in all")


def _default(name: str, mechanism: CardMechanism) -> list[fmpq]:
    """The usual points; half of a tight pair comes before them."""
    own = [mechanism.told.pair[name]] if name in mechanism.told.pair else []
    return list(dict.fromkeys([*own, *(exact_number(text, name) for text in _DEFAULTS[name])]))


# -- certified numbers -----------------------------------------------------------------------------------------------


def _entries(
    mechanism: CardMechanism, names: tuple[str, ...], columns: tuple[Column, ...], points: Mapping[str, list[fmpq]], digits: int,
    rounding: str,
) -> Iterable[CardEntry]:  # fmt: skip
    """The entries of quantities side by side, point by point."""
    for values in product(*(points[name] for name in names)):
        at = dict(zip(names, values, strict=True))
        for column in columns:
            yield _entry(mechanism, column, at, digits, rounding)


def _entry(mechanism: CardMechanism, column: Column, at: Mapping[str, fmpq], digits: int, rounding: str) -> CardEntry:
    status, role = column.status, column.role
    if column.registered:
        quantity = evaluator(column.quantity).quantity
        status, role = quantity.status, quantity.role
    own = {mechanism.parameter: mechanism.parameter_text} if column.registered else mechanism.inputs
    rounded = rounding_direction(rounding, ROLES[role])
    text, log10, unreached = _number(mechanism, column.quantity, at, digits, rounded)
    return CardEntry(
        quantity=column.quantity, meaning=column.meaning, inputs={name: plain_text(x) for name, x in at.items()} | own,
        varied=tuple(at), value=text, log10=log10, unreached=unreached, status=status, role=role, rounded=rounded,
    )  # fmt: skip


def _number(
    mechanism: CardMechanism, name: str, at: Mapping[str, fmpq], digits: int, mode: str
) -> tuple[str | None, str | None, str | None]:
    """The digits, the decimal logarithm where a double underflows, and why there are neither."""
    known = mechanism.known(name, at)
    if known is not None:
        return rational_text(known, digits, mode), None, None
    try:
        text, ball = certified_text(lambda need: mechanism.enclose(name, at, need), digits, mode)
        return text, log10_text(ball, digits, mode) if 0 < ball < _SMALLEST_NORMAL else None, None
    except OutOfBudget as error:
        return None, None, str(error)
