"""A small world for the command line: seven claims of three papers, two quantities, and a ledger in a scratch folder.

The registry and the engines are replaced by fakes with the same interface, so these tests say nothing about
mathematics: they say what is printed, compared, written and returned.
"""

from __future__ import annotations

import hashlib
import sys
from dataclasses import dataclass, field, replace
from io import StringIO
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from dplemma.cli import main
from dplemma.ledger import store as ledger
from dplemma.ledger.record import Record
from dplemma.ledger.verdict import Counterexample, Verdict


class Terminal(StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@dataclass(frozen=True, kw_only=True)
class FakeClaim:
    id: str
    where: str = "Lemma 1"
    kind: str = "identity"
    states: str = ""
    formula: str = "x = x"
    tier: str = "core"
    reading: str = ""
    why: str = ""
    harm: str = ""
    class_: str = ""
    assumes: tuple[str, ...] = ()
    not_formalised: str = ""
    amend: FakeClaim | None = None
    sharpen: FakeClaim | None = None
    as_extracted: FakeClaim | None = None
    amends: str = ""
    printed: tuple[str, ...] = ()
    variables: tuple[str, ...] = ("eps", "mu")

    @property
    def paper(self) -> str:
        return self.id.split("/")[0]

    @property
    def place(self) -> str:
        return f"papers/{self.paper}/topic.py:41"

    def family(self) -> tuple[FakeClaim, ...]:
        return (self, *(form for form in (self.amend, self.sharpen, self.as_extracted) if form))

    def latex(self) -> str:
        return "" if self.not_formalised else self.formula.replace("<=", r"\leq")

    def text(self) -> str:
        return "" if self.not_formalised else self.formula

    def expanded(self) -> FakeClaim:
        return replace(self, formula=self.formula.replace("mu", "Root(x_mu)"))

    def digest(self) -> str:
        return hashlib.sha256(self.formula.encode()).hexdigest()[:16]

    def symbols(self) -> list[str]:
        return list(self.variables)

    def numbers(self) -> list[str]:
        return list(self.printed)


@dataclass(frozen=True, kw_only=True)
class FakePaper:
    key: str
    title: str
    authors: tuple[str, ...]
    year: int
    doi: str = ""
    arxiv: str = ""
    venue: str = ""
    items: dict[str, int] = field(default_factory=dict)
    collection: bool = False

    @property
    def url(self) -> str:
        return f"https://doi.org/{self.doi}"

    def bibtex(self) -> str:
        return f"@article{{{self.key},\n  title = {{{self.title}}}\n}}"


@dataclass(frozen=True, kw_only=True)
class FakeQuantity:
    name: str
    params: dict[str, str]
    role: str = "guarantee"
    status: str = "exact"
    summary: str = ""
    formula: str = ""
    unsafe: str = "too small is unsafe"
    note: str = ""
    aliases: dict[str, str] = field(default_factory=dict)
    example: dict[str, str] = field(default_factory=dict)
    needs: str = ""
    also: tuple[str, ...] = ()
    defaults: dict[str, int] = field(default_factory=dict)


SLOPE, AUC = "sensitivity_index/lemma-4/slope", "sensitivity_index/theorem-2/auc"
UPPER, TABLE = "gdp_bridge/theorem-4-2/upper", "gdp_bridge/table-1/mu-row-2"
ORDERING, REMARK, TAIL = "glrt/prop-3/ordering", "glrt/section-5/remark", "glrt/eq-9/tail"


def build_claims() -> dict[str, FakeClaim]:
    amended = FakeClaim(
        id=f"{UPPER}/amended",
        where="Theorem 4.2",
        kind="inequality",
        states="The rate is bounded by sqrt(2 pi).",
        formula="d mu/d eps <= sqrt(2*pi), for eps in [0, oo), delta in (0, 1)",
        amends=UPPER,
    )
    sharpened = FakeClaim(id=f"{TABLE}/sharpened", where="Table 1", kind="number", formula="mu in [5.281, 5.282]")
    claims = [
        FakeClaim(id=SLOPE, where="Lemma 4", states="R'(t) at t = e^eps equals Phi(psi/2 - eps/psi).", formula="R = Phi"),
        FakeClaim(
            id=AUC,
            where="Theorem 2, eq. 7",
            states="The Rényi attacker's AUC is Phi(psi/sqrt(2)), and no test does better.",
            formula="AUC = Phi(psi/sqrt(2))",
            reading="AUC is taken over all tests.",
            variables=("psi",),
        ),
        FakeClaim(
            id=UPPER,
            where="Theorem 4.2 (right)",
            kind="inequality",
            states="d mu_GDP(eps,delta)/d eps <= sqrt(2)*pi/2.",
            formula="d mu/d eps <= sqrt(2)*pi/2, for eps in [0, oo), delta in (0, 1)",
            why="The factor pi belongs under the root.",
            harm="unsafe",
            amend=amended,
        ),
        amended,
        FakeClaim(
            id=TABLE,
            where="Table 1, row 2",
            kind="number",
            states="At delta = 10^-5 the table prints mu = 5.28.",
            formula="mu = 5.28",
            printed=("5.28", "1/100000"),
            sharpen=sharpened,
        ),
        sharpened,
        FakeClaim(
            id=ORDERING,
            where="Proposition 3",
            kind="ordering",
            states="If M is (eps, delta)-DP for one eps then the GLRT is *never* weaker than f_mu.",
            formula="T(P, Q) >= f_mu",
            why="One event does not bound the others.",
            harm="wording",
        ),
        FakeClaim(
            id=REMARK,
            where="Section 5",
            tier="prose",
            states="Practitioners prefer small eps.",
            not_formalised="a remark on people, not on mathematics",
        ),
        FakeClaim(id=TAIL, where="eq. 9", kind="limit", tier="prose", states="The tail vanishes.", formula="lim = 0"),
    ]
    return {claim.id: claim for claim in claims}


def build_verdicts() -> dict[str, Verdict]:
    point = {"eps": "1", "delta": "1/10"}
    return {
        SLOPE: Verdict(verdict="proved", engine="symbolic", form="expand", won=("expand",), witness=point, seconds=0.12345),
        AUC: Verdict(verdict="proved", engine="derivation", assumes=("neyman-pearson",), second_opinion="mpmath"),
        UPPER: Verdict(
            verdict="refuted",
            engine="balls",
            bits=128,
            witness=point,
            counterexample=Counterexample(
                kind="relation", point=point, lhs="2.41234567890123456789012345678901e0", rhs="2.2214414690791831"
            ),
            seconds=1.5,
            versions={"python-flint": "0.9"},
        ),
        f"{UPPER}/amended": Verdict(verdict="certified", engine="balls", bits=256, seconds=12.0),
        TABLE: Verdict(verdict="confirmed", engine="printed", digits=30, points=64, bits=192, second_opinion="none"),
        f"{TABLE}/sharpened": Verdict(verdict="certified", engine="balls"),
        ORDERING: Verdict(
            verdict="refuted",
            engine="finite",
            counterexample=Counterexample(
                kind="mechanism",
                mechanism={"P": ["1/2", "1/4", "1/4"], "Q": ["1/4", "1/4", "1/2"]},
                note="the event {1} is told apart better than f_mu allows",
            ),
        ),
        REMARK: Verdict(verdict="not_formalised", engine=""),
        TAIL: Verdict(verdict="undecided", engine="limit", remark="a bound on the tail from x = 40 on would settle it"),
    }


def build_papers() -> dict[str, FakePaper]:
    papers = [
        FakePaper(
            key="sensitivity_index",
            title="The sensitivity index",
            authors=("Ada Byron", "Carl Gauß"),
            year=2021,
            doi="10.1000/xyz.123",
            items={"core": 4},
        ),
        FakePaper(
            key="gdp_bridge",
            title="A bridge to Gaussian privacy",
            authors=("Emmy Noether",),
            year=2022,
            arxiv="2201.01234",
        ),
        FakePaper(
            key="glrt",
            title="Likelihood ratios",
            authors=("A", "B", "C", "D"),
            year=2023,
            arxiv="2301.00001",
            items={"core": 4, "prose": 3},
        ),
    ]
    return {paper.key: paper for paper in papers}


def build_quantities() -> dict[str, FakeQuantity]:
    quantities = [
        FakeQuantity(
            name="gaussian.delta",
            params={"eps": "[0, oo)", "mu": "(0, oo)"},
            summary="Smallest delta of the Gaussian mechanism.",
            formula="Phi(mu/2 - eps/mu) - exp(eps)*Phi(-mu/2 - eps/mu)",
            aliases={"epsilon": "eps", "psi": "mu", "x": "fpr"},
            example={"eps": "1", "mu": "1"},
        ),
        FakeQuantity(
            name="glrt.roc",
            params={"fpr": "(0, 1)", "d": "integers in [1, 64]", "mu": "(0, oo)"},
            status="restricted-adversary",
            summary="Power of the likelihood ratio attacker.",
            note="Assumes an attacker who knows no direction.",
        ),
    ]
    return {quantity.name: quantity for quantity in quantities}


class World:
    """What the fakes answer; tests change it before they call `run`."""

    def __init__(self, ledger_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.claims = build_claims()
        self.verdicts = build_verdicts()
        self.papers = build_papers()
        self.quantities = build_quantities()
        self.raises: dict[str, Exception] = {}
        self.hints: dict[str, frozenset[str]] = {}
        self.efforts: dict[str, str] = {}
        self.ledger_file = ledger_file
        self._capsys = capsys

    def decide(self, claim: Any, hint: frozenset[str] = frozenset(), effort: str = "usual") -> Verdict:
        self.hints[claim.id], self.efforts[claim.id] = hint, effort
        if claim.id in self.raises:
            raise self.raises[claim.id]
        return self.verdicts[claim.id]

    def records(self) -> dict[str, Record]:
        return ledger.link({key: Record.of(claim, self.verdicts[key]) for key, claim in self.claims.items()})

    def run(self, *argv: str) -> tuple[int, str, str]:
        """Exit code, stdout and stderr of one command."""
        code = main(list(argv))
        captured = self._capsys.readouterr()
        return code, captured.out, captured.err


@pytest.fixture
def bare_world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> World:
    """The fakes without a ledger."""
    world = World(tmp_path / "ledger.jsonl", capsys)
    monkeypatch.setenv("DPLEMMA_LEDGER", str(world.ledger_file))
    fakes = {
        "dplemma.papers": {"load_claims": lambda: world.claims, "papers": lambda: world.papers},
        "dplemma.formulas": dict.fromkeys(("quantities", "every_quantity"), lambda: world.quantities),
        "dplemma.decide.decide": {"decide_claim": world.decide},
    }
    for name, functions in fakes.items():
        module = ModuleType(name)
        vars(module).update(functions)
        monkeypatch.setitem(sys.modules, name, module)
    return world


@pytest.fixture
def world(bare_world: World) -> World:
    """The fakes with a ledger that agrees with them."""
    ledger.write(bare_world.records(), bare_world.ledger_file)
    return bare_world
