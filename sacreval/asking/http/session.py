"""A session with a server: its threads, the probe, and the checks of replies."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from itertools import islice
from math import isfinite
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import Generic, NamedTuple, TypeVar
from warnings import warn

import msgspec
from msgspec.structs import replace

from sacreval.asking.http.api import Api
from sacreval.asking.http.attempts import AgainError, Server
from sacreval.asking.http.connection import Connection, DeadlineThread, tls_settings
from sacreval.asking.http.gate import RequestLimiter, StoppedError
from sacreval.asking.http.keys import Address, key_for
from sacreval.asking.requests import Failure, Reply, Request, request
from sacreval.errors import ResultWarning, UsageError, shortened


@dataclass(frozen=True, kw_only=True)
class Client:
    """Asks a server for replies of a model.

    Args:
        server: The server.
        model: The model that is requested.
        without_logprobs: Set when a reply lacks log-probabilities that were requested.
    """

    server: Server
    model: str
    without_logprobs: Event = field(default_factory=Event)

    def ask(self, connection: Connection, asked: Request) -> Reply:
        """Send a request until there is a reply, or the attempts are used up.

        Args:
            connection: The connection of this thread.
            asked: The request.

        Raises:
            UsageError: If no request can succeed.
            StoppedError: If the run is over.
        """
        api = self.server.api
        body = msgspec.json.encode(api.body(asked, self.model))
        sent = self.server.send(
            connection, api.path(asked), body, lambda data: self._reply(asked, data)
        )
        outcome = sent.outcome
        reply = Reply(id=asked.id, error=outcome) if isinstance(outcome, Failure) else outcome
        return replace(
            self.server.key.hidden_in(reply),
            attempts=sent.attempts,
            seconds=sent.seconds,
            host=self.server.address.host,
        )

    def _reply(self, asked: Request, body: bytes) -> Reply:
        """Return the reply that the body of a response holds.

        Raises:
            AgainError: If the server failed, and the request should be sent again.
        """
        reply = self.server.api.reply(asked, body)
        if reply.error and reply.error.kind == "server":
            raise AgainError(reply.error)
        if asked.params.get("logprobs") and reply.text and reply.logprobs is None:
            self.without_logprobs.set()
        return reply


PROBE = request(kind="loglikelihood", prompt="One, two,", continuation=" three, four")


def check(reply: Reply, host: str) -> None:
    """Check the reply to the probe."""
    if reply.logprob is not None and isfinite(reply.logprob) and reply.logprob < 0:
        return
    reason = reply.error.message.partition(";")[0] if reply.error else "it returned none"
    raise UsageError(
        f"{host} does not return log-probabilities of a prompt ({reason}), which log-likelihoods "
        "need; ask a server that does, such as vLLM, or transformers:MODEL"
    )


def needed(asked: Request) -> bool:
    """Return whether a request needs what the probe checks."""
    return asked.kind == "loglikelihood"


@dataclass(frozen=True, kw_only=True)
class ReplyChecks:
    """Checks replies against what was requested; each notice is issued once.

    Args:
        runner: The runner, such as `openai`.
        model: The model that was requested.
        host: The server.
        strict: Whether another model ends the run.
        issued: The notices so far.
    """

    runner: str
    model: str
    host: str
    strict: bool
    issued: set[str] = field(default_factory=set)

    def check(self, reply: Reply) -> None:
        """Check a reply.

        Warns:
            ResultWarning: If another model replied, once for each.

        Raises:
            UsageError: If another model replied, or the reply names none, and `strict` is set.
        """
        if reply.model == self.model or (reply.error and not reply.model):
            return
        named = shortened(reply.model)
        if self.strict:
            said = f"names '{named}'" if named else "names no model"
            raise UsageError(
                f"--strict-model: {self.runner}:{self.model} was requested, and the reply of "
                f"{self.host} {said}; request that model, or leave --strict-model out"
            )
        if named:
            self._warn(
                f"{self.host} was asked for the model '{shortened(self.model)}', and its replies "
                f"name '{named}'; the replies keep that name"
            )

    def no_logprobs(self) -> None:
        """Warn, once, that log-probabilities were requested and did not come."""
        self._warn(
            f"{self.host} returns no log-probabilities, though requests ask for them (`logprobs`)"
        )

    def _warn(self, sentence: str) -> None:
        if sentence not in self.issued:
            self.issued.add(sentence)
            warn(sentence, ResultWarning, stacklevel=2)


Q = TypeVar("Q")  # a request
R = TypeVar("R")  # its reply, which is no exception
AHEAD = 2  # requests taken per connection, so that none waits for the next one
JOIN = 2.0  # seconds that all threads may need to end; one that still connects ends by itself
_LOOK = 1.0  # seconds after which an interrupt is seen where waits cannot be interrupted


@dataclass(frozen=True, kw_only=True)
class Threads(Generic[Q, R]):
    """Threads that ask a server.

    Args:
        number: How many, each with a connection of its own.
        connect: Creates a connection.
        ask: Sends a request, and returns its reply.
        gate: The gate that they pass, which is stopped at the end.
        watch: The time limits, which are stopped at the end.
    """

    number: int
    connect: Callable[[], Connection]
    ask: Callable[[Connection, Q], R]
    gate: RequestLimiter
    watch: DeadlineThread

    def replies(self, requests: Iterable[Q]) -> Generator[R, None, None]:
        """Yield the replies as they come; the requests are taken in this thread.

        Args:
            requests: The requests.

        Raises:
            SacrevalError: The first one that a thread raises; no further request is sent.
        """
        inbox: SimpleQueue[Q | None] = SimpleQueue()
        outbox: SimpleQueue[R | Exception] = SimpleQueue()
        threads: list[Thread] = []
        open_ = 0
        try:
            for asked in requests:
                if len(threads) < self.number:
                    threads.append(self._started(inbox, outbox))
                inbox.put(asked)
                open_ += 1
                for reply in _ready(outbox, all_but=open_ - AHEAD * self.number):
                    open_ -= 1
                    yield reply
            yield from islice(_waited(outbox), open_)
        except (Exception, KeyboardInterrupt):
            self._end(threads, inbox)
            yield from _left(outbox)  # replies that came are kept
            raise
        finally:
            self._end(threads, inbox)

    def _started(self, inbox: SimpleQueue[Q | None], outbox: SimpleQueue[R | Exception]) -> Thread:
        thread = Thread(
            target=self._work, args=(inbox, outbox), name="sacreval-connection", daemon=True
        )
        thread.start()
        return thread

    def _work(self, inbox: SimpleQueue[Q | None], outbox: SimpleQueue[R | Exception]) -> None:
        """Ask until there are no more requests; an error is raised by the thread that waits."""
        try:
            connection = self.connect()
            try:
                while (asked := inbox.get()) is not None:
                    outbox.put(self.ask(connection, asked))
            finally:
                connection.close()
        except StoppedError:
            pass
        except Exception as error:  # noqa: BLE001 - raised again by `replies`
            outbox.put(error)

    def _end(self, threads: list[Thread], inbox: SimpleQueue[Q | None]) -> None:
        """End the threads, and what they are waiting for."""
        self.gate.stop()
        self.watch.stop()
        for _ in threads:
            inbox.put(None)
        ends = time.monotonic() + JOIN
        for thread in threads:
            thread.join(max(0.0, ends - time.monotonic()))


def _ready(outbox: SimpleQueue[R | Exception], *, all_but: int) -> Iterator[R]:
    """Yield the replies that are there, and wait for a number of them."""
    yield from islice(_waited(outbox), max(all_but, 0))
    while True:
        try:
            yield _checked(outbox.get_nowait())
        except Empty:
            return


def _left(outbox: SimpleQueue[R | Exception]) -> Iterator[R]:
    """Yield the replies that are there, without further errors."""
    with suppress(Empty):
        while True:
            if not isinstance(result := outbox.get_nowait(), Exception):
                yield result


def _waited(outbox: SimpleQueue[R | Exception]) -> Iterator[R]:
    """Yield replies, waiting for each."""
    while True:
        try:
            yield _checked(outbox.get(timeout=_LOOK))
        except Empty:
            continue


def _checked(result: R | Exception) -> R:
    if isinstance(result, Exception):
        raise result
    return result


class SessionLimits(NamedTuple):
    """How a server is asked.

    Args:
        connections: Requests at a time.
        tries: Attempts for each request.
        timeout: Seconds for a whole response.
    """

    connections: int
    tries: int
    timeout: float


def replies(
    api: Api,
    address: Address,
    requests: Iterable[Request],
    *,
    runner: str,
    model: str,
    key_env: str | None,
    limits: SessionLimits,
    strict_model: bool,
) -> Generator[Reply, None, None]:
    """Ask a server."""
    server = Server(
        api=api,
        address=address,
        key=key_for(api, address, key_env),
        tries=limits.tries,
        timeout=limits.timeout,
        gate=RequestLimiter(limits.connections),
    )
    client = Client(server=server, model=model)
    watch = DeadlineThread(limits.timeout)
    context = tls_settings(address)

    def connect() -> Connection:
        return Connection(address, watch, limits.timeout, context)

    threads = Threads(
        number=limits.connections, connect=connect, ask=client.ask, gate=server.gate, watch=watch
    )
    checks = ReplyChecks(runner=runner, model=model, host=address.host, strict=strict_model)
    probed = _probed(requests, lambda: _probe(client, connect))
    with closing(threads.replies(probed)) as results:
        for reply in results:
            checks.check(reply)
            if client.without_logprobs.is_set():
                checks.no_logprobs()
            yield reply


def _probed(requests: Iterable[Request], check: Callable[[], None]) -> Iterator[Request]:
    """Yield requests; the server is checked before the first one that needs it."""
    done = False
    for asked in requests:
        if not done and needed(asked):
            check()
            done = True
        yield asked


def _probe(client: Client, connect: Callable[[], Connection]) -> None:
    connection = connect()
    try:
        check(client.ask(connection, PROBE), client.server.address.host)
    finally:
        connection.close()
