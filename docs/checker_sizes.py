"""How long the small checkers of certificates are: one for each, and one for many; and which modules of the kernel they run.

    dplemma verify --certificates DIR
    python docs/checker_sizes.py DIR        half a second a certificate, on one core

Every certificate is checked by a fork that has imported the kernel and checked nothing yet. The figures of docs/kernel.md.
"""

from __future__ import annotations

import os
import pickle
import sys
from collections import Counter
from pathlib import Path
from statistics import median_low

from dplemma.proofs.checker.ran import Ran, Tracer, kernel_folder
from dplemma.proofs.checker.write import checker_of, code_lines

USUAL = 2500
LEFT_OUT = (0, 20, 40, 80, 160, 320)


def what_ran(file: Path, tracer: Tracer) -> Ran:
    """What the check of one certificate executes."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        from dplemma.kernel.certificate import check_certificate, read

        sys.settrace(tracer.call)
        check_certificate(read(file))
        sys.settrace(None)
        with os.fdopen(writing, "wb") as answer:
            pickle.dump(tracer.ran, answer)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as answer:
        ran = pickle.load(answer)
    os.waitpid(child, 0)
    return ran


def together(found: dict[Path, Ran], files: list[Path]) -> int:
    """Lines of the one checker that accepts all of some certificates."""
    union = Ran()
    for file in files:
        for name, lines in found[file].lines.items():
            union.lines.setdefault(name, set()).update(lines)
        for name, places in found[file].lambdas.items():
            union.lambdas.setdefault(name, set()).update(places)
    return checker_of(union, [str(file) for file in files]).lines


def dearest_first(found: dict[Path, Ran]) -> list[Path]:
    """Certificates in an order in which each is the one that most lines are run for alone, of those that are left."""
    lines = {file: {(name, line) for name, some in ran.lines.items() for line in some} for file, ran in found.items()}
    counts, order = Counter(line for some in lines.values() for line in some), []
    while lines and len(order) < max(LEFT_OUT):
        dearest = max(lines, key=lambda file: sum(1 / counts[line] ** 2 for line in lines[file]))
        counts.subtract(lines.pop(dearest))
        order.append(dearest)
    return order


def main() -> int:
    folder = kernel_folder()
    tracer = Tracer(folder)
    sys.settrace(tracer.call)
    import dplemma.kernel.certificate
    import dplemma.kernel.derivation
    import dplemma.kernel.solve  # noqa: F401

    sys.settrace(None)
    found: dict[Path, Ran] = {}
    for n, file in enumerate(files := sorted(Path(sys.argv[1]).glob("*.json")), 1):
        found[file] = what_ran(file, tracer)
        print(f"\r{n} of {len(files)}", end="", file=sys.stderr, flush=True)
    each = {file: together(found, [file]) for file in files}
    sizes = sorted(each.values())
    print(f"\n{len(sizes)} checkers: {sizes[0]:,} to {sizes[-1]:,} lines of code, half of them {median_low(sizes):,} at most")
    print(f"{sum(size <= USUAL for size in sizes)} have at most {USUAL:,}; the longest:")
    for file, size in sorted(each.items(), key=lambda item: -item[1])[:30]:
        print(f"  {size:,}  {file.stem.replace('__', '/')}")
    order = dearest_first(found)
    print("one checker for many:")
    for count in LEFT_OUT:
        kept = [file for file in files if file not in order[:count]]
        print(f"  {together(found, kept):,}  for {len(kept)}")
    print("| module | lines of code | run for |")
    imported = tracer.ran.lines
    for path in sorted(folder.glob("*.py")):
        users = sum(bool(ran.lines.get(path.stem, set()) - imported.get(path.stem, set())) for ran in found.values())
        print(f"| `{path.stem}` | {code_lines(path.read_text(encoding='utf-8'))} | {users} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
