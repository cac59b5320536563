"""What a release needs says the same everywhere: versions, authors, extras and groups, oldest versions, workflows, templates."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from dplemma.base.version import VERSION

ROOT = Path(__file__).parents[1]
AUTHORS = "The dplemma developers"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_the_version_and_the_authors_are_the_same_everywhere() -> None:
    cited, recipe = yaml.safe_load(text_of("CITATION.cff")), yaml.safe_load(text_of("conda/recipe.yaml"))
    assert VERSION == PROJECT["project"]["version"] == cited["version"] == recipe["context"]["version"]
    assert PROJECT["project"]["authors"] == [{"name": AUTHORS}]
    assert cited["authors"] == [{"name": AUTHORS}]
    assert yaml.safe_load(text_of("paper/paper.md").split("---")[1])["authors"][0]["name"] == AUTHORS


def without_own_extras(names: list[str]) -> list[str]:
    return [name for name in names if not name.startswith("dplemma[")]


def test_groups_say_what_the_extras_say() -> None:
    extras, groups = PROJECT["project"]["optional-dependencies"], PROJECT["dependency-groups"]
    assert groups["lint"] == extras["lint"]
    assert set(groups["test"]) == set(without_own_extras(extras["test"])) | set(extras["pytest"])


def lower_bounds() -> dict[str, str]:
    """The least version of every direct dependency that the tests need."""
    extras = PROJECT["project"]["optional-dependencies"]
    needed = [
        *PROJECT["project"]["dependencies"],
        *(one for name in ("pytest", "test", "plot", "notebooks", "atlas") for one in extras[name]),
    ]
    found = (re.match(r"([\w.-]+)>=([\w.]+)", one) for one in without_own_extras(needed))
    return {match[1]: match[2] for match in found if match}


def test_the_oldest_versions_are_those_that_are_admitted() -> None:
    pinned = dict(re.findall(r"^([\w.-]+)==(\S+)$", text_of("constraints-lowest.txt"), re.MULTILINE))
    assert pinned == lower_bounds()


def test_everything_the_tests_need_is_pinned() -> None:
    pinned = {name.lower().replace("_", "-") for name in re.findall(r"^([\w.-]+)==", text_of("constraints.txt"), re.MULTILINE)}
    assert {name.lower() for name in lower_bounds()} - pinned == set()


def targets() -> set[str]:
    return set(re.findall(r"^([a-z-]+):", text_of("Makefile"), re.MULTILINE))


def steps(workflow: dict[Any, Any]) -> list[dict[str, Any]]:
    return [step for job in workflow["jobs"].values() for step in job["steps"]]


@pytest.mark.parametrize("name", ["ci", "release"])
def test_workflows_run_targets_that_exist_and_end_some_time(name: str) -> None:
    workflow = yaml.safe_load(text_of(f".github/workflows/{name}.yml"))
    made = [word for step in steps(workflow) for word in re.findall(r"make ([a-z-]+)", step.get("run", ""))]
    assert set(made) <= targets()
    assert all("timeout-minutes" in job for job in workflow["jobs"].values())
    assert workflow["permissions"] == {"contents": "read"}


def test_the_site_is_built_and_the_release_has_no_token() -> None:
    runs = [step.get("run") for step in steps(yaml.safe_load(text_of(".github/workflows/ci.yml")))]
    assert {"make lint", "make test", "make verify", "make atlas", "make test-lowest"} <= set(runs)
    released = text_of(".github/workflows/release.yml")
    assert "id-token: write" in released and "secrets." not in released


def test_the_claims_pages_name_templates_that_exist() -> None:
    page = text_of("src/dplemma/atlas/templates/claim.html")
    told = set(re.findall(r"<em>([^<]+)</em>", page))
    names = {
        re.search(r"^name: (.+)$", file.read_text(encoding="utf-8"), re.MULTILINE)
        for file in (ROOT / ".github/ISSUE_TEMPLATE").glob("*.md")
    }
    assert told and told <= {match[1] for match in names if match}


def test_the_paper_cites_what_its_bibliography_has() -> None:
    cited = set(re.findall(r"@(\w+)", text_of("paper/paper.md").partition("# Summary")[2]))
    assert cited == set(re.findall(r"^@\w+\{(\w+),", text_of("paper/paper.bib"), re.MULTILINE))


def test_no_address_of_the_project_is_made_up() -> None:
    assert "urls" not in PROJECT["project"]
    for name in ("CITATION.cff", "conda/recipe.yaml", "paper/paper.md"):
        assert "http" not in text_of(name), name
