"""Lines that programs read: one record each, named by a hash of its fields."""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import blake2b
from typing import NamedTuple

import msgspec

from sacreval.core.records import Instance


class RequestLine(NamedTuple):
    """A record for a program.

    Args:
        id: 32 hexadecimal digits: a hash of its fields, so that equal records are asked once.
        line: The line, with its end.
    """

    id: str
    line: bytes


def request_line(record: Instance, fields: Sequence[str]) -> RequestLine:
    """Write the fields of a record that a program reads.

    Args:
        record: The record.
        fields: Their names.
    """
    values = {name: getattr(record, name) for name in fields}
    try:
        body = msgspec.json.encode(values)
    except (UnicodeError, OverflowError, ValueError):  # halves of surrogate pairs, large integers
        body = json.dumps(msgspec.to_builtins(values)).encode()
    name = blake2b(body, digest_size=16).hexdigest()
    return RequestLine(name, b'{"id":"%s",%s\n' % (name.encode(), body[1:]))
