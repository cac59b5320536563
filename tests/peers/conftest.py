"""Fixtures of the tests of peers; the fakes themselves are in `fake_peers`."""

from __future__ import annotations

from fake_peers import fakes, on_path

__all__ = ["fakes", "on_path"]
