"""Derivations: chains of terms or statements, each line reached from the one before by a rule that is checked here.

Main definitions: `derived` (a statement shown by chains, as the rule "derived" of `check`), `Derived`, `Theorem`.

A proof by derivation is {"rule": "derived", "lemmas": [chain, ...], "inner": proof}; a chain is

    {"name", "region", "start": line, "steps": [{"rel", "line", "rule", ...}, ...]}
    {"name", "region", "statement", "proof"}

Chains are shown in their order. Those before may be used: by the rule "lemma" wherever a statement or an inequality is to be
shown, by the step "lemma", or by "using", which adds instances of lemmas to what is given in a step. An instance has terms for
the variables of the lemma that lie in its region. A trusted lemma is a statement of `trusted.json`; its name goes to what is
assumed.

A step of an equality may act on one part: with {"context", "hole", "old", "new"} the line before is the context with `old` in the
hole, the next one with `new`. Every rule shows: *if the next line exists, so does the one before, and they are so related*. The
last line of each chain is shown to exist; hence every line does. An integral is the limit of those over closed bounded ranges
inside its own; a bound (Sup, Inf) is that over the open range, or the closed one for what is continuous up to its ends.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any

from dplemma.kernel.boxes import Goal, part_of
from dplemma.kernel.check import Statements, fresh_box, substituted
from dplemma.kernel.exists import must_exist
from dplemma.kernel.normal import equal
from dplemma.kernel.points import must_lie_in, must_move, read_point
from dplemma.kernel.reading import read_pointwise, read_region, read_statement
from dplemma.kernel.statement import (  # fmt: skip
    TURNED,
    All,
    ForAll,
    Iff,
    Implies,
    Interval,
    Limit,
    Monotone,
    Region,
    Rel,
    Statement,
    conjuncts,
    denies_a_whole,
    premises_in,
    with_premises,
)
from dplemma.kernel.steps import EQUALITIES, INFINITE, same, value_in_range, wider_than_a_point
from dplemma.kernel.term import (
    RELATIONS,
    Json,
    Rejected,
    Term,
    bad,
    free,
    in_exponents,
    nodes,
    put,
    read_name,
    read_term,
    shown,
    var,
)  # fmt: skip

IMPLIED = {"=": ("=", "<=", ">="), "<": ("<", "<=", "!="), ">": (">", ">=", "!="), "<=": ("<=",), ">=": (">=",), "!=": ("!=",)}
MOST_LINES = 400
Line = Any  # a term or a statement


@dataclass(frozen=True)
class Theorem:
    """Lines and the relations between neighbours, on a region; one line alone is a statement that holds.

    A conditional one has a last line that is not shown to exist: it says that if that line exists, so do those before it.
    """

    region: Region
    lines: tuple[Line, ...]
    rels: tuple[str, ...] = ()
    conditional: bool = False

    def between(self, first: int, last: int, where: str) -> Statement:
        """What the chain says of two of its lines."""
        if not 0 <= first < last < len(self.lines):
            raise Rejected(f"{where}: the lemma has no such two lines")
        start, end, rels = self.lines[first], self.lines[last], set(self.rels[first:last])
        if isinstance(start, Statement):
            return Iff(start, end) if rels == {"iff"} else Implies(start, end)
        return Rel(start, _weakest(rels, where), end)

    @property
    def says(self) -> Statement:
        return self.lines[0] if not self.rels else self.between(0, len(self.rels), "lemma")


def _weakest(rels: set[str], where: str) -> str:
    """The relation of the ends of a chain: `=`, or the one direction that occurs, strict if a link is."""
    for strict, weak in (("<", "<="), (">", ">=")):
        if rels <= {"=", strict, weak}:
            return "=" if rels <= {"="} else strict if strict in rels else weak
    raise Rejected(f"{where}: a chain that goes up and down says nothing of its ends")


def derived(checker: Statements, statement: Statement, region: Region, proof: Json, where: str) -> None:
    """The chains in their order, then the statement by a proof that may use them."""
    own = Derived()
    chains = proof.get("lemmas")
    if not isinstance(chains, list) or not 1 <= len(chains) <= MOST_LINES:
        raise bad(where, "lacks its chains")
    for chain in chains:
        own.chain(chain, where)
    own.witness = checker.witness
    own.statement(statement, region, part_of(proof, "inner", where), where)
    checker.boxes += own.boxes
    checker.assumes |= own.assumes


@cache
def trusted_lemmas() -> dict[str, Theorem]:
    """The trusted lemmas that are statements of the language."""
    data = json.loads(files("dplemma.kernel").joinpath("trusted.json").read_text(encoding="utf-8"))
    return {name: Theorem(read_region(tree["region"]), (read_statement(tree["statement"]),)) for name, tree in data.items()}


@dataclass
class Derived(Statements):
    """A checker that knows lemmas."""

    theorems: dict[str, Theorem] = field(default_factory=dict)

    # -- lemmas in proofs -------------------------------------------------------------------------------------------------

    def statement(self, statement: Statement, region: Region, proof: Json, where: str) -> None:
        if not isinstance(proof, dict) or proof.get("rule") != "lemma":
            return super().statement(statement, region, proof, where)
        found = self.instance(proof, region, f"{where} > lemma")
        if isinstance(found, Implies) and "premise" in proof:
            self.statement(found.premise, region, proof["premise"], f"{where} > premise")
            found = found.conclusion
        if not _says(found, statement, region):
            raise Rejected(f"{where}: the lemma says {text(found)}, not {text(statement)}")
        for narrow in _premises(statement, region):
            must_lie_in(narrow, read_point(proof.get("witness", {})))
        for part in conjuncts(statement):
            if isinstance(part, Monotone) and self.witness is not None:
                must_move(part.name, region, self.witness)

    def goal(self, goal: Goal, proof: Json, where: str) -> None:
        """A gap that is the difference of the two sides of a lemma."""
        if not isinstance(proof, dict) or proof.get("rule") != "lemma":
            return super().goal(goal, proof, where)
        found = self.instance(proof, goal.region, f"{where} > lemma")
        if not isinstance(found, Rel) or found.rel == "!=" or (goal.strict and not found.strict):
            raise Rejected(f"{where}: the lemma is too weak for {shown(goal.gap)}")
        gaps = [found.gap, Rel(found.right, found.rel, found.left).gap] if found.rel == "=" else [found.gap]
        if not any(equal(gap, goal.gap, goal.region) for gap in gaps):
            raise Rejected(f"{where}: the lemma says {text(found)}, and nothing of the sign of {shown(goal.gap)}")

    def instance(self, tree: Json, region: Region, where: str, conditional: bool = False) -> Statement:
        """A lemma with terms for its variables, each of which lies in the lemma's region wherever the region asks."""
        theorem, statement = self._named(tree, where)
        if theorem.conditional and not conditional:
            raise Rejected(f"{where}: the last line of the lemma is not shown to exist")
        values = {read_name(name, where): read_term(value, where) for name, value in dict(tree.get("values", {})).items()}
        if not values.keys() <= set(theorem.region.names):
            raise Rejected(f"{where}: the lemma has no variable {', '.join(sorted(values.keys() - set(theorem.region.names)))}")
        full = {name: values.get(name, var(name)) for name in theorem.region.names}
        changed = {name: value for name, value in full.items() if value != var(name)}
        if denies_a_whole(statement) and (changed or theorem.region != region):
            raise Rejected(f"{where}: what fails on one region may hold on another")
        if theorem.region.others:
            raise Rejected(f"{where}: the lemma asks for more than relations")
        inside = theorem.region.intervals
        asked = [rel for name, value in full.items() for rel in _lies(value, inside[name], region, f"{where} {name}")]
        for rel in theorem.region.given:
            asked.append(Rel(put(rel.left, changed), rel.rel, put(rel.right, changed)))
        for number, rel in enumerate(asked):
            if rel not in region.given:
                self.must(rel, region, tree, f"inside {number}", where)
        return _put(statement, changed, where)

    def _named(self, tree: Json, where: str) -> tuple[Theorem, Statement]:
        if "trusted" in tree:
            theorem = trusted_lemmas().get(str(tree["trusted"]))
            if theorem is None:
                raise Rejected(f"{where}: no trusted lemma {str(tree['trusted'])[:40]!r} is a statement of the language")
            self.assumes.add(tree["trusted"])
            return theorem, theorem.says
        theorem = self.theorems.get(str(tree.get("lemma")))
        if theorem is None:
            raise Rejected(f"{where}: no lemma {str(tree.get('lemma'))[:40]!r} was shown before")
        first, last = tree.get("lines", (0, len(theorem.rels)))
        return theorem, theorem.between(first, last, where) if theorem.rels else theorem.says

    # -- chains -----------------------------------------------------------------------------------------------------------

    def chain(self, tree: Json, where: str) -> None:
        """Show a chain and keep it by its name."""
        name, region = str(tree.get("name")), read_region(tree.get("region"))
        where = f"{where} > {name[:40]}"
        if name in self.theorems:
            raise Rejected(f"{where}: two lemmas of one name")
        if "statement" in tree:
            statement = read_statement(tree["statement"])
            self.statement(statement, region, part_of(tree, "proof", where), where)
            self.theorems[name] = Theorem(region, (statement,))
            return
        lines, steps = [_read_line(tree.get("start"), region, where)], tree.get("steps")
        if not isinstance(steps, list) or not 1 <= len(steps) <= MOST_LINES:
            raise bad(where, "lacks its steps")
        for number, step in enumerate(steps, 1):
            after = _read_line(step.get("line"), region, where)
            self.step(lines[-1], step.get("rel"), after, region, step, f"{where} line {number}")
            lines.append(after)
        conditional = tree.get("conditional") is True
        if not isinstance(lines[-1], Statement) and not conditional:
            must_exist(lines[-1], region)
        theorem = Theorem(region, tuple(lines), tuple(step["rel"] for step in steps), conditional)
        theorem.between(0, len(steps), where)
        self.theorems[name] = theorem

    def step(self, before: Line, rel: Json, after: Line, region: Region, step: Json, where: str) -> None:
        """If the line after exists, so does the one before, and they are so related."""
        for used in step.get("using", ()):
            found = self.instance(used, region, f"{where} using")
            if not isinstance(found, Rel):
                raise Rejected(f"{where}: only relations are used")
            region = region.extended(found)
        if isinstance(before, Statement) or isinstance(after, Statement):
            return self._statements(before, rel, after, region, step, where)
        rule = step.get("rule")
        if rule == "proof":
            if rel not in RELATIONS:
                raise Rejected(f"{where}: no relation {str(rel)[:20]!r}")
            return self.statement(Rel(before, rel, after), region, part_of(step, "proof", where), where)
        if rule == "at":
            return value_in_range(self, before, rel, after, region, step, where)
        if rule not in EQUALITIES or rel != "=":
            raise Rejected(f"{where}: no rule {str(rule)[:30]!r} for {str(rel)[:10]!r}")
        old, new = _focus(before, after, region, step, where)
        EQUALITIES[rule](self, old, new, region, step, f"{where} > {rule}")

    def _statements(self, before: Line, rel: Json, after: Line, region: Region, step: Json, where: str) -> None:
        if not (isinstance(before, Statement) and isinstance(after, Statement)) or rel not in ("iff", "implies"):
            raise Rejected(f"{where}: statements are linked by iff and implies")
        whole = Iff(before, after) if rel == "iff" else Implies(before, after)
        self.statement(whole, region, part_of(step, "proof", where), where)

    def must(self, rel: Rel, region: Region, step: Json, key: str, where: str) -> None:
        """A side condition, by the proof that the step has for it; both its sides exist."""
        self.statement(rel, region, step.get(key, {"rule": "relation"}), f"{where}: {key}")

    # -- ranges -----------------------------------------------------------------------------------------------------------

    def range(self, node: Term, name: str, region: Region, step: Json, where: str, closed: bool = False) -> tuple[Term, Region]:
        """The body in a new variable, and the region with it between the ends, which are shown to be in their order."""
        if name in region.intervals or name in free(node):
            raise Rejected(f"{where}: {name} is a variable already")
        low, high = node[3:]
        if low == "oo" or high == "-oo":
            raise Rejected(f"{where}: the range from {shown(low)} to {shown(high)} is turned around")
        if low != "-oo" and high != "oo":
            self.must(Rel(low, "<=", high), region, step, "order", where)
        for end in (low, high):
            if end not in INFINITE:
                must_exist(end, region)
        first, last = (end if isinstance(end, Fraction) else None for end in (low, high))
        if first is not None and low == high:
            raise Rejected(f"{where}: an empty range")
        interval = Interval(first, last, not closed or first is None, not closed or last is None)
        bounds = [Rel(var(name), ">=" if closed else ">", low)] if first is None and low != "-oo" else []
        bounds += [Rel(var(name), "<=" if closed else "<", high)] if last is None and high != "oo" else []
        body, wide = put(node[1], {node[2]: var(name)}), region.extended(*bounds, **{name: interval})
        if not closed and not wider_than_a_point(node, region):
            must_exist(*self.range(node, name, region, step, where, closed=True))  # a range of one point is not empty
        return body, wide


