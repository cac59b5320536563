"""The checker of certificates works in a process in which no search can be imported."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from hand_proofs import boxes, certified, leaf
from small_claims import small_claim, verdict_of

from dplemma.lang.words import POSITIVE, Interval, Rational, Rel, exp, variables
from dplemma.proofs.certificates import certificate

x = variables("x")

ALONE = """
import json, sys

class NoSearch:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name.startswith(("dplemma.decide", "dplemma.papers", "dplemma.cli")):
            raise AssertionError(f"{name} was imported")

sys.meta_path.insert(0, NoSearch)
from dplemma.kernel.replay import replay
print(json.dumps([replay(path, {}).status for path in sys.argv[1:]]))
"""


def statuses(*paths: Path) -> list[str]:
    done = subprocess.run([sys.executable, "-c", ALONE, *map(str, paths)], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.sample
def test_certificates_are_checked_where_no_search_can_be_imported(tmp_path: Path) -> None:
    """Boxes, a counterexample, and the same boxes for a claim they do not prove."""
    proved = certified(small_claim(Rel(x, ">", 0), x=Interval(1, 2)), boxes(x, leaf("value", "1", x=(1, 2))))
    statement, region = Rel(exp(x), "<=", 1 + x), {"x": POSITIVE}
    refuted = certificate(small_claim(statement, **region), verdict_of(statement, **region))
    false = certified(small_claim(Rel(x, ">", Rational(3, 2)), x=Interval(1, 2)), boxes(x, leaf("value", "1", x=(1, 2))))
    files = []
    for name, data in {"proved": proved, "refuted": refuted, "false": false}.items():
        files.append(tmp_path / f"{name}.json")
        files[-1].write_text(json.dumps(data))
    assert statuses(*files) == ["agrees", "agrees", "rejected"]


def test_the_guard_of_this_test_bites() -> None:
    code = ALONE.replace("from dplemma.kernel.replay import replay", "from dplemma.decide.decide import decide")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert done.returncode != 0 and "dplemma.decide was imported" in done.stderr
