"""Boxes: every kind of form and of leaf, where it shows the sign and where one of its conditions is missing."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from kernel_trees import box, boxes, contact, goal, leaf, refuses, shows, tree

from dplemma.kernel.boxes import Goal, read_box, tiles

HALF = Fraction(1, 2)
UNIT: dict[str, Any] = {"x": "[0, 1]"}
SQUARE = boxes("x**2 + 1", leaf("value", box(x=(-1, 0))), leaf("value", box(x=(0, 1))))
MEAN = boxes("x**2 - x + 1", leaf("mean", box(x=(0, 1)), slopes=[["x", 0]]), slopes=[["x", [tree("2*x - 1")]]])
CORNER = boxes(
    "x + y + 1",
    leaf("face", box(x=(0, 1), y=(0, 1)), faces=[["x", [True, 0]], ["y", [True, 0]]]),
    slopes=[["x", ["1"]], ["y", [None]]],
)
CONTACT = boxes(
    "exp(x) - x - 1",
    leaf("contact", box(x=(0, 1)), contact=0, pieces=[box(x=(0, 1))]),
    contacts=[contact("x", "exp(x) - 1", "exp(x)")],
)
OUTSIDE = boxes(
    "x - 1/3", leaf("outside", box(x=(0, HALF)), condition=0), leaf("value", box(x=(HALF, 1))), conditions=["x > 1/2"]
)
QUOTIENT = boxes("x + 1", leaf("value", box(x=(0, 1))), rule="quotient", positive=["x"])
RATIO = boxes("log(4*x) - log(x)", leaf("value", box(x=(1, 2))), rule="log-ratio", positive=["4*x", "x"])
INVERSE = boxes("x - Phi(-3)", leaf("value", box(x=(HALF, Fraction(3, 4)))), rule="inverse", positive=["1"])
UPPER = boxes(
    "(1 - x)**3",
    leaf("contact", box(x=(0, 1)), pieces=[box(x=(0, 1))]),
    contacts=[contact("x", "-3*(1 - x)**2", "6 - 6*x", "-6", low=False)],
)

SHOWN: dict[str, tuple[Goal, Any]] = {
    "two boxes": (goal("x**2 + 1", strict=True, x="[-1, 1]"), SQUARE),
    "an equal form": (goal("(x - 1)**2 + 2*x", strict=True, x="[-1, 1]"), SQUARE),
    "mean value": (goal("x**2 + 1 - x", strict=True, **UNIT), MEAN),
    "faces of two variables": (goal("x + y + 1", strict=True, x="[0, 1]", y="[0, 1]"), CORNER),
    "contact at a closed face": (goal("exp(x) - x - 1", **UNIT), CONTACT),
    "contact at an open face, strictly": (goal("exp(x) - x - 1", strict=True, x="(0, 1]"), CONTACT),
    "contact at an upper face": (goal("(1 - x)**3", strict=True, x="[0, 1)"), UPPER),
    "outside of what is given": (goal("x - 1/3", strict=True, given=["x > 1/2"], **UNIT), OUTSIDE),
    "quotient": (goal("x*(x + 1)", strict=True, x="(0, 1]"), QUOTIENT),
    "ratio of logarithms": (goal("4*x - x", strict=True, x="[1, 2]"), RATIO),
    "inverse": (goal("PhiInv(x) + 3", strict=True, x="[1/2, 3/4]"), INVERSE),
    "inverse, multiplied": (
        goal("2*(PhiInv(x) + 3)", strict=True, x="[1/2, 3/4]"),
        {**INVERSE, "forms": [{**INVERSE["forms"][0], "positive": ["2"]}]},
    ),
    "inverse, turned": (
        goal("5 - log(x)", strict=True, x="[1, 2]"),
        boxes("exp(5) - x", leaf("value", box(x=(1, 2))), rule="inverse", positive=["1"]),
    ),
    "infinite end": (goal("exp(-x) + 1", strict=True, x="[0, oo)"), boxes("exp(-x) + 1", leaf("value", box(x=(0, None))))),
    "zero on a box": (goal("x", **UNIT), boxes("x", leaf("value", box(x=(0, 1))))),
    "positive inside of an open end": (goal("x", strict=True, x="(0, 1]"), boxes("x", leaf("value", box(x=(0, 1))))),
    "equality fails on a box": (
        goal("x - 1/3", strict=True, given=["x == 3/4"], **UNIT),
        boxes("x - 1/3", leaf("outside", box(x=(0, HALF))), leaf("value", box(x=(HALF, 1))), conditions=["x == 3/4"]),
    ),
    "a condition that does not exist on a box": (
        goal("x - 1/3", strict=True, given=["log(x) > -1/2"], **UNIT),
        boxes("x - 1/3", leaf("outside", box(x=(0, HALF))), leaf("value", box(x=(HALF, 1))), conditions=["log(x) > -1/2"]),
    ),
}


@pytest.mark.parametrize("name", SHOWN)
def test_boxes_show_the_sign(name: str) -> None:
    wanted, proof = SHOWN[name]
    assert shows(wanted, proof).boxes == len(proof["leaves"])


def changed(proof: Any, *path: Any, to: Any) -> Any:
    """The proof with one entry replaced (or added)."""
    if not path:
        return to
    copy = list(proof) if isinstance(proof, list) else dict(proof)
    copy[path[0]] = changed(proof[path[0]] if len(path) > 1 else None, *path[1:], to=to)
    return copy


FIRST = ("leaves", 0)
RATIO_OF_OTHERS = {**RATIO["forms"][0], "gap": tree("log(9*x) - log(x)"), "positive": [tree("9*x"), tree("x")]}
MISUSED: dict[str, tuple[str, tuple[Any, ...], Any, str]] = {
    "box removed": ("two boxes", ("leaves",), SQUARE["leaves"][:1], "do not tile"),
    "box enlarged": ("two boxes", (*FIRST, "box"), box(x=(-1, HALF)), "do not tile"),
    "box shifted": ("two boxes", (*FIRST, "box"), box(x=(-2, 0)), "do not tile"),
    "box shrunk": ("two boxes", (*FIRST, "box"), box(x=(-1, Fraction(-1, 10**6))), "do not tile"),
    "box in another variable": ("two boxes", (*FIRST, "box"), box(y=(-1, 0)), "do not tile"),
    "box of two variables": ("two boxes", (*FIRST, "box"), box(x=(-1, 0), y=(0, 1)), "do not tile"),
    "box named twice": ("two boxes", (*FIRST, "box"), box(x=(-1, 0)) * 2, "twice"),
    "box that is none": ("two boxes", (*FIRST, "box"), {"x": ["-1", "0"]}, "a box is pairs"),
    "no boxes": ("two boxes", ("leaves",), [], "one to"),
    "few bits": ("two boxes", ("bits",), 2, "bits are allowed"),
    "many bits": ("two boxes", ("bits",), 10**6, "bits are allowed"),
    "no bits": ("two boxes", ("bits",), None, "bits are allowed"),
    "way unknown": ("two boxes", (*FIRST, "by"), "faith", "no way"),
    "no form": ("two boxes", ("forms",), [], "no form number 0"),
    "form number": ("two boxes", (*FIRST, "form"), 1, "no form number 1"),
    "form number below 0": ("two boxes", (*FIRST, "form"), -1, "no form number"),
    "form number that is a truth value": ("two boxes", (*FIRST, "form"), False, "no form number"),
    "form swapped": ("two boxes", ("forms", 0, "gap"), tree("x**4 + 1"), "not shown to equal"),
    "form a tiny bit larger": ("two boxes", ("forms", 0, "gap"), tree(f"x**2 + 1 + 1/{10**100}"), "not shown to equal"),
    "form with a corner of its own": ("two boxes", ("forms", 0, "gap"), tree("Max(x**2 + 1, 3/2)"), "not shown to equal"),
    "form in another variable": ("two boxes", ("forms", 0, "gap"), tree("z**2 + 1"), "variable"),
    "rule unknown": ("two boxes", ("forms", 0, "rule"), "magic", "no form 'magic'"),
    "rule swapped": ("quotient", ("forms", 0, "rule"), "equal", "no form 'equal' with 1"),
    "factor for an equal form": ("two boxes", ("forms", 0, "positive"), [tree("x")], "no form"),
    "factor swapped": ("quotient", ("forms", 0, "positive"), [tree("x**2")], "not shown to equal"),
    "ratio swapped": ("ratio of logarithms", ("forms", 0, "positive", 1), "1", "not shown to equal"),
    "ratio without logarithms": ("ratio of logarithms", ("forms", 0, "gap"), tree("3*x"), "not shown to equal"),
    "inverse swapped": ("inverse", ("forms", 0, "gap"), tree("x - Phi(-2)"), "not k"),
    "inverse without one": ("inverse", ("forms", 0, "gap"), tree("x"), "not k"),
    "ratio of others": ("ratio of logarithms", ("forms", 0), RATIO_OF_OTHERS, "not shown to equal"),
    "inverse of a negative factor": ("inverse", ("forms", 0, "positive"), ["-1"], "not k"),
    "slope swapped": ("mean value", ("forms", 0, "slopes", 0, 1, 0), tree("x"), "not shown to equal"),
    "slope in nobody's variable": ("mean value", ("forms", 0, "slopes", 0, 0), "z", "no variable of the region"),
    "slope out of range": ("mean value", (*FIRST, "slopes", 0, 1), 7, "no slope in x number 7"),
    "slope left out": ("mean value", (*FIRST, "slopes"), [], "without slope"),
    "face at the wrong end": ("faces of two variables", (*FIRST, "faces", 0, 1, 0), False, "changes its sign"),
    "contact left out": ("contact at a closed face", ("forms", 0, "contacts"), [], "no contact number 0"),
    "contact of order 0": ("contact at a closed face", ("forms", 0, "contacts", 0, "derivatives"), [], "order 0"),
    "contact of high order": ("contact at a closed face", ("forms", 0, "contacts", 0, "derivatives"), [None] * 7, "order 7"),
    "contact that stops early": (
        "contact at a closed face",
        ("forms", 0, "contacts", 0, "derivatives"),
        [None],
        "sign is not shown",
    ),
    "contact that goes on": ("contact at a closed face", ("forms", 0, "contacts", 0, "derivatives"), [None] * 3, "vanish"),
    "contact at the other end": ("contact at a closed face", ("forms", 0, "contacts", 0, "low"), False, "vanish"),
    "contact with a wrong derivative": (
        "contact at a closed face",
        ("forms", 0, "contacts", 0, "derivatives", 1),
        tree("x"),
        "not shown to equal",
    ),
    "contact in nobody's variable": ("contact at a closed face", ("forms", 0, "contacts", 0, "name"), "z", "no such face"),
    "pieces do not tile": ("contact at a closed face", (*FIRST, "pieces"), [box(x=(0, HALF))], "pieces"),
    "no pieces": ("contact at a closed face", (*FIRST, "pieces"), [], "pieces"),
    "condition number": ("outside of what is given", (*FIRST, "condition"), 3, "no condition number 3"),
    "condition that holds": ("outside of what is given", ("leaves", 1, "by"), "outside", "does not fail"),
    "condition that is not given": (
        "outside of what is given",
        ("conditions",),
        [["Rel", tree("x"), ">", "2/3"]],
        "is not given",
    ),
    "condition made strict": ("outside of what is given", ("conditions",), [["Rel", tree("x"), ">=", "1/2"]], "is not given"),
    "equality in place of what is given": (
        "outside of what is given",
        ("conditions",),
        [["Rel", tree("x"), "=", "1/2"]],
        "is not given",
    ),
}


@pytest.mark.parametrize("name", MISUSED)
def test_a_changed_proof_is_rejected(name: str) -> None:
    original, path, to, reason = MISUSED[name]
    wanted, proof = SHOWN[original]
    refuses(wanted, changed(proof, *path, to=to), reason)


WRONG: dict[str, tuple[Goal, Any, str]] = {
    "wider region": (goal("x**2 + 1", strict=True, x="[-1, 2]"), SQUARE, "do not tile"),
    "another gap": (goal("x**2 - 1", x="[-1, 1]"), SQUARE, "not shown to equal"),
    "sign missing": (goal("x", x="[-1, 1]"), boxes("x", leaf("value", box(x=(-1, 1)))), "sign is not shown"),
    "zero is not positive": (goal("x", strict=True, **UNIT), boxes("x", leaf("value", box(x=(0, 1)))), "sign is not shown"),
    "contact at a closed face, strictly": (goal("exp(x) - x - 1", strict=True, **UNIT), CONTACT, "equality holds"),
    "contact at a closed upper face, strictly": (goal("(1 - x)**3", strict=True, **UNIT), UPPER, "equality holds"),
    "the other sign at an upper contact": (
        goal("-(1 - x)**3", x="[0, 1)"),
        boxes(
            "-(1 - x)**3",
            leaf("contact", box(x=(0, 1)), pieces=[box(x=(0, 1))]),
            contacts=[contact("x", "3*(1 - x)**2", "6*x - 6", "6", low=False)],
        ),
        "sign is not shown",
    ),
    "contact away from its face": (
        goal("exp(x) - x - 1", **UNIT),
        boxes(
            "exp(x) - x - 1",
            leaf("contact", box(x=(0, HALF)), pieces=[box(x=(0, HALF))]),
            leaf("contact", box(x=(HALF, 1)), pieces=[box(x=(HALF, 1))]),
            contacts=[contact("x", "exp(x) - 1", "exp(x)")],
        ),
        "touch the contact face",
    ),
    "contact of integers": (
        goal("n**2", x="[0, 1]", n="the integers of [0, 3]"),
        boxes(
            "n**2",
            leaf("contact", box(x=(0, 1), n=(0, 3)), pieces=[box(x=(0, 1), n=(0, 3))]),
            contacts=[contact("n", "2*n", "2")],
        ),
        "no such face",
    ),
    "factor that is zero": (goal("x*(x + 1)", strict=True, **UNIT), QUOTIENT, "factor of the form is not positive"),
    "factor that is negative": (
        goal("x*(x + 2)", x="[-1, 1]"),
        boxes("x + 2", leaf("value", box(x=(-1, 1))), rule="quotient", positive=["x"]),
        "not positive",
    ),
    "logarithm of a negative": (
        goal("x - 2*x", x="[-2, -1]"),
        boxes("log(x) - log(2*x)", leaf("value", box(x=(-2, -1))), rule="log-ratio", positive=["x", "2*x"]),
        "not positive",
    ),
    "edge of a domain": (goal("1/x", **UNIT), boxes("1/x", leaf("value", box(x=(0, 1)))), "edge of a domain"),
    "form with a hole": (goal("x + 1", **UNIT), boxes("x*(x + 1)/x", leaf("value", box(x=(0, 1)))), "edge of a domain"),
    "slope of a corner": (
        goal("Abs(x) + 1", x="[-1, 1]"),
        boxes("Abs(x) + 1", leaf("value", box(x=(-1, 1))), slopes=[["x", ["1"]]]),
        "jump or have a corner",
    ),
    "slope of a jump": (
        goal("sign(x) + 2", x="[-1, 1]"),
        boxes("sign(x) + 2", leaf("value", box(x=(-1, 1))), slopes=[["x", ["0"]]]),
        "jump or have a corner",
    ),
    "mean value without end": (
        goal("x", x="[0, oo)"),
        boxes("x", leaf("mean", box(x=(0, None)), slopes=[["x", 0]]), slopes=[["x", ["1"]]]),
        "without end",
    ),
    "face without end": (
        goal("x", x="(-oo, 0]"),
        boxes("x", leaf("face", box(x=(None, 0)), faces=[["x", [True, 0]]]), slopes=[["x", ["1"]]]),
        "no such end",
    ),
    "mean value with the wrong sign": (
        goal("x - x**2 - 1", **UNIT),
        boxes("x - x**2 - 1", leaf("mean", box(x=(0, 1)), slopes=[["x", 0]]), slopes=[["x", [None]]]),
        "sign is not shown",
    ),
    "face up to an edge": (
        goal("log(x) + 9", x="(0, 1]"),
        boxes("log(x) + 9", leaf("face", box(x=(0, 1)), faces=[["x", [True, 0]]]), slopes=[["x", [tree("1/x")]]]),
        "",
    ),
    "face at an open end where it jumps": (
        goal("Piecewise((x - 3, x >= 1), (x, True))", x="(0, 2)"),
        boxes(
            "Piecewise((x - 3, x >= 1), (x, True))", leaf("face", box(x=(0, 2)), faces=[["x", [True, 0]]]), slopes=[["x", ["1"]]]
        ),
        "jump",
    ),
    "strict condition at its edge": (
        goal("x - 3/5", given=["x >= 1/2"], **UNIT),
        boxes("x - 3/5", leaf("outside", box(x=(0, HALF))), leaf("value", box(x=(HALF, 1))), conditions=["x >= 1/2"]),
        "does not fail",
    ),
    "a relation that differs holds on a box": (
        goal("x - 1/3", given=["x != 3/4"], **UNIT),
        boxes("x - 1/3", leaf("outside", box(x=(0, HALF))), leaf("value", box(x=(HALF, 1))), conditions=["x != 3/4"]),
        "does not fail",
    ),
    "slope where only part is given": (
        goal("x**2 - x + 3/10", given=["x < 1/2"], x="[0, 2/5]"),
        boxes("x**2 - x + 3/10", leaf("face", box(x=(0, Fraction(2, 5))), faces=[["x", [True, 0]]]), slopes=[["x", [None]]]),
        "changes its sign",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_boxes_that_do_not_show_the_goal(name: str) -> None:
    wanted, proof, reason = WRONG[name]
    refuses(wanted, proof, reason)


# -- tilings --------------------------------------------------------------------------------------------------------------------

TILINGS = {
    "itself": ([((0, 2), (0, 2))], True),
    "pinwheel has no straight cut": (
        [((0, 1), (0, 2)), ((1, 3), (0, 1)), ((2, 3), (1, 3)), ((0, 2), (2, 3)), ((1, 2), (1, 2))],
        False,
    ),
    "cut twice": ([((0, 1), (0, 2)), ((1, 2), (0, 1)), ((1, 2), (1, 2))], True),
    "in any order": ([((1, 2), (1, 2)), ((0, 1), (0, 2)), ((1, 2), (0, 1))], True),
    "gap": ([((0, 1), (0, 2)), ((1, 2), (0, 1))], False),
    "twice the same": ([((0, 2), (0, 2)), ((0, 2), (0, 2))], False),
    "overlap": ([((0, 1), (0, 2)), ((HALF, 2), (0, 2))], False),
    "beyond": ([((0, 1), (0, 2)), ((1, 3), (0, 2))], False),
    "before": ([((-1, 1), (0, 2)), ((1, 2), (0, 2))], False),
    "turned": ([((1, 0), (0, 2)), ((1, 2), (0, 2))], False),
    "slit": ([((0, 1), (0, 2)), ((1 + Fraction(1, 10**30), 2), (0, 2))], False),
    "nothing": ([], False),
}


@pytest.mark.parametrize("name", TILINGS)
def test_tilings(name: str) -> None:
    parts, good = TILINGS[name]
    size = 3 if name.startswith("pinwheel") else 2
    whole = read_box(box(x=(0, size), y=(0, size)), "test")
    assert tiles(whole, [read_box(box(x=first, y=second), "test") for first, second in parts]) is good


def test_tilings_of_the_line() -> None:
    line, parts = read_box(box(x=(None, None)), "test"), [box(x=(None, 0)), box(x=(1, None)), box(x=(0, 1))]
    assert tiles(line, [read_box(part, "test") for part in parts])
    assert not tiles(line, [read_box(part, "test") for part in parts[:2]])
    assert not tiles(line, [read_box(box(x=(None, 5)), "test"), read_box(box(x=(0, None)), "test")])
    assert not tiles(line, [read_box(box(x=(None, 0)), "test"), read_box(box(x=(0, 5)), "test")])


def test_a_point_is_a_box() -> None:
    shows(goal("x - 1/2", strict=True, x="[1, 1]"), boxes("x - 1/2", leaf("value", box(x=(1, 1)))))
    refuses(goal("x - 1/2", strict=True, x="[1, 1]"), boxes("x**2 - 1/2", leaf("value", box(x=(1, 1)))))


NO_INVERSE: dict[str, tuple[Goal, str]] = {  # each form is positive, and no gap is
    "a power": (goal("PhiInv(x) - 3", x="[1/2, 3/4]"), "x**(-1*Phi(3))"),
    "a sum with a multiple": (goal("PhiInv(x) - 3", x="[1/2, 3/4]"), "x + 2*Phi(3)"),
    "the inverse of another function": (goal("log(x) - 1", x="[9/10, 1]"), "x - Phi(1)"),
}


@pytest.mark.parametrize("name", NO_INVERSE)
def test_what_only_looks_like_an_inverse_is_rejected(name: str) -> None:
    wanted, form = NO_INVERSE[name]
    interval = wanted.region.intervals["x"]
    refuses(wanted, boxes(form, leaf("value", box(x=(interval.lo, interval.hi))), rule="inverse", positive=["1"]), "not k")


def test_that_two_terms_differ_gives_no_order() -> None:
    """On x != 1/2 a box on which x > 1/2 is not outside."""
    leaves = leaf("value", box(x=(0, "3/4"))), leaf("outside", box(x=("3/4", 1)))
    refuses(goal("3/4 - x", given=["x != 1/2"], x="[0, 1]"), boxes("3/4 - x", *leaves, conditions=["x <= 1/2"]), "is not given")


def touching(gap: str, *derivatives: str, low: bool = True) -> Any:
    whole = box(x=(0, 1))
    return boxes(gap, leaf("contact", whole, pieces=[whole]), contacts=[contact("x", *derivatives, low=low)])


@pytest.mark.parametrize(("gap", "derivatives", "low"), [
    ("x", ["1"], True), ("x**2", ["2*x", "2"], True), ("1 - x", ["-1"], False), ("(1 - x)**2", ["2*x - 2", "2"], False),
])  # fmt: skip
def test_the_order_of_a_contact_decides_its_sign(gap: str, derivatives: list[str], low: bool) -> None:
    """(x - b)^n f^(n) / n!: of the sign of the derivative at a lower face, and at an upper one if n is even."""
    shows(goal(gap, x="[0, 1]"), touching(gap, *derivatives, low=low))
    negative = [f"-1*({part})" for part in derivatives]
    refuses(goal(f"-1*({gap})", x="[0, 1]"), touching(f"-1*({gap})", *negative, low=low), "sign is not shown")


def test_a_box_away_from_the_face_does_not_touch_it() -> None:
    beyond = box(x=(HALF, 1))
    leaves = leaf("value", box(x=(0, HALF))), leaf("contact", beyond, pieces=[beyond])
    refuses(goal("x", x="[0, 1]"), boxes("x", *leaves, contacts=[contact("x", "1")]), "does not touch")


def test_a_box_on_which_an_equality_may_hold_is_not_outside() -> None:
    leaves = leaf("outside", box(x=(0, HALF))), leaf("value", box(x=(HALF, 1)))
    claimed = goal("x - 1/3", strict=True, given=["x == 1/4"], x="[0, 1]")
    refuses(claimed, boxes("x - 1/3", *leaves, conditions=["x == 1/4"]), "does not fail")


@pytest.mark.parametrize("gap", ["x", "1 - x"])
def test_a_closed_end_belongs_to_its_box(gap: str) -> None:
    whole = boxes(gap, leaf("value", box(x=(0, 1))))
    shows(goal(gap, strict=True, x="(0, 1)"), whole)
    refuses(goal(gap, strict=True, x="[0, 1]"), whole, "sign is not shown")


def test_the_last_derivative_has_its_sign_on_every_piece() -> None:
    """x - 2 x^2 rises from 0, and is negative from 1/2 on."""
    pieces = [box(x=(0, "1/8")), box(x=("1/8", 1))]
    proof = boxes("x - 2*x**2", leaf("contact", box(x=(0, 1)), pieces=pieces), contacts=[contact("x", "1 - 4*x")])
    refuses(goal("x - 2*x**2", x="[0, 1]"), proof, "sign is not shown")


@pytest.mark.parametrize("place", ["face", "mean"])
def test_a_slope_that_is_offered_is_compared_on_the_region_and_used_on_a_face_beside_it(place: str) -> None:
    """x - y falls in y. What is -1 for x > 0 and 1 at x = 0 was taken for its slope at x = 0, so that x - y was least at (0, 0):
    x - y >= 0 for 0 < x <= 1, 0 <= y <= 1, which x = 1/2, y = 1 denies."""
    square = box(x=(0, 1), y=(0, 1))
    down = [["x", [True, 0]]]
    ways = {
        "face": leaf("face", square, faces=[*down, ["y", [True, 0]]]),
        "mean": leaf("mean", square, faces=down, slopes=[["y", 0]]),
    }
    gap = {"face": "x - y", "mean": "x - y + 1/2"}[place]
    at_zero = {"face": 1, "mean": 0}[place]
    jumps = tree(f"Piecewise((-1, x > 0), ({at_zero}, True))")
    claimed = goal(gap, x="(0, 1]", y="[0, 1]")
    refuses(claimed, boxes(gap, ways[place], slopes=[["x", ["1"]], ["y", [jumps]]]), "may jump")
    true = {"face": "x - y + 1", "mean": "x - y + 1"}[place]
    more = {"face": leaf("face", square, faces=[*down, ["y", [False, 0]]]), "mean": ways["mean"]}
    shows(goal(true, x="(0, 1]", y="[0, 1]"), boxes(true, more[place], slopes=[["x", ["1"]], ["y", ["-1"]]]))
