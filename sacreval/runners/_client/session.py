"""A session with a server: its threads, the probe, and what is noticed in the replies."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from typing import TYPE_CHECKING

from sacreval.core.http.address import Address
from sacreval.core.http.attempts import Server
from sacreval.core.http.connection import Connection, tls_settings
from sacreval.core.http.gate import Gate
from sacreval.core.http.keys import key_for
from sacreval.core.http.threads import Threads
from sacreval.core.http.time_limits import Watch
from sacreval.core.requests import Reply, Request
from sacreval.runners._client import probe
from sacreval.runners._client.asking import Asking
from sacreval.runners._client.notices import Notices

if TYPE_CHECKING:
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
        key=key_for(address, runner.key_env),
        tries=runner.tries,
        timeout=runner.timeout,
        gate=Gate(runner.connections),
    )
    asking = Asking(server=server, model=runner.target)
    watch = Watch(runner.timeout)
    context = tls_settings(address)

    def connect() -> Connection:
        return Connection(address, watch, runner.timeout, context)

    threads = Threads(
        number=runner.connections, connect=connect, ask=asking.ask, gate=server.gate, watch=watch
    )
    notices = Notices(model=runner.target, host=address.host, strict=runner.strict_model)
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
