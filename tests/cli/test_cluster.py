"""`--cluster ADDRESS`: the same results in the same order as without, and a lost worker loses nothing."""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cluster_jobs
import pytest

from dplemma.base import cluster as base
from dplemma.base.cluster import Cluster, NoCluster, Request, answered
from dplemma.base.process import OutOfTime
from dplemma.cli import main

NUMBERS = "gdp_bridge/section-5-2/mu-1-??1"
HERE = Path(__file__).parents[1] / "shared"


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Two workers on this machine, each a process of its own."""
    distributed = pytest.importorskip("distributed", reason="needs the extra cluster: pip install 'dplemma[cluster]'")
    os.environ["PYTHONPATH"] = os.pathsep.join([str(HERE), *filter(None, sys.path)])
    options: dict[str, Any] = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": ":0", "silence_logs": 50}
    with distributed.LocalCluster(**options) as local:
        yield local.scheduler_address


def told(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, str]:
    return main(list(argv)), capsys.readouterr().out


def test_answers_come_in_order_and_equal_requests_are_kept_apart(address: str) -> None:
    with Cluster(address, cluster_jobs.code) as cluster:
        assert list(cluster.in_order(cluster_jobs.square, [3, 1, 2, 1])) == [9, 1, 4, 1]
        assert sorted(cluster.answers(cluster_jobs.square, [3, 1, 2])) == [(1, 1), (2, 4), (3, 9)]


def test_a_lost_worker_loses_nothing(address: str, tmp_path: Path) -> None:
    requests = [(str(tmp_path), n) for n in range(8)]
    with Cluster(address, cluster_jobs.code) as cluster:
        assert list(cluster.in_order(cluster_jobs.square_once_lost, requests)) == [n * n for n in range(8)]
    assert (tmp_path / "lost").exists()


def test_workers_with_other_code_refuse(address: str) -> None:
    with Cluster(address, cluster_jobs.another_code) as cluster, pytest.raises(NoCluster, match="runs other code"):
        list(cluster.in_order(cluster_jobs.square, [1]))
    with pytest.raises(NoCluster, match="runs other code"):
        answered(Request(cluster_jobs.square, 1, "theirs", cluster_jobs.code))
    assert answered(Request(cluster_jobs.square, 3, cluster_jobs.code(), cluster_jobs.code)) == 9


def test_a_table_has_the_same_digits(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    for argv in (
        ["table", "gaussian.delta", "eps=0:2:5", "sigma=1,3", "--digits", "30"],
        ["table", "gaussian.delta", "eps=1/3,0.1", "mu=1", "--json", "--at-doubles"],
        ["table", "gaussian.delta", "mu=1e-6", "eps=1000,1", "--digits", "9000"],
    ):
        here = told(capsys, *argv)
        assert told(capsys, *argv, "--cluster", address) == here
        assert here[1]


def test_a_sweep_of_accounts_is_the_same(address: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    files = [tmp_path / f"{mu}.toml" for mu in (1, 2, 3)]
    for file in files:
        file.write_text(f'delta = "1e-5"\n[[mechanism]]\nkind = "gaussian"\nmu = {file.stem}\n', encoding="utf-8")
    here = told(capsys, "account", *map(str, files), "--jobs", "1")
    assert told(capsys, "account", *map(str, files), "--cluster", address) == here
    assert here[1].count("eps in [") == 3


def test_verdicts_are_the_same_and_are_kept(
    address: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def found(*options: str) -> dict[str, Any]:
        code, out = told(capsys, "verify", NUMBERS, "--json", "--jobs", "1", *options)
        data = json.loads(out)
        return {**data, "code": code, "claims": [{**claim, "seconds": 0} for claim in data["claims"]], "totals": 0}

    here = found()
    assert found("--cluster", address) == here
    monkeypatch.setenv("DPLEMMA_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    count = len(here["claims"])
    for decided in (count, 0):
        again = found("--cluster", address)
        assert again["cache"] == {"decided": decided, "unchanged": count - decided, "checked": 0}
        assert again["claims"] == here["claims"] and again["code"] == 0


def test_mutants_are_judged_alike(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    def found(*options: str) -> dict[str, Any]:
        _, out = told(
            capsys, "mutate", "sensitivity_index/lemma-2", "--kinds", "flip", "sign", "widen", "--json", "--jobs", "1", *options
        )
        data = json.loads(out)
        return {**data, "slack": [{**one, "seconds": 0} for one in data["slack"]]}

    here = found()
    assert found("--cluster", address) == here
    assert here["mutants"] == 3


def test_without_dask_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert main(["table", "gaussian.delta", "eps=1", "mu=1", "--cluster", "tcp://127.0.0.1:1"]) == 2
    assert capsys.readouterr().err == "dplemma: --cluster needs Dask. Install it with: pip install 'dplemma[cluster]'\n"


def test_an_address_where_something_else_answers_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Dask reads "HTTP/1.1" as the size of a message, and has no memory for it."""

    def client(*_: object, **__: object) -> None:
        raise MemoryError("Unable to allocate 3.07 EiB for an array with shape (3543824036068086856,) and data type uint8")

    monkeypatch.setitem(sys.modules, "distributed", SimpleNamespace(Client=client))
    assert main(["table", "gaussian.delta", "eps=1", "mu=1", "--cluster", "tcp://127.0.0.1:8787"]) == 2
    err = capsys.readouterr().err
    assert err.startswith("dplemma: no cluster at tcp://127.0.0.1:8787: what answers there is no scheduler. Start one with: ")
    assert err.count("\n") == 1


def test_an_address_where_something_else_is_silent_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Dask waits for ever for a server that takes the connection and is no scheduler."""
    monkeypatch.setattr(base, "CONNECT_SECONDS", 0.02)
    silent = threading.Event()
    monkeypatch.setitem(sys.modules, "distributed", SimpleNamespace(Client=lambda *_, **__: silent.wait()))
    try:
        assert main(["table", "gaussian.delta", "eps=1", "mu=1", "--cluster", "tcp://127.0.0.1:80"]) == 2
    finally:
        silent.set()
    assert "no cluster at tcp://127.0.0.1:80: no scheduler answered within 0.03 s. Start one" in capsys.readouterr().err


def test_an_address_where_nothing_answers_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("distributed", reason="needs the extra cluster: pip install 'dplemma[cluster]'")
    monkeypatch.setattr(base, "CONNECT_SECONDS", 1)
    for nowhere in ("tcp://127.0.0.1:1", "nonsense://x"):
        assert main(["table", "gaussian.delta", "eps=1", "mu=1", "--cluster", nowhere]) == 2
        err = capsys.readouterr().err
        assert err.startswith(f"dplemma: no cluster at {nowhere}: ") and err.count("\n") == 1


def test_what_ends_every_worker_is_out_of_time_and_the_rest_is_answered(address: str) -> None:
    with Cluster(address, cluster_jobs.code) as cluster:
        found = dict(cluster.answers(cluster_jobs.always_lost, [0, 1, 2]))
    assert (found[0], found[2]) == (0, 2)
    assert isinstance(found[1], OutOfTime) and "one worker after the other" in str(found[1])
