"""Work done on a Dask cluster that is there already: the extra `cluster`, `dask.distributed`.

Main definitions: `Cluster(address, digest)` with `answers(task, requests)` and `in_order(task, requests)`, `NoCluster`.

A task is a function of a module, known on the workers by its name, and depends on its request alone. So it does not matter who
does it or how often: Dask gives what a lost worker had in hand to another one. Each request carries the digest of the code that
asks (`Request`), and a worker that runs other code refuses it: no answer comes from another version.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, wait
from dataclasses import dataclass
from typing import Any, TypeVar

from dplemma.base.errors import DplemmaError
from dplemma.base.process import OutOfTime

CONNECT_SECONDS = 20
Ask = TypeVar("Ask")
Answer = TypeVar("Answer")
_one_at_a_time = threading.Lock()


class NoCluster(DplemmaError):
    """No cluster answers at the address, or Dask is not installed, or its workers run other code."""


@dataclass(frozen=True)
class Request:
    """What is asked of a worker: a task, what it is given, and the digest of the code that asks, to be compared by `digest()`."""

    task: Callable[[Any], Any]
    given: Any
    code: str
    digest: Callable[[], str]


def answered(request: Request) -> Any:
    """What a worker does with a request. The threads of a worker share what FLINT and SymPy keep, so they take turns here."""
    with _one_at_a_time:
        if request.digest() != request.code:
            raise NoCluster("a worker of the cluster runs other code than this: install the same dplemma, SymPy and FLINT there")
        return request.task(request.given)


class Cluster:
    """A connection to the scheduler at an address such as tcp://10.0.0.1:8786."""

    def __init__(self, address: str, digest: Callable[[], str]) -> None:
        self._client = _connected(address)
        self._digest, self._code = digest, digest()

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close()

    def answers(self, task: Callable[[Ask], Answer], requests: Sequence[Ask]) -> Iterator[tuple[Ask, Answer | OutOfTime]]:
        """Every request with its answer as they come, or why there is none.

        Dask blames a worker that is lost again and again on all that it had in hand: each of these is asked for once more, alone.
        """
        blamed: list[Ask] = []
        for request, answer in self._round(task, requests):
            if isinstance(answer, OutOfTime):
                blamed.append(request)
            else:
                yield request, answer
        for request in blamed:
            yield from self._round(task, [request])

    def _round(self, task: Callable[[Ask], Answer], requests: Sequence[Ask]) -> Iterator[tuple[Ask, Answer | OutOfTime]]:
        from distributed import KilledWorker, as_completed  # pyright: ignore[reportMissingImports]

        packed = [Request(task, given, self._code, self._digest) for given in requests]
        futures = [self._client.submit(answered, one, pure=False) for one in packed]
        asked = dict(zip(futures, requests, strict=True))
        for future in as_completed(futures, loop=self._client.loop):
            try:
                yield asked[future], future.result()
            except KilledWorker as error:
                yield asked[future], OutOfTime(f"it ended one worker after the other: {' '.join(str(error).split())[:200]}")

    def in_order(self, task: Callable[[Ask], Answer], requests: Sequence[Ask]) -> Iterator[Answer]:
        """The answers in the order of the requests; `OutOfTime` is raised."""
        found: dict[int, Answer | OutOfTime] = {}
        place = 0
        numbered = list(enumerate(requests))
        for (number, _), answer in self.answers(_Unnumbered(task), numbered):
            found[number] = answer
            while place in found:
                ready = found.pop(place)
                if isinstance(ready, OutOfTime):
                    raise ready
                yield ready
                place += 1


@dataclass(frozen=True)
class _Unnumbered:
    """The task for a request that has a number in front, which makes equal requests different ones."""

    task: Callable[[Any], Any]

    def __call__(self, request: tuple[int, Any]) -> Any:
        return self.task(request[1])


def _connected(address: str) -> Any:
    try:
        from distributed import Client  # pyright: ignore[reportMissingImports]
    except ImportError:
        raise NoCluster("--cluster needs Dask. Install it with: pip install 'dplemma[cluster]'") from None
    try:
        return _in_time(lambda: Client(address, timeout=CONNECT_SECONDS, set_as_default=False), CONNECT_SECONDS * 1.5)
    except (OSError, ValueError, TypeError, ImportError, MemoryError) as error:
        said = (str(error).splitlines() or [type(error).__name__])[0][:200]
        if isinstance(error, MemoryError):  # Dask takes the first bytes of an answer, such as those of its dashboard, for a size
            said = "what answers there is no scheduler"
        raise NoCluster(
            f"no cluster at {address[:100]}: {said}. Start one with: dask scheduler, and dask worker ADDRESS"
        ) from None


def _in_time(make: Callable[[], Any], seconds: float) -> Any:
    """What is made, or what it raises; a `TimeoutError` where it is late: Dask waits for ever for a server of another kind."""
    made: Future[Any] = Future()

    def try_it() -> None:
        try:
            made.set_result(make())
        except BaseException as error:
            made.set_exception(error)

    threading.Thread(target=try_it, daemon=True).start()
    if not wait([made], timeout=seconds).done:
        raise TimeoutError(f"no scheduler answered within {seconds:g} s")
    return made.result()
