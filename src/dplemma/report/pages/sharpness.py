"""How sharp a claim is, or how a refuted one is mended: what `dplemma.sharpen` gives.

Main definition: `SharpnessReport`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dplemma.base.page import markdown_plain
from dplemma.ledger.phrases import verdict_phrase
from dplemma.ledger.verdict import Verdict
from dplemma.report.pages.check_page import mended_line, sharpness_line

if TYPE_CHECKING:
    from dplemma.decide.mend import Mended
    from dplemma.decide.sharpen import Sharpened


@dataclass(frozen=True, kw_only=True, repr=False)
class SharpnessReport:
    """The verdict; the best constants of a claim that holds; regions and constants for which a refuted one holds."""

    id: str
    verdict: Verdict
    constants: tuple[Sharpened, ...] = ()
    mended: tuple[Mended, ...] = ()

    def lines(self) -> list[str]:
        found = [*map(sharpness_line, self.constants), *map(mended_line, self.mended)]
        return found or ["nothing could be sharpened"]

    def __repr__(self) -> str:
        return "\n".join([f"{self.id}: {verdict_phrase(self.verdict)}", *(f"  {line}" for line in self.lines())])

    def _repr_markdown_(self) -> str:
        head = f"**{markdown_plain(self.id)}**: {markdown_plain(verdict_phrase(self.verdict))}"
        return "\n".join([head, "", *(f"- {markdown_plain(line)}" for line in self.lines())])
