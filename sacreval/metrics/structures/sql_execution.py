"""Execution accuracy: whether a predicted SQL query has the result of the right one."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from sacreval.core.metric import MeanMetric, ScoreScale, metrics
from sacreval.core.options.field_types import ANYTHING, TEXT, TEXTS, Kind
from sacreval.errors import InputError, NotSetUpError, RecordError, UsageError, shortened
from sacreval.metrics.structures._sql import databases
from sacreval.metrics.structures._sql.asking import ask
from sacreval.metrics.structures._sql.question import (
    REASONS,
    Answer,
    Compare,
    Dialect,
    Limits,
    Question,
)

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.core.records import Batch, Instance

OF_UNITXT = ("non_empty_execution_accuracy", "subset_non_empty_execution_accuracy")


@metrics.register("sql-execution")
@dataclass(frozen=True, kw_only=True)
class SqlExecution(MeanMetric):
    """Execution accuracy: does a predicted SQL query have the result of the right one? 0 or 1.

    Higher is better; the score of a system is the mean over records. The prediction is a query, and
    so is each reference, of which one must have the same result. A query that fails, is refused or
    exceeds a limit scores 0, and each reason is an output of its own. A reference that fails is an
    error of the data. Queries run in a process of their own on files that are opened read-only:
    they cannot write, attach other files, load extensions or change settings.

    Args:
        database: Database file of all records.
        databases: Folder of the databases, where the id of a record's database is `db_id` of its
            `meta`: all database files in the folder of that name, on each of which the results must
            be equal, or the file of that name.
        compare: How results are compared. spider, of its test suites: equal up to the order of
            columns, and of rows unless the reference has ORDER BY; NULL and numbers by value.
            unitxt: cells as texts, sorted within each row, by its execution accuracy. bird: equal
            sets of rows.
        keep_distinct: Keep DISTINCT under spider, which removes it from both queries by default.
        dialect: sqlite, or duckdb, which needs `pip install 'sacreval[duckdb]'`.
        timeout: Seconds that a query may take.
        max_steps: Instructions of SQLite's virtual machine that a query may take; unlike seconds,
            they do not depend on the machine. A billion take about ten seconds.
        max_rows: Rows that a result may have.
        max_memory: MiB that a result may have, and that the database may use.

    Source: test-suite-sql-eval (Zhong, Yu and Klein 2020) without `--plug_value`; Unitxt 1.26.10
    without its comparison by sqlglot, which only saves running equivalent queries; BIRD's
    evaluation.
    """

    tasks: ClassVar[tuple[str, ...]] = ("structure", "code")
    higher_is_better: ClassVar[Mapping[str, bool]] = {
        **{f"sql_{reason}": False for reason in REASONS},
        "*": True,
    }
    score_scale = ScoreScale(mean=True, highest=1.0)
    whole_rows: ClassVar[bool] = True
    kinds: ClassVar[Mapping[str, Kind]] = {
        "prediction": TEXT,
        "references": TEXTS,
        "meta": ANYTHING,
    }
    example: ClassVar[tuple[Mapping[str, Any], ...]] = (
        {"prediction": "SELECT 1", "references": ["SELECT 1"], "meta": {"db_id": "shop"}},
        {"prediction": "SELECT 2", "references": ["SELECT 1"], "meta": {"db_id": "shop"}},
        {"prediction": "SELEC", "references": ["SELECT 1"], "meta": {"db_id": "shop"}},
    )

    database: str = ""
    databases: str = ""
    compare: Compare = "spider"
    keep_distinct: bool = False
    dialect: Dialect = "sqlite"
    timeout: float = 60.0
    max_steps: int = 1_000_000_000
    max_rows: int = 1_000_000
    max_memory: int = 256

    def __post_init__(self) -> None:
        databases.check(self.database, self.databases)
        if self.dialect == "duckdb":
            _find_duckdb()
        for name in ("timeout", "max_steps", "max_rows", "max_memory"):
            if not 0 < getattr(self, name) < 2**53:
                raise UsageError(f"{name} is {getattr(self, name)}; give a number above 0")
        if self.databases:
            object.__setattr__(self, "needs", ("references", "meta"))

    @property
    def outputs(self) -> tuple[str, ...]:
        """Return the accuracy, those that only Unitxt has, and the share of each reason for 0."""
        more = OF_UNITXT if self.compare == "unitxt" else ()
        return ("execution_accuracy", *more, *(f"sql_{reason}" for reason in REASONS))

    def rests_on(self) -> Sequence[Path]:
        """Return the databases."""
        return (Path(self.database or self.databases),)

    def data_hashes(self) -> Mapping[str, str]:
        """Return the version of what runs queries, and a hash of the databases."""
        digest = databases.content_hash(self.database or self.databases)
        return {self.dialect: _version(self.dialect), "database-files": digest}

    def fault(self, instance: Instance) -> str | None:
        """Report a record whose database is not there."""
        if not self.databases:
            return None
        if not isinstance((instance.meta or {}).get("db_id"), str):
            return (
                "no text `db_id` in `meta`, which names the database; --map 'meta={db_id: FIELD}'"
            )
        try:
            self._files(instance.meta)
        except RecordError as error:
            return str(error)
        return None

    def rows(self, batch: Batch) -> Array:
        """Ask about each record.

        Raises:
            InputError: If a right query fails.
        """
        import numpy as np

        rows = []
        for i, instance in enumerate(batch):
            answer = self._asked(instance.prediction, instance.references or [], instance.meta)
            if answer.gold_failed is not None:
                raise InputError(_gold_sentence(batch.where(i), answer))
            rows.append(self._row(answer))
        return np.asarray(rows, dtype=np.float64).reshape(len(rows), len(self.outputs) + 1)

    def prepare(self, *context: Any) -> Sequence[Any]:
        """Return the references and `meta`."""
        return (*context, None)[:2]

    def scores(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Ask about one query."""
        answer = self._asked(prediction, *prepared)
        if answer.gold_failed is not None:
            raise InputError(_gold_sentence("a record", answer))
        return self._row(answer)[:-1]

    def _row(self, answer: Answer) -> list[float]:
        equal = answer.verdict == "equal"
        more = (answer.non_empty, answer.subset) if self.compare == "unitxt" else ()
        reasons = (answer.verdict == reason for reason in REASONS)
        return [*map(float, (equal, *more, *reasons)), 1.0]

    def _asked(self, prediction: str, references: Sequence[str], meta: Any) -> Answer:
        question = Question(
            files=tuple(map(os.path.abspath, self._files(meta))),  # the process may be elsewhere
            dialect=self.dialect,
            golds=tuple(references),
            prediction=prediction,
            compare=self.compare,
            keep_distinct=self.keep_distinct,
            limits=Limits(self.timeout, self.max_steps, self.max_rows, self.max_memory * 2**20),
        )
        return ask(question)

    def _files(self, meta: Any) -> tuple[str, ...]:
        if self.database:
            return (self.database,)
        return databases.of_id(self.databases, meta["db_id"], self.dialect)


def _gold_sentence(where: str, answer: Answer) -> str:
    what = shortened(answer.message) or answer.verdict
    return (
        f"{where}: reference {(answer.gold_failed or 0) + 1} fails ({answer.verdict}: {what}); "
        "correct it or its database, or raise the limit"
    )


def _version(dialect: Dialect) -> str:
    if dialect == "duckdb":
        from sacreval.core.version import version

        return version("duckdb")
    import sqlite3

    return sqlite3.sqlite_version


def _find_duckdb() -> None:
    from importlib.util import find_spec

    if find_spec("duckdb") is None:
        raise NotSetUpError("--dialect duckdb needs DuckDB; run: pip install 'sacreval[duckdb]'")
