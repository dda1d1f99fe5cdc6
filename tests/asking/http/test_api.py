"""The API of a server: another one is one object, and the client does the rest."""

import json

import pytest

from sacreval.asking.http.api import Api
from sacreval.asking.http.keys import parsed
from sacreval.asking.http.session import Limits, replies
from sacreval.asking.requests import Failure, Reply
from sacreval.errors import UsageError
from support.chats import chats

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
    options = {"runner": "other", "model": "m", "key_env": None, "limits": Limits(1, 2, 60.0)}
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
