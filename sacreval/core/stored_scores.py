"""Scores that another tool stored in its log, over a whole run."""

from __future__ import annotations

from typing import Any

import msgspec


class StoredScore(msgspec.Struct, frozen=True, kw_only=True):
    """A score over all records of a system, as the tool that wrote a log computed it.

    Args:
        name: The tool's name of the score, such as `exact_match`.
        value: The score.
        error: Its standard error as the tool states it; None where it states none.
        system_id: The system, as in the records that the reader makes.
        task: The task or data set, as in the records' `groups.task`; None where there is one only.
        records: Number of records it was computed from; None where the log does not tell.
        options: Options of the score, as the tool states them.
        where: File and place, for messages.
    """

    name: str
    value: float
    error: float | None = None
    system_id: str | None = None
    task: str | None = None
    records: int | None = None
    options: dict[str, Any] = {}
    where: str
