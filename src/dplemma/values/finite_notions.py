"""`dplemma notions`: a finite mechanism on two neighbouring databases in every notion of privacy, and how each follows from
others.

    FiniteMechanism(["1/2", "1/2"], ["1/4", "3/4"]).notions(digits=20)
    read_finite_mechanism(Path("mechanism.csv")).notions(eps=["0.5"], orders=["2"])

Every number is certified to the digits asked for. Beside it stands the most that a stronger notion allows (the chain of the paper
`chernoff`, with sharper constants):
    KL <= eps tanh(eps/2) and TV <= tanh(eps/2) for an eps-DP mechanism; (eps, TV)-DP and less for eps > 0;
    Chernoff <= KL KL'/(KL + KL'), as -log sum P^a Q^(1-a) <= min((1-a) KL, a KL') by Jensen, the orders being exchanged in KL';
    capacity <= (KL + KL')/4, as I(w) <= w (1-w)(KL + KL');
    TV <= sqrt(1 - e^(-2 C)) for the Chernoff information C, which is at least that of the exponent 1/2.
Main definitions: `FiniteMechanism`, `NotionLevel`, `read_finite_mechanism`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from flint import arb, fmpq

from dplemma.arb import finite
from dplemma.arb.precision import working_precision
from dplemma.base.errors import OutOfBudget
from dplemma.values.exact import BadInput, exact_number, plain_text, short_text
from dplemma.values.mechanism import rational_text
from dplemma.values.pairs_file import read_pairs
from dplemma.values.rounding import decimal_of

MOST_OUTPUTS, MOST_NOTION_DIGITS = 1000, 1000
_ROUNDS, _GUARD_BITS = 8, 40
_DEFAULT_EPS, _DEFAULT_ORDERS = ("0.1", "1"), ("2", "10")


class NotionLevel(NamedTuple):
    """One notion: the number for both orders of the databases and its level, the larger; what a stronger notion allows."""

    name: str
    forward: str
    backward: str
    level: str
    allowed: str
    by: str

    def to_json(self) -> dict[str, str | None]:
        return {name: text or None for name, text in self._asdict().items()}


@dataclass(frozen=True, kw_only=True)
class _Row:
    """What is computed at a precision: both orders, and the bound with the words for it."""

    name: str
    both: Callable[[finite.Pairs], arb]
    allowed: Callable[[], arb | fmpq] | None = None
    by: str = ""


class FiniteMechanism:
    """Chances of the same outputs on two neighbouring databases, exact, each adding up to 1."""

    def __init__(self, first: Sequence[Any], second: Sequence[Any]) -> None:
        if len(first) != len(second):
            raise BadInput(f"{len(first)} chances on one database and {len(second)} on the other; each output needs both")
        if not 2 <= len(first) <= MOST_OUTPUTS:
            raise BadInput(f"a finite mechanism has 2 to {MOST_OUTPUTS} outputs, got {len(first)}")
        self.pairs = [(_chance(p, "P"), _chance(q, "Q")) for p, q in zip(first, second, strict=True)]
        for name, row in zip("PQ", zip(*self.pairs, strict=True), strict=True):
            total = sum(row, fmpq(0))
            if total != 1:
                raise BadInput(f"the chances {name} add up to {short_text(total)}; they must add up to 1, exactly")

    def notions(
        self, *, eps: Iterable[Any] = _DEFAULT_EPS, orders: Iterable[Any] = _DEFAULT_ORDERS, digits: int = 10
    ) -> list[NotionLevel]:
        """Every notion, strongest first, at these eps and Rényi orders."""
        if not 1 <= digits <= MOST_NOTION_DIGITS:
            raise BadInput(f"digits must be a whole number from 1 to {MOST_NOTION_DIGITS}, got {digits}")
        at = [_level(value, "eps", 0) for value in eps], [_level(value, "order", 1) for value in orders]
        return [_settled(row, self.pairs, digits) for row in _rows(self.pairs, *at)]

    def to_json(self) -> dict[str, list[str]]:
        return {name: [plain_text(x) for x in row] for name, row in zip("PQ", zip(*self.pairs, strict=True), strict=True)}


def _chance(value: Any, name: str) -> fmpq:
    chance = exact_number(value, name)
    if not 0 <= chance <= 1:
        raise BadInput(f"a chance must be from 0 to 1, got {name} = {short_text(chance)}")
    return chance


def _level(value: Any, name: str, least: int) -> fmpq:
    number = exact_number(value, name)
    if number < least or (name == "order" and number == least):
        raise BadInput(f"{name} must be {'>' if name == 'order' else '>='} {least}, got {short_text(number)}")
    return number


def _rows(pairs: finite.Pairs, eps: list[fmpq], orders: list[fmpq]) -> list[_Row]:
    """The notions from the strongest to the weakest."""
    other = finite.reversed_pairs(pairs)

    def pure() -> arb:
        return _larger(finite.max_divergence(pairs), finite.max_divergence(other))

    def divergences() -> tuple[arb, arb]:
        return finite.kullback_leibler(pairs), finite.kullback_leibler(other)

    def mean_divergence() -> arb:
        one, two = divergences()
        return (one + two) / 2

    def half_pure() -> arb:
        return (pure() / 2).tanh() if pure().is_finite() else arb(1)

    return [
        _Row(name="pure DP, eps", both=finite.max_divergence),
        *(
            _Row(name=f"Rényi DP, order {short_text(order)}", both=lambda x, order=order: finite.renyi_divergence(x, order),
                 allowed=lambda order=order: _by_pure(pure(), order), by="pure DP")
            for order in orders
        ),
        _Row(name="GDP, mu", both=finite.least_gdp_mu, allowed=lambda: _mu_by_pure(pure()), by="pure DP"),
        _Row(name="KL-DP", both=finite.kullback_leibler, allowed=lambda: pure() * half_pure(), by="pure DP"),
        _Row(name="MI-DP, capacity", both=finite.channel_capacity, allowed=lambda: mean_divergence() / 2, by="KL-DP"),
        _Row(name="Chernoff-DP", both=finite.chernoff_information, allowed=lambda: _harmonic(*divergences()), by="KL-DP"),
        _Row(name="delta-DP, total variation", both=lambda x: arb(finite.total_variation(x)),
             allowed=lambda: _tv_by_chernoff(finite.chernoff_information(pairs)), by="Chernoff-DP"),
        *(
            _Row(name=f"(eps, delta)-DP at eps = {short_text(value)}", both=lambda x, value=value: finite.hockey_stick(x, value),
                 allowed=lambda: finite.total_variation(pairs), by="delta-DP")
            for value in eps
        ),
    ]  # fmt: skip


def _larger(a: arb, b: arb) -> arb:
    return a if not a.is_finite() else b if not b.is_finite() else a.max(b)


def _by_pure(eps: arb, order: fmpq) -> arb:
    """The Rényi divergence of randomised response, the worst eps-DP mechanism."""
    if not eps.is_finite():
        return eps
    likely = 1 / (1 + (-eps).exp())
    return (likely * ((order - 1) * eps).exp() + (1 - likely) * ((1 - order) * eps).exp()).log() / (order - 1)


def _mu_by_pure(eps: arb) -> arb:
    """pure.mu, that of randomised response."""
    from dplemma.arb.normal import norm_isf

    return 2 * norm_isf(1 / (1 + eps.exp())) if eps.is_finite() else eps


def _harmonic(a: arb, b: arb) -> arb:
    """ab/(a + b), with its limits."""
    if not a.is_finite() or not b.is_finite():
        return b if not a.is_finite() else a
    return arb(0) if a.is_zero() or b.is_zero() else a * b / (a + b)


def _tv_by_chernoff(information: arb) -> arb:
    if not information.is_finite() or information.is_zero():
        return arb(0) if information.is_zero() else arb(1)
    return (-(-2 * information).expm1()).sqrt()


def _settled(row: _Row, pairs: finite.Pairs, digits: int) -> NotionLevel:
    """The row at a precision that certifies its digits; what is allowed is rounded up."""
    bits = 4 * digits + _GUARD_BITS
    for _ in range(_ROUNDS):
        with working_precision(bits):
            forward, backward = row.both(pairs), row.both(finite.reversed_pairs(pairs))
            texts = [_text(x, digits) for x in (forward, backward, _larger(forward, backward))]
            allowed = _raised(row.allowed(), digits) if row.allowed is not None else ""
        if None not in (*texts, allowed):
            ahead, back, level = map(str, texts)
            return NotionLevel(row.name, ahead, back, level, str(allowed), row.by)
        bits *= 2
    raise OutOfBudget(f"{row.name}: {digits} digits need more than {bits // 2} bits")


def _text(ball: arb, digits: int, mode: str = "nearest") -> str | None:
    """The digits, or None if the ball is too wide for them."""
    if ball.is_finite():
        return decimal_of(ball, digits, mode)
    return "infinite" if ball == arb.pos_inf() else None


def _raised(bound: arb | fmpq, digits: int) -> str | None:
    """A bound rounded up; one that is a short decimal within its ball may come out a unit larger."""
    if isinstance(bound, fmpq):
        return rational_text(bound, digits, "up")
    return _text(bound.upper() if bound.is_finite() else bound, digits, "up")


def read_finite_mechanism(path: Path) -> FiniteMechanism:
    """A table P,Q in CSV, one output a line, with or without that header and a column of names before; # begins a comment."""
    chances = read_pairs(path, ("P,Q",), lambda p, q: (_chance(p, "P"), _chance(q, "Q")), names=True)
    return FiniteMechanism([p for p, _ in chances], [q for _, q in chances])
