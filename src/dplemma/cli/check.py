"""`dplemma check FILE.py`: decide a user's own claims, and compare the forms of their quantities with the definitions.

Main definition: `check_command`.

Exit codes: 2 if a claim or a form cannot mean anything, else 1 if one is refuted, else 3 if one is undecided, out of budget or
out of time.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

from dplemma.base.errors import BadClaim, DplemmaError, OutOfBudget
from dplemma.base.process import step
from dplemma.base.workers import Worker
from dplemma.cli import runner
from dplemma.cli.output import FINDING, certificate_folder, print_json, printed_page, say_it_is_run
from dplemma.cli.user_file import Definitions, code_place, load_definitions, python_file
from dplemma.lang.claim import Claim
from dplemma.lang.quantity import Quantity
from dplemma.ledger.record import Record
from dplemma.ledger.store import link
from dplemma.ledger.verdict import Verdict
from dplemma.report.pages.check_page import CheckedFile, CheckedForm, CheckedQuantity, Extras, decided_pages, summary_page
from dplemma.report.pages.verification import Failure
from dplemma.report.pictures.picture import need_matplotlib
from dplemma.report.pictures.slack_plot import plot_files, write_slack

BAD_INPUT = DplemmaError.exit_code
Engines: TypeAlias = "Worker[tuple[str, str, int], Any]"


def check_command(arguments: Namespace) -> int:
    """Import the file, decide what it claims, print it."""
    if arguments.plot is not None:
        need_matplotlib()
    path = python_file(arguments.file)
    say_it_is_run(path.name, how="running")
    step(f"the import of {path.name}")
    found = load_definitions(path)
    certificate_folder(arguments.certificates)
    pictures = {} if arguments.plot is None else plot_files(arguments.plot, list(found.claims))
    trouble, checked = _Trouble(), CheckedFile(records={}, extras={}, quantities=[], failures=[])
    late: list[int] = []
    silent = arguments.json and not sys.stderr.isatty()
    memory = runner.open_memory({}, recall="nothing" if arguments.no_cache else "own")
    with (
        Worker(_Engines(found, pictures, arguments.certificates, memory), arguments.max_seconds) as engines,
        runner.Progress(total=len(found.claims), stream=sys.stderr, silent=silent) as progress,
    ):
        engines.on_wait = progress.tick
        for family in _families(found.claims):
            decided = _decided(family, trouble, engines, progress)
            late += [OutOfBudget.exit_code for verdict, _ in decided.values() if verdict.out_of_time]
            records = link({key: Record.of(family[key], verdict) for key, (verdict, _) in decided.items()})
            extras = {key: _extras(family[key], *decided[key], arguments, pictures.get(key), trouble, engines) for key in records}
            _fell(checked, CheckedFile(records=records, extras=extras, quantities=[]), progress, arguments)
        for quantity in found.quantities.values():
            compared = _quantity(quantity, trouble, engines)
            _fell(checked, CheckedFile(records={}, extras={}, quantities=[compared]), progress, arguments)
    checked.failures.extend(trouble.failures)
    _finish(checked, as_json=arguments.json)
    return _exit_code([*trouble.codes, *late, *(_CODES.get(verdict, 0) for verdict in checked.verdicts())])


def _families(claims: Mapping[str, Claim]) -> Iterator[dict[str, Claim]]:
    """Each claim with its amendment or sharpening, which are told together."""
    companions = {id(better) for claim in claims.values() for better in claim.family()[1:]}
    for claim in claims.values():
        if id(claim) not in companions:
            yield {member.id: member for member in claim.family()}


def _fell(checked: CheckedFile, part: CheckedFile, progress: runner.Progress, arguments: Namespace) -> None:
    """Add what was just decided, and print it: a reader need not wait for the rest."""
    checked.add(part)
    if not arguments.json and (part.records or part.quantities):
        progress.show("")
        with printed_page() as page:
            decided_pages(page, part)
        sys.stdout.flush()


_CODES = {"refuted": FINDING, "undecided": OutOfBudget.exit_code}


def _exit_code(codes: list[int]) -> int:
    """The gravest: bad input, then a finding, then what stayed open."""
    return next((code for code in (BAD_INPUT, FINDING, OutOfBudget.exit_code) if code in codes), 0)


def _finish(checked: CheckedFile, *, as_json: bool) -> None:
    if as_json:
        print_json(checked.to_json())
    elif checked.records or checked.quantities:
        with printed_page() as page:
            summary_page(page, checked)
    for failure in checked.failures:
        print(f"dplemma: {failure.error}", file=sys.stderr)


class _Trouble:
    """What raised instead of being checked: one line each; the rest goes on."""

    def __init__(self) -> None:
        self.failures: list[Failure] = []
        self.codes: list[int] = []

    @contextmanager
    def noted(self, name: str, place: str, *, unforeseen: int = FINDING) -> Iterator[None]:
        """Note an error under the name; `unforeseen` is the exit code of one that is not a `DplemmaError`."""
        step(name)
        try:
            yield
        except BadClaim as error:
            self._note(name, place, str(error) if str(error).startswith(place) else error.plain, error.exit_code)
        except _Unforeseen as error:
            self._note(name, place, str(error), unforeseen)
        except DplemmaError as error:
            self._note(name, place, str(error), error.exit_code)

    def _note(self, name: str, place: str, message: str, code: int) -> None:
        line = " ".join(message.split())
        said = line if line.startswith(place) else f"{place}: {name}: {line}"
        self.failures.append(Failure(id=name, place=place, error=said, out_of_budget=code == OutOfBudget.exit_code))
        self.codes.append(code)


class _Unforeseen(DplemmaError):
    """An error that is not one of ours, in words: it may be of a class that only the user's file knows."""


