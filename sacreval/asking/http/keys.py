"""The address of a server's API, and its key, read from the environment and never shown."""

from __future__ import annotations

import os
import re
from bisect import bisect_right
from functools import lru_cache
from ipaddress import ip_address
from itertools import accumulate
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from msgspec.structs import replace

from sacreval.asking.http.api import Api
from sacreval.asking.requests import Failure, Reply
from sacreval.core.record_parts import TokenLogprob
from sacreval.errors import NotSetUpError, UsageError, shortened

_OPTION = "--base-url"
_PORTS = {"http": 80, "https": 443}


class Address(NamedTuple):
    """Where requests are sent.

    Args:
        secure: Whether the connection is encrypted.
        name: Host name or number, without brackets.
        port: Port.
        path: Path that all requests begin with, without a slash at its end.
        host: Host and port as the user wrote them, for messages and replies.
    """

    secure: bool
    name: str
    port: int
    path: str
    host: str


def parsed(base_url: str, *, insecure: bool) -> Address:
    """Parse an address."""
    try:
        parts = urlsplit(base_url.strip())
        port = parts.port
    except ValueError as error:
        raise UsageError(f"{_OPTION}: not an address ({error}); {_EXAMPLE}") from None
    if "@" in parts.netloc or parts.query or parts.fragment:
        raise UsageError(
            f"{_OPTION}: an address has no user name, password, query or fragment; remove it, "
            "and name the variable that holds the key by --key-env"
        )
    shown = shortened(base_url)
    if parts.scheme not in _PORTS or not parts.hostname or port == 0 or not _plain(base_url):
        raise UsageError(f"{_OPTION} {shown}: not an address; {_EXAMPLE}")
    if parts.scheme == "http" and not insecure and not _loopback(parts.hostname):
        raise UsageError(
            f"{_OPTION} {shown}: http:// to another machine can be read on the way; use https://, "
            "or give --insecure"
        )
    return Address(
        secure=parts.scheme == "https",
        name=parts.hostname,
        port=port or _PORTS[parts.scheme],
        path=parts.path.rstrip("/"),
        host=parts.netloc,
    )


_EXAMPLE = "write it like http://127.0.0.1:8000/v1"


def _plain(url: str) -> bool:
    """Return whether a text has only characters that an address may have."""
    return url.strip().isascii() and url.strip().isprintable() and " " not in url.strip()


def _loopback(name: str) -> bool:
    """Return whether a host is this machine."""
    if name == "localhost":
        return True
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return False


MASK = "***"
_TEXTS = ("text", "refusal", "model", "finish_reason")
_SHORT = 8  # characters; shorter ones, as in KEY=none, are words that replies may hold


class Key(NamedTuple):
    """A key, which is never part of a message.

    Args:
        value: The key; "" for none.
    """

    value: str = ""

    def __repr__(self) -> str:
        """Write the mask."""
        return f"Key({MASK})" if self.value else "Key()"

    def hidden(self, text: str) -> str:
        """Replace the key in a message, also where it is escaped as in JSON or in an address."""
        return re.sub(_spellings(self.value), MASK, text) if self.value else text

    def hidden_in(self, reply: Reply) -> Reply:
        """Replace the key in a reply; one of under 8 characters in the message alone."""
        if not self.value:
            return reply
        if error := reply.error:
            reply = replace(reply, error=Failure(error.kind, self.hidden(error.message)))
        if len(self.value) < _SHORT:
            return reply
        shown = {name: getattr(reply, name) for name in _TEXTS}
        changes: dict[str, Any] = {
            name: self.hidden(x) for name, x in shown.items() if x and self.value in x
        }
        if reply.logprobs and self.value in "".join(x.token for x in reply.logprobs):
            changes["logprobs"] = _without(self.value, reply.logprobs)
        return replace(reply, **changes) if changes else reply

    def hidden_bytes(self, body: bytes) -> bytes:
        """Replace the key in the body of a response, unless it has under 8 characters.

        This is done before the body is decoded, since a part of a message that is cut would not be
        recognized.
        """
        if len(self.value) < _SHORT:
            return body
        return re.sub(_spellings(self.value).encode(), MASK.encode(), body)


@lru_cache(maxsize=8)
def _spellings(value: str) -> str:
    r"""Return a pattern of a key whose characters may be escaped, such as `/`, `\/`, `%2F`."""
    return "".join(map(_spelling, value))


def _spelling(sign: str) -> str:
    code, sure = f"(?i:{ord(sign):02x})", re.escape(sign)
    backslash = rf"|\\{sure}" if sign in '"/\\' else ""
    return rf"(?:{sure}|\\u00{code}|%{code}{backslash})"


def _without(value: str, tokens: tuple[TokenLogprob, ...]) -> tuple[TokenLogprob, ...]:
    """Return tokens of which those that together are a key are replaced."""
    text, masked = "".join(x.token for x in tokens), set[int]()
    starts = list(accumulate((len(x.token) for x in tokens), initial=0))
    for match in re.finditer(re.escape(value), text):
        first, last = (bisect_right(starts, at) - 1 for at in (match.start(), match.end() - 1))
        masked.update(range(first, last + 1))
    return tuple(TokenLogprob(MASK, x.logprob) if i in masked else x for i, x in enumerate(tokens))


def key_for(api: Api, address: Address, variable: str | None) -> Key:
    """Read the key for a server."""
    name = variable if variable is not None else api.key_variables.get(address.name)
    if name is None:
        return Key()
    if not name.isidentifier():
        raise UsageError("--key-env: give the name of an environment variable, not the key itself")
    value = os.environ.get(name, "").strip()
    if not value:
        # The name is not shown where it was given: it may be the key itself.
        what = f"variable {name}" if variable is None else "variable that --key-env names"
        raise NotSetUpError(
            f"{address.host} needs a key, and the environment {what} is not set; set it, or name "
            "another by --key-env"
        )
    if not (value.isascii() and value.isprintable()) or " " in value:
        raise UsageError(f"{name}: the key has characters that cannot be sent; set it again")
    return Key(value)
