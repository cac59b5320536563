"""Execute the notebooks and write them with their outputs.

A notebook is written as a text file, `NAME.py` in the percent format of jupytext; `NAME.ipynb` beside it is made from it here:

    python proofs_notebooks/build.py             # every notebook
    python proofs_notebooks/build.py glrt        # one
    python proofs_notebooks/build.py --check     # exit code 1 if what is written differs from a fresh run

What is written depends on the text and on dplemma only: no times, no paths, no names of machines or environments.
Main definitions: `sources`, `from_text`, `executed`, `essence`.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import jupytext
import nbformat
from jupyter_client.kernelspec import KernelSpecManager
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient
from traitlets import default

HERE = Path(__file__).parent
METADATA = {
    "jupytext": {"formats": "ipynb,py:percent"},
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
CELL_TIMEOUT = 300


class ThisPython(AsyncKernelManager):
    """Starts a kernel of the Python that runs this file, whatever kernels a user has installed."""

    @default("kernel_spec_manager")
    def _no_installed_kernels(self) -> KernelSpecManager:
        return KernelSpecManager(kernel_dirs=[])


def sources() -> list[Path]:
    """The text files that are notebooks: those with a jupytext header."""
    return [file for file in sorted(HERE.glob("*.py")) if file.read_text(encoding="utf-8").startswith("# ---\n# jupyter:")]


def from_text(source: Path) -> nbformat.NotebookNode:
    """The notebook of a text file, not executed: its cells, numbered ids, and metadata that say nothing of the machine."""
    notebook = jupytext.read(source, fmt="py:percent")
    notebook.metadata = nbformat.from_dict(METADATA)
    for number, cell in enumerate(notebook.cells, start=1):
        cell.id, cell.metadata = f"cell-{number}", nbformat.NotebookNode()
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    return notebook


def executed(source: Path) -> nbformat.NotebookNode:
    """The notebook of a text file after a run in a fresh kernel."""
    notebook = from_text(source)
    client = NotebookClient(
        notebook,
        kernel_name="python3",
        kernel_manager_class=ThisPython,
        extra_arguments=["--log-level=ERROR"],  # without its advice on how to reach it from elsewhere
        timeout=CELL_TIMEOUT,
        record_timing=False,
        resources={"metadata": {"path": str(HERE)}},
    )
    client.execute()
    notebook.metadata = nbformat.from_dict(METADATA)
    for cell in notebook.cells:
        cell.metadata = nbformat.NotebookNode()
    nbformat.validate(notebook)
    return notebook


def essence(notebook: nbformat.NotebookNode) -> Iterator[tuple[str, str, list[dict[str, str]]]]:
    """Kind, source and outputs of each cell; of a picture only that it is there, since its bytes depend on font libraries."""
    for cell in notebook.cells:
        yield cell.cell_type, cell.source, [_output(output) for output in cell.get("outputs", [])]


def _output(output: nbformat.NotebookNode) -> dict[str, str]:
    if output.output_type == "stream":
        return {"kind": f"stream {output.name}", "text": output.text}
    if output.output_type == "error":
        return {"kind": "error", "text": f"{output.ename}: {output.evalue}"}
    data = {kind: "" if kind.startswith("image/") else str(body) for kind, body in output.data.items()}
    if any(kind.startswith("image/") for kind in data):
        data["text/plain"] = re.sub(r"[\d.]+x[\d.]+", "WxH", data.get("text/plain", ""))
    return {"kind": output.output_type, **data}


def main() -> int:
    parser = argparse.ArgumentParser(description="Execute the notebooks and write them with their outputs.")
    parser.add_argument("--check", action="store_true", help="write nothing; exit with 1 if a notebook is out of date")
    parser.add_argument("names", nargs="*", metavar="NAME", help="notebooks, e.g. tour; default: all")
    asked = parser.parse_args()
    check, stale = asked.check, False
    known = {source.stem: source for source in sources()}
    unknown = [name for name in asked.names if name not in known]
    if unknown:
        parser.error(f"there is no notebook {unknown[0]!r}; known are {', '.join(known)}")
    for source in (known[name] for name in asked.names or known):
        target = source.with_suffix(".ipynb")
        print(f"{target.name} ...", file=sys.stderr)
        fresh = executed(source)
        if not check:
            nbformat.write(fresh, target)
        elif not target.exists() or list(essence(fresh)) != list(essence(nbformat.read(target, as_version=4))):
            print(f"{target.name} is out of date. Run: make notebooks", file=sys.stderr)
            stale = True
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
