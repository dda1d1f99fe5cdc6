"""A session with a server: its threads, the probe, and what is noticed in the replies."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from typing import TYPE_CHECKING

from sacreval.core.requests import Reply, Request
from sacreval.runners._client import probe
from sacreval.runners._client.address import Address
from sacreval.runners._client.attempts import Server
from sacreval.runners._client.connection import Connection
from sacreval.runners._client.gate import Gate
from sacreval.runners._client.keys import key_for
from sacreval.runners._client.notices import Notices
from sacreval.runners._client.threads import Threads
from sacreval.runners._client.time_limits import Watch

if TYPE_CHECKING:
    from ssl import SSLContext

    from sacreval.runners.openai import OpenAI


def replies(
    runner: OpenAI, address: Address, requests: Iterable[Request]
) -> Generator[Reply, None, None]:
    """Ask a server.

    Args:
        runner: The runner, whose options are those of the session.
        address: The server.
        requests: The requests.

    Yields:
        The replies, as they come.

    Raises:
        UsageError: If no request can succeed.
        NotSetUpError: If the key is missing.
    """
    server = Server(
        address=address,
        model=runner.target,
        key=key_for(address, runner.key_env),
        tries=runner.tries,
        timeout=runner.timeout,
        gate=Gate(runner.connections),
    )
    watch = Watch(runner.timeout)
    context = _context(address)

    def connect() -> Connection:
        return Connection(address, watch, runner.timeout, context)

    threads = Threads(
        number=runner.connections, connect=connect, ask=server.ask, gate=server.gate, watch=watch
    )
    notices = Notices(model=runner.target, host=address.host, strict=runner.strict_model)
    probed = _probed(requests, lambda: _probe(server, connect))
    with closing(threads.replies(probed)) as found:
        for reply in found:
            notices.check(reply)
            if server.seen.without_logprobs:
                notices.no_logprobs()
            yield reply


def _context(address: Address) -> SSLContext | None:
    """Return the settings of encrypted connections: certificates are checked."""
    if not address.secure:
        return None
    from ssl import create_default_context

    return create_default_context()


def _probed(requests: Iterable[Request], check: Callable[[], None]) -> Iterator[Request]:
    """Yield requests; the server is checked before the first one that needs it."""
    done = False
    for asked in requests:
        if not done and probe.needed(asked):
            check()
            done = True
        yield asked


def _probe(server: Server, connect: Callable[[], Connection]) -> None:
    connection = connect()
    try:
        probe.check(server.ask(connection, probe.PROBE), server.address.host)
    finally:
        connection.close()
