"""Enclosures of quantities at a mechanism that is itself known by enclosures only, and their texts.

A tight pair, an area under the ROC curve or a square root of a sum makes mu or eps0 irrational. Every quantity of a card is
monotone in it, so its value lies between its values at exact rational ends (`enclose_monotone`). Directions are in `RISES`:
    gaussian.delta, .epsilon   rise: d delta/d mu = phi(eps/mu - mu/2) > 0, and delta falls with eps;
    .kl, .chernoff, .renyi, .auc, .tv, .roc rise and .tradeoff = 1 - roc falls: read off their formulas;
    .fbeta                     rises: (1 + b^2) R/(b^2 + R + x) rises with R at every x, and R = roc rises;
    .fbeta_fpr                 falls: at the best threshold z, (b^2 + Q(z))/phi(z) = M(z - mu) with the Mills ratio M, and there
                               the difference of the sides has derivative mu M > 0 in z and M' < 0 in mu: z rises, Q(z) falls;
    renyi.epsilon_best         rises: at every order it does;
    renyi.order_best           falls: the root s of (mu^2/2) s^2 + log(delta (1 + s)), which rises with s and with mu;
    glrt.roc, .delta           rise: the noncentral chi-square law is stochastically increasing in its noncentrality mu^2;
    laplace.*                  rise with eps0 but for .tradeoff: read off their formulas; .fbeta as above.
Main definitions: `enclose_monotone`, `certified_text`, `rational_text`, `RISES`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from flint import arb, fmpq

from dplemma.arb.precision import working_precision
from dplemma.base.errors import EngineDisagreement, OutOfBudget
from dplemma.values.certified import needed_bits
from dplemma.values.evaluator import Evaluator
from dplemma.values.exact import plain_text
from dplemma.values.rounding import decimal_of, rounded_end

RISES = {
    "gaussian.delta": True, "gaussian.epsilon": True, "gaussian.kl": True, "gaussian.chernoff": True, "gaussian.renyi": True,
    "gaussian.auc": True, "gaussian.tv": True, "gaussian.roc": True, "gaussian.tradeoff": False, "gaussian.fbeta": True,
    "gaussian.fbeta_fpr": False, "renyi.epsilon_best": True, "renyi.order_best": False, "glrt.roc": True, "glrt.delta": True,
}  # fmt: skip
"""Whether a quantity of the Gaussian card rises with mu or falls."""

RISES_WITH_EPS0 = {
    "laplace.delta": True, "laplace.epsilon": True, "laplace.mu": True, "laplace.renyi": True, "laplace.kl": True,
    "laplace.chernoff": True,
    "laplace.auc": True, "laplace.tv": True, "laplace.roc": True, "laplace.tradeoff": False, "laplace.fbeta": True,
}  # fmt: skip
"""The same for the Laplace card and eps0."""

_ROUNDS = 6
_FEWEST_BITS = 53  # a coarser ball costs as much and seldom decides a digit at the first try
_DEEPEST_DECIMAL = arb(2) ** -(3 * 10**9)  # below it the exponent alone is a number of ten digits and more


def certified_text(enclose: Callable[[int], arb], digits: int, mode: str = "nearest") -> tuple[str | None, arb]:
    """The number in the balls of `enclose(bits)` rounded to `digits` digits; None if it is too deep for a decimal.

    A number that stays half-way between two decimals for all balls is printed within one unit of the last place.
    """
    need = max(needed_bits(digits), _FEWEST_BITS)
    ball = enclose(need)
    if 0 < ball < _DEEPEST_DECIMAL:
        return None, ball
    for _ in range(_ROUNDS):
        text = decimal_of(ball, digits, mode)
        if text is not None:
            return text, ball
        need += need // 2 + 32
        ball = enclose(need)
    text = decimal_of(rounded_end(ball, mode), digits, mode)
    if text is None or ball.contains(0):
        raise OutOfBudget("the sign of the value is not certain")
    return text, ball


def rational_text(number: fmpq, digits: int, mode: str = "nearest") -> str:
    """An exact number as it is where that is a short decimal, else to `digits` digits."""
    text = plain_text(number)
    significant = text.partition("e")[0].replace(".", "").strip("-0")
    if "/" not in text and len(significant) <= digits:
        return text

    def enclose(need: int) -> arb:
        with working_precision(need + 8):
            return arb(number)

    return certified_text(enclose, digits, mode)[0] or text


def enclose_monotone(
    ready: Evaluator, at: Mapping[str, fmpq], ball_name: str, ball: Callable[[int], arb], *, rises: bool, need: int
) -> arb:
    """A ball with `need` relative bits that contains the quantity where the input `ball_name` is only known by enclosures.

    `ball(bits)` encloses that input to so many relative bits; the quantity must be monotone in it, upwards if `rises`. Then
    it lies between its values at the exact ends of the enclosure. Ends that contradict the direction are an error.
    """
    bits = need + 32
    for _ in range(2 * _ROUNDS):
        at_ends = [ready.enclose(_inputs(ready, at, ball_name, end), need + 8)[0] for end in _rational_ends(ball(bits), bits)]
        low, high = at_ends if rises else reversed(at_ends)
        if low > high:
            raise EngineDisagreement(f"{ready.quantity.name} does not {'rise' if rises else 'fall'} with {ball_name}")
        with working_precision(need + 64):
            hull = low.union(high)
        accuracy = hull.rel_accuracy_bits()
        if accuracy >= need:
            return hull
        bits = bits + need - accuracy + 8 if accuracy > 0 else 2 * bits
    raise OutOfBudget(f"{ready.quantity.name}: {int(need / 3.33)} digits were not reached with {ball_name} to {bits} bits")


def _inputs(ready: Evaluator, at: Mapping[str, fmpq], ball_name: str, end: fmpq) -> tuple[fmpq, ...]:
    return inputs_at(ready, {**at, ball_name: end})


def inputs_at(ready: Evaluator, at: Mapping[str, fmpq]) -> tuple[fmpq, ...]:
    """The inputs in the quantity's order, with its defaults for what is not among them."""
    defaults = ready.quantity.defaults
    return tuple(at[name] if name in at else fmpq(defaults[name]) for name in ready.names)


def _rational_ends(ball: arb, bits: int) -> tuple[fmpq, fmpq]:
    with working_precision(bits + 64):
        return ball.lower().fmpq(), ball.upper().fmpq()
