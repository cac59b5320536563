"""The quantities, each defined once. Names, domains and parameters can be read without SymPy."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from dplemma.errors import BadClaim
from dplemma.lang.quantity import Quantity


@cache
def quantities() -> dict[str, Quantity]:
    """Every quantity by name, found in the modules of this folder."""
    found: dict[str, Quantity] = {}
    for module in sorted(m.name for m in iter_modules(__path__)):
        for value in vars(import_module(f"{__name__}.{module}")).values():
            if isinstance(value, Quantity):
                if value.name in found and found[value.name] is not value:
                    raise BadClaim(f"two quantities are called {value.name}", "")
                found[value.name] = value
    return dict(sorted(found.items()))
