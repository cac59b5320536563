"""Whatever a file, a line or an argument says: an answer or one line, typed, for bounded work and memory; no code of it is run.

`make test` takes a few hundred examples, `make test-all` thousands (the tests marked `bulk`).
"""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dplemma.base.errors import DplemmaError
from dplemma.base.files import TooLarge, bounded_bytes
from dplemma.cli import main
from dplemma.cli.parser import COMMANDS
from dplemma.kernel import certificate
from dplemma.ledger import history
from dplemma.ledger import store as ledger
from dplemma.mutants.result import ResultFile
from dplemma.proofs.replay import replay
from dplemma.values.composition_file import question_from_file
from dplemma.values.guarantees import read_guarantees

FEW, MANY = 60, 3000
SAFETY_NET = 1200
QUIET = {"deadline": None, "suppress_health_check": list(HealthCheck), "database": None, "derandomize": True}
COMPOSITION = b"""\
delta = "1e-5"
adjacency = "add-remove"

[[mechanism]]
kind = "subsampled_gaussian"
sigma = 1.1
q = "256/60000"
count = 14063

[[mechanism]]
kind = "points"
file = "points.csv"
"""
POINTS = b"eps,delta\n0,0.2\n1,0.05\n# a remark\n2.5,1e-6\n"
NASTY = [
    b"[" * 3000, b"{" * 3000, b"\x00", b"\xff\xfe", b"9" * 5000, b"1e999999999", b"-1", b"nan", b"inf", b"null", b"\n" * 50,
    b'"', b"'''", b"[[", b"]]", b"=", b"a.b.c", b"\\u0000", b"\xe2\x80\xa8", b"__import__('os')", b"2**99999999", b"1/0",
    b",", b"\r", b"#", b"0x1p-3", b"../../../etc/passwd", b"/dev/zero", b"1979-05-27T07:32:00Z", b"true",
]  # fmt: skip


@st.composite
def spoilt(draw: st.DrawFn, good: bytes) -> bytes:
    """A good file with a few pieces cut out, doubled, moved, or replaced by something nasty."""
    data = good
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(data)))
        end = min(len(data), start + draw(st.sampled_from([0, 1, 2, 5, 30, 400])))
        piece = draw(st.sampled_from(NASTY) | st.binary(max_size=8) | st.just(data[start:end] * 2) | st.just(b""))
        data = data[:start] + piece + data[end:]
    return data


def typed(read: Callable[[Path], Any], path: Path) -> None:
    """It is read, or refused in one line by an error of ours."""
    try:
        read(path)
    except DplemmaError as error:
        assert len(str(error)) < 1500


def at(folder: Path, name: str, content: bytes) -> Path:
    path = folder / name
    path.write_bytes(content)
    return path


def certificate_text(tmp: Path) -> bytes:
    """A certificate of a small claim, as it is written."""
    main(["verify", "sensitivity_index/lemma-2", "--certificates", str(tmp), "--jobs", "1", "--json"])
    return next(tmp.glob("*.json")).read_bytes()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("hostile")


