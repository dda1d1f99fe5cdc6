"""Sending batches: replies in the order of the requests, on several connections."""

import msgspec
import pytest

from sacreval.asking.embeddings.layouts import VECTORS
from sacreval.asking.embeddings.sending import send
from sacreval.asking.http.address import parsed
from sacreval.asking.http.attempts import Seen
from sacreval.errors import UsageError
from support.vector_server import vector


def sent(server, texts):
    """Send each text in a request of its own."""
    layout = VECTORS["tei"]
    bodies = [msgspec.json.encode(layout.body("", [(text,)])) for text in texts]
    return send(parsed(server.url, insecure=False), "", Seen(), layout, bodies)


def test_order(vector_server):
    """Replies stand in the order of the requests."""
    texts = ["a" * i for i in range(40)]
    assert [one.rows for one in sent(vector_server, texts)] == [[vector(text)] for text in texts]


def test_another_form(vector_server):
    """A reply of another form ends the run, with the path that was asked."""
    vector_server.change = lambda _: {"object": "list"}
    with pytest.raises(UsageError, match="/embed: its reply has another form than expected"):
        sent(vector_server, ["a"])
