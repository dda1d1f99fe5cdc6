"""A session with a server: its threads, the probe, and what is noticed in the replies."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from typing import NamedTuple

from sacreval.asking.http.address import Address
from sacreval.asking.http.attempts import Server
from sacreval.asking.http.connection import Connection, tls_settings
from sacreval.asking.http.gate import Gate
from sacreval.asking.http.keys import key_for
from sacreval.asking.http.threads import Threads
from sacreval.asking.http.time_limits import Watch
from sacreval.asking.openai_replies import QUOTA, failure_of
from sacreval.asking.requests import Reply, Request
from sacreval.asking.runners._client import probe
from sacreval.asking.runners._client.asking import Asking
from sacreval.asking.runners._client.notices import Notices


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
    address: Address,
    requests: Iterable[Request],
    *,
    model: str,
    key_env: str | None,
    limits: Limits,
    strict_model: bool,
) -> Generator[Reply, None, None]:
    """Ask a server.

    Args:
        address: The server.
        requests: The requests.
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
        address=address,
        key=key_for(address, key_env),
        tries=limits.tries,
        timeout=limits.timeout,
        gate=Gate(limits.connections),
        failure=failure_of,
        quota=QUOTA,
    )
    asking = Asking(server=server, model=model)
    watch = Watch(limits.timeout)
    context = tls_settings(address)

    def connect() -> Connection:
        return Connection(address, watch, limits.timeout, context)

    threads = Threads(
        number=limits.connections, connect=connect, ask=asking.ask, gate=server.gate, watch=watch
    )
    notices = Notices(model=model, host=address.host, strict=strict_model)
    probed = _probed(requests, lambda: _probe(asking, connect))
    with closing(threads.replies(probed)) as found:
        for reply in found:
            notices.check(reply)
            if asking.without_logprobs.is_set():
                notices.no_logprobs()
            yield reply


def _probed(requests: Iterable[Request], check: Callable[[], None]) -> Iterator[Request]:
    """Yield requests; the server is checked before the first one that needs it."""
    done = False
    for asked in requests:
        if not done and probe.needed(asked):
            check()
            done = True
        yield asked


def _probe(asking: Asking, connect: Callable[[], Connection]) -> None:
    connection = connect()
    try:
        probe.check(asking.ask(connection, probe.PROBE), asking.server.address.host)
    finally:
        connection.close()
