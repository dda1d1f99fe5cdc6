"""Records from the rows of promptfoo; the repeats of a test are one record."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from sacreval.core.missing_outputs import missing_output, outputs_of
from sacreval.core.records import Instance
from sacreval.readers._log_counts import LogCounts
from sacreval.readers._promptfoo.layout import FAILED, Component, Row

ASSERTION = "assert:"
_CUT, _FILTERED = "length", "content_filter"
_VARIABLE = re.compile(r"\{\{\s*(\w+)\s*\}\}")


class Found(NamedTuple):
    """A row, typed and as plain data, over which expressions are applied."""

    row: Row
    plain: Any


def record(
    repeats: Sequence[Found], references: Callable[[Found], Any], counts: LogCounts
) -> Instance:
    """Return the record of a test by one provider.

    Args:
        repeats: Its rows, in order.
        references: Finds the references of a row.
        counts: To which outputs that were cut are added.
    """
    rows = [found.row for found in repeats]
    whys = [missing(row) for row in rows]
    counts.cut.update(_CUT for row in rows if row.response and row.response.finish == _CUT)
    first = rows[0]
    answers = references(repeats[0])
    metas = [meta(row) for row in rows]
    return Instance(
        instance_id=str(first.test_idx),
        system_id=f"{first.provider.label or first.provider.id} | prompt {first.prompt_idx}",
        input=first.prompt.raw,
        **outputs_of(rows, whys, _response)._asdict(),
        references=answers if isinstance(answers, list) or answers is None else [answers],
        meta=metas[0] if len(metas) == 1 else {"vars": first.vars, "epochs": metas},
    )


def missing(row: Row) -> str | None:
    """Return why a row has no output; `error` alone may be that of an assertion."""
    response = row.response
    if response is None or row.failure_reason == FAILED or response.output is None:
        error = (response and response.error) or row.error or ""
        return missing_output("failed", error)
    if response.finish == _FILTERED:
        return missing_output("filtered", f"finishReason {_FILTERED}")
    return missing_output("refused", "isRefusal") if response.refusal else None


def _response(row: Row) -> Any:
    return row.response.output if row.response else None


def meta(row: Row) -> dict[str, Any]:
    """Return what has no field of its own: verdicts, and what the test consists of."""
    named = row.named_scores or {}
    lost = missing(row) is not None
    found: dict[str, Any] = {
        "success": row.success,
        "score": row.score,
        "namedScores": named,
        "failureReason": row.failure_reason,
        "vars": row.vars,
        "scores": {"success": float(row.success), "score": row.score, **named},
        "assertions": [_verdict(one, row) for one in components(row)] or None,
        "description": row.test_case.description,
        "error": ((row.response and row.response.error) or row.error) if lost else None,
        "refusal": _response(row) if row.response and row.response.refusal else None,
    }
    return {name: value for name, value in found.items() if value is not None}


def components(row: Row) -> Sequence[Component]:
    """Return the verdicts of the assertions of a row."""
    return (row.grading_result and row.grading_result.component_results) or ()


def _verdict(one: Component, row: Row) -> dict[str, Any]:
    assertion = one.assertion
    found = {
        "type": assertion.type if assertion else None,
        "value": rendered(assertion.value if assertion else None, one, row),
        "metric": assertion.metric if assertion else None,
        "pass": one.passed,
        "score": one.score,
    }
    return {name: value for name, value in found.items() if value is not None}


def rendered(value: Any, one: Component | None, row: Row) -> Any:
    """Return the value of an assertion with its template filled in.

    Args:
        value: The value; a text may be a template with variables.
        one: The verdict, which has the filled-in value where it differs; None without one.
        row: The row with the variables.
    """
    if one is not None and one.metadata is not None and one.metadata.value is not None:
        return one.metadata.value
    if not isinstance(value, str) or "{{" not in value:
        return value
    return _VARIABLE.sub(lambda found: str(row.vars.get(found[1], found[0])), value)


def asserted(found: Found, kind: str) -> Any:
    """Return the value of the first assertion of a type; None without one.

    Args:
        found: The row.
        kind: The type, such as `equals`.
    """
    row = found.row
    for one in components(row):
        if one.assertion and one.assertion.type == kind:
            return rendered(one.assertion.value, one, row)
    for check in row.test_case.checks:
        if isinstance(check, dict) and check.get("type") == kind:
            return rendered(check.get("value"), None, row)
    return None
