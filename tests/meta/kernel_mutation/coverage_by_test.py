"""Which tests run a line of the kernel, and how long each test takes: once, by tracing all of them.

Main definition: `Tracer`.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from types import CodeType, FrameType
from typing import Any


class Tracer:
    """Lines of the files in a folder that are run between `start` and `stop`."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.seen: dict[str, set[int]] = defaultdict(set)
        self._left: dict[CodeType, set[int]] = {}

    def start(self) -> None:
        self.seen, self._left = defaultdict(set), {}
        sys.settrace(self._call)

    def stop(self) -> dict[str, set[int]]:
        sys.settrace(None)
        return dict(self.seen)

    def _call(self, frame: FrameType, event: str, arg: Any) -> Any:
        """Follow a function of the folder as long as it has lines that were not seen."""
        code = frame.f_code
        if not code.co_filename.startswith(self.folder):
            return None
        left = self._left.get(code)
        if left is None:  # its first line is no event of its own
            self.seen[code.co_filename].add(code.co_firstlineno)
            left = self._left[code] = {line for _, _, line in code.co_lines() if line} - {code.co_firstlineno}
        return self._step if left else None

    def _step(self, frame: FrameType, event: str, arg: Any) -> Any:
        if event == "line":
            self.seen[frame.f_code.co_filename].add(frame.f_lineno)
            self._left[frame.f_code].discard(frame.f_lineno)
        return self._step
