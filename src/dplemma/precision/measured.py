"""The recorded errors of the coded forms, as `make precision` measured them."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def measured_forms() -> dict[str, dict[str, Any]]:
    """By the id of the form: range, points, seed, worst bits and where, mean, unsafe and raised shares, bound."""
    return json.loads(files("dplemma.precision").joinpath("measured.json").read_text(encoding="utf-8"))
