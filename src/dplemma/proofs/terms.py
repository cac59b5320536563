"""The kernel's terms as JSON trees, for proof objects.

Main definition: `write_term(term)`, which `dplemma.kernel.term.read_term` reads again.
"""

from __future__ import annotations

from fractions import Fraction

from dplemma.kernel.term import BINDERS, Json, Term


def write_term(term: Term) -> Json:
    """The tree of a term: what is bound keeps its canonical name, written b1, b2, ..."""
    if isinstance(term, Fraction):
        return str(term)
    if isinstance(term, str):
        return term
    if term[0] == "var":
        return ["var", term[1].replace("@", "b_")]
    if term[0] == "Piecewise":
        return ["Piecewise", *([write_term(v), c if c is True else [c[0], *map(write_term, c[1:])]] for v, c in term[1:])]
    if term[0] == "Derivative":
        return ["Derivative", write_term(term[1]), [term[2], str(term[3])]]
    if term[0] in BINDERS:
        return [term[0], write_term(term[1]), [term[2].replace("@", "b_"), write_term(term[3]), write_term(term[4])]]
    return [term[0], *map(write_term, term[1:])]
