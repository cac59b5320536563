"""What did not run is cut out of a source; what is left does the same, or stops."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from dplemma.proofs.checker.cuts import with_cuts
from dplemma.proofs.checker.ran import _body_places

SOURCE = '''\
"""Some module."""


def sign(x):
    """Of a number."""
    if x > 0:
        return "+"
    elif x < 0:
        return "-"
    raise ValueError("zero")


def first(values):
    for value in values:
        if value > 5:
            return value  # the first
    return None


def small(values):
    for value in values:
        if value < 5:
            yield value


def unused(x):
    return x


class Pair:
    def __init__(self, a, b):
        self.a, self.b = a, b

    @property
    def sum(self):
        return self.a + self.b

    @property
    def product(self):
        return self.a * self.b

    def swapped(self):
        return Pair(self.b, self.a)


TABLE = {"double": lambda x: 2 * x, "half": lambda x: x / 2}
'''


class Stopped(BaseException):
    """Raised where something was left out."""


def stop(*_: object) -> None:
    raise Stopped


def loaded(source: str) -> dict[str, Any]:
    names: dict[str, Any] = {"left_out": stop}
    exec(compile(source, "<some>", "exec"), names)
    return names


def cut_after(run: Callable[[dict[str, Any]], object]) -> tuple[str, dict[str, Any]]:
    """The source with what does not run cut out, and its names."""
    lines: set[int] = set()
    lambdas: set[tuple[int, int]] = set()

    def call(frame: FrameType, event: str, _: Any) -> Any:
        if frame.f_code.co_filename != "<some>":
            return None
        if frame.f_code.co_name == "<lambda>":
            lambdas.update(_body_places(frame.f_code))
        if event == "line":
            lines.add(frame.f_lineno)
        return call

    before = sys.gettrace()
    sys.settrace(call)
    try:
        run(loaded(SOURCE))
    finally:
        sys.settrace(before)
    short = with_cuts(SOURCE, lines, lambdas)
    return short, loaded(short)


def test_a_branch_that_was_not_reached_stops() -> None:
    short, names = cut_after(lambda m: m["sign"](3))
    assert names["sign"](7) == "+" and '"-"' not in short
    with pytest.raises(Stopped):
        names["sign"](-1)


def test_what_follows_elif_follows_else() -> None:
    short, names = cut_after(lambda m: m["sign"](-3))
    assert names["sign"](-7) == "-" and 'return "+"' not in short
    with pytest.raises(Stopped):
        names["sign"](1)
    with pytest.raises(ValueError, match="zero"):  # a statement that raises is kept, reached or not
        names["sign"](0)


def test_a_remark_goes_with_its_statement() -> None:
    short, names = cut_after(lambda m: m["first"]([1, 2]))
    assert names["first"]([3]) is None and "the first" not in short
    with pytest.raises(Stopped):
        names["first"]([9])


def test_a_generator_stays_one() -> None:
    """Without its only yield a function would return at once, and be no iterator."""
    _, names = cut_after(lambda m: list(m["small"]([7, 8])))
    assert list(names["small"]([9])) == []
    with pytest.raises(Stopped):
        list(names["small"]([1]))


def test_functions_methods_and_properties_that_were_not_called() -> None:
    short, names = cut_after(lambda m: m["Pair"](1, 2).sum)
    pair = names["Pair"](3, 4)
    assert pair.sum == 7 and "unused = left_out" in short
    for call in (lambda: names["unused"](1), lambda: pair.product, pair.swapped):
        with pytest.raises(Stopped):
            call()


def test_a_lambda_is_told_from_its_neighbour_on_the_line() -> None:
    short, names = cut_after(lambda m: m["TABLE"]["half"](1))
    assert names["TABLE"]["half"](4) == 2 and '"double": left_out' in short
    with pytest.raises(Stopped):
        names["TABLE"]["double"](1)


def test_all_that_ran_stays_as_it_was() -> None:
    def everything(m: dict[str, Any]) -> None:
        for x in (1, -1):
            m["sign"](x)
        m["first"]([1]), m["first"]([9]), list(m["small"]([1, 9])), m["unused"](1)
        pair = m["Pair"](1, 2)
        _ = pair.sum, pair.product, pair.swapped(), m["TABLE"]["half"](1), m["TABLE"]["double"](1)

    assert cut_after(everything)[0] == SOURCE
