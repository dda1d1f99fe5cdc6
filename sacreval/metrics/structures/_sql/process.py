"""The process in which queries run: it reads questions, one a line, and writes answers.

It gives up the right to write files and to take more memory than its limit, and an alarm that it
does not catch ends it where a query takes too long inside of one instruction.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from types import ModuleType

import msgspec

from sacreval.metrics.structures._sql import conventions
from sacreval.metrics.structures._sql.question import Answer, QueryError, Question

GRACE = 2.0  # seconds beyond the limit of a query before the process ends itself
_OWN = 512 * 2**20  # bytes of address space that Python itself may need
_DUCKDB = 2 * 2**30  # bytes that DuckDB reserves and may not use


def main() -> None:
    """Answer the questions of standard input until it ends."""
    out = sys.stdout.buffer
    decode = msgspec.json.Decoder(Question).decode

    def send(line: bytes) -> None:
        out.write(line + b"\n")
        out.flush()

    ready = False
    for line in sys.stdin.buffer:
        question = decode(line)
        if not ready:
            engine = _engine(question)
            _restrict(question)
            ready = True
        send(msgspec.json.encode(_answer(question, engine, send)))


def _engine(question: Question) -> ModuleType:
    if question.dialect == "duckdb":
        import duckdb  # noqa: F401 - before limits are set

        from sacreval.metrics.structures._sql import duckdb as engine

        return engine
    from sacreval.metrics.structures._sql import sqlite

    return sqlite


def _restrict(question: Question) -> None:
    """Restrict the process to what queries need."""
    os.environ.clear()
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
        # DuckDB's own limit does not count the texts that functions make.
        more = _DUCKDB if question.dialect == "duckdb" else 0
        most = _OWN + 8 * question.limits.bytes + more
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _alarm(seconds: float) -> None:
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds)


def _answer(question: Question, engine: ModuleType, send: Callable[[bytes], None]) -> Answer:
    """Run the queries on every file, until the prediction is wrong."""
    right = set(range(len(question.golds)))
    seen = conventions.ResultConvention(equal=False)

    def rows(query: str, path: str) -> list[conventions.Row]:
        send(b"query")
        _alarm(question.limits.seconds + GRACE)
        shown = conventions.rewritten(query, question.compare, keep_distinct=question.keep_distinct)
        if conventions.is_empty(shown):
            raise QueryError("error", "there is no query")
        fetched: list[conventions.Row] = engine.run(path, shown, question.limits)
        return fetched

    for path in question.files:
        golds = {}
        for i in sorted(right):
            try:
                golds[i] = rows(question.golds[i], path)
            except QueryError as error:
                return Answer(error.verdict, error.message, gold_failed=i)
        send(b"golds")
        try:
            same = _same_text(question, golds)
            predicted = golds[same] if same is not None else rows(question.prediction, path)
            each = {i: _compared(question, i, gold, predicted) for i, gold in golds.items()}
        except QueryError as error:
            return Answer(error.verdict, error.message)
        except MemoryError:
            return Answer("too_large", "it takes more memory than the limit")
        finally:
            _alarm(0)
        right = {i for i, comparison in each.items() if comparison.equal}
        seen = max(each.values())
        if not right:
            return Answer("different", subset=seen.subset)
        send(b"compared")
    return Answer("equal", non_empty=seen.non_empty, subset=seen.subset)


def _same_text(question: Question, golds: Iterable[int]) -> int | None:
    """Return the right query that is the prediction but for case, which Unitxt does not run."""
    if question.compare != "unitxt":
        return None
    text = question.prediction.strip().lower()
    return next((i for i in golds if question.golds[i].strip().lower() == text), None)


def _compared(
    question: Question, i: int, gold: list[conventions.Row], predicted: list[conventions.Row]
) -> conventions.ResultConvention:
    ordered = conventions.is_ordered(question.golds[i])
    return conventions.compared(gold, predicted, question.compare, ordered=ordered)


if __name__ == "__main__":
    main()
