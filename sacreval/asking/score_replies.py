"""Replies of programs that score records."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from sacreval.asking.openai_replies import readable_json
from sacreval.errors import InputError
from sacreval.io.formats.json_documents import check_document

Number = int | float | bool | None


class ScoreReply(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """The scores of one record, or of a whole set: a line that a program writes.

    It has exactly one of `score`, `scores` and `error`.

    Args:
        id: The id of the record; "" or left out in the scores of a set.
        score: The number of a program with one number.
        scores: Name to number.
        error: Why the record cannot be scored.
    """

    id: str = ""
    score: Number | UnsetType = UNSET
    scores: dict[str, Number] | None = None
    error: str | None = None

    def __post_init__(self) -> None:
        present = (self.score is not UNSET, self.scores is not None, self.error is not None)
        if sum(present) != 1:
            raise ValueError("it needs one of `score`, `scores` and `error`")


def decoded(line: bytes) -> ScoreReply:
    """Decode a line; NaN, Infinity and 1e999, which JSON does not have, are read as such.

    Args:
        line: A line without its end.

    Raises:
        ValueError: If it is no reply.
    """
    try:
        _check_keys(line)
        return msgspec.json.decode(line, type=ScoreReply)
    except msgspec.DecodeError as error:
        try:
            return msgspec.convert(readable_json(line), ScoreReply)
        except (ValueError, msgspec.DecodeError, RecursionError):
            raise error from None


def _check_keys(line: bytes) -> None:
    try:
        check_document(line, "the reply")
    except InputError as error:
        raise ValueError(str(error)) from None
