"""One request with its attempts: what is tried again, what fails, and what ends the run."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NoReturn

from sacreval.asking.http.api import Api
from sacreval.asking.http.connection import (
    BodyError,
    Connection,
    CutError,
    LateError,
    NotConnectedError,
    Response,
)
from sacreval.asking.http.gate import RequestLimiter, backoff
from sacreval.asking.http.keys import Address, Key
from sacreval.asking.requests import FailedError, Failure, Reply
from sacreval.errors import UsageError, shortened

OK, MOVED, REFUSED, MISSING, LIMITED, BUSY = 200, range(300, 400), (401, 403), 404, 429, 503
AGAIN = (408, 409, 425)  # and 429, and all from 500
SERVER = 500
UNREACHABLE = 2  # attempts at a server that has never answered
REASON = 200  # characters
LONGEST = 600.0  # seconds that a server may ask to wait
_HEADERS = {
    "Content-Type": "application/json",
    "Accept": "application/json",
    "Accept-Encoding": "identity",
    "User-Agent": "sacreval",
}


class AgainError(FailedError):
    """An attempt that failed, after which the request is sent again.

    Args:
        failure: The failure of the reply if it was the last attempt.
        wait: Seconds that the server requests; None if it requests none.
    """

    def __init__(self, failure: Failure, wait: float | None = None) -> None:
        super().__init__(failure)
        self.wait = wait


@dataclass
class Seen:
    """What a server has done so far; threads only ever set it to true.

    Args:
        response: Whether it has responded.
        success: Whether it has replied to a request.
    """

    response: bool = False
    success: bool = False


@dataclass(frozen=True)
class Sent:
    """What came of a request.

    Args:
        outcome: Its reply, or why there is none.
        attempts: How often it was sent.
        seconds: Seconds from the first attempt to the reply.
    """

    outcome: Reply | Failure
    attempts: int
    seconds: float


@dataclass(frozen=True, kw_only=True)
class Server:
    """A server, and what all threads know of it.

    Args:
        api: Its API.
        address: Where it is.
        key: The key.
        tries: Attempts for each request.
        timeout: Seconds for a whole response.
        gate: The gate that all connections pass.
        seen: What it has done so far.
    """

    api: Api
    address: Address
    key: Key
    tries: int
    timeout: float
    gate: RequestLimiter
    seen: Seen = field(default_factory=Seen)

    def send(
        self,
        connection: Connection,
        path: str,
        body: bytes,
        read: Callable[[bytes], Reply | Failure],
    ) -> Sent:
        """Send a request until there is a reply, or the attempts are used up.

        Args:
            connection: The connection of this thread.
            path: Where it is sent, below the path of the address.
            body: The body of the request.
            read: Reads the body of a successful response, in which the key is replaced.

        Raises:
            UsageError: If no request can succeed.
            StoppedError: If the run is over.
        """
        begun = time.monotonic()
        attempt = 0
        outcome: Reply | Failure
        while True:
            attempt += 1
            try:
                outcome = self._attempt(connection, path, body, read, attempt)
                break
            except AgainError as error:
                if attempt >= self.tries:
                    outcome = error.failure
                    break
                self.gate.pause(backoff(attempt) if error.wait is None else 0.0)
            except FailedError as error:
                outcome = error.failure
                break
            except BodyError as error:
                outcome = Failure("server", str(error))
                break
        return Sent(outcome, attempt, round(time.monotonic() - begun, 3))

    def _attempt(
        self,
        connection: Connection,
        path: str,
        body: bytes,
        read: Callable[[bytes], Reply | Failure],
        attempt: int,
    ) -> Reply | Failure:
        begun = self.gate.enter()
        try:
            response = self._send(connection, self.address.path + path, body, attempt)
            self.seen.response = True
            if response.status in (LIMITED, BUSY):
                self._limit(response, begun, attempt)
        finally:
            self.gate.leave()
        return self._read(response, read)

    def _send(self, connection: Connection, path: str, body: bytes, attempt: int) -> Response:
        """Send a request once.

        Raises:
            AgainError: If there is no response.
        """
        try:
            headers = {**_HEADERS, **self.api.headers(self.key.value)}
            return connection.ask(path, body, headers)
        except LateError:
            said = f"no whole reply within {self.timeout:g} s"
            raise AgainError(Failure("timeout", said)) from None
        except CutError as error:
            raise AgainError(Failure("reset", self._reason(error))) from None
        except NotConnectedError as error:
            if error.certificate or (not self.seen.response and attempt >= UNREACHABLE):
                self._unreachable(error)
            raise AgainError(Failure("reset", self._reason(error))) from None

    def _reason(self, error: Exception) -> str:
        """Return the reason of a broken connection, cut after the key is replaced in it."""
        return shortened(self.key.hidden(str(error)), REASON)

    def _unreachable(self, error: NotConnectedError) -> NoReturn:
        start = "start it, or correct --base-url"
        remedy = "check its certificate" if error.certificate else start
        raise UsageError(
            f"No server answers at {self.address.host} ({self._reason(error)}); {remedy}"
        )

    def _limit(self, response: Response, begun: float, attempt: int) -> NoReturn:
        """Close the gate for all connections.

        Raises:
            AgainError: If the server requests a wait that is not too long.
            FailedError: If it is too long.
        """
        failure = self._failure(response)
        if self.api.quota in response.body:
            self._stop(response.status, failure)
        wait = self.api.wait(response.headers)
        seconds = backoff(attempt) if wait is None else wait
        if seconds > LONGEST:
            said = f"the server asks to wait {seconds:.0f} s: {failure.message}"
            raise FailedError(Failure(failure.kind, said))
        self.gate.limited(begun, seconds)
        raise AgainError(failure, seconds)

    def _read(
        self, response: Response, read: Callable[[bytes], Reply | Failure]
    ) -> Reply | Failure:
        """Return what a response holds.

        Raises:
            AgainError: If the request should be sent again.
            UsageError: If no request can succeed.
        """
        status = response.status
        if status == OK:
            outcome = read(self.key.hidden_bytes(response.body))
            self.seen.success = True
            self.gate.succeeded()
            return outcome
        failure = self._failure(response)
        if status in MOVED:
            place = self.key.hidden(response.headers.get("location", "elsewhere"))
            said = f"it redirects to {shortened(place, REASON)}, which is not followed"
            failure = Failure("other", said)
            self._stop(status, failure)
        if status in REFUSED or (status == MISSING and not self.seen.success):
            self._stop(status, failure)
        if failure.kind != "context" and (status in AGAIN or status >= SERVER):
            raise AgainError(failure)
        return failure

    def _failure(self, response: Response) -> Failure:
        return self.api.failure(response.status, self.key.hidden_bytes(response.body))

    def _stop(self, status: int, failure: Failure) -> NoReturn:
        """End the run, since no request can succeed."""
        raise UsageError(
            f"{self.address.host} answers {status}: {self.key.hidden(failure.message)}; "
            f"{_REMEDIES.get(status, 'correct --base-url')}"
        )


_REMEDIES = {
    401: "check the key (--key-env names its variable)",
    403: "check the key and what it allows (--key-env names its variable)",
    404: "check --base-url, which ends before the path of the request, as in /v1, and the model's "
    "name",
    429: "check the account's quota",
}
