"""The records of SymPy's own functions, as far as the language has them.

Powers are no functions here: x^y asks for x > 0, x >= 0, x != 0 or nothing, as y may be, and every engine has its rule for them.
"""

from __future__ import annotations

from sympy import (
    Abs,
    Heaviside,
    Max,
    Min,
    S,
    binomial,
    cosh,
    erf,
    erfc,
    erfinv,
    exp,
    factorial,
    gamma,
    log,
    sign,
    sinh,
    tanh,
)  # fmt: skip
from sympy.core.basic import Basic

from dplemma.lang.facts import WHOLE, Facts, register
from dplemma.lang.interval import NONNEGATIVE, POSITIVE, REAL, Interval

_LINE, _OO = (REAL,), S.Infinity
_BELOW_ONE = Interval.open(-1, 1)

_TABLE: dict[type[Basic], Facts] = {
    log: Facts(
        domain=(POSITIVE,), values=REAL, moves="+", natural=True, inverse="exp", at_infinity=(None, _OO),
        tape="log", double="log",
    ),
    exp: Facts(domain=_LINE, values=POSITIVE, moves="+", inverse="log", at_infinity=(S.Zero, _OO), tape="exp", double="exp"),
    erf: Facts(domain=_LINE, values=_BELOW_ONE, moves="+", inverse="erfinv", at_infinity=(-S.One, S.One), tape="erf"),
    erfc: Facts(domain=_LINE, values=Interval.open(0, 2), moves="-", at_infinity=(S(2), S.Zero), tape="erfc"),
    erfinv: Facts(domain=(_BELOW_ONE,), values=REAL, moves="+", natural=True, inverse="erf"),
    sinh: Facts(domain=_LINE, values=REAL, moves="+", at_infinity=(-_OO, _OO), tape="sinh", double="sinh"),
    cosh: Facts(domain=_LINE, values=Interval(1, "oo"), at_infinity=(_OO, _OO), tape="cosh", double="cosh"),
    tanh: Facts(domain=_LINE, values=_BELOW_ONE, moves="+", at_infinity=(-S.One, S.One), tape="tanh", double="tanh"),
    gamma: Facts(domain=(POSITIVE,), values=POSITIVE, at_infinity=(None, _OO), tape="gamma", double="gamma"),
    Abs: Facts(domain=_LINE, values=NONNEGATIVE, shape="corner", at_infinity=(_OO, _OO), tape="absolute", double="abs"),
    Max: Facts(domain=_LINE, values=REAL, shape="corner", several=True, tape="maximum", double="max"),
    Min: Facts(domain=_LINE, values=REAL, shape="corner", several=True, tape="minimum", double="min"),
    sign: Facts(domain=_LINE, values=Interval(-1, 1), shape="jump"),
    Heaviside: Facts(domain=(REAL, Interval(0, 1)), values=Interval(0, 1), moves="..", shape="jump", tape="step"),
    binomial: Facts(domain=(WHOLE, WHOLE), values=NONNEGATIVE, moves="..", tape="binomial"),
    factorial: Facts(domain=(WHOLE,), values=POSITIVE),
}  # fmt: skip
for _function, _facts in _TABLE.items():
    register(_function, _facts)