@pytest.fixture(scope="module")
def proof(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    with redirect_stdout(io.StringIO()):
        return certificate_text(tmp_path_factory.mktemp("proofs"))


# -- readers ----------------------------------------------------------------------------------------------------------------


def look_at_compositions(folder: Path, examples: int) -> None:
    @settings(max_examples=examples, **QUIET)
    @given(spoilt(COMPOSITION), spoilt(POINTS))
    def check(composition: bytes, points: bytes) -> None:
        at(folder, "points.csv", points)
        typed(lambda path: question_from_file(str(path)), at(folder, "run.toml", composition))

    check()


def look_at_guarantees(folder: Path, examples: int) -> None:
    @settings(max_examples=examples, **QUIET)
    @given(spoilt(POINTS) | st.binary(max_size=80))
    def check(content: bytes) -> None:
        typed(read_guarantees, at(folder, "table.csv", content))

    check()


def look_at_ledgers(folder: Path, examples: int) -> None:
    line = ledger.path().read_bytes().splitlines(keepends=True)[3]
    step = b'{"version": "0.1.0", "id": "a/b", "before": "proved", "after": "refuted", "why": ""}\n'

    @settings(max_examples=examples, **QUIET)
    @given(spoilt(line), spoilt(step))
    def check(content: bytes, steps: bytes) -> None:
        typed(ledger.read, at(folder, "ledger.jsonl", content))
        at(folder, "history.jsonl", steps)
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("DPLEMMA_LEDGER", str(folder / "ledger.jsonl"))
            typed(lambda _: history.read_history(), folder)

    check()


def look_at_records(folder: Path, examples: int) -> None:
    line = b'{"claim": "a/b", "kind": "flip", "digest": "d", "engine": "balls", "outcome": "refuted", "seconds": 0.5}\n'

    @settings(max_examples=examples, **QUIET)
    @given(spoilt(line * 3))
    def check(content: bytes) -> None:
        file = ResultFile(at(folder, "mutants.jsonl", content))
        assert len(file.read()) + len(file.damaged) <= content.count(b"\n") + 1

    check()


def look_at_certificates(folder: Path, proof: bytes, examples: int) -> None:
    honest = json.loads(proof)

    @settings(max_examples=examples, **QUIET)
    @given(spoilt(proof))
    def check(content: bytes) -> None:
        path = at(folder, "certificate.json", content)
        try:
            report = replay(path, known=lambda _: None)
        except DplemmaError as error:
            assert "\n" not in str(error)
            return
        told = json.loads(content)
        assert report.status != "agrees" or told["claim"] == honest["claim"] or told["verdict"] == honest["verdict"]

    check()


def test_any_composition_is_read_or_refused(folder: Path) -> None:
    look_at_compositions(folder, FEW)


def test_any_table_of_guarantees_is_read_or_refused(folder: Path) -> None:
    look_at_guarantees(folder, FEW)


def test_any_ledger_and_any_history_is_read_or_refused(folder: Path) -> None:
    look_at_ledgers(folder, FEW)


def test_any_record_of_mutants_is_read(folder: Path) -> None:
    look_at_records(folder, FEW)


def test_any_certificate_is_checked_or_refused(folder: Path, proof: bytes) -> None:
    look_at_certificates(folder, proof, FEW)


@pytest.mark.bulk
def test_thousands_of_files_of_each_kind(folder: Path, proof: bytes) -> None:
    look_at_compositions(folder, MANY)
    look_at_guarantees(folder, MANY)
    look_at_ledgers(folder, MANY)
    look_at_records(folder, MANY)
    look_at_certificates(folder, proof, MANY)


# -- bounds -----------------------------------------------------------------------------------------------------------------


def test_a_file_is_read_up_to_its_bound(tmp_path: Path) -> None:
    path = at(tmp_path, "file", b"x" * 10)
    assert bounded_bytes(path, 10) == b"x" * 10
    with pytest.raises(TooLarge, match=r"^file: larger than 9 bytes, and no more are read$"):
        bounded_bytes(path, 9)


ENDLESS = Path("/dev/zero")


@pytest.mark.skipif(not ENDLESS.exists(), reason="the system has no /dev/zero, a file without end")
@pytest.mark.parametrize("read", [lambda path: question_from_file(str(path)), read_guarantees, certificate.read])
def test_a_file_without_end_is_not_read_to_its_end(read: Callable[[Path], Any]) -> None:
    with pytest.raises(DplemmaError, match="larger than"):
        read(ENDLESS)


def test_a_table_beside_a_composition_is_bounded_too(tmp_path: Path) -> None:
    text = b'delta = "1e-5"\n[[mechanism]]\nkind = "points"\nfile = "/dev/zero"\n'
    with pytest.raises(DplemmaError, match="larger than"):
        question_from_file(str(at(tmp_path, "run.toml", text)))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b"delta = " + b"[" * 5000, "nested too deep"),
        (b"delta = " + b"9" * 5000, "digits"),
        (b'delta = "1e-5"\n[[mechanism]]\nkind = "points"\nfile = "\\u0000"\n', "cannot read"),
        (b'delta = "1e-5"\n[[mechanism]]\nkind = "points"\nfile = "run.toml"\n', "needs the columns eps and delta"),
        (
            b'delta = "1e-5"\nadjacency = "' + b"[" * 5000 + b'"\n[[mechanism]]\nkind = "gaussian"\nmu = 1\n',
            "is none of add-remove",
        ),
        (
            b'delta = "1e-5"\nadjacency = "'
            + b"[" * 5000
            + b'"\n[[mechanism]]\nkind = "subsampled_gaussian"\nsigma = 1\nq = "1/2"\n',
            "is none of add-remove",
        ),
    ],
)
def test_a_composition_made_to_break_the_reader_is_one_line(tmp_path: Path, text: bytes, says: str) -> None:
    with pytest.raises(DplemmaError, match=says) as refused:
        question_from_file(str(at(tmp_path, "run.toml", text)))
    assert len(str(refused.value)) < 400


