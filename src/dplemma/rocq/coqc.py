"""Rocq at work: a file compiled by `coqc`, with what its theorem assumes.

Main definitions: `find_coqc()`, `checked(text, max_seconds) -> Checked`, `axioms_in(output)`.

Seconds are those of the processor: a busy machine changes no verdict and hardly a figure.
"""

from __future__ import annotations

import re
import resource
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from functools import partial
from pathlib import Path

MAX_SECONDS = 60
_NAME = re.compile(r"^([A-Za-z_][\w.]*)(?: :|$)")
_PRIMITIVE = {
    "PrimInt63": "63-bit integers", "Uint63": "63-bit integers", "Sint63": "63-bit integers", "PrimFloat": "binary64 floats",
    "FloatAxioms": "binary64 floats", "FloatOps": "binary64 floats",
}  # fmt: skip


@dataclass(frozen=True)
class Checked:
    """What `coqc` said of a file: accepted or not, in how many seconds, on which axioms; else its first complaint."""

    accepted: bool
    seconds: float
    axioms: tuple[str, ...] = ()
    reason: str = ""


def find_coqc() -> str | None:
    """The compiler, if it is installed; Debian: apt-get install coq libcoq-interval."""
    return shutil.which("coqc")


def checked(text: str, max_seconds: int = MAX_SECONDS) -> Checked:
    """Compile a file in a folder of its own."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "exported.v").write_text(text, encoding="utf-8")
        done = subprocess.run(
            [find_coqc() or "coqc", "-q", "exported.v"],
            cwd=folder, capture_output=True, text=True, check=False, preexec_fn=partial(_limited, max_seconds),
        )  # fmt: skip
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = round(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, 1)
    if done.returncode == 0:
        return Checked(True, seconds, axioms_in(done.stdout))
    late = done.returncode < 0
    return Checked(False, seconds, reason=f"not within {max_seconds} s" if late else _complaint(done.stderr))


def _limited(seconds: int) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))


def axioms_in(output: str) -> tuple[str, ...]:
    """The axioms below `Print Assumptions`; those that describe the processor's numbers are counted as one."""
    _, found, listed = output.partition("Axioms:\n")
    names = [match[1] for line in listed.splitlines() if (match := _NAME.match(line))] if found else []
    return tuple(sorted(dict.fromkeys(_PRIMITIVE.get(name.split(".")[0], name) for name in names)))


def _complaint(errors: str) -> str:
    """Line and first words of the error."""
    where, _, what = errors.rpartition("Error:")
    line = re.findall(r"line (\d+)", where)
    said = " ".join(what.split())[:100]
    return f"line {line[-1]}: {said}" if line else said or "no word"
