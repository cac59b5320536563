"""Measurements of `dplemma verify`, each run a process of its own with a cache in a scratch folder.

9. `verify`: CPU seconds and counts of a cold run of one paper (nothing kept), of an unchanged one, and of one after a change of
   the code (the kernel checks what is kept), and the share of each in the cold one. Loading the claims is the floor of all three.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from parts import Part, Target

PAPER = "chernoff/*"
MOST_UNCHANGED = 0.15  # of the cold run
_COMMAND = "import sys\nfrom dplemma.cli import main\n{before}sys.exit(main(['verify', '--json', '--jobs', '1', {glob!r}]))"
_OTHER_CODE = "from dplemma.proofs import unchanged\nunchanged.code_digest = lambda: 'f' * 64\n"
_LOADING = "from dplemma.papers import load_claims\nload_claims()"


def verify() -> Part:
    """What a run costs that decides all, that only checks, and that does neither."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "DPLEMMA_CACHE": str(Path(folder) / "cache"), "XDG_STATE_HOME": folder}
        runs = {"cold": "", "unchanged": "", "checked by the kernel": _OTHER_CODE}
        measured = {name: _run(_COMMAND.format(before=before, glob=PAPER), environment) for name, before in runs.items()}
        floor, _ = _run(_LOADING, environment)
    cold = measured["cold"][0]
    rows = [_row(name, seconds, cold, data) for name, (seconds, data) in measured.items()]
    rows.append({"run": "loading the claims", "decided": 0, "unchanged": 0, "checked": 0, "cpu_s": floor, "share": floor / cold})
    share = measured["unchanged"][0] / cold
    target = Target(name="unchanged / cold", relation="<=", bound=MOST_UNCHANGED, measured=share)
    return Part(key="verify", title=f"9. dplemma verify '{PAPER}', CPU seconds in one process", rows=rows, targets=[target])


def _row(name: str, seconds: float, cold: float, data: dict[str, Any]) -> dict[str, Any]:
    return {"run": name, **data["cache"], "cpu_s": seconds, "share": seconds / cold}


def _run(command: str, environment: dict[str, str]) -> tuple[float, dict[str, Any]]:
    """CPU seconds of a process, which do not depend on what else the machine does, and the JSON it prints."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([sys.executable, "-c", command], env=environment, check=True, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, json.loads(done.stdout) if done.stdout else {}
