"""Quantities as the atlas shows them: formula, domain, forms, what doubles lose, certified values, and who computes them.

Main definition: `quantity_entries`.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Collection, Mapping
from typing import Any

from dplemma.atlas.addresses import quantity_address
from dplemma.atlas.sources import reference_table
from dplemma.doubles.coded import forms_of
from dplemma.doubles.measured import measured
from dplemma.formulas import every_quantity
from dplemma.lang.parameters import FOR_MU, PARAMETERS
from dplemma.lang.quantity import STATUSES, Form, Quantity, by_use
from dplemma.ledger.store import Records
from dplemma.report.pages.show import signature
from dplemma.report.records import quantity_record

_ROWS = 8  # of ordinary points, and as many of hard ones, that a page shows; the whole table is to download


def quantity_entries(
    records: Records, laws: Collection[Mapping[str, Any]], calls: Collection[Mapping[str, Any]]
) -> dict[str, Any]:
    """One entry a quantity, by name, those that are asked for most first."""
    return {name: _entry(every_quantity()[name], records, laws, calls) for name in by_use(every_quantity())}


def _entry(
    quantity: Quantity, records: Records, laws: Collection[Mapping[str, Any]], calls: Collection[Mapping[str, Any]]
) -> dict[str, Any]:  # fmt: skip
    name = quantity.name
    return {
        **quantity_record(quantity),
        "address": quantity_address(name),
        "family": quantity.family,
        "signature": signature(quantity),
        "latex": quantity.formula_latex(),
        "status_words": STATUSES[quantity.status],
        "safe": quantity.unsafe_side.safe_rounding,
        "values_in": "" if quantity.values is None else str(quantity.values),
        "domain": [_parameter(quantity, one) for one in quantity.params],
        "forms": [_form(quantity, form) for form in quantity.ways],
        "doubles": _doubles(name),
        "reference": _reference(quantity),
        "claims": [key for key, line in records.items() if _mentions(line.text, name)],
        "laws": [{"name": law["name"], "says": law["says"]} for law in laws if _full_names(law) & {name}],
        "libraries": [dict(call) for call in calls if call["quantity"] == name],
        "plot": None,
    }


def _mentions(text: str, name: str) -> bool:
    return re.search(rf"(?<![\w.]){re.escape(name)}\(", text) is not None


def _full_names(law: Mapping[str, Any]) -> set[str]:
    return {need if "." in need else f"{law['family']}.{need}" for need in law["needs"]}


def _parameter(quantity: Quantity, name: str) -> dict[str, Any]:
    own = PARAMETERS[name]
    others = [alias for alias, canonical in quantity.aliases.items() if canonical == name]
    if name == "mu" and "sigma" not in quantity.params:
        others += FOR_MU
    return {
        "name": name, "meaning": own.meaning, "interval": str(quantity.params[name]), "others": others,
        "low": own.low, "high": own.high, "log": own.log, "default": str(quantity.defaults.get(name, "")),
    }  # fmt: skip


def _form(quantity: Quantity, form: Form) -> dict[str, str]:
    return {"name": form.name, "kernel": form.kernel, "where": _condition(quantity, form), "because": form.because}


def _condition(quantity: Quantity, form: Form) -> str:
    """Where a form is used, as text."""
    if form.when is None:
        return ""
    from sympy import And

    from dplemma.lang.functions import variables

    condition = form.when(*(variables(name) for name in quantity.params))
    return " and ".join(sorted(map(str, And.make_args(condition))))


def _doubles(name: str) -> list[dict[str, Any]]:
    """What each coded form loses in binary64, the textbook first."""
    seen = measured()
    forms = [form for form in forms_of(name) if form.id in seen]
    forms.sort(key=lambda form: (form.cure, seen[form.id]["worst_bits"]))
    return [
        {
            "name": form.name, "use": form.use, "needs": form.needs, "cure": form.cure, "snippet": form.snippet,
            "worst_bits": seen[form.id]["worst_bits"], "mean_bits": seen[form.id]["mean_bits"],
            "worst": {key: f"{float(value):.4g}" for key, value in seen[form.id]["worst"].items()},
            "on": {key: [f"{float(end):g}" for end in ends] for key, ends in seen[form.id]["on"].items()},
            "unsafe_share": seen[form.id]["unsafe_share"], "equal": seen[form.id]["equal"]["verdict"],
            "bound": (seen[form.id].get("bound") or {}).get("bits"),
        }
        for form in forms
    ]  # fmt: skip


def _reference(quantity: Quantity) -> dict[str, Any]:
    """The first rows of each kind, and how many there are in the table."""
    rows = list(csv.DictReader(io.StringIO(reference_table(quantity.name))))
    shown = [row for kind in ("ordinary", "hard") for row in [row for row in rows if row["kind"] == kind][:_ROWS]]
    columns = [*quantity.params, "value", "kind"]
    return {"columns": columns, "rows": [[row[name] for name in columns] for row in shown], "count": len(rows)}
