"""The page of laws, written from the table of laws and the ledger. Main definition: `laws_page`."""

from __future__ import annotations

from dplemma.ledger import store as ledger
from dplemma.testing.law_table import LAWS

GENERATED = "<!-- written by docs/build.py from src/dplemma/testing/law_table: edit a law there, then run `make docs` -->"
INTRODUCTION = """# Laws

What is proved or certified about quantities, as properties that any implementation can be run against
([how](testing.md#laws)). A law is there only as long as the ledger has every claim it cites proved or certified. Relations
hold up to a relative 1e-9 unless another slack is shown; variables are drawn from the ordinary range of
[their quantity](quantities/README.md) unless a range is shown."""


def laws_page() -> str:
    """One table a family: name, functions, statement, claims with their verdicts."""
    records = ledger.read()
    parts = [GENERATED, INTRODUCTION]
    for family in sorted({law.family for law in LAWS}):
        mine = [law for law in LAWS if law.family == family]
        rows = ["| law | functions | says | claims |", "| --- | --- | --- | --- |"]
        for law in mine:
            verdicts = law.verdicts(records)
            cited = ", ".join(f"`{claim}` ({verdict})" for claim, verdict in verdicts.items())
            places = [f"{name} in {text.replace(':', ' .. ')}" for name, text in law.on.items()]
            slack = [f"slack {law.rtol:g}"] if law.rtol != 1e-9 else []
            notes = f" ({', '.join([*places, *slack])})" if places or slack else ""
            rows.append(f"| `{law.name}` | {', '.join(law.needs)} | {_escaped(law.says)}{notes} | {cited} |")
        parts += [f"## {family}", f"{len(mine)} {'law' if len(mine) == 1 else 'laws'}.", "\n".join(rows)]
    return "\n\n".join(parts) + "\n"


def _escaped(text: str) -> str:
    return text.replace("|", r"\|").replace("*", r"\*").replace("_", r"\_")
