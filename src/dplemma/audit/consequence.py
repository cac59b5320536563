"""What a wrong number means for privacy: "this sigma gives delta = 9.4e-9, asked 1e-9".

Main definition: `consequence`.

Whoever uses a number that a function returned gets another guarantee than the one asked for. Where a quantity has an inverse
among the others, that guarantee is certified by the inverse at the very number returned; elsewhere the certified value is set
beside it. `MEANINGS` has one line a quantity.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from flint import arb

from dplemma.audit.judge import Judged, certified_in_time
from dplemma.base.errors import DplemmaError
from dplemma.base.sides import Side
from dplemma.values.evaluator import evaluator
from dplemma.values.rounding import decimal_of

GOT, ONE_OVER_GOT, NONE = "the number returned", "one over it", "zero"
_FEWEST, _MOST = 3, 17


@dataclass(frozen=True)
class Meaning:
    """The inverse: a quantity, where its parameters come from (ours by name, else the same name), and what was asked for."""

    inverse: str
    inputs: Mapping[str, str]
    asked: str
    words: str


def _gives(name: str, inverse: str, inputs: Mapping[str, str], asked: str) -> Meaning:
    """Of a calibration: the guarantee that the chosen number gives."""
    return Meaning(inverse, inputs, asked, f"this {name} gives {asked} = {{found}}, asked {{asked}}")


def _at(name: str, inverse: str, asked: str, **inputs: str) -> Meaning:
    """Of a reported guarantee: what really belongs to the number reported."""
    return Meaning(inverse, {name: GOT, **inputs}, asked, f"at this {name} the true {asked} is {{found}}, asked {{asked}}")


MEANINGS: dict[str, Meaning] = {
    "gaussian.sigma": _gives("sigma", "gaussian.delta", {"mu": ONE_OVER_GOT}, "delta"),
    "gaussian.mu": _gives("mu", "gaussian.delta", {"mu": GOT}, "delta"),
    "gaussian.mu_for_auc": _gives("mu", "gaussian.auc", {"mu": GOT}, "auc"),
    "gaussian.mu_for_tv": _gives("mu", "gaussian.tv", {"mu": GOT}, "tv"),
    "laplace.epsilon_for_fbeta": Meaning(
        "laplace.fbeta",
        {"eps0": GOT, "corr_prior": NONE, "corr_record": NONE, "corr_time": NONE},
        "f",
        "this eps allows an F_beta score of {found}, asked at most {asked}",
    ),
    "gaussian.epsilon": _at("eps", "gaussian.delta", "delta"),
    "laplace.epsilon": _at("eps", "laplace.delta", "delta"),
    "pure.epsilon": _at("eps", "pure.delta", "delta"),
    "pure.composed_epsilon": _at("eps", "pure.composed_delta", "delta"),
    "glrt.epsilon": _at("eps", "glrt.delta", "delta"),
    "zcdp.epsilon": _at("eps", "zcdp.delta", "delta"),
    "gaussian.delta": _at("delta", "gaussian.epsilon", "eps"),
    "laplace.delta": _at("delta", "laplace.epsilon", "eps"),
    "pure.delta": _at("delta", "pure.epsilon", "eps"),
    "pure.composed_delta": _at("delta", "pure.composed_epsilon", "eps"),
    "glrt.delta": _at("delta", "glrt.epsilon", "eps"),
    "zcdp.delta": _at("delta", "zcdp.epsilon", "eps"),
}
_NOUNS = {
    "auc": "area under the ROC curve",
    "roc": "true positive rate",
    "roc_reversed": "true positive rate",
    "tradeoff": "false negative rate",
    "tv": "advantage of the best adversary",
    "fbeta": "F_beta score of the best adversary",
}


def consequence(quantity: str, judged: Judged, unsafe_side: Side) -> str:
    """One sentence about a number that fails; nothing about what is no number."""
    if not judged.failed or not math.isfinite(judged.got):
        return ""
    said = _by_the_inverse(quantity, judged) or _beside_the_truth(quantity, judged)
    if judged.unsafe:
        return f"{said}: more privacy is promised than there is"
    return said if unsafe_side is Side.NEITHER else f"{said}: an error on the safe side"


def _by_the_inverse(quantity: str, judged: Judged) -> str:
    """What the inverse certifies, or nothing where the number returned is outside its domain."""
    meaning = MEANINGS.get(quantity)
    if meaning is None:
        return ""
    ready, got = evaluator(meaning.inverse), Fraction(judged.got)
    known = {**judged.inputs, GOT: got, ONE_OVER_GOT: 1 / got if got else got, NONE: Fraction(0)}
    try:
        found = certified_in_time(ready, {name: known[meaning.inputs.get(name, name)] for name in ready.names})
    except DplemmaError:
        return ""
    return _worded(meaning.words, found, float(judged.inputs[meaning.asked]))


def _beside_the_truth(quantity: str, judged: Judged) -> str:
    noun = _NOUNS.get(quantity.partition(".")[2], quantity)
    truth = certified_in_time(evaluator(quantity), judged.inputs)
    return _worded(f"the true {noun} is {{found}}, returned {{asked}}", truth, judged.got)


def _worded(words: str, found: arb, asked: float) -> str:
    """Both numbers in as many digits as it takes to tell them apart."""
    text = other = ""
    for digits in range(_FEWEST, _MOST + 1):
        text, other = decimal_of(found, digits) or "", f"{asked:.{digits - 1}e}"
        if text and float(text) != float(other):
            break
    return words.format(found=short_number(text), asked=short_number(other))


def short_number(text: str) -> str:
    """A decimal without needless zeros: 1e-9 for 1.00e-09, 0.5 for 0.500."""
    number = Decimal(text).normalize()
    exponent = number.adjusted()
    if -4 <= exponent < _MOST:
        return f"{number:f}"
    mantissa = number.scaleb(-exponent)
    return f"{mantissa:f}e{exponent}"
