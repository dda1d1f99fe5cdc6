"""One connection of one thread: a body out, the whole response in, within its time and size.

Time limits of whole replies: a connection is shut down when its time is over. The time limit of a
socket is that of one read, so that a server which sends a byte now and then would never reach it.
"""

from __future__ import annotations

import contextlib
import socket
import time
import zlib
from collections.abc import Mapping
from http.client import HTTPException
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, Any, NamedTuple

from sacreval.asking.http.keys import Address

if TYPE_CHECKING:
    from ssl import SSLContext


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
        plain = unpack.decompress(body, MOST + 1)
    except zlib.error as error:
        raise BodyError(f"the response cannot be decompressed ({error})") from None
    if len(plain) > MOST:
        raise BodyError(_TOO_LARGE)
    return plain


_TICKS = 10  # looks per time limit
_QUICKEST, _SLOWEST = 0.01, 0.5  # seconds between two looks


class RequestDeadline:
    """The time limit of one request.

    Args:
        ends: When it ends, on the monotonic clock.
    """

    def __init__(self, ends: float) -> None:
        self.ends = ends
        self.passed = False
        self.socket: socket.socket | None = None

    def shut(self) -> None:
        """Shut the connection down, so that a read of another thread returns."""
        self.passed = True
        if self.socket is not None:
            with contextlib.suppress(OSError, ValueError):
                # Not the method of an SSLSocket, which the reading thread is using.
                socket.socket.shutdown(self.socket, socket.SHUT_RDWR)


class DeadlineThread:
    """A thread that ends requests whose time is over.

    Args:
        seconds: The time limit.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._running: set[RequestDeadline] = set()
        self._lock = Lock()
        self._over = Event()
        self._thread = Thread(target=self._look, name="sacreval-watch", daemon=True)
        self._thread.start()

    def begin(self) -> RequestDeadline:
        """Begin the time of a request."""
        limit = RequestDeadline(time.monotonic() + self._seconds)
        with self._lock:
            self._running.add(limit)
        if self._over.is_set():
            limit.shut()
        return limit

    def end(self, limit: RequestDeadline) -> None:
        """End the time of a request that is over."""
        with self._lock:
            self._running.discard(limit)

    def stop(self) -> None:
        """Shut all connections down, and end the thread."""
        self._over.set()
        self._shut(float("inf"))
        self._thread.join()

    def _look(self) -> None:
        between = max(_QUICKEST, min(_SLOWEST, self._seconds / _TICKS))
        while not self._over.wait(between):
            self._shut(time.monotonic())

    def _shut(self, now: float) -> None:
        with self._lock:
            over = [limit for limit in self._running if limit.ends <= now]
        for limit in over:
            limit.shut()


CONNECTING = 30.0  # most seconds to connect
FINAL = 200  # the lowest status of a response that is not followed by another


class Response(NamedTuple):
    """A response whose body has been read.

    Args:
        status: The HTTP status.
        headers: Its headers; their names are compared without case.
        body: Its body.
    """

    status: int
    headers: Mapping[str, str]
    body: bytes


class NotConnectedError(Exception):
    """No connection: the message is a clause.

    Args:
        message: The reason.
        certificate: Whether the server's certificate is not accepted, which does not change.
    """

    def __init__(self, message: str, *, certificate: bool = False) -> None:
        super().__init__(message)
        self.certificate = certificate


class CutError(Exception):
    """A connection that ended before the response."""


class LateError(Exception):
    """A response that was not there in time."""


class Connection:
    """A connection that is kept for further requests, and opened again when it was closed.

    Proxies of the environment are not used, and redirects are not followed: texts and the key are
    sent to the named host alone.

    Args:
        address: The server.
        watch: Ends requests whose time is over.
        timeout: Seconds for a whole response.
        context: Settings of encrypted connections; None for plain http.
    """

    def __init__(
        self, address: Address, watch: DeadlineThread, timeout: float, context: SSLContext | None
    ) -> None:
        from urllib3.connection import HTTPConnection, HTTPSConnection

        self._watch = watch
        seconds = min(timeout, CONNECTING)
        self._timeout = timeout
        self._link: HTTPConnection = (
            HTTPConnection(address.name, address.port, timeout=seconds)
            if context is None
            else HTTPSConnection(address.name, address.port, timeout=seconds, ssl_context=context)
        )

    def ask(self, path: str, body: bytes, headers: Mapping[str, str]) -> Response:
        """Send a request.

        Args:
            path: The path on the server.
            body: The body, which is posted.
            headers: The headers.

        Raises:
            NotConnectedError: If there is no connection.
            CutError: If it ends before the response.
            LateError: If the response takes too long.
            BodyError: If its body is too large.
        """
        limit = self._watch.begin()
        try:
            self._connect(limit)
            return self._exchange(path, body, headers)
        except NotConnectedError:
            self.close()
            if limit.passed:
                raise LateError from None
            raise
        except _failures() as error:
            self.close()
            if limit.passed or isinstance(error, _late()):
                raise LateError from None
            raise CutError(_reason(error)) from None
        except BaseException:
            self.close()
            raise
        finally:
            self._watch.end(limit)

    def close(self) -> None:
        """Close the connection; the next request opens it again."""
        with contextlib.suppress(OSError):
            self._link.close()

    def _connect(self, limit: RequestDeadline) -> None:
        """Connect, or keep the connection if the server has not closed it."""
        link = self._link
        if link.sock is not None and not link.is_connected:
            link.close()
        if link.sock is None:
            self._open()
        limit.socket = link.sock
        if limit.passed:
            raise NotConnectedError("the time was over")

    def _open(self) -> None:
        """Open the connection."""
        try:
            self._link.connect()
        except _failures() as error:
            raise NotConnectedError(_reason(error), certificate=_certificate(error)) from None
        self._link.sock.settimeout(self._timeout)

    def _exchange(self, path: str, body: bytes, headers: Mapping[str, str]) -> Response:
        link = self._link
        link.request("POST", path, body, headers, preload_content=False, decode_content=False)
        response = link.getresponse()
        if response.status < FINAL:
            # http.client takes it for the whole response, so that the next request on this
            # connection would be given the reply to this one.
            raise HTTPException(f"an interim response (status {response.status}) came")
        return Response(response.status, response.headers, read(response))


def tls_settings(address: Address) -> SSLContext | None:
    """Return the settings of encrypted connections, which check certificates; None for plain http.

    Args:
        address: The server.
    """
    if not address.secure:
        return None
    from ssl import create_default_context

    return create_default_context()


def _failures() -> tuple[type[Exception], ...]:
    """Return how a connection may fail."""
    from urllib3.exceptions import HTTPError

    # An SSL object that is shut down during a read raises ValueError.
    return (HTTPError, HTTPException, OSError, ValueError)


def _late() -> tuple[type[Exception], ...]:
    """Return how a read that takes too long fails."""
    from urllib3.exceptions import TimeoutError as LateReadError

    return (TimeoutError, LateReadError)


def _certificate(error: BaseException) -> bool:
    from ssl import SSLCertVerificationError

    return isinstance(error, SSLCertVerificationError) or any(
        isinstance(inner, SSLCertVerificationError)
        for inner in (error.__cause__, error.__context__, *error.args)
    )


def _reason(error: BaseException) -> str:
    """Return the innermost reason of an error, without addresses of objects."""
    inner = getattr(error, "verify_message", None) or getattr(error, "reason", None) or error
    text = str(inner).rsplit(">: ", 1)[-1].rsplit("): ", 1)[-1]
    return " ".join(text.split()) or type(error).__name__
