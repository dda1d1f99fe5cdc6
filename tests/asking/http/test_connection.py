"""Connections of a thread."""

import io
import shutil
import socket
import ssl
import subprocess
import threading
import time
import zlib
from contextlib import contextmanager

import pytest
from urllib3 import HTTPResponse

from sacreval.asking.http import connection
from sacreval.asking.http.connection import Connection, DeadlineThread, NotConnectedError
from sacreval.asking.http.keys import parsed
from support import missing
from support.faulty_server import FaultyServer
from support.program import wait

BODY = b'{"messages": [{"role": "user", "content": "a"}]}'


@contextmanager
def connected(url, context=None, timeout=60.0):
    """Give a connection, and a function that sends the body."""
    address = parsed(url, insecure=False)
    watch = DeadlineThread(timeout)
    connection = Connection(address, watch, timeout, context)

    def post():
        return connection.ask(f"{address.path}/chat/completions", BODY, {})

    post.link = connection._link
    try:
        yield post
    finally:
        connection.close()
        watch.stop()


def test_kept(faulty_server):
    """A connection is used again, and opened again where the server has closed it."""
    opened = []
    accept = faulty_server.process_request
    faulty_server.process_request = lambda *words: (opened.append(words), accept(*words))
    with connected(faulty_server.url) as post:
        assert [post().status for _ in range(3)] == [200] * 3
        assert len(opened) == 1
        faulty_server.fault = lambda *_: "closing"
        assert post().status == 200
        wait(
            lambda: not post.link.is_connected, seconds=30
        )  # until the end of the connection is here
        assert post().status == 200
        assert len(opened) == 2


def test_nobody_listens():
    """Where no server is, there is a reason."""
    with connected("http://127.0.0.1:9/v1") as post, pytest.raises(NotConnectedError) as error:
        post()
    assert not error.value.certificate
    assert "refused" in str(error.value)


@pytest.fixture
def certificate(tmp_path):
    """Create a certificate that nobody has signed."""
    if not shutil.which("openssl"):
        missing.say("encrypted connections: openssl is not installed")
        pytest.skip("no openssl")
    words = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
             "-keyout", "key.pem", "-out", "cert.pem", "-subj", "/CN=localhost",
             "-addext", "subjectAltName=DNS:localhost"]  # fmt: skip
    subprocess.run(words, cwd=tmp_path, check=True, capture_output=True)
    return tmp_path


def test_certificates_are_checked(certificate):
    """An encrypted connection works with a certificate that is trusted, and not with others."""
    server = FaultyServer()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate / "cert.pem", certificate / "key.pem")
    server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    url = f"https://localhost:{server.server_port}/v1"
    try:
        with connected(url, ssl.create_default_context()) as post:
            with pytest.raises(NotConnectedError, match="self.signed") as error:
                post()
            assert error.value.certificate
        trusting = ssl.create_default_context(cafile=certificate / "cert.pem")
        with connected(url, trusting) as post:
            assert post().status == 200
            server.fault = lambda *_: "drip"
        with connected(url, trusting, timeout=0.3) as post, pytest.raises(Exception, match="^$"):
            post()
    finally:
        server.shut()


def test_passed():
    """When the time is over, a read that waits returns."""
    watch = DeadlineThread(0.1)
    ours, theirs = socket.socketpair()
    with ours, theirs:
        limit = watch.begin()
        limit.socket = ours
        assert ours.recv(1) == b""
        assert limit.passed
    watch.stop()


@pytest.mark.long
def test_ended():
    """A request that is over is left alone."""
    watch = DeadlineThread(0.05)
    ours, theirs = socket.socketpair()
    with ours, theirs:
        limit = watch.begin()
        limit.socket = ours
        watch.end(limit)
        time.sleep(0.15)
        theirs.send(b"x")
        assert ours.recv(1) == b"x"
        assert not limit.passed
    watch.stop()


def test_stopped():
    """Stopping ends what is under way, and what begins afterwards."""
    watch = DeadlineThread(60.0)
    ours, theirs = socket.socketpair()
    with ours, theirs:
        limit = watch.begin()
        limit.socket = ours
        watch.stop()
        assert ours.recv(1) == b""
    assert limit.passed
    assert watch.begin().passed


def response(body, coding=None):
    headers = {"Content-Encoding": coding} if coding else {}
    return HTTPResponse(io.BytesIO(body), headers=headers, preload_content=False)


def packed(body, window):
    pack = zlib.compressobj(wbits=window)
    return pack.compress(body) + pack.flush()


@pytest.mark.parametrize(("coding", "window"), [("gzip", 31), ("x-gzip", 31), ("Deflate", 15)])
def test_decompressed(coding, window):
    """Compressed bodies are read."""
    assert connection.read(response(packed(b"text" * 100, window), coding)) == b"text" * 100


@pytest.mark.parametrize("coding", [None, "identity"])
def test_plain(coding):
    """Other bodies are as they came."""
    assert connection.read(response(b"\x00\xff" * 70_000, coding)) == b"\x00\xff" * 70_000


@pytest.mark.parametrize("coding", [None, "gzip"])
def test_too_large(monkeypatch, coding):
    """The limit holds for what is sent, and for what it becomes."""
    monkeypatch.setattr(connection, "MOST", 1000)
    for size in (1000, 1001):
        body = b" " * size
        http_response = response(packed(body, 31) if coding else body, coding)
        if size == 1000:
            assert connection.read(http_response) == body
            continue
        with pytest.raises(connection.BodyError, match="has more than"):
            connection.read(http_response)


@pytest.mark.parametrize(("body", "coding", "said"), [
    (b"x", "br", "compressed by br,"),
    (b"x", "sk-key-0123", "in another way than gzip"),
    (b"no gzip", "gzip", "cannot be decompressed"),
])  # fmt: skip
def test_bad(body, coding, said):
    """What cannot be decompressed is an error."""
    with pytest.raises(connection.BodyError, match=said):
        connection.read(response(body, coding))