# -- the command line -------------------------------------------------------------------------------------------------------

READING = [name for name in COMMANDS if name not in ("verify", "check", "audit", "cancel", "peers", "oracle", "mutate", "dpsgd")]
WORDS = [
    "", " ", "-", "--", "---", "-x", "--json", "--help=1", "--digits", "--digits=-1", "--digits=1e9", "=", "a=b", "mu=", "=1",
    "mu=1", "eps=nan", "gaussian.delta", "gaussian.dleta", "nothing/of-this-name", "[", "[!", "*/x", "\x00", "\x1b[2J",
    "\u202e", "\ud800", "e" * 5000, "9" * 400, "/dev/null", ".", "/", "../..", "--out", "--max-seconds", "--max-seconds=0",
    "--jobs=0", "`id`", "$(id)", "; rm", "__import__('os')",
]  # fmt: skip


def told(argv: list[str]) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        try:
            code = main(argv)
        except SystemExit as leave:  # of --help and --version
            code = leave.code if isinstance(leave.code, int) else 1
    return code, out.getvalue(), err.getvalue()


def look_at_arguments(examples: int) -> None:
    @settings(max_examples=examples, **QUIET)
    @given(st.sampled_from(READING), st.lists(st.sampled_from(WORDS) | st.text(max_size=12), max_size=4))
    def check(command: str, rest: list[str]) -> None:
        code, _, err = told([command, *rest])
        assert code in (0, 1, 2, 3)
        assert "Traceback" not in err
        assert code != 2 or (err.startswith("dplemma: ") and err.count("\n") == 1 and len(err) < 3000)

    check()


