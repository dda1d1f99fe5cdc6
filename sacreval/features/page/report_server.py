"""`sacreval report --serve`: a report shown by a server that this machine alone can reach."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from sacreval.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable
    from http.server import BaseHTTPRequestHandler, HTTPServer

    from sacreval.features.page.content import Content

HOST = "127.0.0.1"
LARGEST_PORT = 65535
HEADERS = {
    "Cache-Control": "no-store",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


def check_port(port: int) -> None:
    """Check a port.

    Raises:
        UsageError: If there is no such port.
    """
    if not 0 <= port <= LARGEST_PORT:
        raise UsageError(f"--port is {port}; give a number from 1 to {LARGEST_PORT}, or 0 for any")


def serve(content: Content, port: int, say: Callable[[str], None]) -> None:
    """Show a report until the program is interrupted.

    Args:
        content: The data of the report.
        port: The port, 0 for any that is free.
        say: Prints the address.

    Raises:
        UsageError: If the port is in use.
    """
    from sacreval.features.page.served import ServedReport

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

    Args:
        port: The port, 0 for any that is free.
        answer: From a path after the secret to what is sent, HTML for the empty path; None for
            nothing.

    Raises:
        UsageError: If the port is in use.
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
            found = answer(path[len(before) :]) if known else None
            self.send_response(200 if found is not None else 404)
            for name, value in HEADERS.items():
                self.send_header(name, value)
            kind = "text/html" if path == before else "application/json"
            self.send_header("Content-Type", f"{kind}; charset=utf-8")
            self.send_header("Content-Length", str(len(found or b"")))
            self.end_headers()
            self.wfile.write(found or b"")

        def _is_local(self) -> bool:
            """Return whether the host is named as this machine: other names may be rebound."""
            name = self.headers.get("Host", "").rpartition(":")[0]
            return name in {HOST, "localhost"}

        def log_message(self, *_: object) -> None:
            """Print nothing about requests."""

    return Handler
