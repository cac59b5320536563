"""The page of findings: its certified values are certified again, and by mpmath where a formula of one line gives them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from mpmath import erfinv, exp, mp, mpf, ncdf, sqrt

from dplemma import value
from dplemma.peers.league.declare import known_peers, load_peer
from dplemma.peers.league.environments import pinned

PAGE = (Path(__file__).parents[2] / "docs" / "peers.md").read_text(encoding="utf-8")
_ROW = re.compile(r"^\| \[\d+\]\(#[^)]*\) \| `([\w.]+)` \| `([^`]*)` \| ([^|]*) \| ([^|]*) \|$", re.MULTILINE)
FINDINGS = _ROW.findall(PAGE)


@pytest.mark.parametrize(("quantity", "inputs", "got", "certified"), FINDINGS)
def test_the_certified_value_of_a_finding_is_certified(quantity: str, inputs: str, got: str, certified: str) -> None:
    given = dict(pair.split("=") for pair in inputs.split())
    assert str(value(quantity, digits=15, **given)).split()[0] == certified
    number = got.split()[0]
    if not number.endswith("Error"):
        wrong_side = float(number) > float(certified) if quantity == "gaussian.tradeoff" else float(number) < float(certified)
        assert wrong_side, "every number on the page is on the unsafe side"


@pytest.mark.parametrize(("quantity", "inputs", "got", "certified"), FINDINGS)
def test_every_finding_is_looked_at_by_every_audit(quantity: str, inputs: str, got: str, certified: str) -> None:
    given = dict(pair.split("=") for pair in inputs.split())
    calls = [call for module in known_peers().values() for call in load_peer(module).calls if call.quantity == quantity]
    assert any(given == dict(point) for call in calls for point in call.points)


def test_every_finding_has_a_row() -> None:
    assert len(FINDINGS) == 20
    sections = re.findall(r"^### (\d+)\. ", PAGE, re.MULTILINE)
    assert sections == [str(number) for number in range(1, 11)]


def test_the_consequences_named_are_right() -> None:
    """Deltas of mechanisms with too little noise, and rates of attacks, by mpmath."""

    def profile(eps: str, sigma: str) -> mpf:
        e, mu = mpf(eps), 1 / mpf(sigma)
        return ncdf(mu / 2 - e / mu) - exp(e) * ncdf(-mu / 2 - e / mu)

    def rate(fpr: str, mu: str) -> mpf:
        return ncdf(mpf(mu) - sqrt(2) * erfinv(1 - 2 * mpf(fpr)))

    with mp.workdps(50):
        assert abs(profile("20", "0.344379847983439") / mpf("9.2e-9") - 1) < 0.005
        assert abs(profile("0.1", "62.04831590367747") / mpf("7.1e-13") - 1) < 0.005
        assert abs(profile("4.728507067217623", "0.5") / mpf("0.0428") - 1) < 0.005
        assert abs(rate("0.001", "0.1") / mpf("0.00139") - 1) < 0.005
        assert abs(rate("1e-8", "0.5") / mpf("1.6e-7") - 1) < 0.005


def test_the_versions_are_the_pinned_ones() -> None:
    for name, module in known_peers().items():
        if name != "plain_scipy":
            distribution, _, version = pinned(load_peer(module)).partition("==")
            assert f"| {distribution} | {version} |" in PAGE


def test_the_tables_have_every_call_that_was_audited() -> None:
    ordinary, hard = PAGE.split("### Ordinary range")[1].split("### Hard range")
    for module in known_peers().values():
        peer = load_peer(module)
        for call in peer.calls:
            row = f"| `{call.quantity}` | {peer.name} | `{call.public}` | {call.adjacency} | {call.promise} |"
            assert row in ordinary and row in hard, row
