"""The profile of the Gaussian mechanism by the double-double arithmetic of `dplemma.doubles.profile`: too long to copy."""

import math

from dplemma.doubles import profile
from dplemma.doubles.coded import coded

_USE = "everywhere, also for mu from 1e-8 to 100 and delta down to 1e-308: at most 3 bits of error (pip install dplemma)"


@coded("gaussian.delta", "double-double", cure=True, use=_USE)
def delta(eps, mu):
    return profile.delta(eps, mu)


@coded("gaussian.log_delta", "double-double", cure=True, use=_USE)
def log_delta(eps, mu):
    return profile.log_delta(eps, mu)


@coded("gaussian.one_minus_delta", "double-double", cure=True, use=_USE)
def one_minus_delta(eps, mu):
    return profile.one_minus_delta(eps, mu)


@coded("gaussian.log_one_minus_delta", "double-double", cure=True, use="everywhere as long as 1 - delta does not underflow")
def log_one_minus_delta(eps, mu):
    small = profile.delta(eps, mu)
    return math.log1p(-small) if small < 0.5 else math.log(profile.one_minus_delta(eps, mu))
