"""Inputs that are small to write and endless to compute: one line, exit code 2 or 3, and nothing left running.

Every command runs in a process of its own, as a user starts it; the timeouts here are only a safety net.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dplemma.cli.limits import limit_of
from dplemma.cli.parser import COMMANDS

SAFETY_NET = 240
ENDLESS = {"quantity": "glrt.roc", "inputs": {"fpr": "1e-5000", "d": 1000000, "mu": 700}, "digits": 10000}  # one call of FLINT
ENDLESS_VALUE = ("value", "glrt.roc", "fpr=1e-5000", "d=1000000", "mu=700", "--digits", "10000")
IN_FLINT = """\
from flint import arb, ctx


def endless(mu=0):
    ctx.prec = 10**9
    return float(arb(2).exp())


"""
CLAIMS = """\
from sympy import Pow

from dplemma import Claim, Interval, Region
from dplemma.lang import Implies, Integral, Rel, exp, variables

x, t = variables("x t")


def bound(name, **what):
    on = Region(x=Interval.open(0, 3))
    return Claim(id="mine/" + name, where="my notes", kind="inequality", states="A bound.", on=on, **what)


first = bound("first", lhs=x**2, rel=">=", rhs=-1)
{bomb}
last = bound("last", lhs=x**4, rel=">=", rhs=-1)
"""
DIVERGENT = """bomb = bound("bomb", holds=Implies(
    Rel(Integral(1 / t, (t, 0, x)), "<=", 1), Rel(Integral(exp(t) / t, (t, 0, x)), "<=", 2)))"""


def started(*arguments: str, folder: Path | None = None) -> subprocess.Popen[bytes]:
    """The command; it can be interrupted even where the tests themselves, run in the background, ignore that."""
    command = [sys.executable, "-m", "dplemma", *arguments]
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    heard = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return subprocess.Popen(command, cwd=folder, **pipes)
    finally:
        signal.signal(signal.SIGINT, heard)


def run(*arguments: str, folder: Path | None = None, stdin: bytes = b"") -> tuple[int, str, list[str]]:
    """Exit code, what was printed, and the lines of stderr except the note that a user's code is run."""
    with started(*arguments, folder=folder) as process:
        out, err = process.communicate(stdin, timeout=SAFETY_NET)
    lines = [line for line in err.decode().splitlines() if "it is your code" not in line and not line.startswith("verified")]
    return process.returncode, out.decode(), lines


def assert_out_of_time(found: tuple[int, str, list[str]], what: str, seconds: str) -> None:
    code, out, err = found
    assert (code, out) == (3, "")
    assert err == [f"dplemma: {what} took longer than {seconds} s and was ended; --max-seconds S gives it more"]


# -- values -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        ENDLESS_VALUE,
        ("convert", "mu=1e5000", "--digits", "10000"),
        ("table", "gaussian.delta", "eps=1e-9:1:1000000:log", "mu=1", "--digits", "5000", "--out", "rows.csv"),
        ("cancel", "gaussian.delta", "--points", "1000000"),
    ],
    ids=lambda arguments: arguments[0],
)
def test_a_command_that_takes_too_long_is_ended(arguments: tuple[str, ...], tmp_path: Path) -> None:
    assert_out_of_time(run(*arguments, "--max-seconds", "1.5", folder=tmp_path), f"the command {arguments[0]}", "1.5")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (("value", "gaussian.delta", "eps=10**10**10", "mu=1"), 2, "eps must be a number"),
        (("value", "gaussian.delta", "eps=2**99999999999", "mu=1"), 3, "beyond 10"),
        (("value", "gaussian.delta", "eps=9" + "9" * 99_999, "mu=1"), 3, "at most 5000 are read"),
        (("value", "gaussian.delta", "eps=1e999999999", "mu=1"), 3, "exponents beyond 5000"),
        (("value", "gaussian.delta", "eps=1", "mu=1", "--digits", "9" * 5000), 3, "at most 10000"),
        (("value", "gaussian.delta", "eps=1", "mu=1", "--max-seconds", "inf"), 2, "from 0.001 to 1000000"),
        (("table", "gaussian.delta", "eps=0:1:1000000000", "mu=1"), 3, "at most 1000000 rows"),
        (("table", "gaussian.delta", "eps=0:1:1000000", "mu=1:2:1000000"), 3, "at most 1000000"),
        (("cancel", "gaussian.delta", "--points", "9" * 5000), 2, "at most 1000000"),
        (("find", "9" * 100_000), 2, "at most 1000 are read"),
        (("peers", "--limit", "9" * 5000), 2, "from 0.001 to 1000000"),
    ],
    ids=lambda x: " ".join(x)[:40] if isinstance(x, tuple) else "",
)
def test_what_is_too_large_is_refused_before_it_is_computed(arguments: tuple[str, ...], code: int, says: str) -> None:
    got, out, err = run(*arguments)
    assert (got, out, len(err)) == (code, "", 1)
    assert err[0].startswith("dplemma: ") and says in err[0] and len(err[0]) < 300