@pytest.mark.parametrize("command", READING)
def test_a_name_of_thousands_of_letters_is_not_repeated(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    code, _, err = told([command, "e" * 5000])
    assert code in (0, 1, 2, 3) and err.count("\n") <= 1 and len(err) < 3000


def test_any_arguments_are_answered_or_refused_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    look_at_arguments(FEW)


@pytest.mark.bulk
def test_thousands_of_arguments(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    look_at_arguments(MANY)


@pytest.mark.parametrize("word", ["__import__('os').mkdir('hacked')", "$(mkdir hacked)", "`mkdir hacked`"])
def test_no_text_is_run(word: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    at(tmp_path, "run.toml", COMPOSITION.replace(b'"1e-5"', json.dumps(word).encode()))
    at(tmp_path, "table.csv", f"eps,delta\n{word},0.1\n".encode())
    for argv in (["value", "gaussian.delta", f"eps={word}", "mu=1"], ["convert", f"mu={word}"], ["account", "run.toml"],
                 ["gdp", "table.csv"], ["table", "gaussian.auc", f"mu={word}"]):  # fmt: skip
        assert told(argv)[0] in (2, 3)
    assert not (tmp_path / "hacked").exists()


# -- the oracle -------------------------------------------------------------------------------------------------------------

SLOW = {"quantity": "glrt.roc", "inputs": {"fpr": "1e-5000", "d": 1000000000, "mu": 700}, "digits": 10000}
SOLVED = {"quantity": "gaussian.epsilon", "inputs": {"delta": "1e-5", "mu": 1}}
CHEAP = {"quantity": "gaussian.delta", "inputs": {"eps": 1, "mu": 1}}


def oracle(*options: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "dplemma", "oracle", *options]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen(command, **pipes, start_new_session=True)


def is_alone(group: int) -> bool:
    """Whether nobody of a group of processes is left, at the latest after a while."""
    deadline = time.monotonic() + SAFETY_NET
    while time.monotonic() < deadline:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.01)
    return False


def lines_of(requests: list[dict[str, Any]]) -> bytes:
    return b"".join(json.dumps({**request, "id": number}).encode() + b"\n" for number, request in enumerate(requests))


def test_a_request_that_never_ends_starves_no_other() -> None:
    """All others are answered, those that came later included, while it goes on: it is answered last."""
    with oracle("--unordered", "--jobs", "2", "--max-seconds", "20") as process:
        out, err = process.communicate(lines_of([SLOW, CHEAP, SOLVED, CHEAP, SOLVED, SOLVED]), timeout=SAFETY_NET)
    answers = [json.loads(line) for line in out.splitlines()]
    assert (process.returncode, err) == (0, b"")
    assert sorted(answer["id"] for answer in answers) == [0, 1, 2, 3, 4, 5]
    assert answers[-1]["id"] == 0 and answers[-1]["code"] == 3
    assert len({answer["value"] for answer in answers[:-1]}) == 2


def test_unordered_answers_are_those_in_order() -> None:
    asked = lines_of([CHEAP, SOLVED, {"quantity": "nothing"}, SOLVED] * 12) + b"\xff\n\n[1]"
    found = []
    for options in (["--unordered", "--jobs", "2"], []):
        with oracle(*options) as process:
            found.append(process.communicate(asked, timeout=SAFETY_NET)[0].splitlines())
    assert sorted(found[0]) == sorted(found[1])
    assert len(found[1]) == 50


@pytest.mark.parametrize("options", [["--unordered"], []])
def test_a_client_that_dies_ends_it_and_leaves_nothing_running(options: list[str]) -> None:
    with oracle(*options, "--jobs", "2", "--max-seconds", "2") as process:
        assert process.stdin is not None and process.stdout is not None and process.stderr is not None
        process.stdin.write(lines_of([SLOW, SOLVED]))
        process.stdin.flush()
        process.stdout.close()
        process.stdin.close()
        assert process.wait(timeout=SAFETY_NET) == 141
        assert process.stderr.read() == b""
    assert is_alone(process.pid)


ODD = "m\udcff\udcc3"  # of a file whose name is the bytes 6d ff c3, which are no text


@pytest.mark.skipif(sys.platform != "linux", reason="file names are bytes on Linux only")
@pytest.mark.parametrize(
    ("argv", "code"),
    [
        (["check", f"{ODD}.py"], 1),
        (["account", f"{ODD}.toml", "--table", f"{ODD}.csv", "--plot", f"{ODD}.png"], 0),
        (["gdp", f"{ODD}.csv", "--plot", f"{ODD}.svg"], 0),
        (["audit", f"{ODD}.py:tv", "--as", "gaussian.tv", "--examples", "20", "--report", f"{ODD}.md"], 1),
        (["table", "gaussian.delta", "eps=1", "mu=1", "--out", f"{ODD}.h"], 0),
        (["table", "gaussian.delta", "eps=1", "mu=1", "--out", f"{ODD}.rs"], 0),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_a_file_may_be_named_by_bytes_that_are_no_text(argv: list[str], code: int, tmp_path: Path) -> None:
    (tmp_path / f"{ODD}.toml").write_text('delta = "1e-5"\n[[mechanism]]\nkind = "gaussian"\nmu = 1\n')
    (tmp_path / f"{ODD}.csv").write_bytes(POINTS)
    (tmp_path / f"{ODD}.py").write_text(
        "from dplemma import Claim, Interval, Region\nfrom dplemma.lang import variables\nx = variables('x')\n"
        "lemma = Claim(id='m/x', where='', kind='inequality', states='', lhs=x, rel='<=', rhs=0, on=Region(x=Interval(0, 1)))\n"
        "def tv(mu):\n    return 0.5\n"
    )
    done = subprocess.run([sys.executable, "-m", "dplemma", *argv], capture_output=True, cwd=tmp_path)
    assert done.returncode == code, done.stderr
    assert b"Traceback" not in done.stderr
