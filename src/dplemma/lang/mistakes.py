"""What went wrong in a file of claims, as one line that says what to write: Python's own words are about Python.

Main definition: `mistake_line(error, path)`.
"""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from traceback import extract_tb

from dplemma.base.errors import DplemmaError, nearest

_FUNCTIONS = "exp, log, sqrt, Abs, Max, Min, Phi, ..."
_LARGER = "Python's {0} compares numbers, not expressions: write {1}(a, b), with from dplemma.lang import {1}"
_TRUTH = (
    "a comparison of expressions is not true or false: for a condition write Rel(a, '<', b), All(...), Either(...), Implies(...) "
    "or Piecewise of dplemma.lang, not if, and, or"
)
_TO_FLOAT = (
    "an expression is not a number. Write {0} of dplemma.lang, not the function of math or numpy: "
    f"from dplemma.lang import {_FUNCTIONS}"
)
_KEYWORD = re.compile(r"(?:(\w+)\.)?(\w+)\(\) got an unexpected keyword argument '(\w+)'")
_MISSING = re.compile(r"(?:(\w+)\.)?(\w+)\(\) missing \d+ required (?:keyword-only|positional) arguments?: (.*)")
_POSITIONAL = re.compile(r"(Claim|Region)\.__init__\(\) takes 1 positional argument")
_BY_NAME = {
    "Claim": "Claim(id='mine/lemma', where='', kind='inequality', states='', lhs=..., rel='<=', rhs=..., on=Region(...))",
    "Region": "Region(mu=Interval.open(0, oo)), a condition as such_that=Rel(a, '<', b)",
}
_NO_QUANTITY = re.compile(r"module 'dplemma\.formulas\.(\w+)' has no attribute '(\w+)'")
_NOT_THERE = re.compile(r"cannot import name '(\w+)' from '(dplemma[\w.]*)'")
_UNDEFINED = re.compile(r"name '(\w+)' is not defined")
_MODULE_CALL = re.compile(r"\b(?:math|np|numpy|cmath|scipy)\.(\w+)\(")


def mistake_line(error: BaseException, path: Path) -> str:
    """`mine.py:12: what is wrong, and what to write`, with the line of the file itself that led to it."""
    if isinstance(error, SyntaxError):
        return f"{Path(error.filename or path).name}:{error.lineno or 1}: {error.msg}"
    own = [frame for frame in extract_tb(error.__traceback__) if frame.filename == str(path)]
    place = f"{path.name}:{own[-1].lineno}" if own else path.name
    if isinstance(error, SystemExit):
        return f"{place}: it ends the program while it is imported"
    if isinstance(error, DplemmaError):
        return str(error) if str(error).startswith(place) else f"{place}: {error}"
    said = " ".join(f"{type(error).__name__}: {error}".split())
    hint = _hint(error, (own[-1].line or "") if own else "")
    return f"{place}: {hint or said}"


def _hint(error: BaseException, source: str) -> str:
    """What to write instead; nothing where we know no better than Python."""
    text = str(error)
    if "truth value of Relational" in text:
        called = re.search(r"\b(max|min)\(", source)
        return _LARGER.format(called[1], called[1].capitalize()) if called else _TRUTH
    if "for ^" in text:
        return "a power is written a**b, not a^b"
    if (match := _MODULE_CALL.search(source)) and isinstance(error, (TypeError, AttributeError)):
        return _TO_FLOAT.format(match[1])
    if "Cannot convert expression to float" in text:
        return _TO_FLOAT.format("the function")
    if match := _KEYWORD.search(text):
        return _unknown_keyword(match[1] or match[2], match[3])
    if match := _MISSING.search(text):
        return f"{match[1] or match[2]}(...) needs {match[3].replace(chr(39), '')} as well"
    if match := _POSITIONAL.search(text):
        return f"a {match[1]} takes its parts by name: {_BY_NAME[match[1]]}"
    if match := _NO_QUANTITY.search(text):
        near = nearest(match[2], [name.partition(".")[2] for name in _quantities() if name.startswith(f"{match[1]}.")], most=1)
        return f"there is no quantity {match[1]}.{match[2]}." + (f" Did you mean {match[1]}.{near[0]}?" if near else "")
    if match := _NOT_THERE.search(text):
        near = nearest(match[1], _importable(match[2]), most=1)
        return f"there is no {match[1]} in {match[2]}." + (f" Did you mean {near[0]}?" if near else "")
    if match := _UNDEFINED.search(text):
        return _undefined(match[1])
    return ""


def _unknown_keyword(owner: str, keyword: str) -> str:
    if owner == "Quantity":
        return f"a quantity in a claim takes its parameters in their order, not by name ({keyword}=): write gaussian.auc(mu)"
    known = _parts().get(owner)
    if known is None:
        return ""
    near = nearest(keyword, known, most=1)
    meant = f"Did you mean {near[0]}=?" if near else f"It takes {', '.join(known)}."
    return f"{owner}(...) has no part {keyword!r}. {meant}"


def _parts() -> dict[str, list[str]]:
    from dataclasses import fields

    from dplemma.lang.claim import Claim

    claim = [part.name for part in fields(Claim) if part.name not in ("amends", "place")]
    return {"Claim": claim, "Interval": ["lo", "hi", "lo_open", "hi_open", "integer"], "Region": ["such_that", "points"]}


def _importable(module: str) -> list[str]:
    """What a module of ours gives: what it names itself, or else the families of quantities."""
    if module == "dplemma.formulas":
        return sorted({quantity.partition(".")[0] for quantity in _quantities()})
    found = import_module(module)
    return sorted(getattr(found, "__all__", None) or (name for name in dir(found) if not name.startswith("_")))


def _undefined(name: str) -> str:
    """A word of the language that was not imported, or a variable that was not made."""
    from dplemma import lang

    if name in dir(lang):
        return f"{name} is not defined. Write: from dplemma.lang import {name}"
    families = {quantity.partition(".")[0] for quantity in _quantities()}
    if name in families:
        return f"{name} is not defined. Write: from dplemma.formulas import {name}"
    return f"{name} is not defined. If it is a variable, write: {name} = variables({name!r})"


def _quantities() -> list[str]:
    """The names of all quantities; asked for by name, because the language depends on none of them."""
    return list(import_module("dplemma.formulas").quantities())
