"""Equal expressions that intervals like better, as SymPy finds them; whoever uses one must audit it.

Main definitions: `equals(expr, region)`, `vanishing_slope(gap, name)`.

The raw difference is often the worst form: a variable that occurs twice is taken for two. Tried are the expanded and the
simplified expression, the factored one, exponentials merged or taken out, tails written with the Mills ratio
(Phi(u) = phi(u) M(-u), so that exponentials meet and cancel), logarithms collected, powers of e^-x where x goes to infinity.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from sympy import (
    Add,
    Dummy,
    Expr,
    Mul,
    Rational,
    S,
    Symbol,
    apart,
    cancel,
    exp,
    expand,
    expand_log,
    expand_power_exp,
    factor,
    factor_terms,
    log,
    pi,
    powsimp,
    simplify,
    sqrt,
    together,
)  # fmt: skip

from dplemma.base.limiter import TimeUp, remembered, work_limit
from dplemma.lang.facts import facts_of
from dplemma.lang.functions import Mills, Phi, PhiInv, Q, phi
from dplemma.lang.mills import MillsDrop, MillsMoment
from dplemma.lang.nodes import Held
from dplemma.lang.region import Region
from dplemma.ledger.verdict import Hint

Signs = tuple[tuple[Symbol, Symbol], ...]
"""Each variable with one of the same name that carries the sign of its interval."""
SECONDS = 60.0  # of work; a safety net: what follows ends nearly everything within three
MAX_TO_SIMPLIFY = 70
MAX_NUMBER = 10**6  # numbers in exponents beyond which no rewriting is tried
MAX_DEGREE = 200  # exponentials of larger multiples are powers of a degree that factoring does not survive
MAX_OPERATIONS = 160  # beyond this size simplification takes its time and finds nothing


def equals(expr: Expr, region: Region, only: Hint = frozenset()) -> Iterator[tuple[str, Expr]]:
    """Expressions that SymPy takes for equal, the expression itself first; with `only`, those of these names."""
    yield "difference", expr
    if not expr.free_symbols:
        return
    bare, back = released(expr)
    exponents = [node.args[0] for node in bare.atoms(exp, phi)]
    if bare.count_ops() > MAX_OPERATIONS or any(max(abs(n.p), n.q) > MAX_NUMBER for e in exponents for n in e.atoms(Rational)):
        return
    signs = tuple(region.assumed_symbols().items())
    for name in _REWRITES:
        if (name == "simplified" and bare.count_ops() > MAX_TO_SIMPLIFY) or (only and name not in only):
            continue
        for variant in _rewritten(name, bare, signs):
            yield name, variant.xreplace(back)
    for symbol in sorted(bare.free_symbols, key=str):
        interval = region.intervals.get(symbol.name)
        name = f"powers of exp(-{symbol})"
        if interval is not None and interval.hi is None and bare.has(exp) and (not only or name in only):
            for variant in within_time(lambda e, s=symbol: _in_falling_exponentials(e, s), bare, name):
                yield name, variant.xreplace(back)


@remembered
def _rewritten(name: str, expr: Expr, signs: Signs) -> list[Expr]:
    """The expression rewritten, or nothing; remembered, since a search asks for the slopes of one form several times."""
    return within_time(lambda e: _REWRITES[name](e, signs), expr, name)


def released(expr: Expr) -> tuple[Expr, dict[Expr, Expr]]:
    """The expression with a plain variable for everything that is held, the same one each time, and the way back."""
    held = {node: _stand_in(node, k) for k, node in enumerate(sorted(expr.atoms(Held), key=str))}
    return expr.xreplace(held), {dummy: node for node, dummy in held.items()}


@lru_cache(maxsize=4096)
def _stand_in(node: Expr, number: int) -> Dummy:
    return Dummy(f"held_{number}", real=True)


def within_time(rewrite: Callable[[Expr], Expr], expr: Expr, name: str) -> list[Expr]:
    """The rewritten expression; nothing where SymPy fails, or does not end, which is noted under the name."""
    try:
        with work_limit(SECONDS, f"the rewriting {name!r}"):
            return [rewrite(expr)]
    except (TimeUp, TypeError, ValueError, NotImplementedError, AttributeError, ZeroDivisionError, RecursionError):
        return []  # no such form: the others remain


def _merged(expr: Expr) -> Expr:
    """Products expanded, exponentials of each product merged into one with an expanded exponent."""
    terms = []
    for term in Add.make_args(expand(expr)):
        exponent, rest = S.Zero, []
        for item in Mul.make_args(expand_power_exp(term)):
            base, power = item.as_base_exp()
            if isinstance(item, exp):
                exponent += item.args[0]
            elif isinstance(base, exp):
                exponent += base.args[0] * power
            elif base is S.Exp1:
                exponent += power
            else:
                rest.append(item)
        terms.append(Mul(*rest) * exp(expand(exponent)))
    return Add(*terms)


def with_density(expr: Expr) -> Expr:
    return _merged(expr.replace(phi, lambda u: exp(-expand(u**2) / 2) / sqrt(2 * pi)))


def with_mills(expr: Expr) -> Expr:
    """Every tail as a density times a Mills ratio; densities at quantiles as chances over Mills ratios."""
    expr = expr.replace(lambda e: isinstance(e, phi) and isinstance(e.args[0], PhiInv), _density_at_quantile)
    expr = expr.replace(
        lambda e: isinstance(e, phi) and isinstance(-e.args[0], PhiInv),
        lambda e: _density_at_quantile(phi(-e.args[0], evaluate=False)),
    )
    expr = expr.replace(Phi, lambda u: phi(u) * _mills(-u)).replace(Q, lambda u: phi(u) * _mills(u)).replace(Mills, _mills)
    return _drops(with_density(expr) if expr.has(phi) else expr)


def _density_at_quantile(node: Expr) -> Expr:
    """phi(y) = Phi(y)/M(-y) with y = PhiInv(p), so phi(y) = p/M(-y)."""
    return node.args[0].args[0] / _mills(-node.args[0])


def _mills(u: Expr) -> Expr:
    return MillsMoment(0, expand(u))


def _drops(expr: Expr) -> Expr:
    """c I(u) - c I(u + h) as c times the drop over h, where h is one positive-looking term."""
    found = {}
    for node in [n for n in (expr, *expr.atoms(Add)) if isinstance(n, Add)]:
        terms = list(node.args)
        for first in node.args:
            for second in node.args:
                pair = _pair(first, second) if first in terms and second in terms and first is not second else None
                if pair is not None:
                    terms = [t for t in terms if t not in (first, second)] + [pair]
        if len(terms) < len(node.args):
            found[node] = Add(*terms)
    return expr.xreplace(found)


def _pair(first: Expr, second: Expr) -> Expr | None:
    """The drop or the next moment that first + second make, if they are of that shape."""
    moments = [[f for f in Mul.make_args(term) if isinstance(f, MillsMoment)] for term in (first, second)]
    if [len(m) for m in moments] == [1, 0]:  # c - c u I_0(u) = c I_1(u)
        (node,) = moments[0]
        return (
            second * MillsMoment(1, node.args[1]) if expand(first / node + second * node.args[1]) == 0 == node.args[0] else None
        )
    if [len(m) for m in moments] != [1, 1] or moments[0][0].args[0] != moments[1][0].args[0]:
        return None
    (here,), (there,) = moments
    distance = expand(there.args[1] - here.args[1])
    if distance.could_extract_minus_sign() or isinstance(distance, Add) or first / here + second / there != 0:
        return None
    return first / here * MillsDrop(here.args[0], here.args[1], distance)


def _in_falling_exponentials(expr: Expr, symbol: Expr) -> Expr:
    """Rational in e^x: written with t = e^-x, which stays bounded, and reduced."""
    t = Dummy("t", positive=True)
    moved = with_mills(expr) if expr.has(phi) else expr
    moved = moved.replace(lambda e: isinstance(e, exp) and e.args[0].coeff(symbol) != 0, lambda e: _power_of(e, symbol, t))
    if t not in moved.free_symbols:
        return expr
    moved = _mapped_arguments(moved, cancel)
    return moved.xreplace({t: exp(-symbol)})


def _power_of(node: Expr, symbol: Expr, t: Expr) -> Expr:
    exponent = expand(node.args[0])
    k = exponent.coeff(symbol)
    return exp(exponent - k * symbol) * t ** (-k) if k.is_Integer and not (exponent - k * symbol).has(symbol) else node


def _mapped_arguments(expr: Expr, change: Callable[[Expr], Expr]) -> Expr:
    """`change` applied to an expression with its functions as atoms, and to the arguments of these functions."""
    outermost = dict.fromkeys(_outermost(expr))
    names = {node: Dummy(f"f{k}", real=True) for k, node in enumerate(outermost)}
    changed = change(expr.xreplace(names))
    inside = {name: node.func(*(_mapped_arguments(a, change) for a in node.args)) for node, name in names.items()}
    return changed.xreplace(inside)


def _outermost(expr: Expr) -> Iterator[Expr]:
    facts = facts_of(expr)
    if facts is not None and facts.shape == "smooth":
        yield expr
    else:
        for part in expr.args:
            yield from _outermost(part)


def factored(expr: Expr) -> Expr:
    light, back = lightened(expr)
    return factor(together(light)).xreplace(back)


def lightened(expr: Expr) -> tuple[Expr, dict[Expr, Expr]]:
    """The expression with a plain variable for exponentials like e^(1000 x/7), to SymPy the thousandth power of one, and the way
    back."""
    heavy = [node for node in expr.atoms(exp) if any(abs(n.p) > MAX_DEGREE for n in node.args[0].atoms(Rational))]
    plain = {node: Dummy(f"e_{k}", positive=True) for k, node in enumerate(sorted(heavy, key=str))}
    return expr.xreplace(plain), {dummy: node for node, dummy in plain.items()}


def _logarithms_collected(expr: Expr, signs: Signs) -> Expr:
    """Logarithms taken apart, so that factors cancel; those with equal numbers as coefficients put together as log(1 + small)."""
    there = dict(signs)
    back = {p: s for s, p in there.items()}
    together_: dict[Expr, Expr] = {}
    rest = []
    for term in Add.make_args(expand(expand_log(expr.xreplace(there)))):
        coefficient, node = term.as_coeff_Mul()
        if isinstance(node, log):
            power = S.One if coefficient.is_positive else S.NegativeOne
            together_[abs(coefficient)] = together_.get(abs(coefficient), S.One) * node.args[0] ** power
        else:
            rest.append(term)
    logs = [c * log(apart(u) if len(u.free_symbols) == 1 else u) for c, u in together_.items()]
    return Add(*rest, *logs).xreplace(back)


def _common_exponential(expr: Expr) -> Expr:
    """A sum of exponentials with the first of them taken out: exp(A) - exp(B) as exp(A) (1 - exp(B - A))."""
    terms = [exponent_and_rest(term) for term in Add.make_args(with_density(expr))]
    first = terms[0][0]
    rests = [rest * exp(expand(exponent - first)) for exponent, rest in terms]
    return Mul(exp(first), factor_terms(Add(*rests)), evaluate=False)


def exponent_and_rest(term: Expr) -> tuple[Expr, Expr]:
    """(A, c) for a product c exp(A)."""
    factors = Mul.make_args(term)
    exponent = Add(*(f.args[0] for f in factors if isinstance(f, exp)))
    return exponent, Mul(*(f for f in factors if not isinstance(f, exp)))


def vanishing_slope(gap: Expr, name: str) -> Expr | None:
    """Where the slope of the gap in a variable vanishes, if that is one linear equation between two exponents."""
    symbol = Symbol(name, real=True)
    for merged in within_time(with_density, gap.diff(symbol), "densities merged"):
        terms = [exponent_and_rest(term) for term in Add.make_args(merged)]
        if len(terms) == 2 and terms[0][1] + terms[1][1] == 0:
            difference = expand(terms[0][0] - terms[1][0])
            slope = difference.coeff(symbol)
            rest = expand(difference - slope * symbol)
            if slope != 0 and symbol not in rest.free_symbols and symbol not in slope.free_symbols:
                return expand(-rest / slope)
    return None


_REWRITES: dict[str, Callable[[Expr, Signs], Expr]] = {
    "expanded": lambda e, _: powsimp(expand(e)),
    "densities merged": lambda e, _: with_density(e),
    "common exponential out": lambda e, _: _common_exponential(e) if e.has(exp, phi) else e,
    "Mills ratios": lambda e, _: with_mills(e),
    "factored": lambda e, _: factored(e),
    "common factors out": lambda e, _: factor_terms(e),
    "logarithms collected": _logarithms_collected,
    "simplified": lambda e, _: simplify(e),
}
