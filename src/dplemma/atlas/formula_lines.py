"""A long formula as lines, each short enough for a column of text, or able to wrap.

Main definition: `lines_of_formula`. A statement, its region and what its letters stand for are lines of their own; so are the
parts of a conjunction and the obligations of a definition. KaTeX wraps a line behind relations and signs that stand outside
brackets; in a region it may wrap between two variables and nowhere else.
"""

from __future__ import annotations

_SPACE, _AND, _OWES = r" \qquad ", r" \;\wedge\; ", r",\quad \text{"
_WHERE, _BETWEEN = r"\text{where }", r",\; "
_BINDS_LOOSER = (r"\Rightarrow", r"\iff", r"\vee", r":\;")  # an "and" below one of these is no line of its own
_OPEN, _CLOSE = "([{", ")]}"


def lines_of_formula(latex: str) -> list[str]:
    """The lines; a formula that is a table, or that a line would cut inside a bracket, stays as it is."""
    if r"\begin" in latex:
        return [latex]
    statement, *others = _parted(latex, _SPACE)
    lines = [part for owed in _owed(statement) for part in _conjuncts(owed)]
    return lines + [one if one.startswith(_WHERE) else _region(one) for one in others]


def _owed(statement: str) -> list[str]:
    first, *others = _parted(statement, _OWES)
    return [first, *(_OWES.removeprefix(r",\quad ") + one for one in others)]


def _conjuncts(statement: str) -> list[str]:
    if any(len(_parted(statement, sign)) > 1 for sign in _BINDS_LOOSER):
        return [statement]
    first, *others = _parted(statement, _AND)
    return [first, *(r"\wedge\; " + one for one in others)]


def _region(text: str) -> str:
    return r",\;\allowbreak ".join(f"{{{one}}}" for one in _parted(text, _BETWEEN))


def _parted(text: str, sign: str) -> list[str]:
    """Split where the sign stands outside brackets; an interval may open and close with different ones."""
    cuts, depth = [0], 0
    for place, letter in enumerate(text):
        if depth == 0 and text.startswith(sign, place):
            cuts.append(place + len(sign))
        depth += (letter in _OPEN) - (letter in _CLOSE)
    ends = [cut - len(sign) for cut in cuts[1:]]
    return [text[start:end] for start, end in zip(cuts, [*ends, len(text)], strict=True)]
