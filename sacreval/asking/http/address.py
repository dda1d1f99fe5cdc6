"""The address of a server's API: checked once, before anything is sent."""

from __future__ import annotations

from ipaddress import ip_address
from typing import NamedTuple
from urllib.parse import urlsplit

from sacreval.errors import UsageError, shortened

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
    """Parse an address.

    Args:
        base_url: Address up to the version, such as http://127.0.0.1:8000/v1.
        insecure: Whether plain http to another machine is allowed.

    Raises:
        UsageError: If it is no such address, has a user name or a query, or is plain http to
            another machine. The address is not shown where it may hold a password.
    """
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
