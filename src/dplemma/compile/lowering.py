"""SymPy expression -> SSA tape, printed once as Python source that every carrier can run.

Main definition: `lower(expr, names)`, the text of

    def make():            # runs once per precision: constants
        c0 = rational(1, 2) ...
        def run(eps, mu):  # one line per node of the expression, shared nodes once
            v0 = eps / mu
            ...
            return v9
        return run

The text calls `exp`, `erfc`, `norm_ppf`, ... by bare name; `backends` supplies a namespace for each carrier (Arb balls,
inf-sup intervals, power series, mpmath, binary64). Nodes with a bound variable (integrals, roots, optima) and branches
of a Piecewise become nested functions; inside them names carry the prefix `g_`, the generic version that dispatches on
its argument, because a quadrature rule calls the body with complex balls and a tail bound calls it with intervals.

The tree is whitelisted: a function without a record, or any other node not listed here, raises `Unsupported`. No
user text reaches the generated source except variable names, which must be identifiers.
"""

from __future__ import annotations

import keyword
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import reduce

from sympy import (
    Add,
    Derivative,
    Expr,
    Heaviside,
    Integral,
    Mul,
    Number,
    Piecewise,
    Pow,
    Rational,
    S,
    Sum,
    Symbol,
    exp,
    log,
    sqrt,
)  # fmt: skip
from sympy.core.relational import Relational
from sympy.core.sorting import default_sort_key
from sympy.logic.boolalg import BooleanFalse, BooleanTrue

from dplemma.base.errors import Unsupported
from dplemma.compile.tails import decay_terms, straightened
from dplemma.lang.facts import facts_of
from dplemma.lang.functions import Phi, Q
from dplemma.lang.nodes import ArgMax, ArgMin, Held, Inf, Root, Sup

_CONSTANTS = {S.Pi: "pi()", S.Exp1: "exp(rational(1, 1))", S.Infinity: "infinity(1)", S.NegativeInfinity: "infinity(-1)"}
_RELATIONS = {"<": "lt", "<=": "le", ">": "gt", ">=": "ge"}


@dataclass
class _Scope:
    """A function body being written: its lines, the nodes it has computed, the variable it binds."""

    variable: Symbol | None = None
    lazy: bool = False  # a Piecewise branch: nothing is hoisted out of it
    lines: list[str] = field(default_factory=list)
    memo: dict[Expr, str] = field(default_factory=dict)


def _is_constant(expr: Expr) -> bool:
    return not expr.free_symbols and not expr.has(Integral, Sum, Root, ArgMin, ArgMax, Sup, Inf, Piecewise)


def _scaled(expr: Expr) -> tuple[Expr, Expr]:
    """(c, rest) with expr = c * rest and c constant: one product at run time instead of several.

    From a sum, c is taken only if it is, up to sign, the coefficient of every term: SymPy turns 2 (x - 1) into 2 x - 2.
    """
    if not isinstance(expr, Add):
        factors = Mul.make_args(expr)
        constants = [factor for factor in factors if _is_constant(factor)]
        others = [factor for factor in factors if not _is_constant(factor)]
        # Unevaluated, lest x * (1/x) cancel and be defined at 0.
        return (Mul(*constants), Mul(*others, evaluate=False)) if others else expr.as_coeff_Mul()
    terms = [term.as_coeff_Mul() for term in expr.args]
    scale = max(coefficient for coefficient, _ in terms) if all(c.is_Rational for c, _ in terms) else S.One
    if any(abs(coefficient) != abs(scale) for coefficient, _ in terms):
        return S.One, expr
    rest = Add(*(term if coefficient == scale else -term for coefficient, term in terms))
    # Fewer terms mean that an unevaluated sum such as log(x) - log(x) cancelled and lost its domain.
    return (scale, rest) if len(Add.make_args(rest)) == len(terms) else (S.One, expr)


def _index(expr: Expr) -> str:
    index = expr.args[0]
    if not (index.is_Integer and index >= 0):
        raise Unsupported(f"{type(expr).__name__} number {index} is not 0, 1, 2, ...")
    return str(index)


