"""Measurements of proofs on whole regions.

6. `boxes`: one enclosure of a gap on a box by a generated tape / the same enclosure by hand, end by end in python-flint.
7. `regions`: seconds and boxes of each lemma the prover must show. Where it takes many boxes, also seconds / a hand-written
   end-point bound on the same boxes, and how many of them that bound settles. Last, some region proofs of the papers together.
8. `kernel`: seconds that the kernel takes to check proof objects of the ledger, and their share of the search.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

from flint import arb, fmpq
from parts import Disagreement, Part, Target
from timing import Call, Race, fastest

from dplemma.arb.intervals import RealInterval
from dplemma.arb.normal import mills_ratio
from dplemma.arb.precision import working_precision
from dplemma.compile.evaluate import compiled
from dplemma.decide.decide import decide_claim
from dplemma.decide.regions.balls import certify
from dplemma.formulas import gaussian
from dplemma.kernel.check import check
from dplemma.lang import Mills, Region, log, pi, sqrt, variables
from dplemma.ledger import store as ledger
from dplemma.papers import load_claims
from dplemma.proofs.certificates import claim_tree
from dplemma.proofs.found import Proved

sys.path.append(str(Path(__file__).resolve().parents[1] / "tests" / "shared"))
from must_show import LEMMAS, Lemma  # pyright: ignore[reportMissingImports]

BITS = 64
EVERY = 10  # claims of the ledger are decided again: all of them take minutes, and are what `dplemma verify` measures
SIDE = 12  # boxes along each side of the measured region
AGREEMENT = arb(10) ** -9
alpha, eps, mu, psi, x = variables("alpha eps mu psi x")
Ends = tuple[arb, arb]
LowerEnd = Callable[..., arb]


@dataclass(frozen=True, kw_only=True)
class BoxCase:
    """A gap, the box it is enclosed on (cut into smaller ones), and the lower end of its enclosure written by hand."""

    name: str
    gap: Any
    box: dict[str, tuple[str, str]]
    by_hand: Callable[[], LowerEnd]

    def boxes(self) -> list[tuple[tuple[Fraction, Fraction], ...]]:
        """A grid of boxes that tiles the box."""
        found: list[tuple[tuple[Fraction, Fraction], ...]] = [()]
        for low, high in self.box.values():
            start, step = Fraction(low), (Fraction(high) - Fraction(low)) / SIDE
            sides = [(start + k * step, start + (k + 1) * step) for k in range(SIDE)]
            found = [(*box, side) for box in found for side in sides]
        return found


# -- by hand ----------------------------------------------------------------------------------------------------------


def mills_by_hand() -> LowerEnd:
    most = (arb.pi() / 2).sqrt()

    def run(at: Ends) -> arb:
        return (most - mills_ratio(at[0])).lower()

    return run


def delta_by_hand() -> LowerEnd:
    half = arb(0.5)
    minus_root_half = -half.sqrt()

    def run(orders: Ends, shifts: Ends) -> arb:
        least = half * shifts[0] - orders[1] / shifts[0]
        most = -half * shifts[0] - orders[0] / shifts[1]
        return (half * (minus_root_half * least).erfc() - half * orders[1].exp() * (minus_root_half * most).erfc()).lower()

    return run


def conversion_by_hand() -> LowerEnd:
    half, one, three, budget = arb(0.5), arb(1), arb(3), arb(10**5).log()

    def run(orders: Ends, shifts: Ends) -> arb:
        return (half * orders[0] * shifts[0] * shifts[0] + budget / (orders[1] - one) - three * shifts[1]).lower()

    return run


BOX_CASES = (
    BoxCase(name="sqrt(pi/2) - Mills(x)", gap=sqrt(pi / 2) - Mills(x), box={"x": ("0", "8")}, by_hand=mills_by_hand),
    BoxCase(
        name="gaussian.delta", gap=gaussian.delta.definition(eps, mu), box={"eps": ("1/2", "3"), "mu": ("1", "3")},
        by_hand=delta_by_hand,
    ),
    BoxCase(
        name="RDP conversion", gap=alpha * psi**2 / 2 + log(10**5) / (alpha - 1) - 3 * psi,
        box={"alpha": ("3/2", "64"), "psi": ("1/10", "6")}, by_hand=conversion_by_hand,
    ),
)  # fmt: skip


def boxes(*, passes: int = 3, rounds: int = 12) -> Part:
    """Enclosures on boxes against hand-written end-point arithmetic."""
    outcomes = fastest([_box_race(case) for case in BOX_CASES], passes=passes, rounds=rounds)
    rows = []
    for case, outcome in zip(BOX_CASES, outcomes, strict=True):
        count = len(case.boxes())
        hand, tape = (seconds / count * 1e6 for seconds in outcome.seconds)
        rows.append(
            {"gap": case.name, "boxes": count, "hand_us": hand, "tape_us": tape, "ratio": tape / hand, "control": outcome.control}
        )
    # Two ends and the flags for each operation, where a hand knows which end it needs.
    worst = Target(name="worst ratio", relation="<=", bound=12.0, measured=max(row["ratio"] for row in rows))
    return Part(key="boxes_over_hand", title="Enclosure on a box / hand-written end-point code", rows=rows, targets=[worst])


def _box_race(case: BoxCase) -> Race:
    with working_precision(BITS):
        hand, tape = case.by_hand(), compiled(case.gap, tuple(case.box)).at("interval", BITS)
        thin = [tuple(tuple(map(_ball, side)) for side in box) for box in case.boxes()]
        wide = [tuple(RealInterval.from_fractions(*side) for side in box) for box in case.boxes()]
        for ends, intervals in zip(thin, wide, strict=True):
            _check_same(case.name, hand(*ends), tape(*intervals).lo)
    calls = (Call(function=_each, arguments=(hand, thin)), Call(function=_each, arguments=(tape, wide)))
    return Race(calls=calls, context=partial(working_precision, BITS))


def _ball(value: Fraction) -> arb:
    return arb(fmpq(value.numerator, value.denominator))


def _each(function: Callable[..., Any], arguments: Sequence[tuple[Any, ...]]) -> None:
    for given in arguments:
        function(*given)


def _check_same(name: str, by_hand: arb, by_tape: arb) -> None:
    if not abs(by_hand - by_tape) <= AGREEMENT * (1 + abs(by_hand)):
        raise Disagreement(f"{name}: lower end by hand {by_hand}, by tape {by_tape}")


# -- whole proofs -----------------------------------------------------------------------------------------------------


def kernel() -> Part:
    """The kernel on the proof object of every tenth claim of the ledger, one core, and its share of the search that found it."""
    claims, rows = load_claims(), {}
    for record in list(ledger.read().values())[::EVERY]:
        verdict = decide_claim(claims[record.id], frozenset(record.won)) if record.id in claims else None
        if verdict is None or verdict.proof is None:
            continue
        tree, start = claim_tree(claims[record.id]), time.perf_counter()
        outcome = check(tree, verdict.proof)
        seconds = time.perf_counter() - start
        row = rows.setdefault(
            outcome.verdict,
            {"verdict": outcome.verdict, "claims": 0, "boxes": 0, "seconds": 0.0, "slowest": 0.0, "search_s": 0.0, "share": 0.0},
        )
        row |= {"claims": row["claims"] + 1, "boxes": row["boxes"] + outcome.boxes, "seconds": row["seconds"] + seconds}
        row |= {"slowest": max(row["slowest"], seconds), "search_s": row["search_s"] + verdict.seconds}
        row["share"] = row["seconds"] / row["search_s"]
    taken, count = (sum(row[name] for row in rows.values()) for name in ("seconds", "claims"))
    whole = Target(name="milliseconds a claim", relation="<=", bound=70.0, measured=1e3 * taken / count)
    title = f"The kernel on the proof objects of every {EVERY}th claim of the ledger"
    return Part(key="kernel", title=title, rows=list(rows.values()), targets=[whole])


def regions() -> Part:
    """Each lemma once; a proof takes long enough for one clock reading."""
    rows = [_lemma_row(name, lemma) for name, lemma in LEMMAS.items()]
    rows.append(_papers_row())
    open_claims = Target(
        name="lemmas without proof", relation="<=", bound=0, measured=sum(row["boxes"] == "open" for row in rows)
    )
    slowest = Target(name="slowest lemma, seconds", relation="<=", bound=60.0, measured=max(row["seconds"] for row in rows[:-1]))
    return Part(key="regions", title="Proofs on whole regions", rows=rows, targets=[open_claims, slowest])


def _lemma_row(name: str, lemma: Lemma) -> dict[str, Any]:
    start = time.perf_counter()
    outcome = certify(lemma.statement, Region(**lemma.region), name)
    seconds = time.perf_counter() - start
    leaves = _leaves(outcome.proved)
    row = _row(name, seconds, "open" if outcome.verdict is None else len(leaves))
    if leaves and name in LEAST_ORDER:
        hand, settled = _timed_by_hand(leaves, LEAST_ORDER[name])
        row |= {"hand_ms": hand * 1e3, "settled": settled, "ratio": seconds / hand}
    return row


def _row(claim: str, seconds: float, count: int | str) -> dict[str, Any]:
    return {"claim": claim, "seconds": seconds, "boxes": count, "hand_ms": "", "settled": "", "ratio": ""}


def _leaves(proved: Iterable[Proved]) -> list[dict[str, Any]]:
    """The boxes of every region proof."""
    return [box for item in proved for box in _leaf_boxes(item.proof.tree)]


def _leaf_boxes(tree: Any) -> Iterable[dict[str, Any]]:
    if isinstance(tree, dict) and "leaves" in tree:
        for leaf in tree["leaves"]:
            yield {name: tuple(None if end is None else Fraction(end) for end in ends) for name, ends in leaf["box"]}
    for part in tree.values() if isinstance(tree, dict) else tree if isinstance(tree, list) else ():
        yield from _leaf_boxes(part)


def _timed_by_hand(leaves: Sequence[dict[str, Any]], least_order: Callable[[Ends, Ends], arb]) -> tuple[float, int]:
    """Seconds, and boxes settled, of delta(eps, psi) < 1e-5 at the corner of each box where delta is largest."""
    half, tiny = arb(0.5), arb(10) ** -5
    root_half = half.sqrt()
    settled = 0
    start = time.perf_counter()
    with working_precision(BITS):
        for box in leaves:
            if set(box) == {"alpha", "psi"}:
                orders, shifts = ((_ball(low), _ball(high)) for low, high in (box["alpha"], box["psi"]))
                eps = least_order(orders, shifts)
                ratio, shift = eps / shifts[1] * root_half, half * shifts[1] * root_half
                settled += half * (ratio - shift).erfc() - half * eps.exp() * (ratio + shift).erfc() < tiny
    return time.perf_counter() - start, settled


def _standard(orders: Ends, shifts: Ends) -> arb:
    return orders[0] * shifts[0] * shifts[0] / 2 + arb(10**5).log() / (orders[1] - 1)


def _improved(orders: Ends, shifts: Ends) -> arb:
    return _standard(orders, shifts) + (1 - 1 / orders[0]).log() - orders[1].log() / (orders[0] - 1)


LEAST_ORDER = {"exact below standard conversion": _standard, "exact below improved conversion": _improved}


def _papers_row() -> dict[str, Any]:
    """Every tenth claim of the ledger that intervals decided, decided again with the form that won."""
    claims = load_claims()
    known = [record for name, record in ledger.read().items() if record.engine == "balls" and name in claims][::EVERY]
    verdicts = [decide_claim(claims[record.id], frozenset(record.won)) for record in known]
    count = sum(
        check(claim_tree(claims[r.id]), v.proof).boxes for r, v in zip(known, verdicts, strict=True) if v.proof is not None
    )
    seconds = sum(verdict.seconds for verdict in verdicts)
    return _row(f"{len(known)} of the papers", seconds, count)
