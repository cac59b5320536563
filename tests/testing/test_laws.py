"""Laws hold for certified values, break for wrong functions, and exist only as long as their claims are established."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from doubles_of_gaussian import CAREFUL

from dplemma.base.errors import DplemmaError
from dplemma.formulas import quantities
from dplemma.ledger import store as ledger
from dplemma.ledger.record import Record
from dplemma.testing.law_table import LAWS
from dplemma.testing.lawbook import ESTABLISHED, Law, LawOf, NotEstablished, certified_function, laws
from dplemma.testing.lawbook import Functions as Own
from dplemma.testing.session import Session, started

FAMILIES = sorted({law.family for law in LAWS})
Functions = dict[str, Callable[..., float]]


@pytest.fixture(scope="module", autouse=True)
def own_session() -> Iterator[None]:
    """What these tests convict on purpose is not part of the summary of a run."""
    with started(Session()):
        yield


def right(family: str) -> Functions:
    return {name.partition(".")[2]: certified_function(name) for name in quantities() if name.startswith(f"{family}.")}


def all_laws() -> list[LawOf]:
    return [law for family in FAMILIES for law in laws(family, right(family), examples=5)]


@pytest.fixture(scope="module")
def records() -> dict[str, Record]:
    return ledger.read()


# -- the table --------------------------------------------------------------------------------------------------------------


def test_every_family_has_laws() -> None:
    assert {"gaussian", "laplace", "renyi", "zcdp", "pure", "glrt", "subsampled"} <= set(FAMILIES)
    assert len(LAWS) >= 150
    assert len({(law.family, law.name) for law in LAWS}) == len(LAWS)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: f"{law.family}/{law.name}")
def test_a_law_cites_established_claims_and_real_quantities(law: Law, records: dict[str, Record]) -> None:
    assert law.claims and all(records[claim].verdict in ESTABLISHED for claim in law.claims)
    assert all(f"{law.family}.{name}" in quantities() for name in law.needs)
    for name in law.variables:
        span = law.span(name)
        assert span.low < span.high


@pytest.mark.parametrize("law", all_laws(), ids=lambda law: f"{law.law.family}/{law.name}")
def test_a_law_holds_for_certified_values(law: LawOf) -> None:
    law()


@pytest.mark.parametrize("law", laws("gaussian", CAREFUL, examples=15))
def test_a_law_holds_for_careful_doubles(law: LawOf) -> None:
    law()


def _points(law: Law, count: int) -> list[dict[str, Any]]:
    chance = random.Random(law.name)
    found = []
    for _ in range(count):
        point: dict[str, Any] = {}
        for name in law.variables:
            span = law.span(name)
            x = math.exp(chance.uniform(math.log(span.low), math.log(span.high))) if span.low > 0 else None
            x = chance.uniform(span.low, span.high) if x is None else x
            point[name] = min(max(round(x), int(span.low)), int(span.high)) if span.whole else x
        found.append(point)
    return found


def _breaks(law: LawOf, point: dict[str, Any]) -> bool:
    try:
        law(**point)
    except AssertionError:
        return True
    except DplemmaError:  # the law says nothing there
        return False
    return False


MUTANTS: list[Callable[..., float]] = [
    lambda y, *x: y + 0.3, lambda y, *x: 1.7 * y, lambda y, *x: 0.3 * y, lambda y, *x: -y - 0.1,
    lambda y, *x: y * (1.2 + math.sin(sum((index + 1) * value for index, value in enumerate(x)))),
]  # fmt: skip


def _law_of(law: Law, functions: Functions) -> LawOf:
    return LawOf(law, Own(functions, {}), dict.fromkeys(law.claims, ""), dict.fromkeys(law.claims, ""), law.rtol)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: f"{law.family}/{law.name}")
def test_a_law_can_be_broken(law: Law) -> None:
    """By a crude change to any one of its functions; and by what is not a number, everywhere."""
    functions = {name: certified_function(f"{law.family}.{name}") for name in law.needs}
    points = _points(law, 12) if law.variables else [{}]
    for name in law.needs:
        for change in MUTANTS:
            mutant = {**functions, name: lambda *x, f=functions[name], change=change: change(f(*x), *x)}
            one = _law_of(law, mutant)
            if any(_breaks(one, point) for point in points):
                break
        else:
            pytest.fail(f"nothing done to {name} breaks it")
    assert all(_breaks(_law_of(law, dict.fromkeys(law.needs, lambda *x: math.nan)), point) for point in points[:3])


# -- wrong functions --------------------------------------------------------------------------------------------------------


def classical_sigma(eps: float, delta: float) -> float:
    return math.sqrt(2 * math.log(1.25 / delta)) / eps


WRONG: list[tuple[str, str, Callable[..., Callable[..., float]], str]] = [
    # family, function, wrong version from the right ones, law that says so
    ("gaussian", "delta", lambda f: lambda eps, mu: f["delta"](mu, eps), "delta-falls-with-eps"),
    ("gaussian", "delta", lambda f: lambda eps, mu: f["delta"](eps, mu) * (1 + 0.2 * math.sin(9 * eps)), "delta-falls-with-eps"),
    ("gaussian", "delta", lambda f: lambda eps, mu: f["delta"](eps, mu) * (1 + 0.5 * math.sin(9 * mu)), "delta-rises-with-mu"),
    ("gaussian", "delta", lambda f: lambda eps, mu: max(f["delta"](eps, mu), 1e-10), "delta-below-the-loss-tail"),
    ("gaussian", "epsilon", lambda f: lambda delta, mu: mu**2 / 2 + mu * (-2 * math.log(delta)) ** 0.5, "delta-inverts-epsilon"),
    ("gaussian", "epsilon", lambda f: lambda delta, mu: max(f["epsilon"](delta, mu), 1.0), "epsilon-inverts-delta"),
    ("gaussian", "sigma", lambda f: classical_sigma, "sigma-times-mu"),
    ("gaussian", "sigma", lambda f: lambda eps, delta: 1.5 * classical_sigma(eps, delta), "sigma-below-classical"),
    ("gaussian", "auc", lambda f: lambda mu: f["auc"](mu * math.sqrt(2)), "auc-is-the-area"),
    ("gaussian", "auc", lambda f: lambda mu: f["auc"](abs(mu - 1) + 1e-9), "auc-rises"),
    ("gaussian", "auc", lambda f: lambda mu: 2 * f["auc"](mu) - 1, "auc-of-no-signal"),
    ("gaussian", "roc", lambda f: lambda fpr, mu: min(1.0, fpr * math.exp(mu)), "roc-is-symmetric"),
    ("gaussian", "roc", lambda f: lambda fpr, mu: f["roc"](fpr, mu) ** 2, "roc-is-a-rate"),
    ("gaussian", "tradeoff", lambda f: lambda fpr, mu: f["roc"](fpr, mu), "roc-and-tradeoff"),
    ("gaussian", "renyi", lambda f: lambda order, mu: order * mu / 2, "renyi-composes"),
    ("gaussian", "tv", lambda f: lambda mu: min(1.0, mu / 2), "tv-is-delta-at-zero"),
    ("gaussian", "mu_for_auc", lambda f: lambda auc: f["mu_for_auc"](auc) * math.sqrt(2), "mu-for-auc-inverts-auc"),
    ("laplace", "delta", lambda f: lambda eps, eps0: max(0.0, -math.expm1(eps - eps0)), "delta-below-pure-dp"),
    ("laplace", "roc", lambda f: certified_function("pure.roc"), "roc-of-thresholds"),
    ("laplace", "fbeta", lambda f: lambda beta, eps, p, c, t: f["fbeta"](beta, eps, 0.0, c, t), "fbeta-with-a-prior"),
    ("pure", "mu", lambda f: lambda eps0: math.sqrt(math.pi / 2) * eps0 * 0.9, "is-gaussian-dp"),
    ("pure", "composed_epsilon", lambda f: lambda k, eps0, delta: k * eps0, "composed-delta-inverts-composed-epsilon"),
    ("renyi", "epsilon_improved", lambda f: lambda *x: f["epsilon_standard"](*x) + 0.1, "improved-is-tighter"),
    ("zcdp", "epsilon", lambda f: lambda rho, delta: rho, "epsilon-above-gaussian"),
    ("glrt", "roc", lambda f: lambda fpr, d, mu: certified_function("gaussian.roc")(fpr, mu), "roc-on-the-line"),
    ("subsampled", "laplace_delta", lambda f: lambda *x: certified_function("laplace.delta")(*x[:2]), "laplace-10-percent"),
    ("dpsgd", "mu_clt_uniform", lambda f: f["mu_clt_poisson"], "uniform-clt"),
]  # fmt: skip


@pytest.mark.parametrize(("family", "function", "wrong", "law"), WRONG, ids=lambda x: x if isinstance(x, str) else "")
def test_a_wrong_function_breaks_the_right_law(family: str, function: str, wrong: Any, law: str) -> None:
    functions = right(family)
    mine = laws(family, {**functions, function: wrong(functions)}, examples=50)
    with pytest.raises(AssertionError, match=f"the law {family}/{law} is broken") as caught:
        mine[law]()
    text = str(caught.value)
    assert all(claim in text for claim in mine[law].claims)
    line = text.splitlines()[-1].strip()
    assert line.startswith(f'laws("{family}", {{')
    arguments = line.partition(f'["{law}"]')[2]
    with pytest.raises(AssertionError, match="is broken"):
        eval(f"mine[law]{arguments}", {"mine": mine, "law": law})


def test_a_broken_law_says_how_the_functions_were_called() -> None:
    def my_delta(psi: float, epsilon: float) -> float:
        return 0.5

    def my_epsilon(delta: float, sigma: float) -> float:
        return 1.0

    broken = laws("gaussian", {"delta": my_delta, "epsilon": my_epsilon}, examples=50)["delta-inverts-epsilon"]
    with pytest.raises(AssertionError) as caught:
        broken()
    assert "\ncalled as my_delta(psi=mu, epsilon=eps), my_epsilon(delta=delta, sigma=1/mu)\n" in str(caught.value)
    with pytest.raises(DplemmaError, match=r"^sigma of my_epsilon means .*, not eps"):
        laws("gaussian", {"sigma": my_epsilon})


def test_a_function_that_raises_breaks_a_law() -> None:
    def refuses(mu: float) -> float:
        raise ZeroDivisionError("no")

    with pytest.raises(AssertionError, match="ZeroDivisionError: no"):
        laws("gaussian", {"auc": refuses})["auc-closed-form"]()


# -- which laws there are -----------------------------------------------------------------------------------------------------


def test_only_laws_of_the_given_functions() -> None:
    mine = laws("gaussian", {"delta": lambda eps, mu: 0.0, "auc": lambda mu: 0.5})
    assert {name for law in mine for name in law.law.needs} == {"delta", "auc"}
    assert "delta-inverts-epsilon" not in [law.name for law in mine]
    assert [law.__name__ for law in mine] == [law.name for law in mine]
    assert "auc(mu)" in repr(mine["auc-closed-form"])


def test_functions_of_other_families_may_be_given() -> None:
    called = []

    def mine(delta: float, mu: float) -> float:
        called.append(mu)
        return -1.0

    functions = {"epsilon_standard": certified_function("renyi.epsilon_standard"), "gaussian.epsilon": mine}
    laws("renyi", functions, examples=5)["standard-above-exact"]()
    assert called


def test_names_and_aliases_of_arguments() -> None:
    def delta(*, psi: float, epsilon: float) -> float:
        return certified_function("gaussian.delta")(epsilon, psi)

    laws("gaussian", {"delta": delta}, examples=5)["delta-rises-with-mu"]()


@pytest.mark.parametrize(
    ("family", "functions", "message"),
    [
        ("gausian", {"delta": abs}, "Did you mean gaussian"), ("gaussian", {"dleta": abs}, "Did you mean gaussian.delta"),
        ("gaussian", {"delta": 3}, "delta must be a function"), ("gaussian", {}, "no law of gaussian speaks of nothing alone"),
        ("gaussian", {"delta": lambda a: a}, "the function takes a"), ("gaussian", [], "laws takes functions by name"),
    ],
)  # fmt: skip
def test_bad_input_gets_one_line(family: str, functions: Any, message: str) -> None:
    with pytest.raises(DplemmaError, match=message) as caught:
        laws(family, functions)
    assert "\n" not in str(caught.value)


def test_a_point_must_have_the_variables_of_the_law() -> None:
    law = laws("gaussian", {"auc": certified_function("gaussian.auc")})["auc-rises"]
    with pytest.raises(DplemmaError, match="is about mu, mu_2"):
        law(mu=1.0)
    with pytest.raises(DplemmaError, match="unknown law"):
        laws("gaussian", {"auc": abs})["auc-falls"]


# -- the ledger decides -------------------------------------------------------------------------------------------------------


def shipped_with(file: Path, identifier: str, **changes: Any) -> Path:
    """The shipped ledger with one line changed, or left out."""
    records = ledger.read()
    line = records.pop(identifier)
    if changes:
        records[identifier] = replace(line, **changes)
    ledger.write(records, file)
    return file


@pytest.mark.parametrize("changes", [{"verdict": "confirmed"}, {"verdict": "undecided"}, {}])
def test_no_law_without_a_proof(changes: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    claim = "sensitivity_index/lemma-3"
    monkeypatch.setenv(ledger.ENVIRONMENT_VARIABLE, str(shipped_with(tmp_path / "ledger.jsonl", claim, **changes)))
    with pytest.raises(NotEstablished, match=f"cites {claim}, which is"):
        laws("gaussian", {"auc": certified_function("gaussian.auc")})
    assert laws("gaussian", {"kl": certified_function("gaussian.kl")})  # others do not cite it


def test_a_law_needs_a_claim() -> None:
    law = Law(name="x", family="gaussian", needs=("auc",), says="", claims=(), holds=lambda F, mu: None)
    with pytest.raises(NotEstablished, match="cites no claim"):
        law.verdicts(ledger.read())


def test_a_law_that_was_tried_nowhere_does_not_pass() -> None:
    law = Law(name="x", family="gaussian", needs=(), says="", claims=("a",), holds=lambda F, mu: None)
    empty = LawOf(law, Own({}, {}), {}, {}, 0.0, 3)
    with pytest.raises(DplemmaError, match="tried at no point"):
        empty()


def test_a_session_counts_laws() -> None:
    with started(Session(examples=5)) as session:
        laws("gaussian", {"auc": certified_function("gaussian.auc")})["auc-rises"]()
        with pytest.raises(AssertionError):
            laws("gaussian", {"auc": lambda mu: 2.0})["auc-rises"]()
    assert session.laws == {"held": 1, "failed": 1}
