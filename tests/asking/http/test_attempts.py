"""Attempts at a request: what is read from a reply, and what is tried again."""

from sacreval.asking.http.attempts import AgainError, Server
from sacreval.asking.http.connection import Connection, Watch
from sacreval.asking.http.gate import Gate
from sacreval.asking.http.keys import Key, parsed
from sacreval.asking.requests import Failure, Reply
from sacreval.asking.runners.openai import OpenAI
from support.post_server import serve_body


def send(read, body=b"{}", status=200):
    """Send a request to a server that answers with a body."""
    watch = Watch(60.0)
    with serve_body(body, status=status) as url:
        address = parsed(url, insecure=False)
        server = Server(
            api=OpenAI.api(), address=address, key=Key(), tries=2, timeout=60.0, gate=Gate(1)
        )
        connection = Connection(address, watch, 60.0, None)
        try:
            return server.send(connection, "/completions", b"{}", read)
        finally:
            connection.close()
            watch.stop()


def test_read():
    """What the reader returns is the result."""
    sent = send(lambda body: Reply(id="a", text=body.decode()), b"said")
    assert (sent.found.text, sent.attempts) == ("said", 1)


def test_again():
    """A reply that the reader refuses is requested again, until the attempts are used up."""

    def refuse(_):
        raise AgainError(Failure("server", "odd"), 0.0)

    sent = send(refuse)
    assert (sent.found, sent.attempts) == (Failure("server", "odd"), 2)


def test_too_long_is_not_tried_again():
    """A text that is too long is sent once, also where the status is that of a server's fault."""
    said = b'{"error": {"message": "input (9 tokens) is too large to process"}}'
    sent = send(lambda _: None, said, 500)
    assert (sent.found.kind, sent.attempts) == ("context", 1)
