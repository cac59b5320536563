"""The README and the pages behind it show real output: what they print is run again here and compared."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
CLAIMS = (ROOT / "docs" / "claims.md").read_text(encoding="utf-8")
SHOWING = ("README.md", "docs/claims.md", "docs/reading.md", "docs/derivations.md")
"""The pages whose console blocks are run here, each in a process of its own and from an empty folder."""
_FILE = re.compile(r"# (\w+\.py)(?:, lines (\d+)-(\d+))?\n")


def blocks(language: str, page: str = README) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", page, flags=re.DOTALL)


def scripts(page: str) -> list[str]:
    """The Python blocks that are not a file of their own."""
    return [block for block in blocks("python", page) if not _FILE.match(block)]


def run(*arguments: str, folder: Path | None = None, codes: tuple[int, ...] = (0,)) -> str:
    environment = {**os.environ, "COLUMNS": "110", "NO_COLOR": "1"}
    done = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, env=environment, cwd=folder)
    assert done.returncode in codes, done.stderr
    return done.stdout + "".join(line for line in done.stderr.splitlines(keepends=True) if line.startswith("dplemma: "))


def write_block(block: str, folder: Path) -> None:
    """`# mine.py` starts a file; `# mine.py, lines 9-10` has what replaces those lines of it."""
    if (named := _FILE.match(block)) is None:
        return
    file, first, last = folder / named[1], named[2], named[3]
    if first is None:
        file.write_text(block, encoding="utf-8")
        return
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    lines[int(first) - 1 : int(last)] = block.splitlines(keepends=True)[1:]
    file.write_text("".join(lines), encoding="utf-8")


def words(printed: str) -> list[str]:
    """Without the times, which no two runs share."""
    return re.sub(r"\b\d+\.\d+ s\b", "N s", printed).split()


def commands(block: str) -> list[tuple[str, str]]:
    """The commands of a console block, each with what is printed below it."""
    parts = re.split(r"^\$ dplemma ", block, flags=re.MULTILINE)[1:]
    return [(part.partition("\n")[0], part.partition("\n")[2]) for part in parts]


def code_of(command: str, printed: str) -> int:
    """The exit code that fits what is shown."""
    if printed.startswith("dplemma: "):
        return 2
    return int((command.startswith("check") and "refuted" in printed) or (command.startswith("audit") and ": fails\n" in printed))


@pytest.mark.parametrize("name", [pytest.param(SHOWING[0], marks=pytest.mark.sample), *SHOWING[1:]])
def test_shown_commands_print_what_the_page_says(name: str, tmp_path: Path) -> None:
    page = (ROOT / name).read_text(encoding="utf-8")
    assert blocks("console", page)
    for language, block in re.findall(r"```(console|python)\n(.*?)```", page, flags=re.DOTALL):
        if language == "python":
            write_block(block, tmp_path)
            continue
        for command, printed in commands(block):
            found = run("-m", "dplemma", *shlex.split(command), folder=tmp_path, codes=(code_of(command, printed),))
            assert words(found) == words(printed), command


def test_the_readme_is_short() -> None:
    assert len(README.splitlines()) < 250


def test_the_readme_leads_to_every_page() -> None:
    """From the README, or from the index of the pages that it names."""
    index = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    pages = {page.name for page in (ROOT / "docs").glob("*.md")} - {"README.md"}
    assert "(docs/README.md)" in README
    assert pages <= set(re.findall(r"\((\w+\.md)\)", index)) | set(re.findall(r"\(docs/(\w+\.md)\)", README))
    made = ("site/",)  # `make atlas` writes it; tests/atlas/test_site.py knows its pages
    targets = [target for target in re.findall(r"\]\(([^)#\s]+)", README) if "//" not in target and not target.startswith(made)]
    broken = [target for target in targets if not (ROOT / target).exists()]
    assert broken == []


def test_the_python_session_is_real() -> None:
    (session,) = blocks("pycon")
    results = doctest.DocTestRunner(verbose=False)
    test = doctest.DocTestParser().get_doctest(session, {}, "README", "README.md", 0)
    assert len(test.examples) >= 4
    assert results.run(test).failed == 0


def test_the_example_prints_what_the_page_says(tmp_path: Path) -> None:
    example = next(block for block in scripts(CLAIMS) if "import" in block)
    script = tmp_path / "example.py"
    script.write_text(example, encoding="utf-8")
    printed = run(str(script)).strip()
    assert printed in CLAIMS
    assert "refuted" in printed


def test_the_mended_example_is_proved_as_the_page_says(tmp_path: Path) -> None:
    example = next(block for block in scripts(CLAIMS) if "import" in block)
    mended = example.replace("mu / 4", "mu / 2").rsplit("\n", 2)[0]  # without the line that shows a counterexample
    script = tmp_path / "mended.py"
    script.write_text(mended, encoding="utf-8")
    assert run(str(script)).strip() == "proved by symbolic"
    assert "`proved by symbolic`" in CLAIMS


def test_the_claim_shown_is_the_one_in_the_source() -> None:
    snippet = next(block for block in scripts(README) if "import" not in block)
    source = (ROOT / "src/dplemma/papers/sensitivity_index/tradeoff.py").read_text(encoding="utf-8")
    assert snippet.strip() in source


def test_the_table_of_papers_counts_the_ledger() -> None:
    from dplemma.ledger import store as ledger

    claims = [line for line in ledger.read().values() if not line.is_companion]
    for key in {line.paper for line in claims}:
        mine = [line.verdict for line in claims if line.paper == key]
        counts = [len(mine), *(mine.count(v) for v in ("proved", "certified", "confirmed", "refuted", "undecided"))]
        row = next(line for line in README.splitlines() if line.startswith(f"| {key} "))
        assert [int(cell) for cell in row.split("|")[2:-1]] == counts


@pytest.mark.parametrize("path", re.findall(r"`?(src/dplemma/[\w./]+)", README))
def test_places_named_in_the_readme_exist(path: str) -> None:
    assert (ROOT / path).exists()
