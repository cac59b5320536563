"""The whole site in a real browser: found, opened, filtered, computed; nothing on the console. Needs chromium and Selenium."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dplemma.atlas.assets import bundled_interpreter, bundled_katex
from dplemma.atlas.serve import site_server
from dplemma.cli import main
from dplemma.values.certified import value

pytestmark = pytest.mark.bulk
BROWSER, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--hide-scrollbars",
)  # fmt: skip
CLAIM = "gdp_bridge/section-5-2/mu-1-771"
SECONDS = 300  # a browser that shares two cores with everything else
PAGES = ("index", "findings", "sensitivity_index", "sensitivity_index/lemma-1", "gaussian.delta", "library/opacus", "trust")
LOOKS = ((390, "light"), (390, "dark"), (1280, "light"), (1280, "dark"))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if BROWSER is None or DRIVER is None:
        pytest.skip("chromium or its driver is not installed")
    pytest.importorskip("selenium", reason="Selenium is not installed: pip install --group browser")
    out = tmp_path_factory.mktemp("atlas") / "site"
    assert main(["atlas", "--out", str(out)]) == 0
    return out


@pytest.fixture(scope="module")
def browser(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    from selenium import webdriver
    from selenium.webdriver.chrome.options import Options
    from selenium.webdriver.chrome.service import Service

    options = Options()
    options.binary_location = str(BROWSER)
    for flag in (*FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('profile')}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(str(DRIVER)))
    driver.set_page_load_timeout(SECONDS)
    yield driver
    driver.quit()


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    with site_server(site) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://{server.server_address[0]!s}:{server.server_address[1]}/"
        server.shutdown()


@pytest.fixture(params=["folder", "server"])
def base(request: pytest.FixtureRequest, site: Path, address: str) -> str:
    return site.as_uri() + "/" if request.param == "folder" else address


def waited(browser: Any, condition: Any) -> Any:
    from selenium.webdriver.support.ui import WebDriverWait

    return WebDriverWait(browser, SECONDS).until(condition)


def found(browser: Any, selector: str) -> list[Any]:
    return browser.find_elements("css selector", selector)


def complaints(browser: Any) -> list[str]:
    return [line["message"] for line in browser.get_log("browser") if line["level"] in ("SEVERE", "WARNING")]


@pytest.mark.parametrize("query", ["1.771", "1.77"])
def test_a_printed_number_is_found_and_opened_by_the_keyboard(browser: Any, base: str, query: str) -> None:
    browser.get(f"{base}index.html")
    browser.find_element("tag name", "body").send_keys("/")
    browser.switch_to.active_element.send_keys(query)
    waited(browser, lambda _: found(browser, "#front-hits a"))
    names = [hit.text.splitlines()[1] for hit in found(browser, "#front-hits a")]
    for _ in range(names.index(CLAIM) + 1):
        browser.switch_to.active_element.send_keys("\ue015")  # arrow down
    browser.switch_to.active_element.send_keys("\ue007")  # enter
    waited(browser, lambda _: browser.current_url.endswith(f"{CLAIM}.html"))
    assert "1.771-GDP" in found(browser, "main")[0].text
    assert "certified" in found(browser, ".ruling")[0].text
    assert complaints(browser) == []


def test_findings_are_filtered(browser: Any, base: str) -> None:
    from selenium.webdriver.support.select import Select

    browser.get(f"{base}findings.html")
    Select(browser.find_element("name", "harm")).select_by_value("unsafe")
    seen = [one for one in found(browser, ".finding") if one.is_displayed()]
    assert 0 < len(seen) < len(found(browser, ".finding"))
    assert {one.get_attribute("data-harm") for one in seen} == {"unsafe"}
    assert complaints(browser) == []


def test_the_search_page_has_filters(browser: Any, base: str) -> None:
    browser.get(f"{base}search.html?q=chernoff&verdict=refuted")
    waited(browser, lambda _: found(browser, ".hit"))
    assert {one.text for one in found(browser, ".hit .verdict")} == {"refuted"}
    assert complaints(browser) == []


def test_every_formula_of_a_claim_is_set(browser: Any, base: str) -> None:
    if bundled_katex() is None:
        pytest.skip("KaTeX is not there: make katex")
    for page in ("sensitivity_index/lemma-1", "gaussian.delta", "derivation/auc", "glossary"):
        browser.get(f"{base}{page}.html")
        waited(browser, lambda _: not found(browser, ".tex:not(.set)"))
        assert found(browser, ".katex") and not found(browser, ".katex-error"), page
    assert complaints(browser) == []


def test_fifty_digits_are_computed_in_the_page(browser: Any, address: str) -> None:
    if not bundled_interpreter():
        pytest.skip("Pyodide is not there: make pyodide")
    browser.get(f"{address}gaussian.delta.html")
    browser.find_element("name", "digits").send_keys("\ue007")  # enter
    waited(browser, lambda _: found(browser, ".value")[0].get_attribute("data-state") in ("done", "error"))
    assert found(browser, ".value output")[0].text == str(value("gaussian.delta", eps="1", mu="1", digits=50))
    assert complaints(browser) == []


def test_from_a_folder_the_box_shows_the_command_and_the_table(browser: Any, site: Path) -> None:
    browser.get(f"{site.as_uri()}/gaussian.delta.html")
    told = found(browser, ".value output")[0].text
    assert "dplemma atlas --serve" in told or "without the interpreter" in told
    assert found(browser, ".value pre")[0].text == "dplemma value gaussian.delta eps=1 mu=1 --digits 50"
    assert len(found(browser, "#reference ~ .table tbody tr")) > 8
    assert complaints(browser) == []


@pytest.mark.parametrize(("width", "theme"), LOOKS)
def test_pages_fit_the_window_and_text_stands_out(browser: Any, site: Path, tmp_path: Path, width: int, theme: str) -> None:
    browser.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride", {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600}
    )
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": theme}]})
    for page in PAGES:
        browser.get(f"{site.as_uri()}/{page}.html")
        assert browser.execute_script("return document.documentElement.scrollWidth") <= width, page
        ink, paper = browser.execute_script("const s = getComputedStyle(document.body); return [s.color, s.backgroundColor]")
        assert contrast(ink, paper) > 7, (page, theme)
        for one in found(browser, ".verdict, .harm, .soft, main a")[:30]:
            assert contrast(one.value_of_css_property("color"), paper) >= 4.5, (page, theme, one.text)
        assert browser.save_screenshot(str(tmp_path / f"{page.replace('/', '-')}.png"))


def contrast(first: str, second: str) -> float:
    """The ratio of the luminances of two colours, as WCAG 2 defines it."""
    lighter, darker = sorted((luminance(first), luminance(second)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: str) -> float:
    red, green, blue = (float(part) / 255 for part in colour.partition("(")[2].rstrip(")").split(",")[:3])
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in (red, green, blue)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
