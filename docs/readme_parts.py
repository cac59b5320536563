"""The parts of README.md that follow from the registry and the ledger: between `<!-- begin name -->` and `<!-- end name -->`.

Main definition: `with_parts(text)`.
"""

from __future__ import annotations

import re

from shown import fenced

from dplemma.base.page import Page, markdown_table
from dplemma.cli.parser import COMMANDS
from dplemma.ledger import store as ledger
from dplemma.ledger.phrases import verdict_word
from dplemma.papers import papers
from dplemma.report.pages.verification import assess, verification_page

_PART = re.compile(r"<!-- begin (\w+) -->\n.*?<!-- end \1 -->", re.DOTALL)
_COUNTED = ("proved", "certified", "confirmed", "refuted", "undecided")


def with_parts(text: str) -> str:
    """The text with every part written anew."""
    return _PART.sub(lambda match: f"<!-- begin {match[1]} -->\n{PARTS[match[1]]()}\n<!-- end {match[1]} -->", text)


def summary_part() -> str:
    """What `dplemma verify` ends with where every verdict agrees with the ledger."""
    records = ledger.read()
    run = assess(records, failures=[], stopped={}, rejected={}, old=records, registry=set(records), accept=False)
    page = Page()
    verification_page(page, run, papers(), strict=False)
    first = next(number for number, line in enumerate(page.lines) if line.lstrip().startswith("proved ") and "total" in line)
    return fenced("\n".join(page.lines[first:]))


def commands_part() -> str:
    return markdown_table(("command", "does"), [(f"`dplemma {name}`", command.help) for name, command in COMMANDS.items()])


def papers_part() -> str:
    claims = [line for line in ledger.read().values() if not line.is_companion]
    rows = []
    for key, paper in papers().items():
        mine = [line.verdict for line in claims if line.paper == key]
        source = f"arXiv {paper.arxiv}" if paper.arxiv else f"doi {paper.doi}" if paper.doi else "our own collection"
        rows.append((f"{key} ({source})", str(len(mine)), *(str(mine.count(verdict)) for verdict in _COUNTED)))
    return markdown_table(("paper", "claims", *map(verdict_word, _COUNTED)), rows)


PARTS = {"summary": summary_part, "commands": commands_part, "papers": papers_part}
