"""The parameters of quantities: one canonical name each, its meaning, its other names and its ordinary range.

A quantity says which parameters it has and on which intervals; what a name means is said here, once. The ordinary range is
where people use the quantity: the default grid of a table and of an audit.

`mu` may also be given as `sigma` (with `sensitivity`, else 1) or as `noise_multiplier`: mu = sensitivity/sigma.
"""

from __future__ import annotations

from typing import NamedTuple


class Parameter(NamedTuple):
    """Meaning, other names, and the ordinary range as exact decimal texts; `log` says that it is spaced by ratio."""

    meaning: str
    aliases: tuple[str, ...]
    low: str
    high: str
    log: bool = True


PARAMETERS = {
    "eps": Parameter("privacy parameter epsilon", ("epsilon",), "0.01", "20"),
    "delta": Parameter("privacy parameter delta", (), "1e-12", "1e-2"),
    "mu": Parameter("sensitivity/sigma, the sensitivity index and GDP parameter", ("psi", "sensitivity_index"), "0.05", "8"),
    "eps0": Parameter("pure-DP parameter of one use: sensitivity/scale of the Laplace mechanism", ("epsilon0",), "0.05", "8"),
    "fpr": Parameter("false positive rate, the level of the test", ("alpha", "x"), "1e-6", "0.999999"),
    "tpr": Parameter("true positive rate, the power of the test", (), "1e-4", "0.9999"),
    "order": Parameter("order of the Rényi divergence", ("alpha",), "1.25", "64"),
    "rdp": Parameter("Rényi divergence at that order", (), "1e-3", "20"),
    "rho": Parameter("zCDP parameter; mu^2/2 for the Gaussian mechanism", (), "1e-4", "10"),
    "sigma": Parameter("standard deviation of the noise at unit sensitivity", ("noise_multiplier",), "0.4", "20"),
    "q": Parameter("sampling rate", ("sample_rate", "sampling_prob", "gamma"), "1e-4", "1"),
    "steps": Parameter("number of steps", ("iterations",), "1", "100000"),
    "k": Parameter("number of composed mechanisms", (), "1", "200"),
    "d": Parameter("dimension of the output", ("dimension",), "1", "100"),
    "beta": Parameter("weight of recall against precision in F_beta", (), "0.25", "4"),
    "f": Parameter("value of F_beta not to be exceeded", ("fbeta",), "0.7", "0.99", False),
    "auc": Parameter("area under the ROC curve", (), "0.51", "0.99", False),
    "tv": Parameter("total variation distance, the adversary's advantage", ("advantage",), "0.01", "0.99", False),
    "corr_prior": Parameter("prior knowledge rho_p: odds of absence to presence are 1 - rho_p", ("rho_p",), "0", "0.4", False),
    "corr_record": Parameter("correlation between records, rho_c", ("rho_c",), "0", "0.15", False),
    "corr_time": Parameter("temporal correlation, rho_t", ("rho_t",), "0", "0.15", False),
    "cut": Parameter(
        "threshold of the output, from the answer without the record, over the sensitivity", (), "-1", "2", False
    ),
    "threshold": Parameter("threshold of the mean log likelihood ratio", (), "-0.04", "0.04", False),
    "share": Parameter("chance that the adversary does not know the direction of the difference", (), "0", "1", False),
    "width": Parameter("width of the interval to which the output is clipped", (), "0.1", "100"),
    "variance": Parameter("sum of the variances of the records", (), "0.1", "100"),
    "sigma_a": Parameter("standard deviation of the record that the attack adds", (), "0.1", "10"),
    "reach": Parameter("most that one record moves the answer, its sensitivity", (), "0.01", "0.3"),
    "mu0": Parameter("mean of the first Gaussian", (), "-2", "2", False),
    "mu1": Parameter("mean of the second Gaussian", (), "-2", "2", False),
    "sigma0": Parameter("standard deviation of the first Gaussian", (), "0.5", "1.5"),
    "sigma1": Parameter("standard deviation of the second Gaussian", (), "1.5", "3"),
}  # fmt: skip

FOR_MU = ("sigma", "sensitivity", "noise_multiplier")
"""What may stand for `mu` in the inputs of a quantity that has it."""

FOR_EPS0 = ("eps", "epsilon")
"""What a function may call `eps0` where the quantity has no `eps`: the epsilon of a pure-DP mechanism."""

_OTHER_MEANINGS = {
    "sensitivity": "most that one record moves the result",
    **dict.fromkeys(("scale", "noise_scale"), "scale of the noise"),
    **dict.fromkeys(("std", "stddev", "std_dev", "noise_std"), "standard deviation of the noise"),
}
"""Names that no quantity has and that functions of others have for what they say."""


def meaning_of(name: str) -> str:
    """What a name says wherever it is used; nothing of a made-up one, nor of a letter that is an alias only (x of a test)."""
    found = [own.meaning for key, own in PARAMETERS.items() if name == key or (name in own.aliases and len(name) > 1)]
    return " or ".join([*found, *([_OTHER_MEANINGS[name]] if name in _OTHER_MEANINGS else [])])