def _premises(statement: Statement, region: Region) -> Iterator[Region]:
    """Where the premises in a statement hold: a lemma may say something of its own region, and nothing of this one."""
    if isinstance(statement, Implies):
        region = with_premises(region, [statement.premise])
        yield region
        yield from _premises(statement.conclusion, region)
    elif isinstance(statement, ForAll):
        fresh_box(statement.over, region, "lemma")
        yield from _premises(statement.part, region.extended(**dict(statement.over)))
    elif isinstance(statement, All):
        for part in statement.parts:
            yield from _premises(part, region)
    elif premises_in(statement):
        raise Rejected(f"lemma: where a premise inside {text(statement)} holds is shown, not taken from a lemma")


def _lies(value: Term, interval: Interval, region: Region, where: str) -> list[Rel]:
    """What is to be shown for the value of a variable to lie in its interval."""
    if not free(value) <= set(region.names):
        raise Rejected(f"{where}: no value for it is given")
    own = region.intervals[value[1]] if isinstance(value, tuple) and value[0] == "var" else None
    if own is not None and own.within(interval):
        return []
    if interval.integer and not (isinstance(value, Fraction) and value in interval):
        raise Rejected(f"{where}: the value must be an integer")
    must_exist(value, region)
    return interval.relations(value)


def _read_line(tree: Json, region: Region, where: str) -> Line:
    """A term, or a statement that is true or false at each point: a line follows from the one before where that one holds."""
    if isinstance(tree, dict):
        return read_pointwise(tree.get("statement"), where)
    line = read_term(tree, where)
    if not free(line) <= set(region.names):
        raise Rejected(f"{where}: uses {', '.join(sorted(free(line) - set(region.names)))}, which the region does not give")
    return line


