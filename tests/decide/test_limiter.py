"""The safety net: what it stops ends, is noted once by everyone who counts, and is not remembered."""

from __future__ import annotations

import gc
import signal
import sys
import time
from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest
from flint import acb

from dplemma.base import limiter
from dplemma.base.limiter import TimeUp, clock_stops, remembered, time_limit, work_limit

Limit = Callable[[float, str], AbstractContextManager[None]]
BOTH = pytest.mark.parametrize("limit", [time_limit, work_limit])


@BOTH
def test_time_limit_stops_a_block_and_restores_the_alarm(limit: Limit) -> None:
    with pytest.raises(TimeUp), limit(0.01, "a loop"):
        while True:
            pass
    with limit(30.0, "a loop"):
        reached = True
    assert reached


@BOTH
def test_an_inner_time_limit_leaves_the_outer_one_in_force(limit: Limit) -> None:
    with pytest.raises(TimeUp), limit(0.05, "a loop"):
        with limit(30.0, "a loop"):
            pass
        while True:
            pass
    with pytest.raises(TimeUp), limit(0.05, "a loop"), limit(30.0, "a loop"):  # the inner block has no more time than is left
        while True:
            pass


@BOTH
def test_a_time_limit_that_rings_inside_the_garbage_collector_rings_again(limit: Limit, monkeypatch: pytest.MonkeyPatch) -> None:
    """An exception raised in a callback of the collector is dropped; the block must end all the same."""
    monkeypatch.setattr(limiter, "AGAIN_SECONDS", 0.05)
    lost = []

    def callback(phase: str, info: object) -> None:
        if not lost:
            lost.append(phase)
            while True:
                pass

    monkeypatch.setattr(sys, "unraisablehook", lambda raised: lost.append(raised.exc_type))
    gc.callbacks.append(callback)
    try:
        with pytest.raises(TimeUp), limit(0.05, "a loop"):
            gc.collect()
            while True:
                pass
    finally:
        gc.callbacks.remove(callback)
    assert lost[:2] == ["start", TimeUp]


def test_only_work_counts_as_work() -> None:
    with clock_stops() as stops:
        with work_limit(0.05, "sleep"):
            time.sleep(0.2)
        with pytest.raises(TimeUp), time_limit(0.05, "sleep by the clock"):
            time.sleep(30)
    assert stops == ["sleep by the clock, 0.05 s"]


def test_what_is_stopped_is_noted_by_everyone_who_counts() -> None:
    with clock_stops() as outer:
        with clock_stops() as inner, pytest.raises(TimeUp), work_limit(0.01, "a loop"):
            while True:
                pass
        with time_limit(30.0, "nothing"):
            pass
        with clock_stops() as later:
            pass
    assert (outer, inner, later) == (["a loop, 0.01 s"], ["a loop, 0.01 s"], [])


def test_a_stop_is_noted_even_if_the_exception_is_lost() -> None:
    with clock_stops() as stops, time_limit(0.01, "a loop that goes on"):
        try:
            while True:
                pass
        except BaseException:
            pass
    assert stops == ["a loop that goes on, 0.01 s"]


def test_no_time_at_all_stops_everything() -> None:
    with clock_stops() as stops, pytest.raises(TimeUp), time_limit(0, "anything"):
        raise AssertionError("never reached")
    assert stops == ["anything, 0 s"]


def test_an_answer_that_a_clock_stopped_is_not_remembered() -> None:
    asked = []

    @remembered
    def answer(question: int) -> int:
        asked.append(question)
        if len(asked) < 3:
            with pytest.raises(TimeUp), time_limit(0, "thinking"):
                pass
        return -question

    for expected in (["thinking, 0 s"], ["thinking, 0 s"], [], []):
        with clock_stops() as stops:
            assert answer(7) == -7
        assert stops == expected
    assert asked == [7, 7, 7]


def test_a_limit_that_rings_inside_a_quadrature_is_a_limit() -> None:
    """FLINT's integrator turns an exception that is raised inside it into a SystemError of its own."""

    def rings(t: acb, _analytic: bool) -> acb:
        signal.raise_signal(signal.SIGPROF)
        return t

    with pytest.raises(TimeUp), work_limit(60, "an integral"):
        acb.integral(rings, 0, 1)
    with pytest.raises(SystemError), work_limit(60, "an integral"):
        acb.integral(lambda t, _analytic: 1 / 0, 0, 1)
