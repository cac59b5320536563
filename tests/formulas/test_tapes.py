"""The shipped tapes are what a fresh lowering gives, and running them needs no SymPy."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import dplemma
from dplemma.compile.tapes import FOLDER, file_name, quantity_source, tape_name
from dplemma.formulas import quantities


@pytest.mark.parametrize("name", quantities())
def test_shipped_tape_equals_a_fresh_lowering(name: str) -> None:
    quantity = quantities()[name]
    shipped = FOLDER / file_name(quantity)
    assert (shipped.read_text(encoding="utf-8") if shipped.exists() else "") == quantity_source(quantity), "run: make tapes"


def test_no_tape_is_left_over() -> None:
    assert {path.name for path in FOLDER.glob("[!_]*.py")} <= {file_name(quantity) for quantity in quantities().values()}


def test_lowering_does_not_depend_on_the_hash_seed() -> None:
    script = "from dplemma.compile.tapes import *; import hashlib\n"
    script += "print(hashlib.sha256(''.join(map(quantity_source, quantities().values())).encode()).hexdigest())"
    sums = set()
    for seed in ("1", "77"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(Path(dplemma.__file__).parents[1])}
        done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
        sums.add(done.stdout)
    assert len(sums) == 1


def test_every_form_has_a_tape_or_a_kernel() -> None:
    for quantity in quantities().values():
        for form in quantity.ways:
            if form.body is not None:
                text = (FOLDER / file_name(quantity)).read_text(encoding="utf-8")
                assert f"def {tape_name(form)}():" in text
            else:
                assert form.kernel


HEAVY = ("sympy", "mpmath", "numpy", "scipy")


@pytest.mark.parametrize("family", sorted({q.family for q in quantities().values()}))
def test_values_import_neither_sympy_nor_numpy(family: str) -> None:
    """The command on one quantity, then every quantity of the family, in a process of their own."""
    mine = {name: dict(q.example) for name, q in quantities().items() if q.family == family}
    name, example = next(iter(mine.items()))
    script = (
        "import json, sys\nfrom dplemma.cli import main\n"
        f"code = main(['value', {name!r}, *{[f'{k}={v}' for k, v in example.items()]!r}])\n"
        f"import dplemma\nfor name, example in {mine!r}.items():\n    dplemma.value(name, **example).to_json()\n"
        f"print(json.dumps([code, [m for m in {HEAVY!r} if m in sys.modules]]))"
    )
    environment = {**os.environ, "PYTHONPATH": str(Path(dplemma.__file__).parents[1])}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout.splitlines()[-1]) == [0, []]