def _focus(before: Term, after: Term, region: Region, step: Json, where: str) -> tuple[Term, Term]:
    """The parts of the two lines that differ; what surrounds them is one context, and takes no derivative of them."""
    if "context" not in step:
        return before, after
    hole, context = read_name(step.get("hole"), where), read_term(step["context"], where)
    old, new = read_term(step.get("old"), where), read_term(step.get("new"), where)
    if hole in region.intervals or not (free(old) | free(new)) <= set(region.names):
        raise Rejected(f"{where}: the hole needs a name of its own")
    if any(isinstance(node, tuple) and node[0] == "Derivative" and hole in free(node) for node in nodes(context)):
        raise Rejected(f"{where}: what is differentiated may not be replaced")
    if in_exponents(context, {hole}):
        raise Rejected(f"{where}: an exponent may not be replaced: a^2 exists where a^b does not")
    if put(context, {hole: old}) != before or put(context, {hole: new}) != after:
        raise Rejected(f"{where}: the two lines are not that context of the two parts")
    return old, new


def _put(statement: Statement, values: dict[str, Term], where: str) -> Statement:
    """An instance; what is monotone or tends somewhere keeps the variable it is about, and the values do not move with it."""
    if not values:
        return statement
    if isinstance(statement, Limit):
        if any(statement.name in {name} | free(value) for name, value in values.items()):
            raise Rejected(f"{where}: a value for what moves")
        term, to, value = (put(part, values) for part in (statement.term, statement.to, statement.value))
        return Limit(term, statement.name, to, value, statement.side)
    return substituted(statement, values)


def text(statement: Statement) -> str:
    return statement.text() if isinstance(statement, Rel) else type(statement).__name__


def _says(found: Statement, wanted: Statement, region: Region) -> bool:
    """Does the one that holds say what the other says?"""
    if found == wanted or (isinstance(found, All) and any(_says(part, wanted, region) for part in found.parts)):
        return True
    if isinstance(wanted, All):
        return all(_says(found, part, region) for part in wanted.parts)
    if isinstance(found, Rel) and isinstance(wanted, Rel):
        turned = Rel(wanted.right, TURNED[wanted.rel], wanted.left)
        return any(
            rel.rel in IMPLIED[found.rel] and same(found.left, rel.left, region) and same(found.right, rel.right, region)
            for rel in (wanted, turned)
        )
    if isinstance(found, (Iff, Implies)) and type(found) is type(wanted):
        pairs = zip(vars(found).values(), vars(wanted).values(), strict=True)
        return all(_says(mine, its, region) and _says(its, mine, region) for mine, its in pairs)
    return False
