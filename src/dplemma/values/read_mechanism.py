"""The mechanism of a card from `name=value` inputs: which kind, which parameter, how many, for which adjacency.

    mu=1 | sigma=2 sensitivity=1 | noise_multiplier=1 | eps=1 delta=1e-5     Gaussian noise
    eps0=1 | scale=2 sensitivity=1                                          Laplace noise
    mechanism=randomised_response eps0=1 | mechanism=pure eps=1             one answer; any eps0-DP mechanism
    rho=1/2                                                                 zCDP; mechanism=gaussian rho=1/2 is mu = 1
    auc=0.75 | tv=0.1 | tpr=0.1 fpr=0.01                                    the Gaussian, or mechanism=laplace, that reaches it
    mu=1+2+2, k=100, group=3                                                several mechanisms, each so often, for a group

With adjacency replace-one a sensitivity counts twice: replacing a record of a sum is removing one and adding one.
Main definitions: `read_mechanism`, `MECHANISM_NAMES`, `ADJACENCIES`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from flint import arb, fmpq

from dplemma.base.errors import unknown
from dplemma.lang.parameters import FOR_MU, PARAMETERS
from dplemma.values.evaluator import evaluator
from dplemma.values.exact import BadInput, exact_number, plain_text, short_text
from dplemma.values.sources import (
    NOISE_FOR_MU,
    NOISE_FOR_TARGET,
    NOISE_THAT_IS,
    CardMechanism,
    Number,
    Point,
    Told,
    gaussian_mechanism,
    laplace_mechanism,
    pure_mechanism,
    scaled,
    zcdp_mechanism,
)

ADJACENCIES = {"add-remove": 1, "replace-one": 2}
"""By how much each multiplies the sensitivity of a sum, which is stated for one record added or removed."""

_KINDS = ("gaussian", "laplace", "randomised_response", "pure", "zcdp")
_OTHER_KINDS = {"randomized_response": "randomised_response", "rr": "randomised_response"}
_MU_NAMES = ("mu", *PARAMETERS["mu"].aliases, *FOR_MU)
_EPS0_NAMES = ("eps0", *PARAMETERS["eps0"].aliases, "scale")
_TARGETS = ("auc", "tv", *PARAMETERS["tv"].aliases, "tpr")
MECHANISM_NAMES = (*_MU_NAMES, *_EPS0_NAMES, "rho", *_TARGETS, "mechanism", "k", "group")
_WAYS = "mu=1, sigma=1 [sensitivity=1], noise_multiplier=1, or a tight pair eps=1 delta=1e-5"
_MORE_WAYS = "eps0=1, scale=1 [sensitivity=1], rho=1/2, auc=0.75, tv=0.1, tpr=0.1 fpr=0.01"
_MOST_PARTS = 100
_NEEDS = {
    "gaussian": _WAYS, "laplace": "eps0=1, scale=1 [sensitivity=1], auc=0.75, tv=0.1 or tpr=0.1 fpr=0.01",
    "randomised_response": "eps0=1", "pure": "eps=1", "zcdp": "rho=1/2",
}  # fmt: skip

Lists = dict[str, list[fmpq]]


def read_mechanism(own: Mapping[str, Any], lists: Lists, adjacency: str | None) -> CardMechanism:
    """The mechanism of the inputs named in `MECHANISM_NAMES`; what it takes from the lists (a pair, a level) is removed there."""
    if adjacency is not None and adjacency not in ADJACENCIES:
        raise unknown("adjacency", str(adjacency), ADJACENCIES, hint=f"Known are {', '.join(ADJACENCIES)}.")
    said = dict(own)
    kind = _kind(said.pop("mechanism", None))
    reader = _Reader(said, lists, ADJACENCIES[adjacency] if adjacency else 1, kind)
    return reader.mechanism()


def _kind(text: Any) -> str | None:
    if text is None:
        return None
    name = _OTHER_KINDS.get(str(text).replace("-", "_"), str(text).replace("-", "_"))
    if name not in _KINDS:
        raise unknown("mechanism", str(text), (*_KINDS, *_OTHER_KINDS), hint=f"Known are {', '.join(_KINDS)}.")
    return name


def summands(value: Any, name: str) -> list[fmpq]:
    """The numbers of `1+2+2`, or a single one. A sign in an exponent is no sum."""
    if (isinstance(value, str) and "," in value) or (not isinstance(value, str) and isinstance(value, Iterable)):
        raise BadInput(f"{name} must be a single value: one mechanism at a time, or {name}=1+2 composed. Try {name}=1")
    texts: list[Any] = re.split(r"(?<=[^eE+\s])\+(?=[^+])", value) if isinstance(value, str) else [value]
    if len(texts) > _MOST_PARTS:
        raise BadInput(f"{name} has {len(texts)} mechanisms; at most {_MOST_PARTS} are composed (equal ones by k=)")
    return [exact_number(text, name) for text in texts]


def _whole(value: Any, name: str) -> int:
    number = exact_number(value, name)
    if number.q != 1 or number < 1 or number > 10**9:
        raise BadInput(f"{name} must be a whole number from 1 to 10^9, got {short_text(number)}. Try {name}=10")
    return int(number.p)


class _Reader:
    """The inputs by name, the lists, and the kind that was said."""

    def __init__(self, said: dict[str, Any], lists: Lists, factor: int, kind: str | None) -> None:
        self.lists, self.factor, self.kind = lists, factor, kind
        self.given: dict[str, str] = {"mechanism": kind} if kind else {}
        self.counts = {name: _whole(said.pop(name), name) for name in ("k", "group") if name in said}
        self.k, self.group = self.counts.get("k", 1), self.counts.get("group", 1)
        self.said = said

    def mechanism(self) -> CardMechanism:
        ways = self._ways()
        if len(ways) > 1:
            return self._mixed(ways)
        kind = self.kind or {"mu": "gaussian", "eps0": "laplace", "rho": "zcdp"}.get(ways[0] if ways else "", "gaussian")
        said = self.kind or "scale" in self.said or ways not in (["eps0"], ["target"])
        return getattr(self, f"_{kind}")({} if said else {"mechanism": kind})

    def _ways(self) -> list[str]:
        """In which ways the mechanism is given: by mu or its noise, by eps0 or its noise, by rho, by a target."""
        named = {"mu": self._names_of_mu(), "eps0": _EPS0_NAMES, "rho": ("rho",), "target": _TARGETS}
        return [way for way, names in named.items() if any(name in self.said for name in names)]

    def _names_of_mu(self) -> tuple[str, ...]:
        """A sensitivity beside a scale is that of Laplace noise."""
        return tuple(name for name in _MU_NAMES if name != "sensitivity" or "scale" not in self.said)

    def _told(self, given: Mapping[str, str], **more: Any) -> Told:
        return Told(given={**self.given, **given, **{name: str(count) for name, count in self.counts.items()}}, **more)

    def _refuse(self, kind: str, allowed: Iterable[str]) -> None:
        """What does not say a mechanism of this kind."""
        wrong = [name for name in self.said if name not in allowed]
        if wrong or not (self.said or kind == "gaussian"):
            problem = f"{wrong[0]} does not fix a {kind} mechanism" if wrong else f"a {kind} mechanism needs a parameter"
            raise BadInput(f"{problem}. Try {_NEEDS[kind]}")

    # -- by its own parameter --------------------------------------------------------------------------------------------

    def _gaussian(self, assumed: Mapping[str, str]) -> CardMechanism:
        self._refuse("gaussian", (*_MU_NAMES, "rho", *_TARGETS))
        if not self.said:
            return self._of([*self._pair()], gaussian_mechanism)
        if "rho" in self.said:
            parts = summands(self.said["rho"], "rho")
            total = sum((_positive(part, "rho") for part in parts), fmpq(0))
            told = self._told({"rho": _sum_text(parts)}, sides=NOISE_FOR_TARGET, text="sqrt(2 rho)")
            return gaussian_mechanism([scaled(fmpq(1), 2 * total)], told, self.k, self.group)
        if self._ways() == ["target"]:
            return self._of([*self._target("gaussian", "mu", assumed)], gaussian_mechanism)
        return self._noise_gaussian()

    def _noise_gaussian(self) -> CardMechanism:
        values = {name: summands(value, name) for name, value in self.said.items()}
        noisy = bool(set(values) & set(FOR_MU))
        parts = _mu_parts(values, self.factor)
        given = {name if name in FOR_MU else "mu": _sum_text(numbers) for name, numbers in values.items()}
        noise = {name: values[name][0] for name in ("sigma",) if name in values and len(parts) == 1}
        if noise:
            noise["sensitivity"] = values.get("sensitivity", [fmpq(1)])[0] * self.factor
        assumed = {"sensitivity": "1"} if "sigma" in values and "sensitivity" not in values else {}
        sides = NOISE_THAT_IS if noisy else NOISE_FOR_MU
        told = self._told(given, assumed=assumed, sides=sides, noise=noise, text=self._composed_text("mu", given))
        return gaussian_mechanism(parts, told, self.k, self.group)

    def _laplace(self, assumed: Mapping[str, str]) -> CardMechanism:
        self._refuse("laplace", (*_EPS0_NAMES, *(("sensitivity",) if "scale" in self.said else ()), *_TARGETS))
        if self._ways() == ["target"]:
            if self.k > 1:
                raise BadInput("k composes Laplace mechanisms of a known eps0: give eps0 or scale instead of a target")
            return self._of([*self._target("laplace", "eps0", assumed)], laplace_mechanism)
        values = {name: summands(value, name) for name, value in self.said.items()}
        if len([name for name in values if name != "sensitivity"]) > 1:
            raise BadInput(f"eps0 is given twice (once through {list(values)[-1]})")
        parts = _eps0_parts(values, self.factor)
        noise: dict[str, fmpq] = {}
        if "scale" in values:
            assumed = {} if "sensitivity" in values else {"sensitivity": "1"}
            scale = values["scale"][0]
            noise = {"scale": scale, "sensitivity": parts[0] * scale} if len(parts) == 1 else {}
        given = {name if name in ("scale", "sensitivity") else "eps0": _sum_text(numbers) for name, numbers in values.items()}
        return laplace_mechanism(parts, self._told(given, assumed=assumed, noise=noise), self.k, self.group)

    def _randomised_response(self, assumed: Mapping[str, str]) -> CardMechanism:
        return self._pure(assumed)

    def _pure(self, assumed: Mapping[str, str]) -> CardMechanism:
        kind = self.kind or "pure"
        if not self.said and kind == "pure" and len(self.lists.get("eps", ())) == 1:
            self.said["eps0"] = self.lists.pop("eps")[0]
        self._refuse(kind, [name for name in _EPS0_NAMES if name != "scale"])
        if len(self.said) > 1:
            raise BadInput(f"eps0 is given twice (once as {list(self.said)[-1]})")
        name, value = next(iter(self.said.items()))
        parts = [_positive(part, name) for part in summands(value, name)]
        return pure_mechanism(parts, self._told({"eps0": _sum_text(parts)}), self.k, self.group, kind)

    def _zcdp(self, assumed: Mapping[str, str]) -> CardMechanism:
        self._refuse("zcdp", ("rho",))
        parts = [_positive(part, "rho") for part in summands(self.said["rho"], "rho")]
        many = len(parts) * self.k > 1
        title = f"composition of {len(parts) * self.k} zCDP mechanisms" if many else "rho-zCDP mechanism"
        told = self._told({"rho": _sum_text(parts)})
        return zcdp_mechanism(sum(parts, fmpq(0)), told, self.k, self.group, title)

    def _mixed(self, ways: list[str]) -> CardMechanism:
        """Different kinds have the sum of their rho in common: mu^2/2, and eps0^2/2 for an eps0-DP mechanism."""
        if "target" in ways or self.kind not in (None, "zcdp"):
            names = [name for name in self.said if name != "sensitivity"]
            raise BadInput(f"the mechanism is given twice ({' and '.join(names[:2])}). Say it once, or compose mu, eps0 and rho")
        values = {name: summands(value, name) for name, value in self.said.items()}
        noise = {name: numbers for name, numbers in values.items() if name in _MU_NAMES and name in self._names_of_mu()}
        losses = {name: numbers for name, numbers in values.items() if name in _EPS0_NAMES or name not in (*noise, "rho")}
        rho = sum((_positive(part, "rho") for part in values.get("rho", [])), fmpq(0))
        rho += sum((mu * mu for mu in _mu_parts(noise, self.factor)), fmpq(0)) / 2
        rho += sum((eps0 * eps0 for eps0 in _eps0_parts(losses, self.factor)), fmpq(0)) / 2
        given = {name: _sum_text(numbers) for name, numbers in values.items()}
        told = self._told(given, open_questions=("more than the sum of rho: the mechanisms are of different kinds",))
        return zcdp_mechanism(rho, told, self.k, self.group, "composition of mechanisms of different kinds, by zCDP,")

    # -- by what it reaches ------------------------------------------------------------------------------------------------

    def _of(self, found: list[Any], build: Callable[..., CardMechanism]) -> CardMechanism:
        number, told = found
        return build([number], told, self.k, self.group)

    def _pair(self) -> tuple[Number, Told]:
        """The Gaussian mechanism for which one pair is tight."""
        eps, delta = self.lists.pop("eps", None), self.lists.pop("delta", None)
        if eps is None or delta is None:
            one = "eps" if eps is not None else "delta" if delta is not None else ""
            problem = f"{one} alone fixes no mechanism" if one else "no mechanism is given"
            raise BadInput(f"{problem}. Say which by {_WAYS}; or {_MORE_WAYS}")
        for name, values in (("eps", eps), ("delta", delta)):
            if len(values) > 1:
                raise BadInput(f"{name} must be a single value where eps and delta give the mechanism; got {len(values)}")
        pair = {"eps": eps[0], "delta": delta[0]}
        exact: dict[Point, fmpq] = {
            ("gaussian.delta", (eps[0],)): delta[0], ("gaussian.epsilon", (delta[0],)): eps[0],
        }  # fmt: skip
        given = {name: plain_text(x) for name, x in pair.items()}
        told = self._told_target(
            "gaussian.mu", given, exact, pair,
            "one (eps, delta) pair fixes mu only if the mechanism is Gaussian and the pair is tight; "
            "a mechanism that merely satisfies it may be better or worse at every other eps",
        )  # fmt: skip
        return _inverse("gaussian.mu", (eps[0], delta[0])), told

    def _target(self, family: str, parameter: str, assumed: Mapping[str, str]) -> tuple[Number, Told]:
        """The mechanism of a family that reaches an AUC, an advantage, or a TPR at an FPR."""
        given = {("tv" if name in PARAMETERS["tv"].aliases else name): value for name, value in self.said.items()}
        if len(given) > 1 or len(self.said) > 1:
            raise BadInput(f"the mechanism is given twice ({' and '.join(list(self.said)[:2])}). Say it once")
        name, value = next(iter(given.items()))
        parts = summands(value, name)
        if len(parts) > 1:
            raise BadInput(f"{name} must be a single value: one mechanism at a time. Try {name}={short_text(parts[0])}")
        inputs = {name: parts[0], **self._level(name)}
        quantity = f"{family}.{'mu' if parameter == 'mu' else 'epsilon'}_for_{name}"
        values = evaluator(quantity).read(inputs)
        told = self._told_target(
            quantity, {key: plain_text(x) for key, x in inputs.items()}, _reached(family, name, values),
            {key: x for key, x in inputs.items() if key == "fpr"},
            f"one number fixes {parameter} only if the mechanism is {family.capitalize()}; others reach it too", assumed,
        )  # fmt: skip
        return _inverse(quantity, values), told

    def _level(self, name: str) -> dict[str, fmpq]:
        if name != "tpr":
            return {}
        levels = self.lists.pop("fpr", [])
        if len(levels) != 1:
            raise BadInput("tpr fixes a mechanism at one false positive rate. Try tpr=0.1 fpr=0.01")
        return {"fpr": levels[0]}

    def _told_target(
        self, quantity: str, given: Mapping[str, str], exact: Mapping[Point, fmpq], pair: Mapping[str, fmpq], question: str,
        assumed: Mapping[str, str] | None = None,
    ) -> Told:  # fmt: skip
        text = f"{quantity}({', '.join(f'{name}={x}' for name, x in given.items())})"
        alone = self.k == self.group == 1  # a pair of one mechanism is not the pair of a composition
        return self._told(
            given, assumed=assumed or {}, exact=exact if alone else {}, pair=pair if alone else {}, sides=NOISE_FOR_TARGET,
            text=text if alone else self._composed_text(text, {}), open_questions=(question,),
        )  # fmt: skip

    def _composed_text(self, text: str, given: Mapping[str, str]) -> str:
        """How an irrational total is written: its parts, how often, for what group."""
        shown = ", ".join(f"{name}={x}" for name, x in given.items()) or text
        factors = [f"{name}={count}" for name, count in self.counts.items()]
        return f"composed({', '.join([shown, *factors])})"


def _inverse(quantity: str, values: tuple[fmpq, ...]) -> Number:
    ready, balls = evaluator(quantity), dict[int, arb]()

    def ball(bits: int) -> arb:
        if bits not in balls:
            balls[bits] = ready.enclose(values, bits)[0]
        return balls[bits]

    return ball


def _reached(family: str, name: str, values: tuple[fmpq, ...]) -> dict[Point, fmpq]:
    """The numbers of the card that a target states."""
    if name != "tpr":
        return {(f"{family}.{name}", ()): values[0]}
    tpr, fpr = values
    return {(f"{family}.roc", (fpr,)): tpr, (f"{family}.tradeoff", (fpr,)): 1 - tpr}


def _mu_parts(values: Mapping[str, list[fmpq]], factor: int) -> list[fmpq]:
    """mu of each mechanism; the factor of the adjacency is that of a sensitivity, and mu itself is taken as it is."""
    ready = evaluator("gaussian.kl")
    factor = factor if set(values) & set(FOR_MU) else 1
    return [ready.read(row)[0] * factor for row in _rows(values)]


def _eps0_parts(values: Mapping[str, list[fmpq]], factor: int) -> list[fmpq]:
    """The same for eps0 and the scale of Laplace noise."""
    if "scale" not in values:
        return [_positive(part, name) for name, numbers in values.items() for part in numbers]
    rows = _rows({"sensitivity": [fmpq(1)], **values})
    return [_positive(row["sensitivity"], "sensitivity") * factor / _positive(row["scale"], "scale") for row in rows]


def _rows(values: Mapping[str, list[fmpq]]) -> list[dict[str, fmpq]]:
    """One row for each mechanism; what is said once holds for all."""
    count = max(map(len, values.values()), default=0)
    for name, numbers in values.items():
        if len(numbers) not in (1, count):
            other = next(key for key, many in values.items() if len(many) == count)
            raise BadInput(f"{name} has {len(numbers)} values and {other} {count}: as many, or one for all")
    return [{name: numbers[index % len(numbers)] for name, numbers in values.items()} for index in range(count)]


def _positive(number: fmpq, name: str) -> fmpq:
    if not number > 0:
        meaning = f" ({PARAMETERS[name].meaning})" if name in PARAMETERS else ""
        raise BadInput(f"{name} must be > 0, got {short_text(number)}{meaning}. Try {name}=1")
    return number


def _sum_text(numbers: Iterable[fmpq]) -> str:
    return "+".join(map(plain_text, numbers))
