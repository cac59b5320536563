"""What computes values in a page computes them here: the bundled modules are enough, and Pyodide gives the same digits."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
import zipfile
from io import BytesIO
from pathlib import Path
from urllib.request import urlopen

import pytest
from site_pages import small_atlas

from dplemma.atlas.assets import PYODIDE_FILES, bundled_interpreter, values_wheel, write_assets
from dplemma.atlas.serve import LOOPBACK, site_server
from dplemma.base.version import VERSION
from dplemma.formulas import quantities
from dplemma.values.certified import value

DIGITS = 30


def requests() -> list[tuple[str, dict[str, str], int]]:
    """The example of every quantity."""
    return [(name, dict(quantity.example), DIGITS) for name, quantity in quantities().items()]


def test_the_bundled_modules_compute_every_quantity_without_the_rest(tmp_path: Path) -> None:
    with zipfile.ZipFile(BytesIO(values_wheel())) as archive:
        archive.extractall(tmp_path)
    assert not (tmp_path / "dplemma" / "decide").exists() and not (tmp_path / "dplemma" / "papers").exists()
    code = (
        "import json, sys; from dplemma.values.certified import value\n"
        "for name, inputs, digits in json.load(sys.stdin): print(name, value(name, digits=digits, **inputs))\n"
        "print(sorted({module.partition('.')[0] for module in sys.modules} & {'sympy', 'mpmath', 'numpy'}))"
    )
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=environment, input=json.dumps(requests()), capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    expected = [f"{name} {value(name, digits=digits, **inputs)}" for name, inputs, digits in requests()]
    assert done.stdout.splitlines() == [*expected, "[]"]


def test_the_same_sources_give_the_same_wheel() -> None:
    assert values_wheel() == values_wheel()
    with zipfile.ZipFile(BytesIO(values_wheel())) as archive:
        assert f"dplemma-{VERSION}.dist-info/WHEEL" in archive.namelist()
        assert not [name for name in archive.namelist() if "__pycache__" in name]


def test_the_server_serves_this_machine_alone_with_the_types_browsers_insist_on(tmp_path: Path) -> None:
    for name, content in (("a.mjs", b"export {}"), ("a.wasm", b"\0asm"), ("index.html", b"<p>")):
        (tmp_path / name).write_bytes(content)
    with site_server(tmp_path) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        host, port = server.server_address[:2]
        found = {}
        for name in ("a.mjs", "a.wasm", ""):
            with urlopen(f"http://{host!s}:{port}/{name}", timeout=30) as answer:
                found[name] = answer.headers.get_content_type()
        server.shutdown()
    assert host == LOOPBACK
    assert found == {"a.mjs": "text/javascript", "a.wasm": "application/wasm", "": "text/html"}


@pytest.mark.bulk
def test_pyodide_gives_the_same_digits(tmp_path: Path) -> None:
    found = bundled_interpreter()
    if shutil.which("node") is None or not found:
        pytest.skip("node, Pyodide or its python-flint is not there: make pyodide")
    write_assets(small_atlas(), tmp_path, katex=None, interpreter=found)
    folder = tmp_path / "assets" / "pyodide"
    assert {file.name for file in folder.iterdir()} > {*PYODIDE_FILES, "contents.json"}
    lines = "".join(json.dumps(request) + "\n" for request in requests())
    check = Path(__file__).with_name("pyodide_check.mjs")
    done = subprocess.run(["node", check, folder], input=lines, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-500:]
    computed = dict(json.loads(line) for line in done.stdout.splitlines())
    assert computed == {name: str(value(name, digits=digits, **inputs)) for name, inputs, digits in requests()}
