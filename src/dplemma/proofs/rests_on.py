"""Which code of the kernel a verdict rests on: the functions that run while its certificate is checked, with their lines.

Main definitions: `Ran` (a function of the kernel and its lines), `functions_run(call)`, `total_lines(functions)`.

The kernel as a whole is long; what has to be read to believe one verdict is a part of it. What is remembered of earlier checks
is forgotten first, so that a function counts whether or not its value was known.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple, TypeVar

import dplemma.kernel
from dplemma.base.errors import DplemmaError

KERNEL = Path(dplemma.kernel.__file__).parent

Answer = TypeVar("Answer")


class Ran(NamedTuple):
    """A function of the kernel, from its first to its last line."""

    module: str
    name: str
    first: int
    last: int


def functions_run(call: Callable[[], Answer]) -> tuple[Answer, list[Ran]]:
    """The answer of a call and the functions of the kernel that ran for it, in the order of the sources."""
    _forget()
    ran: set[CodeType] = set()

    def note(frame: FrameType, event: str, _: Any) -> None:
        if event == "call":
            ran.add(frame.f_code)

    if sys.getprofile() is not None:
        raise DplemmaError("the functions that run cannot be listed while a profiler is at work")
    sys.setprofile(note)
    try:
        answer = call()
    finally:
        sys.setprofile(None)
    return answer, sorted(_outermost(_located(code) for code in ran if Path(code.co_filename).parent == KERNEL))


def total_lines(functions: Iterable[Ran]) -> int:
    return sum(function.last - function.first + 1 for function in functions)


def _forget() -> None:
    """Empty the caches of the kernel's functions."""
    modules = [module for name, module in list(sys.modules.items()) if name.startswith(dplemma.kernel.__name__)]
    for value in [value for module in modules for value in vars(module).values()]:
        if hasattr(value, "cache_clear"):
            value.cache_clear()


def _located(code: CodeType) -> Ran:
    last = max(line for _, _, line in code.co_lines() if line is not None)
    return Ran(Path(code.co_filename).stem, code.co_qualname, code.co_firstlineno, last)


def _outermost(found: Iterable[Ran]) -> Iterator[Ran]:
    """Without the modules and classes as they are loaded, and without what stands inside another function."""
    known = {function for function in found if function.name != "<module>"}
    for function in known:
        around = (other for other in known if other.module == function.module and other != function)
        if not any(other.first <= function.first and function.last <= other.last for other in around):
            yield function
