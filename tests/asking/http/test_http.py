"""A client of a server: its API, attempts, waits, and the gate that holds all connections back."""

import json
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from threading import Thread

import pytest
from urllib3 import HTTPHeaderDict

from sacreval.asking.http.api import Api
from sacreval.asking.http.attempts import AgainError, Server
from sacreval.asking.http.connection import Connection, DeadlineThread
from sacreval.asking.http.gate import (
    MORE_AFTER,
    RequestLimiter,
    StoppedError,
    backoff,
    requested_wait,
)
from sacreval.asking.http.keys import Key, parsed
from sacreval.asking.http.session import SessionLimits, Threads, replies
from sacreval.asking.requests import Failure, Reply
from sacreval.asking.runners.openai import OpenAI
from sacreval.errors import UsageError
from support.chats import chats
from support.post_server import serve_body

OTHER = Api(
    key_variables={"127.0.0.1": "OTHER_KEY"},
    headers=lambda key: {"Authorization": f"Other {key}"},
    path=lambda _: "/say",
    body=lambda asked, model: {"prompt": asked.messages[0].content, "engine": model},
    reply=lambda asked, body: Reply(id=asked.id, text=json.loads(body)["choices"][0]["text"]),
    failure=lambda status, _: Failure("limit", f"no credit ({status})"),
    quota=b"pay first",
    wait=lambda headers: float(headers["X-Wait"]),
)


@pytest.fixture
def ask(faulty_server, monkeypatch):
    """Return a function that asks one chat."""
    monkeypatch.setenv("OTHER_KEY", "k")
    faulty_server.headers = {"X-Wait": "0"}
    address = parsed(faulty_server.url, insecure=False)
    options = {
        "runner": "other",
        "model": "m",
        "key_env": None,
        "limits": SessionLimits(1, 2, 60.0),
    }
    return lambda **more: list(replies(OTHER, address, chats(1), **options, **more))


def test_requests_and_replies(ask, faulty_server):
    """Path, key, body and reply are those of the API; the wait is that of its header."""
    faulty_server.fault = lambda number, _: None if number else "limit"
    (reply,) = ask(strict_model=False)
    assert (reply.text, reply.attempts) == ("SAY 0", 2)
    assert faulty_server.paths == ["/v1/say"] * 2
    assert faulty_server.keys == ["Other k"] * 2
    assert faulty_server.bodies == [{"prompt": "say 0", "engine": "m"}] * 2


def test_quota(ask, faulty_server):
    """A used-up quota is recognized by the words of the API, and the message is its own."""
    faulty_server.fault = lambda *_: "quota"
    with pytest.raises(UsageError, match=r"answers 429: no credit \(429\); check the account's"):
        ask(strict_model=False)


def test_runner(ask):
    """A message names the runner."""
    with pytest.raises(UsageError, match="--strict-model: other:m was requested"):
        ask(strict_model=True)


def test_closed_for_all():
    """While it is closed nobody passes; afterwards they do."""
    gate = RequestLimiter(4)
    begun = gate.enter()
    gate.limited(begun, 0.2)
    gate.leave()
    assert gate.enter() - begun > 0.15


def test_the_longest_wait_counts():
    """A shorter wait does not open a gate that is closed for longer."""
    gate = RequestLimiter(1)
    begun = gate.enter()
    gate.limited(begun, 0.2)
    gate.limited(begun, 0.0)
    gate.leave()
    assert gate.enter() - begun > 0.15


def test_halved_once_for_requests_that_were_under_way_together():
    """Requests that were sent together halve the connections once; a later one does again."""
    gate = RequestLimiter(64)
    begun = [gate.enter() for _ in range(64)]
    for start in begun:
        gate.limited(start, 0.0)
        gate.leave()
    assert gate.limit == 32
    gate.limited(gate.enter(), 0.0)
    assert gate.limit == 16


def test_never_none():
    """One connection is left."""
    gate = RequestLimiter(3)
    for _ in range(5):
        gate.limited(gate.enter(), 0.0)
        gate.leave()
    assert gate.limit == 1


def test_one_more_after_successes():
    """After 50 successes there is one more connection, up to all."""
    gate = RequestLimiter(2)
    gate.limited(gate.enter(), 0.0)
    gate.leave()
    for _ in range(MORE_AFTER - 1):
        gate.succeeded()
    assert gate.limit == 1
    for _ in range(MORE_AFTER * 5):
        gate.succeeded()
    assert gate.limit == 2


