"""`audit`, `cancel` and `assert_matches` call a function in one way, say which, and refuse the same functions."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import wraps
from pathlib import Path

import pytest

from dplemma.base.errors import DplemmaError
from dplemma.cli import main
from dplemma.doubles.target import imported
from dplemma.testing import assert_matches
from dplemma.testing.session import Session, started

MINE = """\
from dplemma import value


def delta(eps, mu):
    return float(value("gaussian.delta", eps=eps, mu=mu, digits=20))


def swapped(mu, eps):
    return delta(eps, mu)


def other_names(psi, epsilon):
    return delta(epsilon, psi)


def made_up(x, y):
    return delta(x, y)


def half_made_up(x, eps):
    return delta(eps, x)


def by_name(*, mu, eps):
    return delta(eps, mu)


def with_defaults(accuracy=1e-9, *, mu, eps=1.0):
    return delta(eps, mu)


def noise(epsilon, sigma, sensitivity=1.0):
    from fractions import Fraction

    return delta(epsilon, Fraction(sensitivity) / Fraction(sigma))


def multiplier(noise_multiplier, eps, sensitivity):
    return noise(eps, noise_multiplier, sensitivity)


def of_delta(eps, delta):
    return 1.0
"""
CALLED = {
    "swapped": "swapped(mu=mu, eps=eps)",
    "other_names": "other_names(psi=mu, epsilon=eps)",
    "made_up": "made_up(eps, mu)",
    "half_made_up": "half_made_up(eps=eps, x=mu)",
    "by_name": "by_name(mu=mu, eps=eps)",
    "with_defaults": "with_defaults(mu=mu, eps=eps)",
    "noise": "noise(epsilon=eps, sigma=1/mu)",
    "multiplier": "multiplier(eps=eps, noise_multiplier=1/mu, sensitivity=1.0)",
}
NOISE = "sigma of noise means standard deviation of the noise at unit sensitivity, not delta. Pass it by "
REFUSED = [
    ("noise", "gaussian.sigma", NOISE, ("sigma", "...")),
    (
        "of_delta",
        "gaussian.delta",
        "delta of of_delta means privacy parameter delta, not mu. Pass it by ",
        ("delta", "..."),
    ),
    ("swapped", "gaussian.auc", "gaussian.auc has mu, the function takes mu, eps. Say how, e.g. ", ("sigma", "1/mu")),
]
SAY = {"audit": "--arg {}={}", "cancel": "a function of your own that passes {}={}", "testing": 'args={{"{}": "{}"}}'}


@pytest.fixture(autouse=True)
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What is convicted on purpose is not part of the summary of a run."""
    (tmp_path / "bound.py").write_text(MINE)
    monkeypatch.chdir(tmp_path)
    with started(Session()):
        yield


@pytest.mark.parametrize("name", CALLED)
def test_all_three_acquit_a_right_function_and_say_how_it_is_called(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    target = f"bound.py:{name}"
    assert main(["audit", target, "--as", "gaussian.delta", "--examples", "20"]) == 0
    assert f"called as {CALLED[name]};" in " ".join(capsys.readouterr().out.split())
    assert main(["audit", target, "--as", "gaussian.delta", "--examples", "20", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["called"] == CALLED[name]
    assert main(["cancel", target, "--as", "gaussian.delta", "eps=1", "mu=3"]) == 0
    assert f"\n  called as {CALLED[name]}\n" in capsys.readouterr().out
    function = imported(target)
    assert_matches(function, "gaussian.delta", examples=20)
    with pytest.raises(AssertionError, match=f"called as {re.escape(CALLED[name])}; to reproduce:"):
        assert_matches(wraps(function)(lambda *args, **named: 2 * function(*args, **named)), "gaussian.delta", examples=20)


@pytest.mark.parametrize(("name", "quantity", "line", "asked"), REFUSED)
def test_all_three_refuse_with_one_line(
    name: str, quantity: str, line: str, asked: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    for command in ("audit", "cancel"):
        assert main([command, f"bound.py:{name}", "--as", quantity]) == 2
        assert capsys.readouterr().err.splitlines()[1:] == [f"dplemma: {line}{SAY[command].format(*asked)}"]
    with pytest.raises(DplemmaError) as caught:
        assert_matches(imported(f"bound.py:{name}"), quantity)
    assert str(caught.value) == line + SAY["testing"].format(*asked)
