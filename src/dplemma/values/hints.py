"""What to write instead: lines for inputs that are clear to a reader and not to the grammar. Loaded after a mistake only.

Main definitions: `number_hint`, `parameter_hint`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from flint import arb, ctx

from dplemma.lang.parameters import FOR_MU

_DIGITS, _BITS = 20, 160
_PLAIN = r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?"
_POWER = re.compile(r"([+-]?\d+)\^\(?([+-]?\d+)\)?", re.ASCII)
_TIMES = "[*x\N{MULTIPLICATION SIGN}]"
_SCALED = re.compile(rf"({_PLAIN})\s*{_TIMES}\s*10\s*(?:\^|\*\*)\s*\(?([+-]?\d{{1,4}})\)?", re.ASCII)
_PERCENT = re.compile(rf"({_PLAIN})\s*%", re.ASCII)
_COMMA = re.compile(r"([+-]?\d*),(\d+(?:[eE][+-]?\d+)?)", re.ASCII)
_THOUSANDS = re.compile(r"[+-]?[1-9]\d{0,2}(?:,\d{3})+", re.ASCII)
_GROUPED = re.compile(r"[+-]?\d{1,3}(?:[_' ]\d{3})+(?:\.\d*)?", re.ASCII)
_CALL = re.compile(rf"([+-]?)(?:math\.|np\.|numpy\.)?(log|ln|exp|sqrt)\(({_PLAIN})\)", re.ASCII)
_CONSTANTS = {"pi": arb.pi, "e": arb.const_e}
_FUNCTIONS: dict[str, Callable[[arb], arb]] = {"log": arb.log, "ln": arb.log, "exp": arb.exp, "sqrt": arb.sqrt}

_SIGMA = "the standard deviation of the noise is called sigma: write sigma={0} (and sensitivity=..., else 1)"
_WORDS = {
    "std": _SIGMA, "stddev": _SIGMA, "std_dev": _SIGMA, "sd": _SIGMA, "noise": _SIGMA, "noise_std": _SIGMA,
    "scale": _SIGMA + " if this is Gaussian noise",
    "noise_scale": _SIGMA + " if this is Gaussian noise", "b": _SIGMA + " if this is Gaussian noise",
    "variance": "the noise is given by its standard deviation: write sigma=, the root of the variance",
    "var": "the noise is given by its standard deviation: write sigma=, the root of the variance",
}  # fmt: skip
_GREEK = {
    "ε": "eps", "ϵ": "eps", "δ": "delta", "μ": "mu", "\N{MICRO SIGN}": "mu", "ψ": "mu", "σ": "sigma", "ρ": "rho", "β": "beta",
    "ε0": "eps0", "ε₀": "eps0",
}  # fmt: skip
_LAPLACE = "Laplace noise is given by eps0 = sensitivity/scale: write eps0={1} for scale={0} at sensitivity 1"


def number_hint(text: str) -> str:
    """How a text that is no number in our grammar is written in it; nothing where nobody can tell."""
    said = text.strip()
    if power := _POWER.fullmatch(said):
        return f"a power is written {power[1]}**{power[2]}" + (f" or 1e{int(power[2])}" if power[1] == "10" else "")
    if scaled := _SCALED.fullmatch(said):
        return f"write {scaled[1]}e{int(scaled[2])}"
    if percent := _PERCENT.fullmatch(said):
        return f"a percentage is written as a fraction: {percent[1]}/100"
    if _THOUSANDS.fullmatch(said):
        meant = f" or {said.replace(',', '.')}" if said.count(",") == 1 else ""
        return f"digits are not grouped, and decimals have a point: {said.replace(',', '')}{meant}"
    if comma := _COMMA.fullmatch(said):
        return f"decimals have a point: {comma[1] or '0'}.{comma[2]}"
    if _GROUPED.fullmatch(said):
        return f"digits are not grouped: {re.sub(r'[_, ' + chr(39) + ']', '', said)}"
    return _decimals_of(said)


def _decimals_of(said: str) -> str:
    """`log(2)`: nothing is evaluated, so here are its digits."""
    with ctx.workprec(_BITS):
        if call := _CALL.fullmatch(said):
            ball = _FUNCTIONS[call[2]](arb(call[3])) * (-1 if call[1] == "-" else 1)
        elif said.lower() in _CONSTANTS:
            ball = _CONSTANTS[said.lower()]()
        else:
            return ""
        digits = ball.str(_DIGITS, radius=False)
    usable = ball.is_finite() and digits.strip("+-")[:1].isdigit()
    return f"formulas are not evaluated; to {_DIGITS} digits it is {digits}" if usable else ""


def parameter_hint(name: str, value: object, names: Sequence[str]) -> str:
    """What a common name for the noise, or a Greek letter, is called here; nothing for a name that means nothing."""
    word = name.lower()
    if _GREEK.get(word) in (*names, *(FOR_MU if "mu" in names else ())):
        return f"names are in plain letters: write {_GREEK[word]}={value}"
    if word not in _WORDS:
        return ""
    shown = str(value)
    if "mu" in names or "sigma" in names:
        return _WORDS[word].format(shown)
    return _LAPLACE.format(shown, _reciprocal(shown)) if "eps0" in names else ""


def _reciprocal(shown: str) -> str:
    return f"1/{shown}" if re.fullmatch(r"\d+(\.\d+)?", shown) else "1/scale"
