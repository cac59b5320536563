"""The words and signs that the pages use, each explained once.

Main definitions: `glossary_entries`, `notation_entries`.
"""

from __future__ import annotations

from dplemma.atlas.claim_entries import ENGINES
from dplemma.lang.latex_names import latex_name
from dplemma.lang.parameters import PARAMETERS
from dplemma.lang.quantity import STATUSES
from dplemma.report.pages.show import CLASS, HARM

_VERDICTS = {
    "proved": "The kernel accepted a proof without boxes, for the whole region. Settled.",
    "certified": "The kernel accepted a proof in which ball arithmetic decides every point of the region. Settled.",
    "confirmed": "Arb and mpmath agree to the asked digits at many points. Evidence, never counted as proof.",
    "measured": "Words without a number got the number that makes them precise. Neither pass nor finding.",
    "refuted": "A certified contrary fact: it stays false under every fair reading, or is true only under a condition that the "
    "paper does not state. Settled.",
    "undecided": "None of these. Never a pass.",
    "not_formalised": "An item that no engine could honestly decide, with the reason. It counts as nothing.",
}
_WORDS = {
    "claim": "One assertion of a paper, as printed, on a stated region.",
    "region": "An interval for each variable, and conditions on them: where the claim is said to hold.",
    "reading": "How a claim is understood where the text leaves doubt: the charitable binding, with its reason.",
    "slip": "A claim whose text, as a machine extracted it from the page, is false, but whose evident print is not. Both are "
    "decided; a slip is no finding.",
    "amendment": "The right statement of a refuted claim, decided by the same engines. Our statement, not the paper's.",
    "sharpened": "A true claim with its best constant.",
    "finding": "A refuted claim of a paper.",
    "witness": "A point certified to lie inside the region: no claim is true because its region is empty.",
    "counterexample": "A certified contrary fact: a point, two points, a limit, a finite mechanism, a trace.",
    "certificate": "A record of a verdict that the kernel can check again: boxes and bits, a counterexample, steps of a proof.",
    "kernel": "The small checker that accepts or rejects a proof object; nothing is proved, certified or refuted without it.",
    "ledger": "The committed memory of all verdicts; a difference fails the build until it is accepted.",
    "quantity": "A named function such as gaussian.delta(eps, mu), with its domain, role and the forms proved equal to it.",
    "trusted lemma": "A cited fact that no engine derives again. A verdict that rests on one says so: proved, assuming ...",
    "derivation": "A result from its definitions, step by step, each step decided by the kernel.",
    "law": "A relation between quantities that follows from proved claims, held against anybody's functions in tests.",
    "unsafe": "An error on the side that promises more privacy than there is.",
    "safe rounding": "The rounding that never lands on the unsafe side: a loss up, an error rate or a budget down.",
    "bits of error": "Of the 53 bits of a double, how many are wrong: 53 is all of them.",
    "ordinary range": "Where people use a quantity; the default range of tables, plots and audits.",
}
_SIGNS = {
    r"\Phi": "distribution function of the standard normal law",
    r"\varphi": "density of the standard normal law",
    r"Q": "1 minus the distribution function of the standard normal law",
    r"\Phi^{-1}": "quantile of the standard normal law",
    r"M": "Mills ratio, Q divided by the density",
    r"\log": "natural logarithm",
    r"\binom{k}{i}": "binomial coefficient",
}


def glossary_entries() -> list[dict[str, str]]:
    """Words with their meaning and the group they belong to."""
    groups = {
        "verdict": _VERDICTS, "word": _WORDS, "class of a finding": _after_colon(CLASS), "harm of a finding": _after_colon(HARM),
        "engine": ENGINES, "status of a quantity": {**STATUSES, "exact": "the value itself, no bound and no approximation"},
    }  # fmt: skip
    return [{"group": group, "word": word, "means": means} for group, words in groups.items() for word, means in words.items()]


def _after_colon(phrases: dict[str, str]) -> dict[str, str]:
    return {word: phrase.partition(": ")[2] for word, phrase in phrases.items()}


def notation_entries() -> list[dict[str, str]]:
    """Signs of the formulas, and the parameters by their canonical names."""
    signs = [{"sign": sign, "name": "", "means": means, "others": ""} for sign, means in _SIGNS.items()]
    parameters = [
        {"sign": latex_name(name), "name": name, "means": one.meaning, "others": ", ".join(one.aliases)}
        for name, one in PARAMETERS.items()
    ]
    return signs + parameters