class _Lowering:
    def __init__(self, names: Sequence[str]) -> None:
        self.constants: list[str] = []
        self.constant_memo: dict[Expr, str] = {}
        self.scopes = [_Scope()]
        self.counter = 0
        for name in names:
            if not name.isidentifier() or keyword.iskeyword(name):
                raise Unsupported(f"variable name {name!r} is not an identifier")
            self.scopes[0].memo[Symbol(name, real=True)] = f"x_{name}"

    # -- where a node is written ------------------------------------------------------------------------------------

    def _home(self, expr: Expr) -> int:
        """Index of the innermost scope that must hold this node."""
        free = expr.free_symbols
        for index in range(len(self.scopes) - 1, 0, -1):
            scope = self.scopes[index]
            if scope.lazy or scope.variable in free:
                return index
        return 0

    def _known(self, expr: Expr) -> str | None:
        # not beyond the scope that binds one of its variables: outside, the name means something else
        for scope in reversed(self.scopes[self._home(expr) :] if not expr.is_Symbol else self.scopes):
            if expr in scope.memo:
                return scope.memo[expr]
        return None

    def _fresh(self, prefix: str = "v") -> str:
        self.counter += 1
        return f"{prefix}{self.counter}"

    def node(self, expr: Expr) -> str:
        """Name of the variable that holds the value of `expr`, writing the lines it needs."""
        if expr.is_Symbol:
            known = self._known(expr) or self._known(Symbol(expr.name, real=True))
            if known is None:
                raise Unsupported(f"variable {expr} has no value")
            return known
        if _is_constant(expr):
            return self.constant(expr)
        known = self._known(expr)
        if known is not None:
            return known
        home = self._home(expr)
        inner, self.scopes = self.scopes[home + 1 :], self.scopes[: home + 1]
        try:
            code = self.code(expr, "g_" if home else "")
            name = self._fresh()
            self.scopes[-1].lines.append(f"{name} = {code}")
            self.scopes[-1].memo[expr] = name
        finally:
            self.scopes = self.scopes + inner
        return name

    def constant(self, expr: Expr) -> str:
        """A node without variables: computed once per precision."""
        if expr in self.constant_memo:
            return self.constant_memo[expr]
        if expr.is_Rational:
            code = f"rational({expr.p}, {expr.q})"
        elif expr in _CONSTANTS:
            code = _CONSTANTS[expr]
        elif isinstance(expr, Number):
            raise Unsupported(f"number {expr} is not exact")
        else:
            code = self.code(expr, "")
        name = self._fresh("c")
        self.constants.append(f"{name} = {code}")
        self.constant_memo[expr] = name
        return name

    # -- what is written --------------------------------------------------------------------------------------------

    def code(self, expr: Expr, g: str) -> str:
        """Right-hand side of the line for `expr`; `g` is the prefix of function names in this scope."""
        if isinstance(expr, Held):
            return self.node(expr.args[0])
        if isinstance(expr, Add):
            return self._add(expr, g)
        if isinstance(expr, Mul):
            return self._mul(expr, g)
        if isinstance(expr, Pow):
            return self._pow(expr.base, expr.exp, g)
        if isinstance(expr, Heaviside):
            return self._step(expr.args[0], expr.args[1], g)
        if isinstance(expr, Derivative):
            return self._derivative(expr, g)
        if isinstance(expr, Piecewise):
            return self._piecewise(expr, g)
        if isinstance(expr, Integral):
            return self._integral(expr, g)
        if isinstance(expr, Sum):
            return self._sum(expr, g)
        if isinstance(expr, Root):
            return self._root("root", expr.function, expr, g)
        if isinstance(expr, (ArgMin, ArgMax)):
            return self._root(type(expr).__name__.lower(), expr.function.diff(expr.bound[0]), expr, g)
        if isinstance(expr, (Sup, Inf)):
            return self._extremum(expr, g)
        return self._function(expr, g)

    def _function(self, expr: Expr, g: str) -> str:
        """A function by the word of its record, or by what it means; tails and logarithms have rules of their own."""
        facts = facts_of(expr)
        if facts is None or not (facts.several or len(expr.args) == len(facts.domain)):
            raise Unsupported(f"{type(expr).__name__} cannot be evaluated")
        if isinstance(expr, log):
            return self._log(expr.args[0], g)
        if isinstance(expr, (Phi, Q)):
            return self._tail(expr.args[0] if isinstance(expr, Q) else -expr.args[0], g)
        if facts.tape and facts.several:
            first, *rest = (self.node(a) for a in sorted(expr.args, key=default_sort_key))
            return reduce(lambda so_far, other: f"{g}{facts.tape}({so_far}, {other})", rest, first)
        if facts.tape:
            indices = [_index(expr)] if facts.indexed else []
            return f"{g}{facts.tape}({', '.join([*indices, *(self.node(a) for a in expr.args[len(indices) :])])})"
        if facts.means is not None:
            return self.node_code(facts.means(*expr.args), g)
        raise Unsupported(f"{type(expr).__name__} cannot be evaluated")

    def node_code(self, expr: Expr, g: str) -> str:
        return self.constant(expr) if not expr.free_symbols else self.code(expr, g)

    def _derivative(self, expr: Derivative, g: str) -> str:
        carried_out = expr.expr.diff(*expr.variables)
        if carried_out.has(Derivative):
            raise Unsupported(f"{expr} has no closed form")
        return self.node_code(carried_out, g)

    def _add(self, expr: Add, g: str) -> str:
        scale, rest = _scaled(expr)
        if scale not in (1, -1):
            return f"{self.constant(scale)} * {self.node(rest)}"
        plus, minus = [], []
        for term in sorted(expr.args, key=default_sort_key):
            negative = term.could_extract_minus_sign() if term.is_Number else term.as_coeff_Mul()[0].is_negative
            (minus if negative else plus).append(-term if negative else term)
        if not plus:
            return f"-({' + '.join(self.node(t) for t in minus)})"
        return " - ".join([" + ".join(self.node(t) for t in plus), *(self.node(t) for t in minus)])

    def _mul(self, expr: Mul, g: str) -> str:
        coefficient, rest = _scaled(expr)
        above, below = [], []
        for factor in sorted(Mul.make_args(rest), key=default_sort_key):
            base, power = factor.as_base_exp()
            inverse = not isinstance(factor, exp) and power.is_Rational and power.is_negative
            (below if inverse else above).append(base**-power if inverse else factor)
        if coefficient == -1 and above:
            above_code = "-" + " * ".join(self.node(f) for f in above)
        else:
            if coefficient != 1 or not above:
                above.insert(0, coefficient)
            above_code = " * ".join(self.node(f) for f in above)
        if not below:
            return above_code
        below_code = " * ".join(self.node(f) for f in below)
        return f"{above_code} / ({below_code})" if len(below) > 1 else f"{above_code} / {below_code}"

    def _pow(self, base: Expr, power: Expr, g: str) -> str:
        if power == 2:
            name = self.node(base)
            return f"{name} * {name}"
        if power.is_Integer:
            return f"{self.constant(S.One)} / {self.node(base)}" if power == -1 else f"{self.node(base)} ** {power}"
        if power == Rational(1, 2):
            return f"{g}sqrt({self.node(base)})"
        if power == Rational(-1, 2):
            return f"{self.constant(S.One)} / {g}sqrt({self.node(base)})"
        return f"{g}exp({self.node(power)} * {self.node(log(base))})"

    def _log(self, argument: Expr, g: str) -> str:
        if isinstance(argument, Add) and S.One in argument.args:
            return f"{g}log1p({self.node(argument - 1)})"
        return f"{g}log({self.node(argument)})"

    def _tail(self, argument: Expr, g: str) -> str:
        """Q(x) = erfc(x/sqrt 2)/2; a constant factor of x joins 1/sqrt 2."""
        scale, rest = _scaled(argument)
        inside = f"{self.node(rest)} * {self.constant(scale * sqrt(2) / 2)}"
        return f"{g}erfc({inside}) * {self.constant(Rational(1, 2))}"

    def _step(self, x: Expr, at_zero: Expr, g: str) -> str:
        """Heaviside's step: a ball of [0, 1] at 0 holds the usual value there, and another one is a branch of its own."""
        if at_zero == S.Half:
            return f"{g}step({self.node(x)})"
        return self.node(Piecewise((S.Zero, x < 0), (S.One, x > 0), (at_zero, True)))

    def _piecewise(self, expr: Piecewise, g: str) -> str:
        pieces = []
        for value, condition in expr.args:
            if isinstance(condition, BooleanTrue):
                test = "True"
            elif isinstance(condition, Relational) and condition.rel_op in _RELATIONS:
                test = f"{_RELATIONS[condition.rel_op]}({self.node(condition.lhs)}, {self.node(condition.rhs)})"
            elif isinstance(condition, BooleanFalse):
                continue
            else:
                raise Unsupported(f"the condition {condition} is not one relation; write a branch for each")
            pieces.append(f"({test}, {self.branch(value)})")
        return f"{g}piecewise([{', '.join(pieces)}])"

    def branch(self, value: Expr) -> str:
        """A nested function without arguments, so only the branch that is taken is computed."""
        return self._nested(_Scope(lazy=True), value, "")

    def function(self, variable: Symbol, body: Expr) -> str:
        """A nested function of one bound variable."""
        argument = self._fresh("t")
        return self._nested(_Scope(variable=variable, memo={variable: argument}), body, argument)

    def _nested(self, scope: _Scope, body: Expr, argument: str) -> str:
        outer = self.scopes[-1]
        self.scopes.append(scope)
        result = self.node(body)
        self.scopes.pop()
        name = self._fresh("f")
        outer.lines.append(f"def {name}({argument}):")
        outer.lines.extend(f"    {line}" for line in (*scope.lines, f"return {result}"))
        return name

    def _integral(self, expr: Integral, g: str) -> str:
        if len(expr.limits) != 1 or len(expr.limits[0]) != 3:
            raise Unsupported("only integrals over one interval can be evaluated")
        body, variable, lower, upper = straightened(expr)
        if any(variable in node.free_symbols for node in body.atoms(Root, ArgMin, ArgMax, Sup, Inf)):
            raise Unsupported("a root or an optimum under an integral cannot be evaluated in the complex plane")
        tails = []
        if lower.is_infinite or upper.is_infinite:
            for term in decay_terms(body, variable):
                parts = (self.function(variable, part) for part in (term.bounded, term.decay, term.log_derivative))
                tails.append(f"({', '.join(parts)})")
        integrand = self.function(variable, body)
        ends = ", ".join("None" if e.is_infinite else self.node(e) for e in (lower, upper))
        return f"{g}integral({integrand}, {ends}, [{', '.join(tails)}])"

    def _sum(self, expr: Sum, g: str) -> str:
        if len(expr.limits) != 1 or len(expr.limits[0]) != 3:
            raise Unsupported("only sums over one range of integers can be evaluated")
        variable, lower, upper = expr.limits[0]
        return f"{g}total({self.function(variable, expr.function)}, {self.node(lower)}, {self.node(upper)})"

    def _extremum(self, expr: Expr, g: str) -> str:
        variable, lower, upper = expr.bound
        if any(variable in node.free_symbols for node in expr.function.atoms(Integral)):
            raise Unsupported("an integral under a supremum or an infimum cannot be evaluated on intervals")
        body = self.function(variable, expr.function)
        return f"{g}{type(expr).__name__.lower()}({body}, {self.node(lower)}, {self.node(upper)})"

    def _root(self, word: str, equation: Expr, expr: Expr, g: str) -> str:
        variable, lower, upper = expr.bound
        value = self.function(variable, equation)
        slope = self.function(variable, equation.diff(variable))
        return f"{g}{word}({value}, {slope}, {self.node(lower)}, {self.node(upper)})"


def lower(expr: Expr, names: Sequence[str]) -> str:
    """Source of the tape of `expr` with arguments `names`."""
    work = _Lowering(names)
    result = work.node(expr)
    body = work.scopes[0].lines
    arguments = ", ".join(f"x_{name}" for name in names)
    lines = [
        "def make():",
        *(f"    {line}" for line in work.constants),
        f"    def run({arguments}):",
        *(f"        {line}" for line in body),
        f"        return {result}",
        "    return run",
    ]
    return "\n".join(lines) + "\n"
