"""`sacreval report --serve`: a report shown by a server that this machine alone can reach."""

from __future__ import annotations

import json
import secrets
from functools import cached_property
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from sacreval.errors import UsageError
from sacreval.features.page.content import Content
from sacreval.features.page.page import served_page
from sacreval.features.page.records.page_data import (
    base_of,
    columns_of,
    described,
    errors_of,
    kind_of,
)
from sacreval.features.page.records.record_texts import (
    ErrorKind,
    RecordKind,
    marks,
    records_of,
    text,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from http.server import BaseHTTPRequestHandler, HTTPServer


ASKED = 100  # records at once; the script asks for those of one page, which are fewer


class ServedReport:
    """Answers the page of a report.

    Args:
        content: The data of the page, of any size.
    """

    def __init__(self, content: Content) -> None:
        self._content = content
        self._outputs = content.scored
        self._kinds = {name: kind_of(content, name) for name in self._outputs}

    @cached_property
    def page(self) -> bytes:
        """The page, without scores and texts of single records."""
        return served_page(self._content, self._data()).text.encode("utf-8", "backslashreplace")

    def answer(self, path: str) -> bytes | None:
        """Return the answer to a request as JSON; None if there is none.

        Args:
            path: `scores/K` for the scores of an output, `records/I,J` for texts and marks of
                records, `find/TEXT` for the records with a text, percent-encoded.
        """
        kind, _, rest = path.partition("/")
        asked = {"scores": self._scores, "records": self._records, "find": self._find}.get(kind)
        result = asked(rest) if asked else None
        if result is None:
            return None
        return json.dumps(result, ensure_ascii=False, separators=(",", ":")).encode(
            "utf-8", "backslashreplace"
        )

    def _data(self) -> dict[str, Any]:
        """Return what the script knows before it asks."""
        content, keys = self._content, list(self._by_key)
        return {
            "served": True,
            "readable": bool(content.texts),
            "systems": content.recorded,
            "base": base_of(content),
            "ids": list(content.instances),
            "outputs": [described(content, name, kind, keys) for name, kind in self._kinds.items()],
            "scores": [None] * len(self._outputs),
            "errors": errors_of(content),
            "texts": {},
            "marks": [{} for _ in keys],
        }

    @property
    def _by_key(self) -> dict[tuple[str, str], RecordKind | ErrorKind]:
        return {kind.key: kind for kind in self._kinds.values() if kind is not None}

    def _scores(self, place: str) -> Any:
        places = _places(place, len(self._outputs))
        return columns_of(self._content, self._outputs[places[0]]) if len(places) == 1 else None

    def _records(self, places: str) -> Any:
        """Return texts and marks of some records; null for one without texts."""
        wanted = _places(places, len(self._content.instances))
        if not 0 < len(wanted) <= ASKED:
            return None
        there = [i for i in wanted if any(records_of(self._content, i))]
        texts = {str(i): text(self._content, i) if i in there else None for i in wanted}
        marked, _ = marks(self._content, self._by_key.values(), there)
        return {"texts": texts, "marks": marked}

    def _find(self, asked: str) -> list[int]:
        """List the records with a text in their name, texts or groups, in any case."""
        query = unquote(asked).lower()
        return [i for i in range(len(self._content.instances)) if query in self._haystack(i)]

    def _haystack(self, i: int) -> str:
        parts = [self._content.instances[i]]
        if any(records_of(self._content, i)):
            contexts, _, predictions, groups = text(self._content, i)
            parts += _texts([contexts, predictions, list(groups.values())])
        return "\n".join(parts).lower()


def _places(text_: str, n: int) -> list[int]:
    """Read indices below n, separated by commas; none if one of them is wrong."""
    parts = text_.split(",")
    if not all(part.isascii() and part.isdecimal() and len(part) < ASKED for part in parts):
        return []
    places = [int(part) for part in parts]
    return places if max(places) < n else []


def _texts(value: Any) -> list[str]:
    """List the texts in nested lists."""
    if isinstance(value, list):
        return [text for part in value for text in _texts(part)]
    return [value] if isinstance(value, str) and value else []


HOST = "127.0.0.1"
LARGEST_PORT = 65535
HEADERS = {
    "Cache-Control": "no-store",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


def check_port(port: int) -> None:
    """Check a port."""
    if not 0 <= port <= LARGEST_PORT:
        raise UsageError(f"--port is {port}; give a number from 1 to {LARGEST_PORT}, or 0 for any")


def serve(content: Content, port: int, say: Callable[[str], None]) -> None:
    """Show a report until the program is interrupted."""
    report = ServedReport(content)
    page = report.page  # made before anybody asks
    server = made_server(port, lambda path: report.answer(path) if path else page)
    host, number = server.server_address[:2]
    say(f"http://{host!s}:{number}/{server.secret}/")  # type: ignore[attr-defined]
    try:
        server.serve_forever()
    except KeyboardInterrupt:  # how it ends
        pass
    finally:
        server.server_close()


def made_server(port: int, answer: Callable[[str], bytes | None]) -> HTTPServer:
    """Create a server on the loopback interface; its paths begin with a secret.

    Other users of the machine, and pages of other sites in the same browser, do not know the
    secret; requests under another host name are refused.
    """
    from http.server import ThreadingHTTPServer

    secret = secrets.token_urlsafe(12)
    try:
        server = ThreadingHTTPServer((HOST, port), _handler(secret, answer))
    except OSError as error:
        raise UsageError(f"--port {port}: {error.strerror}; give another, or 0 for any") from None
    server.secret = secret  # type: ignore[attr-defined]
    return server


def _handler(secret: str, answer: Callable[[str], bytes | None]) -> type[BaseHTTPRequestHandler]:
    from http.server import BaseHTTPRequestHandler

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            """Answer a request."""
            before, path = f"/{secret}/", self.path
            known = path.startswith(before) and self._is_local()
            body = answer(path[len(before) :]) if known else None
            self.send_response(200 if body is not None else 404)
            for name, value in HEADERS.items():
                self.send_header(name, value)
            kind = "text/html" if path == before else "application/json"
            self.send_header("Content-Type", f"{kind}; charset=utf-8")
            self.send_header("Content-Length", str(len(body or b"")))
            self.end_headers()
            self.wfile.write(body or b"")

        def _is_local(self) -> bool:
            """Return whether the host is named as this machine: other names may be rebound."""
            name = self.headers.get("Host", "").rpartition(":")[0]
            return name in {HOST, "localhost"}

        def log_message(self, *_: object) -> None:
            """Print nothing about requests."""

    return Handler
