"""Many requests at once: connections, limits, waiting and closing."""

import socket
import sys
import threading

import pytest

from sacreval.asking.http.gate import Gate
from sacreval.asking.requests import Failure
from sacreval.asking.runners._from_spec import runner_from_spec
from support.chats import ask, chats
from support.faulty_server import MODEL
from support.program import ends

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
def test_one_gate(faulty_server, monkeypatch):
    """A 429 closes the gate of all connections, for as long as the server says."""
    closed = []

    def limited(gate, begun, seconds):
        closed.append(seconds)
        shut(gate, begun, seconds)

    shut = Gate.limited
    monkeypatch.setattr(Gate, "limited", limited)
    faulty_server.fault = lambda number, _: "limit" if number == 40 else None
    faulty_server.headers = {"Retry-After-Ms": "300"}
    found = ask(faulty_server, chats(200), connections=16)
    assert {reply.attempts for reply in found.values()} == {1, 2}
    assert closed == [0.3]
    assert len(faulty_server.bodies) == 201


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
    replies = runner_from_spec(
        f"openai:{MODEL}", base_url=faulty_server.url, timeout=600.0
    ).replies(chats(50))
    next(replies)
    with ends():
        replies.close()
    sent = len(faulty_server.bodies)
    left = {one.name for one in set(threading.enumerate()) - before}
    assert not {name for name in left if name.startswith("sacreval")}
    assert len(faulty_server.bodies) == sent


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="a full queue is refused elsewhere")
def test_closing_while_all_connect(monkeypatch):
    """Threads that still connect are waited for together, not one after the other."""
    monkeypatch.setattr("sacreval.asking.http.session.JOIN", 3.0)
    monkeypatch.setattr("sacreval.asking.http.connection.CONNECTING", 600.0)
    with socket.create_server(("127.0.0.1", 0), backlog=0) as full:
        port = full.getsockname()[1]
        held = [socket.socket() for _ in range(4)]  # which fill the queue of the server
        for one in held:
            one.setblocking(False)
            one.connect_ex(("127.0.0.1", port))
        runner = runner_from_spec(
            "openai:m", base_url=f"http://127.0.0.1:{port}/v1", connections=50
        )

        def interrupted():
            yield from chats(50)
            raise KeyboardInterrupt

        with ends(), pytest.raises(KeyboardInterrupt):  # one after the other takes 150 s
            list(runner.replies(interrupted()))
        for one in held:
            one.close()


def test_requests_are_taken_as_needed(faulty_server):
    """Requests are taken one by one, at most two per connection ahead of the replies."""
    taken = []

    def requests():
        for one in chats(100):
            taken.append(one)
            yield one

    replies = runner_from_spec(
        f"openai:{MODEL}", base_url=faulty_server.url, connections=2
    ).replies(requests())
    next(replies)
    assert len(taken) <= 5
    replies.close()
