"""Keys: from the environment, to their host only, never shown."""

import pytest

from sacreval.asking.http.keys import Key, key_for, parsed
from sacreval.asking.requests import Failure, Reply
from sacreval.asking.runners.openai import OpenAI
from sacreval.core.record_parts import TokenLogprob
from sacreval.errors import NotSetUpError, UsageError

API = OpenAI.api()
OPENAI = parsed("https://api.openai.com/v1", insecure=False)
OTHER = parsed("https://api.openai.com.example.org/v1", insecure=False)
SECRET = "sk-very-secret-0123456789"  # noqa: S105 - made up


def test_default_variable(monkeypatch):
    """OPENAI_API_KEY is read for that host alone."""
    monkeypatch.setenv("OPENAI_API_KEY", f" {SECRET}\n")
    assert key_for(API, OPENAI, None) == Key(SECRET)
    assert key_for(API, OTHER, None) == Key()


@pytest.mark.parametrize("name", [SECRET, "", "A=B"])
def test_the_key_is_given_instead_of_its_variable(name):
    """A key on the command line is refused without showing it."""
    with pytest.raises(UsageError, match="not the key itself") as error:
        key_for(API, OPENAI, name)
    assert SECRET not in str(error.value)


@pytest.mark.parametrize("value", ["a\nHost: b", "schlüssel", "a b"])
def test_keys_that_cannot_be_sent(monkeypatch, value):
    """A key that would break the request is refused without showing it."""
    monkeypatch.setenv("MY_KEY", value)
    with pytest.raises(UsageError, match="MY_KEY: the key has characters") as error:
        key_for(API, OPENAI, "MY_KEY")
    assert value not in str(error.value)


def test_missing(monkeypatch):
    """A variable that is not set is not named, since it may be a key that looks like a name."""
    monkeypatch.setenv("gsk_abc123", " ")
    with pytest.raises(NotSetUpError, match="that --key-env names is not set") as error:
        key_for(API, OTHER, "gsk_abc123")
    assert "gsk" not in str(error.value)


def test_hidden():
    """The key is replaced in every text of a reply, and in its own repr."""
    key = Key(SECRET)
    said = f"a {SECRET} b"
    reply = Reply(id="1", text=said, model=said, refusal=said, error=Failure("other", said))
    hidden = key.hidden_in(reply)
    shown = Failure("other", "a *** b")
    assert hidden == Reply(id="1", text="a *** b", model="a *** b", refusal="a *** b", error=shown)
    assert SECRET not in repr(key)
    assert key.hidden_bytes(said.encode()) == b"a *** b"


ODD = "sk/0+1=23.4*5"


@pytest.mark.parametrize(
    "spelling",
    [
        ODD,
        "".join(f"\\u00{ord(sign):02x}" for sign in ODD),
        ODD.replace("/", "\\/"),
        ODD.replace("/", "\\u002F").replace("=", "\\u003d"),
        "sk%2F0%2b1%3D23.4*5",
    ],
)
def test_escaped_keys(spelling):
    """A key is recognized however JSON or an address escapes it."""
    assert Key(ODD).hidden_bytes(f"a{spelling}b".encode()) == b"a***b"
    assert Key(ODD).hidden(f"a{spelling}b") == "a***b"
    assert Key(ODD).hidden("sk/0+1=23x4*5") == "sk/0+1=23x4*5"


def test_keys_in_several_tokens():
    """Tokens that together are the key are replaced, with those that were likely in their place."""
    texts = ("a ", f"b{SECRET[:5]}", SECRET[5:9], SECRET[9:], "", " c")
    tokens = tuple(TokenLogprob(text, -1.0, {text: -1.0}) for text in texts)
    hidden = Key(SECRET).hidden_in(Reply(id="1", logprobs=tokens)).logprobs
    assert [one.token for one in hidden] == ["a ", "***", "***", "***", "", " c"]
    assert [one.logprob for one in hidden] == [-1.0] * 6
    assert [bool(one.top) for one in hidden] == [True, False, False, False, True, True]


def test_short_keys_are_words():
    """A key of under 8 characters, as in KEY=none, does not change the texts of replies."""
    reply = Reply(id="1", text="none", error=Failure("other", "none"))
    hidden = Key("none").hidden_in(reply)
    assert (hidden.text, hidden.error.message) == ("none", "***")
