"""Small libraries with adapters, written into a folder: a right one, an unsafe one, and ones that hang, die or do not import.

`accountant_adapter` offers both adjacencies, one of them by an accountant that forgets which one it was given.
"""

from __future__ import annotations

import os
from pathlib import Path
from textwrap import dedent

import pytest

LIBRARIES = {
    "right": """
        import math

        def phi(x):
            return 0.5 * math.erfc(-x / math.sqrt(2))

        def delta(eps, sigma):
            print("a library that talks")
            return phi(0.5 / sigma - eps * sigma) - math.exp(eps) * phi(-0.5 / sigma - eps * sigma)
    """,
    "unsafe": """
        from math import erfc, sqrt

        def delta(eps, sigma):  # leaves out a term of the wrong sign: far too small
            return 0.1 * 0.5 * erfc(-(0.5 / sigma - eps * sigma) / sqrt(2))
    """,
    "hanging": """
        import signal
        import time

        def delta(eps, sigma):
            signal.signal(signal.SIGALRM, signal.SIG_IGN)  # like a loop in C, which no alarm of Python interrupts
            while True:
                time.sleep(1)
    """,
    "crashing": """
        import os

        def delta(eps, sigma):
            os.abort()
    """,
    "unimportable": """
        raise ImportError("this library wants another one")
    """,
    "endless": """
        import time
        time.sleep(60)
    """,
    "raising": """
        def delta(eps, sigma):
            if eps > 1:
                raise ValueError("eps is too large for me")
            return float("nan")
    """,
}

ADAPTER = """
from dplemma.peers.league.declare import Peer, PeerCall


def delta(eps, sigma):
    import {name}_library

    return {name}_library.delta(eps, sigma)


def tv(mu):
    import math

    return math.erf(mu / math.sqrt(8))


PEER = Peer(
    name="{name}", distribution="{name}-library", imports=("{name}_library",),
    calls=(
        PeerCall("gaussian.delta", delta, "{name}_library.delta", "exact", "docstring", {{"sigma": "1/mu"}}, seconds=0.5,
                 domain={{"eps": ("0.1", "2"), "mu": ("0.5", "2")}}),
        PeerCall("gaussian.tv", tv, "tv", "exact", "docstring"),
    ),
)
"""


ACCOUNTANT = """
import math

from dplemma.peers.league.declare import Peer, under_adjacencies


def tv(noise, relation):
    return math.erf(relation / noise / math.sqrt(8))


def careful(noise):
    return tv(noise, 1)


def careful_replace(noise):
    return tv(noise, 2)


def forgetful(noise):
    return tv(noise, 1)


def forgetful_replace(noise):
    return tv(noise, 1)


prepared = []
PEER = Peer(
    name="accountant", distribution="right-library", imports=("right_library",), prepare=lambda: prepared.append(True),
    calls=(
        *under_adjacencies("gaussian.tv", {"add/remove": careful, "replace": careful_replace}, "careful", "exact",
                           "docstring: noise per unit of a record's norm", noise="noise"),
        *under_adjacencies("gaussian.tv", {"add/remove": forgetful, "replace": forgetful_replace}, "forgetful", "exact",
                           "docstring: noise per unit of a record's norm", noise="noise",
                           points={"replace": ({"mu": "2"},)}),
    ),
)
"""


@pytest.fixture(scope="module")
def fakes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the fake libraries; adapters are modules `<name>_adapter` in it."""
    folder = tmp_path_factory.mktemp("fakes")
    for name, source in LIBRARIES.items():
        (folder / f"{name}_library.py").write_text(dedent(source), encoding="utf-8")
        (folder / f"{name}_adapter.py").write_text(ADAPTER.format(name=name), encoding="utf-8")
        metadata = folder / f"{name}_library-1.5.dist-info"
        metadata.mkdir()
        (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}-library\nVersion: 1.5\n", encoding="utf-8")
    (folder / "accountant_adapter.py").write_text(ACCOUNTANT, encoding="utf-8")
    return folder


@pytest.fixture
def on_path(fakes: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The fakes can be imported here and in every process started from here."""
    monkeypatch.syspath_prepend(str(fakes))
    source = str(Path(__file__).parents[2] / "src")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(fakes), source, os.environ.get("PYTHONPATH", "")]))
    return fakes
