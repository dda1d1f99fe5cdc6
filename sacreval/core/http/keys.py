"""The key for a server: read from the environment, and replaced by *** wherever it is shown."""

from __future__ import annotations

import os
from typing import NamedTuple

from msgspec.structs import replace

from sacreval.core.http.address import Address
from sacreval.core.requests import Failure, Reply
from sacreval.errors import NotSetUpError, UsageError, shortened

DEFAULT = {"api.openai.com": "OPENAI_API_KEY"}  # host to variable
MASK = "***"
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

    def headers(self) -> dict[str, str]:
        """Return the header that carries the key."""
        return {"Authorization": f"Bearer {self.value}"} if self.value else {}

    def hidden(self, text: str) -> str:
        """Replace the key in a message."""
        return text.replace(self.value, MASK) if self.value else text

    def hidden_in(self, reply: Reply) -> Reply:
        """Replace the key in a reply; one of under 8 characters in the message alone."""
        if not self.value:
            return reply
        if error := reply.error:
            reply = replace(reply, error=Failure(error.kind, self.hidden(error.message)))
        if len(self.value) < _SHORT:
            return reply
        shown = {name: getattr(reply, name) for name in ("text", "refusal", "model")}
        found = {name: self.hidden(x) for name, x in shown.items() if x and self.value in x}
        return replace(reply, **found) if found else reply

    def hidden_bytes(self, body: bytes) -> bytes:
        """Replace the key in the body of a response, unless it has under 8 characters."""
        if len(self.value) < _SHORT:
            return body
        return body.replace(self.value.encode(), MASK.encode())


def key_for(address: Address, variable: str | None) -> Key:
    """Read the key for a server.

    Args:
        address: The server.
        variable: Name of the environment variable; None for that of the host, if it has one.

    Raises:
        NotSetUpError: If the variable is not set.
        UsageError: If it is no name of a variable, or its value cannot be sent.
    """
    name = variable if variable is not None else DEFAULT.get(address.name)
    if name is None:
        return Key()
    if not name.isidentifier():
        raise UsageError("--key-env: give the name of an environment variable, not the key itself")
    value = os.environ.get(name, "").strip()
    if not value:
        raise NotSetUpError(
            f"{address.host} needs a key, and the environment variable {shortened(name)} is not "
            "set; set it, or name another by --key-env"
        )
    if not (value.isascii() and value.isprintable()) or " " in value:
        raise UsageError(f"{name}: the key has characters that cannot be sent; set it again")
    return Key(value)
