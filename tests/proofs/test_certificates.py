"""Which verdicts have a certificate, and that what has none is passed over in silence."""

from __future__ import annotations

from pathlib import Path

import pytest

from dplemma.decide.decide import decide_claim
from dplemma.papers import load_claims
from dplemma.proofs.certificates import write_certificate


@pytest.mark.parametrize(
    ("identifier", "written"),
    [
        ("sensitivity_index/lemma-1", True),  # refuted
        ("sensitivity_index/corollary-5", True),  # proved
        ("glrt/r-prime-no-closed-form", False),  # not formalised: it has no statement at all
    ],
)
def test_a_settled_verdict_has_a_certificate_and_no_other(identifier: str, written: bool, tmp_path: Path) -> None:
    claim = load_claims()[identifier]
    path = write_certificate(claim, decide_claim(claim), tmp_path)
    assert list(tmp_path.iterdir()) == ([path] if path else [])
    assert (path is not None) == written
