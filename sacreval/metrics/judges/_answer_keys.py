"""Keys of the replies about each of several answers of a record."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from typing import TypeVar

T = TypeVar("T")


def key_of_answer(key: str, answer: object) -> str:
    """Return the key of the replies about one answer."""
    return f"{key}:{blake2b(repr(answer).encode(), digest_size=16).hexdigest()}"


def of_answers(key: str, replies: Mapping[str, T]) -> dict[str, T]:
    """Return the replies about each of several answers by their keys; none of a single one.

    Args:
        key: The key of the judge.
        replies: The replies of a record.
    """
    return {name: reply for name, reply in replies.items() if name.startswith(f"{key}:")}
