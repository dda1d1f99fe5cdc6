"""The Python function `correlate`: agreement of metric scores with human judgments."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Unpack

import msgspec

from sacreval.cli.options.python_options import options_of, with_options
from sacreval.core.options.python_functions import nested, rows_of, warn
from sacreval.core.options.type_errors import in_plain_words
from sacreval.core.records import Instance, Scored
from sacreval.errors import UsageError, shortened
from sacreval.features.correlate.analysis import (
    ASKED,
    run_one,
    run_tasks,
    runs_of,
    tasks_with_judgments,
)
from sacreval.features.correlate.data.directions import check_names
from sacreval.features.correlate.data.load import load_tasks
from sacreval.features.correlate.data.score_files import flat
from sacreval.features.correlate.data.score_grid import split_rows
from sacreval.features.correlate.data.score_origins import directions_beside
from sacreval.features.correlate.data.score_set import Row, ScoreSet, own_scores
from sacreval.features.correlate.options import CorrelationArguments, CorrelationOptions
from sacreval.features.correlate.tables import correlations
from sacreval.features.correlate.tables.correlations import View
from sacreval.report.formats import Format
from sacreval.report.shown import Shown
from sacreval.report.tables import Table


@dataclass(frozen=True, repr=False)
class ShownCorrelations(Shown):
    """The result of `correlate`.

    Args:
        found: Correlations, tests and notes, as in the JSON of the command.
    """

    main_columns = (
        "task", "metric", "human", "level", "coefficient", "value", "low", "high", "p_value",
        "n_systems", "n_instances", "n_used",
    )  # fmt: skip

    found: dict[str, Any]

    def render(self, form: Format) -> str:
        """Return the result in a format of the command line, such as `md` or `tsv`."""
        return correlations.render(self.found, form, self._view)

    def tables(self) -> Sequence[Table]:
        """Return the tables of correlations, tests and ranks."""
        return correlations.tables(self._view.of(self.found), self._view)

    def notes(self) -> Sequence[str]:
        """Return the notes: what was left out, the basis of tests, and signatures."""
        return correlations.lines(self._view.of(self.found), self._view)

    @property
    def _view(self) -> View:
        """What tables show: levels in the words that were asked for."""
        return View(words=self.found.get(ASKED, {}))

    def rows(self) -> list[dict[str, Any]]:
        """Return the correlations, one record each."""
        return [_flat(result) for result in self.found["results"]]


def _flat(result: Mapping[str, Any]) -> dict[str, Any]:
    """Return a correlation as a flat record, with the ends and the method of its interval."""
    interval = result.get("interval") or {}
    ends = {name: interval.get(name) for name in ("low", "high", "method")}
    return {name: x for name, x in result.items() if name not in ("interval", "skipped")} | ends


@with_options(CorrelationOptions)
def correlate(
    scores: Any,
    *,
    human: str | Sequence[str],
    metrics: str | Sequence[str] = "main",
    **options: Unpack[CorrelationArguments],
) -> ShownCorrelations:
    """Correlate scores with human judgments.

    Args:
        scores: The result of `score` for records with judgments; files of scores; or a data frame
            with the columns `instance_id` and `system_id`, numbers as scores, and human scores in
            columns `judgments.NAME` or by their name.
        human: Name of the human score, such as adequacy; of several, each is a task of its own.
        metrics: Names of metric outputs, such as rouge1_f1; main for the main ones, all for all.
        **options: Systems, correlations, intervals and tests, by the options of the command.

    Returns:
        The correlations, which are printed like the output of the command.

    Raises:
        SacrevalError: A file, human score or metric is missing; the message lists valid names.
    """
    stated = {**options, "human": human, "metric": metrics}
    request = options_of(CorrelationOptions, stated)
    data = _score_set(scores, request.human)
    check_names([data], request)
    runs = runs_of({"": data}, request, request.metric)
    report = run_tasks(runs, tasks_with_judgments(runs)) if request.has_tasks else run_one(runs[""])
    for note in report.get("notes", ()):
        warn(note)
    return ShownCorrelations(report)


def _score_set(scores: Any, human: Sequence[str]) -> ScoreSet:
    rows = rows_of(scores)
    if rows is not None:
        scores = [_scored(row, i, human) for i, row in enumerate(rows, start=1)]
    result = scores if hasattr(scores, "rows_of_systems") else None
    inputs = listed(scores)
    if inputs and all(isinstance(x, Path) for x in inputs):
        return replace(load_tasks(inputs, ())[""], directions=directions_beside(inputs))
    if not inputs or not all(isinstance(x, Scored) for x in inputs):
        raise UsageError(
            "`scores` must be the result of sacreval.score, a data frame, or files of scores"
        )
    data = split_rows(map(row_of_scores, inputs), (), ())[""]
    if result is None:
        return data
    system_scores = own_scores(data.systems, data.instances, *result.rows_of_systems)
    return replace(data, directions=result.directions, own=system_scores)


def _scored(row: Mapping[str, Any], number: int, human: Sequence[str]) -> Scored:
    """Return a row of a data frame as the scores of a record."""
    record = nested(row)
    known = [name for name in Scored.__struct_fields__ if name != "scores"]
    fields = {name: record.pop(name) for name in known if name in record}
    people = {name: record.pop(name) for name in human if name in record}
    for name, value in record.items():
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise UsageError(
                f"scores:{number}: the column '{shortened(name)}' holds "
                f"{shortened(repr(value))}, not a number; drop the column, or convert it"
            )
    fields |= {"scores": record, "judgments": {**people, **(fields.get("judgments") or {})}}
    for name in ("instance_id", "system_id"):
        if isinstance(fields.get(name), int):
            fields[name] = str(fields[name])
    try:
        return msgspec.convert(fields, Scored)
    except msgspec.ValidationError as error:
        problem = in_plain_words(error)
        raise UsageError(f"scores:{number}: {problem}; give a row for each output") from None


def listed(scores: Any) -> list[Any]:
    """List files, or the records of a result; nothing for other values."""
    if isinstance(scores, str | Path):
        return [Path(scores)]
    return list(scores) if isinstance(scores, Iterable) else []


def row_of_scores(record: Scored) -> Row:
    """Return a record's scores and judgments as a row."""
    instance = (
        record.instance_id if record.dataset is None else f"{record.dataset}/{record.instance_id}"
    )
    return row_of(record, record.system_id, instance, record.scores)


def row_of(
    record: Scored | Instance, system: str, instance: str, scores: Mapping[str, float | None] = {}
) -> Row:
    """Return the judgments of a record, and its scores if it has some, as a row."""
    place = f"instance {instance} of {system}"
    groups = {name: str(value) for name, value in (record.groups or {}).items()}
    length = len(record.prediction) if isinstance(record.prediction, str) else None
    judgments = flat(record.judgments or {}, place)
    return Row(system, instance, record.system_type, scores, judgments, place, groups, length)
