"""The atlas: a static site made from the ledger, the quantities, the derivations and the tables of the libraries.

`data.py` gathers everything that the pages show into one JSON (`atlas.json`, schema in docs/atlas.md); `render.py` makes the
pages from it and from nothing else, with Jinja2. The site reads and searches from a folder, without a server or a network.
"""