def test_stopped():
    """Stopping ends all waits: of the gate, of a full one, and of single requests."""
    gate = RequestLimiter(1)
    gate.limited(gate.enter(), 60.0)
    ended = []

    def wait(what):
        try:
            what()
        except StoppedError:
            ended.append(what)

    threads = [Thread(target=wait, args=(call,)) for call in (gate.enter, lambda: gate.pause(60.0))]
    for thread in threads:
        thread.start()
    gate.stop()
    for thread in threads:
        thread.join(5)
    assert len(ended) == 2
    with pytest.raises(StoppedError):
        gate.enter()


@pytest.mark.parametrize(("attempt", "bound"), [(1, 0.5), (2, 1), (3, 2), (8, 60), (500, 60)])
def test_backoff(attempt, bound):
    """Waits are spread from 0 to a bound, which doubles from 0.5 s to 60 s."""
    waits = [backoff(attempt) for _ in range(500)]
    assert 0 <= min(waits) < bound / 10
    assert bound * 0.9 < max(waits) <= bound


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"Retry-After": "7"}, 7),
        ({"retry-after": "0.5"}, 0.5),
        ({"Retry-After-Ms": "250", "Retry-After": "7"}, 0.25),
        ({"Retry-After-Ms": "soon", "Retry-After": "7"}, 7),
        ({"Retry-After": "-3"}, 0),
        ({"Retry-After": "soon"}, None),
        ({"Retry-After": "nan"}, None),
        ({"Retry-After": "inf"}, None),
        ({"Retry-After": "Wed, 99 Nov 2026 03:00:00 GMT"}, None),
        ({}, None),
    ],
)
def test_requested(headers, seconds):
    """The header of milliseconds comes before that of seconds; what is neither is ignored."""
    assert requested_wait(HTTPHeaderDict(headers)) == seconds


@pytest.mark.parametrize(("ahead", "least", "most"), [(90, 80, 90), (-90, 0, 0)])
def test_date(ahead, least, most):
    """A date is a wait until then, or none if it has passed."""
    then = format_datetime(datetime.now(UTC) + timedelta(seconds=ahead), usegmt=True)
    assert least <= requested_wait(HTTPHeaderDict({"Retry-After": then})) <= most


class Nothing:
    """A connection to nothing."""

    def close(self):
        """Close it."""


def threads(ask, number=3):
    """Create threads that ask a function."""
    return Threads(
        number=number,
        connect=Nothing,
        ask=ask,
        gate=RequestLimiter(number),
        watch=DeadlineThread(5.0),
    )


def test_replies():
    """Requests and replies may be of any type."""
    replies = threads(lambda _, number: number * 2).replies(range(50))
    assert sorted(replies) == list(range(0, 100, 2))


def test_errors():
    """The first error is raised, after the replies that came."""

    def ask(_, number):
        if number == 7:
            raise UsageError("seven")
        return number

    replies = []
    with pytest.raises(UsageError, match="seven"):
        replies.extend(threads(ask, 1).replies(range(50)))
    assert 7 not in replies


def send(read, body=b"{}", status=200):
    """Send a request to a server that answers with a body."""
    watch = DeadlineThread(60.0)
    with serve_body(body, status=status) as url:
        address = parsed(url, insecure=False)
        server = Server(
            api=OpenAI.api(),
            address=address,
            key=Key(),
            tries=2,
            timeout=60.0,
            gate=RequestLimiter(1),
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
    assert (sent.outcome.text, sent.attempts) == ("said", 1)


def test_again():
    """A reply that the reader refuses is requested again, until the attempts are used up."""

    def refuse(_):
        raise AgainError(Failure("server", "odd"), 0.0)

    sent = send(refuse)
    assert (sent.outcome, sent.attempts) == (Failure("server", "odd"), 2)


def test_too_long_is_not_tried_again():
    """A text that is too long is sent once, also where the status is that of a server's fault."""
    said = b'{"error": {"message": "input (9 tokens) is too large to process"}}'
    sent = send(lambda _: None, said, 500)
    assert (sent.outcome.kind, sent.attempts) == ("context", 1)