def test_a_huge_number_that_can_be_looked_for_is_not_found() -> None:
    assert run("find", "1e999999999")[:2] == (0, "nothing found for '1e999999999'.\n")


def test_every_command_says_its_limit() -> None:
    for command in COMMANDS:
        code, out, err = run(command, "--help")
        assert (code, err) == (0, [])
        assert f"default: {limit_of(command).seconds}" in " ".join(out.partition("--max-seconds")[2].split())


# -- the oracle -------------------------------------------------------------------------------------------------------------


def test_the_oracle_answers_around_a_request_that_never_ends() -> None:
    small = {"quantity": "gaussian.delta", "inputs": {"eps": 1, "mu": 1}}
    solved = {"quantity": "gaussian.epsilon", "inputs": {"delta": "1e-5", "mu": 1}}
    requests = [{**small, "id": 1}, {**solved, "id": 2}, {**ENDLESS, "id": 3}, {**solved, "id": 4}, {**small, "id": 5}]
    code, out, err = run("oracle", "--max-seconds", "1.5", stdin="".join(json.dumps(one) + "\n" for one in requests).encode())
    answers = [json.loads(line) for line in out.splitlines()]
    assert (code, err, [one["id"] for one in answers]) == (0, [], [1, 2, 3, 4, 5])
    assert answers[2] == {"id": 3, "error": "it took longer than 1.5 s and was ended; --max-seconds S gives it more", "code": 3}
    assert answers[0]["value"] == answers[4]["value"] and answers[1]["value"] == answers[3]["value"]


@pytest.mark.parametrize("ending", [b"\n", b""])
def test_a_line_of_300_megabytes_is_not_held(ending: bytes) -> None:
    """The process may use much less memory than the line has; the next line is answered."""
    asked = b'{"quantity": "gaussian.auc", "inputs": {"mu": 1}, "id": 2}\n'
    with started("oracle") as process:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(b'{"quantity": "')
        for _ in range(300):
            process.stdin.write(b"x" * 1_000_000)
        most = peak_memory(process.pid)
        process.stdin.write(ending)
        out, _ = process.communicate(asked if ending else b"", timeout=SAFETY_NET)
    first, *rest = [json.loads(line) for line in out.decode().splitlines()]
    assert first == {"error": "a line of more than 1048576 bytes", "code": 2}
    assert [one["id"] for one in rest] == ([2] if ending else [])
    assert most is None or most < 150_000_000


def peak_memory(pid: int) -> int | None:
    """Bytes, where the system says so."""
    status = Path(f"/proc/{pid}/status")
    found = re.search(r"VmHWM:\s+(\d+) kB", status.read_text()) if status.exists() else None
    return int(found[1]) * 1024 if found else None


