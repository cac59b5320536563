"""The kernel's normaliser: terms to forms by functional equations, each with its side condition.

Main definitions: `Normaliser` (one region), `equal(first, second, region)`.

What may be used without more: exp(a + b) = exp(a) exp(b), log(exp(x)) = x, exp(log x) = x, Phi(-x) = 1 - Phi(x), Q(x) = 1 -
Phi(x), phi by exp, Mills = Q/phi, PhiInv(Phi(z)) = z, Phi(PhiInv(p)) = p, PhiInv(1 - p) = -PhiInv(p), QInv = -PhiInv, erf and
its kin by Phi, sinh and its kin by exp: they hold wherever their parts exist. What needs a sign (logarithms and roots of
products, Abs, Max, Min, branches) is done only where the sign is decided on the region; else the node stays as an atom.

`equal` says nothing about existence: that both terms exist is the caller's to show. Two integrals that diverge and are the same
integral come out equal. The parts of a `Derivative` include those of the derivative that `calculus` gives.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, TypeVar

from flint import fmpq, fmpq_mat

from dplemma.kernel import calculus
from dplemma.kernel.atoms import ONE_POLY, Budget, Form, Poly, Restart, Unknown, bounded, times, used
from dplemma.kernel.bounds import (
    ANY,
    MINUS,
    NOT_MINUS,
    NOT_NULL,
    NOT_PLUS,
    NULL,
    OF_RELATION,
    Signs,
    multiplied,
    signs_of,
    to_the,
)
from dplemma.kernel.integrals import Binders, End
from dplemma.kernel.statement import Interval, Region, Rel
from dplemma.kernel.term import (
    BINDERS,
    HALF,
    ONE,
    TWO,
    ZERO,
    Rejected,
    Term,
    add,
    call,
    children,
    div,
    free,
    mul,
    neg,
    nodes,
    power,
    put,
    remembered,
    sub,
)

MAX_RESTARTS, MAX_SUM, MAX_SPLITS = 16, 200, 3
UNDECIDED = (Budget, Unknown, Rejected, RecursionError, ArithmeticError, ValueError, TypeError, IndexError, MemoryError)
T = TypeVar("T")


class Normaliser(Binders):
    """Normal forms of terms on one region; atoms and forms are kept from one question to the next."""

    def clear(self) -> None:
        super().clear()
        self._forms: dict[Term, Form] = {}
        self._ready = False

    def ask(self, question: Callable[[], T]) -> T:
        """The answer; from the start again where an atom needs a finer scale, and once more with an empty table if it is full."""
        used_before = bool(self.atoms)
        for _ in range(MAX_RESTARTS):
            try:
                self._prepare()
                self.effort = 0
                return question()
            except Restart:
                self.clear()
            except Budget:
                self.clear()
                self.wanted.clear()
                if not used_before:
                    raise
                used_before = False
        raise Budget("too many restarts")

    # -- premises

    def _prepare(self) -> None:
        """The relations of the region as facts, twice: the first reading may help to understand the second."""
        if self._ready:
            return
        for _ in range(2 if self.region.given else 0):
            for rel in self.region.given:
                try:
                    self.learn(self.form_of_term(sub(rel.left, rel.right)), OF_RELATION[rel.rel])
                except UNDECIDED:
                    continue
            self._forms.clear()
            self.forget()
        self._ready = True

    def learn(self, form: Form, signs: Signs, depth: int = 0) -> None:
        """A factor has the sign that is left for it when all others are decided; so have the forms equivalent to it."""
        content, factors = self.split(form)
        rest, unknown = signs_of(content), []
        for factor, count in factors:
            found = to_the(self.plain_signs(factor), count)
            if len(found) == 1 and found != NULL:
                rest = multiplied(rest, found)
            else:
                unknown.append((factor, count))
            if 0 not in signs and count > 0:
                self._premise(factor, NOT_NULL)
        if unknown:
            whole = self._mul(*(Form(self, factor) ** abs(count) for factor, count in unknown))
            self._fact(whole.num, multiplied(signs, rest))
        if len(unknown) == 1 and unknown[0][1] % 2:
            poly, mine = unknown[0][0], multiplied(signs, rest)
            self._premise(poly, mine)
            for other, side in self.equivalents(poly) if depth == 0 else ():
                self.learn(other, multiplied(mine, side), depth + 1)

    def _fact(self, poly: Poly, signs: Signs) -> None:
        """Kept for slack: what is >= 0, or 0."""
        if signs <= NOT_PLUS and signs != NULL:
            poly, signs = -poly, multiplied(signs, MINUS)
        if signs <= NOT_MINUS and not any(poly == old for old, _ in self.facts):
            self.facts.append((poly, signs))

    def _premise(self, poly: Poly, signs: Signs) -> None:
        key = str(poly)
        self.premises[key] = self.premises.get(key, ANY) & signs or signs
        self._signs.pop(key, None)

    # -- terms

    def form_of_term(self, term: Term) -> Form:
        if term not in self._forms:
            self._forms[term] = self._read(term)
        return self._forms[term]

    def _read(self, term: Term) -> Form:
        if isinstance(term, Fraction):
            return self.form_of(term)
        if isinstance(term, str):
            return self._constant(term)
        head, *parts = term
        if head == "var":
            return self.form(self.get("var", parts[0], free=frozenset(parts)))
        if head == "Piecewise":
            return self._branches(parts)
        if head == "Derivative":
            return self._derivative(*parts)
        if head in BINDERS:
            return self._bound(*term)
        if head in DEFINITIONS:
            return self.form_of_term(DEFINITIONS[head](*parts))
        return _RULES[head](self, *map(self.form_of_term, parts))

    def _constant(self, name: str) -> Form:
        if name == "pi":
            return self.pi
        if name == "E":
            return self.exp_of(self.form_of(1))
        raise Unknown(name)

    def _add(self, *forms: Form) -> Form:
        return sum(forms, self.form_of(0))

    def _mul(self, *forms: Form) -> Form:
        result = self.form_of(1)
        for form in forms:
            result = result * form
        return result

    def _branches(self, parts: list[Any]) -> Form:
        """The first branch whose condition is decided to hold, if all before it are decided not to."""
        kept: list[Any] = []
        for value, condition in parts:
            signs = NULL if condition is True else self.signs(self.form_of_term(sub(condition[1], condition[2])))
            wanted = NULL if condition is True else OF_RELATION[condition[0]]
            if not signs & wanted:
                continue
            form = self.form_of_term(value)
            if signs <= wanted and not kept:
                return form
            gap = () if condition is True else (condition[0], self.form_of_term(sub(condition[1], condition[2])))
            kept += [form, *gap]
            if signs <= wanted:
                break
        return self.form(self.get("Piecewise", *kept))

    def _derivative(self, body: Term, name: str, times: int) -> Form:
        """Carried out where nothing in it has a corner; else an atom of the body as it is written.

        Not of its form: that holds on the region, which may have no neighbourhood of the point.
        """
        try:
            before = ("Derivative", body, name, times - 1)
            slope = calculus.derivative(before, name) if calculus.smooth(body, name, times) else None
        except Rejected:
            slope = None
        if slope is None:
            return self.form(self.get("Derivative", body, name, times, free=free(body) | {name}))
        return self.form_of_term(slope)

    # -- what binds

    def _bound(self, head: str, body: Term, name: str, low: Term, high: Term) -> Form:
        if head == "Sum" and (expanded := self._expanded(body, name, low, high)) is not None:
            return expanded
        ends: list[End] = [end if end in ("oo", "-oo") else self.form_of_term(end) for end in (low, high)]
        variable = self.bound_variable(head, name, *ends)
        (known,) = variable.free
        form = self.form_of_term(put(body, {name: ("var", known)}))
        if head == "Integral":
            return self.integral(variable, form, *ends)
        if head == "Root":
            form = form * (1 / form.num.leading_coefficient()) if not form.is_zero else form
        return self.bound_atom(head, variable, form, *ends)

    def _expanded(self, body: Term, name: str, low: Term, high: Term) -> Form | None:
        """A sum of a given, small number of terms."""
        if not (isinstance(low, Fraction) and isinstance(high, Fraction) and low.denominator == high.denominator == 1):
            return None
        if high - low > MAX_SUM:
            raise Budget("too long a sum")
        return self._add(*(self.form_of_term(put(body, {name: Fraction(n)})) for n in range(int(low), int(high) + 1)))

    # -- zero

    def vanishes(self, form: Form) -> bool:
        """Is the form 0: as a polynomial, by a premise, or by a linear relation between the exponents inside?"""
        if form.is_zero:
            return True
        if any(self.premises.get(str(factor)) == NULL for factor, _ in self.factors(form.num)[1]):
            return True
        return self._vanishes_by_exponents(form.num)

    def _vanishes_by_exponents(self, num: Poly) -> bool:
        """Exponents over different denominators may depend on each other linearly: in independent ones, do terms cancel?"""
        atoms = [self.atoms[n] for n in used(num) if self.atoms[n].kind == "exp"]
        if len(atoms) < 2:
            return False
        rows = _in_common_terms([atom.arguments[0] * (1 / atom.scale) for atom in atoms])
        reduced, rank = fmpq_mat(rows).transpose().rref()
        if rank == len(atoms):
            return False
        others = [n for n in used(num) if self.atoms[n].kind != "exp"]
        collected: dict[Any, fmpq] = {}
        for exponents, c in num.to_dict().items():
            powers = tuple(
                sum((reduced[row, n] * int(exponents[atom.index]) for n, atom in enumerate(atoms)), fmpq(0))
                for row in range(rank)
            )
            key = (tuple(int(exponents[n]) for n in others), tuple((int(p.p), int(p.q)) for p in powers))
            collected[key] = collected.get(key, fmpq(0)) + c
        return not any(collected.values())


def _in_common_terms(forms: list[Form]) -> list[list[fmpq]]:
    """The coefficients of forms over a common denominator, one row a form; it is not reduced by roots: each must divide it."""
    common = ONE_POLY
    for form in forms:
        common = bounded(times(common, form.den / form.den.gcd(common)))
    polys = [bounded(form.table.reduced(times(form.num, common / form.den))).to_dict() for form in forms]
    columns = sorted({exponents for poly in polys for exponents in poly})
    return [[poly.get(exponents, fmpq(0)) for exponents in columns] for poly in polys]


_SQRT_TWO = power(TWO, HALF)
DEFINITIONS: dict[str, Callable[..., Term]] = {
    "Q": lambda x: sub(ONE, call("Phi", x)),
    "QInv": lambda p: neg(call("PhiInv", p)),
    "Mills": lambda x: call("MillsMoment", ZERO, x),
    "MillsDrop": lambda n, x, h: sub(call("MillsMoment", n, x), call("MillsMoment", n, add(x, h))),
    "MarcumQHalf": lambda a, b: add(call("Q", sub(b, a)), call("Q", add(b, a))),
    "erf": lambda x: sub(mul(TWO, call("Phi", mul(_SQRT_TWO, x))), ONE),
    "erfc": lambda x: mul(TWO, call("Q", mul(_SQRT_TWO, x))),
    "erfinv": lambda y: div(call("PhiInv", mul(HALF, add(ONE, y))), _SQRT_TWO),
    "sinh": lambda x: mul(HALF, sub(call("exp", x), call("exp", neg(x)))),
    "cosh": lambda x: mul(HALF, add(call("exp", x), call("exp", neg(x)))),
    "tanh": lambda x: div(call("sinh", x), call("cosh", x)),
    "Min": lambda *xs: neg(call("Max", *map(neg, xs))),
    "Chi2PDF": lambda *xs: call("NCChi2PDF", *xs, ZERO),
    "Chi2CDF": lambda *xs: call("NCChi2CDF", *xs, ZERO),
    "Chi2SF": lambda *xs: call("NCChi2SF", *xs, ZERO),
    "Chi2Inv": lambda *xs: call("NCChi2Inv", *xs, ZERO),
    "Chi2SFInv": lambda *xs: call("NCChi2SFInv", *xs, ZERO),
    "NCChi2SF": lambda *xs: sub(ONE, call("NCChi2CDF", *xs)),
    "NCChi2SFInv": lambda p, *xs: call("NCChi2Inv", sub(ONE, p), *xs),
}
"""Functions that are written in others wherever they exist."""
_RULES: dict[str, Callable[..., Form]] = {
    "Add": Normaliser._add, "Mul": Normaliser._mul, "Pow": Normaliser.general_power, "Max": Normaliser.larger,
    "exp": Normaliser.exp_of, "log": Normaliser.log_of, "phi": Normaliser.density, "Phi": Normaliser.cdf,
    "PhiInv": Normaliser.quantile, "MillsMoment": Normaliser.mills_moment, "LaplaceCDF": Normaliser.laplace,
    "Abs": Normaliser.absolute, "Heaviside": Normaliser.step, "sign": lambda n, x: n.step(x, n.form_of(0), -1),
    "gamma": Normaliser.gamma, "factorial": lambda n, x: n.counted("factorial", x),
    "binomial": lambda n, *xs: n.counted("binomial", *xs),
    "NCChi2PDF": Normaliser.chi_density, "NCChi2CDF": Normaliser.chi_cdf, "NCChi2Inv": Normaliser.chi_quantile,
}  # fmt: skip


# -- questions ------------------------------------------------------------------------------------------------------------------


@remembered(64)
def _kept(intervals: tuple[tuple[str, Interval], ...], given: tuple[Rel, ...]) -> Normaliser:
    return Normaliser(Region(dict(intervals), given))


def normaliser(region: Region) -> Normaliser:
    """The normaliser of a region, one and the same for equal regions."""
    return _kept(tuple(sorted(region.intervals.items(), key=lambda item: item[0])), region.given)


def equal(first: Term, second: Term, region: Region) -> bool:
    """Have two terms the same value at every point of the region where all their parts exist? False is: not shown."""
    if first == second:
        return True
    return any(by_cases(_vanishes, sub(left, right), where) for left, right, where in _versions(first, second, region))


def _vanishes(gap: Term, region: Region) -> bool:
    try:
        known = normaliser(region)
        return known.ask(lambda: known.vanishes(known.form_of_term(gap)))
    except UNDECIDED:
        return False


def by_cases(holds: Callable[[Term, Region], bool], term: Term, region: Region, depth: int = MAX_SPLITS) -> bool:
    """Does something hold on the region, or on both parts into which the sign of a corner of the term cuts it, and so on?"""
    if holds(term, region):
        return True
    found = next((corner for corner in _corners(term, region) if len(signs(corner[0], region)) > 2), None) if depth else None
    if found is None:
        return False
    at, sides = found
    return all(by_cases(holds, term, region.extended(Rel(at, rel, ZERO)), depth - 1) for rel in sides)


def _corners(term: Term, region: Region) -> Iterator[tuple[Term, tuple[str, str]]]:
    """What changes sign at the corners of a term that depend on no bound variable, with the two sides to tell apart.

    Of branches, those that are reached; a branch may end with its end, or before it.
    """
    if not isinstance(term, tuple) or term[0] in ("var", "Derivative", *BINDERS):
        return
    if term[0] in ("Abs", "LaplaceCDF"):
        yield term[1], (">=", "<")
    if term[0] in ("Max", "Min"):
        yield sub(term[1], term[2]), (">=", "<")
    for value, condition in term[1:] if term[0] == "Piecewise" else ():
        gap, wanted = (ZERO, NULL) if condition is True else (sub(*condition[1:]), OF_RELATION[condition[0]])
        found = signs(gap, region)
        if found & wanted:
            sides = (">", "<=") if condition is not True and condition[0] in (">", "<=") else (">=", "<")
            yield from ((gap, sides),) if not found <= wanted else _corners(value, region)
            return
    for part in children(term) if term[0] != "Piecewise" else ():
        yield from _corners(part, region)


def signs(term: Term, region: Region) -> Signs:
    """The signs a term may have at the points of the region where its parts exist."""
    try:
        known = normaliser(region)
        return known.ask(lambda: known.signs(known.form_of_term(term)))
    except UNDECIDED:
        return ANY


def _versions(first: Term, second: Term, region: Region) -> Iterator[tuple[Term, Term, Region]]:
    """The two terms as they are, and with every premise `variable = value` put in."""
    yield first, second, region
    start = region
    while (found := _solved(region, first, second)) is not None:
        name, value = found
        bounds, kept = region.intervals[name].relations(value), region.substituted(name, value)
        region = Region({n: i for n, i in region.intervals.items() if n != name}, (*kept, *bounds))
        first, second = put(first, {name: value}), put(second, {name: value})
    if region is not start:
        yield first, second, region


def _solved(region: Region, *terms: Term) -> tuple[str, Term] | None:
    """A premise that gives a variable; not one whose value a derivative in the terms would see change."""
    inside = [*terms, *(side for rel in region.given for side in (rel.left, rel.right))]
    for rel in region.given:
        for side, value in ((rel.left, rel.right), (rel.right, rel.left)) if rel.rel == "=" else ():
            if isinstance(side, tuple) and side[0] == "var" and side[1] not in free(value):
                derivatives = [n for t in inside for n in nodes(t) if isinstance(n, tuple) and n[0] == "Derivative"]
                if not any(side[1] in free(node) and node[2] in free(value) | {side[1]} for node in derivatives):
                    return side[1], value
    return None
