"""The card of one Gaussian mechanism against `value`, mpmath and the identities between its numbers."""

from __future__ import annotations

import dataclasses
import json
import random
import subprocess
import sys
from fractions import Fraction
from itertools import count, pairwise
from typing import Any

import mpmath as mp
import pytest
from flint import arb, fmpq
from read_output import entries

import dplemma
from dplemma import value
from dplemma.arb.precision import working_precision
from dplemma.base.errors import DplemmaError, EngineDisagreement, OutOfBudget, UnknownName
from dplemma.base.sides import ROLES
from dplemma.values import convert as conversions
from dplemma.values.convert import CardEntry, Conversion, convert, convert_inputs
from dplemma.values.evaluator import evaluator
from dplemma.values.exact import BadInput
from dplemma.values.mechanism import RISES, certified_text, enclose_monotone

EXTRA = {"eps": "0,0.3,5", "delta": "1e-3,1/7", "fpr": "1e-9,1/3", "order": "0.5,3", "beta": "3", "d": "1,7"}


def find(conversion: Conversion, quantity: str, **at: str) -> CardEntry:
    found = [e for e in entries(conversion) if e.quantity == quantity and all(e.inputs[k] == v for k, v in at.items())]
    assert found, (quantity, at)
    return found[0]


# -- values ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("given", [{"mu": "1"}, {"sigma": "3", "sensitivity": "2"}, {"noise_multiplier": "0.3"}, {"psi": "1/7"}])
def test_numbers_are_those_of_value(given: dict[str, str]) -> None:
    conversion = convert(**given, **EXTRA, digits=17)
    for entry in entries(conversion)[1:]:
        assert entry.value == str(dplemma.value(entry.quantity, digits=17, **entry.inputs)), entry
        quantity = evaluator(entry.quantity).quantity
        assert (entry.status, entry.role) == (quantity.status, quantity.role)
    assert {entry.quantity for entry in entries(conversion)[1:]} == set(RISES)


@pytest.mark.parametrize(
    ("given", "mu"),
    [
        ({"mu": "1/7"}, Fraction(1, 7)),
        ({"sensitivity_index": 0.5}, Fraction(1, 2)),
        ({"sigma": "4"}, Fraction(1, 4)),
        ({"sigma": "4", "sensitivity": "3"}, Fraction(3, 4)),
        ({"noise_multiplier": "0.8"}, Fraction(5, 4)),
    ],
)
def test_every_way_to_say_the_mechanism(given: dict[str, Any], mu: Fraction) -> None:
    conversion = convert(**given)
    assert Fraction(find(conversion, "gaussian.auc").inputs["mu"]) == mu
    for name, number in {"mu": mu, "noise_multiplier": 1 / mu}.items():
        text = conversion.mechanism[name]
        assert text is not None
        assert abs(Fraction(text) / number - 1) <= Fraction(5, 10**10)
    assert (conversion.mechanism["sigma"] is None) == ("sigma" not in given)
    assert conversion.assumed == ({"sensitivity": "1"} if given.keys() == {"sigma"} else {})
    assert ("1 is assumed" in str(conversion)) == (given.keys() == {"sigma"})


def profile(eps: Any, mu: Any) -> Any:
    return mp.ncdf(mu / 2 - eps / mu) - mp.exp(eps) * mp.ncdf(-mu / 2 - eps / mu)


def quantile(p: Any) -> Any:
    return mp.sqrt(2) * mp.erfinv(2 * p - 1)


REFERENCES = {
    "gaussian.delta": lambda mu, eps: profile(eps, mu),
    "gaussian.kl": lambda mu: mu**2 / 2,
    "gaussian.chernoff": lambda mu: mu**2 / 8,
    "gaussian.renyi": lambda mu, order: order * mu**2 / 2,
    "gaussian.auc": lambda mu: mp.ncdf(mu / mp.sqrt(2)),
    "gaussian.tv": lambda mu: 2 * mp.ncdf(mu / 2) - 1,
    "gaussian.roc": lambda mu, fpr: mp.ncdf(mu + quantile(fpr)),
    "gaussian.tradeoff": lambda mu, fpr: mp.ncdf(-quantile(fpr) - mu),
}


