"""Which part of a line a step rewrites: it stands in the line before, and what is around it stays."""

from __future__ import annotations

import pytest

from dplemma.decide.derivations.check import check
from dplemma.decide.derivations.parts import only_there
from dplemma.lang import Algebra, Bound, Derivation, Lemma, Step
from dplemma.lang.words import POSITIVE, Integral, Max, Region, Rel, exp, oo, sqrt, variables

x, y, z, t = variables("x y z t")
tail = Integral(exp(-t), (t, x, oo))


@pytest.mark.parametrize(
    ("before", "part", "after"),
    [
        (x * y + z, x * y + z, exp(x)),  # all of it
        (x * y + z, x, z * y + z),
        (x + y + z, z, x + y),  # nothing is left of the part
        (x + y + exp(z), exp(z), 1 + x + y + z),  # a sum joins the sum around it
        (Max(x, y, exp(z)), exp(z), Max(x, y, z, 1)),
        (sqrt(x + exp(y)), exp(y), sqrt(x + y + 1)),
        (y * tail, tail, y * exp(-x)),
        (Rel(x, "<", y), Rel(x, "<", y), Rel(x, "<=", y)),
    ],
)
def test_something_else_for_the_part(before, part, after) -> None:
    assert only_there(before, part, after)


@pytest.mark.parametrize(
    ("before", "part", "after"),
    [
        (x * y + z, exp(x), x * y + z),  # it does not stand there
        (x * y + z, x, x * y + 2 * z),  # what is around it changes
        (x * y + z, x, y * z),
        (x + y + exp(z), exp(z), x + 2 * y + z),
        (x * exp(x) + y * exp(x), exp(x), x * z + y * z),  # it stands in two terms: the step is about both
        (y * tail, tail, z * exp(-x)),
        (Rel(x, "<", y), Rel(y, ">", x), Rel(x, "<=", y)),
        (Rel(x, "<", y), x, Rel(z, "<", y)),
    ],
)
def test_more_than_the_part(before, part, after) -> None:
    assert not only_there(before, part, after)


def _squares(*lines) -> Derivation:
    square = Lemma(name="square", says="a square", start=(x - y) ** 2, steps=lines)
    return Derivation(id="squares", title="Squares", on=Region(x=POSITIVE, y=POSITIVE), lemmas=(square,))


def test_a_line_is_left_out_unnoticed_only_where_no_step_says_what_it_rewrites() -> None:
    opened = Step("=", x**2 - 2 * x * y + y**2, Algebra(), "opened")
    for of, failing in ((None, None), (-2 * x * y, ("square", 1))):
        less = Step("<=", x**2 + y**2, Bound(), "a product is left out", of=of)
        assert check(_squares(opened, less)).failing() is None
        found = check(_squares(less)).failing()
        assert (found if found is None else found[:2]) == failing
        assert found is None or "another form of -2*x*y" in found[2]
