"""A reader who does not know our names: what is meant is found, and a mistake gets the line that mends it."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from dplemma.base.page import Page
from dplemma.cli import main
from dplemma.cli.completion import SHELLS, script
from dplemma.cli.parser import COMMANDS
from dplemma.ledger import store as ledger


@pytest.fixture(autouse=True)
def shipped_ledger(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(ledger.ENVIRONMENT_VARIABLE, raising=False)


def hits(capsys: pytest.CaptureFixture[str], *argv: str) -> list[str]:
    assert main([*argv, "--json"]) == 0
    return [hit["id"] for hit in json.loads(capsys.readouterr().out)["hits"]]


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("DP-SGD", "dpsgd.mu_clt_poisson"),
        ("dp sgd", "dpsgd.mu_clt_poisson"),
        ("subsampling", "subsampled.gaussian_delta"),
        ("partial order", "gdp_bridge/theorem-2-1/necessity"),
        ("epsilon", "gaussian.epsilon"),
        ("hockey stick", "gaussian.delta"),
        ("rdp", "gaussian.renyi"),
        ("tangent intercept", "glrt/algorithm-1/intercept"),
    ],
)
def test_what_is_meant_comes_first(capsys: pytest.CaptureFixture[str], query: str, first: str) -> None:
    assert hits(capsys, "find", *query.split())[0] == first


def test_what_is_shown_of_a_hit_is_cut_between_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["find", "tangent", "intercept", "--json"]) == 0
    texts = {line.id: " ".join((line.states, line.text)) for line in ledger.read().values()}
    for hit in json.loads(capsys.readouterr().out)["hits"]:
        kept = hit["snippet"].removeprefix("...").removesuffix("...").split()
        assert kept == [word for word in kept if word in texts[hit["id"]].split()]


def test_the_latex_of_a_quantity_is_in_its_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "gaussian.tv", "--latex"]) == 0
    printed = capsys.readouterr().out
    assert main(["show", "gaussian.tv", "--latex", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["latex"] in printed
    assert main(["show", "gaussian.tv", "--json"]) == 0
    assert "latex" not in json.loads(capsys.readouterr().out)


def test_american_spellings_find_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    for british, american in (("randomised", "randomized"), ("neighbouring", "neighboring"), ("generalised", "generalized")):
        found = set(hits(capsys, "find", american))
        assert found and found <= set(hits(capsys, "find", british))


def test_a_part_of_a_name_lists_all_that_have_it(capsys: pytest.CaptureFixture[str]) -> None:
    lemmas = [key for key in ledger.read() if key.endswith("/lemma-1")]
    found = hits(capsys, "show", "theorem 2.1")
    assert found == ["gdp_bridge/theorem-2-1/necessity", "gdp_bridge/theorem-2-1/sufficiency"]
    assert hits(capsys, "show", "epsilon")[:2] == ["gaussian.epsilon", "laplace.epsilon"]
    assert main(["show", "lemma-1"]) == 0
    out = capsys.readouterr().out
    assert lemmas and all(key in out for key in lemmas)
    assert main(["show", "theorem-2-1", "--latex"]) == 2
    assert "may be gdp_bridge/theorem-2-1/necessity, " in capsys.readouterr().err


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["show", "gaussian"], "unknown claim or quantity 'gaussian'. Did you mean gaussian."),
        (["show", "lema-1"], "unknown claim or quantity 'lema-1'. Did you mean sensitivity_index/lemma-1, "),
        (["show", "theorm-2-1"], "Did you mean gdp_bridge/theorem-2-1/necessity, gdp_bridge/theorem-2-1/sufficiency, "),
        (["show", "detla"], "Did you mean gaussian.delta, "),
        (["show", "gausian"], "Did you mean gaussian."),
        (["show", "glrt/*"], "'glrt/*' is many names, and one is shown. Try: dplemma list 'glrt/*'"),
        (["list", "--quantities", "foo"], "unknown quantity 'foo'. See: dplemma list --quantities"),
        (["list", "gaussian.delta"], "but a quantity does. Try: dplemma list --quantities 'gaussian.delta'"),
        (["verify", "laplace.*"], "but a quantity does. Try: dplemma list --quantities 'laplace.*'"),
        (["list", "--quantities", "glrt/*"], "no quantity matches 'glrt/*', but a claim does. Try: dplemma list 'glrt/*'"),
        (["list", "--quantities", "--changed-since", "0.1.0"], "--changed-since is for claims"),
        (["value", "sensitivity_index/lemma-1"], "Try: dplemma show sensitivity_index/lemma-1"),
    ],
    ids=" ".join,
)
def test_a_name_that_is_none_gets_its_own_list(argv: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    """`gaussian` is a family, and renyi.gaussian, whose last part it is, none of it."""
    assert main(argv) == 2
    told = capsys.readouterr()
    assert told.out == "" and said in told.err


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["epsilon"], "Did you mean gaussian.epsilon, laplace.epsilon, pure.epsilon?"),
        (["auc"], "Did you mean gaussian.auc, laplace.auc?"),
        (["gaussian.delta", "eps=10^-5", "mu=1"], "a power is written 10**-5 or 1e-5"),
        (["gaussian.delta", "eps=3*10^-5", "mu=1"], "write 3e-5"),
        (["gaussian.delta", "eps=70%", "mu=1"], "a percentage is written as a fraction: 70/100"),
        (["gaussian.delta", "eps=1,5", "mu=1"], "decimals have a point: 1.5"),
        (["gaussian.delta", "eps=1,500", "mu=1"], "digits are not grouped, and decimals have a point: 1500 or 1.500"),
        (["gaussian.delta", "eps=1,500,000", "mu=1"], "decimals have a point: 1500000"),
        (["gaussian.delta", "eps=1_000", "mu=1"], "digits are not grouped: 1000"),
        (["gaussian.delta", "eps=log(2)", "mu=1"], "to 20 digits it is 0.69314718055994530942"),
        (["gaussian.delta", "eps=math.exp(1)", "mu=1"], "to 20 digits it is 2.7182818284590452354"),
        (["gaussian.delta", "eps=1", "std=2"], "write sigma=2"),
        (["gaussian.delta", "eps=1", "scale=2"], "write sigma=2"),
        (["laplace.delta", "eps=1", "scale=2"], "write eps0=1/2 for scale=2"),
        (["gaussian.delta", "eps=log(0)", "mu=1"], "got 'log(0)'\n"),
    ],
    ids=" ".join,
)
def test_a_mistake_gets_the_line_that_mends_it(capsys: pytest.CaptureFixture[str], argv: list[str], said: str) -> None:
    assert main(["value", *argv]) == 2
    error = capsys.readouterr().err
    assert said in error and error.count("\n") == 1


def test_convert_says_what_the_noise_is_called(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", "std=2"]) == 2
    assert "write sigma=2" in capsys.readouterr().err


NARROW = (
    ["list", "chernoff/*"], ["list", "--quantities", "glrt.*"], ["show", "sensitivity_index/lemma-1"], ["show", "gaussian.delta"],
    ["find", "tangent"], ["findings", "glrt/*"], ["convert", "mu=1", "fpr=0.01"], ["peers", "--list"],
    ["cancel", "gaussian.delta", "eps=10", "mu=0.5"],
)  # fmt: skip


@pytest.mark.parametrize("argv", NARROW, ids=" ".join)
def test_pages_fit_sixty_columns(argv: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Page, "of", classmethod(lambda cls, stream: cls(width=60)))
    assert main(argv) in (0, 1)
    wide = [line for line in capsys.readouterr().out.splitlines() if len(line) > 60]
    assert [line for line in wide if max(map(len, line.split())) < 30] == []  # a name is not broken


def test_a_wide_table_is_a_block_a_row() -> None:
    page = Page(width=30)
    page.table(("name", "what it is", "where"), [("first", "a long description of it", ""), ("second", "short", "here")])
    assert page.lines == [
        "  first", "    what it is: a long", "      description of it", "  second", "    what it is: short", "    where: here",
    ]  # fmt: skip


# -- completion -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shell", SHELLS)
def test_a_script_knows_every_command_and_name(shell: str) -> None:
    text = script(shell)
    assert all(command in text for command in COMMANDS)
    assert "gaussian.delta" in text and "sensitivity_index/lemma-1" in text and "digits" in text


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("dplemma va", ["value"]),
        ("dplemma value gaussian.log_d", ["gaussian.log_delta"]),
        ("dplemma value gaussian.delta --dig", ["--digits"]),
        ("dplemma show sensitivity_index/lemma-5/aff", ["sensitivity_index/lemma-5/affine"]),
        ("dplemma audit m:f --as laplace.au", ["laplace.auc"]),
        ("dplemma check min", ["mine.py"]),
    ],
)
def test_bash_completes(words: str, wanted: list[str], tmp_path: Path) -> None:
    if shutil.which("bash") is None:
        pytest.skip("bash is not installed")
    (tmp_path / "mine.py").touch()
    (tmp_path / "script").write_text(script("bash"), encoding="utf-8")
    ask = f'source ./script; COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); _dplemma; echo "${{COMPREPLY[@]}}"'
    done = subprocess.run(["bash", "-c", ask], capture_output=True, text=True, cwd=tmp_path, check=True)
    assert done.stdout.split() == wanted


@pytest.mark.parametrize(("shell", "check"), [("bash", "-n"), ("zsh", "-n"), ("fish", "--no-execute")])
def test_a_script_parses(shell: str, check: str, tmp_path: Path) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    (tmp_path / "script").write_text(script(shell), encoding="utf-8")
    assert subprocess.run([shell, check, "script"], cwd=tmp_path, capture_output=True).returncode == 0
