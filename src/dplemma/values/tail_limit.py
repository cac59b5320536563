"""The tail limit mu_t of a profile, and with it which mechanisms are GDP at all (the identification theorem).

mu_t is the limit of eps/sqrt(-2 log delta(eps)) as eps grows. A mechanism is mu-GDP for some mu if and only if mu_t is finite,
and then no mu below mu_t will do; how large mu must be is decided by the whole profile (`dplemma.values.gdp`). It is 0 where
the profile is 0 in the end, mu for a Gaussian mechanism, whose profile is asymptotic to mu phi(a)/a^2 with a = mu/2 - eps/mu,
and infinite where delta does not tend to 0. Main definitions: `TailLimit`, `tail_quotient`.
"""

from __future__ import annotations

from typing import NamedTuple

from flint import arb, fmpq

from dplemma.values.exact import plain_text, short_text
from dplemma.values.rounding import decimal_of

_SHOWN = 6


class TailLimit(NamedTuple):
    """mu_t where it is known, as a text ("infinite" too); else a number that it does not exceed, if there is one."""

    mu_t: str | None
    at_most: str | None
    says: str

    @classmethod
    def ended(cls, end: fmpq) -> TailLimit:
        """A profile that is 0 from some eps on."""
        return cls("0", "0", f"mu_t = 0, as the profile is 0 from eps = {short_text(end)} on: GDP for some mu")

    @classmethod
    def of_gaussian_kind(cls, mu: fmpq) -> TailLimit:
        """A profile that falls as that of this Gaussian mechanism does, up to factors that the limit does not see."""
        text = plain_text(mu)
        return cls(text, text, f"mu_t = {text}: GDP for some mu, for none below {text}")

    @classmethod
    def below_gaussian(cls, mu: fmpq) -> TailLimit:
        """A profile of which the user says so."""
        text = plain_text(mu)
        says = f"mu_t is at most {text}, as you say that the tail is below that of the Gaussian mechanism: GDP for some mu"
        return cls(None, text, says)

    @classmethod
    def of_constant(cls, delta: fmpq) -> TailLimit:
        """A profile that never falls below a positive number."""
        return cls(
            "infinite", None,
            f"mu_t is infinite for the worst mechanism with these guarantees, whose delta stays at {short_text(delta)}: they "
            "make a mechanism mu-GDP for no mu",
        )  # fmt: skip

    @classmethod
    def unknown(cls, eps: fmpq, quotient: arb) -> TailLimit:
        shown = decimal_of(quotient.upper(), _SHOWN, "up") if quotient.is_finite() else None
        at = f", {shown} at eps = {short_text(eps)}" if shown else ""
        return cls(
            None,
            None,
            f"mu_t, the limit of eps/sqrt(-2 log delta){at}, is not known; GDP for some mu if and only if it is finite",
        )

    def to_json(self) -> dict[str, str | None]:
        return self._asdict()


def tail_quotient(eps: fmpq, delta: arb) -> arb:
    """eps/sqrt(-2 log delta), whose limit is mu_t; infinite where delta may be 1."""
    return arb(eps) / (-2 * delta.log()).sqrt() if delta > 0 and delta < 1 else arb.pos_inf()
