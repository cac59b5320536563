"""The quantities, each defined once. Names, domains and parameters can be read without SymPy."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from dplemma.base.errors import BadClaim, unknown
from dplemma.lang.quantity import Quantity, by_use


@cache
def quantities() -> dict[str, Quantity]:
    """Every quantity by name, found in the modules of this folder."""
    from pkgutil import iter_modules

    found: dict[str, Quantity] = {}
    for module in sorted(m.name for m in iter_modules(__path__)):
        for value in vars(import_module(f"{__name__}.{module}")).values():
            if isinstance(value, Quantity):
                if value.name in found and found[value.name] is not value:
                    raise BadClaim(f"two quantities are called {value.name}", "")
                found[value.name] = value
    return dict(sorted(found.items()))


def find(name: str) -> Quantity:
    """One quantity by name or other name, importing only its family; `UnknownName` with the nearest names if there is none."""
    family = name.partition(".")[0]
    try:
        module = import_module(f"{__name__}.{family}") if family.isidentifier() else None
    except ModuleNotFoundError:
        module = None
    for value in vars(module).values() if module is not None else ():
        if isinstance(value, Quantity) and name in (value.name, *value.also):
            return value
    raise unknown("quantity", name, by_use(quantities()), hint="See: dplemma list --quantities")