def number(text: str) -> Any:
    above, _, below = text.partition("/")
    return mp.mpf(above) / mp.mpf(below or 1)


@pytest.mark.parametrize(
    ("eps", "delta"), [("1", "1e-5"), ("0.1", "1e-9"), ("8", "1e-3"), ("0", "0.2"), ("3", "0.9"), ("1/3", "1/7")]
)
def test_a_tight_pair_against_mpmath(eps: str, delta: str) -> None:
    digits = 25
    conversion = convert(eps=eps, delta=delta, fpr="0.001,1/3", digits=digits)
    with mp.workdps(80):
        target = mp.log(number(delta))
        start = mp.mpf(conversion.mechanism["mu"] or 0)
        mu = mp.findroot(lambda x: mp.log(profile(number(eps), x)) - target, (start * 0.999, start * 1.001))
        assert abs(start / mu - 1) < mp.mpf(10) ** (1 - digits)
        assert abs(mp.mpf(conversion.mechanism["noise_multiplier"] or 0) * mu - 1) < mp.mpf(10) ** (1 - digits)
        checked = 0
        for entry in entries(conversion):
            if entry.quantity in REFERENCES:
                at = {name: number(entry.inputs[name]) for name in entry.varied}
                right = REFERENCES[entry.quantity](mu, **at)
                assert abs(mp.mpf(entry.value or "nan") / right - 1) < mp.mpf(10) ** (1 - digits), entry
                checked += 1
        assert checked >= 16
        for entry in entries(conversion):
            if entry.quantity == "gaussian.epsilon" and entry.value != "0":
                back = profile(number(entry.value or ""), mu)
                assert abs(back / number(entry.inputs["delta"]) - 1) < mp.mpf(10) ** (4 - digits), entry


def test_the_pair_itself_is_first_and_exact() -> None:
    conversion = convert(eps="1", delta="1e-5", digits=3)
    notion = conversion.notions[1]
    assert notion.entries[0].to_json()["inputs"]["eps"] == "1"
    assert notion.entries[0].value == "0.00001"
    assert next(e.value for e in notion.entries if e.quantity == "gaussian.epsilon") == "1"
    assert sum(e.quantity == "gaussian.delta" and e.inputs["eps"] == "1" for e in entries(conversion)) == 1


@pytest.mark.parametrize("mu", ["1", "0.3", "5/2"])
def test_a_pair_of_a_rational_mu_leads_back_to_its_card(mu: str) -> None:
    """The pair is tight only to 60 digits, and the card shows 12: all numbers must agree."""
    direct = convert(mu=mu, d="3", eps="0.5,1", delta="1e-5", digits=12)
    delta = str(dplemma.value("gaussian.delta", eps="1", mu=mu, digits=60))
    back = convert(eps="1", delta=delta, d="3", digits=12)
    compared = 0
    for entry in entries(direct)[1:]:
        at = {name: entry.inputs[name] for name in entry.varied if name != "delta"}
        if "delta" not in entry.varied and at.get("eps") != "1":
            assert find(back, entry.quantity, **at).value == entry.value
            compared += 1
    assert compared > 20


# -- the helper ------------------------------------------------------------------------------------------------------

AT = {"eps": "0.7", "delta": "1e-4", "fpr": "0.02", "order": "3", "beta": "1.5", "d": "5"}


@pytest.mark.parametrize("quantity", RISES)
def test_every_direction_by_certified_values(quantity: str) -> None:
    ready = evaluator(quantity)
    at = {name: AT[name] for name in ready.names if name != "mu"}
    grid = [Fraction(k, 8) for k in (1, 2, 3, 5, 8, 12, 20, 32)]
    balls = [ready.enclose(ready.read({**at, "mu": mu}), 60)[0] for mu in grid]
    for before, after in pairwise(balls):
        if quantity == "gaussian.epsilon" and before.is_zero():
            assert after >= 0
        else:
            assert after > before if RISES[quantity] else after < before


