"""Many requests at once: connections, limits, waiting and closing."""

import socket
import sys
import threading
import time
from itertools import pairwise

import pytest

from sacreval.core.requests import Failure
from sacreval.runners._from_spec import made
from support.chats import ask, chats
from support.faulty_server import MODEL

pytestmark = pytest.mark.usefixtures("short_waits")


MIX = ("reset", "cut", "hang", "drip", "words", "refuse", "context", "gzip", "limit")


@pytest.mark.long
def test_all_at_once(faulty_server):
    """Of 450 requests with nine kinds of faults each has one reply; counts are the server's."""
    chosen = {f"say {i}": MIX[i // 50] for i in range(0, 450, 10)}

    def fault(_, body):
        return chosen.pop(body["messages"][-1]["content"], None)

    faulty_server.fault = fault
    found = ask(faulty_server, chats(450), connections=16, timeout=0.5)
    failed = {prompt for prompt, reply in found.items() if reply.error}
    assert len(failed) == faulty_server.faults["context"] == 5
    assert all(reply.text == prompt.upper() for prompt, reply in found.items() if not reply.error)
    assert faulty_server.replied == {prompt: 1 for prompt in found if prompt not in failed}
    assert sum(reply.attempts for reply in found.values()) == len(faulty_server.bodies)


@pytest.mark.long
def test_one_gate(faulty_server):
    """A 429 holds all connections back until its time is over, and halves them."""
    times = []

    def fault(number, _):
        times.append(time.monotonic())
        return "limit" if number == 40 else None

    faulty_server.fault, faulty_server.headers = fault, {"Retry-After-Ms": "300"}
    found = ask(faulty_server, chats(200), connections=16)
    assert {reply.attempts for reply in found.values()} == {1, 2}
    assert max(after - before for before, after in pairwise(times)) > 0.2
    assert len(times) == 201


def test_a_wait_that_is_too_long(faulty_server):
    """A request is not sent again to a server that wants to be left alone for hours."""
    faulty_server.fault, faulty_server.headers = (lambda *_: "limit"), {"Retry-After": "7200"}
    (reply,) = ask(faulty_server, chats(1)).values()
    assert reply.error == Failure("limit", "the server asks to wait 7200 s: too many")
    assert reply.attempts == len(faulty_server.bodies) == 1


def test_connections(faulty_server):
    """No more requests are under way than --connections."""
    ask(faulty_server, chats(60), connections=3)
    assert faulty_server.most <= 3


@pytest.mark.long
def test_closing_ends_everything(faulty_server):
    """When the replies are no longer wanted, no request is sent, and no thread is left."""
    before = set(threading.enumerate())
    faulty_server.fault = lambda number, _: "hang" if number > 4 else None
    replies = made(f"openai:{MODEL}", base_url=faulty_server.url, timeout=30.0).replies(chats(50))
    next(replies)
    begun = time.monotonic()
    replies.close()
    assert time.monotonic() - begun < 2
    sent = len(faulty_server.bodies)
    left = {one.name for one in set(threading.enumerate()) - before}
    assert not {name for name in left if name.startswith("sacreval")}
    assert len(faulty_server.bodies) == sent


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="a full queue is refused elsewhere")
def test_closing_while_all_connect(monkeypatch):
    """Threads that still connect are waited for together, not one after the other."""
    monkeypatch.setattr("sacreval.core.http.threads.JOIN", 0.3)
    monkeypatch.setattr("sacreval.core.http.connection.CONNECTING", 15.0)
    with socket.create_server(("127.0.0.1", 0), backlog=0) as full:
        port = full.getsockname()[1]
        held = [socket.socket() for _ in range(4)]  # which fill the queue of the server
        for one in held:
            one.setblocking(False)
            one.connect_ex(("127.0.0.1", port))
        runner = made("openai:m", base_url=f"http://127.0.0.1:{port}/v1", connections=50)

        def interrupted():
            yield from chats(50)
            raise KeyboardInterrupt

        begun = time.monotonic()
        with pytest.raises(KeyboardInterrupt):
            list(runner.replies(interrupted()))
        assert time.monotonic() - begun < 8  # one after the other: 15
        for one in held:
            one.close()


def test_requests_are_taken_as_needed(faulty_server):
    """Requests are taken one by one, at most two per connection ahead of the replies."""
    taken = []

    def requests():
        for one in chats(100):
            taken.append(one)
            yield one

    replies = made(f"openai:{MODEL}", base_url=faulty_server.url, connections=2).replies(requests())
    next(replies)
    assert len(taken) <= 5
    replies.close()
