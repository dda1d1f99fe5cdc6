"""One request with its attempts: what is tried again, what fails, and what ends the run."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import NoReturn

import msgspec
from msgspec.structs import replace

from sacreval.core.openai_body import failure_of, path_of, reply_to, request_body
from sacreval.core.requests import Failure, Reply, Request
from sacreval.errors import UsageError, shortened
from sacreval.runners._client.address import Address
from sacreval.runners._client.bodies import BodyError
from sacreval.runners._client.connection import (
    Connection,
    CutError,
    LateError,
    NotConnectedError,
    Response,
)
from sacreval.runners._client.gate import Gate
from sacreval.runners._client.keys import Key
from sacreval.runners._client.waits import backoff, requested_wait

OK, MOVED, REFUSED, MISSING, LIMITED, BUSY = 200, range(300, 400), (401, 403), 404, 429, 503
AGAIN = (408, 409, 425)  # and 429, and all from 500
SERVER = 500
UNREACHABLE = 2  # attempts at a server that has never answered
REASON = 200  # characters
LONGEST = 600.0  # seconds that a server may ask to wait
_QUOTA = "insufficient_quota"  # of OpenAI, for an account without money
_HEADERS = {
    "Content-Type": "application/json",
    "Accept": "application/json",
    "Accept-Encoding": "identity",
    "User-Agent": "sacreval",
}


class _AgainError(Exception):
    """An attempt that failed, after which the request is sent again.

    Args:
        failure: The failure of the reply if it was the last attempt.
        wait: Seconds that the server requests; None if it requests none.
    """

    def __init__(self, failure: Failure, wait: float | None = None) -> None:
        super().__init__(failure.message)
        self.failure = failure
        self.wait = wait


class _FailedError(Exception):
    """An attempt after which the request fails, whatever attempts are left.

    Args:
        failure: The failure of the reply.
    """

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.message)
        self.failure = failure


@dataclass
class Seen:
    """What a server has done so far; threads only ever set it to true.

    Args:
        response: Whether it has responded.
        success: Whether it has replied to a request.
        without_logprobs: Whether a reply lacked log-probabilities that were requested.
    """

    response: bool = False
    success: bool = False
    without_logprobs: bool = False


@dataclass(frozen=True, kw_only=True)
class Server:
    """A server, and what all threads know of it.

    Args:
        address: Where it is.
        model: The model that is requested.
        key: The key.
        tries: Attempts for each request.
        timeout: Seconds for a whole response.
        gate: The gate that all connections pass.
        seen: What it has done so far.
    """

    address: Address
    model: str
    key: Key
    tries: int
    timeout: float
    gate: Gate
    seen: Seen = field(default_factory=Seen)

    def ask(self, connection: Connection, asked: Request) -> Reply:
        """Send a request until there is a reply, or the attempts are used up.

        Args:
            connection: The connection of this thread.
            asked: The request.

        Raises:
            UsageError: If no request can succeed.
            StoppedError: If the run is over.
        """
        body = msgspec.json.encode(request_body(asked, self.model))
        begun = time.monotonic()
        attempt = 0
        while True:
            attempt += 1
            try:
                reply = self._attempt(connection, asked, body, attempt)
                break
            except _AgainError as error:
                if attempt >= self.tries:
                    reply = Reply(id=asked.id, error=error.failure)
                    break
                self.gate.pause(backoff(attempt) if error.wait is None else 0.0)
            except _FailedError as error:
                reply = Reply(id=asked.id, error=error.failure)
                break
            except BodyError as error:
                reply = Reply(id=asked.id, error=Failure("server", str(error)))
                break
        return replace(
            self.key.hidden_in(reply),
            attempts=attempt,
            seconds=round(time.monotonic() - begun, 3),
            host=self.address.host,
        )

    def _attempt(self, connection: Connection, asked: Request, body: bytes, attempt: int) -> Reply:
        begun = self.gate.enter()
        try:
            response = self._send(connection, asked, body, attempt)
            self.seen.response = True
            if response.status in (LIMITED, BUSY):
                self._limit(response, begun, attempt)
        finally:
            self.gate.leave()
        return self._reply(asked, response)

    def _send(self, connection: Connection, asked: Request, body: bytes, attempt: int) -> Response:
        """Send a request once.

        Raises:
            _AgainError: If there is no response.
        """
        path = self.address.path + path_of(asked)
        try:
            return connection.post(path, body, {**_HEADERS, **self.key.headers()})
        except LateError:
            said = f"no whole reply within {self.timeout:g} s"
            raise _AgainError(Failure("timeout", said)) from None
        except CutError as error:
            raise _AgainError(Failure("reset", self._reason(error))) from None
        except NotConnectedError as error:
            if error.certificate or (not self.seen.response and attempt >= UNREACHABLE):
                self._unreachable(error)
            raise _AgainError(Failure("reset", self._reason(error))) from None

    def _reason(self, error: Exception) -> str:
        """Return the reason of a broken connection, cut after the key is replaced in it."""
        return shortened(self.key.hidden(str(error)), REASON)

    def _unreachable(self, error: NotConnectedError) -> NoReturn:
        remedy = "check its certificate" if error.certificate else "start it, or correct --base-url"
        raise UsageError(
            f"No server answers at {self.address.host} ({self._reason(error)}); {remedy}"
        )

    def _limit(self, response: Response, begun: float, attempt: int) -> NoReturn:
        """Close the gate for all connections.

        Raises:
            _AgainError: If the server requests a wait that is not too long.
            _FailedError: If it is too long.
        """
        failure = self._failure(response)
        if _QUOTA.encode() in response.body:
            self._stop(response.status, failure)
        wait = requested_wait(response.headers)
        seconds = backoff(attempt) if wait is None else wait
        if seconds > LONGEST:
            said = f"the server asks to wait {seconds:.0f} s: {failure.message}"
            raise _FailedError(Failure(failure.kind, said))
        self.gate.limited(begun, seconds)
        raise _AgainError(failure, seconds)

    def _reply(self, asked: Request, response: Response) -> Reply:
        """Return the reply that a response is.

        Raises:
            _AgainError: If the request should be sent again.
            UsageError: If no request can succeed.
        """
        status = response.status
        if status == OK:
            reply = reply_to(asked, self.key.hidden_bytes(response.body))
            if reply.error and reply.error.kind == "server":
                raise _AgainError(reply.error)
            self._success(asked, reply)
            return reply
        failure = self._failure(response)
        if status in MOVED:
            place = self.key.hidden(response.headers.get("location", "elsewhere"))
            said = f"it redirects to {shortened(place, REASON)}, which is not followed"
            failure = Failure("other", said)
            self._stop(status, failure)
        if status in REFUSED or (status == MISSING and not self.seen.success):
            self._stop(status, failure)
        if status in AGAIN or status >= SERVER:
            raise _AgainError(failure)
        return Reply(id=asked.id, error=failure)

    def _failure(self, response: Response) -> Failure:
        return failure_of(response.status, self.key.hidden_bytes(response.body))

    def _success(self, asked: Request, reply: Reply) -> None:
        self.seen.success = True
        if asked.params.get("logprobs") and reply.text and reply.logprobs is None:
            self.seen.without_logprobs = True
        self.gate.succeeded()

    def _stop(self, status: int, failure: Failure) -> NoReturn:
        """End the run, since no request can succeed."""
        raise UsageError(
            f"{self.address.host} answers {status}: {self.key.hidden(failure.message)}; "
            f"{_REMEDIES.get(status, 'correct --base-url')}"
        )


_REMEDIES = {
    401: "check the key (--key-env names its variable)",
    403: "check the key and what it allows (--key-env names its variable)",
    404: "check --base-url, which ends with the version as in /v1, and the model's name",
    429: "check the account's quota",
}
