"""Adapters as data: readable without the library, about quantities that exist, with mappings that parse. No library is needed."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from fractions import Fraction

import pytest

from dplemma.base.errors import DplemmaError
from dplemma.doubles.target import user_function
from dplemma.peers.league import environments
from dplemma.peers.league.declare import HARD_RANGE, RANGES, Peer, PeerCall, known_peers, load_peer
from dplemma.values.calls import bind
from dplemma.values.evaluator import evaluator
from dplemma.values.formula_text import parse_formula

PEERS = {name: load_peer(module) for name, module in known_peers().items()}
CALLS = [pytest.param(call, id=f"{name}-{call.name}") for name, peer in PEERS.items() for call in peer.calls]
LIBRARIES = {
    "autodp", "diffprivlib", "dp_accounting", "gdpnum", "opacus", "opendp", "plain_scipy", "prv_accountant", "riskcal",
}  # fmt: skip


def test_every_library_has_one_adapter() -> None:
    assert set(PEERS) == LIBRARIES
    assert all(peer.name == name for name, peer in PEERS.items())


@pytest.mark.parametrize("call", CALLS)
def test_the_arguments_of_a_call_are_those_of_its_quantity(call: PeerCall) -> None:
    ready = evaluator(call.quantity)
    mapped = {name: parse_formula(text, ready.names) for name, text in call.arguments.items()}
    bound = bind(call.function, ready, mapped)
    example = {name: Fraction(ready.quantity.example.get(name, "1")) for name in ready.names}
    ordered, named = bound.arguments(example)
    inspect.signature(call.function).bind(*ordered, **named)
    used = set(bound.ordered) | {name for name in bound.named.values() if isinstance(name, str)}
    used |= {name for formula in mapped.values() for name in formula.names}
    assert used == set(ready.names)
    if not mapped:  # nothing is passed in another order than the names say
        assert not bound.ordered or list(bound.ordered) == list(inspect.signature(call.function).parameters)


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("kind", RANGES)
def test_ranges_lie_in_the_domain_of_the_quantity_and_of_the_call(call: PeerCall, kind: str) -> None:
    ready = evaluator(call.quantity)
    ranges = call.ranges(ready, kind)
    assert ranges is not None
    for end in (0, 1):
        ready.read({name: str(ends[end]) for name, ends in ranges.items()})
    for name, (least, most) in call.domain.items():
        assert Fraction(least) <= ranges[name][0] <= ranges[name][1] <= Fraction(most)


@pytest.mark.parametrize("call", CALLS)
def test_points_where_it_was_wrong_are_points_of_the_quantity(call: PeerCall) -> None:
    ready = evaluator(call.quantity)
    ranges = call.ranges(ready, "hard")
    assert ranges is not None
    for point in call.points:
        ready.read(dict(point))
        assert all(ranges[name][0] <= Fraction(text) <= ranges[name][1] for name, text in point.items())


@pytest.mark.parametrize("call", CALLS)
def test_a_call_says_why_it_promises_what_it_promises(call: PeerCall) -> None:
    assert len(call.because) > 10
    assert user_function(call.target()).call.function is call.function  # the reproduce line finds it
    if call.quantity.startswith("subsampled."):
        assert call.adjacency == "add/remove"


def test_replacing_a_record_doubles_the_sensitivity_wherever_both_adjacencies_are_offered() -> None:
    both: dict[tuple[str, str, str], dict[str, PeerCall]] = {}
    for name, peer in PEERS.items():
        for call in peer.calls:
            both.setdefault((name, call.quantity, call.public), {})[call.adjacency] = call
    pairs = [calls for calls in both.values() if {"add/remove", "replace"} <= calls.keys()]
    assert len(pairs) >= 5
    for calls in pairs:
        ((noise, once),) = calls["add/remove"].arguments.items()
        assert once.startswith("1/") and calls["replace"].arguments == {noise: once.replace("1/", "2/")}
        assert calls["replace"].function is not calls["add/remove"].function


def test_what_is_known_to_be_wrong_under_replace_one_is_looked_at() -> None:
    """Noise multiplier 1 under replace-one is mu = 2, where epsilon is 9.997 at delta = 1e-5."""
    (call,) = [call for call in PEERS["dp_accounting"].calls if call.name == "gaussian_epsilon_rdp_replace"]
    assert {"delta": "1e-5", "mu": "2"} in [dict(point) for point in call.points]
    ready = evaluator(call.quantity)
    bound = bind(call.function, ready, {name: parse_formula(text, ready.names) for name, text in call.arguments.items()})
    assert bound.arguments({"delta": Fraction(1, 10**5), "mu": Fraction(2)})[1]["noise_multiplier"] == 1.0


def test_classical_calibration_is_judged_only_where_it_is_promised() -> None:
    classical = [call for peer in PEERS.values() for call in peer.calls if "classical" in call.name]
    assert len(classical) == 3
    for call in classical:
        ranges = call.ranges(evaluator(call.quantity), "hard")
        assert call.promise == "upper" and ranges is not None and ranges["eps"][1] == 1


def test_the_hard_range_contains_the_ordinary_one_for_the_main_parameters() -> None:
    from dplemma.lang.parameters import PARAMETERS

    for name, (low, high) in HARD_RANGE.items():
        assert Fraction(low) <= Fraction(PARAMETERS[name].low) < Fraction(PARAMETERS[name].high) <= Fraction(high)


def test_every_library_is_pinned_and_no_line_names_an_index() -> None:
    text = environments.CONSTRAINTS.read_text(encoding="utf-8")
    assert "://" not in text and "index" not in text
    for name, peer in PEERS.items():
        if name != "plain_scipy":
            assert re.fullmatch(r"[\w-]+==[\d.]+", environments.pinned(peer))


def test_adapters_are_read_without_sympy_and_without_any_library() -> None:
    code = (
        "import sys; from dplemma.peers.league.declare import known_peers, load_peer\n"
        "for module in known_peers().values(): load_peer(module)\n"
        "print([name for name in ('sympy', 'numpy', 'scipy', 'opacus', 'autodp') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_promise_or_adjacency_nobody_knows_is_refused() -> None:
    def f(mu: float) -> float:
        return mu

    with pytest.raises(DplemmaError, match="none of exact, upper"):
        PeerCall("gaussian.tv", f, "f", "certain", "because")
    with pytest.raises(DplemmaError, match="add/remove"):
        PeerCall("gaussian.tv", f, "f", "exact", "because", adjacency="swap")
    call = PeerCall("gaussian.tv", f, "f", "exact", "because")
    with pytest.raises(DplemmaError, match="same function"):
        Peer("twice", "twice", (), (call, call))


def test_a_domain_outside_the_range_is_said() -> None:
    call = PeerCall("gaussian.tv", lambda mu: mu, "f", "exact", "because", domain={"mu": ("100", "200")})
    assert call.ranges(evaluator("gaussian.tv"), "ordinary") is None
