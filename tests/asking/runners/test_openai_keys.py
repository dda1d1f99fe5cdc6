"""Keys of a runner: sent to their own host, never shown."""

import pytest

from sacreval.asking.runners._from_spec import runner_from_spec
from sacreval.errors import NotSetUpError, UsageError
from support.chats import ask, chats

pytestmark = pytest.mark.usefixtures("short_waits")


SECRET = "sk-very-secret-0123456789"  # noqa: S105 - made up


def test_the_key_is_sent_and_never_shown(faulty_server, monkeypatch):
    """The key of --key-env is sent; in replies and errors it is replaced by ***."""
    monkeypatch.setenv("MY_KEY", SECRET)
    faulty_server.fault = lambda *_: "shows"
    (reply,) = ask(faulty_server, chats(1), key_env="MY_KEY").values()
    assert faulty_server.keys == [f"Bearer {SECRET}"]
    assert reply.text == "it is Bearer ***"
    faulty_server.fault, faulty_server.status = (lambda *_: "refuse"), 400
    (reply,) = ask(faulty_server, chats(1), key_env="MY_KEY").values()
    assert reply.error.message == "refused, with Bearer ***"
    faulty_server.status = 401
    with pytest.raises(UsageError, match=r"Bearer \*\*\*;") as error:
        ask(faulty_server, chats(1), key_env="MY_KEY")
    assert SECRET not in str(error.value)


def test_the_key_of_openai_is_for_openai(faulty_server, monkeypatch):
    """OPENAI_API_KEY is not sent to another host."""
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    ask(faulty_server, chats(1))
    assert faulty_server.keys == [None]


def test_the_key_is_missing(monkeypatch):
    """Without the key nothing is sent; the sentence names the variable."""
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(NotSetUpError, match=r"api\.openai\.com needs a key.*OPENAI_API_KEY"):
        list(runner_from_spec("openai:m").replies(chats(1)))


def test_proxies_are_not_used(faulty_server, monkeypatch):
    """Proxies of the environment are not used, so that only the named host sees texts and keys."""
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    assert ask(faulty_server, chats(1))["say 0"].text == "SAY 0"
