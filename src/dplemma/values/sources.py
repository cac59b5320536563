"""One mechanism, or several composed, as `convert` needs it: its parameter, exact or by enclosures, and its numbers.

    mu^2 of Gaussians adds, and so does rho of zCDP; eps0 of a composition is a law of losses (`dplemma.values.loss_law`);
    a group of k records multiplies mu and eps0 by k and rho by k^2.
Main definitions: `CardMechanism`, `gaussian_mechanism`, `laplace_mechanism`, `pure_mechanism`, `zcdp_mechanism`, `Told`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from math import isqrt

from flint import arb, ctx, fmpq

from dplemma.arb.precision import working_precision
from dplemma.base.sides import Side
from dplemma.values.evaluator import evaluator
from dplemma.values.exact import plain_text
from dplemma.values.loss_law import LossLaw, refined
from dplemma.values.mechanism import (
    RISES,
    RISES_WITH_EPS0,
    certified_text,
    enclose_monotone,
    inputs_at,
    rational_text,
)
from dplemma.values.plan import GAUSSIAN_PLAN, LAPLACE_PLAN, ZCDP_PLAN, Column, Plan, loss_plan
from dplemma.values.rounding import rounding_direction

Enclosed = Callable[[int], arb]
Number = fmpq | Enclosed
"""Exact, or a ball of so many relative bits."""
Point = tuple[str, tuple[fmpq, ...]]

# The unsafe side of the numbers of the mechanism. Noise that is there: claiming more of it is unsafe. Noise that is to be chosen
# for a given mu or for a target (a pair, an AUC, ...): choosing less of it is, and for a target choosing a larger mu or eps0.
NOISE_THAT_IS: Mapping[str, Side] = {
    "mu": Side.BELOW, "noise_multiplier": Side.ABOVE, "sigma": Side.ABOVE, "sensitivity": Side.BELOW, "eps0": Side.BELOW,
    "scale": Side.ABOVE, "rho": Side.BELOW,
}  # fmt: skip
NOISE_FOR_MU = {**NOISE_THAT_IS, "noise_multiplier": Side.BELOW}
NOISE_FOR_TARGET = {**NOISE_FOR_MU, "mu": Side.ABOVE, "eps0": Side.ABOVE}

_ONLY_RATIO = "sensitivity and sigma separately: only their ratio mu = sensitivity/sigma is fixed"
_ONLY_LAPLACE_RATIO = "sensitivity and scale separately: only their ratio eps0 = sensitivity/scale is fixed"
_COMPOSED_LAPLACE = (
    "the exact (eps, delta), tests and mu of a composition of Laplace mechanisms: there is no closed form; the bounds are those "
    "of any eps0-DP mechanisms"
)
_ONLY_RENYI = (
    "mu, the ROC curve, its area and F_beta: zCDP bounds Rényi divergences only, which many mechanisms share "
    "(for Gaussian noise say mechanism=gaussian)"
)


@dataclass(frozen=True, kw_only=True)
class Told:
    """What the user said of the mechanism: inputs by name, what is assumed, exact facts that follow, what stays open."""

    given: Mapping[str, str] = field(default_factory=dict)
    assumed: Mapping[str, str] = field(default_factory=dict)
    exact: Mapping[Point, fmpq] = field(default_factory=dict)
    pair: Mapping[str, fmpq] = field(default_factory=dict)
    sides: Mapping[str, Side] = field(default_factory=lambda: NOISE_THAT_IS)
    text: str = ""
    open_questions: tuple[str, ...] = ()
    noise: Mapping[str, fmpq] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class CardMechanism:
    """What a card is made of. `numbers` describe the mechanism, `own` has the numbers of its plan that are no quantities."""

    kind: str
    title: str
    told: Told
    plan: Plan
    parameter: str
    value: Number
    numbers: Mapping[str, Number | None]
    own: Mapping[str, Callable[..., arb]] = field(default_factory=dict)
    exact: Mapping[Point, fmpq] = field(default_factory=dict)
    rises: Mapping[str, bool] = field(default_factory=dict)
    open_questions: tuple[str, ...] = ()

    @property
    def parameter_text(self) -> str:
        return plain_text(self.value) if isinstance(self.value, fmpq) else self.told.text

    @property
    def inputs(self) -> dict[str, str]:
        """How the mechanism was said, for numbers of its own."""
        return {**self.told.given, **self.told.assumed}

    def texts(self, digits: int, rounding: str) -> dict[str, str | None]:
        """Its numbers; None for what is not determined."""
        return {name: _text(x, digits, self.direction(name, rounding)) for name, x in self.numbers.items()}

    def direction(self, name: str, rounding: str) -> str:
        return rounding_direction(rounding, self.told.sides[name])

    def known(self, name: str, at: Mapping[str, fmpq]) -> fmpq | None:
        """A value that is part of what was given, or that is rational."""
        point = name, tuple(at.values())
        return self.told.exact.get(point, self.exact.get(point))

    def enclose(self, name: str, at: Mapping[str, fmpq], need: int) -> arb:
        """A number of the plan to `need` relative bits."""
        if name in self.own:
            return refined(lambda: self.own[name](*at.values()), need)
        ready = evaluator(name)
        if isinstance(self.value, fmpq):
            return ready.enclose(inputs_at(ready, {**at, self.parameter: self.value}), need)[0]
        return enclose_monotone(ready, at, self.parameter, self.value, rises=self.rises[name], need=need)


def _text(number: Number | None, digits: int, mode: str) -> str | None:
    if number is None:
        return None
    return rational_text(number, digits, mode) if isinstance(number, fmpq) else certified_text(number, digits, mode)[0]


def _ball(number: Number) -> arb:
    """At the working precision."""
    return arb(number) if isinstance(number, fmpq) else number(ctx.prec)


def scaled(number: Number, square: fmpq) -> Number:
    """number sqrt(square), exact where both are."""
    root = _rational_root(square)
    if isinstance(number, fmpq) and root is not None:
        return number * root

    def ball(bits: int) -> arb:
        with working_precision(bits + 16):
            factor = arb(root) if root is not None else arb(square).sqrt()
            return (arb(number) if isinstance(number, fmpq) else number(bits + 8)) * factor

    return ball


def _rational_root(square: fmpq) -> fmpq | None:
    above, below = int(square.p), int(square.q)
    root = fmpq(isqrt(above), isqrt(below))
    return root if root * root == square else None


def _reciprocal(number: Number) -> Number:
    if isinstance(number, fmpq):
        return 1 / number

    def ball(bits: int) -> arb:
        with working_precision(bits + 16):
            return 1 / number(bits + 8)

    return ball


def _titled(noun: str, plural: str, count: int, group: int) -> str:
    whole = noun if count == 1 else f"composition of {count} {plural}"
    return whole if group == 1 else f"{whole}, for groups of {group},"


# -- kinds -----------------------------------------------------------------------------------------------------------------


def gaussian_mechanism(parts: Iterable[Number], told: Told, count: int, group: int) -> CardMechanism:
    """mu^2 = count group^2 times the sum of the mu_i^2; a single part may be known by enclosures only."""
    parts = list(parts)
    total = len(parts) * count
    if len(parts) == 1:
        mu = scaled(parts[0], fmpq(count * group**2))
    else:
        squares = (part * part for part in parts if isinstance(part, fmpq))
        mu = scaled(fmpq(1), sum(squares, fmpq(0)) * count * group**2)
    exact: dict[Point, fmpq] = {("mu", ()): mu} if isinstance(mu, fmpq) else {}
    return CardMechanism(
        kind="gaussian", title=_titled("Gaussian mechanism", "Gaussian mechanisms", total, group), told=told, plan=GAUSSIAN_PLAN,
        parameter="mu", value=mu, rises=RISES, own={"mu": lambda: _ball(mu)}, exact=exact,
        numbers={"mu": mu, "noise_multiplier": _reciprocal(mu), "sigma": None, "sensitivity": None, **told.noise},
        open_questions=(*told.open_questions, *(() if "sigma" in told.noise else (_ONLY_RATIO,))),
    )  # fmt: skip


def laplace_mechanism(parts: Iterable[Number], told: Told, count: int, group: int) -> CardMechanism:
    """One Laplace mechanism exactly; of a composition the divergences are exact, the rest are the bounds of eps0-DP."""
    each = [scaled(part, fmpq(group**2)) for part in parts]
    questions = (*told.open_questions, *(() if "scale" in told.noise else (_ONLY_LAPLACE_RATIO,)))
    title = _titled("Laplace mechanism", "Laplace mechanisms", len(each) * count, group)
    exact_parts = [part for part in each if isinstance(part, fmpq)]
    if len(each) * count > 1:
        law = LossLaw(_counted(exact_parts, count))
        own = _loss_numbers(law, "laplace") | {"renyi": lambda order: _summed(law, "laplace.renyi", order),
                                               "kl": lambda: _summed(law, "laplace.kl"),
                                               "chernoff": lambda: _summed(law, "laplace.chernoff")}  # fmt: skip
        return _composed(
            "laplace", title, told, law, own, "bound", (*questions, _COMPOSED_LAPLACE), {"scale": None, "sensitivity": None}
        )
    eps0 = each[0]
    exact: dict[Point, fmpq] = {}
    if isinstance(eps0, fmpq):
        exact = {("eps0", ()): eps0, ("rho", ()): eps0 * eps0 / 2}
    return CardMechanism(
        kind="laplace", title=title, told=told, plan=LAPLACE_PLAN, parameter="eps0", value=eps0, rises=RISES_WITH_EPS0,
        own={"eps0": lambda: _ball(eps0), "rho": lambda: _ball(eps0) ** 2 / 2}, exact=exact,
        numbers={"eps0": eps0, "scale": None, "sensitivity": None, **told.noise}, open_questions=questions,
    )  # fmt: skip


def pure_mechanism(parts: Iterable[fmpq], told: Told, count: int, group: int, kind: str) -> CardMechanism:
    """Randomised response, and every eps0-DP mechanism at its worst. A group answers one by one: so many compositions."""
    response = kind == "randomised_response"
    each = [part if response else part * group for part in parts]
    count = count * group if response else count
    law = LossLaw(_counted(each, count))
    noun, plural = ("randomised response", "randomised responses") if response else ("eps0-DP mechanism", "eps0-DP mechanisms")
    title = _titled(noun, plural, len(each) * count // (group if response else 1), group)
    title += "" if response else " at its worst"
    questions = (*told.open_questions, *(() if response else ("which eps0-DP mechanism it is: a particular one may do better",)))
    return _composed(kind, title, told, law, _loss_numbers(law, "pure"), "exact", questions, {})


def zcdp_mechanism(rho: fmpq, told: Told, count: int, group: int, title: str) -> CardMechanism:
    """rho adds, and a group of k records has k^2 rho; `rho` is the sum of the parts."""
    total = rho * count * group**2
    return CardMechanism(
        kind="zcdp", title=title, told=told, plan=ZCDP_PLAN, parameter="rho", value=total, numbers={"rho": total},
        own={"renyi": lambda order: arb(order * total)}, exact={("rho", ()): total, ("kl", ()): total},
        open_questions=(*told.open_questions, _ONLY_RENYI),
    )  # fmt: skip


# -- laws of losses --------------------------------------------------------------------------------------------------------


def _counted(parts: Iterable[fmpq], count: int) -> list[tuple[fmpq, int]]:
    found: dict[fmpq, int] = {}
    for part in parts:
        found[part] = found.get(part, 0) + count
    return list(found.items())


def _summed(law: LossLaw, quantity: str, *at: fmpq) -> arb:
    """The sum of a quantity with the parameter eps0 over the parts, at the working precision."""
    ready = evaluator(quantity)
    return sum((ready.enclose((*at, eps0), ctx.prec)[0] * count for eps0, count in law.parts), arb(0))


def _composed_mu(law: LossLaw, family: str) -> arb:
    """sqrt of the sum of mu^2: each part is mu_i-GDP, and GDP composes so."""
    ready = evaluator(f"{family}.mu")
    return sum((ready.enclose((eps0,), ctx.prec)[0] ** 2 * count for eps0, count in law.parts), arb(0)).sqrt()


def _loss_numbers(law: LossLaw, family: str) -> dict[str, Callable[..., arb]]:
    return {
        "mu": lambda: _composed_mu(law, family), "delta": law.delta, "epsilon": law.epsilon, "roc": law.roc,
        "tradeoff": lambda fpr: 1 - law.roc(fpr), "auc": law.auc, "tv": lambda: law.delta(fmpq(0)), "renyi": law.renyi,
        "kl": law.kl, "chernoff": law.chernoff, "fbeta": law.fbeta,
    }  # fmt: skip


def _composed(
    kind: str, title: str, told: Told, law: LossLaw, own: Mapping[str, Callable[..., arb]], status: str,
    questions: tuple[str, ...], numbers: Mapping[str, Number | None],
) -> CardMechanism:  # fmt: skip
    total = law.largest
    single = len(law.parts) == 1 and law.parts[0][1] == 1
    gdp = Column("pure.mu", "least mu") if single else Column("mu", "mu by composition", "bound")
    rho = sum((eps0 * eps0 * count for eps0, count in law.parts), fmpq(0)) / 2
    return CardMechanism(
        kind=kind, title=title, told=told, plan=loss_plan(gdp, status), parameter="eps0", value=total, own=own,
        numbers={"eps0": total, **numbers}, exact={("eps0", ()): total, ("rho", ()): rho}, open_questions=questions,
    )  # fmt: skip
