"""Fixtures of the command line's tests; the fakes themselves are in `cli_world`."""

from __future__ import annotations

from cli_world import bare_world, world

__all__ = ["bare_world", "world"]