# -- code of the user -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "body", ["while True: pass\n", IN_FLINT + "endless()\n", "x = 10 ** 10 ** 10\n"], ids=["a loop", "in FLINT", "a tower"]
)
def test_a_file_whose_import_never_ends(body: str, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(body)
    found = run("check", "mine.py", "--max-seconds", "0.5", folder=tmp_path)
    assert_out_of_time(found, "the import of mine.py", "0.5")


def test_a_claim_that_is_never_decided_does_not_hold_up_the_others(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(CLAIMS.format(bomb=DIVERGENT))
    code, out, err = run("check", "mine.py", "--json", "--max-seconds", "10", folder=tmp_path)
    assert code == 3
    assert [claim["verdict"] for claim in json.loads(out)["claims"]] == ["proved", "proved"]
    line = re.fullmatch(r"dplemma: mine\.py:\d+: mine/bomb: it took longer than 10 s and was ended; .*", err[0])
    assert line and len(err) == 1


@pytest.mark.parametrize(
    "side", ["Pow(10, Pow(10, 10, evaluate=False), evaluate=False)", "(1 + x) ** 10**7"], ids=["a tower", "a power"]
)
def test_a_claim_with_a_number_too_large_to_compute_is_refused(side: str, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(CLAIMS.format(bomb=f"bomb = bound('bomb', lhs={side}, rel='>=', rhs=1)"))
    code, out, err = run("check", "mine.py", folder=tmp_path)
    assert (code, out, len(err)) == (2, "", 1)
    assert "mine/bomb" in err[0] and "at most 1000000 bits" in err[0]


@pytest.mark.parametrize("command", ["audit", "cancel"])
def test_a_function_that_no_alarm_interrupts(command: str, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(IN_FLINT)
    found = run(command, "mine.py:endless", "--as", "gaussian.auc", "--max-seconds", "3", folder=tmp_path)
    assert_out_of_time(found, f"the command {command}", "3")


# -- certificates -----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("proofs")
    bomb = "bomb = bound('bomb', lhs=exp(x), rel='>=', rhs=x + x**3 / 8)"
    (folder / "mine.py").write_text(CLAIMS.format(bomb=bomb))
    run("check", "mine.py", "--certificates", "out", folder=folder)
    return next(data for path in (folder / "out").iterdir() if (data := json.loads(path.read_text()))["id"] == "mine/bomb")


def test_a_certificate_with_a_power_too_large_to_compute(certificate: dict[str, Any], tmp_path: Path) -> None:
    from dplemma.kernel.certificate import digest

    text = json.dumps(certificate["claim"])
    assert '"1/8"' in text
    certificate = {**certificate, "claim": json.loads(text.replace('"1/8"', '["Pow", "10", "1000000000"]'))}
    certificate["digest"] = digest(certificate["claim"], certificate["proof"])
    (tmp_path / "bomb.json").write_text(json.dumps(certificate))
    code, out, err = run("replay", "bomb.json", folder=tmp_path)
    assert code in (1, 2)
    assert "more than 100000 bits" in out + "".join(err)


@pytest.mark.parametrize(
    ("write", "says"),
    [
        (lambda path: path.write_text("[" * 1_000_000), "nested deeper"),
        (lambda path: path.write_text(" " * 50_000_001), "larger than 50000000 bytes"),
        (lambda path: path.symlink_to("/dev/zero"), "larger than 50000000 bytes"),
    ],
    ids=["deep", "large", "a device"],
)
def test_a_file_too_large_or_too_deep_to_be_a_certificate(write: Callable[[Path], Any], says: str, tmp_path: Path) -> None:
    write(tmp_path / "bomb.json")
    code, out, err = run("replay", "bomb.json", folder=tmp_path)
    assert (code, out, len(err)) == (2, "", 1)
    assert says in err[0]


def test_a_certificate_that_never_comes_is_out_of_time_and_the_next_one_is_checked(
    certificate: dict[str, Any], tmp_path: Path
) -> None:
    os.mkfifo(tmp_path / "endless.json")
    (tmp_path / "good.json").write_text(json.dumps(certificate))
    code, out, err = run("replay", "endless.json", "good.json", "--max-seconds", "8", folder=tmp_path)
    assert code == 3
    assert err == ["dplemma: endless.json: it took longer than 8 s and was ended; --max-seconds S gives it more"]
    assert "mine/bomb: agrees" in out and "1 of 2 certificates agree" in out


# -- who ends whom ----------------------------------------------------------------------------------------------------------


def children_of(pid: int) -> list[int]:
    return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def begun(process: subprocess.Popen[bytes]) -> int:
    """The process that computes, once there is one."""
    deadline = time.monotonic() + SAFETY_NET
    while time.monotonic() < deadline:
        if children := children_of(process.pid):
            time.sleep(1)  # until it is inside FLINT
            return children[0]
        time.sleep(0.01)
    raise AssertionError("no child")


def is_gone(pid: int) -> bool:
    """Ended; a zombie that nobody has waited for yet is."""
    deadline = time.monotonic() + SAFETY_NET
    while time.monotonic() < deadline:
        try:
            if "\nState:\tZ" in Path(f"/proc/{pid}/status").read_text():
                return True
        except (FileNotFoundError, ProcessLookupError):
            return True
        time.sleep(0.01)
    return False


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc to see the processes")
@pytest.mark.parametrize(
    ("signum", "code", "line"),
    [
        (signal.SIGKILL, -signal.SIGKILL, b""),
        (signal.SIGTERM, -signal.SIGTERM, b""),
        (signal.SIGINT, 130, b"dplemma: interrupted\n"),
    ],
    ids=lambda x: x.name if isinstance(x, signal.Signals) else "",
)
def test_nothing_is_left_running_when_the_command_is_ended_from_outside(signum: int, code: int, line: bytes) -> None:
    with started(*ENDLESS_VALUE) as process:
        child = begun(process)
        process.send_signal(signum)
        out, err = process.communicate(timeout=SAFETY_NET)
    assert (process.returncode, out, err) == (code, b"", line)
    assert is_gone(child)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc to see the processes")
def test_a_computation_that_the_system_ends_is_one_line() -> None:
    with started(*ENDLESS_VALUE) as process:
        os.kill(begun(process), signal.SIGKILL)
        out, err = process.communicate(timeout=SAFETY_NET)
    assert (process.returncode, out) == (3, b"")
    assert err == b"dplemma: the command value was ended by the system (SIGKILL): out of memory?\n"
