"""The claims: one folder a paper, one file a topic. A claim written there is found; nothing is registered twice."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import TYPE_CHECKING

from dplemma.base.errors import BadClaim
from dplemma.lang.paper import Paper

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dplemma.lang.claim import Claim


@cache
def papers() -> dict[str, Paper]:
    """Every paper by key, without importing its claims (or SymPy)."""
    found = {}
    for module in sorted(m.name for m in iter_modules(__path__) if m.ispkg):
        paper = import_module(f"{__name__}.{module}").PAPER
        if paper.key != module:
            raise BadClaim(f"papers/{module}: the paper's key is {paper.key!r}; it must be the name of its folder", "")
        found[module] = paper
    return found


@cache
def load_claims() -> dict[str, Claim]:
    """Every claim by id in paper order, each followed by its amendment or sharpening."""
    claims = []
    for key in papers():
        package = import_module(f"{__name__}.{key}")
        for topic in package.TOPICS:
            claims += claims_of(vars(_topic(key, topic)))
    return registry(claims)


def _topic(key: str, topic: str) -> ModuleType:
    """The module of a topic; what is wrong in it is one line that names the place."""
    try:
        return import_module(f"{__name__}.{key}.{topic}")
    except BadClaim:
        raise
    except Exception as error:
        from dplemma.lang.mistakes import mistake_line

        line = mistake_line(error, Path(__path__[0]) / key / f"{topic}.py")
        raise BadClaim(f"papers/{key}/{line}", "") from error


def claims_of(namespace: dict) -> list[Claim]:
    """The claims of a module, in the order in which it defines them."""
    from dplemma.lang.claim import Claim

    return [value for value in namespace.values() if isinstance(value, Claim)]


def registry(claims: Iterable[Claim]) -> dict[str, Claim]:
    """Claims by id with their amendments; two claims with one id are an error that names both places."""
    found: dict[str, Claim] = {}
    for claim in claims:
        for member in claim.family():
            if member.id in found and found[member.id] is not member:
                raise BadClaim(f"two claims have the id {member.id!r}: {found[member.id].place} and {member.place}", "")
            found[member.id] = member
    return found
