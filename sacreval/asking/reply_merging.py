"""Replies to the same requests: errors give way to answers, and two different answers are wrong."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b

import msgspec

from sacreval.asking.requests import Reply
from sacreval.errors import InputError, shortened


def is_answer(reply: Reply) -> bool:
    """Return whether a reply counts: it says something, has no error, and was not filtered."""
    said = (reply.text, reply.refusal, reply.logprob, reply.finish_reason, reply.usage)
    is_empty = all(one is None for one in said)
    return not is_empty and reply.error is None and reply.finish_reason != "content_filter"


class ReplyMerger:
    """What is known of the replies so far, by id; answers are held as hashes."""

    def __init__(self) -> None:
        self._answers: dict[str, bytes] = {}
        self._failed: dict[str, Reply] = {}

    @property
    def answered(self) -> set[str]:
        """The ids that have an answer."""
        return set(self._answers)

    def has(self, name: str) -> bool:
        """Return whether a request has an answer."""
        return name in self._answers

    def add(self, reply: Reply, where: str) -> bool:
        """Add a reply, and return whether it is the first answer to its request.

        Args:
            reply: The reply.
            where: Its file and line, for messages.

        Raises:
            InputError: If its request has another answer.
        """
        if not is_answer(reply):
            if reply.id not in self._answers:
                self._failed[reply.id] = reply
            return False
        digest = _digest(reply)
        if (held := self._answers.setdefault(reply.id, digest)) is not digest:
            if held != digest:
                raise InputError(
                    f"{where}: {shortened(reply.id)} has another answer in an earlier line; keep "
                    "one of the two lines"
                )
            return False
        self._failed.pop(reply.id, None)
        return True

    def failures(self) -> Iterator[Reply]:
        """Yield the last failed reply of each request without an answer."""
        yield from self._failed.values()


def _digest(reply: Reply) -> bytes:
    """Return a hash of what was answered, not of how long that took."""
    said = (reply.text, reply.refusal, reply.logprob)
    return blake2b(msgspec.json.encode(said), digest_size=16).digest()
