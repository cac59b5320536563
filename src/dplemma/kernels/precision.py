"""Working precision as a block: Arb's precision is process-global, so it is always restored."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from flint import ctx


@contextmanager
def working_precision(bits: int) -> Iterator[None]:
    """Run a block at `bits` of Arb precision and restore the old value even on error."""
    saved = ctx.prec
    ctx.prec = bits
    try:
        yield
    finally:
        ctx.prec = saved
