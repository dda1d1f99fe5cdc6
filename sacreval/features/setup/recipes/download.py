"""Download of one file: retried, resumed, limited in time and size.

It uses urllib3 instead of httpx: urllib3 has no dependencies where httpx has six, HTTP/2 and async
are not needed, and its `Timeout` limits connecting and each read separately.

pooch does not resume a download, and corpora have gigabytes.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

from sacreval.errors import InputError
from sacreval.io.progress import Advance

CHUNK = 2**16  # bytes between two updates of the progress
BUSY = (408, 425, 429, 500, 502, 503, 504)  # statuses after which a request is repeated
OK, PARTIAL, PAST_END = 200, 206, 416


@dataclass(frozen=True, kw_only=True)
class Patience:
    """Limits of time and size of a download.

    Args:
        attempts: Number of consecutive requests without any data before giving up.
        pause: Seconds before the second attempt; doubled before each further one.
        connect: Seconds to connect.
        read: Seconds between two chunks of data.
        most: Largest size in bytes of a file whose size is not known.
    """

    attempts: int = 5
    pause: float = 0.5
    connect: float = 10.0
    read: float = 60.0
    most: int = 16 * 2**30


class RefusedError(InputError):
    """An answer of a server that does not change if the request is repeated.

    Args:
        message: One sentence.
        status: The HTTP status.
    """

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status


class _AgainError(Exception):
    """A failure after which the request is repeated."""


@dataclass(frozen=True, kw_only=True)
class Transfer:
    """Download of one file that resumes an interrupted transfer.

    Args:
        url: Address of the file.
        size: Size in bytes, if known.
        advance: Called with the number of bytes received; negative if the transfer restarts.
        patience: Limits of time and size.
        token: Token of the user for this host, which a redirect to another one does not take
            along; "" for none.
    """

    url: str
    size: int | None
    advance: Advance
    patience: Patience
    token: str = field(default="", repr=False)

    def run(self, target: Path) -> None:
        """Fetch the file.

        Args:
            target: File to write; the caller removes it if this fails.

        Raises:
            InputError: If the file cannot be fetched, with the error of the network or the server.
        """
        try:
            pool = self._pool()
        except ValueError as error:
            raise InputError(f"{self.url}: not a valid address ({error}); correct it") from None
        attempt, reason = 0, ""
        with target.open("wb") as out:
            while attempt < self.patience.attempts:
                if attempt:
                    time.sleep(self.patience.pause * 2 ** (attempt - 1))
                before = out.tell()
                try:
                    self._request(pool, out)
                except _AgainError as error:
                    reason = str(error)
                    attempt = 1 if out.tell() > before else attempt + 1
                else:
                    return
        raise InputError(
            f"{self.url}: cannot be fetched ({reason}); check the connection and try again, or "
            "give --mirror with a folder or a server that has it"
        )

    def _pool(self) -> Any:
        import urllib3

        options: dict[str, Any] = {
            "timeout": urllib3.Timeout(connect=self.patience.connect, read=self.patience.read),
            # Retries are handled here, since they resume; redirects are left to urllib3.
            "retries": urllib3.Retry(total=5, connect=0, read=0, other=0, redirect=5),
        }
        parts = urlsplit(self.url)
        proxy = getproxies().get(parts.scheme)
        if proxy and not proxy_bypass(parts.hostname or ""):
            return urllib3.ProxyManager(proxy, **options)
        return urllib3.PoolManager(**options)

    def _request(self, pool: Any, out: IO[bytes]) -> None:
        """Send one request for the rest of the file."""
        import urllib3

        # Compressed responses could not be resumed at a byte offset.
        headers = {"Accept-Encoding": "identity", "User-Agent": "sacreval"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        if begin := out.tell():
            headers["Range"] = f"bytes={begin}-"
        try:
            response = pool.request("GET", self.url, headers=headers, preload_content=False)
            try:
                self._accept(response, out)
                self._stream(response, out)
            finally:
                response.close()
                response.release_conn()
        except urllib3.exceptions.HTTPError as error:
            raise _AgainError(_reason(error)) from None
        if self.size is not None and out.tell() < self.size:
            raise _AgainError(f"the transfer ended after {out.tell()} of {self.size} bytes")

    def _stream(self, response: Any, out: IO[bytes]) -> None:
        limit = self.patience.most if self.size is None else self.size
        for chunk in response.stream(CHUNK):
            out.write(chunk)
            self.advance(len(chunk))
            if out.tell() > limit:
                raise InputError(
                    f"{self.url}: more than {limit} bytes were sent; the file changed, so it "
                    "was not kept: check whether sacreval has a newer recipe"
                )

    def _accept(self, response: Any, out: IO[bytes]) -> None:
        """Check the status; restart the file if the server cannot resume."""
        status, resumed = response.status, response.headers.get("Content-Range", "")
        if status in BUSY:
            raise _AgainError(f"the server answered {status}")
        if status == PARTIAL and resumed.startswith(f"bytes {out.tell()}-"):
            return
        if status not in (OK, PARTIAL, PAST_END):
            raise RefusedError(
                f"{self.url}: the server answered {status}; the file may have moved: see whether "
                "sacreval has a newer recipe, or give --mirror",
                status,
            )
        self.advance(-out.tell())
        out.seek(0)
        out.truncate()
        if status != OK:
            raise _AgainError("the server resumed at another place")


def _reason(error: Exception) -> str:
    """Return the innermost reason of an error, without object addresses."""
    inner = getattr(error, "reason", None) or error
    return str(inner).rsplit(">: ", 1)[-1].rsplit("): ", 1)[-1]
