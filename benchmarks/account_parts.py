"""What the accountant costs: seconds of processor time and relative width on known runs, beside other accountants.

10. `account`: every setting at the default width; where dp-accounting, prv_accountant or Opacus are installed (`make peers`),
    their ends on the same setting and whether they hold the truth. Time is this process's, theirs is not measured here.
"""

from __future__ import annotations

import time
from typing import Any

from flint import fmpq
from parts import Part, Target

from dplemma.account.accountant import Accountant
from dplemma.account.mechanisms import Composition, SubsampledGaussian
from dplemma.peers.league.training_runs import compared_accountants
from dplemma.values.rounding import double_above, double_below

SETTINGS = [
    # name, noise, rate, steps, delta, whether it is an ordinary run
    ("Abadi 2016, 100 epochs", fmpq(4), fmpq(1, 100), 10000, fmpq(1, 10**5), True),
    ("TF tutorial", fmpq(11, 10), fmpq(256, 60000), 14063, fmpq(1, 10**5), True),
    ("Opacus CIFAR-10", fmpq(3, 2), fmpq(1, 25), 2250, fmpq(1, 10**5), True),
    ("Opacus IMDB", fmpq(14, 25), fmpq(64, 25000), 3910, fmpq(1, 10**5), True),
    ("JAX ImageNet", fmpq(5, 2), fmpq(16384, 1281167), 71589, fmpq(8, 10**7), True),
    ("prv issue 36", fmpq(4, 5), fmpq(1, 8), 1000, fmpq(1, 10**6), True),
    ("Opacus issue 643", fmpq(3), fmpq(1, 5), 50, fmpq(1, 48000), True),
    ("prv issue 17", fmpq(4), fmpq(33, 10**5), 10000, fmpq(11, 10**19), False),
    ("a million steps", fmpq(1), fmpq(1, 10**4), 10**6, fmpq(1, 10**5), False),
    ("ten steps", fmpq(1), fmpq(1, 100), 10, fmpq(1, 10**5), False),
]


def account() -> Part:
    rows: list[dict[str, Any]] = []
    widths: list[float] = []
    ordinary: list[float] = []
    for name, sigma, q, steps, delta, is_ordinary in SETTINGS:
        start = time.process_time()
        found = Accountant(Composition(((SubsampledGaussian(sigma, q), steps),))).epsilon(delta)
        seconds = time.process_time() - start
        lower, upper = double_below(found.lower), double_above(found.upper)
        width = (upper - lower) / upper
        row: dict[str, Any] = {"setting": name, "eps": f"{lower:.9g}", "width": f"{width:.1e}", "seconds": seconds}
        setting = int(sigma.p) / int(sigma.q), int(q.p) / int(q.q), steps, int(delta.p) / int(delta.q)
        row |= {other["accountant"]: other["stands"] for other in compared_accountants(setting, lower, upper)}
        rows.append(row)
        widths.append(width)
        ordinary += [seconds] if is_ordinary else []
    targets = [
        Target(name="seconds of an ordinary run", relation="<=", bound=2.0, measured=max(ordinary)),
        Target(name="relative width", relation="<=", bound=1e-6, measured=max(widths)),
    ]
    return Part(key="account", title="The certified accountant", rows=rows, targets=targets)
