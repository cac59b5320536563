"""Derivations as PDF: an article and slides of each, made by `dplemma derive` and pdflatex.

    python docs/typeset.py                 # those of NAMES
    python docs/typeset.py auc             # one

A derivation that does not hold is not typeset. The PDF has no dates and no paths in it: the same derivation is the same file.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from dplemma.report.derivation_named import checked_derivation
from dplemma.report.pages.derivation_latex import derivation_document, derivation_slides

FOLDER = Path(__file__).parent / "typeset"
NAMES = ("gdp_bridge/theorem-4-2/upper/sharpened", "sensitivity_index/lemma-4", "fbeta-optimum", "fbeta-time")
SAME_DATE = {"SOURCE_DATE_EPOCH": "0", "FORCE_SOURCE_DATE": "1"}


def compiled(tex: str, stem: str) -> bytes:
    """The PDF of a document; two runs, since slides are numbered with their total."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / f"{stem}.tex").write_text(r"\pdftrailerid{}\pdfsuppressptexinfo=-1" + "\n" + tex, encoding="utf-8")
        for _ in range(2):
            done = subprocess.run(
                ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", f"{stem}.tex"],
                cwd=folder, capture_output=True, text=True, errors="replace", env={**os.environ, **SAME_DATE},
            )  # fmt: skip
            if done.returncode:
                raise SystemExit(f"pdflatex fails on {stem}: {done.stdout[-1500:]}")
        return (Path(folder) / f"{stem}.pdf").read_bytes()


def main() -> int:
    parser = argparse.ArgumentParser(description="Write derivations as PDF: an article and slides of each.")
    parser.add_argument("names", nargs="*", metavar="ID", help=f"derivations or their claims; default: {', '.join(NAMES)}")
    failed = 0
    for name in parser.parse_args().names or NAMES:
        checked = checked_derivation(name)
        stem = checked.derivation.id
        if checked.failing() is not None:
            print(f"{stem} does not hold and is not typeset: {checked.failing()}", file=sys.stderr)
            failed = 1
            continue
        for end, tex in (("", derivation_document(checked)), ("-slides", derivation_slides(checked))):
            (FOLDER / f"{stem}{end}.pdf").write_bytes(compiled(tex, f"{stem}{end}"))
            print(FOLDER.name, f"{stem}{end}.pdf")
    return failed


if __name__ == "__main__":
    sys.exit(main())
