"""`dplemma oracle`: a line in, a line out, whatever the lines are; and the clients of the documentation."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dplemma import value
from dplemma.cli import main
from dplemma.testing.strategies import inputs
from dplemma.values.lines import answer

PAGE = (Path(__file__).parents[2] / "docs" / "oracle.md").read_text(encoding="utf-8")
DELTA = {"quantity": "gaussian.delta", "inputs": {"eps": 1, "mu": "0.5"}}


def ask(request: Any, **options: Any) -> dict[str, Any]:
    line = request if isinstance(request, bytes) else json.dumps(request).encode()
    text = answer(line, **options)
    assert "\n" not in text
    return json.loads(text)


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, flags=re.DOTALL)


# -- answers ----------------------------------------------------------------------------------------------------------------


def test_an_answer_is_that_of_value_json() -> None:
    assert ask(DELTA) == value("gaussian.delta", eps="1", mu="0.5", digits=20).to_json()
    assert ask({**DELTA, "digits": 40, "id": [1, "a"]}) == {
        "id": [1, "a"],
        **value("gaussian.delta", eps="1", mu="0.5", digits=40).to_json(),
    }


def test_the_example_of_the_page_is_real() -> None:
    request, shown = blocks("json")
    assert ask(request.strip().encode()) == json.loads(shown)


@settings(max_examples=40)
@given(inputs("gaussian.delta"))
def test_floats_are_those_of_the_value(x: dict[str, float]) -> None:
    request = {"quantity": "gaussian.delta", "inputs": {name: number.hex() for name, number in x.items()}}
    short, full = ask(request, floats=True), ask(request)
    assert "value" not in short
    assert {key: full[key] for key in short} == short
    assert float.fromhex(short["lower"]) <= float.fromhex(short["float"]) <= float.fromhex(short["upper"])


def test_a_number_is_a_double_and_a_text_is_exact() -> None:
    as_double = ask({"quantity": "gaussian.auc", "inputs": {"mu": 0.1}, "digits": 30})
    as_text = ask({"quantity": "gaussian.auc", "inputs": {"mu": "0.1"}, "digits": 30})
    as_hex = ask({"quantity": "gaussian.auc", "inputs": {"mu": "0x1.999999999999ap-4"}, "digits": 30})
    for spelling in ("0X1.999999999999A0p-4", "0x.0CCCCCCCCCCCCDp+1", "0xccccccccccccd000p-67"):
        assert ask({"quantity": "gaussian.auc", "inputs": {"mu": spelling}, "digits": 30}) == as_hex
    assert as_text["inputs"] == {"mu": "0.1"}
    assert as_double["inputs"] == as_hex["inputs"] != as_text["inputs"]
    assert as_double["value"] == as_hex["value"] != as_text["value"]
    assert ask({**DELTA, "digits": 10}, floats=True)["value"]


def test_aliases_and_integers() -> None:
    request = {"quantity": "glrt.roc", "inputs": {"alpha": 0.5, "dimension": 3, "sigma": 2}}
    assert ask(request)["inputs"] == {"fpr": "0.5", "d": "3", "mu": "0.5"}
    assert ask({"quantity": "gaussian.kl", "inputs": {"mu": 10**30}})["inputs"]["mu"].startswith("1.0000000000000000")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"not json", "not JSON"), (b"\xff\xfe{}", "not UTF-8"), (b"[1, 2]", "a request is an object"), (b"3", "an object"),
        (b"{}", '"quantity" must be a text'), (b'{"quantity": "gaussian.dleta", "inputs": {}}', "Did you mean gaussian.delta"),
        (b'{"quantity": "gaussian.delta"}', '"inputs" must be an object'),
        (b'{"quantity": "gaussian.delta", "inputs": {}}', "needs eps, mu"),
        (b'{"quantity": "gaussian.auc", "inputs": {"mu": -1}}', "mu must be > 0"),
        (b'{"quantity": "gaussian.auc", "inputs": {"mu": NaN}}', "NaN"),
        (b'{"quantity": "gaussian.auc", "inputs": {"mu": 1e999}}', "finite"),
        (b'{"quantity": "gaussian.auc", "inputs": {"mu": true}}', "mu must be a number"),
        (b'{"quantity": "gaussian.auc", "inputs": {"mu": "0xz"}}', "mu must be a number"),
        (b'{"quantity": "gaussian.auc", "inputs": {"mu": "0x1p-99999"}}', "'0x1p-99999' lies between two"),
        (b'{"quantity": "gaussian.auc", "inputs": {"mu": "0x3p-1075"}}', "lies between two"),
        (b'{"quantity": "gaussian.auc", "inputs": {"mu": "0x1.00000000000008p0"}}', "lies between two"),
        (b'{"quantity": "gaussian.auc", "inputs": {"mu": "0x1p-' + b"0" * 5000 + b'1"}}', "mu must be a number"),
        (b'{"quantity": "gaussian.auc", "inputs": {"mu": [1]}}', "mu must be a number"),
        (b'{"quantity": "gaussian.auc", "inputs": {"nu": 1}}', "unknown parameter 'nu'"),
        (b'{"quantity": "gaussian.auc", "inputs": {"mu": 1}, "digit": 3}', "Did you mean digits"),
        (b'{"quantity": "gaussian.auc", "inputs": {"mu": 1}, "digits": "3"}', "digits must be a whole number"),
        (b"[" * 100_000, "not JSON"),
        (b'{"quantity": "gaussian.delta", "inputs": {"eps": 1, "eps": 2, "mu": 1}}', "repeats a key"),
        (b" " * (1 << 21), "bytes"),
        (b'{"quantity": "gaussian.auc", "inputs": {"mu": 1}, "id": 1e999}', "beyond the doubles"),
        (b'{"id": [' + b"1" * 400 + b"]}", "beyond the doubles"),
    ],
    ids=lambda x: x[:40] if isinstance(x, str) else "",
)  # fmt: skip
def test_a_bad_line_is_answered_in_one_line(line: bytes, message: str) -> None:
    found = ask(line)
    assert message in found["error"] and found["code"] == 2
    assert "\n" not in found["error"]


def test_every_answer_is_json() -> None:
    """An infinity, as Python reads and writes it, is none."""
    assert "Infinity" not in answer(b'{"id": -1e999}')


def test_the_id_comes_back_with_an_error() -> None:
    assert ask({"quantity": "nothing", "id": 7})["id"] == 7
    assert ask({**DELTA, "digits": 10**6})["code"] == 3


def test_a_defect_does_not_end_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise TypeError("oops")

    monkeypatch.setattr("dplemma.values.lines.value_at", fails)
    assert ask(DELTA) == {"error": "a defect of dplemma: TypeError: oops", "code": 1}


FIELDS = st.sampled_from(["quantity", "inputs", "digits", "id", "mu", "eps"])
LEAVES = st.none() | st.floats() | st.text(max_size=5) | st.just("gaussian.delta")


@settings(max_examples=100)
@given(st.binary(max_size=60) | st.recursive(LEAVES, lambda inner: st.dictionaries(FIELDS, inner, max_size=4), max_leaves=8))
def test_any_line_gets_an_answer(request_: Any) -> None:
    line = request_ if isinstance(request_, bytes) else json.dumps(request_).encode()
    found = json.loads(answer(line.replace(b"\n", b" ")))
    assert "error" in found or "float" in found


# -- the process ------------------------------------------------------------------------------------------------------------


def run(text: bytes, *options: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([sys.executable, "-m", "dplemma", "oracle", *options], input=text, capture_output=True)


def test_lines_in_lines_out_until_the_end() -> None:
    lines = [json.dumps({**DELTA, "id": 1}), "", "broken", json.dumps({**DELTA, "id": 2})]
    done = run("\n".join(lines).encode(), "--floats")  # no newline at the end
    assert done.returncode == 0 and done.stderr == b""
    first, error, last = map(json.loads, done.stdout.splitlines())
    assert (first["id"], last["id"], error["code"]) == (1, 2, 2)
    assert run(b"").stdout == b""


def test_each_answer_comes_before_the_next_request() -> None:
    command = [sys.executable, "-m", "dplemma", "oracle"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None and process.stdout is not None
        for number in range(3):
            process.stdin.write(json.dumps({**DELTA, "id": number}) + "\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == number
        process.stdin.close()
        assert process.wait() == 0


def test_lines_that_wait_together_are_answered_as_one_by_one() -> None:
    """Doubles through arrays, costly ones by several processes, bad ones between them: the same answers in the same order."""
    requests: list[Any] = []
    for number in range(60):
        x = (number + 1) / 7
        requests += [
            {"quantity": "gaussian.delta", "inputs": {"eps": x.hex(), "mu": x}, "id": number},
            {"quantity": "gaussian.epsilon", "inputs": {"delta": x / 10, "mu": 1}, "id": [number]},
            {"quantity": "gaussian.delta", "inputs": {"eps": -x, "mu": "1/3"}}, {"quantity": number}, [number],
            {**DELTA, "digits": 9}, {"quantity": "gaussian.delta", "inputs": {"eps": 0, "sigma": 2}}, {**DELTA, "odd": 1},
        ]  # fmt: skip
    lines = [json.dumps(request).encode() for request in requests]
    for options in (["--jobs", "2"], ["--jobs", "1"]):
        done = run(b"\n".join(lines), "--floats", *options)
        assert done.stdout.decode().splitlines() == [answer(line, floats=True) for line in lines]


def test_a_line_that_is_too_long_is_passed_over_in_pieces() -> None:
    done = run(b"[" * ((1 << 20) + 200_000) + b"\n" + json.dumps({**DELTA, "id": 1}).encode())
    first, second = map(json.loads, done.stdout.splitlines())
    assert "bytes" in first["error"] and second["id"] == 1


def test_a_reader_that_goes_away_ends_it_quietly() -> None:
    command = [sys.executable, "-m", "dplemma", "oracle"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None and process.stdout is not None and process.stderr is not None
        process.stdout.close()
        try:
            process.stdin.write(b"{}\n" * 10)
            process.stdin.close()
        except BrokenPipeError:
            pass
        assert process.wait() == 141 and process.stderr.read() == b""


def test_sympy_and_mpmath_stay_out(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    code = (
        "import io, sys; from types import SimpleNamespace; from dplemma.cli import main;"
        f"sys.stdin = SimpleNamespace(buffer=io.BytesIO({json.dumps(DELTA).encode()!r})); main(['oracle']);"
        "sys.exit(bool({'sympy', 'mpmath', 'hypothesis'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True).returncode == 0
    monkeypatch.setattr(sys, "stdin", io.StringIO(json.dumps(DELTA)))
    assert main(["oracle", "--digits", "5"]) == 0
    assert json.loads(capsys.readouterr().out)["value"] == "0.0068296"
    monkeypatch.setattr(sys, "stdin", None)
    assert main(["oracle"]) == 0
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"")))
    assert main(["oracle"]) == 0


# -- the clients of the page ------------------------------------------------------------------------------------------------


@pytest.fixture
def bare_path(tmp_path: Path) -> dict[str, str]:
    """An environment in which `dplemma` is this one."""
    script = tmp_path / "bin" / "dplemma"
    script.parent.mkdir()
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m dplemma "$@"\n', encoding="utf-8")
    script.chmod(0o755)
    return {**os.environ, "PATH": f"{script.parent}{os.pathsep}{os.environ['PATH']}"}


EXPECTED = 0.0068295949831145756


def test_the_python_client(tmp_path: Path, bare_path: dict[str, str]) -> None:
    (source,) = blocks("python")
    done = subprocess.run([sys.executable, "-c", source], env=bare_path, capture_output=True, text=True, timeout=60)
    assert float(done.stdout) == EXPECTED, done.stderr


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_the_javascript_client(tmp_path: Path, bare_path: dict[str, str]) -> None:
    (source,) = blocks("js")
    done = subprocess.run(["node", "-e", source], env=bare_path, capture_output=True, text=True, timeout=60)
    assert float(done.stdout) == EXPECTED, done.stderr


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs a C++ compiler")
def test_the_cpp_client(tmp_path: Path, bare_path: dict[str, str]) -> None:
    (source,) = blocks("cpp")
    (tmp_path / "client.cpp").write_text(source, encoding="utf-8")
    subprocess.run(["g++", "-std=c++17", "-o", "client", "client.cpp"], cwd=tmp_path, check=True, capture_output=True)
    right, wrong = EXPECTED, EXPECTED * 1.5
    tests = f"{(1.0).hex()} {(0.5).hex()} {right.hex()}\n{(1.0).hex()} {(0.5).hex()} {wrong.hex()}\n"
    (tmp_path / "tests.txt").write_text(tests, encoding="utf-8")
    done = subprocess.run(["./client"], cwd=tmp_path, env=bare_path, capture_output=True, text=True, timeout=60)
    assert done.stdout.splitlines() == ["1 0.5 relative error 0", "1 0.5 relative error 0.5"], done.stderr
