"""Addresses of servers, checked before anything is sent."""

import pytest

from sacreval.asking.http.keys import Address, parsed
from sacreval.errors import UsageError


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
