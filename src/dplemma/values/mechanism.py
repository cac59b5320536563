"""A Gaussian mechanism, from exact numbers or from one tight (eps, delta) pair, and enclosures of its quantities.

A pair that is tight, gaussian.delta(eps, mu) = delta, makes mu irrational. Every quantity of a card is monotone in mu, so its
value lies between its values at exact rational ends mu_low < mu < mu_high (`enclose_monotone`). The directions are in `RISES`:
    gaussian.delta, .epsilon   rise: d delta/d mu = phi(eps/mu - mu/2) > 0, and delta falls with eps;
    .kl, .chernoff, .renyi, .auc, .tv, .roc rise and .tradeoff = 1 - roc falls: read off their formulas;
    .fbeta                     rises: (1 + b^2) R/(b^2 + R + x) rises with R at every x, and R = roc rises;
    .fbeta_fpr                 falls: at the best threshold z, (b^2 + Q(z))/phi(z) = M(z - mu) with the Mills ratio M, and there
                               the difference of the sides has derivative mu M > 0 in z and M' < 0 in mu: z rises, Q(z) falls;
    renyi.epsilon_best         rises: at every order it does;
    renyi.order_best           falls: the root s of (mu^2/2) s^2 + log(delta (1 + s)), which rises with s and with mu;
    glrt.roc, .delta           rise: the noncentral chi-square law is stochastically increasing in its noncentrality mu^2.
Main definitions: `ExactMechanism`, `TightPair`, `enclose_monotone`, `certified_text`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any

from flint import arb, fmpq

from dplemma.arb.precision import working_precision
from dplemma.base.errors import EngineDisagreement, OutOfBudget
from dplemma.base.sides import ROLES, Side
from dplemma.lang.parameters import FOR_MU
from dplemma.values.certified import needed_bits
from dplemma.values.evaluator import Evaluator, evaluator
from dplemma.values.exact import BadInput, exact_number, plain_text
from dplemma.values.rounding import decimal_of, exact_ends, rounding_direction

RISES = {
    "gaussian.delta": True, "gaussian.epsilon": True, "gaussian.kl": True, "gaussian.chernoff": True, "gaussian.renyi": True,
    "gaussian.auc": True, "gaussian.tv": True, "gaussian.roc": True, "gaussian.tradeoff": False, "gaussian.fbeta": True,
    "gaussian.fbeta_fpr": False, "renyi.epsilon_best": True, "renyi.order_best": False, "glrt.roc": True, "glrt.delta": True,
}  # fmt: skip
"""Whether a quantity of the card rises with mu or falls."""

_ROUNDS = 6
_FEWEST_BITS = 53  # a coarser ball costs as much and seldom decides a digit at the first try
_DEEPEST_DECIMAL = arb(2) ** -(3 * 10**9)  # below it the exponent alone is a number of ten digits and more
_WAYS = "mu=1, sigma=1 [sensitivity=1], noise_multiplier=1, or a tight pair eps=1 delta=1e-5"
_ONLY_RATIO = "sensitivity and sigma separately: only their ratio mu = sensitivity/sigma is fixed"


# The unsafe side of the numbers of the mechanism. Noise that is there: claiming more of it is unsafe. Noise that is to be chosen
# for a given mu or a given pair: choosing less of it is, and choosing a larger mu.
_NOISE_THAT_IS = {"mu": Side.BELOW, "noise_multiplier": Side.ABOVE, "sigma": Side.ABOVE, "sensitivity": Side.BELOW}
_NOISE_FOR_MU = {**_NOISE_THAT_IS, "noise_multiplier": Side.BELOW}
_NOISE_FOR_PAIR = {**_NOISE_FOR_MU, "mu": Side.ABOVE}


class ExactMechanism:
    """mu is a rational number: given, or a ratio of what is given."""

    def __init__(self, own: Mapping[str, Any]) -> None:
        values = {name: exact_number(_single(value, name), name) for name, value in own.items()}
        self.pair: dict[str, fmpq] = {}
        (self.mu,) = evaluator("gaussian.kl").read(values)
        self.given: dict[str, str] = {name if name in FOR_MU else "mu": plain_text(x) for name, x in values.items()}
        self.sigma = values.get("sigma")
        self.sensitivity = None if self.sigma is None else values.get("sensitivity", fmpq(1))
        self.assumed = {"sensitivity": "1"} if self.sigma is not None and "sensitivity" not in values else {}
        self.mu_text = plain_text(self.mu)
        self.sides: Mapping[str, Side] = _NOISE_THAT_IS if set(values) & set(FOR_MU) else _NOISE_FOR_MU
        self.open_questions: tuple[str, ...] = (_ONLY_RATIO,) if self.sigma is None else ()

    def texts(self, digits: int, rounding: str = "nearest") -> dict[str, str | None]:
        """mu, noise multiplier, sigma and sensitivity; None for what is not determined."""
        numbers = {
            "mu": self.mu, "noise_multiplier": 1 / self.mu, "sigma": self.sigma, "sensitivity": self.sensitivity,
        }  # fmt: skip
        modes = {name: rounding_direction(rounding, side) for name, side in self.sides.items()}
        return {name: None if x is None else rational_text(x, digits, modes[name]) for name, x in numbers.items()}

    def gdp_mu(self, digits: int, rounding: str = "nearest") -> str | None:
        """The least mu for which the mechanism is mu-GDP: its own mu, as a guarantee."""
        return rational_text(self.mu, digits, rounding_direction(rounding, ROLES["guarantee"]))

    def known(self, quantity: str, at: Mapping[str, fmpq]) -> fmpq | None:
        """A value that is part of what was given."""
        return None

    def enclose(self, ready: Evaluator, at: Mapping[str, fmpq], need: int) -> arb:
        """The quantity at this mechanism and these other inputs, to `need` relative bits."""
        return ready.enclose(tuple(self.mu if name == "mu" else at[name] for name in ready.names), need)[0]


class TightPair:
    """mu is the number with gaussian.delta(eps, mu) = delta, known by enclosures only."""

    sides: Mapping[str, Side] = _NOISE_FOR_PAIR

    def __init__(self, eps: list[fmpq] | None, delta: list[fmpq] | None) -> None:
        if eps is None or delta is None:
            one = "eps" if eps is not None else "delta" if delta is not None else ""
            problem = f"{one} alone fixes no mechanism" if one else "no mechanism is given"
            raise BadInput(f"{problem}. Say which by {_WAYS}")
        for name, values in (("eps", eps), ("delta", delta)):
            if len(values) > 1:
                raise BadInput(f"{name} must be a single value where eps and delta give the mechanism; got {len(values)}")
        self.eps, self.delta = eps[0], delta[0]
        self.given: dict[str, str] = {"eps": plain_text(self.eps), "delta": plain_text(self.delta)}
        self.assumed: dict[str, str] = {}
        self.pair = {"eps": self.eps, "delta": self.delta}
        self.mu_text = f"gaussian.mu(eps={self.given['eps']}, delta={self.given['delta']})"
        self.open_questions: tuple[str, ...] = (
            "one (eps, delta) pair fixes mu only if the mechanism is Gaussian and the pair is tight; "
            "a mechanism that merely satisfies it may be better or worse at every other eps",
            _ONLY_RATIO,
        )
        self.mu = cache(lambda bits: evaluator("gaussian.mu").enclose((self.eps, self.delta), bits)[0])

    def _inverse(self, name: str, digits: int, rounding: str, unsafe: Side) -> str | None:
        def enclose(need: int) -> arb:
            return evaluator(name).enclose((self.eps, self.delta), need)[0]

        return certified_text(enclose, digits, rounding_direction(rounding, unsafe))[0]

    def texts(self, digits: int, rounding: str = "nearest") -> dict[str, str | None]:
        inverses = {"mu": "gaussian.mu", "noise_multiplier": "gaussian.sigma"}
        ratio = {name: self._inverse(inverse, digits, rounding, self.sides[name]) for name, inverse in inverses.items()}
        return {**ratio, "sigma": None, "sensitivity": None}

    def gdp_mu(self, digits: int, rounding: str = "nearest") -> str | None:
        return self._inverse("gaussian.mu", digits, rounding, ROLES["guarantee"])

    def known(self, quantity: str, at: Mapping[str, fmpq]) -> fmpq | None:
        """The other half of the pair itself, which is exact."""
        if quantity == "gaussian.delta" and at["eps"] == self.eps:
            return self.delta
        return self.eps if quantity == "gaussian.epsilon" and at["delta"] == self.delta else None

    def enclose(self, ready: Evaluator, at: Mapping[str, fmpq], need: int) -> arb:
        return enclose_monotone(ready, at, "mu", self.mu, rises=RISES[ready.quantity.name], need=need)


MuSource = ExactMechanism | TightPair
"""Where mu comes from, and enclosures of functions of it."""


def _single(value: Any, name: str) -> Any:
    if (isinstance(value, str) and "," in value) or (not isinstance(value, str) and isinstance(value, Iterable)):
        raise BadInput(f"{name} must be a single value: one mechanism at a time. Try {name}=1")
    return value


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
    text = decimal_of(_end(ball, mode), digits, mode)
    if text is None or ball.contains(0):
        raise OutOfBudget("the sign of the value is not certain")
    return text, ball


def log10_text(ball: arb, digits: int, mode: str = "nearest") -> str | None:
    """log10 of a positive number known to `digits` relative digits: they are absolute digits of its large logarithm.

    It rises with the number, so it is rounded to the same side.
    """
    with working_precision(ball.bits() + 64):
        logarithm = ball.log() / arb(10).log()
    return decimal_of(logarithm, digits, mode) or decimal_of(_end(logarithm, mode), digits, mode)


def _end(ball: arb, mode: str) -> arb:
    """The exact number of a ball that is rounded where the ball leaves the rounding open."""
    low, high = exact_ends(ball)
    return {"up": high, "down": low}.get(mode, ball.mid())


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
    return tuple(end if name == ball_name else at[name] for name in ready.names)


def _rational_ends(ball: arb, bits: int) -> tuple[fmpq, fmpq]:
    with working_precision(bits + 64):
        return ball.lower().fmpq(), ball.upper().fmpq()
