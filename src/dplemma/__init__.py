"""dplemma: a machine-checked formulary of differential privacy.

    from dplemma import Claim, Interval, Region, check
    dplemma.value("gaussian.delta", eps="1", mu="1", digits=50)
    dplemma.show("sensitivity_index/lemma-1")

Names are loaded on first use; `import dplemma` imports neither SymPy nor any engine.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from dplemma.base.version import VERSION

__version__ = VERSION
__all__ = [
    "Claim", "Conversion", "Interval", "Paper", "Printed", "Quantity", "Region", "Value", "Verdict", "check", "claim", "convert",
    "derive", "figure", "gdpt", "plot", "sharpen", "show", "value", "value_array",
]  # fmt: skip

_HOME = {
    "Claim": "dplemma.lang", "Conversion": "dplemma.values.convert", "Interval": "dplemma.lang", "Paper": "dplemma.lang",
    "Printed": "dplemma.lang", "Quantity": "dplemma.lang", "Region": "dplemma.lang", "Value": "dplemma.values.certified",
    "Verdict": "dplemma.ledger.verdict", "convert": "dplemma.values.convert", "show": "dplemma.report.pages.markdown",
    "value": "dplemma.values.certified", "value_array": "dplemma.values.bulk",
}  # fmt: skip

if TYPE_CHECKING:
    from dplemma.lang import Claim, Interval, Paper, Printed, Quantity, Region
    from dplemma.ledger.verdict import Verdict
    from dplemma.report.figures.draw import PaperPicture
    from dplemma.report.pages.derivation_html import DerivationReport
    from dplemma.report.pages.markdown import show
    from dplemma.report.pages.sharpness import SharpnessReport
    from dplemma.report.pictures.picture import ClaimPicture
    from dplemma.values import gdpt
    from dplemma.values.bulk import value_array
    from dplemma.values.certified import Value, value
    from dplemma.values.convert import Conversion, convert


def check(claim: Claim) -> Verdict:
    """Decide one claim with the engines that decide the papers."""
    from dplemma.decide.decide import decide_claim

    return decide_claim(_claim_only(claim, "check"))


def sharpen(claim: Claim) -> SharpnessReport:
    """The best constants of a claim that holds; of a refuted one, the greatest region or best constant for which it holds."""
    from dplemma.decide import mend as mending
    from dplemma.decide import sharpen as sharpening
    from dplemma.report.pages.sharpness import SharpnessReport

    verdict = check(_claim_only(claim, "sharpen"))
    return SharpnessReport(
        id=claim.id,
        verdict=verdict,
        constants=tuple(sharpening.sharpen(claim, verdict)),
        mended=tuple(mending.mend(claim, verdict)),
    )


def plot(claim: Claim, path: str | None = None) -> ClaimPicture:
    """The slack of an inequality over its region, with the counterexample or the witness marked; to a file if one is named."""
    from dplemma.base.errors import DplemmaError
    from dplemma.report.pictures.picture import ClaimPicture, need_matplotlib
    from dplemma.report.pictures.slack_plot import draw_slack

    need_matplotlib("plot")
    figure = draw_slack(_claim_only(claim, "plot"), check(claim))
    if isinstance(figure, str):
        raise DplemmaError(f"{claim.id} cannot be drawn: {figure}")
    picture = ClaimPicture(figure, claim.id)
    if path is not None:
        picture.save(path)
    return picture


def derive(name: str) -> DerivationReport:
    """A derivation by its id or that of its claim, every step decided now; a notebook shows it as a page."""
    from dplemma.report.derivation_named import checked_derivation
    from dplemma.report.pages.derivation_html import DerivationReport

    return DerivationReport(checked_derivation(name))


def figure(name: str) -> PaperPicture:
    """A figure of a paper, such as `glrt/figure-1`, redrawn from certified values with the verdicts of its claims."""
    from dplemma.report.figures.draw import paper_picture

    return paper_picture(name)


def _claim_only(claim: Claim, function: str) -> Claim:
    from dplemma.base.errors import BadClaim
    from dplemma.lang.claim import Claim as ClaimType

    if not isinstance(claim, ClaimType):
        raise BadClaim(f"{function}() takes a Claim, got {claim!r}. Of the papers: {function}(dplemma.claim('ID'))", "")
    return claim


def claim(identifier: str) -> Claim:
    """A claim of the papers by its id, to be looked at, changed or decided again; `show` tells what is known of it."""
    from dplemma.base.errors import unknown
    from dplemma.papers import load_claims

    known = load_claims()
    if identifier not in known:
        raise unknown("claim", identifier, known, hint="See: dplemma list")
    return known[identifier]


def __getattr__(name: str) -> Any:
    if name == "gdpt":
        return import_module("dplemma.values.gdpt")
    if name in _HOME:
        found = globals()[name] = getattr(import_module(_HOME[name]), name)
        return found
    raise AttributeError(f"dplemma has no {name!r}")
