"""The options of the command `<name>` are added by `<name>_options`; what they mean is the affair of the command."""

from __future__ import annotations

import argparse
import math
import sys
from typing import Any

from dplemma.base.errors import clipped
from dplemma.cli.limits import MOST_SECONDS

OTHER_WORDS = {
    "sigma": "noise-multiplier", "noise": "noise-multiplier", "noise-scale": "noise-multiplier",
    "q": "sample-rate", "sampling-probability": "sample-rate", "subsampling-rate": "sample-rate",
    "n": "dataset-size", "lot-size": "batch-size", "expected-batch-size": "batch-size", "iterations": "steps",
    "epsilon": "eps", "target-epsilon": "target-eps", "output": "out", "o": "out",
}  # fmt: skip
"""What else options are called, without their dashes; an option that a command has is then named after a mistake."""


def verify_options(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("globs", nargs="*", metavar="GLOB", help="ids to verify, '*' crosses '/'; default: all claims")
    sub.add_argument("--jobs", type=_whole, metavar="N", help="processes; default: one per processor")
    sub.add_argument("--update-ledger", action="store_true", help="accept the verdicts: write them to the ledger")
    sub.add_argument(
        "--certificates", metavar="DIR", help="write a certificate of each proved, certified or refuted claim to DIR"
    )
    sub.add_argument("--strict", action="store_true", help="exit 3 if a claim is undecided")
    sub.add_argument("--effort", action="store_true",
                     help="five times the boxes; without it, a tenth for what the ledger says is undecided")  # fmt: skip
    _cache_option(sub)
    _cluster_option(sub)


def mutate_options(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("globs", nargs="*", metavar="GLOB", help="claims to spoil, '*' crosses '/'; default: all that hold")
    sub.add_argument("--record", metavar="FILE", help="keep each result as a line of FILE; what stands there is not done again")
    sub.add_argument("--kinds", nargs="+", metavar="KIND", help="flip, reverse, constant, ...; default: all kinds")
    sub.add_argument("--again", action="store_true", help="decide once more what survived")
    sub.add_argument("--list", action="store_true", help="decide nothing: print what FILE says")
    sub.add_argument("--slack", action="store_true", help="list the mutants that are true as well")
    sub.add_argument("--jobs", type=_whole, metavar="N", help="processes; default: one per processor")
    sub.add_argument("--effort", action="store_true", help="the usual number of boxes, ten times as many as without it")
    sub.add_argument("--work-seconds", type=seconds, default=20.0, metavar="S",
                     help="seconds at work, whatever else the machine does; then a mutant is late; default: 20")  # fmt: skip
    _cluster_option(sub)


def _cluster_option(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("--cluster", metavar="ADDRESS", help="let the Dask cluster there do the work, e.g. tcp://10.0.0.1:8786")


def _cache_option(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("--no-cache", action="store_true",
                     help="decide all, also what is unchanged, and keep it in $DPLEMMA_CACHE (~/.cache/dplemma)")  # fmt: skip


def list_options(sub: argparse.ArgumentParser) -> None:
    from dplemma.ledger.verdict import VERDICTS

    sub.add_argument("globs", nargs="*", metavar="GLOB", help="ids to list, '*' crosses '/'; default: all")
    sub.add_argument("--quantities", action="store_true", help="list the quantities instead")
    sub.add_argument("--verdict", choices=VERDICTS, metavar="V", help=f"only this verdict: {', '.join(VERDICTS)}")
    sub.add_argument("--changed-since", metavar="VERSION", help="only verdicts that changed after a version, and why")


def show_options(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("name", metavar="ID-or-QUANTITY", help="a claim id or a quantity such as gaussian.delta")
    sub.add_argument("--latex", action="store_true", help="the statement as a displayed formula of LaTeX, and nothing else")
    sub.add_argument("--standalone", action="store_true", help="with --latex: a whole document, verdict and right form included")
    sub.add_argument("--expand", action="store_true", help="statements with definitions instead of the names of quantities")
    sub.add_argument("--bibtex", action="store_true", help="the paper's BibTeX entry only")


def find_options(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("words", nargs="+", metavar="TEXT-or-NUMBER", help="all words must match; numbers match by value")


def findings_options(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("globs", nargs="*", metavar="GLOB", help="only these ids, '*' crosses '/'")
    sub.add_argument("--markdown", action="store_true", help="print a Markdown document")


def value_options(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("quantity", metavar="QUANTITY", help="a quantity such as gaussian.delta; see dplemma list --quantities")
    sub.add_argument("inputs", nargs="*", default=[], metavar="name=value", help="exact numbers: 0.1, 1/3, 1e-5, 2**-40")
    sub.add_argument("--digits", type=_whole, default=50, metavar="N", help="significant digits; default: 50")
    _round_option(sub)


def _round_option(sub: argparse.ArgumentParser) -> None:
    sub.add_argument(
        "--round", choices=("nearest", "up", "down", "safe"), default="nearest", metavar="MODE",
        help="nearest, up, down, or safe: the side that does not promise too much; default: nearest",
    )  # fmt: skip


def convert_options(sub: argparse.ArgumentParser) -> None:
    sub.add_argument(
        "inputs", nargs="*", default=[], metavar="name=value",
        help="the mechanism: mu, or sigma [sensitivity], or noise_multiplier, or a tight pair eps delta; eps0, or scale "
        "[sensitivity]; rho; auc, tv, or tpr fpr; mechanism=gaussian|laplace|randomised_response|pure|zcdp says which; "
        "mu=1+2 composes, k=10 repeats, group=3 is for groups; and lists to evaluate at: eps, delta, fpr, order, beta, d, "
        "e.g. fpr=0.001,0.01",
    )  # fmt: skip
    sub.add_argument(
        "--adjacency", choices=("add-remove", "replace-one"), metavar="A",
        help="add-remove or replace-one: for the latter the sensitivity of a sum counts twice; default: not said",
    )  # fmt: skip
    sub.add_argument("--digits", type=_whole, default=10, metavar="N", help="significant digits; default: 10")
    _round_option(sub)


def notions_options(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("file", metavar="FILE.csv", help="chances P,Q of the outputs on two databases, one output a line, exact")
    sub.add_argument("--eps", default="0.1,1", metavar="LIST", help="eps of (eps, delta)-DP; default: 0.1,1")
    sub.add_argument("--order", default="2,10", metavar="LIST", help="orders > 1 of Rényi DP; default: 2,10")
    sub.add_argument("--digits", type=_whole, default=10, metavar="N", help="certified digits; default: 10")


def gdp_options(sub: argparse.ArgumentParser) -> None:
    sub.add_argument(
        "profile", metavar="PROFILE",
        help="a quantity such as laplace.delta; MODULE:FUNCTION or FILE.py:FUNCTION of eps, which is imported; or FILE.csv of "
        "eps,delta guarantees",
    )  # fmt: skip
    sub.add_argument("inputs", nargs="*", default=[], metavar="name=value", help="the other parameters of a quantity")
    sub.add_argument("--until", metavar="EPS", help="measure eps from 0 to EPS; default: where the profile ends, else 10")
    sub.add_argument(
        "--digits", type=_whole, default=4, metavar="N", help="digits to which both ends agree, 12 at most; default: 4"
    )
    sub.add_argument("--max-steps", type=_whole, default=10_000, metavar="N", help="halvings at most; default: 10000")
    sub.add_argument("--tail-mu", metavar="MU", help="what you know: beyond EPS the profile is below that of this Gaussian mu")
    sub.add_argument(
        "--refine", action="store_true", help="the best profile that the guarantees (or points of the profile) imply"
    )
    sub.add_argument("--plot", nargs="?", const="", metavar="FILE", help="draw profile, transform and staircases (.png or .svg)")


def table_options(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("quantity", metavar="QUANTITY", help="a quantity such as gaussian.delta; see dplemma list --quantities")
    sub.add_argument("inputs", nargs="*", default=[], metavar="name=GRID", help="a,b,c or start:stop:count[:log], one each")
    sub.add_argument("--digits", type=_whole, default=20, metavar="N", help="significant digits; default: 20")
    sub.add_argument("--at-doubles", action="store_true", help="round inputs to doubles, evaluate there, write hex and decimal")
    sub.add_argument("--format", metavar="FORMAT", help="csv, json, npz, c (a header) or rust; default: by FILE, else csv")
    sub.add_argument("--jobs", type=_whole, metavar="N", help="processes; default: one per processor")
    sub.add_argument("--out", metavar="FILE", help="write to FILE.csv, .json, .npz, .h or .rs instead of printing CSV")
    _cluster_option(sub)


def check_options(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("file", metavar="FILE.py", help="a Python file with claims at module level; it is imported, that is, run")
    sub.add_argument(
        "--plot", nargs="?", const="", metavar="PATH",
        help="draw the slack of each inequality to PATH.png or PATH.svg; default: a file named after the claim",
    )  # fmt: skip
    sub.add_argument(
        "--sharpen", action="store_true",
        help="look for the best constants of a claim that holds, and for the region or constant for which a refuted one does",
    )  # fmt: skip
    _limit_option(sub)
    sub.add_argument("--certificates", metavar="DIR", help="write a certificate of each verdict to DIR")
    _cache_option(sub)


def replay_options(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("files", nargs="+", metavar="FILE", help="certificates written by verify or check --certificates")
    sub.add_argument(
        "--claims", metavar="FILE.py", help="compare with the claims of this file as well; it is imported, that is, run"
    )
    sub.add_argument("--rocq", metavar="OUT.v", help="write the one certificate as a file that Rocq checks on its own")
    sub.add_argument(
        "--checker",
        metavar="DIR",
        help="write the part of the kernel that the verdicts rest on as a program of its own, to be read",
    )


def derive_options(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("name", nargs="?", metavar="ID", help="a derivation, or a claim that has one; see --list")
    sub.add_argument("--list", action="store_true", help="the derivations there are, without checking them")
    sub.add_argument(
        "--graph", nargs="?", const="", metavar="FILE", help="which uses which; to FILE.dot or FILE.svg if one is given"
    )
    sub.add_argument("--printed", action="store_true", help="beside the proof that a paper prints, with its first false line")
    form = sub.add_mutually_exclusive_group()
    form.add_argument("--latex", action="store_true", help="LaTeX: aligned, broken to the page, prose with formulas in it")
    form.add_argument("--html", action="store_true", help="a page of HTML that fetches nothing: formulas in MathML")
    form.add_argument("--slides", action="store_true", help="a Beamer document, one step a slide")
    form.add_argument("--ascii", action="store_true", help="plain letters in the terminal instead of Unicode mathematics")
    sub.add_argument("--standalone", action="store_true", help="with --latex: a whole document")
    sub.add_argument("--conditions", action="store_true", help="every side condition of every step with its verdict")


def figure_options(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("names", nargs="*", metavar="PAPER/FIGURE", help="figures, e.g. glrt/figure-1; '*' stands for anything")
    sub.add_argument("--list", action="store_true", help="the figures there are; draws nothing")
    sub.add_argument("--out", default=".", metavar="PATH",
                     help="FILE.png, FILE.svg or FILE.csv, or a folder for all three; default: this folder")  # fmt: skip


def cancel_options(sub: argparse.ArgumentParser) -> None:
    sub.add_argument(
        "target", nargs="?", metavar="TARGET", help="a quantity, or MODULE:FUNCTION or FILE.py:FUNCTION, which is imported"
    )
    sub.add_argument("inputs", nargs="*", default=[], metavar="name=value", help="a point; without one the range is searched")
    sub.add_argument("--as", dest="as_quantity", metavar="QUANTITY", help="the quantity a function is meant to compute")
    sub.add_argument("--range", action="append", metavar="name=lo:hi", help="search here; default: the ordinary range")
    sub.add_argument("--points", type=_whole, default=400, metavar="N", help="seeded points of a search; default: 400")
    sub.add_argument("--seed", type=int, default=0, metavar="N", help="seed of the search; default: 0")
    sub.add_argument("--plot", nargs="?", const="", metavar="PATH", help="draw the bits of error to PATH.png or PATH.svg")
    sub.add_argument("--fpcore", action="store_true", help="print the forms as FPCore, for Herbie")
    sub.add_argument("--detector", action="store_true", help="predicted against measured bits over all coded forms")


def audit_options(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("target", metavar="MODULE:FUNCTION", help="or FILE.py:FUNCTION; it is imported, that is, run")
    sub.add_argument("--as", dest="as_quantity", required=True, metavar="QUANTITY", help="what it is meant to compute")
    sub.add_argument("--promise", choices=("exact", "upper", "lower", "estimate"), default="exact", metavar="P",
                     help="exact, upper, lower or estimate: what the function promises; default: exact")  # fmt: skip
    roles = ("guarantee", "tradeoff", "calibration", "calibration-lower", "calibration-upper", "neutral")
    sub.add_argument("--role", choices=roles, metavar="R",
                     help="which side is unsafe, " + ", ".join(roles) + "; default: the quantity's own")  # fmt: skip
    sub.add_argument("--arg", action="append", metavar="name=formula", help="how to pass a parameter, e.g. sigma=1/mu")
    sub.add_argument("--range", action="append", metavar="name=lo:hi", help="where to look; default: the ordinary range")
    sub.add_argument("--rtol", type=_tolerance, metavar="R", help="relative tolerance; default: 1e-9, of an estimate 0.01")
    sub.add_argument("--atol", type=_size, metavar="A",
                     help="absolute tolerance: what is nearer passes; default: 2.2e-308, the least normal double")  # fmt: skip
    sub.add_argument("--examples", type=_whole, default=1000, metavar="N", help="calls at most; default: 1000")
    sub.add_argument("--limit", type=seconds, default=2.0, metavar="S", help="seconds a call may take; default: 2")
    sub.add_argument("--seed", type=int, default=0, metavar="N", help="seed of the search; default: 0")
    sub.add_argument("--report", metavar="FILE", help="write a Markdown report fit for a bug report, and its picture beside it")
    sub.add_argument("--plot", nargs="?", const="", metavar="FILE", help="draw the error over two parameters (.png or .svg)")
    sub.add_argument("--at", action="append", metavar="name=value", help="where another parameter stands in the picture")


def dpsgd_options(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("--noise-multiplier", metavar="S", help="standard deviation of the noise over the clipping norm")
    sub.add_argument("--sample-rate", metavar="Q", help="probability that a record is in a batch")
    sub.add_argument("--steps", metavar="T", help="number of noisy steps")
    sub.add_argument("--dataset-size", metavar="N", help="records, instead of a sample rate, with --batch-size")
    sub.add_argument("--batch-size", metavar="B", help="expected size of a batch")
    sub.add_argument("--epochs", metavar="E", help="passes over the data, instead of steps")
    sub.add_argument("--accumulation", metavar="K", help="micro-batches of size B that make one noisy step")
    sub.add_argument("--delta", metavar="D", help="ask for eps at this delta")
    sub.add_argument("--eps", metavar="E", help="ask for delta at this eps")
    sub.add_argument("--target-eps", metavar="E", help="solve for the one of S, Q, T that is left out, with --delta")
    sub.add_argument("--target-mu", metavar="M", help="the same for mu-GDP on the head up to the eps that it has at delta")
    sub.add_argument("--target-tpr", metavar="R", help="the same for a true positive rate at the false positive rate --fpr")
    sub.add_argument("--fpr", metavar="F", help="a false positive rate at which the true positive rate is wanted, too")
    _account_shared_options(sub)
    sub.add_argument("--compare", action="store_true", help="run the accountants that are installed (make peers) beside it")
    sub.add_argument("--adjacency", default="add-remove", metavar="A", help="add-remove (default); replace-one is refused")
    sub.add_argument("--sampling", default="poisson", metavar="S", help="poisson (default); fixed-size and shuffle are refused")


def account_options(sub: argparse.ArgumentParser) -> None:
    sub.add_argument(
        "files", nargs="+", metavar="FILE.toml", help="delta or eps, adjacency, and a [[mechanism]] table for each kind"
    )
    _account_shared_options(sub)
    sub.add_argument("--jobs", type=_whole, metavar="N", help="processes for several files; default: one per processor")
    _cluster_option(sub)


def _account_shared_options(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("--width", type=_width, default=1e-6, metavar="W",
                     help="relative width of the answer, absolute below 1e-3; default: 1e-6")  # fmt: skip
    sub.add_argument("--table", metavar="FILE.csv", help="write the profile and the ROC as certified lower and upper tables")
    sub.add_argument("--plot", nargs="?", const="", metavar="PATH", help="draw them to PATH.png or PATH.svg")


def oracle_options(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("--digits", type=_whole, default=20, metavar="N", help="digits where a request does not say; default: 20")
    sub.add_argument("--floats", action="store_true", help="only the doubles, unless a request asks for digits: faster")
    sub.add_argument("--unordered", action="store_true",
                     help="answer as soon as an answer is there, not in the order of requests: by id")  # fmt: skip
    sub.add_argument("--jobs", type=_whole, metavar="N", help="processes for requests that wait; default: one per processor")


def peers_options(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("names", nargs="*", metavar="NAME", help="libraries, e.g. opacus; default: all that are installed")
    sub.add_argument("--range", choices=("ordinary", "hard"), default="ordinary", help="where to look; default: ordinary")
    sub.add_argument("--examples", type=_whole, default=200, metavar="N", help="points for each call; default: 200")
    sub.add_argument("--seed", type=int, default=0, metavar="N", help="seed of the sample and the search; default: 0")
    _limit_option(sub)
    sub.add_argument("--list", action="store_true", help="the libraries and what is audited of them; computes nothing")
    sub.add_argument("--markdown", action="store_true", help="the table as Markdown")
    _cluster_option(sub)


def atlas_options(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("globs", nargs="*", metavar="GLOB", help="claims to show, '*' crosses '/'; default: all")
    sub.add_argument("--out", metavar="DIR", help="the folder to write to: a new or empty one, or one with an earlier site")
    sub.add_argument("--serve", action="store_true", help="serve it to this machine, so that its pages compute values")
    sub.add_argument("--port", type=_port, metavar="N", help="the port of --serve; default: one that is free")
    sub.add_argument("--certificates", metavar="DIR", help="offer the certificates that verify --certificates DIR wrote")
    sub.add_argument("--no-pictures", action="store_true", help="without plots, pictures of slack and figures of papers: faster")
    sub.add_argument("--no-interpreter", action="store_true", help="without the interpreter that computes values: 20 MB less")


def completion_options(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("shell", choices=("bash", "zsh", "fish"), metavar="SHELL", help="bash, zsh or fish")


def _limit_option(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("--limit", type=seconds, dest="max_seconds", default=argparse.SUPPRESS, metavar="SECONDS",
                     action=OneSpelling, help="the same as --max-seconds")  # fmt: skip


class OneSpelling(argparse.Action):
    """An option with two names: given by both, it is refused, even if they agree."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option_string: str | None = None
    ) -> None:
        name = f"{self.dest}_spelled"
        before = getattr(namespace, name, option_string)
        if before != option_string:
            parser.error(f"{before} and {option_string} are the same: give one of them")
        setattr(namespace, name, option_string)
        setattr(namespace, self.dest, values)


def seconds(text: str) -> float:
    return _number(text, 0.001, MOST_SECONDS)


def _size(text: str) -> float:
    return _number(text, 0, sys.float_info.max)


def _tolerance(text: str) -> float:
    return _number(text, 0, 1 - 2**-53)  # with 1 everything would pass


def _width(text: str) -> float:
    return _number(text, 1e-40, 0.1)


def _number(text: str, low: float, high: float) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not low <= value <= high:
        raise argparse.ArgumentTypeError(f"must be a number from {low:.9g} to {high:.9g}, got {clipped(text)!r}")
    return value


def _whole(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not text.strip("0"):
        raise argparse.ArgumentTypeError(f"must be a whole number >= 1, got {clipped(text)!r}")
    return int(text) if len(text) < 1000 else 10**1000  # far beyond every limit, which the command states


def _port(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 1 <= int(text[:6]) <= 65535:
        raise argparse.ArgumentTypeError(f"must be a port from 1 to 65535, got {clipped(text)!r}")
    return int(text)
