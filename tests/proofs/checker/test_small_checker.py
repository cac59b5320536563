"""A small checker is a part of the kernel: it accepts its certificates, and refuses what it was not made for."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from dplemma.base.errors import DplemmaError
from dplemma.base.process import OutOfTime
from dplemma.kernel.certificate import digest
from dplemma.proofs.checker.ran import kernel_folder, what_runs
from dplemma.proofs.checker.write import code_lines, must_accept, small_checker, write_checker

X = ["var", "x"]
HALF_LINE = {"intervals": [["x", "(0, oo)"]], "such_that": [], "points": []}
CLAIMS: dict[str, tuple[Any, Any, str]] = {
    "equal": (
        ["Rel", ["Phi", ["Mul", "-1", X]], "=", ["Q", X]],
        {"holds": {"rule": "relation"}, "witness": {"x": "1"}},
        "proved",
    ),
    "refuted": (["Rel", ["exp", X], "<", "2"], {"fails": {"point": {"x": "1"}}}, "refuted"),
    "quantity": (
        ["Rel", ["quantity", "gaussian.delta", "1", X], "<", "1/100"],
        {"fails": {"point": {"x": "1"}}},
        "refuted",
    ),
    "limit": (
        ["Limit", ["exp", ["Mul", "-1", X]], "x", "oo", "0", "-"],
        {"holds": {"rule": "limit"}, "witness": {"x": "1"}},
        "proved",
    ),
}  # fmt: skip


def certificate(name: str, folder: Path) -> str:
    statement, proof, verdict = CLAIMS[name]
    claim = {"region": HALF_LINE, "statement": statement}
    data = {
        "format": "dplemma-certificate", "version": 2, "id": f"mine/{name}", "claim": claim, "proof": proof, "verdict": verdict,
        "digest": digest(claim, proof), "versions": {},
    }  # fmt: skip
    path = folder / f"{name}.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    return str(path)


def run(folder: Path, *files: str, seed: str = "7") -> tuple[int, list[str]]:
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    done = subprocess.run([sys.executable, str(folder), *files], capture_output=True, text=True, env=environment, check=False)
    return done.returncode, done.stdout.splitlines() + done.stderr.splitlines()


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Certificates, and the checker of each."""
    folder = tmp_path_factory.mktemp("small")
    files = {name: certificate(name, folder) for name in CLAIMS}
    checkers = {name: small_checker([file]) for name, file in files.items()}
    for name, checker in checkers.items():
        write_checker(checker, folder / name)
    return {"folder": folder, "files": files, "checkers": checkers}


@pytest.mark.parametrize("name", CLAIMS)
def test_it_accepts_what_it_was_made_for(world: dict[str, Any], name: str) -> None:
    file = world["files"][name]
    for seed in ("0", "1"):
        assert run(world["folder"] / name, file, seed=seed) == (0, [f"{file}: {CLAIMS[name][2]}"])
    must_accept(world["folder"] / name, [file])


@pytest.mark.parametrize(("name", "other"), [("equal", "refuted"), ("refuted", "limit"), ("limit", "quantity")])
def test_it_refuses_what_needs_more(world: dict[str, Any], name: str, other: str) -> None:
    code, lines = run(world["folder"] / name, world["files"][other])
    assert code == 1 and "rejected: it needs rules that this checker does not have" in lines[0]
    with pytest.raises(DplemmaError, match="does not accept what it was made for"):
        must_accept(world["folder"] / name, [world["files"][other]])


def test_it_refuses_a_false_proof(world: dict[str, Any], tmp_path: Path) -> None:
    """exp(1/2) is less than 2: at that point nothing fails."""
    data = json.loads(Path(world["files"]["refuted"]).read_text(encoding="utf-8"))
    data["proof"]["fails"]["point"]["x"] = "1/2"
    data["digest"] = digest(data["claim"], data["proof"])
    forged = tmp_path / "forged.json"
    forged.write_text(json.dumps(data), encoding="utf-8")
    code, lines = run(world["folder"] / "refuted", str(forged))
    assert code == 1 and "rejected" in lines[0] and "not certain to fail" in lines[0]


@pytest.mark.parametrize("name", CLAIMS)
def test_every_line_is_the_kernels(world: dict[str, Any], name: str) -> None:
    """But for what is left out, `else` for `elif`, imports, and the package's own name."""
    own = {line.strip() for path in kernel_folder().glob("*.py") for line in path.read_text(encoding="utf-8").splitlines()}
    own = {line.replace("dplemma.kernel", "kernel").removesuffix("  # fmt: skip") for line in own} | {"else:"}
    for file, text in world["checkers"][name].files.items():
        if file.startswith("kernel/") and file.endswith(".py") and not file.endswith(("left_out.py", "__init__.py")):
            body = text[text.index("from __future__") :].split("\n")
            strange = [line for line in body if line.strip() not in own and "left_out" not in line and "import" not in line]
            assert all(set(line) <= set(" abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_,0123456789") for line in strange)


def test_a_cut_is_not_caught(world: dict[str, Any]) -> None:
    """The kernel catches errors where something is not shown; what was left out must end the check."""
    text = world["checkers"]["equal"].files["kernel/left_out.py"]
    assert "class LeftOut(BaseException)" in text
    for path in kernel_folder().glob("*.py"):
        source = path.read_text(encoding="utf-8")
        assert "except:" not in source and "BaseException" not in source and "left_out" not in source, path.name


def test_it_is_smaller_than_the_kernel_and_grows_with_what_it_checks(world: dict[str, Any]) -> None:
    kernel = sum(code_lines(path.read_text(encoding="utf-8")) for path in kernel_folder().glob("*.py"))
    sizes = {name: checker.lines for name, checker in world["checkers"].items()}
    assert max(sizes.values()) < 2000 < kernel
    assert max(sizes["equal"], sizes["refuted"]) < small_checker([world["files"]["equal"], world["files"]["refuted"]]).lines


def test_only_the_definitions_that_are_named_come_along(world: dict[str, Any]) -> None:
    files = world["checkers"]["quantity"].files
    assert list(json.loads(files["kernel/definitions.json"])) == ["gaussian.delta"]
    assert "kernel/definitions.json" not in world["checkers"]["equal"].files


def test_a_certificate_that_is_rejected_has_no_checker(world: dict[str, Any], tmp_path: Path) -> None:
    data = json.loads(Path(world["files"]["refuted"]).read_text(encoding="utf-8"))
    forged = tmp_path / "forged.json"
    forged.write_text(json.dumps({**data, "verdict": "proved"}), encoding="utf-8")
    with pytest.raises(DplemmaError, match="the proof gives refuted"):
        small_checker([str(forged)])


def test_a_limit_of_time_ends_it(world: dict[str, Any]) -> None:
    with pytest.raises(OutOfTime, match="not done after"):
        what_runs([world["files"]["equal"]], seconds=0.001)


def test_it_says_what_it_wants(world: dict[str, Any]) -> None:
    assert run(world["folder"] / "equal") == (1, ["usage: python FOLDER CERTIFICATE ..."])


def test_an_old_checker_is_replaced(world: dict[str, Any], tmp_path: Path) -> None:
    folder = tmp_path / "small"
    write_checker(world["checkers"]["limit"], folder)
    write_checker(world["checkers"]["refuted"], folder)
    assert not (folder / "kernel" / "near.py").exists()
    assert run(folder, world["files"]["refuted"])[0] == 0
