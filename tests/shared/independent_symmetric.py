"""The smallest mu whose Gaussian profile lies above a given symmetric profile: sup over eps of the Gaussian mu through it.

Where the supremum lies is scouted with error functions at low precision on a grid of eps; its value is then found from the
integrals at full precision, at eps = 0 if the grid is highest there, else by a search between the neighbours.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache

from independent_gaussian import mu_of
from independent_numeric import maximum_between, positive_root, real
from mpmath import mp, mpf

LogOdds = Callable[[Fraction, mpf], mpf]

# Shares of eps0; the one near 0 tells a maximum at 0 from one close to it.
PLACES = [Fraction(0), Fraction(1, 1000), *(Fraction(k, 12) for k in range(1, 12))]
SCOUT_DIGITS = 30


def _scouted_mu(eps: mpf, log_odds: mpf) -> mpf:
    """The Gaussian mu through the point by error functions; cancellation is left to the digits of the caller."""

    def error(mu: mpf) -> mpf:
        upper = mp.erfc((eps / mu - mu / 2) / mp.sqrt(2)) / 2
        lower = mp.erfc(-(eps / mu - mu / 2) / mp.sqrt(2)) / 2
        shifted = mp.exp(eps) * mp.erfc((eps / mu + mu / 2) / mp.sqrt(2)) / 2
        return mp.log(max(upper - shifted, mpf(10) ** -10000)) - mp.log(lower + shifted) - log_odds

    return positive_root(error)


@lru_cache(maxsize=1000)
def _highest_place(log_odds_at: LogOdds, eps0: Fraction) -> int:
    """Index of the highest place of the grid."""
    with mp.workdps(SCOUT_DIGITS):
        heights = [_scouted_mu(real(share * eps0), log_odds_at(eps0, real(share * eps0))) for share in PLACES]
    return max(range(len(PLACES)), key=heights.__getitem__)


def best_gaussian_mu(log_odds_at: LogOdds, eps0: Fraction) -> mpf:
    """sup over 0 <= eps < eps0 of the mu with Gaussian log-odds of delta equal to log_odds_at(eps0, eps)."""
    highest = _highest_place(log_odds_at, eps0)
    if highest == 0:
        return mu_of(mpf(0), log_odds_at(eps0, mpf(0)))
    low, high = PLACES[highest - 1], [*PLACES, Fraction(1)][highest + 1]
    return maximum_between(lambda eps: mu_of(eps, log_odds_at(eps0, eps)), real(low * eps0), real(high * eps0))[1]