def around_one(bits: int) -> arb:
    with working_precision(bits + 30):
        return arb(1, arb(2) ** -bits)


@pytest.mark.parametrize("quantity", RISES)
@pytest.mark.parametrize("need", [20, 100, 400])
def test_a_ball_instead_of_a_number(quantity: str, need: int) -> None:
    ready = evaluator(quantity)
    at = dict(zip(ready.names, ready.read({name: AT.get(name, "1") for name in ready.names}), strict=True))
    hull = enclose_monotone(ready, at, "mu", around_one, rises=RISES[quantity], need=need)
    exactly = ready.enclose(tuple(at.values()), 2 * need + 100)[0]
    assert hull.contains(exactly)
    assert hull.rel_accuracy_bits() >= need


@pytest.mark.parametrize("quantity", ["gaussian.delta", "gaussian.tradeoff", "gaussian.fbeta_fpr"])
def test_a_wrong_direction_is_noticed(quantity: str) -> None:
    ready = evaluator(quantity)
    at = dict(zip(ready.names, ready.read({name: AT.get(name, "1") for name in ready.names}), strict=True))
    with pytest.raises(EngineDisagreement, match="mu"):
        enclose_monotone(ready, at, "mu", lambda _: arb("1 +/- 0.1"), rises=not RISES[quantity], need=10)


def test_digits_are_printed_only_when_decided() -> None:
    """0.123455 + 10^-22 rounds to 0.12346, and only a ball that is clear of the tie 0.123455 tells."""
    asked = []

    def enclose(bits: int) -> arb:
        asked.append(bits)
        with working_precision(bits + 30):
            return arb(fmpq(1234550000000000000001, 10**22)) + arb(0, arb(2) ** -bits)

    assert certified_text(enclose, 5)[0] == "0.12346"
    assert len(asked) > 1


# -- deep tails, labels, what is open ----------------------------------------------------------------------------------


def test_logarithms_where_doubles_underflow() -> None:
    deep = find(convert(mu="0.01", eps="1", digits=12), "gaussian.delta")
    with mp.workdps(40):
        a, b = mp.mpf(100) - mp.mpf("0.005"), mp.mpf(100) + mp.mpf("0.005")
        right = mp.log10(mp.erfc(a / mp.sqrt(2)) / 2 - mp.e * mp.erfc(b / mp.sqrt(2)) / 2)
    assert deep.log10 is not None and abs(mp.mpf(deep.log10) - right) < 1e-7
    assert deep.value is not None and deep.value.endswith("e-2178")
    deeper = find(convert(mu="1e-20", eps="1"), "gaussian.delta")
    assert deeper.value is None and deeper.log10 == "-2.171472410e39"
    assert "10^(-2.171472410e39)" in str(convert(mu="1e-20", eps="1"))
    assert find(convert(mu="1", eps="1"), "gaussian.delta").log10 is None


def test_what_is_not_exact_is_labelled_wherever_it_appears() -> None:
    conversion = convert(mu=1, d=[10, 20], digits=9)
    for entry in entries(conversion):
        data = entry.to_json()
        assert ("label" in data) == (data["status"] != "exact")
    for text in (str(conversion), conversion._repr_markdown_()):
        for entry in entries(conversion):
            for line in text.splitlines():
                if entry.value and entry.value in line.split() and entry.label:
                    assert ("bound, not exact" if entry.status == "bound" else "not a DP guarantee") in line
    assert str(conversion).count("bound, not exact") == 3
    assert str(conversion).count("(not a DP guarantee)") == 2 * 3 + 2 * 5
    assert "restricted" not in str(convert(mu=1)).replace("only a restricted adversary depends on it", "")


def test_what_is_not_determined() -> None:
    pair, only_mu, full = convert(eps=1, delta="1e-5"), convert(mu=1), convert(sigma=2, sensitivity=1, d=3)
    assert pair.not_determined[0].startswith("one (eps, delta) pair fixes mu only if the mechanism is Gaussian")
    assert [any("only their ratio" in text for text in c.not_determined) for c in (pair, only_mu, full)] == [True, True, False]
    assert [any("dimension" in text for text in c.not_determined) for c in (pair, only_mu, full)] == [True, True, False]
    for conversion in (pair, only_mu, full):
        flat = " ".join(str(conversion).split())
        assert all(text in flat for text in conversion.not_determined)
        assert any("compositions" in text for text in conversion.not_determined)
        assert any("adjacency" in text for text in conversion.not_determined)


