"""What of the kernel runs while certificates are checked: lines, and lambdas by the places of their bodies.

Main definitions: `Ran`, `Tracer`, `what_runs(files)`; `python -m dplemma.proofs.checker.ran FILE ...` prints it as JSON.

A process of its own is traced, from the first import on: what another check remembers would be missing.
"""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from dplemma.base.errors import DplemmaError
from dplemma.base.process import OutOfTime

Place = tuple[int, int]


def kernel_folder() -> Path:
    """Found without importing anything of it."""
    spec = find_spec("dplemma")
    if spec is None or spec.origin is None:
        raise DplemmaError("the sources of the kernel are not on this machine")
    return Path(spec.origin).parent / "kernel"


@dataclass
class Ran:
    """Of each module the lines that were executed, and places (line, column) inside the bodies of lambdas that were."""

    lines: dict[str, set[int]] = field(default_factory=dict)
    lambdas: dict[str, set[Place]] = field(default_factory=dict)


def what_runs(files: list[str], seconds: float | None = None) -> Ran:
    """Check the certificates in another process and see what of the kernel it executes; each of them must be accepted."""
    done = finished([sys.executable, "-m", "dplemma.proofs.checker.ran", *files], seconds)
    if done.returncode:
        raise DplemmaError(done.stderr.strip().rpartition("\n")[2] or "the check ended without an answer")
    data = json.loads(done.stdout)
    return Ran(
        {module: set(lines) for module, lines in data["lines"].items()},
        {module: {(line, column) for line, column in places} for module, places in data["lambdas"].items()},
    )


def finished(command: list[str], seconds: float | None) -> subprocess.CompletedProcess[str]:
    """A command that has ended by itself, within the seconds."""
    try:
        return subprocess.run(command, capture_output=True, text=True, errors="replace", check=False, timeout=seconds)
    except subprocess.TimeoutExpired:
        raise OutOfTime(f"not done after {seconds:g} s, and ended") from None


class Tracer:
    """`call` is for `sys.settrace`; what was seen is in `ran`."""

    def __init__(self, folder: Path) -> None:
        self._folder, self.ran = str(folder), Ran()

    def call(self, frame: FrameType, event: str, _: Any) -> Any:
        file = frame.f_code.co_filename
        if not file.startswith(self._folder):
            return None
        module = Path(file).stem
        if frame.f_code.co_name == "<lambda>":
            self.ran.lambdas.setdefault(module, set()).update(_body_places(frame.f_code))
        lines = self.ran.lines.setdefault(module, set())

        def line(frame: FrameType, event: str, _: Any) -> Any:
            if event == "line":
                lines.add(frame.f_lineno)
            return line

        return line


def _body_places(code: CodeType) -> list[Place]:
    """Where the instructions of a lambda begin; the first is its entry, which has no place in the body."""
    return [(line, column) for line, _, column, _ in code.co_positions() if line is not None and column is not None][1:]


def _print_what_runs(files: list[str]) -> int:
    tracer = Tracer(kernel_folder())
    sys.settrace(tracer.call)
    try:
        from dplemma.kernel.certificate import check_certificate, read

        for file in files:
            check_certificate(read(file))
    except DplemmaError as error:
        print(error, file=sys.stderr)
        return 1
    finally:
        sys.settrace(None)
    found = {"lines": tracer.ran.lines, "lambdas": tracer.ran.lambdas}
    json.dump({kind: {module: sorted(places) for module, places in of.items()} for kind, of in found.items()}, sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(_print_what_runs(sys.argv[1:]))
