"""A session with a server: its threads, the probe, and the checks of replies."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from typing import NamedTuple

from sacreval.asking.http import probe
from sacreval.asking.http.address import Address
from sacreval.asking.http.api import Api
from sacreval.asking.http.attempts import Server
from sacreval.asking.http.client import Client
from sacreval.asking.http.connection import Connection, tls_settings
from sacreval.asking.http.gate import Gate
from sacreval.asking.http.keys import key_for
from sacreval.asking.http.reply_checks import ReplyChecks
from sacreval.asking.http.threads import Threads
from sacreval.asking.http.time_limits import Watch
from sacreval.asking.requests import Reply, Request


class Limits(NamedTuple):
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
    limits: Limits,
    strict_model: bool,
) -> Generator[Reply, None, None]:
    """Ask a server.

    Args:
        api: The API of the server.
        address: The server.
        requests: The requests.
        runner: The runner, for messages.
        model: The name of the model.
        key_env: The variable of the environment that has the key.
        limits: Connections, attempts and time.
        strict_model: Whether replies of another model are an error.

    Yields:
        The replies, as they come.

    Raises:
        UsageError: If no request can succeed.
        NotSetUpError: If the key is missing.
    """
    server = Server(
        api=api,
        address=address,
        key=key_for(api, address, key_env),
        tries=limits.tries,
        timeout=limits.timeout,
        gate=Gate(limits.connections),
    )
    client = Client(server=server, model=model)
    watch = Watch(limits.timeout)
    context = tls_settings(address)

    def connect() -> Connection:
        return Connection(address, watch, limits.timeout, context)

    threads = Threads(
        number=limits.connections, connect=connect, ask=client.ask, gate=server.gate, watch=watch
    )
    checks = ReplyChecks(runner=runner, model=model, host=address.host, strict=strict_model)
    probed = _probed(requests, lambda: _probe(client, connect))
    with closing(threads.replies(probed)) as found:
        for reply in found:
            checks.check(reply)
            if client.without_logprobs.is_set():
                checks.no_logprobs()
            yield reply


def _probed(requests: Iterable[Request], check: Callable[[], None]) -> Iterator[Request]:
    """Yield requests; the server is checked before the first one that needs it."""
    done = False
    for asked in requests:
        if not done and probe.needed(asked):
            check()
            done = True
        yield asked


def _probe(client: Client, connect: Callable[[], Connection]) -> None:
    connection = connect()
    try:
        probe.check(client.ask(connection, probe.PROBE), client.server.address.host)
    finally:
        connection.close()
