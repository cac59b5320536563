"""Prose as the pages set it: signs where formulas were typed, names left alone, nothing that a browser takes for a tag."""

from __future__ import annotations

import pytest

from dplemma.atlas.prose import greek, prose


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("eps >= 0 and delta <= 1", "ε ≥ 0 and δ ≤ 1"),
        ("(eps,delta)-DP", "(ε,δ)-DP"),
        ("sigma_z^2 = 2 s^2", "σ<sub>z</sub><sup>2</sup> = 2 s<sup>2</sup>"),
        ("delta = 10^-4.", "δ = 10<sup>-4</sup>."),
        ("mu >= mu_t.", "μ ≥ μ<sub>t</sub>."),
        ("e^eps Phi(-psi/2)", "e<sup>ε</sup> Φ(-ψ/2)"),
        ("x^(a+b) and D_alpha", "x<sup>a+b</sup> and D<sub>α</sub>"),
        ("e^{-a^2/2} and e^-eps^2", "e<sup>-a<sup>2</sup>/2</sup> and e<sup>-ε<sup>2</sup></sup>"),
        ("(e^eps0 - e^eps)^+", "(e<sup>ε<sub>0</sub></sup> - e<sup>ε</sup>)<sup>+</sup>"),
        ("sigma_X_i^2, x_(i+1)", "σ<sub>X<sub>i</sub></sub><sup>2</sup>, x<sub>i+1</sub>"),
        ("Psi^-1_{chi2_d}, F*_beta", "Ψ<sup>-1</sup><sub>χ<sup>2</sup><sub>d</sub></sub>, F*<sub>β</sub>"),
        ("(y^+-y^-)/eps_h, E[(L - 1)_+^2]", "(y<sup>+</sup>-y<sup>-</sup>)/ε<sub>h</sub>, E[(L - 1)<sub>+</sub><sup>2</sup>]"),
        ("lim_{eps->infinity}, D_infinity, up to infinity", "lim<sub>ε→∞</sub>, D<sub>∞</sub>, up to infinity"),
        ("fa_best, P(D^=D), a_(b", "fa_best, P(D^=D), a_(b"),
        ("eps0 = sqrt(2)", "ε<sub>0</sub> = √(2)"),
        ("gaussian.delta(eps, psi) is the profile at eps", "gaussian.delta(eps, psi) is the profile at ε"),
        ("mu_for_auc, noise_multiplier", "mu_for_auc, noise_multiplier"),
        ("deltas, method, supremum", "deltas, method, supremum"),
        ("a < b & <script>", "a &lt; b &amp; &lt;script&gt;"),
    ],
)
def test_prose(typed: str, shown: str) -> None:
    assert str(prose(typed)) == shown


def test_plain_text_gets_letters_only() -> None:
    assert greek("eps") == "ε"
    assert greek("mu = 2") == "μ = 2"
    assert greek("gaussian.delta") == "gaussian.delta"
