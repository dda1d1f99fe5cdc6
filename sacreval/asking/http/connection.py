"""One connection of one thread: sends a body, and returns the whole response."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from http.client import HTTPException
from typing import TYPE_CHECKING, NamedTuple

from sacreval.asking.http import bodies
from sacreval.asking.http.address import Address
from sacreval.asking.http.time_limits import Limit, Watch

if TYPE_CHECKING:
    from ssl import SSLContext

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
        self, address: Address, watch: Watch, timeout: float, context: SSLContext | None
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

    def _connect(self, limit: Limit) -> None:
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
        return Response(response.status, response.headers, bodies.read(response))


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
