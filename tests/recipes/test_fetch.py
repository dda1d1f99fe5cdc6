"""Fetching, against a server on this machine that misbehaves on purpose."""

import hashlib
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from sacreval.errors import InputError, NotSetUpError, UsageError
from sacreval.recipes.download import Patience
from sacreval.recipes.fetch import Fetcher
from sacreval.recipes.schema import File, Remote

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


@pytest.fixture
def server():
    """Run a server for one test."""
    made = Server()
    threading.Thread(target=made.serve_forever, daemon=True).start()
    yield made
    made.shutdown()
    made.server_close()


def _fetch(url, folder, file=None, **options: Any):
    file = file or File(bytes=len(BODY), sha256=SHA)
    Fetcher(patience=QUICK, **options).fetch([Remote(url=url, path="in/body", file=file)], folder)
    return folder / "in" / "body"


@contextmanager
def nothing_left(folder):
    """Hold that no file is there afterwards."""
    yield
    assert [path for path in folder.rglob("*") if path.is_file()] == []


def test_a_whole_file_comes(server, tmp_path):
    """A file that comes whole stands under its name, and one request was made."""
    assert _fetch(server.url, tmp_path).read_bytes() == BODY
    assert server.asked == [None]


def test_a_cut_transfer_is_resumed(server, tmp_path):
    """A broken transfer goes on from the byte where it broke."""
    server.cut_at = (100_000, 150_000)
    assert _fetch(server.url, tmp_path).read_bytes() == BODY
    first, *rest = server.asked
    assert first is None
    assert len(rest) == 2
    assert all(wanted.startswith("bytes=") for wanted in rest)


def test_attempts_begin_anew_after_progress(server, tmp_path):
    """A transfer that breaks more often than there are attempts succeeds, if each brings some."""
    server.cut_at = (70_000,) * (QUICK.attempts + 2)
    assert _fetch(server.url, tmp_path).read_bytes() == BODY
    assert len(server.asked) == QUICK.attempts + 3


def test_a_server_that_cannot_resume_begins_anew(server, tmp_path):
    """Where a server ignores the range, the file is fetched from its first byte."""
    server.cut_at, server.ranges = (100_000,), False
    assert _fetch(server.url, tmp_path).read_bytes() == BODY


def test_a_busy_server_is_asked_again(server, tmp_path):
    """After 503 and 429 the file is asked for again."""
    server.refuse = (503, 429)
    assert _fetch(server.url, tmp_path).read_bytes() == BODY
    assert len(server.asked) == 3


def test_a_transfer_that_never_ends_well(server, tmp_path):
    """A download that stays truncated fails with one sentence, and nothing of it is kept."""
    server.cut_at = (50_000, 0, 0, 0, 0, 0)
    with nothing_left(tmp_path), pytest.raises(InputError, match=r"cannot be fetched .* --mirror"):
        _fetch(server.url, tmp_path)


def test_a_missing_file_is_not_asked_for_again(server, tmp_path):
    """404 is final."""
    server.refuse = (404, 404)
    with nothing_left(tmp_path), pytest.raises(InputError, match="answered 404"):
        _fetch(server.url, tmp_path)
    assert len(server.asked) == 1


def test_more_bytes_than_known_are_not_read(server, tmp_path):
    """A file that is longer than the recipe says is given up."""
    with nothing_left(tmp_path), pytest.raises(InputError, match="more than 1000 bytes"):
        _fetch(server.url, tmp_path, File(bytes=1000, sha256=SHA))


def test_no_network(tmp_path):
    """Where nothing listens, one sentence says so and names the remedy."""
    with nothing_left(tmp_path), pytest.raises(InputError, match=r"cannot be fetched .*--mirror"):
        _fetch("http://127.0.0.1:1/x", tmp_path)


def test_offline_forbids_the_network(tmp_path):
    """With --offline and without a mirror nothing is asked."""
    with (
        nothing_left(tmp_path),
        pytest.raises(NotSetUpError, match="--offline does not allow fetching"),
    ):
        _fetch("http://127.0.0.1:1/x", tmp_path, offline=True)


def test_unpinned_files_need_leave(server, tmp_path):
    """A file that cannot be checked is fetched only if the user allows that."""
    with nothing_left(tmp_path), pytest.raises(UsageError, match="--allow-unpinned"):
        _fetch(server.url, tmp_path, File())
    assert server.asked == []
    assert _fetch(server.url, tmp_path, File(), allow_unpinned=True).read_bytes() == BODY


def test_a_mirror_folder_holds_files_by_address(tmp_path):
    """A mirror folder has every file as host and path, with blanks as blanks."""
    place = tmp_path / "mirror" / "example.org" / "a b" / "c"
    place.parent.mkdir(parents=True)
    place.write_bytes(BODY)
    out = tmp_path / "out"
    mirror = str(tmp_path / "mirror")
    found = _fetch("https://example.org/a%20b/c", out, mirror=mirror, offline=True)
    assert found.read_bytes() == BODY
    with pytest.raises(InputError, match="the mirror does not have this file"):
        _fetch("https://example.org/d", tmp_path / "second", mirror=mirror)


def test_a_mirror_address_is_asked_for_host_and_path(server, monkeypatch, tmp_path):
    """A mirror that is an address gets host and path appended."""
    fetcher = Fetcher(mirror="https://mirror.example/base/")
    assert fetcher.place("https://a.org/b%20c") == "https://mirror.example/base/a.org/b%20c"
    monkeypatch.setenv("SACREVAL_MIRROR", server.url.rsplit("/", 1)[0])
    assert _fetch("https://a.org/b", tmp_path).read_bytes() == BODY


def test_proxies_of_the_environment_are_used(server, monkeypatch, tmp_path):
    """Clusters reach the network through the proxy that the environment names."""
    monkeypatch.setenv("http_proxy", server.url.rsplit("/", 1)[0])
    monkeypatch.delenv("no_proxy", raising=False)
    assert _fetch("http://example.invalid/x", tmp_path).read_bytes() == BODY
