"""Tasks that the workers of a test's cluster do, and a digest of code that differs from process to process."""

from __future__ import annotations

import os
from pathlib import Path


def code() -> str:
    return "the same everywhere"


def another_code() -> str:
    return str(os.getpid())


def square(n: int) -> int:
    return n * n


def square_once_lost(request: tuple[str, int]) -> int:
    """The first worker that is asked for 3 is lost with all it has in hand."""
    folder, n = request
    mark = Path(folder) / "lost"
    if n == 3 and not mark.exists():
        mark.touch()
        os._exit(1)
    return n * n


def always_lost(n: int) -> int:
    if n == 1:
        os._exit(1)
    return n
