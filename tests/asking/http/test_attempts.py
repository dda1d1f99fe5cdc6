"""Attempts at a request: what is read from a reply, and what is tried again."""

import pytest

from sacreval.asking.http.address import parsed
from sacreval.asking.http.attempts import AgainError, Server
from sacreval.asking.http.connection import Connection
from sacreval.asking.http.gate import Gate
from sacreval.asking.http.keys import Key
from sacreval.asking.http.time_limits import Watch
from sacreval.asking.requests import Failure
from sacreval.asking.runners.openai import OpenAI
from sacreval.errors import UsageError


def send(test_server, read, **options):
    """Send a request of vectors."""
    address = parsed(test_server.url, insecure=False)
    options = {"api": OpenAI.api(), "key": Key(), **options}
    server = Server(address=address, tries=2, timeout=60.0, gate=Gate(1), **options)
    watch = Watch(60.0)
    connection = Connection(address, watch, 60.0, None)
    try:
        return server.send(connection, "/embed", b'{"inputs": ["a"]}', read)
    finally:
        connection.close()
        watch.stop()


def test_read(vector_server):
    """What the reader returns is the result."""
    found = send(vector_server, len)
    assert (found.found > 2, found.attempts) == (True, 1)


def test_again(vector_server):
    """A reply that the reader refuses is requested again, until the attempts are used up."""

    def refuse(_):
        raise AgainError(Failure("server", "odd"), 0.0)

    found = send(vector_server, refuse)
    assert (found.found, found.attempts) == (Failure("server", "odd"), 2)


def test_too_long_is_not_tried_again(vector_server):
    """A text that is too long is sent once, also where the status is that of a server's fault."""
    said = {"error": {"message": "input (9 tokens) is too large to process"}}
    vector_server.change = lambda _: (500, said)
    found = send(vector_server, len)
    assert (found.found.kind, found.attempts) == ("context", 1)


def test_option(vector_server):
    """Messages name the option that has the address."""
    vector_server.change = lambda _: 404
    with pytest.raises(UsageError, match="check --server, which"):
        send(vector_server, len, option="--server")
