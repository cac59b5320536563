"""The noise for a true positive rate at a false positive rate: one neighbour meets the target, the other one misses it."""

from __future__ import annotations

from flint import arb, fmpq

from dplemma.account.accountant import Accountant
from dplemma.account.rates import true_positive_rate
from dplemma.values.calibration import Target, calibrated
from dplemma.values.exact import exact_number
from dplemma.values.training import training_run


def test_noise_for_a_true_positive_rate() -> None:
    given = {"sample_rate": "0.01", "steps": "1000"}
    tpr, fpr = fmpq(1, 20), fmpq(1, 100)
    run = training_run(given, left_out="noise_multiplier")
    solved = calibrated(run, "noise_multiplier", Target(tpr=tpr, fpr=fpr, width=1e-3))
    assert solved["safe"] == solved["upper"]
    assert exact_number(solved["lower"], "lower") < fmpq(7777403, 10**7) < exact_number(solved["upper"], "upper")
    missed, met = (
        true_positive_rate(Accountant(training_run({**given, "noise_multiplier": solved[end]}).composition()), fpr)
        for end in ("lower", "upper")
    )
    assert met.upper <= arb(tpr) < missed.lower
