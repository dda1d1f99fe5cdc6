"""Scores of rows by the metrics of the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from sacreval.core.metric import Metric, metrics
from sacreval.core.options.specs import from_spec
from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError, RecordError
from sacreval.scoring.agreement.agreement_rows import Row, assertions
from sacreval.scoring.agreement.agreement_rule import Rule
from sacreval.scoring.agreement.agreement_table import rule_for
from sacreval.scoring.agreement.agreement_texts import Options

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


def metric_of(rule: Rule, score: str) -> Metric:
    """Return the metric of a rule.

    Args:
        rule: The rule.
        score: The tool's name of the score.

    Raises:
        SacrevalError: If it cannot run here.
    """
    return from_spec(metrics, rule.spec(score))


def derived(metric: Metric, rule: Rule, rows: Sequence[Row], options: Options) -> list[Derived]:
    """Score rows.

    Args:
        metric: The metric of the rule.
        rule: The rule.
        rows: Rows of one score.
        options: Options of the score, as the log states them.
    """
    found: list[Derived] = []
    for row in rows:
        if row.record.error is not None:
            found.append(Derived(rule.missing, MISSING))
        else:
            found.append(_best(metric, rule, row.record, options))
    return found


def _best(metric: Metric, rule: Rule, record: Instance, options: Options) -> Derived:
    """Return the best of the scores of what the tool compares."""
    scored = [_scored(metric, rule, one) for one in rule.texts(record, options)]
    values = [one for one in scored if one.value is not None]
    if not values:
        return scored[0] if scored else Derived(None, "there is nothing to compare with")
    return max(values, key=lambda one: one.value or 0.0)


def _scored(metric: Metric, rule: Rule, record: Instance) -> Derived:
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
    outputs = metric.for_instances().reduce(sums)
    value = float(next(found for key, found in outputs.items() if key.startswith(name)))
    return Derived(value if rule.digits is None else round(value, rule.digits), "", sums)


def of_assertions(record: Instance) -> dict[str, float | None]:
    """Return promptfoo's scores of an output, derived from its assertions.

    Args:
        record: The output, with promptfoo's verdicts in `meta.assertions`.

    Returns:
        `success`, `score` and named scores; None where an assertion has no counterpart.
    """
    parts: dict[str, list[float | None]] = {"success": [], "score": []}
    for one in assertions(record):
        value = _assertion(record, one.get("type"), one.get("value"))
        parts["success"].append(value)
        parts["score"].append(value)
        if one.get("metric"):
            parts.setdefault(str(one["metric"]), []).append(value)
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
    known = [one for one in values if one is not None]
    if lost:
        return 0.0
    if len(known) < len(values) or not known:
        return None
    return float(all(known)) if name == "success" else sum(known) / len(known)
