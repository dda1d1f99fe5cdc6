"""A hub on this machine: a tiny model in the layout of Hugging Face, with faults on purpose."""

import hashlib
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit

COMMIT = "0123456789abcdef" * 2 + "01234567"
NAME = "org/tiny"
PINNED = f"{NAME}@{COMMIT}"
CARD = "---\nlicense: cc-by-nc-4.0\n---\n# A tiny model\n"
FILES = {
    "README.md": CARD.encode(),
    "config.json": b'{"model_type": "bert"}',
    "model.safetensors": bytes(range(256)) * 800,
    "tokenizer.json": b"{}",
    "pytorch_model.bin": b"a pickle",
    "onnx/model.onnx": b"not needed",
    "flax_model.msgpack": b"not needed",
}
LARGE = ("model.safetensors", "pytorch_model.bin")  # stored as the hub stores large files


class Hub(ThreadingHTTPServer):
    """Serves files and their listing.

    The listing is computed from `files` when the server is made; files may be changed afterwards.
    """

    daemon_threads = True

    def __init__(self, files: dict[str, bytes] | None = None) -> None:
        self.files = dict(FILES if files is None else files)
        self.listing: Any = [_entry(path, data) for path, data in self.files.items()]
        self.revision: Any = {"id": NAME, "sha": COMMIT}
        self.asked: list[str] = []
        self.tokens: set[str] = set()  # headers of authorization that were sent
        self.cut_at: list[int] = []  # a length for each transfer of the weights that is cut
        self.refuse: dict[str, int] = {}  # path of a file, or "listing", to status
        super().__init__(("127.0.0.1", 0), Handler)

    @property
    def address(self) -> str:
        """Return the address of the hub."""
        return f"http://127.0.0.1:{self.server_port}"


class Handler(BaseHTTPRequestHandler):
    """Answers as the hub does."""

    protocol_version = "HTTP/1.1"
    server: Hub

    def do_GET(self) -> None:
        """Serve the listing, the commit of main, or a file or the rest of it."""
        hub, path = self.server, urlsplit(self.path).path
        hub.asked.append(self.path)
        hub.tokens.add(self.headers.get("Authorization", ""))
        _, _, file = path.partition(f"/{NAME}/resolve/{COMMIT}/")
        answers = {
            f"/api/models/{NAME}/tree/{COMMIT}": ("listing", hub.listing),
            f"/api/models/{NAME}/revision/main": ("revision", hub.revision),
        }
        what, answer = answers.get(path, (file, None))
        if what in hub.refuse or (answer is None and file not in hub.files):
            self._answer(hub.refuse.get(what, 404), b"")
            return
        self._answer(200, hub.files[file] if answer is None else json.dumps(answer).encode(), file)

    def _answer(self, status: int, body: bytes, file: str = "") -> None:
        wanted = self.headers.get("Range")
        begin = int(wanted[6:-1]) if wanted and status == 200 else 0
        self.send_response(206 if begin else status)
        if begin:
            self.send_header("Content-Range", f"bytes {begin}-{len(body) - 1}/{len(body)}")
        self.send_header("Content-Length", str(len(body) - begin))
        self.end_headers()
        rest = body[begin:]
        if file == "model.safetensors" and self.server.cut_at:
            rest = rest[: self.server.cut_at.pop(0)]
            self.close_connection = True
        self.wfile.write(rest)

    def log_message(self, *_: object) -> None:
        """Write nothing."""


@contextmanager
def serving(files: dict[str, bytes] | None = None) -> Iterator[Hub]:
    """Run a hub until the block ends."""
    hub = Hub(files)
    thread = threading.Thread(target=hub.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield hub
    finally:
        hub.shutdown()
        hub.server_close()
        thread.join(5)


def _entry(path: str, data: bytes) -> dict[str, Any]:
    blob = hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()
    entry: dict[str, Any] = {"type": "file", "oid": blob, "size": len(data), "path": path}
    if path in LARGE:
        pointer = {"oid": hashlib.sha256(data).hexdigest(), "size": len(data), "pointerSize": 135}
        entry |= {"oid": "0" * 40, "lfs": pointer, "xetHash": "0" * 64}
    return entry
