"""Workers answer, raise, are ended and start again; a supervisor hands on the exit code and hears steps."""

from __future__ import annotations

import os
import signal
import time

import pytest

from dplemma.base.errors import BadClaim, DplemmaError
from dplemma.base.process import OutOfTime, step, supervised
from dplemma.base.workers import Worker, answers


def serve(request: str) -> tuple[str, int]:
    if request == "bad":
        raise BadClaim("it says nothing", "mine.py:3")
    if request == "missing":
        open("/nowhere/at/all", encoding="utf-8").close()
    if request == "deaf":
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM, signal.SIGINT, signal.SIGALRM})
        time.sleep(1000)
    if request == "dies":
        os.kill(os.getpid(), signal.SIGKILL)
    return request * 2, os.getpid()


def test_a_worker_is_one_process_until_it_is_ended() -> None:
    with Worker(serve, 1.0) as worker:
        (first, pid), (second, same) = worker.ask("a"), worker.ask("b" * 300_000)
        assert (first, len(second)) == ("aa", 600_000)
        assert pid == same != os.getpid()
        with pytest.raises(OutOfTime, match="took longer than 1 s and was ended"):
            worker.ask("deaf")
        assert worker.ask("c")[0] == "cc"
        assert worker.ask("c")[1] != pid
        with pytest.raises(OutOfTime, match="SIGKILL"):
            worker.ask("dies")
        assert worker.ask("d")[0] == "dd"


def test_errors_travel_as_they_are() -> None:
    with Worker(serve, 60.0) as worker:
        with pytest.raises(BadClaim) as caught:
            worker.ask("bad")
        assert (str(caught.value), caught.value.plain) == ("mine.py:3: it says nothing", "it says nothing")
        with pytest.raises(FileNotFoundError) as missing:
            worker.ask("missing")
        assert missing.value.filename == "/nowhere/at/all"


def test_without_a_limit_there_is_no_other_process() -> None:
    assert Worker(serve, None).ask("a") == ("aa", os.getpid())


@pytest.mark.parametrize("code", [0, 1])
def test_code_that_ends_the_process_is_no_result(code: int) -> None:
    """What is run may be anybody's: an exit code of its choice would be taken for the answer."""
    with pytest.raises(DplemmaError, match=f"the work was ended in the middle, with exit code {code}, by code that it ran"):
        supervised(lambda: os._exit(code), seconds=60.0, what="the work")


def test_many_requests_are_all_answered() -> None:
    requests = ["a", "deaf", "b", "dies", "c", "d"]
    found = dict(answers(serve, requests, workers=2, seconds=1.0))
    assert set(found) == set(requests)
    assert {request for request, answer in found.items() if isinstance(answer, OutOfTime)} == {"deaf", "dies"}


def test_the_exit_code_is_handed_on() -> None:
    assert supervised(lambda: 7, seconds=60, what="it") == 7

    def leaves() -> int:
        raise SystemExit(9)

    assert supervised(leaves, seconds=60, what="it") == 9


def test_each_step_has_its_own_time() -> None:
    def steps() -> int:
        for number in range(8):
            step(f"step {number}")
            time.sleep(0.55)
        return 5

    assert supervised(steps, seconds=4, what="it") == 5


def test_the_step_that_takes_too_long_is_named() -> None:
    def steps() -> int:
        step("the first")
        step("the second")
        time.sleep(1000)
        return 0

    with pytest.raises(OutOfTime, match=r"^the second took longer than"):
        supervised(steps, seconds=0.3, what="it")


def test_a_worker_tells_that_it_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dplemma.base.workers.LOOK_SECONDS", 0.01)
    waited: list[float] = []
    with Worker(lambda request: time.sleep(0.1) or request, 30) as worker:
        worker.on_wait = waited.append
        assert worker.ask(7) == 7
    assert len(waited) >= 2 and waited == sorted(waited)
