"""The kernel works in a process in which neither SymPy nor any search, language or paper can be imported."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from small_claims import small_claim

from dplemma.decide.decide import decide_claim
from dplemma.formulas import gaussian
from dplemma.lang.words import POSITIVE, Interval, Rational, Rel, exp, variables
from dplemma.proofs.certificates import certificate

x = variables("x")

ALONE = """
import json, sys

class Alone:
    @staticmethod
    def find_spec(name, path=None, target=None):
        rooms = "decide lang ground compile proofs papers formulas ledger cli report values audit".split()
        if name.partition(".")[0] in ("sympy", "mpmath") or name.startswith(tuple(f"dplemma.{room}" for room in rooms)):
            raise AssertionError(f"{name} was imported")

sys.meta_path.insert(0, Alone)
from dplemma.kernel.certificate import check_certificate, read
from dplemma.kernel.term import Rejected

def status(path):
    try:
        return check_certificate(read(path)).verdict
    except Rejected:
        return "rejected"

print(json.dumps([status(path) for path in sys.argv[1:]]))
"""


def alone(code: str, *paths: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code, *map(str, paths)], capture_output=True, text=True, timeout=300)


def certificates() -> dict[str, dict[str, Any] | None]:
    """By boxes, by normal forms with a name, refuted, and the boxes for a claim they do not prove."""
    claims = {
        "boxes": small_claim(Rel(exp(-(x**2)) + x**2, ">", Rational(9, 10)), x=Interval(-1, 1)),
        "normal form": small_claim(Rel(gaussian.tv(x), "<", 1), x=POSITIVE),
        "refuted": small_claim(Rel(exp(x), "<=", 1 + x), x=POSITIVE),
    }
    found = {name: certificate(claim, decide_claim(claim)) for name, claim in claims.items()}
    assert found["boxes"] is not None
    return {**found, "false": {**found["boxes"], "verdict": "refuted"}}


@pytest.mark.sample
def test_certificates_are_checked_where_nothing_else_can_be_imported(tmp_path: Path) -> None:
    files = []
    for name, data in certificates().items():
        files.append(tmp_path / f"{name}.json")
        files[-1].write_text(json.dumps(data))
    done = alone(ALONE, *files)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == ["certified", "proved", "refuted", "rejected"]


@pytest.mark.parametrize("module", ["sympy", "mpmath", "dplemma.decide.decide", "dplemma.lang.tree", "dplemma.formulas"])
def test_the_guard_of_this_test_bites(module: str) -> None:
    done = alone(ALONE.replace("from dplemma.kernel.certificate import check_certificate, read", f"import {module}"))
    assert done.returncode != 0 and "was imported" in done.stderr
