"""What a page prints of a statement: names, and lines that say what they stand for."""

from __future__ import annotations

import pytest
from sympy import Expr, Max

from dplemma.base.page import MAX_WIDTH, Page
from dplemma.lang import POSITIVE, UNIT, Claim, Integral, Interval, Mechanism, Region, Rel, exp, let, log, oo, sqrt, variables
from dplemma.lang.abbreviate import LONGEST, abbreviated
from dplemma.ledger import store as ledger
from dplemma.papers import load_claims, papers
from dplemma.report.pages.show import claim_page

x, y, c, p, q, t = variables("x y c p q t")
SCREEN = 45


@pytest.mark.parametrize(
    ("identifier", "text"),
    [
        (
            "gdp_bridge/theorem-4-2/upper",
            "d/d eps gaussian.mu(eps, delta) <= sqrt(2)*sqrt(pi)/2, for eps in [0, oo), delta in (0, 1)",
        ),
        (
            "sensitivity_index/eq-9",
            "H(eps; P, Q) <= delta and H(eps; Q, P) <= delta implies P(log(P/Q) >= eps) <= delta, "
            "for p in (0, 1), q in (0, 1), eps in [0, oo), delta in [0, 1]\n"
            "where P = (p, 1 - p), Q = (q, 1 - q)",
        ),
    ],
)
def test_claims_read_as_they_are_printed(identifier: str, text: str) -> None:
    assert load_claims()[identifier].text() == text
    assert ledger.read()[identifier].text == text


@pytest.mark.parametrize(("expand", "screens"), [(False, 2), (True, 4)], ids=["names", "expanded"])
def test_every_page_fits_on_its_screens(expand: bool, screens: int) -> None:
    records = ledger.read()
    for record in records.values():
        page = Page(width=MAX_WIDTH)
        claim_page(page, record, records, papers(), latex=False, expand=expand)
        assert len(page.lines) <= screens * SCREEN, record.id


def test_a_conjunction_of_many_parts_is_shown_by_its_ends_and_whole_when_expanded() -> None:
    records = ledger.read()
    record = records["gdp_bridge/section-5-2/is-1-420-gdp"]
    short, whole = Page(width=MAX_WIDTH), Page(width=MAX_WIDTH)
    claim_page(short, record, records, papers(), latex=False)
    claim_page(whole, record, records, papers(), latex=False, expand=True)
    brief, full = (" ".join(" ".join(page.lines).split()) for page in (short, whole))
    assert "... (46 more such parts, in `--expand`) ..." in brief
    assert brief.count("<= Q(") < 10 < full.count("<= Q(")
    assert "c > Q(-2841/5000)" in brief  # the last part stays, and so do the abbreviations
    assert "where h = (1 + exp(1/5))**(-50)" in brief


def shown(lhs: object, rhs: object, **intervals: Interval) -> list[str]:
    region = Region(**(intervals or {"x": POSITIVE, "y": POSITIVE}))
    return Claim(id="mine/it", where="", kind="inequality", states="", lhs=lhs, rel="<=", rhs=rhs, on=region).text().split("\n")


def test_an_abbreviation_gets_a_line_and_engines_never_see_it() -> None:
    root = let("r", sqrt(x + y))
    assert shown(root + 1, root**2) == ["r + 1 <= r**2, for x in (0, oo), y in (0, oo)", "where r = sqrt(x + y)"]


def test_two_of_one_name_are_told_apart() -> None:
    assert shown(let("r", x), let("r", y))[1:] == ["where r = x", "where r_2 = y"]
    assert shown(let("x", y + 1), x)[1:] == ["where x_2 = y + 1"]
    rows = shown(Mechanism.binary(p, q).tv(), Mechanism.binary(q, p).kl(), p=UNIT, q=UNIT)
    assert rows == ["TV(P, Q) <= KL(P_2, Q_2), for p in (0, 1), q in (0, 1)",
                    "where P = (p, 1 - p), Q = (q, 1 - q), P_2 = (q, 1 - q), Q_2 = (p, 1 - p)"]  # fmt: skip


def test_abbreviations_inside_abbreviations_come_after_them() -> None:
    inner = let("s", x + 1)
    assert shown(let("r", inner**2), 1)[1:] == ["where r = s**2", "where s = x + 1"]


def test_a_short_statement_is_left_alone() -> None:
    assert len(shown(sqrt(x + y + 1), (x + y + 1) ** 2)) == 1


def test_repeated_parts_of_a_long_statement_get_letters_in_reading_order() -> None:
    first, second = log(1 + exp(x)) * sqrt(x + y), Integral(exp(-t * x) / (1 + t * y), (t, 0, oo))
    lines = shown(sum(first**k + second / k for k in range(1, 8)), first * second, x=POSITIVE, y=POSITIVE)
    assert len(lines[0]) <= LONGEST
    assert [line.split()[1] for line in lines[1:]] == ["c", "g", "h"][: len(lines) - 1]
    assert "Integral" not in lines[0] and any("Integral" in line for line in lines[1:])


def test_letters_do_not_clash_with_variables() -> None:
    long = sum((c + k * sqrt(c + x + 1000)) ** k / (c + k) for k in range(1, 30))
    lines = shown(long, c, c=POSITIVE, x=POSITIVE)
    assert lines[1].startswith("where g = ")


def test_a_bound_variable_is_never_in_a_line_of_its_own() -> None:
    long = Integral(sum(exp(-k * sqrt(t + x)) * sqrt(t + x) for k in range(1, 40)), (t, 0, 1))
    told = abbreviated(Rel(long, "<=", 1), Region(x=POSITIVE))
    assert all(t not in value.free_symbols for value in told.labels.values())


def test_a_claim_is_one_line_in_a_session() -> None:
    claim = load_claims()["sensitivity_index/eq-9"]
    assert repr(claim).endswith("; where P = (p, 1 - p), Q = (q, 1 - q)>")


def test_letters_do_not_depend_on_the_order_of_a_set() -> None:
    """The arguments of a maximum are a set to SymPy, in an order that changes from run to run."""
    first, second = (let(name, exp(variable)) for name, variable in (("f", x), ("g", y)))
    told = [
        abbreviated(Rel(Expr.__new__(Max, *parts), "<=", c), Region(x=UNIT, y=UNIT, c=UNIT)).text().partition("\n")[2]
        for parts in ((first, second), (second, first))
    ]
    assert told[0] == told[1] == "where f = exp(x)\nwhere g = exp(y)"
