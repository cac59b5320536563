"""Public differential-privacy libraries as they are on PyPI: one adapter file each, found by their place in this folder.

An adapter is data and thin functions: which public calls give which quantity, what each call promises and on which domain,
with the place in the library's own documentation that says so. It can be read without the library; only its functions import it.
Versions are pinned in `peers.txt`. The folder `league` installs the libraries in environments of their own and audits them.

Main definition: `names`.
"""

from __future__ import annotations

import pkgutil
from pathlib import Path


def names() -> tuple[str, ...]:
    """The adapters of this folder, by name."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules([str(Path(__file__).parent)]) if not module.ispkg))
