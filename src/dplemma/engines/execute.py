"""Printed algorithms: run as printed on exact inputs and judged by what they promise."""

from __future__ import annotations

from dplemma.engines.points import certified_points
from dplemma.engines.refute import shown
from dplemma.engines.truth import truth
from dplemma.lang.judgements import Algorithm
from dplemma.lang.region import Region
from dplemma.verdict import Counterexample, Verdict

RUNS = 24


def decide_algorithm(statement: Algorithm, region: Region, seed: str) -> Verdict:
    """Refuted by an input whose output certifiably breaks the promise; confirmed when no run does."""
    supported = undecided = 0
    inputs = certified_points(region, seed, RUNS) if region.names else [{}]
    for point in inputs:
        outputs = statement.run(**point)
        missing = set(statement.outputs) - set(outputs)
        if missing:
            raise ValueError(f"the algorithm returned no {', '.join(sorted(missing))}")
        result = truth(statement.promise, {**point, **outputs})
        if result.value is False:
            trace = tuple(f"{name} = {value}" for name, value in {**point, **outputs}.items())
            found = Counterexample(kind="trace", point=shown(point), trace=trace, note=f"{statement.promise.text()} fails")
            return Verdict(verdict="refuted", engine="execute", counterexample=found, witness=shown(point))
        supported += result.supports and not result.vacuous
        undecided += not result.supports
    if supported and not undecided:
        return Verdict(verdict="confirmed", engine="execute", points=supported, witness=shown(inputs[0]))
    remark = f"{supported} of {len(inputs)} runs keep the promise, {undecided} could not be judged"
    return Verdict(verdict="undecided", engine="execute", remark=remark)
