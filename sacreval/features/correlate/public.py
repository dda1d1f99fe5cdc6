"""The Python function `correlate`: agreement of metric scores with human judgments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

import msgspec

from sacreval.core.options.python_functions import nested, rows_of, warn
from sacreval.core.options.wrong_values import in_plain_words
from sacreval.core.records import Scored
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
from sacreval.features.correlate.options import (
    CorrelationIntervalName,
    CorrelationOptions,
    LevelName,
    TestName,
)
from sacreval.features.correlate.tables import correlations
from sacreval.features.correlate.tables.correlations import View
from sacreval.report.formats import Format
from sacreval.report.shown import Shown
from sacreval.report.tables import Table


@dataclass(frozen=True, repr=False)
class Correlated(Shown):
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


def correlate(
    scores: Any,
    *,
    human: str | Sequence[str],
    metrics: str | Sequence[str] = "main",
    level: LevelName | Sequence[LevelName] = ("summary", "system", "global"),
    coefficient: str | Sequence[str] = ("pearson", "spearman", "kendall"),
    systems: str | Sequence[str] = "peer",
    exclude: Sequence[str] = (),
    lower_is_better: Sequence[str] = (),
    higher_is_better: Sequence[str] = (),
    signed: bool = False,
    system_scores: Literal["auto", "metric", "mean", "files"] = "auto",
    interval: CorrelationIntervalName = "auto",
    units: Literal["systems", "inputs", "both"] | None = None,
    resamples: int = 1000,
    confidence: float = 0.95,
    seed: int = 12345,
    test: TestName | None = None,
    alternative: Literal["two-sided", "greater"] = "two-sided",
    correction: Literal["holm", "bonferroni", "bh", "none"] = "holm",
    significance: float = 0.05,
) -> Correlated:
    """Correlate scores with human judgments.

    Args:
        scores: The result of `score` for records with judgments; files of scores; or a data frame
            with the columns `instance_id` and `system_id`, numbers as scores, and human scores in
            columns `judgments.NAME` or by their name.
        human: Name of the human score, such as adequacy; of several, each is a task of its own.
        metrics: Names of metric outputs, such as rouge1_f1; main for the main ones, all for all.
        level: Correlates the systems of each input (summary), scores of systems (system), all
            outputs at once (global), or the inputs of each system (group-by-system).
        coefficient: Names of coefficients, such as pearson, spearman, kendall, pa or acc-eq.
        systems: Systems to correlate: peer, reference, all, or names of systems.
        exclude: Systems to leave out.
        lower_is_better: Scores of metrics or people of which smaller values are better, where
            neither the metric nor its name says so, as those of TER do.
        higher_is_better: Scores whose names say otherwise, as `cer` for 1 - CER.
        signed: Whether coefficients have the sign of the scores as they are given.
        system_scores: Scores of systems at system level: the official ones of `files`, the `mean`
            of scores of outputs, the `metric`'s own, such as corpus BLEU of the judged outputs, of
            a result of `score`; or auto: files where they have every metric and the human score,
            and the metric's own where it has one.
        interval: Method of confidence intervals; auto chooses one and reports the reason.
        units: Units that are resampled: systems, inputs or both; by default both, and systems for
            official scores of systems.
        resamples: Number of draws of intervals and tests.
        confidence: Confidence level of intervals, between 0 and 1.
        seed: Seed of all draws.
        test: Test of every pair of metrics for a difference; auto chooses one, None runs none.
        alternative: two-sided, one test for each pair; or greater, one for either direction.
        correction: Correction for multiple tests.
        significance: Significance level of tests, between 0 and 1.

    Returns:
        The correlations, which are printed like the output of the command.

    Raises:
        SacrevalError: A file, human score or metric is missing; the message lists valid names.
    """
    options = CorrelationOptions(
        human=_as_tuple(human),
        level=_as_tuple(level),
        coefficient=_as_tuple(coefficient),
        systems=_as_tuple(systems),
        exclude=tuple(exclude),
        lower_is_better=_as_tuple(lower_is_better),
        higher_is_better=_as_tuple(higher_is_better),
        signed=signed,
        system_scores=system_scores,
        interval=interval,
        units=units,
        resamples=resamples,
        confidence=confidence,
        seed=seed,
        test=test,
        alternative=alternative,
        correction=correction,
        significance=significance,
    )
    data = _score_set(scores, _as_tuple(human))
    check_names([data], options)
    runs = runs_of({"": data}, options, _as_tuple(metrics))
    report = run_tasks(runs, tasks_with_judgments(runs)) if options.has_tasks else run_one(runs[""])
    for note in report.get("notes", ()):
        warn(note)
    return Correlated(report)


def _score_set(scores: Any, human: Sequence[str]) -> ScoreSet:
    rows = rows_of(scores)
    if rows is not None:
        scores = [_scored(row, i, human) for i, row in enumerate(rows, start=1)]
    result = scores if hasattr(scores, "rows_of_systems") else None
    inputs: list[Any] = [Path(scores)] if isinstance(scores, str | Path) else list(scores)
    if inputs and all(isinstance(x, Path) for x in inputs):
        return replace(load_tasks(inputs, ())[""], directions=directions_beside(inputs))
    if not inputs or not all(isinstance(x, Scored) for x in inputs):
        raise UsageError(
            "`scores` must be the result of sacreval.score, a data frame, or files of scores"
        )
    data = split_rows(map(row_of, inputs), (), ())[""]
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


def row_of(record: Scored) -> Row:
    """Return a record's scores and judgments as a row."""
    place = f"instance {record.instance_id} of {record.system_id}"
    length = len(record.prediction) if isinstance(record.prediction, str) else None
    kind, judgments = record.system_type, flat(record.judgments or {}, place)
    instance = (
        record.instance_id if record.dataset is None else f"{record.dataset}/{record.instance_id}"
    )
    return Row(record.system_id, instance, kind, record.scores, judgments, place, length=length)


def _as_tuple(names: Any) -> tuple[Any, ...]:
    return (names,) if isinstance(names, str) else tuple(names)
