"""A claim from the chains of a derivation.

Main definitions: `Conclusion`, whose `proof(statement, region)` the kernel accepts; `MAIN`, the name of the main chain.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

from dplemma.decide.derivations.walk import Finder
from dplemma.decide.objects.witness import point_in
from dplemma.kernel.exists import carried_out
from dplemma.kernel.statement import All, Implies, Region, Rel, Statement, with_premises
from dplemma.kernel.term import Rejected, free, nodes, var
from dplemma.proofs.terms import write_term

Json = Any
MAIN = "the derivation itself"


@dataclass
class Conclusion:
    """The lemmas that are shown, the places of the written lines in each chain, the variables of the main chain."""

    finder: Finder
    written_lines: dict[str, list[int]]
    variables: tuple[str, ...]

    def proof(self, statement: Statement, region: Region) -> Json:
        """A proof that uses the chains: part by part, by a chain as it stands, or what it says of the variable of a root."""
        if isinstance(statement, All):
            return {"rule": "all", "parts": [self.proof(part, region) for part in statement.parts]}
        reasons = []
        for proof in self._candidates(statement, region):
            try:
                self.finder.statement(statement, region, proof, "claim")
                return proof
            except Rejected as error:
                reasons.append(str(error))
        if isinstance(statement, Implies):
            narrow = with_premises(region, [statement.premise])
            inner = self.proof(statement.conclusion, narrow)
            return {"rule": "given", "witness": point_in(narrow) or {}, "inner": inner}
        raise Rejected(f"no chain of the derivation concludes what the claim says: {reasons[0] if reasons else 'no chain'}")

    def _candidates(self, statement: Statement, region: Region) -> Iterator[Json]:
        narrow = with_premises(region, [statement.premise]) if isinstance(statement, Implies) else None
        witness = {} if narrow is None else {"witness": point_in(narrow) or {}}
        names = [MAIN, *(name for name in self.finder.theorems if name != MAIN)]
        for name in (name for name in names if name in self.finder.theorems):
            yield {"rule": "lemma", "lemma": name, **witness}
        if isinstance(statement, Rel) and statement.left == statement.right:
            yield {"rule": "relation"}
        for name, places in self.written_lines.items():
            for pair in combinations(places, 2):
                yield {"rule": "lemma", "lemma": name, "lines": list(pair), **witness}
        if isinstance(statement, Rel):
            yield from self._from_premises(region)
            yield from self._through_roots(statement, names)
            yield from self._with_a_value(statement, region)

    def _with_a_value(self, statement: Rel, region: Region) -> Iterator[Json]:
        """A chain with one variable that the claim has not: where it has f(v), the claim has f of the value for v."""
        for name, theorem in self.finder.theorems.items():
            new = [variable for variable in theorem.region.names if variable not in region.intervals]
            if len(new) != 1 or not isinstance(theorem.says, Rel):
                continue
            heads = {node[0] for node in nodes(theorem.says.left) if isinstance(node, tuple) and node[1:] == (var(new[0]),)}
            places = (node for node in nodes(statement.left) if isinstance(node, tuple) and node[0] in heads and len(node) == 2)
            for value in dict.fromkeys(place[1] for place in places if free(place[1]) <= set(region.names)):
                yield {"rule": "lemma", "lemma": name, "values": {new[0]: write_term(value)}}

    def _from_premises(self, region: Region) -> Iterator[Json]:
        """A chain that leads from a relation that is given."""
        for name, theorem in self.finder.theorems.items():
            premise = getattr(theorem.says, "premise", None)
            if premise in region.given:
                given = {"rule": "given", "relation": ["Rel", write_term(premise.left), premise.rel, write_term(premise.right)]}
                yield {"rule": "lemma", "lemma": name, "premise": {"rule": "relation", "proof": given}}

    def _through_roots(self, statement: Rel, names: list[str]) -> Iterator[Json]:
        """What the derivation says with a variable for a root: another variable, on which its equation depends linearly, goes."""
        used = sorted(free(statement.gap))
        new = [name for name in self.variables if name not in used]
        roots = {node for node in nodes(carried_out(statement.gap)) if isinstance(node, tuple) and node[0] == "Root"}
        for root, variable, name in product(roots, used, names) if len(new) == 1 else ():
            tree = {"rule": "through", "root": write_term(root), "variable": new[0], "name": variable}
            inner = {**tree, "inner": {"rule": "lemma", "lemma": name}}
            yield {"rule": "relation", "proof": {"rule": "only", "names": used, "inner": inner}}
