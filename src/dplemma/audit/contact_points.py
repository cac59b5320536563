"""Where two branches of a quantity meet or a function of doubles changes its way: one parameter as a function of the others.

`CONTACTS` maps a quantity to pairs of a parameter and a function of the other inputs (doubles) that gives its value there. The
double is near the contact, not on it: strategies draw its neighbours as well.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

Contact = tuple[str, Callable[[Mapping[str, Any]], float]]

_CENTRE: Contact = ("eps", lambda x: x["mu"] ** 2 / 2)  # the privacy loss has mean mu^2/2
_BARE: Contact = ("eps", lambda x: x["eps0"])  # nothing is left of delta from here on
_RATES: tuple[Contact, ...] = (
    ("fpr", lambda x: 1 / (1 + math.exp(x["eps0"]))),
    ("fpr", lambda x: math.exp(-x["eps0"]) / 2),
    ("fpr", lambda x: 0.5),
)
_ONE: tuple[Contact, ...] = (("delta", lambda x: 1 / x["order"]),)

CONTACTS: dict[str, tuple[Contact, ...]] = {
    "gaussian.delta": (_CENTRE,),
    "gaussian.epsilon": (("delta", lambda x: math.erf(x["mu"] / math.sqrt(8))),),
    "gaussian.log_delta": (_CENTRE,),
    "gaussian.log_one_minus_delta": (_CENTRE,),
    "gaussian.one_minus_delta": (_CENTRE,),
    "gaussian.renyi": (("order", lambda x: 1.0),),
    "glrt.delta": (("eps", lambda x: x["mu"] ** 2 / 2),),
    "laplace.delta": (_BARE,),
    "laplace.epsilon": (("delta", lambda x: -math.expm1(-x["eps0"] / 2)),),
    "laplace.epsilon_for_fbeta": (("f", lambda x: (1 + x["beta"] ** 2) / (2 + x["beta"] ** 2)),),
    "gaussian.mu_for_fbeta": (("f", lambda x: (1 + x["beta"] ** 2) / (2 + x["beta"] ** 2)),),
    "laplace.fbeta": (("eps0", lambda x: math.log1p(x["beta"] ** 2)),),
    "laplace.roc": _RATES,
    "laplace.tradeoff": _RATES,
    "pure.composed_delta": (("eps", lambda x: (x["k"] - 2 * (x["k"] // 4)) * x["eps0"]), ("eps", lambda x: x["k"] * x["eps0"])),
    "pure.delta": (_BARE,),
    "pure.epsilon": (("delta", lambda x: math.tanh(x["eps0"] / 2)),),
    "pure.roc": _RATES,
    "pure.tradeoff": _RATES,
    "renyi.epsilon_improved": _ONE,
    "renyi.gaussian": (("sigma1", lambda x: x["sigma0"]), ("sigma1", lambda x: x["sigma0"] * math.sqrt(1 - 1 / x["order"]))),
    "subsampled.gaussian_delta": (("eps", lambda x: -math.log1p(-x["q"])),),
    "subsampled.laplace_delta": (
        ("eps", lambda x: -math.log1p(-x["q"])),
        ("eps", lambda x: math.log1p(x["q"] * math.expm1(x["eps0"]))),
    ),
    "zcdp.delta": (("eps", lambda x: x["rho"]),),
}
