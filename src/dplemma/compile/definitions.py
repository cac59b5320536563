"""The definitions of all quantities as data that the kernel reads.

Main definitions: `definitions()`, and `python -m dplemma.compile.definitions`, which writes them to `kernel/definitions.json`.
"""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

from dplemma.formulas import quantities
from dplemma.lang import variables
from dplemma.lang.quantity import Quantity
from dplemma.lang.tree import Json, written


def definition(quantity: Quantity) -> dict[str, Json]:
    """The parameters of a quantity and the tree of what it stands for, without any name in it."""
    return {"parameters": list(quantity.params), "term": written(quantity.definition(*map(variables, quantity.params)))}


def definitions() -> str:
    """The text of `kernel/definitions.json`."""
    return json.dumps({name: definition(q) for name, q in quantities().items()}, separators=(",", ":"), sort_keys=True)


if __name__ == "__main__":
    Path(str(files("dplemma.kernel") / "definitions.json")).write_text(definitions(), encoding="utf-8")
