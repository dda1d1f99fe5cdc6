"""Bodies of responses, bounded in size."""

import io
import zlib

import pytest
from urllib3 import HTTPResponse

from sacreval.asking.http import connection


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
        found = response(packed(body, 31) if coding else body, coding)
        if size == 1000:
            assert connection.read(found) == body
            continue
        with pytest.raises(connection.BodyError, match="has more than"):
            connection.read(found)


@pytest.mark.parametrize(("body", "coding", "said"), [
    (b"x", "br", "compressed by br,"),
    (b"x", "sk-key-0123", "in another way than gzip"),
    (b"no gzip", "gzip", "cannot be decompressed"),
])  # fmt: skip
def test_bad(body, coding, said):
    """What cannot be decompressed is an error."""
    with pytest.raises(connection.BodyError, match=said):
        connection.read(response(body, coding))