def test_json_has_the_promised_keys() -> None:
    data = json.loads(json.dumps(convert(eps="1", delta="1e-5", d=2, fpr="0.5,0.5").to_json()))
    assert set(data) == {
        "schema",
        "kind",
        "adjacency",
        "given",
        "assumed",
        "mechanism",
        "mechanism_rounded",
        "digits",
        "round",
        "notions",
        "not_determined",
    }
    assert (data["schema"], data["digits"]) == (1, 10)
    assert data["given"] == {"eps": "1", "delta": "0.00001", "d": ["2"], "fpr": ["0.5"]}
    assert set(data["mechanism"]) == {"mu", "noise_multiplier", "sigma", "sensitivity"}
    for notion in data["notions"]:
        for entry in notion["entries"]:
            assert {"quantity", "inputs", "value", "status", "role", "rounded"} <= set(entry)
    assert [notion["notion"] for notion in data["notions"]][:4] == ["GDP", "(eps, delta)-DP", "zCDP", "Rényi DP"]


@pytest.mark.parametrize("digits", [1, 10, 25, 60])
@pytest.mark.parametrize("given", [{"mu": "1"}, {"eps": "1", "delta": "1e-5"}, {"mu": "1e-9"}], ids=str)
def test_the_card_fits_100_columns(digits: int, given: dict[str, str]) -> None:
    text = str(convert(**given, digits=digits, **({} if given == {"mu": "1e-9"} else {"d": "10"})))
    assert max(map(len, text.splitlines())) <= (100 if digits <= 25 else 130)
    for line in text.splitlines():
        assert line == line.rstrip()


def test_an_entry_out_of_reach_leaves_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    ready = evaluator("gaussian.chernoff")

    def refuse(*_: object) -> Any:
        raise OutOfBudget("not today")

    monkeypatch.setattr(ready, "enclose", refuse)
    conversion = convert(mu=1)
    entry = find(conversion, "gaussian.chernoff")
    assert (entry.value, entry.unreached, conversion.complete) == (None, "not today", False)
    assert "out of reach" in str(conversion) and "not today" in str(conversion)
    assert find(conversion, "gaussian.kl").value == "0.5000000000"


# -- bad input ---------------------------------------------------------------------------------------------------------

BAD = [
    ({}, BadInput, "no mechanism"),
    ({"eps": "1"}, BadInput, "eps alone"),
    ({"delta": "1e-5"}, BadInput, "delta alone"),
    ({"mu": "1", "sigma": "1"}, BadInput, "twice"),
    ({"mu": "1", "psi": "1"}, BadInput, "twice"),
    ({"mu": "1", "eps": "1", "epsilon": "1"}, BadInput, "twice"),
    ({"noise_multiplier": "1", "sensitivity": "1"}, BadInput, "alone"),
    ({"sensitivity": "1"}, BadInput, "sigma"),
    ({"mu": "1,2"}, BadInput, "single"),
    ({"sigma": [1, 2]}, BadInput, "single"),
    ({"eps": "1,2", "delta": "1e-5"}, BadInput, "single"),
    ({"eps": "1", "delta": ["1e-5", "1e-6"]}, BadInput, "single"),
    ({"mu": "0"}, BadInput, "> 0"),
    ({"mu": "-1"}, BadInput, "> 0"),
    ({"mu": "one"}, BadInput, "number"),
    ({"mu": "nan"}, BadInput, "finite"),
    ({"mu": True}, BadInput, "number"),
    ({"mu": None}, BadInput, "number"),
    ({"mu": "1", "eps": "1,,2"}, BadInput, "empty entry"),
    ({"mu": "1", "eps": ""}, BadInput, "number"),
    ({"mu": "1", "eps": []}, BadInput, "no values"),
    ({"mu": "1", "eps": "-1"}, BadInput, ">= 0"),
    ({"mu": "1", "delta": "1"}, BadInput, "< 1"),
    ({"mu": "1", "fpr": "1.1"}, BadInput, "<= 1"),
    ({"mu": "1", "order": "0"}, BadInput, "> 0"),
    ({"mu": "1", "beta": "0"}, BadInput, "> 0"),
    ({"mu": "1", "d": "2.5"}, BadInput, "whole"),
    ({"mu": "1", "d": "0"}, BadInput, ">= 1"),
    ({"mu": "1", "alpha": "2"}, BadInput, "fpr or order"),
    ({"mu": "1", "epss": "2"}, UnknownName, "Did you mean eps"),
    ({"nu": "1"}, UnknownName, "Did you mean mu"),
    ({"mu": "1", "z" * 200: "2"}, UnknownName, "zzz\\.\\.\\."),
    ({"mu": "1", "eps": ",".join(map(str, range(1, 1001)))}, OutOfBudget, "1000"),
    ({"mu": "1", "eps": count()}, OutOfBudget, "1000"),
    ({"mu": "1", "d": list(range(1, 200))}, OutOfBudget, "1000"),
]


