"""Certified values as a test oracle: for the test-suite of another implementation.

    from hypothesis import given
    from dplemma.testing import assert_matches, inputs, laws

    def test_my_delta():                                                      # a search of its own
        assert_matches(my_delta, "gaussian.delta", rtol=1e-12)

    @given(inputs("gaussian.delta", eps=(0.01, 20)))                          # or inside your own test
    def test_my_delta_at(x):
        assert_matches(my_delta, "gaussian.delta", at=x, condition=8)

    @pytest.mark.parametrize("law", laws("gaussian", {"delta": my_delta, "epsilon": my_epsilon}))
    def test_law(law):
        law()

Needs Hypothesis (`pip install 'dplemma[pytest]'`); SymPy is not imported. The pytest plug-in adds `--dplemma-examples`,
`--dplemma-seed`, the marker `dplemma` and two fixtures.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dplemma.testing.lawbook import Law, LawOf, Laws, NotEstablished, laws
    from dplemma.testing.matches import assert_matches
    from dplemma.testing.strategies import inputs

__all__ = ["Law", "LawOf", "Laws", "NotEstablished", "assert_matches", "inputs", "laws"]

# Names are loaded on first use: the pytest plug-in of every test run imports `dplemma.testing.session` and nothing heavier.
_HOME = {"assert_matches": "matches", "inputs": "strategies"}


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"dplemma.testing has no {name!r}")
    import_module("dplemma.testing.strategies")  # first: it says what to install if Hypothesis is missing
    value = getattr(import_module(f"dplemma.testing.{_HOME.get(name, 'lawbook')}"), name)
    globals()[name] = value
    return value
