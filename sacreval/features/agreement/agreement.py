"""The scores in logs of other tools, derived again from the rows of the logs, with verdicts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from math import inf
from typing import Any

from sacreval.core.missing_outputs import as_empty
from sacreval.core.records import Instance
from sacreval.core.stored_scores import StoredScore, reducer
from sacreval.errors import InputError, SacrevalError, UsageError
from sacreval.io.files import check_all_exist
from sacreval.readers._log import LogReader
from sacreval.scoring.agreement.agreement_columns import (
    Column,
    ColumnKey,
    Derived,
    assertion_row,
    derived,
    equal,
    metric_of,
    of_assertions,
)
from sacreval.scoring.agreement.agreement_notices import remedy
from sacreval.scoring.agreement.agreement_rows import (
    Agreement,
    AgreementReport,
    AgreementRow,
    ScoreAgreement,
    assertions,
    outputs,
    rows_of,
)
from sacreval.scoring.agreement.agreement_rule import is_known, rule_for
from sacreval.scoring.inputs.input_files import InputPath
from sacreval.scoring.inputs.log_inputs import Log, places, run_names
from sacreval.scoring.inputs.reader_choice import reader_of

_MEANS = ("accuracy", "mean")  # inspect_ai's metrics that are means of the values of samples


def target(tool: str, name: str) -> tuple[str, str]:
    """Return the score of rows that a stored score is of, and how it is reduced."""
    if tool == "inspect":
        score, _, rest = name.partition("/")
        metric, _, how = rest.partition("/")
        return (score, how or "mean") if metric in _MEANS else (name, "mean")
    if tool == "promptfoo":
        return name.removesuffix("/sum"), "sum"
    if tool == "openai-evals" and name == "accuracy":
        return "match", "mean"
    return name, "mean"


def verdict_of(score: ScoreAgreement, *, whole: bool) -> Agreement:
    """Return whether a score is equal to what was derived."""
    both = whole and score.stored is not None and score.derived is not None
    if score.rows_different or (both and not equal(score.stored or 0.0, score.derived or 0.0)):
        return "different"
    return "equal" if both or score.rows else "not derived"


def notes_on(
    score: ScoreAgreement, column: Column, stored: StoredScore | None, verdict: Agreement
) -> list[str]:
    """Return what is known of differences, and what was left out."""
    notes = []
    if stored is not None and stored.records not in (None, column.records):
        notes.append(
            f"the stored value is over {stored.records} records, and {column.records} of this log "
            "have a score, so it was not compared"
        )
    if column.missing:
        notes.append(f"the tool counts {column.missing} records without an output as 0")
    if column.unscored:
        notes.append(f"{column.unscored} rows cannot be scored here")
    off = _error_ratio(score)
    if off is not None:
        notes.append(f"the stored standard error is {off:.4g} times the derived one")
    if column.rule is not None and (verdict == "different" or off is not None):
        notes += column.rule.notes
    return notes


def _error_ratio(score: ScoreAgreement) -> float | None:
    """Return the ratio of the standard errors, where they differ."""
    stored, computed = score.stored_error, score.derived_error
    if stored is None or computed is None or equal(stored, computed):
        return None
    return stored / computed if computed else inf


_NO_COUNTERPART = "no metric of sacreval derives this score"
_NO_ROWS = "the rows of this log do not hold what derives it"


def agreement(paths: Sequence[str], *, spec: str | None = None) -> AgreementReport:
    """Derive the scores of logs again, and compare them.

    Args:
        paths: Logs of other tools, or folders of them.
        spec: Their reader with its options; None to choose one by the content of each.

    Returns:
        One entry for each score of each system and task; a notice names each log without scores.

    Raises:
        UsageError: If a file is no log of another tool.
        InputError: If a log is damaged, or none has scores.
    """
    check_all_exist(paths)
    logs = [Log(place.path, _reader(place)) for place in places(paths, spec)]
    of_logs = {log.path: _of_log(log) for log in logs}
    empty = [path for path, scores in of_logs.items() if not scores]
    inside = [log for log in logs if log.path not in paths]  # of folders
    every = [*_by_run(of_logs, logs), *_without_log(inside)]
    if empty and not every:
        raise InputError(f"{empty[0]}: {_log_without(empty[1:])}")
    return AgreementReport(every, [f"{path}: {_log_without()}" for path in empty])


def _log_without(others: Sequence[str] = ()) -> str:
    """Return what is said of a log without scores, and how many others are alike."""
    alike = f", nor has any of {len(others)} others" if others else ""
    return (
        f"this log has no scores{alike}; score it with sacreval evaluate METRIC, or with pass-at-k "
        "where samples have verdicts"
    )


def _by_run(
    of_logs: Mapping[str, Sequence[ScoreAgreement]], logs: Sequence[Log]
) -> Iterator[ScoreAgreement]:
    """Yield the scores of all logs; systems of which several have a score are named by run."""
    having: dict[tuple[str, str | None, str], list[str]] = {}
    for path, scores in of_logs.items():
        for score in scores:
            having.setdefault((score.system_id, score.task, score.score), []).append(path)
    clashes = [(paths[0], path) for paths in having.values() for path in paths[1:]]
    names = run_names(logs, clashes) if clashes else {}
    for path, scores in of_logs.items():
        for score in scores:
            repeated = len(having[score.system_id, score.task, score.score]) > 1
            name = f"{score.system_id} ({names[path]})" if repeated else score.system_id
            yield replace(score, system_id=name)


def _without_log(logs: Sequence[Log]) -> Iterator[ScoreAgreement]:
    """Yield the scores of runs over records that no log in their folders holds, each once."""
    seen: set[str] = set()
    for path, reader in logs:
        for stored in reader.scores_without_log(path):
            if stored.where not in seen:
                seen.add(stored.where)
                yield ScoreAgreement(
                    file=stored.where.partition(": ")[0],
                    tool=reader.name,
                    score=stored.name,
                    system_id=stored.system_id or "",
                    task=stored.task,
                    agreement="not derived",
                    stored=stored.value,
                    stored_error=stored.error,
                    notes=[f"the samples of {stored.task} were not logged"],
                )


def _reader(place: InputPath) -> LogReader:
    """Return the reader of a log."""
    reader = reader_of(place.path, references=(), spec=place.spec, fields={})
    if not isinstance(reader, LogReader):
        raise UsageError(
            f"{place.path}: no log of another tool is recognised; name its reader, as in --reader "
            "lm-eval"
        )
    return reader


def _of_log(log: Log) -> list[ScoreAgreement]:
    try:
        return _read(log.path, log.reader)
    except InputError:
        if log.reader.of_any_fields:  # a data set
            return []
        raise


def _read(path: str, reader: LogReader) -> list[ScoreAgreement]:
    log = _Log(path, reader.name, reader.stored_scores(path))
    for batch in reader.read(path):
        for record, name, system in zip(batch, batch.instance_ids, batch.system_ids, strict=True):
            log.add(as_empty(record), name, system)
    return list(log.results())


class _Log:
    """The columns of a log, filled record by record.

    Args:
        path: The log.
        tool: Name of its reader.
        stored: Its scores over all rows.
    """

    def __init__(self, path: str, tool: str, stored: Sequence[StoredScore]) -> None:
        self._path = path
        self._tool = tool
        self._stored = stored
        self._options = {target(tool, score.name)[0]: score.options for score in stored}
        self._columns: dict[ColumnKey, Column] = {}

    def add(self, record: Instance, name: str, system: str) -> None:
        """Add the rows of a record.

        Args:
            record: The record.
            name: Id of its input.
            system: Its system.
        """
        task = (record.groups or {}).get("task")
        place = (system, None if task is None else str(task))
        rows = sorted(rows_of(self._tool, record), key=lambda row: row.score)
        if self._tool == "promptfoo":
            self._add_assertions(record, rows, name, place)
            return
        for score, group in groupby(rows, key=lambda row: row.score):
            self._add(ColumnKey(score, *place), list(group), name)

    def _add(self, key: ColumnKey, rows: list[AgreementRow], name: str) -> None:
        options = self._options.get(key.score) or self._options.get(rows[0].rule, {})
        column = self._columns.get(key) or self._column(key, rows, options)
        if column.rule is not None and column.metric is not None:
            column.add(rows, derived(column.metric, column.rule, rows, options), name)

    def _column(
        self, key: ColumnKey, rows: Sequence[AgreementRow], options: Mapping[str, Any]
    ) -> Column:
        """Create a column, whose rule the first record with an output decides."""
        score = rows[0].rule
        record = next((row.record for row in rows if row.record.error is None), rows[0].record)
        rule = rule_for(self._tool, score, record, options)
        column = Column(key, rule)
        if rule is not None:
            try:
                column.metric = metric_of(rule, score)
                column.label = column.metric.signature()
            except SacrevalError as error:
                column.problem = str(error)
        if rule is not None or record.error is None:  # else a later record decides
            self._columns[key] = column
        return column

    def _add_assertions(
        self,
        record: Instance,
        rows: Sequence[AgreementRow],
        name: str,
        place: tuple[str, str | None],
    ) -> None:
        """Add promptfoo's verdicts on assertions, and the scores that follow from them."""
        for sample, output in outputs(record):
            for i, verdict in enumerate(assertions(output) if output.error is None else ()):
                kind = str(verdict.get("type"))
                computed = assertion_row(output, verdict.get("value"))
                row = AgreementRow(f"assert:{kind}", kind, i, verdict.get("pass"), computed)
                self._add(ColumnKey(row.score, *place), [row], name)
            values = of_assertions(output)
            for row in (row for row in rows if row.sample == sample):
                key = ColumnKey(row.score, *place)
                column = self._columns.setdefault(key, Column(key, label="its assertions"))
                value = values.get(row.score, 0.0 if output.error is not None else None)
                why = "" if value is not None else "an assertion has no counterpart"
                column.add([row], [Derived(value, why)], name)

    def results(self) -> Iterator[ScoreAgreement]:
        """Yield the agreement of each score: first of those stored over all rows."""
        used: set[ColumnKey] = set()
        for stored in self._stored:
            score, how = target(self._tool, stored.name)
            column = self._find(score, stored)
            if column is not None:
                used.add(column.key)
            yield self._result(column, stored, how)
        for key, column in self._columns.items():
            if key not in used:
                yield self._result(column, None, "mean")

    def _find(self, score: str, stored: StoredScore) -> Column | None:
        alike = [column for key, column in self._columns.items() if key.score == score]
        exact = [
            c
            for c in alike
            if stored.system_id in (None, c.key.system_id) and stored.task in (None, c.key.task)
        ]
        return exact[0] if len(exact) == 1 else None

    def _result(
        self, column: Column | None, stored: StoredScore | None, how: str
    ) -> ScoreAgreement:
        name = stored.name if stored else column.key.score if column else ""
        known = column.key if column else None
        reduce = reducer(how)
        result = ScoreAgreement(
            file=self._path,
            tool=self._tool,
            score=name,
            system_id=(stored and stored.system_id) or (known.system_id if known else "") or "",
            task=(stored and stored.task) or (known.task if known else None),
            agreement="not derived",
            stored=stored.value if stored else None,
            stored_error=stored.error if stored else None,
        )
        if column is None or column.label is None or reduce is None:
            return replace(result, notes=[self._why_not(column, name)])
        total = column.total(reduce, added=how == "sum")
        result = replace(
            result,
            metric=column.label,
            output=column.rule.output if column.rule and "<" not in column.rule.output else None,
            rows=column.compared,
            rows_different=column.different,
            differences=column.differences,
            derived=total.value,
            derived_error=total.error,
            records=column.records,
            repeats=column.repeats,
        )
        whole = stored is None or stored.records in (None, column.records)
        verdict = verdict_of(result, whole=whole)
        notes = notes_on(result, column, stored, verdict)
        if verdict == "different" and (text := remedy(column)):
            notes.append(text)
        return replace(result, agreement=verdict, notes=notes)

    def _why_not(self, column: Column | None, name: str) -> str:
        """Return why a score is not derived."""
        if column is not None and column.problem:
            return column.problem
        score, how = target(self._tool, name)
        if reducer(how) is None:
            return f"the reducer {how} is not known"
        return _NO_ROWS if column is None and is_known(self._tool, score) else _NO_COUNTERPART
