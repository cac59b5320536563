"""Rocq at work: a file compiled by `coqc`, with what its theorem assumes.

Main definitions: `find_coqc()`, `checked(text) -> Checked`, `assumptions(folder, theorems)`.

Seconds are those of the processor: a busy machine changes no verdict and hardly a figure.
"""

from __future__ import annotations

import re
import resource
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

MAX_SECONDS = 20
_NAME = re.compile(r"^([A-Za-z_][\w.]*)(?: :|$)")
_PRIMITIVE = {
    "PrimInt63": "63-bit integers", "Uint63": "63-bit integers", "Sint63": "63-bit integers", "PrimFloat": "binary64 floats",
    "FloatAxioms": "binary64 floats", "FloatOps": "binary64 floats",
}  # fmt: skip


@dataclass(frozen=True)
class Checked:
    """What `coqc` said of a file: accepted or not, in how many seconds; else its first complaint."""

    accepted: bool
    seconds: float
    reason: str = ""


def find_coqc() -> str | None:
    """The compiler, if it is installed; Debian: apt-get install coq libcoq-interval."""
    return shutil.which("coqc")


def checked(text: str, max_seconds: int = MAX_SECONDS, folder: Path | None = None, name: str = "exported") -> Checked:
    """Compile a file; in a folder that is given, what was compiled is kept there for `assumptions`."""
    if folder is None:
        with tempfile.TemporaryDirectory() as own:
            return checked(text, max_seconds, Path(own), name)
    (folder / f"{name}.v").write_text(text, encoding="utf-8")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = _coqc(folder, name, max_seconds)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = round(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, 1)
    if done.returncode == 0:
        return Checked(True, seconds)
    late = done.returncode < 0
    return Checked(False, seconds, f"not within {max_seconds} s" if late else _complaint(done.stderr))


def _coqc(folder: Path, name: str, max_seconds: int) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [find_coqc() or "coqc", "-q", "-R", ".", "Exported", f"{name}.v"],
        cwd=folder, capture_output=True, text=True, check=False, preexec_fn=partial(_limited, max_seconds),
    )  # fmt: skip


def assumptions(folder: Path, theorems: Mapping[str, str], max_seconds: int = 600) -> tuple[str, ...] | None:
    """All that theorems of compiled files assume, together: asking costs the same for one as for many; None: no answer."""
    names = [f"{name}.{theorem}" for name, theorem in theorems.items()]
    lines = [*(f"From Exported Require {name}." for name in theorems), f"Definition together := ({', '.join(names)}, tt)."]
    (folder / "assumptions.v").write_text("\n".join([*lines, "Print Assumptions together.", ""]), encoding="utf-8")
    done = _coqc(folder, "assumptions", max_seconds)
    return axioms_in(done.stdout) if done.returncode == 0 else None


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
