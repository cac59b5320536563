"""Which tests run when: the fast ones always, a twentieth of the dear ones each time, all of them in parts.

Main definitions: `DEAR`, `dear`, `chain_class`, `deal`, `turn`, `runs`, `part`; `tests/README.md` says how they are used.

A test costs the CPU seconds recorded in `durations.json`; the verdict of a claim costs what the ledger says. What neither knows
is taken for fast, so that a new test runs.
"""

from __future__ import annotations

import json
import re
import subprocess
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from hashlib import sha256
from itertools import accumulate
from pathlib import Path

from dplemma import __version__
from dplemma.ledger import store as ledger

ROOT = Path(__file__).parent.parent
RECORDED = Path(__file__).with_name("durations.json")
CHAIN = re.compile(r"tests/derivations/test_each_derivation\.py::\w+\[([\w-]+)")
APART = "apart "
"""Marks what is recorded of bulk and of samples: they run never or always, and would fill a class in vain."""
VERDICT = "tests/papers/test_verdicts.py::test_the_verdict_is_the_one_remembered[{}]"

DEAR = 0.5  # CPU seconds: what costs as much takes turns
CLASSES = 20  # turns until all have come round
UNKNOWN = 0.03  # what a test without a record costs on average
PARTS = 8  # of the whole suite
FAST = 500.0  # CPU seconds of all that runs always, with collecting in two workers, on a busy machine: `--record-durations`


@cache
def recorded() -> Mapping[str, float]:
    """CPU seconds by the id of the test, of those that are known to take any; `APART` before the id where it takes no turns."""
    claims = {VERDICT.format(key): line.seconds for key, line in ledger.read().items()}
    return json.loads(RECORDED.read_text(encoding="utf-8")) | claims


@cache
def costs() -> Mapping[str, float]:
    """The same by the id alone."""
    return {test.removeprefix(APART): seconds for test, seconds in recorded().items()}


@cache
def dear() -> Mapping[str, int]:
    """The class of each dear test. It depends on no other choice, so `--rotation=3 -k lemma` runs a part of `--rotation=3`."""
    seconds = Counter[str]()
    for test in (tests := [test for test, cost in recorded().items() if cost >= DEAR and not test.startswith(APART)]):
        seconds[_taking_turns(test)] += recorded()[test]
    dealt = deal(seconds)
    return {test: dealt[_taking_turns(test)] for test in tests}


@cache
def chain_class(derivation: str) -> int:
    """All tests of one derivation take the same turn, dear or not: each begins with a check of the chain, which they share."""
    return next((turn for test, turn in dear().items() if _taking_turns(test) == derivation), digest(derivation) % CLASSES)


def _taking_turns(test: str) -> str:
    """The derivation or, elsewhere, the test itself."""
    chain = CHAIN.match(test)
    return chain[1] if chain else test


def deal(seconds: Mapping[str, float], classes: int = CLASSES) -> dict[str, int]:
    """Each test to the class that is cheapest so far, the dearest first: no class takes much longer than another."""
    loads, dealt = [0.0] * classes, {}
    for test in sorted(seconds, key=lambda test: (-seconds[test], digest(test))):
        dealt[test] = loads.index(min(loads))
        loads[dealt[test]] += seconds[test]
    return dealt


def digest(text: str) -> int:
    """A number that depends on nothing but the text: neither on the machine nor on the hash seed."""
    return int(sha256(text.encode()).hexdigest(), 16)


def turn(state: str) -> int:
    """The class whose turn it is in this state of the project."""
    return digest(state) % CLASSES


def present() -> str:
    """The state of the project: the commit, or the version where there is no git."""
    try:
        done = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True)
    except FileNotFoundError:
        return __version__
    return done.stdout.strip() if done.returncode == 0 else __version__


def runs(test: str, markers: Collection[str], turn: int) -> bool:
    """The rule of `make test`: samples always, bulk never, dear tests in their turn, derivations in theirs, and all the rest."""
    if "bulk" in markers or "sample" in markers:
        return "sample" in markers
    chain = CHAIN.match(test)
    return (chain_class(chain[1]) if chain else dear().get(test, turn)) == turn


def part(tests: Sequence[str], number: int, parts: int) -> list[str]:
    """One of several parts that cost about the same: neighbours, because they share fixtures and caches."""
    known = costs()
    ends = list(accumulate(round(1000 * max(known.get(test, UNKNOWN), UNKNOWN)) for test in tests))  # whole: none falls between
    return [test for test, end in zip(tests, ends, strict=True) if -(-parts * end // ends[-1]) == number]