@pytest.mark.parametrize(("inputs", "error", "said"), BAD, ids=[str(case[0])[:50] for case in BAD])
def test_bad_input_is_one_line(inputs: dict[str, Any], error: type[DplemmaError], said: str) -> None:
    with pytest.raises(error, match=said) as caught:
        convert_inputs(inputs, 10)
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 300


@pytest.mark.parametrize(
    ("digits", "error"), [(0, BadInput), (-1, BadInput), (2.0, BadInput), (True, BadInput), (10**6, OutOfBudget)]
)
def test_bad_digits(digits: Any, error: type[DplemmaError]) -> None:
    with pytest.raises(error):
        convert(mu=1, digits=digits)


def test_too_many_digits_in_all() -> None:
    with pytest.raises(OutOfBudget, match="in all"):
        convert(mu=1, eps=list(range(1, 200)), digits=4000)


def test_random_inputs_give_a_card_or_one_line() -> None:
    rng = random.Random(20240611)
    names = [
        "mu",
        "psi",
        "sigma",
        "sensitivity",
        "noise_multiplier",
        "eps",
        "delta",
        "fpr",
        "order",
        "beta",
        "d",
        "x",
        "q",
        "alpha",
    ]
    texts = ["1", "0.5", "1e-5", "2,3", "", ",", "0", "-1", "1/3", "1/0", "2**-9", "1e9999", "x", "1e-40", "7", " 2 ", "0.1,0.2,"]
    cards = 0
    for _ in range(300):
        inputs = {rng.choice(names): rng.choice(texts) for _ in range(rng.randint(0, 4))}
        try:
            convert_inputs(inputs, rng.choice([1, 3, 10]))
            cards += 1
        except DplemmaError as error:
            assert "\n" not in str(error)
    assert cards >= 10


# -- the object --------------------------------------------------------------------------------------------------------


def test_it_is_frozen_and_exported() -> None:
    conversion = dplemma.convert(mu=1)
    assert isinstance(conversion, dplemma.Conversion)
    with pytest.raises(dataclasses.FrozenInstanceError):
        conversion.digits = 3  # pyright: ignore[reportAttributeAccessIssue]
    assert conversions.convert is dplemma.convert
    assert "| 0.5 | 0.2384217081 |" in conversion._repr_markdown_()


def test_no_heavy_import_on_the_way() -> None:
    heavy = "{'sympy', 'mpmath', 'numpy', 'scipy'}"
    code = f"import sys, dplemma; str(dplemma.convert(eps='1', delta='1e-5', d=2)); print({heavy} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.strip() == "set()"


