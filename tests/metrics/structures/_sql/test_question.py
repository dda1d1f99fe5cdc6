"""Messages between a run and its SQL process."""

from typing import get_args

import msgspec
import pytest

from sacreval.metrics.structures._sql.question import (
    REASONS,
    Answer,
    Limits,
    QueryError,
    Question,
    Verdict,
)


def test_messages_survive_json():
    """A question and an answer are the same after their journey, in texts of any kind."""
    limits = Limits(seconds=1.5, steps=10, rows=10, bytes=10)
    asked = Question(("a",), "sqlite", ("b\n", "ü"), "'\\0", "bird", True, limits)
    line = msgspec.json.encode(asked)
    assert b"\n" not in line
    assert msgspec.json.decode(line, type=Question) == asked
    answer = Answer("error", "no such table", gold_failed=1)
    assert msgspec.json.decode(msgspec.json.encode(answer), type=Answer) == answer


def test_reasons():
    """Every verdict but the right one is a reason."""
    assert {"equal", *REASONS} == set(get_args(Verdict))
    with pytest.raises(QueryError, match="no such table"):
        raise QueryError("error", "no such table")
