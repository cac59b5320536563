"""Equal forms of an expression on a region: derivatives carried out, quantiles as variables.

Main definitions: `plain`, `quantile`.
"""

from __future__ import annotations

from sympy import (
    Derivative,
    Expr,
    Symbol,
)  # fmt: skip

from dplemma.lang.functions import Phi, PhiInv, QInv
from dplemma.lang.nodes import Held
from dplemma.lang.region import Region


def plain(expr: Expr, region: Region) -> Expr:
    """Derivatives carried out and held parts let go, nothing else."""
    expr = expr.replace(lambda e: isinstance(e, Derivative), lambda e: e.doit())
    return expr.replace(lambda e: isinstance(e, Held), lambda e: e.args[0])


def quantile(expr: Expr, region: Region) -> Expr:
    """x = Phi(z) for each variable x of (0, 1) whose quantile appears: a bijection of the line onto (0, 1)."""
    expr = plain(expr, region)
    return expr.subs({x: Phi(Symbol(f"{x.name}|z", real=True)) for x in _quantile_variables(expr, region)})


def _quantile_variables(expr: Expr, region: Region) -> list[Symbol]:
    found = []
    for node in expr.atoms(PhiInv, QInv):
        for x in (node.args[0], 1 - node.args[0]):
            interval = region.intervals.get(x.name) if isinstance(x, Symbol) else None
            if interval is not None and interval.lo is not None and interval.hi is not None:
                low_ok = interval.lo > 0 or (interval.lo == 0 and interval.lo_open)
                high_ok = interval.hi < 1 or (interval.hi == 1 and interval.hi_open)
                if low_ok and high_ok:
                    found.append(x)
    return sorted(dict.fromkeys(found), key=lambda s: s.name)