def test_rounding_to_the_safe_side() -> None:
    """Every entry on the side its role demands of the exact value; neutral ones to nearest."""
    safe = convert(eps="1", delta="1e-5", d=2, digits=6, rounding="safe")
    fine = convert(eps="1", delta="1e-5", d=2, digits=30)
    compared = 0
    for near, far in zip(fine.notions, safe.notions, strict=True):
        for exact_entry, entry in zip(near.entries, far.entries, strict=True):
            if entry.value is None or exact_entry.value is None or "/" in entry.value:
                continue
            true, shown = Fraction(exact_entry.value), Fraction(entry.value)
            assert {"up": shown >= true, "down": shown <= true, "nearest": True}[entry.rounded], entry
            assert entry.rounded == ROLES[entry.role].safe_rounding
            assert abs(shown - true) <= abs(true) * Fraction(1, 10**5)
            compared += shown != true
    assert compared > 20
    with pytest.raises(BadInput, match="is none of nearest"):
        convert(mu=1, rounding="sideways")


MECHANISMS = [  # what is given, and the side to which mu, the noise multiplier and the mu of GDP stay true promises
    ({"eps": "1", "delta": "1e-5"}, {"mu": "down", "noise_multiplier": "up", "gdp": "up"}),  # the noise is to be chosen
    ({"mu": "7/3"}, {"mu": "up", "noise_multiplier": "up", "gdp": "up"}),
    ({"sigma": "3"}, {"mu": "up", "noise_multiplier": "down", "gdp": "up"}),  # the noise is there
    ({"sigma": "1", "sensitivity": "3"}, {"mu": "up", "noise_multiplier": "down", "gdp": "up"}),
    ({"noise_multiplier": "1.23456789"}, {"mu": "up", "noise_multiplier": "down", "gdp": "up"}),
]


@pytest.mark.parametrize("digits", [1, 2, 5, 9])
@pytest.mark.parametrize(("given", "sides"), MECHANISMS, ids=str)
def test_the_mechanism_itself_is_rounded_to_the_safe_side(given: dict[str, str], sides: dict[str, str], digits: int) -> None:
    safe, fine = convert(**given, digits=digits, rounding="safe"), convert(**given, digits=40)
    shown = {**safe.mechanism, "gdp": safe.notions[0].entries[0].value}
    true = {**fine.mechanism, "gdp": fine.notions[0].entries[0].value}
    for name, side in sides.items():
        gap = Fraction(shown[name]) - Fraction(true[name])
        assert gap >= 0 if side == "up" else gap <= 0, (name, shown[name])
        assert abs(gap) < Fraction(true[name]) * Fraction(10) ** (1 - digits)
    assert {name: safe.mechanism_rounded[name] for name in ("mu", "noise_multiplier")} == {
        n: sides[n] for n in sides if n != "gdp"
    }
    assert f"noise multiplier sigma/sensitivity, rounded {sides['noise_multiplier']}" in str(safe)


def test_the_noise_that_a_safe_card_names_keeps_the_pair() -> None:
    """With the noise multiplier of the card delta is at most the one asked for, with one unit less it is not."""
    noise = Fraction(convert(eps="1", delta="1e-5", digits=5, rounding="safe").mechanism["noise_multiplier"])
    spent = [value("gaussian.delta", eps="1", mu=1 / (noise - step), digits=20).upper for step in (0, Fraction(1, 10**4))]
    assert spent[0] <= 1e-5 < spent[1]
    assert convert(sigma="3", digits=5, rounding="safe").notions[0].entries[0].value == "0.33334"


def test_a_logarithm_is_rounded_to_the_side_of_its_number() -> None:
    """delta = 10^(-2.17...e11) is too deep for a decimal: its logarithm alone must not promise too much."""
    entries = [convert(mu="1e-6", eps="1", digits=digits, rounding="safe").notions[1].entries[0] for digits in (3, 25)]
    assert entries[0].value is None and entries[0].log10 is not None and entries[1].log10 is not None
    assert Fraction(entries[0].log10) > Fraction(entries[1].log10)
    nearest = convert(mu="1e-6", eps="1", digits=3).notions[1].entries[0].log10
    assert entries[0].log10 == nearest or Fraction(nearest) < Fraction(entries[0].log10)
