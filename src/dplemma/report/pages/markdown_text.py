"""Text and formulas inside Markdown pages. Main definitions: `escaped`, `math_block`."""

from __future__ import annotations

import re


def math_block(latex: str) -> str:
    return f"```math\n{latex}\n```" if latex else ""


def escaped(text: str) -> str:
    """Text as Markdown shows it literally, on one line."""
    return re.sub(r"([\\`*_\[\]<>|#$~])", r"\\\1", " ".join(text.split()))
