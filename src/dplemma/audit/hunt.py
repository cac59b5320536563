"""A search by Hypothesis that is repeated by its seed alone. Main definition: `hunt`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from hypothesis import HealthCheck, Phase, Verbosity, given, seed, settings
from hypothesis.errors import Unsatisfiable
from hypothesis.internal.conjecture import providers

_Found = TypeVar("_Found", bound=Exception)
_NO_CHECKS: Any = list(HealthCheck)  # a search may be slow, or reject many points: that is no fault of a test


def hunt(attempt: Callable[[Any], None], strategy: Any, examples: int, start: int, kind: type[_Found]) -> _Found | None:
    """What Hypothesis raises of this kind after shrinking, or None; nothing is printed or stored."""
    run = given(strategy)(attempt)
    run = settings(
        max_examples=examples,
        deadline=None,
        database=None,
        derandomize=False,
        report_multiple_bugs=False,
        print_blob=False,
        verbosity=Verbosity.quiet,
        suppress_health_check=_NO_CHECKS,
        phases=(Phase.generate, Phase.target, Phase.shrink),
    )(run)
    try:
        with _steady():
            seed(start)(run)()
    except kind as found:
        return found
    except Unsatisfiable:  # every input was rejected; the caller knows what that means
        return None
    return None


@contextmanager
def _steady() -> Iterator[None]:
    """Without the numbers that Hypothesis collects from loaded modules: with them a seed finds something else in another run."""
    provider: Any = getattr(providers, "HypothesisProvider", None)
    usual = getattr(provider, "_maybe_draw_constant", None)
    if usual is None:  # a version of Hypothesis that collects none
        yield
        return
    provider._maybe_draw_constant = lambda *_, **__: None
    try:
        yield
    finally:
        provider._maybe_draw_constant = usual
