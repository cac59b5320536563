"""Every quantity has coded forms; they are the quantity, their snippets run alone, and they err no more than is stated."""

from __future__ import annotations

import math
import random

import pytest

from dplemma.doubles import profile
from dplemma.doubles.coded import CodedForm, coded_forms, forms_of
from dplemma.doubles.diagnose import LIMIT_BITS
from dplemma.doubles.equal_forms import equality
from dplemma.doubles.forms import NO_GOOD_FORM, NO_PLAIN_FORM
from dplemma.doubles.forms.gaussian import normal_cdf
from dplemma.doubles.forms.laplace import exp_beyond_line
from dplemma.doubles.measure import sample
from dplemma.doubles.measured import measured
from dplemma.doubles.remeasure import POINTS, SEEDS, measured_form
from dplemma.doubles.survey import called
from dplemma.formulas import quantities
from dplemma.values.comparison import WORST_BITS

pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")  # SciPy's, where a form breaks down
FORMS = coded_forms()
SLOW = ("glrt.epsilon:brentq",)


def test_every_quantity_has_a_form() -> None:
    assert {form.quantity for form in FORMS.values()} == set(quantities())
    plain = {form.quantity for form in FORMS.values() if not form.needs}
    assert plain | set(NO_PLAIN_FORM) == set(quantities())
    assert not plain & set(NO_PLAIN_FORM)


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_a_form_has_the_parameters_of_its_quantity(form: CodedForm) -> None:
    params = quantities()[form.quantity].params
    assert tuple(form.on) == tuple(params)
    assert form.use and not form.use.endswith(".")


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_the_snippet_runs_on_its_own(form: CodedForm) -> None:
    space: dict[str, object] = {}
    exec(compile(form.snippet, form.id, "exec"), space)
    copied = space[form.code.__name__]
    for point in sample(form.on, form.whole_parameters, random.Random(7), 40 if form.id not in SLOW else 9):
        assert repr(called(copied, point)) == repr(called(form.code, point))  # type: ignore[arg-type]


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_a_form_is_the_quantity(form: CodedForm) -> None:
    found = equality(form)
    assert (found.verdict, found.engine) == (measured()[form.id]["equal"]["verdict"], measured()[form.id]["equal"]["engine"])
    assert found.verdict in ("proved", "certified", "confirmed")


def wrong_sign(eps, mu):
    return normal_cdf(mu / 2 - eps / mu) + math.exp(eps) * normal_cdf(-mu / 2 - eps / mu)


def wrong_in_a_branch(eps0):
    return exp_beyond_line(-eps0) if eps0 < 2 else eps0 - 1


def wrong_constant(eps, delta):
    """The classic calibration, which is an upper bound and not the least sigma."""
    return math.ldexp(math.sqrt(2 * math.log(1.25 / delta)) / eps, 0)  # ldexp cannot be followed


def wrong_cure_by_little(eps, mu):
    return math.ldexp(profile.delta(eps, mu) * (1 + 1e-9), 0)


@pytest.mark.parametrize(
    ("quantity", "code", "cure"),
    [
        ("gaussian.delta", wrong_sign, False), ("laplace.kl", wrong_in_a_branch, False),
        ("gaussian.sigma", wrong_constant, False), ("gaussian.delta", wrong_cure_by_little, True),
    ],
)  # fmt: skip
def test_a_wrong_form_is_found_out(quantity: str, code, cure: bool) -> None:
    like = forms_of(quantity)[0]
    found = equality(CodedForm(quantity, "wrong", code, like.on, "never", cure))
    assert found.verdict == "refuted" and found.counterexample is not None


def test_a_cure_outside_its_domain_is_found_out() -> None:
    """log1p(-delta (1 + e^-eps0)) has no value once delta exceeds the profile at 0 by enough, where eps is 0."""

    def unguarded(delta, eps0):
        return max(0.0, eps0 + math.log1p(-delta * (1 + math.exp(-eps0))))

    like = forms_of("pure.epsilon")[0]
    found = equality(CodedForm("pure.epsilon", "unguarded", unguarded, like.on, "never", True))
    assert found.verdict == "refuted" and found.counterexample is not None and found.counterexample.kind == "undefined"


def test_the_file_covers_the_registry() -> None:
    assert list(measured()) == list(FORMS)
    for name, entry in measured().items():
        assert {p: tuple(map(float, ends)) for p, ends in entry["on"].items()} == FORMS[name].on
        assert entry["points"] + entry["outside_domain"] >= POINTS * len(SEEDS)


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_a_form_errs_no_more_than_is_stated(form: CodedForm) -> None:
    stated = measured()[form.id]
    found = measured_form(form, 150 if form.id not in SLOW else 15, seed=11)
    assert found.points
    assert found.worst_bits <= stated["worst_bits"] + 0.5
    if stated["bound"] is not None:
        assert stated["worst_bits"] <= stated["bound"]["bits"] + 0.1
        assert found.worst_bits <= stated["bound"]["bits"]


def test_every_loss_has_a_cure() -> None:
    """The best form of a quantity keeps its digits on its range, or the quantity is listed with the reason."""
    best = {name: min(measured()[form.id]["worst_bits"] for form in forms_of(name)) for name in quantities()}
    assert {name for name, bits in best.items() if bits > LIMIT_BITS} == set(NO_GOOD_FORM)


def test_a_cure_is_better_than_what_it_cures() -> None:
    for name in quantities():
        plain = [measured()[form.id] for form in forms_of(name) if not form.cure]
        for form in forms_of(name):
            if form.cure:
                assert plain and measured()[form.id]["worst_bits"] < max(entry["worst_bits"] for entry in plain), form.id
                assert measured()[form.id]["worst_bits"] < WORST_BITS
