"""How long the small checkers of certificates are, one for each: the figures of docs/kernel.md.

    dplemma verify --certificates DIR
    python docs/checker_sizes.py DIR        about a second a certificate, on one core

Every certificate is checked by a fork that has imported the kernel and checked nothing yet.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from statistics import median_low

from dplemma.proofs.checker.ran import Tracer, kernel_folder
from dplemma.proofs.checker.write import checker_of

USUAL = 2500


def size_of(file: Path, tracer: Tracer) -> int:
    """Lines of code of the checker of one certificate."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        from dplemma.kernel.certificate import check_certificate, read

        sys.settrace(tracer.call)
        check_certificate(read(file))
        sys.settrace(None)
        os.write(writing, str(checker_of(tracer.ran, [str(file)]).lines).encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as answer:
        size = int(answer.read() or -1)
    os.waitpid(child, 0)
    return size


def main() -> int:
    tracer = Tracer(kernel_folder())
    sys.settrace(tracer.call)
    import dplemma.kernel.certificate
    import dplemma.kernel.derivation
    import dplemma.kernel.solve  # noqa: F401

    sys.settrace(None)
    found = {}
    for n, file in enumerate(files := sorted(Path(sys.argv[1]).glob("*.json")), 1):
        found[file.stem] = size_of(file, tracer)
        print(f"\r{n} of {len(files)}", end="", file=sys.stderr, flush=True)
    sizes = sorted(found.values())
    print(f"\n{len(sizes)} checkers: {sizes[0]:,} to {sizes[-1]:,} lines of code, half of them {median_low(sizes):,} at most")
    print(f"{sum(size <= USUAL for size in sizes)} have at most {USUAL:,}; the longest:")
    for name, size in sorted(found.items(), key=lambda item: -item[1])[:30]:
        print(f"  {size:,}  {name.replace('__', '/')}")
    return 0 if sizes[0] > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
