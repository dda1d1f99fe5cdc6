"""A server on this machine that cuts and refuses requests on purpose, and fetching from it."""

import hashlib
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from sacreval.features.setup.recipes.download import Patience
from sacreval.features.setup.recipes.fetch import Fetcher
from sacreval.features.setup.recipes.schema import File, Remote

BODY = bytes(range(256)) * 2000
SHA = hashlib.sha256(BODY).hexdigest()
QUICK = Patience(attempts=4, pause=0.01, connect=2, read=2)


class Server(ThreadingHTTPServer):
    """Serves one body, cutting and refusing as told, and keeps what it was asked."""

    cut_at = ()  # one length for each request that is cut
    refuse = ()  # one status for each request that is refused
    ranges = True

    def __init__(self) -> None:
        self.asked = []
        super().__init__(("127.0.0.1", 0), Handler)

    @property
    def url(self):
        """Give the address of the body."""
        return f"http://127.0.0.1:{self.server_port}/a%20file.bin"


class Handler(BaseHTTPRequestHandler):
    """Answers as the server was told."""

    protocol_version = "HTTP/1.1"

    def do_GET(self):
        """Serve the body, or the rest of it."""
        server = self.server
        wanted = self.headers.get("Range")
        server.asked.append(wanted)
        if server.refuse:
            status, *server.refuse = server.refuse
            self.send_response(status)
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        begin = int(wanted[6:-1]) if wanted and server.ranges else 0
        self.send_response(206 if begin else 200)
        if begin:
            self.send_header("Content-Range", f"bytes {begin}-{len(BODY) - 1}/{len(BODY)}")
        self.send_header("Content-Length", str(len(BODY) - begin))
        self.end_headers()
        rest = BODY[begin:]
        if server.cut_at:
            length, *server.cut_at = server.cut_at
            rest = rest[:length]
            self.close_connection = True
        self.wfile.write(rest)

    def log_message(self, *_: object):
        """Say nothing."""


def fetch_body(url, folder, file=None, **options: Any):
    """Fetch the body into a folder, and return its path."""
    file = file or File(bytes=len(BODY), sha256=SHA)
    Fetcher(patience=QUICK, **options).fetch([Remote(url=url, path="in/body", file=file)], folder)
    return folder / "in" / "body"


@contextmanager
def nothing_left(folder):
    """Hold that no file is there afterwards."""
    yield
    assert [path for path in folder.rglob("*") if path.is_file()] == []
