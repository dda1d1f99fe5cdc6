"""Sends batches of texts to a server, on several connections, and returns the replies."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from typing import NamedTuple

from sacreval.asking.embeddings.layouts import Answer, Layout, ShapeError
from sacreval.asking.http.address import Address
from sacreval.asking.http.attempts import Seen, Sent, Server
from sacreval.asking.http.connection import Connection, tls_settings
from sacreval.asking.http.gate import Gate
from sacreval.asking.http.keys import key_for
from sacreval.asking.http.threads import Threads
from sacreval.asking.http.time_limits import Watch
from sacreval.asking.requests import Failure
from sacreval.asking.runners.openai import OpenAI
from sacreval.errors import UsageError

CONNECTIONS, TRIES, TIMEOUT = 4, 6, 300.0
OPTION = "--server"


class _Body(NamedTuple):
    """The body of a request, and its number."""

    number: int
    body: bytes | None


class _Numbered(NamedTuple):
    """The reply to the request of that number."""

    number: int
    answer: Answer | Failure


def send(
    address: Address,
    key_env: str,
    seen: Seen,
    layout: Layout,
    bodies: Sequence[bytes | None],
    *,
    tries: int = 0,
) -> list[Answer | Failure]:
    """Send requests.

    Args:
        address: The server.
        key_env: Environment variable with the key; "" for that of the host, if it has one.
        seen: What the server has done so far, which is updated.
        layout: Its API.
        bodies: The bodies of the requests; None to get what is there.
        tries: Attempts for each request; 0 for the usual number.

    Returns:
        For each its reply, or why there is none.

    Raises:
        UsageError: If no request can succeed, or a reply has another form than expected.
        NotSetUpError: If the key is missing.
    """
    api = OpenAI.api()  # whose keys and errors the servers of all layouts have
    gate, watch = Gate(CONNECTIONS), Watch(TIMEOUT)
    server = Server(
        api=api,
        address=address,
        key=key_for(api, address, key_env or None),
        tries=tries or TRIES,
        timeout=TIMEOUT,
        gate=gate,
        seen=seen,
        option=OPTION,
    )
    tls = tls_settings(address)

    def read(body: bytes) -> Answer:
        try:
            return layout.read(body)
        except ShapeError as error:
            raise UsageError(
                f"{address.host}{address.path}{layout.path}: {error}; correct --server or "
                "--server-layout"
            ) from None

    def ask(connection: Connection, asked: _Body) -> _Numbered:
        sent: Sent[Answer] = server.send(connection, layout.path, asked.body, read)
        return _Numbered(asked.number, sent.found)

    threads = Threads(
        number=CONNECTIONS,
        connect=lambda: Connection(address, watch, TIMEOUT, tls),
        ask=ask,
        gate=gate,
        watch=watch,
    )
    found: dict[int, Answer | Failure] = {}
    with closing(threads.replies(_Body(i, body) for i, body in enumerate(bodies))) as replies:
        for one in replies:
            found[one.number] = one.answer
    return [found[i] for i in range(len(bodies))]
