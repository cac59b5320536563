"""The commands of the accountant: dpsgd, account. They import neither SymPy nor mpmath."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dplemma.base.errors import DplemmaError
from dplemma.base.page import Page
from dplemma.base.process import OutOfTime
from dplemma.base.sharing import answers_in_order
from dplemma.base.workers import processors
from dplemma.cli.output import output_file, print_json, printed_page, say_left_behind
from dplemma.values.accounting import EVERY, FPRS, Answer, Question, account_for
from dplemma.values.calibration import Target, calibrated
from dplemma.values.composition_file import question_from_file
from dplemma.values.exact import double, exact_number, short_text, shortened
from dplemma.values.rounding import double_above, double_below
from dplemma.values.training import (
    TrainingRun,
    checked_adjacency,
    checked_sampling,
    counted_steps,
    model_card,
    training_run,
    warnings_for,
)

_TARGETS = ("eps", "mu", "tpr")
_SIZES = ("noise_multiplier", "sample_rate", "steps", "dataset_size", "batch_size", "epochs", "accumulation")


def dpsgd_command(arguments: Namespace) -> int:
    picture = _curve_files(arguments)
    checked_adjacency(arguments.adjacency)
    sampling = checked_sampling(arguments.sampling)
    given = {name: getattr(arguments, name) for name in _SIZES}
    notes: dict[str, Any] = {}
    fpr = _rate(arguments, "fpr")
    if all(getattr(arguments, f"target_{name}") is None for name in _TARGETS):
        run = training_run(given)
    else:
        run, notes = _calibrated(arguments, given)
    delta, eps = _asked(arguments)
    question = Question(
        composition=run.composition(), inputs=run.inputs(), delta=delta, eps=eps, width=arguments.width, sampling=sampling,
        fprs=FPRS if fpr is None else tuple(sorted({*FPRS, fpr})),
    )  # fmt: skip
    answer = account_for(question, notes, say=_say)
    warnings, card = warnings_for(run, delta, given), model_card(run, answer)
    others = _others(run, answer) if arguments.compare else None
    if others is not None:
        answer.notes["compare"] = others
    _write_curves(arguments.table, picture, answer)
    if arguments.json:
        print_json({**answer.to_json(), "how": run.how, "warnings": warnings, "model_card": card})
    else:
        _print_run(run, answer, warnings, card)
    return 0


def _calibrated(arguments: Namespace, given: dict[str, Any]) -> tuple[TrainingRun, dict[str, Any]]:
    """The run with its missing parameter on the safe side, and what was solved."""
    if arguments.target_tpr is None and (arguments.delta is None or arguments.eps is not None):
        raise DplemmaError("calibration needs --delta, and not --eps. Try --target-eps 2 --delta 1e-5")
    delta, _ = _asked(arguments)
    target, left_out = _target(arguments, delta), _left_out(given)
    run = training_run(given, left_out=left_out)
    solved = {"parameter": left_out, **calibrated(run, left_out, target, say=_say)}
    return training_run({**given, left_out: solved["safe"]}), {"solved": solved}


def _target(arguments: Namespace, delta: Any) -> Target:
    """The one target that is named."""
    named = [name for name in _TARGETS if getattr(arguments, f"target_{name}") is not None]
    if len(named) != 1:
        raise DplemmaError(f"give --target-{named[0]} or --target-{named[1]}, not both")
    if named == ["tpr"]:
        tpr, fpr = _rate(arguments, "target_tpr"), _rate(arguments, "fpr")
        if fpr is None:
            raise DplemmaError("--target-tpr is a true positive rate at a false positive rate. Try --target-tpr 0.05 --fpr 0.01")
        if not tpr > fpr:
            raise DplemmaError(
                f"target-tpr must be above fpr, got {arguments.target_tpr} at {arguments.fpr}: guessing already has TPR = FPR"
            )
        return Target(tpr=tpr, fpr=fpr, width=arguments.width)
    text = getattr(arguments, f"target_{named[0]}")
    number = exact_number(text, f"target-{named[0]}")
    if not number > 0:
        raise DplemmaError(f"target-{named[0]} must be > 0, got {text}. Try 1")
    return Target(delta=delta, width=arguments.width, **{named[0]: number})


def _rate(arguments: Namespace, name: str) -> Any:
    """A rate between 0 and 1; None if it is not given."""
    text, shown = getattr(arguments, name), name.replace("_", "-")
    if text is None:
        return None
    rate = exact_number(text, shown)
    if not 0 < rate < 1:
        raise DplemmaError(f"{shown} must be in (0, 1), got {text}. Try 0.01")
    return rate


def _others(run: TrainingRun, answer: Answer) -> list[dict[str, Any]]:
    """Other accountants on the same run."""
    from dplemma.peers.league.training_runs import compared_accountants

    if answer.question.delta is None:
        raise DplemmaError("--compare is for eps at --delta")
    setting = double(run.sigma), double(run.q), run.steps, double(answer.question.delta)
    return compared_accountants(setting, double_below(answer.found.lower), double_above(answer.found.upper))


def _curve_files(arguments: Namespace) -> Path | None:
    """The file of the picture, if one is asked for; complaints about it or the table's come before the work."""
    if arguments.table is not None:
        output_file("--table", arguments.table, (".csv",))
    if arguments.plot is None:
        return None
    from dplemma.report.pictures.picture import picture_file

    return picture_file(arguments.plot, "account")


