"""What one derivation uses of others: their results and lemmas under full names, and the graph of it.

Main definitions: `shared_names(id)`, `needed(derivation)` (full names, each after those it rests on), `shared_lemma(name)`,
`grounds(name)`. The result of a derivation is called by its id, a lemma of it by "id: lemma".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from dplemma.base.errors import BadClaim, unknown
from dplemma.lang import derivation_files
from dplemma.lang.derivation import Derivation, Lemma
from dplemma.lang.rules import Rule, SplitOptimum


def _loaded(derivation_id: str) -> Derivation:
    """A derivation that another one uses."""
    if derivation_id not in derivation_files.index():
        raise unknown("derivation", derivation_id, derivation_files.index(), hint="Named in uses")
    check_no_circle(derivation_id)
    return derivation_files.load(derivation_id)


def check_no_circle(start: str) -> None:
    """No derivation rests on itself, however far around."""
    graph = derivation_files.uses_graph()

    def follow(here: str, path: tuple[str, ...]) -> None:
        if here in path:
            raise BadClaim(f"uses goes round in a circle: {', '.join((*path[path.index(here) :], here))}")
        for other in graph.get(here, ()):
            follow(other, (*path, here))

    follow(start, ())


def full_name(derivation_id: str, lemma: str) -> str:
    return f"{derivation_id}: {lemma}"


def shared_names(derivation_id: str) -> tuple[str, ...]:
    """What a derivation has to offer: its lemmas and, by its own id, its result."""
    derivation = _loaded(derivation_id)
    own = (derivation_id,) if derivation.start is not None else ()
    return (*(full_name(derivation_id, lemma.name) for lemma in derivation.lemmas), *own)


def shared_lemma(name: str) -> Lemma:
    """The lemma, or the result, with this full name; all that it uses is called by full names, too."""
    derivation_id, _, lemma_name = name.partition(": ")
    derivation = _loaded(derivation_id)
    own = {lemma.name for lemma in derivation.lemmas}

    def renamed(used: str) -> str:
        return full_name(derivation_id, used) if used in own else used

    found = next((lemma for lemma in derivation.lemmas if lemma.name == lemma_name), None)
    if found is None:
        found = Lemma(name=name, says=derivation.title, on=derivation.on, start=derivation.start, steps=derivation.steps)
    steps = tuple(replace(step, rule=step.rule.renamed(renamed)) for step in found.steps)
    return replace(found, name=name, on=derivation.region_of(found), steps=steps)


def needed(derivation: Derivation) -> tuple[str, ...]:
    """The full names of all that a derivation uses of others, with what that uses in turn, each after what it rests on."""
    if not derivation.uses:
        return ()
    own = {lemma.name for lemma in derivation.lemmas}
    rules = [rule for lemma in derivation.lemmas for rule in lemma.rules()] + [step.rule for step in derivation.steps]
    found: dict[str, None] = {}
    for name in _names(rules):
        if name not in own:
            _with_grounds(name, found)
    return tuple(found)


def _names(rules: Iterable[Rule]) -> Iterator[str]:
    return (name for rule in rules for name in rule.lemmas())


def _with_grounds(name: str, found: dict[str, None]) -> None:
    if name in found:
        return
    for ground in grounds(name):
        _with_grounds(ground, found)
    found[name] = None


def grounds(name: str) -> tuple[str, ...]:
    """The full names of what a lemma uses itself."""
    rules = list(shared_lemma(name).rules())
    looked_at = _before(name) if any(isinstance(rule, SplitOptimum) for rule in rules) else ()
    return tuple(dict.fromkeys((*_names(rules), *looked_at)))


def _before(name: str) -> tuple[str, ...]:
    """The lemmas before this one: a rule that looks among all of them for what it needs may use any."""
    names = shared_names(name.partition(": ")[0])
    return names[: names.index(name)]
