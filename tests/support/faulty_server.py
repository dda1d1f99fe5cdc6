"""A server with OpenAI's API on this machine that misbehaves on purpose, and counts."""

import json
import socket
import struct
import threading
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

MODEL = "echo"
RESET = struct.pack("ii", 1, 0)  # lingers for no time, so that closing sends a reset
MANY = 40 * 2**20  # bytes, more than a client reads

Fault = Callable[[int, dict[str, Any]], str | None]


class FaultyServer(ThreadingHTTPServer):
    """Replies to a chat with its last message in upper case, or with a fault.

    `fault` is called with the number of the request, from 0, and its body, and returns the name of
    a method of `Handler` without `do_`, such as `reset`, or None.
    """

    daemon_threads = True
    request_queue_size = 128

    def __init__(self) -> None:
        self.fault: Fault = lambda number, body: None  # noqa: ARG005
        self.headers: dict[str, str] = {"Retry-After": "0"}  # of a 429 and of a redirect
        self.status = 500  # of `refuse`
        self.bodies: list[dict[str, Any]] = []  # as they came
        self.keys: list[str | None] = []
        self.paths: list[str] = []
        self.faults: Counter[str] = Counter()  # how often each was done
        self.replied: Counter[str] = Counter()  # prompts that had a whole reply
        self.most = self.now = 0  # requests under way
        self.lock = threading.Lock()
        self.over = threading.Event()
        super().__init__(("127.0.0.1", 0), Handler)

    @property
    def url(self) -> str:
        """Return the address of the API."""
        return f"http://127.0.0.1:{self.server_port}/v1"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore clients that went away."""

    def shut(self) -> None:
        """End requests that hang, and stop serving."""
        self.over.set()
        self.shutdown()
        self.server_close()


class Handler(BaseHTTPRequestHandler):
    """Answers as its server is set."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1
    server: FaultyServer

    def do_POST(self) -> None:
        """Answer a request, or do what the fault is."""
        server = self.server
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        with server.lock:
            number = len(server.bodies)
            server.bodies.append(body)
            server.keys.append(self.headers.get("Authorization"))
            server.paths.append(self.path)
            server.now += 1
            server.most = max(server.most, server.now)
            fault = server.fault(number, body)
            if fault:
                server.faults[fault] += 1
        try:
            if fault:
                getattr(self, f"do_{fault}")(body)
            else:
                self.reply(body)
        finally:
            with server.lock:
                server.now -= 1

    def reply(self, body: dict[str, Any], **changes: Any) -> None:
        """Reply to a chat or to a completion."""
        self.send(200, json.dumps(whole(body) | changes).encode())
        with self.server.lock:
            self.server.replied[prompt_of(body)] += 1

    def send(self, status: int, data: bytes, headers: dict[str, str] | None = None) -> None:
        """Send a response."""
        self.begin(status, len(data), headers)
        self.wfile.write(data)
        self.wfile.flush()

    def begin(self, status: int, length: int, headers: dict[str, str] | None = None) -> None:
        """Send the head of a response."""
        self.send_response(status)
        for name, value in {"Content-Length": str(length), **(headers or {})}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.flush()

    def do_limit(self, _: dict[str, Any]) -> None:
        """Refuse by 429."""
        self.send(429, b'{"error": {"message": "too many"}}', self.server.headers)

    def do_refuse(self, _: dict[str, Any]) -> None:
        """Refuse by the status that is set, showing the key."""
        said = f"refused, with {self.headers.get('Authorization')}"
        self.send(self.server.status, json.dumps({"error": {"message": said}}).encode())

    def do_context(self, _: dict[str, Any]) -> None:
        """Refuse a prompt as too long."""
        error = {"code": "context_length_exceeded", "message": "too long"}
        self.send(400, json.dumps({"error": error}).encode())

    def do_quota(self, _: dict[str, Any]) -> None:
        """Refuse, since an account has no money left."""
        error = {"code": "insufficient_quota", "message": "pay first"}
        self.send(429, json.dumps({"error": error}).encode())

    def do_redirect(self, _: dict[str, Any]) -> None:
        """Redirect."""
        self.send(307, b"", {"Location": self.server.url + "/elsewhere"})

    def do_reset(self, _: dict[str, Any]) -> None:
        """Reset the connection."""
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
        self.close_connection = True
        self.connection.close()

    def do_hang(self, _: dict[str, Any]) -> None:
        """Send nothing until the server is shut."""
        self.server.over.wait(60)
        self.close_connection = True

    def do_drip(self, body: dict[str, Any]) -> None:
        """Send a byte now and then, so that no single read takes long."""
        data = json.dumps(whole(body)).encode()
        self.begin(200, len(data))
        self._slowly(data)

    def do_drip_head(self, _: dict[str, Any]) -> None:
        """Send a byte of the head now and then."""
        self._slowly(b"HTTP/1.1 200 OK\r\nX-Long: " + b"x" * 10_000)

    def _slowly(self, data: bytes) -> None:
        for byte in data:
            self.wfile.write(bytes([byte]))
            self.wfile.flush()
            if self.server.over.wait(0.05):
                break
        self.close_connection = True

    def do_cut(self, body: dict[str, Any]) -> None:
        """Send half of a body."""
        data = json.dumps(whole(body)).encode()
        self.begin(200, len(data))
        self.wfile.write(data[: len(data) // 2])
        self.wfile.flush()
        self.close_connection = True
        self.connection.shutdown(socket.SHUT_RDWR)

    def do_huge(self, _: dict[str, Any]) -> None:
        """Send more than a client reads."""
        self.begin(200, MANY)
        block = b" " * 2**16
        for _i in range(MANY // len(block)):
            self.wfile.write(block)

    def do_bomb(self, _: dict[str, Any]) -> None:
        """Send little that is much when it is decompressed."""
        pack = zlib.compressobj(wbits=31)
        data = pack.compress(b" " * MANY) + pack.flush()
        self.send(200, data, {"Content-Encoding": "gzip"})

    def do_gzip(self, body: dict[str, Any]) -> None:
        """Compress a reply, though the client does not accept that."""
        pack = zlib.compressobj(wbits=31)
        data = pack.compress(json.dumps(whole(body)).encode()) + pack.flush()
        self.send(200, data, {"Content-Encoding": "gzip"})
        with self.server.lock:
            self.server.replied[prompt_of(body)] += 1

    def do_bytes(self, body: dict[str, Any]) -> None:
        """Reply with a byte that is no UTF-8."""
        data = json.dumps(whole(body)).encode().replace(b'"content": "', b'"content": "\xff')
        self.send(200, data)

    def do_closing(self, body: dict[str, Any]) -> None:
        """Reply, and close the connection without a word."""
        self.reply(body)
        self.close_connection = True

    def do_interim(self, body: dict[str, Any]) -> None:
        """Send an interim response, and the reply a little later."""
        self.wfile.write(b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n")
        self.wfile.flush()
        self.server.over.wait(0.1)
        self.reply(body)

    def do_words(self, _: dict[str, Any]) -> None:
        """Send what is no JSON."""
        self.send(200, b"<html>a proxy</html>")

    def do_other(self, body: dict[str, Any]) -> None:
        """Reply as another model."""
        self.reply(body, model="another")

    def do_shows(self, body: dict[str, Any]) -> None:
        """Reply with the key."""
        shown = {"role": "assistant", "content": f"it is {self.headers.get('Authorization')}"}
        self.reply(body, choices=[{"index": 0, "finish_reason": "stop", "message": shown}])

    def log_message(self, *_: object) -> None:
        """Write no log."""


def prompt_of(body: dict[str, Any]) -> str:
    """Return the last message of a chat, or the prompt."""
    return str(body["messages"][-1]["content"] if "messages" in body else body["prompt"])


def whole(body: dict[str, Any]) -> dict[str, Any]:
    """Return the body of a reply."""
    text = prompt_of(body).upper()
    said = {"message": {"role": "assistant", "content": text}} if "messages" in body else {}
    choice = {"index": 0, "finish_reason": "stop", "text": text, **said}
    usage = {"prompt_tokens": len(text), "completion_tokens": 3, "total_tokens": len(text) + 3}
    return {"id": "c", "object": "chat.completion", "model": MODEL, "choices": [choice],
            "usage": usage}  # fmt: skip


@contextmanager
def serving() -> Iterator[FaultyServer]:
    """Run a server until the block ends."""
    server = FaultyServer()
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shut()
        thread.join()


@pytest.fixture
def faulty_server() -> Iterator[FaultyServer]:
    """Give a server whose faults a test sets."""
    with serving() as server:
        yield server


@pytest.fixture
def short_waits(monkeypatch):
    """Wait little between attempts."""
    monkeypatch.setattr("sacreval.asking.http.gate.FIRST", 0.01)
