"""Measurements of certified values, each with its targets.

3. `values`: a certified 50-digit value / one hand-written python-flint evaluation at the precision that was needed.
4. `inverses`: a certified 50-digit inverse / one hand-written evaluation of the profile at the solution; `mpmath.findroot` with
   its own second start / that inverse; and the least that mpmath can do / that inverse: two Newton steps from the nearest double.
5. `start_up`: wall time of the command `dplemma value` / of a bare interpreter that imports flint.
6. `in_bulk`: doubles a second of `value_array`, of single values and of a table, on one core.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import mpmath
from flint import arb, ctx
from parts import Disagreement, Part, Target
from timing import Call, Race, fastest

from dplemma.arb.precision import working_precision
from dplemma.values.bulk import value_array
from dplemma.values.certified import value_at
from dplemma.values.evaluator import evaluator
from dplemma.values.table import Table

DIGITS = 50
BENIGN = [("gaussian.delta", "1", "1"), ("gaussian.delta", "0.5", "2"), ("gaussian.roc", "0.1", "1")]
CHEAP = [("laplace.delta", "0.5", "1")]
"""So quick by hand that the checks around it show; no target."""
EXTREME = [("gaussian.delta", *p) for p in (("10", "0.5"), ("50", "0.1"), ("1e-30", "1e-15"), ("700", "0.01"), ("1e-12", "1e-8"))]
INVERSES = [
    ("gaussian.epsilon", "1e-5", "1"),
    ("gaussian.mu", "1", "1e-5"),
    ("gaussian.sigma", "1", "1e-5"),
    ("gaussian.mu", "4", "1e-9"),
]


def _delta(eps: arb, mu: arb, half_root: arb) -> arb:
    ratio, half = eps / mu, mu * 0.5
    return ((ratio - half) * half_root).erfc() * 0.5 - eps.exp() * ((ratio + half) * half_root).erfc() * 0.5


def _roc(fpr: arb, mu: arb, half_root: arb) -> arb:
    return (-(mu - (2 * fpr).erfcinv() / half_root) * half_root).erfc() * 0.5


def _laplace(eps: arb, eps0: arb, half_root: arb) -> arb:
    return arb(0).max(1 - ((eps - eps0) * 0.5).exp())


HAND: dict[str, Callable[..., arb]] = {"gaussian.delta": _delta, "gaussian.roc": _roc, "laplace.delta": _laplace}


def _at_precision(bits: int, function: Callable[..., arb], *arguments: arb) -> Call:
    """One evaluation at a precision that is set already: what a hand-written program would pay."""

    def call() -> arb:
        ctx.prec = bits
        result = function(*arguments)
        ctx.prec = 53
        return result

    return Call(function=call, arguments=())


def _hand(name: str, inputs: Any, bits: int) -> Call:
    with working_precision(bits):
        return _at_precision(bits, HAND[name], *map(arb, inputs), arb(0.5).sqrt())


def values() -> Part:
    rows, races = [], []
    for kind, points in (("benign", BENIGN), ("cheap", CHEAP), ("extreme", EXTREME)):
        for name, *texts in points:
            ready = evaluator(name)
            inputs = ready.read(dict(zip(ready.names, texts, strict=True)))
            value = value_at(ready, inputs, DIGITS)
            hand = _hand(name, inputs, value.bits)
            if not hand.function().overlaps(value.ball):
                raise Disagreement(f"{name} at {texts}")
            races.append(Race(calls=(hand, Call(function=value_at, arguments=(ready, inputs, DIGITS))), context=nullcontext))
            rows.append({"quantity": f"{name}({', '.join(texts)})", "kind": kind, "bits": value.bits})
    for row, outcome in zip(rows, fastest(races, passes=2, rounds=30), strict=True):
        hand, ours = outcome.seconds
        row |= {"hand_us": hand * 1e6, "value_us": ours * 1e6, "ratio": ours / hand, "control": outcome.control}
    worst = {kind: max(row["ratio"] for row in rows if row["kind"] == kind) for kind in ("benign", "extreme")}
    targets = [
        Target(name="worst benign ratio", relation="<=", bound=1.6, measured=worst["benign"]),
        Target(name="worst extreme ratio", relation="<=", bound=3.0, measured=worst["extreme"]),
    ]
    return Part(key="values", title=f"Certified {DIGITS}-digit value / one hand-written evaluation", rows=rows, targets=targets)


def _tails(eps: Any, mu: Any) -> tuple[Any, Any]:
    """Q(a) and e^eps Q(b) in mpmath: delta is their difference."""
    mp = mpmath.mp
    return mp.ncdf(mu / 2 - eps / mu), mp.exp(eps) * mp.ncdf(-mu / 2 - eps / mu)


def _profile(eps: Any, mu: Any) -> Any:
    near, far = _tails(eps, mu)
    return near - far


def _findroot(name: str, first: str, second: str, solution: float) -> Callable[[], Any]:
    """mpmath's root finder on the same equation, from the solution's first two digits and a second start of its own choice."""
    mp, start = mpmath.mp, float(f"{solution:.2g}")

    def solve() -> Any:
        with mp.workdps(DIGITS):
            a, b = mp.mpf(first), mp.mpf(second)
            if name == "gaussian.epsilon":
                return mp.findroot(lambda eps: mp.log(_profile(eps, b) / a), start)
            if name == "gaussian.mu":
                return mp.findroot(lambda mu: mp.log(_profile(a, mu) / b), start)
            return mp.findroot(lambda sigma: mp.log(_profile(a, 1 / sigma) / b), start)

    return solve


def _newton(name: str, first: str, second: str, solution: float) -> Callable[[], Any]:
    """Two Newton steps on the profile from the double nearest to the solution, the first at 33 digits; nothing is checked."""
    mp = mpmath.mp

    def step(x: Any, given: Any, delta: Any) -> Any:
        if name == "gaussian.epsilon":
            near, far = _tails(x, given)
            return x + (near - far - delta) / far
        near, far = _tails(given, x)
        return x - (near - far - delta) / mp.npdf(given / x - x / 2)

    def solve() -> Any:
        with mp.workdps(DIGITS):
            delta, given = (mp.mpf(first), mp.mpf(second)) if name == "gaussian.epsilon" else (mp.mpf(second), mp.mpf(first))
            x = mp.mpf(solution) if name != "gaussian.sigma" else 1 / mp.mpf(solution)
            for digits in (33, DIGITS + 2):
                with mp.workdps(digits):
                    x = step(x, given, delta)
            return 1 / x if name == "gaussian.sigma" else +x

    return solve


def inverses() -> Part:
    rows, races = [], []
    for name, first, second in INVERSES:
        ready = evaluator(name)
        inputs = ready.read(dict(zip(ready.names, (first, second), strict=True)))
        value = value_at(ready, inputs, DIGITS)
        with working_precision(value.bits):
            at = {"gaussian.epsilon": (value.mid, arb(inputs[1])), "gaussian.mu": (arb(inputs[0]), value.mid),
                  "gaussian.sigma": (arb(inputs[0]), 1 / value.mid)}[name]  # fmt: skip
            forward = _at_precision(value.bits, _delta, *at, arb(0.5).sqrt())
        theirs = [make(name, first, second, float(value)) for make in (_findroot, _newton)]
        with mpmath.mp.workdps(DIGITS):
            for solve in theirs:
                if abs(solve() / mpmath.mpf(str(value)) - 1) > mpmath.mpf(10) ** (8 - DIGITS):
                    raise Disagreement(f"{name} at {first}, {second}: {solve()}")
        ours = Call(function=value_at, arguments=(ready, inputs, DIGITS))
        races.append(Race(calls=(forward, ours, *(Call(function=solve, arguments=()) for solve in theirs)), context=nullcontext))
        rows.append({"quantity": f"{name}({first}, {second})"})
    for row, outcome in zip(rows, fastest(races, passes=2, rounds=20), strict=True):
        forward, ours, findroot, newton = outcome.seconds
        row |= {"forward_us": forward * 1e6, "inverse_us": ours * 1e6, "ratio": ours / forward, "findroot_ratio": findroot / ours,
                "newton_us": newton * 1e6, "newton_ratio": newton / ours, "control": outcome.control}  # fmt: skip
    targets = [
        Target(name="worst inverse / forward", relation="<=", bound=12.0, measured=max(row["ratio"] for row in rows)),
        Target(name="least Newton from the double / inverse", relation=">=", bound=3.0,
               measured=min(row["newton_ratio"] for row in rows)),
    ]  # fmt: skip
    return Part(key="inverses", title=f"Certified {DIGITS}-digit inverses", rows=rows, targets=targets)


def start_up(rounds: int = 12) -> Part:
    """With byte code as an installed package has it, and without: compiled at every start, because none is found or kept."""
    bare = [sys.executable, "-c", "import flint"]
    ours = [sys.executable, "-m", "dplemma", "value", "gaussian.delta", "eps=1", "mu=1", "--digits", str(DIGITS)]
    rows = []
    with tempfile.TemporaryDirectory() as cache:
        plain = {k: v for k, v in os.environ.items() if k not in ("PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX")}
        cached = {**plain, "PYTHONPYCACHEPREFIX": str(Path(cache) / "byte-code")}
        none = {**plain, "PYTHONPYCACHEPREFIX": str(Path(cache) / "empty"), "PYTHONDONTWRITEBYTECODE": "1"}
        for code, environment in (("cached", cached), ("compiled at start", none)):
            least = [float("inf"), float("inf")]
            for _ in range(rounds):
                for index, command in enumerate((bare, ours)):
                    start = time.perf_counter()
                    subprocess.run(command, env=environment, check=True, capture_output=True)
                    least[index] = min(least[index], time.perf_counter() - start)
            rows.append({"byte_code": code, "flint_ms": least[0] * 1e3, "value_ms": least[1] * 1e3, "ratio": least[1] / least[0]})
    target = Target(name="command / import of flint, cached", relation="<=", bound=2.0, measured=rows[0]["ratio"])
    return Part(key="start_up", title="Start-up of `dplemma value`", rows=rows, targets=[target])


def in_bulk(count: int = 20_000) -> Part:
    """The same seeded points of the ordinary range for all; the table writes 20 digits besides the doubles."""
    draw = random.Random(1)
    eps, mu = ([10 ** draw.uniform(*ends) for _ in range(count)] for ends in ((-2, 1.3), (-1.3, 0.9)))
    ready, alone = evaluator("gaussian.delta"), slice(0, count // 20)
    table = Table(ready, {"eps": "0.01:20:20:log", "mu": "0.05:8:50:log"}, 20)
    contenders: list[tuple[str, int, Callable[[], Any]]] = [
        ("value_array", count, lambda: value_array("gaussian.delta", eps=eps, mu=mu).value),
        ("value, one by one", len(eps[alone]), lambda: _singles(ready, eps[alone], mu[alone])),
        ("table, one process", table.rows_asked, lambda: list(table.rows())),
    ]
    if contenders[0][2]()[alone].tolist() != contenders[1][2]():
        raise Disagreement("gaussian.delta in bulk")
    race = Race(calls=tuple(Call(function=run, arguments=()) for *_, run in contenders), context=nullcontext)
    (outcome,) = fastest([race], passes=2, rounds=6)
    speeds = [points / seconds for (_, points, _), seconds in zip(contenders, outcome.seconds, strict=True)]
    rows = [
        {"way": name, "points": points, "per_second": speed, "ratio": speed / speeds[1], "control": outcome.control}
        for (name, points, _), speed in zip(contenders, speeds, strict=True)
    ]
    target = Target(name="gaussian.delta a second, in bulk", relation=">=", bound=50_000.0, measured=speeds[0])
    return Part(key="in_bulk", title="Correctly rounded doubles of gaussian.delta, one core", rows=rows, targets=[target])


def _singles(ready: Any, eps: list[float], mu: list[float]) -> list[float]:
    return [value_at(ready, ready.read({"eps": e, "mu": m}), 20).doubles()[0] for e, m in zip(eps, mu, strict=True)]