def _write_curves(table: str | None, picture: Path | None, answer: Answer) -> None:
    """The table and the picture that were asked for."""
    if table is None and picture is None:
        return
    from dplemma.values.account_curves import curve_rows, write_curves

    rows = list(curve_rows(answer))
    if table is not None:
        say_left_behind(Path(table))
        write_curves(rows, Path(table))
        print(f"{len(rows)} rows written to {table}", file=sys.stderr)
    if picture is not None:
        from dplemma.report.pictures.account_curves import draw_curves

        draw_curves(rows, picture, _title(answer))
        print(f"drawn to {picture}", file=sys.stderr)


def _title(answer: Answer) -> str:
    """What a picture is of: a training run by its numbers, a composition by its file."""
    inputs = answer.question.inputs
    if "file" in inputs:
        return inputs["file"]
    noise, rate = shortened(inputs["noise_multiplier"]), shortened(inputs["sample_rate"])
    return f"DP-SGD: noise multiplier {noise}, sample rate {rate}, steps {inputs['steps']}"


def _left_out(given: dict[str, Any]) -> str:
    """The one of noise multiplier, sample rate and steps that is to be solved for."""
    has_rate = given["sample_rate"] is not None or given["batch_size"] is not None
    has_steps = given["steps"] is not None or given["epochs"] is not None
    known = {"noise_multiplier": given["noise_multiplier"] is not None, "sample_rate": has_rate, "steps": has_steps}
    missing = [name for name, is_known in known.items() if not is_known]
    if len(missing) != 1:
        raise DplemmaError("leave out exactly one of noise multiplier, sample rate and steps: it is solved for")
    return missing[0]


def _asked(arguments: Namespace) -> tuple[Any, Any]:
    if (arguments.delta is None) == (arguments.eps is None):
        both = "" if arguments.delta is None else ", not both"
        raise DplemmaError(f"give --delta to get eps, or --eps to get delta{both}. Try --delta 1e-5")
    if arguments.delta is not None:
        delta = exact_number(arguments.delta, "delta")
        if not 0 < delta < 1:
            raise DplemmaError(f"delta must be in (0, 1), got {shortened(arguments.delta)}. Try 1e-5")
        return delta, None
    eps = exact_number(arguments.eps, "eps")
    if eps < 0:
        raise DplemmaError(f"eps must be >= 0, got {shortened(arguments.eps)}. Try 2")
    return None, eps


