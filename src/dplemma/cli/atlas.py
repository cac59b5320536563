"""`dplemma atlas`: the static site, written to a folder or served on this machine.

Main definition: `atlas_command`.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from dplemma.base.errors import DplemmaError
from dplemma.cli.output import StatusLine, print_json
from dplemma.cli.parser import UsageError
from dplemma.ledger import store as ledger
from dplemma.report.pages.search import select

if TYPE_CHECKING:
    from dplemma.atlas.site import WrittenSite

_NEEDED = ("jinja2", "markdown_it")


def atlas_command(arguments: Namespace) -> int:
    if arguments.out is None and not arguments.serve:
        raise UsageError(
            "where to? dplemma atlas --out DIR writes the site, dplemma atlas --serve shows it. See: dplemma atlas --help"
        )
    if arguments.port is not None and not arguments.serve:
        raise UsageError("--port is for --serve: write dplemma atlas --serve --port 8000")
    if any(find_spec(name) is None for name in _NEEDED):
        raise DplemmaError("the atlas needs Jinja2 and markdown-it-py. Install them with: pip install 'dplemma[atlas]'")
    if arguments.out is not None:
        return _written(arguments, Path(arguments.out))
    with TemporaryDirectory(prefix="dplemma-atlas-") as folder:
        return _written(arguments, Path(folder))


def _written(arguments: Namespace, out: Path) -> int:
    """Write the site and say so; serve it if that is asked for."""
    made = build_site(arguments, out)
    if arguments.json:
        print_json(made.to_json())
    else:
        print(f"{made.pages} pages in {made.folder}; open {made.folder / 'index.html'}")
        for line in made.without:
            print(line)
    return _serve(out, arguments.port or 0) if arguments.serve else 0


def build_site(arguments: Namespace, out: Path) -> WrittenSite:
    from dplemma.atlas.data import atlas_data
    from dplemma.atlas.enrich import add_certificates, add_figures, add_pictures
    from dplemma.atlas.site import check_folder, take_folder, write_site

    check_folder(out)
    records = ledger.read()
    data = atlas_data(records, with_their_companions(select(records, arguments.globs), records))
    take_folder(out)
    if arguments.certificates is not None:
        add_certificates(data, Path(arguments.certificates), out)
    if not arguments.no_pictures:
        with StatusLine(sys.stderr, silent=arguments.json) as line:
            add_pictures(data, records, line.show)
            add_figures(data, records, out, line.show)
    return write_site(data, out, interpreter=not arguments.no_interpreter)


def with_their_companions(chosen: list[str], records: ledger.Records) -> list[str]:
    """The chosen claims with their right forms, sharpenings and literal texts: a page of one shows the others."""
    wanted = set(chosen)
    for key in chosen:
        line = records[key]
        wanted |= {one.id for one in (line.amendment, line.sharpened, line.as_extracted) if one is not None and one.id in records}
    return [key for key in records if key in wanted]


def _serve(folder: Path, port: int) -> int:
    from dplemma.atlas.serve import site_server

    try:
        server = site_server(folder, port)
    except OSError as error:
        raise DplemmaError(f"cannot serve on port {port}: {error.strerror or error}") from None
    with server:
        print(f"http://{server.server_address[0]}:{server.server_address[1]}/ (this machine only; end with Ctrl-C)", flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            return 0
    return 0
