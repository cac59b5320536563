"""What `remeasure` found: for each coded form its range, points, worst and mean bits of error, and a bound if there is one.

Main definition: `measured()`, the content of `measured.json` by form.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("measured.json")


@cache
def measured() -> dict[str, dict[str, Any]]:
    """By form id: `on`, `points`, `seeds`, `worst_bits`, `worst`, `mean_bits`, `unsafe_share`, `raised_share`, `equal` ..."""
    return json.loads(FILE.read_text(encoding="utf-8"))["forms"]
