"""Messages between a run and its SQL process: a question about a query, and the answer."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Compare = Literal["spider", "unitxt", "bird"]
Dialect = Literal["sqlite", "duckdb"]
Verdict = Literal["equal", "different", "error", "timeout", "too_large"]
REASONS: tuple[Verdict, ...] = ("different", "error", "timeout", "too_large")


class Limits(Struct, frozen=True):
    """Limits of one query.

    Args:
        seconds: Seconds of wall-clock time.
        steps: Instructions of SQLite's virtual machine.
        rows: Rows of the result.
        bytes: Bytes of the result, and of the memory of the database.
    """

    seconds: float
    steps: int
    rows: int
    bytes: int


class Question(Struct, frozen=True):
    """A predicted query, and the queries that are right.

    Args:
        files: Database files, on each of which the results must be equal.
        dialect: What runs the queries.
        golds: Queries that are right, each on its own.
        prediction: The predicted query.
        compare: The convention of the comparison.
        keep_distinct: Whether DISTINCT counts under the convention spider.
        limits: Limits of each query.
    """

    files: tuple[str, ...]
    dialect: Dialect
    golds: tuple[str, ...]
    prediction: str
    compare: Compare
    keep_distinct: bool
    limits: Limits


class Answer(Struct, frozen=True):
    """What came out.

    Args:
        verdict: Whether the results are equal, or why the prediction is wrong.
        message: The database's message about a query that failed.
        non_empty: Whether the results are equal and have rows (convention unitxt).
        subset: Whether they have rows, and one has the columns of the other (convention unitxt).
        gold_failed: Index of the right query that failed, to which the verdict belongs; or None.
    """

    verdict: Verdict
    message: str = ""
    non_empty: bool = False
    subset: bool = False
    gold_failed: int | None = None


class QueryError(Exception):
    """A query without a result.

    Args:
        verdict: Why.
        message: The database's message.
    """

    def __init__(self, verdict: Verdict, message: str) -> None:
        super().__init__(message)
        self.verdict: Verdict = verdict
        self.message = message
