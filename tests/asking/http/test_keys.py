"""Keys: from the environment, to their host only, never shown."""

import pytest

from sacreval.asking.http.keys import Address, Key, key_for, parsed
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
    assert [token.token for token in hidden] == ["a ", "***", "***", "***", "", " c"]
    assert [token.logprob for token in hidden] == [-1.0] * 6
    assert [bool(token.top) for token in hidden] == [True, False, False, False, True, True]


def test_short_keys_are_words():
    """A key of under 8 characters, as in KEY=none, does not change the texts of replies."""
    reply = Reply(id="1", text="none", error=Failure("other", "none"))
    hidden = Key("none").hidden_in(reply)
    assert (hidden.text, hidden.error.message) == ("none", "***")


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("https://api.openai.com/v1", (True, "api.openai.com", 443, "/v1", "api.openai.com")),
        ("http://127.0.0.1:8000/v1/", (False, "127.0.0.1", 8000, "/v1", "127.0.0.1:8000")),
        ("http://[::1]:80", (False, "::1", 80, "", "[::1]:80")),
        (" http://LOCALHOST:1/v1 ", (False, "localhost", 1, "/v1", "LOCALHOST:1")),
    ],
)
def test_parts(url, address):
    """Host, port and path are those of the address; the path has no slash at its end."""
    assert parsed(url, insecure=False) == Address(*address)


@pytest.mark.parametrize("name", ["example.org", "10.0.0.1", "localhost.a.org", "127.0.0.1.x"])
def test_plain_http_to_others(name):
    """Plain http to another machine needs --insecure."""
    with pytest.raises(UsageError, match="can be read on the way"):
        parsed(f"http://{name}/v1", insecure=False)
    assert parsed(f"http://{name}/v1", insecure=True).name == name


BAD = ("", "v1", "ftp://a/v1", "http://", "http://a:b/v1", "http://a:99999", "http://[::1",
       "http://x y/", "http://ü/", "http://a\nb/", "http://127.0.0.1:0/v1")  # fmt: skip


@pytest.mark.parametrize("url", BAD)
def test_not_an_address(url):
    """What is no address is a sentence."""
    with pytest.raises(UsageError, match="not an address"):
        parsed(url, insecure=True)


SECRETS = ("https://me:hidden@a/v1", "https://a/v1?key=hidden", "https://a/#hidden")


@pytest.mark.parametrize("url", SECRETS)
def test_no_secrets_in_addresses(url):
    """An address that may hold a password is refused, and is not shown."""
    with pytest.raises(UsageError, match="--key-env") as error:
        parsed(url, insecure=True)
    assert "hidden" not in str(error.value)
