"""Formulas in Unicode, MathML and broken LaTeX, and prose with formulas: every statement there is can be written."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from dplemma.base.errors import DplemmaError
from dplemma.lang import derivation_files
from dplemma.lang.derivation import lines
from dplemma.ledger import store as ledger
from dplemma.report.mathematics.formula import read_formula, width_of
from dplemma.report.mathematics.prose import prose_html, prose_latex, prose_unicode, segments
from dplemma.report.mathematics.scripts import broken_latex, fits, to_mathml, to_unicode
from dplemma.report.pages.derivation_lines import latex_line

STATEMENTS = {key: line.statement for key, line in ledger.read().items() if line.statement}


def test_every_statement_of_the_ledger_can_be_written_in_both_scripts() -> None:
    assert len(STATEMENTS) > 800
    for latex in STATEMENTS.values():
        read_formula(latex, strict=True)
        assert "\\" not in to_unicode(latex)
        ElementTree.fromstring(to_mathml(latex))  # well formed


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        (r"\int\limits_{- \Phi^{-1}{\left(x \right)}}^{\infty} \varphi{\left(t \right)}\, dt", "∫[−Φ⁻¹(x), ∞] φ(t) dt"),
        (r"\frac{\partial}{\partial x} R_{\psi}(x)", "∂/∂x R_ψ(x)"),
        (r"- \frac{\psi^{2}}{2} - \psi \Phi^{-1}{\left(x \right)}", "−ψ²/2 − ψ Φ⁻¹(x)"),
        (r"e^{- \frac{\psi^{2}}{2}}", "exp(−ψ²/2)"),
        (r"e^{\varepsilon}", "e^ε"),
        (r"\frac{\left(\mu_{0} - \mu_{1}\right)^{2}}{8 \sigma^{2}}", "(μ₀ − μ₁)²/(8σ²)"),
        (r"\sup_{0 \leq z \leq \infty}\left(\mathrm{Mills}{\left(z \right)}\right)", "sup_{0 ≤ z ≤ ∞}(Mills(z))"),
        (r"\sqrt{4 b g + 1}", "√(4b g + 1)"),
        (r"\left|{x - 1}\right|", "|x − 1|"),
        (r"\varepsilon \in [0, \infty),\; \psi \in (0, \infty)", "ε ∈ [0, ∞), ψ ∈ (0, ∞)"),
        (r"b \left(b + 1\right)", "b (b + 1)"),
        (r"{\binom{k}{i}} \varepsilon_{0}", "C(k, i) ε₀"),
        (r"g^{2 \varepsilon_{0}} + g^{\varepsilon_{0}} + g^{a x}", "g^(2ε₀) + g^ε₀ + g^(a x)"),
        (r"x \in [0, 1],\; - \rho + 1 > 0", "x ∈ [0, 1], −ρ + 1 > 0"),
    ],
)
def test_unicode_reads_like_the_formula(latex: str, text: str) -> None:
    assert to_unicode(latex) == text


def test_fractions_in_unicode_keep_their_meaning() -> None:
    assert to_unicode(r"\frac{a + b}{2 c}") == "(a + b)/(2c)"
    assert to_unicode(r"\frac{1}{\frac{a}{b}}") == "1/(a/b)"
    assert to_unicode(r"\frac{\frac{a}{b}}{c}") == "(a/b)/c"
    assert to_unicode(r"\frac{a}{\Phi{\left(x \right)}}") == "a/Φ(x)"


def test_mathml_has_fractions_roots_and_scripts() -> None:
    text = to_mathml(r"\sqrt{\frac{a_{1}}{b^{2}}}", display=True)
    assert text.startswith('<math displaystyle="true">')
    assert {"msqrt", "mfrac", "msub", "msup"} <= {element.tag for element in ElementTree.fromstring(text).iter()}


def test_an_unknown_command_is_shown_by_its_name_and_found_by_the_strict() -> None:
    assert to_unicode(r"\foo{\left(x \right)}") == "foo(x)"
    with pytest.raises(DplemmaError, match=r"\\foo is no command"):
        read_formula(r"\foo{x}", strict=True)


def test_every_line_of_every_derivation_can_be_written() -> None:
    for name in derivation_files.index():
        derivation = derivation_files.load(name)
        for line in (line for chain in (derivation, *derivation.lemmas) for line in lines(chain)):
            latex = latex_line(line)
            read_formula(latex, strict=True)
            assert to_unicode(latex) and ElementTree.fromstring(to_mathml(latex)) is not None and broken_latex(latex, 60)


def test_long_formulas_are_cut_and_lose_nothing() -> None:
    long = [latex for latex in STATEMENTS.values() if not fits(latex, 60)]
    assert len(long) > 100
    shorter = 0
    for latex in long:
        pieces = broken_latex(latex, 60)
        shorter += len(pieces) > 1
        same = [re.sub(r"\s|\\left|\\right|\\Bigl|\\Bigr", "", text) for text in ("".join(pieces), latex)]
        assert same[0] == same[1]
        for piece in pieces:
            assert piece.count("{") == piece.count("}") and piece.count(r"\left") == piece.count(r"\right")
    assert shorter > 0.8 * len(long)


def test_a_list_in_brackets_is_cut_at_its_commas() -> None:
    first, second = broken_latex(r"\max\left(\frac{a + b + c}{2}, \frac{d + e + f}{2}\right)", 9)
    assert first == r"\max\Bigl( \frac{a + b + c}{2} ," and second == r"\frac{d + e + f}{2} \Bigr)"


def test_width_grows_with_what_is_set() -> None:
    assert width_of(read_formula("a + b")) > width_of(read_formula(r"\frac{a}{b}")) > width_of(read_formula("a"))


@pytest.mark.parametrize(
    ("prose", "latex"),
    [
        ("the slope is e^eps at x = 0", r"the slope is $e ^{\varepsilon}$ at $x = 0$"),
        ("Every eps-DP mechanism", r"Every $\varepsilon$-DP mechanism"),
        ("a false alarm at the threshold -t", "a false alarm at the threshold $- t$"),
        ("Phi undoes its inverse & stays", r"$\Phi$ undoes its inverse \& stays"),
        ("substituting t into equation (14): R(t)", "substituting $t$ into equation (14): $R (t)$"),
        ("a (1 - a) = 1/4", r"$a \, (1 - a) = 1 / 4$"),
        ("the Mills ratio at 0", "the Mills ratio at 0"),
        ("turning point $a$ = $0$", "turning point $a$ = $0$"),
        ("a rate of sqrt(pi/2)", r"a rate of $\sqrt{\pi / 2}$"),
        ("(14) and I know it", "(14) and I know it"),
        ("F* is the highest F*_beta", r"$F^{\ast}$ is the highest $F_{\beta}^{\ast}$"),
        ("(eps,delta) = (0.95, 1e-4)", r"$(\varepsilon , \delta) = (0.95 , 10^{-4})$"),
        ("at (3.63, 1e-2)", "at (3.63, $10^{-2}$)"),
        ("every eps0-DP pair", r"every $\varepsilon_{0}$-DP pair"),
        ("slope e^{-eps}, times $a^{2}$", r"slope $e ^{- \varepsilon}$, times $a^{2}$"),
        ("the high-psi regime", r"the high-$\psi$ regime"),
        ("2*s and a*b", r"$2 \, s$ and $a \, b$"),
        ("G_A^-(eps) <= G_A^+(eps)", r"$G_{A} ^{-} (\varepsilon) \leq G_{A} ^{+} (\varepsilon)$"),
    ],
)
def test_prose_has_its_formulas_set(prose: str, latex: str) -> None:
    assert prose_latex(prose) == latex


def test_words_are_never_lost() -> None:
    for line in ledger.read().values():
        kept = "".join(segment.text for segment in segments(line.states) if not segment.is_formula)
        plain = re.sub(r"\w*[_^]\w+", " ", line.states)
        words = [word for word in re.findall(r"[A-Za-z]{4,}", plain) if word.islower()]
        assert prose_unicode(line.states).strip()
        greek = {"alpha", "epsilon", "beta", "gamma", "delta", "theta", "kappa", "lambda", "sigma", "omega", "sqrt"}
        assert all(word in kept or word in greek for word in words), line.id


def test_html_of_prose_is_escaped() -> None:
    assert prose_html("<b> & e^eps").startswith("&lt;b&gt; &amp; <math>") or "&lt;" in prose_html("<b> & e^eps")
