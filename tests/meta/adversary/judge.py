"""What the engines say of a settled claim, as one word; these functions run in the processes of `pool`.

Main definitions: `of_hole(name)`, `of_generated((seed, number))`, `of_derivation((seed, number))`, `of_certificate(text)`,
`of_line(line)`.
"""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from dplemma import check
from dplemma.base.errors import DplemmaError
from dplemma.decide.derivations.check import check as check_derivation
from dplemma.proofs.replay import replay
from dplemma.values.lines import answer

from . import generator, holes
from .derivations import derived


def of_hole(name: str) -> str:
    """The verdict on a claim written by hand."""
    return check(holes.ALL[name]().claim("hole")).verdict


def of_generated(place: tuple[Any, ...]) -> str:
    """The verdict on the claim of a seed and a number, of a family if one is named."""
    return check(generator.known(*place).claim(f"{place[0]}-{place[1]}")).verdict


def of_derivation(place: tuple[int, int]) -> str:
    """The verdict on the derivation of a seed and a number."""
    return check_derivation(derived(*place).derivation).verdict.verdict


def of_certificate(text: str) -> str:
    """What a replay says of the text of a certificate: its status, or `refused` with one line."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "certificate.json"
        path.write_text(text, encoding="utf-8")
        try:
            return replay(path, lambda _: None).status
        except DplemmaError:
            return "refused"


def of_line(line: str) -> str:
    """The word that the oracle answers a line with: `error`, or `answer`."""
    return "error" if "error" in json.loads(answer(line.encode(), digits=20, floats=False)) else "answer"
