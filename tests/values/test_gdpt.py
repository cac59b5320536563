"""The certified supremum of the GDP transform: closed forms, an exact head, and profiles it must refuse."""

from __future__ import annotations

import pytest
from flint import arb
from meeting import meet

import dplemma
from dplemma import gdpt
from dplemma.arb.precision import working_precision
from dplemma.base.errors import OutOfBudget, UnknownName
from dplemma.values.exact import BadInput


@pytest.mark.parametrize("eps0", ["0.1", "1", "5"])
@pytest.mark.parametrize("family", ["laplace", "pure"])
def test_the_closed_forms_are_the_suprema(family: str, eps0: str) -> None:
    """laplace.mu and pure.mu are closed forms; the staircase knows nothing of them."""
    found = gdpt.mu_sup(f"{family}.delta", eps0=eps0, until=eps0, digits=3)
    closed = dplemma.value(f"{family}.mu", eps0=eps0).ball
    assert found.ball.contains(closed)
    assert found.ball.rad() < closed * 0.001
    assert found.complete
    assert found.at == 0


def test_a_gaussian_profile_has_a_constant_transform() -> None:
    found = gdpt.mu_sup("gaussian.delta", mu="2", until="1", digits=3)
    assert found.ball.contains(arb(2))
    assert not found.complete


def test_a_profile_with_an_interior_maximum() -> None:
    """G of max(0, c - eps)/4 peaks inside; a fine grid of certified values must stay below the upper end and reach the lower."""

    def profile(eps: arb) -> arb:
        return (arb(2) - eps).max(arb(0)) / 4

    found = gdpt.mu_sup(profile, until="2", digits=4)
    assert found.complete
    grid = [dplemma.value("gaussian.mu", eps=f"{k}/50", delta=f"{100 - k}/200", digits=20).ball for k in range(100)]
    assert all(value.lower() <= found.ball.upper() for value in grid)
    assert max(float(value) for value in grid) > float(found.ball.lower()) * 0.999
    assert 0 < found.at < 2


def test_few_steps_still_give_an_enclosure() -> None:
    coarse = gdpt.mu_sup("laplace.delta", eps0="1", until="1", max_steps=4)
    assert coarse.ball.contains(dplemma.value("laplace.mu", eps0="1").ball)
    assert coarse.ball.rad() > 0.05


def test_it_says_what_it_found() -> None:
    text = str(gdpt.mu_sup("laplace.delta", eps0="1", until="1", digits=2))
    assert text.startswith("[1.030063997, 1.0")
    assert "mu-GDP iff" in text
    assert "a head only" in str(gdpt.mu_sup("laplace.delta", eps0="1", until="0.5", digits=2))


def test_a_profile_next_to_one_and_any_working_precision() -> None:
    """delta(0) = 1 - 4e-18 is not 1, whatever precision the caller has set."""
    for bits in (10, 53, 200):
        with working_precision(bits):
            found = gdpt.mu_sup("pure.delta", eps0="40", until="40", digits=2)
        assert found.ball.contains(dplemma.value("pure.mu", eps0="40").ball)
        assert found.reached


def test_bad_requests() -> None:
    with pytest.raises(BadInput, match="until must be > 0"):
        gdpt.mu_sup("laplace.delta", eps0="1", until="0")
    with pytest.raises(BadInput, match="not a privacy profile"):
        gdpt.mu_sup("laplace.auc", eps0="1", until="1")
    with pytest.raises(BadInput, match="needs eps0"):
        gdpt.mu_sup("laplace.delta", until="1")
    with pytest.raises(UnknownName, match=r"laplace\.delta"):
        gdpt.mu_sup("laplace.delt", eps0="1", until="1")
    with pytest.raises(BadInput, match="what varies"):
        gdpt.mu_sup("laplace.delta", eps="1", eps0="1", until="1")
    with pytest.raises(BadInput, match="digits must be between"):
        gdpt.mu_sup("laplace.delta", eps0="1", until="1", digits=0)
    with pytest.raises(BadInput, match="given by name"):
        gdpt.mu_sup(lambda eps: eps, until="1", eps0="1")
    with pytest.raises(BadInput, match="no finite ball"):
        gdpt.mu_sup(lambda eps: -eps - 1, until="1")
    with pytest.raises(OutOfBudget, match="closer to it than the numerics tell"):
        gdpt.mu_sup(lambda eps: 1 - eps, until="1")
    with pytest.raises(BadInput, match="never above 1"):
        gdpt.mu_sup(lambda eps: 2 - eps, until="1")


def test_the_transform_at_a_point() -> None:
    """Inverse of the Gaussian profile, against the value that knows nothing of the transform; 0 where the profile is."""
    assert gdpt.mu_at("gaussian.delta", mu="3/2", eps="0.7").contains(arb(3) / 2)
    at_zero = gdpt.mu_at("laplace.delta", eps0="2", eps="0")
    assert meet(at_zero, dplemma.value("laplace.mu", eps0="2").ball)
    assert 0 < at_zero.rad() < 1e-9
    assert gdpt.mu_at("laplace.delta", eps0="2", eps="2").is_zero()
    by_function = gdpt.mu_at(lambda eps: (-eps).exp() / 2, eps="0")
    assert meet(by_function, dplemma.value("gaussian.mu", eps="0", delta="1/2").ball)
    with pytest.raises(BadInput, match="eps must be >= 0"):
        gdpt.mu_at("laplace.delta", eps0="2", eps="-1")


def test_a_profile_of_which_little_is_known_is_an_interval() -> None:
    """[0, 0.9999] as a ball reaches below 0 by the rounding of its radius; no delta is certainly below 0."""
    with working_precision(80):
        wide = arb(0).union(arb("0.9999"))
        assert wide.lower() < -(arb(2) ** -40)
        found = gdpt.mu_sup(lambda eps: wide, until="1e21", max_steps=3)
        assert found.ball.lower() <= 0 and found.ball.upper() > 1e10
        with pytest.raises(BadInput, match="no finite ball of a number >= 0"):
            gdpt.mu_sup(lambda eps: arb("-1e-20"), until="1")
