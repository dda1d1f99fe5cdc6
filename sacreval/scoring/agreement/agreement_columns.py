"""Scores of rows by the metrics of the table, beside stored ones, and where they differ."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import isnan, nan, sqrt
from typing import TYPE_CHECKING, NamedTuple

from sacreval.core.contract.metric_records import for_instances
from sacreval.core.metric import Metric, metrics
from sacreval.core.options.specs import from_spec
from sacreval.core.records import Batch, Instance
from sacreval.core.stored_scores import Reducer
from sacreval.errors import InputError, RecordError
from sacreval.scoring.agreement.agreement_rows import (
    AgreementRow,
    RowDifference,
    assertions,
    number,
    pair,
)
from sacreval.scoring.agreement.agreement_rule import AgreementRule, Options, rule_for
from sacreval.scoring.rows.logged_scores import SAMPLE

if TYPE_CHECKING:
    from sacreval.core.metric import Array


MISSING = "no output"


class Derived(NamedTuple):
    """What was derived from a row.

    Args:
        value: Its score; None where it cannot be scored.
        why: Why it cannot be scored; "" where it can.
        sums: Its sufficient statistics, for scores of all rows together.
    """

    value: float | None
    why: str = ""
    sums: Array | None = None


def metric_of(rule: AgreementRule, score: str) -> Metric:
    """Return the metric of a rule.

    Args:
        rule: The rule.
        score: The tool's name of the score.

    Raises:
        SacrevalError: If it cannot run here.
    """
    return from_spec(metrics, rule.spec(score))


def derived(
    metric: Metric, rule: AgreementRule, rows: Sequence[AgreementRow], options: Options
) -> list[Derived]:
    """Score rows.

    Args:
        metric: The metric of the rule.
        rule: The rule.
        rows: Rows of one score.
        options: Options of the score, as the log states them.
    """
    scores: list[Derived] = []
    for row in rows:
        if row.record.error is not None:
            scores.append(Derived(rule.missing, MISSING))
        else:
            scores.append(_best(metric, rule, row.record, options))
    return scores


def _best(metric: Metric, rule: AgreementRule, record: Instance, options: Options) -> Derived:
    """Return the best of the scores of what the tool compares."""
    scored = [_scored(metric, rule, instance) for instance in rule.texts(record, options)]
    values = [score for score in scored if score.value is not None]
    if not values:
        return scored[0] if scored else Derived(None, "there is nothing to compare with")
    return max(values, key=lambda score: score.value or 0.0)


def _scored(metric: Metric, rule: AgreementRule, record: Instance) -> Derived:
    from sacreval.scoring.rows.field_checks import check

    batch = Batch((record,))
    try:
        check(batch, metric, [])
        sums = metric.rows(batch)[0]
    except InputError as error:
        return Derived(None, str(error).removeprefix(f"{batch.where(0)}: "))
    except RecordError as error:
        return Derived(None, str(error))
    name = rule.output.partition("<")[0]
    outputs = for_instances(metric).reduce(sums)
    value = float(next(output for key, output in outputs.items() if key.startswith(name)))
    return Derived(value if rule.digits is None else round(value, rule.digits), "", sums)


def of_assertions(record: Instance) -> dict[str, float | None]:
    """Return promptfoo's scores of an output, derived from its assertions.

    Args:
        record: The output, with promptfoo's verdicts in `meta.assertions`.

    Returns:
        `success`, `score` and named scores; None where an assertion has no counterpart.
    """
    parts: dict[str, list[float | None]] = {"success": [], "score": []}
    for assertion in assertions(record):
        value = _assertion(record, assertion.get("type"), assertion.get("value"))
        parts["success"].append(value)
        parts["score"].append(value)
        if assertion.get("metric"):
            parts.setdefault(str(assertion["metric"]), []).append(value)
    lost = record.error is not None
    return {name: _together(name, values, lost=lost) for name, values in parts.items()}


def assertion_row(record: Instance, value: object) -> Instance:
    """Return an output with the value of an assertion as its reference."""
    from msgspec.structs import replace

    return replace(record, references=value if isinstance(value, list) else [value])


def _assertion(record: Instance, kind: object, value: object) -> float | None:
    if record.error is not None:
        return 0.0
    rule = rule_for("promptfoo", str(kind), record, {})
    if rule is None:
        return None
    metric = metric_of(rule, str(kind))
    return _best(metric, rule, assertion_row(record, value), {}).value


def _together(name: str, values: Sequence[float | None], *, lost: bool) -> float | None:
    known = [value for value in values if value is not None]
    if lost:
        return 0.0
    if len(known) < len(values) or not known:
        return None
    return float(all(known)) if name == "success" else sum(known) / len(known)


TOLERANCE = 1e-12  # relative to the larger of 1 and the stored value
SHOWN = 100  # rows that differ which a result holds


class ColumnKey(NamedTuple):
    """What the rows of a column have in common."""

    score: str
    system_id: str
    task: str | None


class Total(NamedTuple):
    """A score over all records, with its standard error where it is a mean."""

    value: float | None
    error: float | None


@dataclass
class Column:
    """The rows of a score.

    Args:
        key: The score, the system and the task.
        rule: How it is derived; None without a counterpart.
        metric: The metric of the rule; None for scores of several metrics.
        label: What derives it, as shown.
        problem: Why the metric cannot run here; "" if it can.
        sample: The first records with one output, by their ids.
    """

    key: ColumnKey
    rule: AgreementRule | None = None
    metric: Metric | None = None
    label: str | None = None
    problem: str = ""
    sample: list[tuple[str, Instance]] = field(default_factory=list)
    compared: int = 0
    different: int = 0
    unscored: int = 0
    missing: int = 0
    differences: list[RowDifference] = field(default_factory=list)
    _derived: array[float] = field(default_factory=lambda: array("d"))
    _sizes: array[int] = field(default_factory=lambda: array("L"))
    _sums: Array | None = None

    def add(self, rows: Sequence[AgreementRow], scores: Sequence[Derived], name: str) -> None:
        """Add the rows of a record.

        Args:
            rows: The rows.
            scores: What was derived from each.
            name: Id of the input.
        """
        if len(rows) == 1 and len(self.sample) < SAMPLE and rows[0].record.error is None:
            self.sample.append((name, rows[0].record))
        count = 0
        for row, score in zip(rows, scores, strict=True):
            if score.why == MISSING:
                self.missing += score.value is not None
                if score.value is None:
                    continue
            self._compare(row, score, name)
            if score.value is not None:
                self._derived.append(score.value)
                count += 1
            if score.sums is not None:
                self._sums = score.sums.copy() if self._sums is None else self._sums + score.sums
        if count:
            self._sizes.append(count)

    @property
    def records(self) -> int:
        """The number of records with a derived value."""
        return len(self._sizes)

    @property
    def repeats(self) -> int:
        """The largest number of outputs of a record."""
        return max(self._sizes, default=1)

    def total(self, reduce: Reducer, *, added: bool = False) -> Total:
        """Return the score over all records.

        Args:
            reduce: Reduces the scores of a record to one.
            added: Whether records are added, not averaged.
        """
        if self.rule is not None and self.rule.corpus:
            return Total(self._of_corpus(), None)
        values = self._by_record(reduce)
        if not values or any(map(isnan, values)):
            return Total(None, None)
        if added:
            return Total(sum(values), None)
        mean = sum(values) / len(values)
        if len(values) == 1:
            return Total(mean, None)
        squares = sum((value - mean) ** 2 for value in values)
        return Total(mean, sqrt(squares / (len(values) - 1) / len(values)))

    def _by_record(self, reduce: Reducer) -> list[float]:
        start, scores = 0, []
        for size in self._sizes:
            scores.append(float(reduce(self._derived[start : start + size])))
            start += size
        return scores

    def _of_corpus(self) -> float | None:
        if self._sums is None or self.metric is None or self.rule is None:
            return None
        return float(self.metric.reduce(self._sums)[self.rule.output])

    def _compare(self, row: AgreementRow, score: Derived, name: str) -> None:
        stored = self._stored(row)
        if stored is None:
            return
        value = self._likelihood(row, score)
        if value is None:
            self.unscored += 1
        else:
            self.compared += 1
        if value is not None and equal(stored, value) and self._same_units(row):
            return
        self.different += value is not None
        if len(self.differences) < SHOWN:
            self.differences.append(
                RowDifference(
                    instance_id=name,
                    sample=row.sample,
                    stored=stored,
                    derived=value,
                    why="" if score.why == MISSING else score.why,
                )
            )

    def _stored(self, row: AgreementRow) -> float | None:
        if self.rule is not None and self.rule.pairs:
            stored = pair(row.stored)
            return stored[0] if stored else None
        value = number(row.stored)
        return None if value is None or isnan(value) else value

    def _likelihood(self, row: AgreementRow, score: Derived) -> float | None:
        """Return what a row's stored value is compared with."""
        if self.rule is None or not self.rule.pairs or score.value is None:
            return score.value
        return (row.record.sequence or {}).get("logprob", nan)

    def _same_units(self, row: AgreementRow) -> bool:
        if self.rule is None or self.rule.pairs in ("", "sequence"):
            return True
        units = pair(row.stored)
        return units is not None and units[1] == (row.record.sequence or {}).get(self.rule.pairs)


def equal(stored: float, derived: float) -> bool:
    """Return whether two values are equal but for rounding."""
    return abs(stored - derived) <= TOLERANCE * max(1.0, abs(stored))
