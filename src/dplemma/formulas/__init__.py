"""The quantities, each defined once. Names, domains and parameters can be read without SymPy."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from dplemma.base.errors import BadClaim, UnknownName, clipped, unknown
from dplemma.lang.quantity import Quantity, by_use


def quantities() -> dict[str, Quantity]:
    """The quantities that an expression of the language defines, by name: what claims can be made of."""
    return _split_quantities()[0]


def every_quantity() -> dict[str, Quantity]:
    """These and the ones that only an algorithm computes: all that has values."""
    return dict(sorted((_split_quantities()[0] | _split_quantities()[1]).items()))


@cache
def _split_quantities() -> tuple[dict[str, Quantity], dict[str, Quantity]]:
    """Those with an expression and those without, found in the modules of this folder."""
    from pkgutil import iter_modules

    found: dict[str, Quantity] = {}
    for module in sorted(m.name for m in iter_modules(__path__)):
        for value in vars(import_module(f"{__name__}.{module}")).values():
            if isinstance(value, Quantity):
                if value.name in found and found[value.name] is not value:
                    raise BadClaim(f"two quantities are called {value.name}", "")
                found[value.name] = value
    stated = {name: value for name, value in sorted(found.items()) if not value.in_words}
    return stated, {name: value for name, value in sorted(found.items()) if value.in_words}


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
    if "/" in name:
        raise UnknownName(f"unknown quantity {clipped(name)!r}: a name with / is a claim's. Try: dplemma show {clipped(name)}")
    raise unknown("quantity", name, by_use(every_quantity()), hint="See: dplemma list --quantities")
