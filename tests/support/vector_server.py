"""A server on this machine for vectors and classes of texts, with the APIs of three servers.

A pair of texts is seen as both joined by `PAIR`.
"""

import json
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

MODEL = "tiny-served"
LABELS = ("toxic", "neutral", "insult")
PAIR = " | "
LONG = 200  # characters, after which texts are refused


def vector(text: str) -> list[float]:
    """Return numbers that depend on the text alone."""
    return [1.0, float(len(text)), float(text.count("a")), float(sum(map(ord, text)) % 97)]


def probabilities(text: str) -> list[float]:
    """Return a probability of each label."""
    whole = sum(shares := [1.0 + len(text) % 5, 2.0, 1.0 + text.count("a")])
    return [share / whole for share in shares]


class VectorServer(ThreadingHTTPServer):
    """Answers as its functions are set; `change` returns another body, a status, or both."""

    daemon_threads = True

    def __init__(self) -> None:
        self.vector: Callable[[str], Any] = vector
        self.probabilities: Callable[[str], list[float]] = probabilities
        self.model = MODEL
        self.labels: tuple[str, ...] = LABELS
        self.info: Any = None  # of GET /info: JSON, bytes or a status; None for 404
        self.infos = 0
        self.change: Callable[[Any], Any] = lambda reply: reply
        self.texts: Counter[str] = Counter()
        self.bodies: list[dict[str, Any]] = []
        self.keys: list[str | None] = []
        self.lock = threading.Lock()
        super().__init__(("127.0.0.1", 0), Handler)

    @property
    def url(self) -> str:
        """Return the address."""
        return f"http://127.0.0.1:{self.server_port}"


class Handler(BaseHTTPRequestHandler):
    """Answers by path."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1
    server: VectorServer

    def do_POST(self) -> None:
        """Answer a request."""
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        inputs = body.get("input", body.get("inputs"))
        texts = [PAIR.join(x) if isinstance(x, list) else x for x in inputs]
        with self.server.lock:
            self.server.texts.update(texts)
            self.server.bodies.append(body)
            self.server.keys.append(self.headers.get("Authorization"))
        status, reply = 200, self.reply(texts)
        if any(len(text) > LONG for text in texts):
            status, reply = (
                413,
                {"error": "`inputs` must have less tokens", "error_type": "Validation"},
            )
        changed = self.server.change(reply)
        if isinstance(changed, int):
            changed = changed, {"error": {"message": "refused"}}
        if isinstance(changed, tuple):
            status, changed = changed
        self.respond(status, json.dumps(changed).encode())

    def do_GET(self) -> None:
        """Answer for the model."""
        info = self.server.info if self.path == "/info" else None
        with self.server.lock:
            self.server.infos += self.path == "/info"
        if info is None or isinstance(info, int):
            self.respond(info or 404, b"no")
        else:
            self.respond(200, info if isinstance(info, bytes) else json.dumps(info).encode())

    def respond(self, status: int, data: bytes) -> None:
        """Send a response."""
        self.send_response(status)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)
        self.wfile.flush()

    def reply(self, texts: list[str]) -> Any:
        """Return the body of a reply."""
        server = self.server
        if self.path.endswith("/embeddings"):
            data = [{"index": i, "object": "embedding", "embedding": server.vector(x)}
                    for i, x in enumerate(texts)]  # fmt: skip
            return {"object": "list", "model": server.model, "data": data[::-1]}
        if self.path == "/embed":
            return [server.vector(text) for text in texts]
        rows = [server.probabilities(text) for text in texts]
        if self.path == "/classify":
            data = [{"index": i, "label": "x", "probs": row, "num_classes": len(row)}
                    for i, row in enumerate(rows)]  # fmt: skip
            return {"object": "list", "model": server.model, "data": data}
        return [_named(server.labels, row) for row in rows]

    def log_message(self, *_: object) -> None:
        """Write no log."""


def _named(labels: tuple[str, ...], row: list[float]) -> list[dict[str, Any]]:
    """Return probabilities with their labels, the largest first."""
    named = [{"label": a, "score": b} for a, b in zip(labels, row, strict=True)]
    return sorted(named, key=lambda one: -one["score"])


@contextmanager
def serving() -> Iterator[VectorServer]:
    """Run a server until the block ends."""
    server = VectorServer()
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.fixture
def vector_server() -> Iterator[VectorServer]:
    """Give a server whose replies a test may change."""
    with serving() as server:
        yield server
