"""Pictures are well-formed and show what the data say."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

from dplemma.atlas.assets import badge_svg
from dplemma.atlas.drawing import claim_picture, quantity_plot
from dplemma.atlas.pictures import PictureCache, plot_of, slack_digest, slack_of
from dplemma.formulas import quantities
from dplemma.ledger.store import read
from dplemma.papers import load_claims

LEMMA = "sensitivity_index/lemma-1"


def drawn(html: str) -> ElementTree.Element:
    return ElementTree.fromstring(f"<figure>{html}</figure>").find("svg") or ElementTree.Element("none")


def classes(svg: ElementTree.Element, start: str) -> list[str]:
    return [name for one in svg.iter() if (name := one.get("class", "")).startswith(start)]


def plot(values: list[float | None], log: bool) -> dict[str, Any]:
    axis = {"name": "eps", "log": False, "values": [float(n) for n in range(len(values))]}
    return {"name": "q", "x": axis, "log": log, "curves": [{"label": "mu = 1", "values": values}], "fixed": {"d": "2"}}


def test_a_curve_is_broken_where_it_has_no_value() -> None:
    svg = drawn(quantity_plot(plot([1.0, 2.0, None, 4.0, 5.0], log=False)))
    (curve,) = [one for one in svg.iter("path") if one.get("class") == "curve c1" and one.get("d", "").count("M") > 1]
    assert curve.get("d", "").count("M") == 2
    assert "against" in svg.get("aria-label", "")


def test_a_logarithmic_axis_has_powers_of_ten() -> None:
    svg = drawn(quantity_plot(plot([1.0, 1e-3, 1e-6], log=True)))
    assert {"-6", "-4"} <= {str(one.text) for one in svg.iter("tspan")}


def test_a_map_shows_room_and_violation_apart() -> None:
    axes = [{"name": name, "log": False, "values": [0.0, 1.0, 2.0]} for name in ("mu", "eps")]
    values = [[1.0, 2.0, -1.0], [None, 3.0, -2.0], [4.0, 5.0, -3.0]]
    mark = {"kind": "counterexample", "at": [2.0, 2.0], "slack": -3.0}
    picture = {"axes": axes, "values": values, "marks": [mark], "measure": "room", "caption": "room < 0"}
    svg = drawn(claim_picture(picture))
    assert classes(svg, "h") and classes(svg, "s")
    assert len(classes(svg, "mark")) == 1
    safe = {**picture, "values": [[1.0, 2.0, 1.0], [None, 3.0, 2.0], [4.0, 5.0, 3.0]]}
    assert not classes(drawn(claim_picture(safe)), "h")


def test_the_plot_of_a_quantity_has_certified_values() -> None:
    made = plot_of(quantities()["gaussian.auc"])
    assert made is not None
    assert made["x"]["name"] == "mu" and made["curves"][0]["values"][0] < 0.53
    assert made["curves"][0]["values"] == sorted(made["curves"][0]["values"])
    assert len(drawn(quantity_plot(made)).findall("path")) > 5


def test_the_picture_of_a_refuted_claim_has_its_counterexample_where_it_is_violated() -> None:
    record = read()[LEMMA]
    made = slack_of(load_claims()[LEMMA], record)
    assert made is not None
    (mark,) = [one for one in made["marks"] if one["kind"] == "counterexample"]
    assert mark["slack"] < 0
    assert any(value is not None and value < 0 for line in made["values"] for value in line)
    assert slack_digest(record) != slack_digest(read()["sensitivity_index/lemma-2"])


def test_what_was_drawn_is_not_drawn_again(tmp_path: Any) -> None:
    calls = []

    def make() -> dict[str, int]:
        calls.append(1)
        return {"n": len(calls)}

    kept = PictureCache(tmp_path / "atlas")
    assert kept.get("a", make) == kept.get("a", make) == {"n": 1}
    assert kept.get("b", make) == {"n": 2}


def test_a_badge_is_a_picture_with_its_words() -> None:
    badge = ElementTree.fromstring(badge_svg("dplemma", {"kept": 3, "of": 4, "worst": "breaks"}))
    assert badge.get("aria-label") == "dplemma: 3 of 4 calls keep their promise"
