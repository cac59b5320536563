"""Thousands of random argument lists for `dplemma value`: an answer or one line, for little work, and never a traceback."""

from __future__ import annotations

import io
import random
from collections import Counter
from contextlib import redirect_stderr, redirect_stdout

import pytest
from work import evaluations

from dplemma.cli import main
from dplemma.formulas import quantities

LISTS, PARTS = 4800, 8
MOST = 12  # evaluations of one argument list: the precision doubles a few times, then the budget is spent
NAMES = list(quantities())
_NUMBERS = (
    "0 1 -1 0.5 1/3 -2/7 1e-5 1e300 1e-300 2**-40 2**16 10 1000 1e6 0.999999 1e5000 1e-5000 1e5001 nan inf -inf oo 1/0 0/0 . e "
    "1e 1e999999999999 9**9**9 9**99999999 ½ ١٢ １ 0x1 1_0 1,5 True None pi 1j -0 +1 --1 () [] '' \" % $HOME `id` ; \\ / * ** = "
    "== 1= {} \x00 \x1b[0m \u202e \ud83d\ude00 \ud800 1.7976931348623157e308 5e-324 4.9e-324"
)
_OPTIONS = (
    "--json --digits --digits=5 --digits=0 --digits=-1 --digits=10001 --digits=99999999999 --digits= --round --round=up "
    "--round=down --round=safe --round=nearest --round=x -- - -x -1 --help=1 --jsonn"
)
NUMBERS = ["", "0." + "9" * 60, "7" * 400, "1e-" + "0" * 30 + "5", *_NUMBERS.split(" ")]
OPTIONS = _OPTIONS.split(" ")


def random_text(source: random.Random) -> str:
    kind = source.random()
    if kind < 0.4:
        return source.choice(NUMBERS)
    if kind < 0.6:
        return "".join(source.choice("0123456789.e+-*/=() ") for _ in range(source.randint(0, 12)))
    if kind < 0.8:
        return bytes(source.randrange(256) for _ in range(source.randint(0, 20))).decode("utf-8", "surrogateescape")
    if kind < 0.9:
        return "".join(chr(source.randrange(1, 0x3000)) for _ in range(source.randint(1, 30)))
    return source.choice(["9", "z", "1/", "e", "-", " "]) * source.choice([1, 50, 5000, 20_000])


def mutated(source: random.Random, text: str) -> str:
    """One letter removed, doubled, changed or exchanged with its neighbour."""
    if not text:
        return random_text(source)
    place = source.randrange(len(text))
    changes = ("", text[place] * 2, chr(source.randrange(33, 127)), text[place : place + 2][::-1], source.choice(NUMBERS))
    return text[:place] + source.choice(changes) + text[place + 1 :]


def arguments(source: random.Random) -> list[str]:
    """A valid command, mostly with something done to it."""
    name = source.choice(NAMES)
    quantity = quantities()[name]
    items = [f"{key}={text}" for key, text in quantity.example.items()]
    for _ in range(source.choice([0, 1, 1, 2, 3])):
        place = source.randrange(len(items)) if items else 0
        action = source.randrange(8)
        if action == 0 and items:
            items[place] = items[place].partition("=")[0] + "=" + source.choice(NUMBERS)
        elif action == 1 and items:
            items[place] = items[place].partition("=")[0] + "=" + random_text(source)
        elif action == 2 and items:
            items[place] = mutated(source, items[place])
        elif action == 3 and items:
            items.pop(place)
        elif action == 4:
            items.append(source.choice(OPTIONS))
        elif action == 5:
            items.append(random_text(source))
        elif action == 6 and items:
            items.append(items[place])
        else:
            name = mutated(source, name)
    source.shuffle(items)
    return ["value", name, *items] if source.random() < 0.95 else [random_text(source), *items]


def check(argv: list[str]) -> int:
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err), evaluations() as bits:
        try:
            code = main(argv)
        except SystemExit as stop:  # --help and --version end this way, and nothing else does
            assert stop.code == 0 and {"-h", "--help", "--version"} & set(argv), argv
            return 0
    assert code in (0, 2, 3), (argv, code)
    assert len(bits) <= (0 if code == 2 else MOST), (argv, bits)
    if code == 0:
        assert err.getvalue() == "" and out.getvalue(), argv
    else:
        assert out.getvalue() == "", argv
        assert err.getvalue().count("\n") == 1 and err.getvalue().startswith("dplemma: "), (argv, err.getvalue())
        assert "Traceback" not in err.getvalue() and len(err.getvalue()) < 1000, (argv, err.getvalue())
    return code


@pytest.mark.parametrize("part", range(PARTS))
def test_random_arguments(part: int) -> None:
    source = random.Random(f"dplemma value {part}")
    codes = Counter(check(arguments(source)) for _ in range(LISTS // PARTS))
    assert codes[0] > 30 and codes[2] > 100, codes


def test_the_check_can_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(argv: list[str]) -> int:
        raise ZeroDivisionError

    monkeypatch.setitem(globals(), "main", broken)
    with pytest.raises(ZeroDivisionError):
        check(["value"])
    monkeypatch.setitem(globals(), "main", lambda argv: 1)
    with pytest.raises(AssertionError):
        check(["value"])
    monkeypatch.setitem(globals(), "main", lambda argv: 2)
    with pytest.raises(AssertionError):  # no line on stderr
        check(["value"])
