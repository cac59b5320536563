"""The pytest plug-in of dplemma. Light: at start-up it imports nothing but pytest and a module of counters.

    @pytest.mark.dplemma("gaussian.delta", rtol=1e-12)
    def test_my_delta(dplemma_matches):
        dplemma_matches(my_delta)

    def test_one_value(dplemma_oracle):
        assert my_auc(1.0) == pytest.approx(float(dplemma_oracle("gaussian.auc", mu="1")))

Options: `--dplemma-examples N`, `--dplemma-seed N`. What was compared is summed up at the end, over all xdist workers.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from dplemma.testing.session import EXAMPLES, SEED, Session, start, stop

if TYPE_CHECKING:
    from dplemma.values.certified import Value

_KEY = pytest.StashKey[Session]()
_WORKER_OUTPUT = "dplemma"


def _whole(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"must be a whole number >= 1, got {text!r}")
    return int(text)


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("dplemma", "certified values as a test oracle")
    group.addoption(
        "--dplemma-examples", type=_whole, default=None, metavar="N", help=f"inputs of each search; default: {EXAMPLES}"
    )
    group.addoption("--dplemma-seed", type=int, default=None, metavar="N", help=f"seed of each search; default: {SEED}")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", "dplemma(quantity, **options): what `dplemma_matches` compares with, and how; options of assert_matches"
    )
    examples, seed = config.getoption("--dplemma-examples"), config.getoption("--dplemma-seed")
    session = Session(EXAMPLES if examples is None else examples, SEED if seed is None else seed)
    config.stash[_KEY] = session
    start(session)


def pytest_unconfigure(config: pytest.Config) -> None:
    session = config.stash.get(_KEY, None)
    if session is not None:
        stop(session)


# -- fixtures -------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def dplemma_oracle() -> Callable[..., Value]:
    """Certified values: `dplemma_oracle("gaussian.delta", eps="1", mu="1")`; `float(...)` is correctly rounded."""
    from dplemma.values.certified import value

    return value


@pytest.fixture
def dplemma_matches(request: pytest.FixtureRequest) -> Callable[..., None]:
    """`assert_matches` with the quantity and the options of the marker `dplemma` of the test."""
    marker = request.node.get_closest_marker("dplemma")
    options: dict[str, Any] = dict(marker.kwargs) if marker is not None else {}
    if marker is not None and len(marker.args) != 1:
        pytest.fail(f'{request.node.nodeid}: write @pytest.mark.dplemma("gaussian.delta", rtol=1e-12)', pytrace=False)
    from dplemma.base.errors import DplemmaError
    from dplemma.testing import assert_matches

    def matches(function: Callable[..., Any], quantity: str | None = None, /, **more: Any) -> None:
        __tracebackhide__ = True
        named = quantity if quantity is not None else (marker.args[0] if marker is not None else None)
        if named is None:
            pytest.fail(
                'name a quantity: dplemma_matches(f, "gaussian.delta"), or the marker dplemma("gaussian.delta")', pytrace=False
            )
        try:
            assert_matches(function, named, **(options | more))
            return
        except (AssertionError, DplemmaError, TypeError) as error:
            problem = str(error)
        pytest.fail(problem, pytrace=False)

    return matches


# -- the summary ----------------------------------------------------------------------------------------------------------


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A worker of xdist sends what it has to the controller."""
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output[_WORKER_OUTPUT] = session.config.stash[_KEY].to_json()


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    found = getattr(node, "workeroutput", {}).get(_WORKER_OUTPUT)
    if found:
        node.config.stash[_KEY].merge(found)


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    session = config.stash[_KEY]
    if not session.used:
        return
    terminalreporter.section("dplemma")
    rows = [("quantity", "function", "points", "failed", "worst relative error", "bits", "at")]
    for key, tally in sorted(session.matches.items()):
        quantity, _, function = key.partition(" ")
        rows.append(
            (quantity, function, str(tally.points), str(tally.failed), f"{tally.worst:.2g}", f"{tally.bits:.1f}", tally.at)
        )
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    if session.matches:
        for row in rows:
            terminalreporter.line("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
    if any(session.laws.values()):
        terminalreporter.line(f"laws: {session.laws['held']} held, {session.laws['failed']} broken")
    terminalreporter.line(f"--dplemma-examples={session.examples} --dplemma-seed={session.seed}")
