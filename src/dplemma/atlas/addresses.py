"""Where each page of the site is: the id is the path, so an address is permanent as long as the id is.

Main definitions: `claim_address`, `paper_address`, `quantity_address`, `library_address`, `derivation_address`, `root_of_site`.
"""

from __future__ import annotations


def claim_address(claim_id: str) -> str:
    return f"{claim_id}.html"


def paper_address(key: str) -> str:
    return f"{key}.html"


def quantity_address(name: str) -> str:
    return f"{name}.html"


def library_address(name: str) -> str:
    return f"library/{name}.html"


def derivation_address(derivation_id: str) -> str:
    return f"derivation/{derivation_id}.html"


def root_of_site(address: str) -> str:
    """What leads from a page back to the top: links are relative, so the site works under any prefix and from a folder."""
    return "../" * address.count("/")
