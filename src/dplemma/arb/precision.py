"""Working precision as a block: Arb's precision is process-global, so it is always restored."""

from __future__ import annotations

from flint import ctx


class working_precision:  # a class, because a generator costs three times as much
    """Run a block at `bits` of Arb precision and restore the old value even on error."""

    __slots__ = ("_bits", "_saved")

    def __init__(self, bits: int) -> None:
        self._bits = bits

    def __enter__(self) -> None:
        self._saved = ctx.prec
        ctx.prec = self._bits

    def __exit__(self, *_: object) -> None:
        ctx.prec = self._saved