class _Engines:
    """What is asked of the engines, in a process that can be ended: a task and a name, and for a form its number.

    A verdict is kept here with its proof, which is for the certificate and does not travel.
    """

    def __init__(
        self, found: Definitions, pictures: Mapping[str, Path], certificates: str | None, memory: runner.Memory | None
    ) -> None:
        self._found, self._pictures, self._certificates, self._memory = found, pictures, certificates, memory
        self._outcomes: dict[str, tuple[Verdict, bool]] = {}

    def __call__(self, request: tuple[str, str, int]) -> Any:
        task, name, number = request
        try:
            return self._form(name, number) if task == "form" else getattr(self, f"_{task}")(self._found.claims[name])
        except (DplemmaError, OSError):
            raise
        except Exception as error:
            raise _Unforeseen(f"{type(error).__name__}: {error}") from None

    def _decide(self, claim: Claim) -> tuple[Verdict, bool]:
        """The verdict, and whether it is that of an earlier run."""
        verdict, unchanged = self._outcome(claim)
        return replace(verdict, proof=()), unchanged

    def _verdict(self, claim: Claim) -> Verdict:
        return self._outcome(claim)[0]

    def _outcome(self, claim: Claim) -> tuple[Verdict, bool]:
        if claim.id not in self._outcomes:
            verdict, _, source = runner.found_verdict(claim, self._memory)
            self._outcomes[claim.id] = verdict, source != "decided"
            runner.say_of_cache(self._memory.trouble() if self._memory else ())
        return self._outcomes[claim.id]

    def _sharpen(self, claim: Claim) -> list[Any]:
        from dplemma.decide.sharpen import sharpen

        return list(sharpen(claim, self._verdict(claim)))

    def _mend(self, claim: Claim) -> list[Any]:
        from dplemma.decide.mend import mend

        return mend(claim, self._verdict(claim))

    def _certify(self, claim: Claim) -> str:
        from dplemma.proofs.certificates import write_certificate

        return str(write_certificate(claim, self._verdict(claim), Path(self._certificates or "")) or "")

    def _draw(self, claim: Claim) -> str:
        return write_slack(claim, self._verdict(claim), self._pictures[claim.id])

    def _form(self, name: str, number: int) -> Verdict:
        from dplemma.decide.forms import check_form

        quantity = self._found.quantities[name]
        return replace(check_form(quantity, quantity.forms[number]), proof=())


def _decided(
    claims: Mapping[str, Claim], trouble: _Trouble, engines: Engines, progress: runner.Progress
) -> dict[str, tuple[Verdict, bool]]:
    """Each claim that did not raise: its verdict, and whether it is that of an earlier run."""
    verdicts: dict[str, tuple[Verdict, bool]] = {}
    for key, claim in claims.items():
        progress.begin(key)
        with trouble.noted(key, claim.place):
            verdicts[key] = engines.ask(("decide", key, 0))
        progress.advance(runner.ClaimOutcome(id=key))
    return verdicts


def _extras(
    claim: Claim,
    verdict: Verdict,
    unchanged: bool,
    arguments: Namespace,
    picture: Path | None,
    trouble: _Trouble,
    engines: Engines,
) -> Extras:
    """The search for the best constant, the certificate and the picture, as far as they were asked for."""
    extras = Extras(stopped=verdict.stopped if verdict.out_of_time else (), unchanged=unchanged)
    if arguments.sharpen:
        with trouble.noted(claim.id, claim.place):
            extras.sharpness = engines.ask(("sharpen", claim.id, 0))
        if verdict.verdict == "refuted":
            with trouble.noted(claim.id, claim.place):
                extras.mended = engines.ask(("mend", claim.id, 0))
    if arguments.certificates is not None:
        with trouble.noted(claim.id, claim.place):
            extras.certificate = engines.ask(("certify", claim.id, 0))
    if picture is not None:
        with trouble.noted(claim.id, claim.place):
            extras.no_plot = engines.ask(("draw", claim.id, 0))
            extras.plot = "" if extras.no_plot else str(picture)
    return extras


def _quantity(quantity: Quantity, trouble: _Trouble, engines: Engines) -> CheckedQuantity:
    """Every form against the definition."""
    forms: list[CheckedForm] = []
    for number, form in enumerate(quantity.forms):
        name = f"quantity {quantity.name}, form {form.name}"
        with trouble.noted(name, code_place(form.body or quantity.define), unforeseen=BAD_INPUT):
            missing = [parameter for parameter in quantity.params if parameter not in quantity.example]
            if missing:
                raise BadClaim(f"it needs an example with {', '.join(missing)}, such as example={{'{missing[0]}': '1'}}", "")
            verdict = engines.ask(("form", quantity.name, number))
            forms.append(CheckedForm(name=form.name, because=form.because, verdict=verdict))
    failed = [form.name for form in quantity.forms if form.name not in {done.name for done in forms}]
    return CheckedQuantity(quantity=quantity, place=code_place(quantity.define), forms=forms, failed=failed)
