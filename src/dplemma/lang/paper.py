"""Bibliographic data of a paper, readable without SymPy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from dplemma.base.errors import BadClaim


@dataclass(frozen=True, kw_only=True)
class Paper:
    """Where claims come from; `key` is the first segment of their ids and the name of their folder.

    A `collection` is our own: its claims name their sources, and no inventory lists them.
    `studies` are the ranges of parameters, by canonical name, that its figures and tables cover; `items` is how many statements
    it makes, by tier.
    """

    key: str
    title: str
    authors: tuple[str, ...]
    year: int
    venue: str = ""
    doi: str = ""
    arxiv: str = ""
    collection: bool = False
    studies: Mapping[str, tuple[float, float]] = field(default_factory=dict, hash=False)
    items: Mapping[str, int] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        if not self.key.isidentifier():
            raise BadClaim(f"paper key {self.key!r} must be an identifier such as sensitivity_index")
        if not (self.doi or self.arxiv or self.collection):
            raise BadClaim(f"paper {self.key} needs a DOI or an arXiv id")

    @property
    def url(self) -> str:
        return f"https://doi.org/{self.doi}" if self.doi else f"https://arxiv.org/abs/{self.arxiv}"

    def bibtex(self) -> str:
        fields = {
            "title": f"{{{self.title}}}",
            "author": " and ".join(self.authors),
            "year": str(self.year),
            "journal": self.venue,
            "doi": self.doi,
            "eprint": self.arxiv,
            "archiveprefix": "arXiv" if self.arxiv else "",
        }
        body = ",\n".join(f"  {name} = {{{value}}}" for name, value in fields.items() if value)
        kind = "article" if self.venue else "misc"  # an article without a journal is no entry for BibTeX
        return f"@{kind}{{{self.key},\n{body}\n}}"
