"""What `dplemma check` prints of a user's claims and quantities, and the same as JSON.

Main definitions: `CheckedFile` (all a check found), `Extras`, `CheckedForm`, `decided_pages`, `summary_page`; `sharpness_line`,
`mended_line`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from dplemma.base.page import Page, plural
from dplemma.lang.quantity import Quantity
from dplemma.ledger.phrases import failure_phrase, point_phrase, verdict_phrase, verdict_word
from dplemma.ledger.record import Companion, Record
from dplemma.ledger.store import Records
from dplemma.ledger.verdict import VERDICTS, Verdict
from dplemma.report.pages.show import signature, verdict_sections
from dplemma.report.pages.verification import Failure
from dplemma.report.records import SCHEMA, quantity_record, totals

if TYPE_CHECKING:
    from dplemma.decide.mend import Mended
    from dplemma.decide.sharpen import Sharpened


@dataclass(kw_only=True)
class Extras:
    """What was asked for beyond the verdict; None where it was not asked for. `no_plot` says why there is no picture.

    `stopped` is what the clock stopped, where the verdict might be stronger without.
    """

    plot: str | None = None
    no_plot: str = ""
    sharpness: list[Sharpened] | None = None
    mended: list[Mended] | None = None
    certificate: str | None = None
    stopped: tuple[str, ...] = ()
    unchanged: bool = False  # since an earlier run, so that the verdict was not searched for

    def to_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {}
        if self.plot is not None:
            data["plot"] = self.plot or None
        if self.sharpness is not None:
            data["sharpness"] = [asdict(item) for item in self.sharpness]
        if self.mended is not None:
            data["mended"] = [asdict(item) for item in self.mended]
        if self.certificate is not None:
            data["certificate"] = self.certificate or None
        if self.stopped:
            data["out_of_time"] = list(self.stopped)
        if self.unchanged:
            data["unchanged"] = True
        return data


@dataclass(frozen=True, kw_only=True)
class CheckedForm:
    """A form of a quantity with the verdict on its being equal to the definition."""

    name: str
    because: str
    verdict: Verdict

    def to_json(self) -> dict[str, Any]:
        return {"name": self.name, "because": self.because, **self.verdict.to_json()}


@dataclass(frozen=True, kw_only=True)
class CheckedQuantity:
    """A quantity with its forms; `failed` names those that raised."""

    quantity: Quantity
    place: str
    forms: list[CheckedForm]
    failed: list[str] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        return {**quantity_record(self.quantity), "place": self.place, "forms": [form.to_json() for form in self.forms]}


@dataclass(frozen=True, kw_only=True)
class CheckedFile:
    """The claims of a file by id, their extras, its quantities, and what could not be checked."""

    records: dict[str, Record]
    extras: dict[str, Extras]
    quantities: list[CheckedQuantity]
    failures: list[Failure] = field(default_factory=list)

    def add(self, part: CheckedFile) -> None:
        """What was decided after this."""
        self.records.update(part.records)
        self.extras.update(part.extras)
        self.quantities.extend(part.quantities)

    def verdicts(self) -> list[str]:
        forms = [form.verdict.verdict for quantity in self.quantities for form in quantity.forms]
        return [record.verdict for record in self.records.values()] + forms

    def to_json(self) -> dict[str, Any]:
        return {
            "schema": SCHEMA,
            "claims": [{**record.to_json(), **self.extras[key].to_json()} for key, record in self.records.items()],
            "totals": totals(self.records.values()),
            "quantities": [quantity.to_json() for quantity in self.quantities],
            "errors": [failure.to_json() for failure in self.failures],
        }


def decided_pages(page: Page, checked: CheckedFile) -> None:
    """A page a claim and a page a quantity."""
    for key, record in checked.records.items():
        _claim(page, record, checked.records, checked.extras[key])
        page.line()
    for quantity in checked.quantities:
        _quantity(page, quantity)
        page.line()


def summary_page(page: Page, checked: CheckedFile) -> None:
    """One line that sums up."""
    page.wrapped(summary_line(checked), first="", indent="  ")


def _claim(page: Page, record: Record, records: Records, extras: Extras) -> None:
    page.line(page.paint(record.id, "bold"))
    page.wrapped("; ".join(part for part in (record.kind, record.where, record.place) if part))
    page.section("In words", record.states)
    page.section("Statement", record.text)
    how = "unchanged since an earlier run" if extras.unchanged else f"{record.seconds:.2f} s"
    verdict_sections(page, record, f"{verdict_phrase(record)}; {how}", extras.stopped)
    page.section("As extracted", _companion_line(record.as_extracted, records))
    page.section("Amendment", _companion_line(record.amendment, records))
    page.section("Sharpened", _companion_line(record.sharpened, records))
    page.section("Sharpness", _sharpness(extras) if extras.mended is None else "")
    page.section("Mended", _mended(extras))
    page.section("Picture", extras.plot or (f"none: {extras.no_plot}" if extras.no_plot else ""))
    if extras.certificate is not None:
        page.section("Certificate", extras.certificate or f"none: a verdict {record.verdict} by {record.engine} has none")


def _companion_line(summary: Companion | None, records: Records) -> str:
    if summary is None:
        return ""
    record = records.get(summary.id)
    return f"{summary.id}: {verdict_phrase(record) if record else 'not decided'}"


def _sharpness(extras: Extras) -> str:
    if extras.sharpness is None:
        return ""
    return "\n".join(map(sharpness_line, extras.sharpness)) or "no constant of it could be sharpened"


def _mended(extras: Extras) -> str:
    if extras.mended is None:
        return ""
    return "\n".join(map(mended_line, extras.mended)) or "no greatest region and no constant was found for which it holds"


def mended_line(item: Mended) -> str:
    """`it holds for mu in [1.235, oo); it fails at mu = 1.234`, or with which constant in place of the printed one."""
    if item.kind == "region":
        return f"{item.of} holds for {item.where} in {item.holds}; it fails at {point_phrase(item.refuted_at)}"
    said = f"{item.of} holds with {item.holds} in place of the constant {item.printed} of {item.where}"
    return f"{said}; {item.fails} fails{_at(item.refuted_at)}"


def sharpness_line(item: Sharpened) -> str:
    """`constant 1/2 of mu: the best is between 0.28209 and 0.28211`, or that it is sharp and what fails beyond it."""
    said = "sharp" if item.sharp else f"the best is between {item.best_low} and {item.best_high}"
    beyond = item.note or ("a better one fails" if item.refuted_at else "")
    at = _at(item.refuted_at)
    return f"constant {item.printed} of {item.where}: {said}" + (f"; {beyond}{at}" if beyond else "")


def _at(point: Mapping[str, str] | None) -> str:
    """Where; nothing for a claim without variables."""
    return f" at {point_phrase(point)}" if point else ""


def _quantity(page: Page, checked: CheckedQuantity) -> None:
    page.line(page.paint(signature(checked.quantity), "bold"))
    page.wrapped("; ".join(part for part in ("quantity", checked.quantity.summary, checked.place) if part))
    page.section("Formula", checked.quantity.formula)
    page.heading("Forms")
    if not checked.forms and not checked.failed:
        page.wrapped("none but the definition: nothing to compare")
    for form in checked.forms:
        word = page.paint(f"{verdict_word(form.verdict.verdict):<10}", form.verdict.verdict)
        page.wrapped(f"{word} {form.name}: {form.because}", indent=" " * 13, first="  ")
        detail = failure_phrase(form.verdict.counterexample) or form.verdict.remark
        if detail:
            page.wrapped(detail, indent=" " * 13)
    for name in checked.failed:
        page.line(f"  {page.paint('error     ', 'error')} {name}: it could not be compared")


def summary_line(checked: CheckedFile) -> str:
    """`2 claims: 1 certified, 1 refuted; 1 amendment: 1 proved; 1 form of 1 quantity: 1 confirmed`."""
    records = list(checked.records.values())
    claims = [record.verdict for record in records if not record.is_companion]
    better = [record.verdict for record in records if record.is_companion]
    forms = [form.verdict.verdict for quantity in checked.quantities for form in quantity.forms]
    parts = [_counted(plural(len(claims), "claim"), claims)] if claims else []
    parts += [_counted(plural(len(better), "better form"), better)] if better else []
    if checked.quantities:
        where = plural(len(checked.quantities), "quantity", "quantities")
        parts.append(_counted(f"{plural(len(forms), 'form')} of {where}", forms))
    if checked.failures:
        parts.append(f"{len(checked.failures)} could not be checked")
    return "; ".join(parts)


def _counted(what: str, verdicts: Iterable[str]) -> str:
    counts = Counter(verdicts)
    said = ", ".join(f"{counts[verdict]} {verdict_word(verdict)}" for verdict in VERDICTS if counts[verdict])
    return f"{what}: {said}" if said else what
