"""Coefficients with the sign of the scores in the input, for comparison with other tools."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sacreval.features.correlate.measures.coefficients import measures
from sacreval.features.correlate.tables.correlation_tables import REVERSED

Plain = dict[str, Any]  # one row of the JSON report
AVERAGED = "(average)"


def with_signs(found: Plain) -> Plain:
    """Return a meta-evaluation with the signs of the input in correlations, averages and ranks.

    A coefficient of scores that were turned gets the opposite sign, with its interval, unless the
    human scores were turned too. Accuracies and tests stay as they are.

    Args:
        found: The JSON document.
    """
    one_side = {"metric", "human"}
    turned = [r for r in found["results"] if r["turned"] in one_side and _has_sign(r)]
    lower = {_place(r, task) for r in turned for task in (r.get("task", ""), AVERAGED)}
    shown = dict(found)
    for part in ("results", "ranking", "averages"):
        if part in found:
            shown[part] = list(_reversed(found[part], lower))
    return shown


def _reversed(rows: list[Plain], lower: set[tuple[str, ...]]) -> Iterator[Plain]:
    for row in rows:
        task = AVERAGED if "n_tasks" in row else row.get("task", "")
        if _place(row, task) not in lower or row["value"] is None:
            yield row
            continue
        turned = {**row, "value": -row["value"], REVERSED: True}
        if interval := row.get("interval"):
            ends = {"low": -interval["high"], "high": -interval["low"]}
            turned["interval"] = {**interval, **ends}
        yield turned


def _has_sign(one: Plain) -> bool:
    """Return whether a coefficient has a sign."""
    return not measures([one["coefficient"]])[0].is_accuracy


def _place(row: Plain, task: str) -> tuple[str, ...]:
    return task, row["level"], row["coefficient"], row["metric"]
