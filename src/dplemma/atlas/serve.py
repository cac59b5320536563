"""The site on this machine's own address, so that a browser lets its pages load the interpreter.

Main definition: `site_server`. It serves the files of one folder, to this machine alone.
"""

from __future__ import annotations

from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

LOOPBACK = "127.0.0.1"


class _Quiet(SimpleHTTPRequestHandler):
    """Files of the folder with the types that browsers insist on, and no line on the terminal for each."""

    extensions_map = {  # noqa: RUF012
        **SimpleHTTPRequestHandler.extensions_map, ".mjs": "text/javascript", ".js": "text/javascript",
        ".wasm": "application/wasm", ".json": "application/json",
        ".svg": "image/svg+xml", ".woff2": "font/woff2", ".whl": "application/octet-stream",
    }  # fmt: skip

    def log_message(self, format: str, *args: Any) -> None:
        pass

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()


def site_server(folder: Path, port: int = 0) -> ThreadingHTTPServer:
    """A server that is ready to run; port 0 is any that is free."""
    return ThreadingHTTPServer((LOOPBACK, port), partial(_Quiet, directory=str(folder)))
