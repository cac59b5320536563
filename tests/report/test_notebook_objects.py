"""In a notebook every object looks like mathematics; in a terminal its repr is one short line."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from types import ModuleType

import pytest

import dplemma
from dplemma import Claim, Interval, Region, gdpt
from dplemma.audit.hunt_errors import AuditReport
from dplemma.audit.judge import Judged
from dplemma.base.errors import BadClaim, DplemmaError
from dplemma.base.sides import Side
from dplemma.formulas import gaussian, quantities
from dplemma.lang import Rel, oo, variables
from dplemma.lang.latex_names import latex_number, latex_point
from dplemma.ledger.verdict import Counterexample

x, mu = variables("x mu")
POINT = Counterexample(kind="relation", point={"mu": "1/2", "eps": "1"}, lhs="0.8", rhs="7.5e-3", note="a <= b fails here")
FINITE = Counterexample(kind="mechanism", mechanism={"P": ["1/2", "1/2"], "Q": ["1", "0"]}, note="TV")
DOUBLE = Claim(
    id="mine/double", where="", kind="inequality", states="", lhs=2 * x, rel="<=", rhs=1, on=Region(x=Interval(0, 1))
)  # fmt: skip


def judged() -> Judged:
    inputs = {"eps": Fraction(10), "mu": Fraction(1, 2)}
    return Judged(0.0, 1e-89, 1.0, 64.0, Side.BELOW, inputs=inputs, failed=True, unsafe=True, loose=False)


def report() -> AuditReport:
    found = AuditReport(quantity="gaussian.delta", implementation="lib:f<x>", promise="exact", rtol=1e-9)
    found.add(judged())
    found.worst = judged()
    return found


SHOWN = {
    "interval": (Interval.open(0, "1/2"), r"$(0, \tfrac{1}{2})$"),
    "region": (Region(mu=Interval(0, oo), such_that=Rel(mu, "<", 2)), r"$\mu \in [0, \infty),\; \mu < 2$"),
    "point": (POINT, r"$\mu = \tfrac{1}{2},\; \varepsilon = 1: \quad 0.8 > 7.5 \cdot 10^{-3}$ (a <= b fails here)"),
    "mechanism": (FINITE, r"$P = (\tfrac{1}{2}, \tfrac{1}{2}),\; Q = (1, 0)$ (TV)"),
    "quantity": (gaussian.kl, r"$\mathrm{KL}(\mu) = \frac{\mu^{2}}{2}$"),
}


@pytest.mark.parametrize(("thing", "wanted"), SHOWN.values(), ids=SHOWN)
def test_it_is_set_as_mathematics(thing: object, wanted: str) -> None:
    latex = thing._repr_latex_()  # type: ignore[attr-defined]
    assert latex.split("=")[-1] == wanted.split("=")[-1] if thing is gaussian.kl else latex == wanted


def test_a_supremum_is_an_enclosure() -> None:
    found = gdpt.mu_sup("pure.delta", eps0="1", until="1", digits=2)
    assert found._repr_latex_().startswith(r"$\sup_{0 \leq \varepsilon \leq 1} \mu_G(\varepsilon, \delta(\varepsilon)) \in [")
    assert repr(found) == f"<Supremum {found}>"


def test_an_audit_is_a_table_with_its_words_escaped() -> None:
    html = report()._repr_html_()
    assert "<table>" in html and "lib:f&lt;x&gt;" in html
    assert "eps = 10, mu = 0.5: 0.0 instead of 1e-89, below" in html
    assert repr(report()) == "<AuditReport lib:f<x> as gaussian.delta: fails at 1 of 1 points, 1 unsafe>"


@pytest.mark.parametrize("thing", [thing for thing, _ in SHOWN.values()], ids=SHOWN)
def test_a_repr_is_one_short_line(thing: object) -> None:
    assert len(repr(thing)) <= 160 and "\n" not in repr(thing)
    assert repr(thing).startswith("<")


def test_every_quantity_has_a_formula() -> None:
    for quantity in quantities().values():
        latex = quantity._repr_latex_()
        assert latex.startswith("$") and latex.endswith("$") and " = " in latex
        assert len(repr(quantity)) <= 250


def test_numbers_and_points() -> None:
    assert latex_number("-1/3") == r"-\tfrac{1}{3}"
    assert latex_number("1e-5") == r"1 \cdot 10^{-5}"
    assert latex_number("a_b") == r"\text{a\_b}"
    assert latex_point({"eps_0": "2"}) == r"\varepsilon_{0} = 2"


# -- sharpen and plot -----------------------------------------------------------------------------------------------------


def test_sharpen_mends_what_is_refuted() -> None:
    found = dplemma.sharpen(DOUBLE)
    assert found.verdict.verdict == "refuted" and found.constants == ()
    assert {item.kind for item in found.mended} == {"region", "constant"}
    assert repr(found).splitlines()[0] == "mine/double: refuted (by refuter)"
    assert "it holds for x in [0, 0.5]; it fails at x = 0.501" in repr(found)
    assert found._repr_markdown_().startswith("**mine/double**: refuted")


def test_sharpen_finds_the_best_constant_of_what_holds() -> None:
    found = dplemma.sharpen(
        Claim(id="mine/loose", where="", kind="inequality", states="", lhs=x, rel="<=", rhs=2, on=Region(x=Interval(0, 1)))
    )
    assert found.mended == () and found.verdict.holds
    assert "constant 2 of the right side: the best is between" in repr(found)


def test_plot_gives_a_picture(tmp_path_factory: pytest.TempPathFactory) -> None:
    pytest.importorskip("matplotlib", reason="pictures need matplotlib")
    file = tmp_path_factory.mktemp("plot") / "slack.svg"
    picture = dplemma.plot(DOUBLE, str(file))
    assert picture._repr_png_().startswith(b"\x89PNG") and "<svg" in file.read_text(encoding="utf-8")
    assert repr(picture) == "<picture of the slack of mine/double>"


def test_an_identity_cannot_be_drawn() -> None:
    pytest.importorskip("matplotlib", reason="pictures need matplotlib")
    same = Claim(id="mine/same", where="", kind="identity", states="", lhs=x + x, rel="=", rhs=2 * x, on=Region(x=Interval(0, 1)))
    with pytest.raises(DplemmaError, match="mine/same cannot be drawn: "):
        dplemma.plot(same)


@pytest.mark.parametrize("name", ["check", "sharpen", "plot"])
def test_what_is_no_claim_is_refused(name: str) -> None:
    with pytest.raises(BadClaim, match=rf"^{name}\(\) takes a Claim, got 'auc'"):
        getattr(dplemma, name)("auc")


def test_rooms_do_not_shadow_functions() -> None:
    """Importing every room first leaves the names of the package what they are."""
    loaded = "import dplemma, dplemma.decide.sharpen, dplemma.report.pages.show, dplemma.values.certified, dplemma.lang.claim"
    names = "[n for n in dplemma.__all__ if n != 'gdpt' and not callable(getattr(dplemma, n))]"
    code = f"{loaded}; print({names})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
    assert not isinstance(dplemma.sharpen, ModuleType)