def _print_run(run: TrainingRun, answer: Answer, warnings: list[str], card: str) -> None:
    with printed_page() as page:
        page.line(f"noise multiplier {short_text(run.sigma)}, sample rate {short_text(run.q)}, {counted_steps(run.steps)}")
        if run.how:
            page.wrapped(run.how)
        solved = answer.notes.get("solved")
        if solved:
            page.line(f"solved: {solved['parameter']} between {solved['lower']} and {solved['upper']}; safe: {solved['safe']}")
        answer_lines(page, answer)
        for other in answer.notes.get("compare", ()):
            ends = f": [{other['lower']}, {other['upper']}]" if other["upper"] is not None else ""
            page.line(f"{other['accountant']} {other['stands']}{ends}")
        page.line()
        for warning in warnings:
            page.wrapped(warning, first="  note: ")
        page.line()
        page.line("for a model card:")
        page.wrapped(card)


def answer_lines(page: Any, answer: Answer) -> None:
    """The numbers of an answer, one line each."""
    name, given = ("eps", "delta") if answer.question.eps is None else ("delta", "eps")
    told = shortened(str(answer.delta if given == "delta" else answer.eps))
    page.line(f"{name} in [{answer.ends['lower']}, {answer.ends['upper']}] at {given} = {told}")
    decides = "both directions are alike" if answer.found.direction == "both" else f"{answer.found.direction} direction decides"
    page.line(f"  {decides}; {answer.found.method}")
    if answer.mu:
        beyond = "" if answer.mu["head"] == EVERY else "; beyond, it may grow"
        page.wrapped(f"mu in [{answer.mu['lower']}, {answer.mu['upper']}] for {answer.reach}{beyond}", first="")
    else:
        page.line(f"mu is not given: {answer.no_mu}")
    for rate in answer.tpr:
        page.line(f"TPR at FPR {rate['fpr']} in [{rate['lower']}, {rate['upper']}]")


@dataclass(frozen=True)
class Account:
    """What a file costs, as data and as lines: what a process or a worker of a cluster sends back."""

    data: dict[str, Any]
    lines: list[str]


def accounted_file(task: tuple[str, float]) -> Account:
    """The account of a file at a width."""
    return _account_of(account_for(question_from_file(*task), say=_say))


def _account_of(answer: Answer) -> Account:
    page = Page.of(sys.stdout)
    for table in answer.question.inputs["mechanisms"]:
        page.line(", ".join(f"{name} {shortened(value)}" for name, value in table.items()))
    answer_lines(page, answer)
    page.wrapped(answer.statement)
    return Account(answer.to_json(), page.lines)


def account_command(arguments: Namespace) -> int:
    if len(arguments.files) == 1:
        picture = _curve_files(arguments)
        answer = account_for(question_from_file(arguments.files[0], arguments.width), say=_say)
        _write_curves(arguments.table, picture, answer)
        found = [_account_of(answer)]
    else:
        if arguments.table is not None or arguments.plot is not None:
            raise DplemmaError("--table and --plot are for one file")
        found = list(_swept(arguments))
    if arguments.json:
        print_json(found[0].data if len(found) == 1 else [account.data for account in found])
        return 0
    with printed_page() as page:
        for number, (file, account) in enumerate(zip(arguments.files, found, strict=True)):
            if number:
                page.line()
            if len(found) > 1:
                page.line(f"{file}:")
            for line in account.lines:
                page.line(line)
    return 0


def _swept(arguments: Namespace) -> Iterator[Account]:
    """The accounts of several files in their order, by processes of this machine or by a cluster."""
    tasks = [(file, arguments.width) for file in arguments.files]
    for task in tasks:
        question_from_file(*task)  # what is wrong with a file is said before anything is computed
    if arguments.cluster is not None:
        from dplemma.base.cluster import Cluster
        from dplemma.cli.cluster_tasks import accounts_on_cluster, value_digest

        with Cluster(arguments.cluster, value_digest) as cluster:
            yield from accounts_on_cluster(cluster, tasks)
        return
    for found in answers_in_order(accounted_file, tasks, workers=arguments.jobs or processors(), seconds=None):
        if isinstance(found, OutOfTime):  # the system ended its process
            raise found
        yield found


def _say(text: str) -> None:
    """What is about to take long."""
    print(f"dplemma: {text}", file=sys.stderr, flush=True)
