"""The body of a response: bounded in size, also after it is decompressed."""

from __future__ import annotations

import zlib
from typing import Any

MOST = 32 * 2**20  # bytes; twenty log-probabilities of 4,096 tokens take less than ten million
_CHUNK = 2**16
_CODINGS = {"gzip": 16 + zlib.MAX_WBITS, "x-gzip": 16 + zlib.MAX_WBITS, "deflate": zlib.MAX_WBITS}
_OTHERS = ("br", "zstd", "compress")  # no other word of a server is repeated


class BodyError(Exception):
    """A body that is not read, and would not be at the next attempt; the message is a clause."""


def read(response: Any) -> bytes:
    """Read the body of a response.

    Args:
        response: A response of urllib3 whose body has not been read.

    Raises:
        BodyError: If it is too large, or compressed in a way that was not accepted.
        HTTPError: If the connection ends before the body.
    """
    coding = response.headers.get("content-encoding", "identity").strip().lower()
    if coding not in ("", "identity", *_CODINGS):
        by = f"by {coding}" if coding in _OTHERS else "in another way than gzip"
        raise BodyError(f"the response is compressed {by}, which was not accepted")
    body = bytearray()
    while chunk := response.read(_CHUNK, decode_content=False):
        body += chunk
        if len(body) > MOST:
            raise BodyError(_TOO_LARGE)
    return _plain(bytes(body), _CODINGS[coding]) if coding in _CODINGS else bytes(body)


_TOO_LARGE = f"the response has more than {MOST:,} bytes"


def _plain(body: bytes, window: int) -> bytes:
    """Decompress a body up to the limit."""
    unpack = zlib.decompressobj(window)
    try:
        found = unpack.decompress(body, MOST + 1)
    except zlib.error as error:
        raise BodyError(f"the response cannot be decompressed ({error})") from None
    if len(found) > MOST:
        raise BodyError(_TOO_LARGE)
    return found
