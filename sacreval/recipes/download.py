"""One download: retried, resumed, limited in time and size.

urllib3 and not httpx: it is one package without dependencies where httpx brings six, nothing here
needs HTTP/2 or async, and its `Timeout` bounds connecting and each read apart.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

from sacreval.errors import InputError
from sacreval.io.progress import Advance

CHUNK = 2**16  # bytes between two looks at the progress
BUSY = (408, 425, 429, 500, 502, 503, 504)  # answers after which asking again makes sense
OK, PARTIAL, PAST_END = 200, 206, 416


@dataclass(frozen=True, kw_only=True)
class Patience:
    """How long a download waits.

    Args:
        attempts: How often it asks without a single byte coming.
        pause: Seconds before the second attempt; each further one waits twice as long.
        connect: Seconds to connect.
        read: Seconds between two pieces.
        most: The most bytes of a file whose size is not known.
    """

    attempts: int = 5
    pause: float = 0.5
    connect: float = 10.0
    read: float = 60.0
    most: int = 16 * 2**30


class _AgainError(Exception):
    """Something went wrong that may go right next time."""


@dataclass(frozen=True, kw_only=True)
class Transfer:
    """Fetching one file, going on where a broken transfer stopped.

    Args:
        url: Its address.
        size: Its bytes, if they are known.
        advance: Told how many bytes came; told a negative number when a server begins anew.
        patience: How long to wait.
    """

    url: str
    size: int | None
    advance: Advance
    patience: Patience

    def run(self, target: Path) -> None:
        """Fetch the file.

        Args:
            target: Where its bytes are put; the caller removes it if this fails.

        Raises:
            InputError: If it cannot be had, with what the network or the server said.
        """
        try:
            pool = self._pool()
        except ValueError as error:
            raise InputError(f"{self.url}: not an address ({error}); write another") from None
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
            # Retrying is ours, since it resumes; redirects stay with urllib3.
            "retries": urllib3.Retry(total=5, connect=0, read=0, other=0, redirect=5),
        }
        parts = urlsplit(self.url)
        proxy = getproxies().get(parts.scheme)
        if proxy and not proxy_bypass(parts.hostname or ""):
            return urllib3.ProxyManager(proxy, **options)
        return urllib3.PoolManager(**options)

    def _request(self, pool: Any, out: IO[bytes]) -> None:
        """Ask once, from where the file ends."""
        import urllib3

        # Encoded answers could not be resumed by byte.
        headers = {"Accept-Encoding": "identity", "User-Agent": "sacreval"}
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
                    f"{self.url}: more than {limit} bytes come; the file changed, so nothing of it "
                    "is kept: see whether sacreval has a newer recipe"
                )

    def _accept(self, response: Any, out: IO[bytes]) -> None:
        """Look at the status; a server that cannot resume makes us begin anew."""
        status, resumed = response.status, response.headers.get("Content-Range", "")
        if status in BUSY:
            raise _AgainError(f"the server answered {status}")
        if status == PARTIAL and resumed.startswith(f"bytes {out.tell()}-"):
            return
        if status not in (OK, PARTIAL, PAST_END):
            raise InputError(
                f"{self.url}: the server answered {status}; the file may have moved: see whether "
                "sacreval has a newer recipe, or give --mirror"
            )
        self.advance(-out.tell())
        out.seek(0)
        out.truncate()
        if status != OK:
            raise _AgainError("the server resumed at another place")


def _reason(error: Exception) -> str:
    """Return the innermost reason, without object addresses."""
    inner = getattr(error, "reason", None) or error
    return str(inner).rsplit(">: ", 1)[-1].rsplit("): ", 1)[-1]
