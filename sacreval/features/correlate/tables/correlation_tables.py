"""Tables of correlations, tests of metrics, rank clusters, agreement and explanations."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sacreval.features.correlate.measures.coefficient_names import measures
from sacreval.report.numbers import p_text
from sacreval.report.tables import Table

Row = Mapping[str, Any]  # one row of the JSON report
AVERAGED = "(average)"
"""The task of tests of averages over tasks."""


def headed(coefficient: str, results: Sequence[Row]) -> str:
    """Name a column by its coefficient and what its intervals are over."""
    units = _units([r for r in results if r["coefficient"] == coefficient])
    return f"{coefficient} [{units}]" if units else coefficient


def _units(results: Sequence[Row]) -> str:
    units = (r["interval"].get("units") for r in results if r["interval"])
    return "/".join(dict.fromkeys(unit for unit in units if unit))


def methods(results: Sequence[Row]) -> list[str]:
    """List the methods of intervals, each with its coefficients and why it was chosen."""
    kinds: dict[tuple[str, str | None], dict[str, dict[str, None]]] = {}
    for r in results:
        if r["interval"]:
            key = _plain(r["interval"]["method"]), r["interval"].get("reason")
            kinds.setdefault(key, {}).setdefault(r["level"], {})[r["coefficient"]] = None
    if not kinds:
        return []
    confidence = next(r["interval"]["confidence"] for r in results if r["interval"])
    parts = [
        f"{method}{_where(levels) if len(kinds) > 1 else ''}{f' ({reason})' if reason else ''}"
        for (method, reason), levels in kinds.items()
    ]
    return [f"Intervals of {100 * confidence:g} %: {'; '.join(parts)}."]


def _plain(method: str) -> str:
    """Leave out units, which the head of the table names, and the scale."""
    return method if method == "rule-of-three" else method.partition("-")[0]


def _where(levels: Mapping[str, Mapping[str, None]]) -> str:
    alike: dict[str, list[str]] = {}
    for level, coefficients in levels.items():
        alike.setdefault(", ".join(coefficients), []).append(level)
    each = [f"{names} at {' and '.join(at)} level" for names, at in alike.items()]
    return f" of {', '.join(each)}"


_LONG = (
    "metric", "human", "level", "coefficient", "value", "low", "high", "p_value",
    "n_systems", "n_instances", "n_used", "skipped", "reason", "chance", "signature",
)  # fmt: skip

VALUES, ENDS = 4, 3
"""Decimal places of correlations, and of the ends of their intervals."""

REVERSED = "reversed"  # the field of a value with the sign of the input, which is the opposite
LOWER = " ↓"
LOWER_MEANS = "Scores of ↓ were turned (multiplied by -1), so that larger ones are better."
STAR_MEANS = "* beside p adjusted: significant."
MARK = "†"
MARK_MEANS = f"{MARK} significantly worse than the best of its level and coefficient, as corrected."


def averages(results: Sequence[Row], places: int = VALUES) -> Table:
    """Return a table of averages over tasks, best first.

    Args:
        results: The averages.
        places: Number of decimal places.
    """
    rows = [
        [
            r["level"],
            r["coefficient"],
            _text(r["cluster"]),
            r["metric"],
            _number(r["value"], places),
        ]
        for r in results
    ]
    for row, r in zip(rows, results, strict=True):
        row.append(f"{r['n_tasks']}{', by pairs' if r['weights'] == 'pairs' else ''}")
    head = ["level", "coefficient", "rank", "metric", "average", "tasks"]
    return Table(head, rows, numeric=frozenset((4,)))


def correlations(
    results: Sequence[Row],
    tested: Sequence[Row] = (),
    places: tuple[int, int] = (VALUES, ENDS),
) -> Table:
    """Return a table of metrics and levels by coefficients; the best of each level is marked.

    Args:
        results: Rows of correlations.
        tested: Tests of pairs of metrics, for daggers of significance.
        places: Numbers of decimal places of values and of intervals.
    """
    coefficients = list(dict.fromkeys(r["coefficient"] for r in results))
    keys = list(dict.fromkeys((r.get("task"), r["level"], r["metric"]) for r in results))
    tasks, levels = (list(dict.fromkeys(key[i] for key in keys)) for i in (0, 1))
    keys.sort(key=lambda key: (tasks.index(key[0]), levels.index(key[1])))
    cells = {(r.get("task"), r["level"], r["metric"], r["coefficient"]): r for r in results}
    worse = significantly_worse(results, tested)
    top = _best(results)
    rows, best = [], set()
    for i, key in enumerate(keys):
        row = [cells.get((*key, name)) for name in coefficients]
        first = next(r for r in row if r is not None)
        size = _size(first)
        marks = [MARK if (*key, name) in worse else "" for name in coefficients]
        values = [_cell(r, places) + mark for r, mark in zip(row, marks, strict=True)]
        lower = LOWER if first.get("turned") in {"metric", "both"} else ""
        rows.append([*(x for x in key[:2] if x is not None), key[2] + lower, size, *values])
        shift = len(rows[-1]) - len(values)
        best |= {(i, shift + j) for j, r in enumerate(row) if r and _is_best(r, top)}
    headings = (headed(name, results) for name in coefficients)
    sizes = "systems x inputs" if any(r["n_instances"] for r in results) else "systems"
    head = ["level", "metric", sizes, *headings]
    head = ["task", *head] if any(tasks) else head
    numbers = frozenset(range(len(head) - len(coefficients) - 1, len(head)))
    return Table(head, rows, frozenset(best), numbers, "best of its level and coefficient")


def _size(result: Row) -> str:
    """Return the numbers of systems and of inputs; without these for scores of whole systems."""
    systems, inputs = result["n_systems"], result["n_instances"]
    return f"{systems} x {inputs}" if inputs else f"{systems}"


def significantly_worse(
    results: Sequence[Row], tested: Sequence[Row]
) -> set[tuple[str | None, str, str, str]]:
    """Return each (task, level, metric, coefficient) significantly worse than a best metric."""
    best = {
        (r.get("task"), r["level"], r["coefficient"], r["metric"])
        for r in results
        if _is_best(r, _best(results))
    }
    return {
        (t.get("task"), t["level"], t["metric_b"], t["coefficient"])
        for t in tested
        if t["significant"] and (t.get("task"), t["level"], t["coefficient"], t["metric_a"]) in best
    }


def long_correlations(results: Sequence[Row]) -> Table:
    """Return a table with one row for each correlation, at full precision."""
    rows, names = [], ("task", *_LONG) if any("task" in r for r in results) else _LONG
    for result in results:
        interval = result["interval"] or {}
        flat = {**result, "low": interval.get("low"), "high": interval.get("high")}
        flat["skipped"] = skipped_text(result["skipped"])
        rows.append(["" if flat[name] is None else str(flat[name]) for name in names])
    return Table(names, rows)


def tests(results: Sequence[Row], places: int) -> Table:
    """Return a table of the tested pairs of metrics; a star marks significance."""
    rows = [
        [
            *_place(t),
            f"{t['metric_a']} > {t['metric_b']}",
            _number(t["delta"], places),
            p_text(t["p_value"]),
            p_text(t["p_adjusted"]) + ("*" if t["significant"] else ""),
        ]
        for t in results
    ]
    head = [*_heads(results), "pair", "difference", "p", "p adjusted"]
    return Table(head, rows, numeric=frozenset(range(len(head) - 3, len(head))))


def clusters(ranking: Sequence[Row], places: int = VALUES) -> Table:
    """Return a table of metrics by rank cluster."""
    rows = [
        [*_place(r), str(r["cluster"]), r["metric"], _number(r["value"], places)] for r in ranking
    ]
    head = [*_heads(ranking), "rank", "metric", "value"]
    return Table(head, rows, numeric=frozenset((len(head) - 1,)))


def _place(result: Row) -> list[str]:
    return [result[name] for name in ("task", "level", "coefficient") if name in result]


def _heads(results: Sequence[Row]) -> list[str]:
    return [name for name in ("task", "level", "coefficient") if name in results[0]]


def rows_of(results: Sequence[Row]) -> Table:
    """Return a table of plain values, with their keys as headings."""
    head = list(results[0])
    rows = [[_text(result[name]) for name in head] for result in results]
    return Table(head, rows)


def skipped_text(skipped: Mapping[str, int]) -> str:
    """Return the counts of groups that were left out, with the reasons."""
    return ", ".join(f"{count} ({reason})" for reason, count in skipped.items())


def _best(results: Sequence[Row]) -> dict[tuple[str | None, str, str], float]:
    """Return the best value of each task, level and coefficient with several metrics.

    Values with the signs of the input are compared with the opposite sign where it is reversed.
    """
    values: dict[tuple[str | None, str, str], list[float]] = {}
    for r in results:
        if r["value"] is not None:
            key = (r.get("task"), r["level"], r["coefficient"])
            values.setdefault(key, []).append(merit(r))
    return {key: max(some) for key, some in values.items() if len(some) > 1}


def _is_best(result: Row, best: Mapping[tuple[str | None, str, str], float]) -> bool:
    key = (result.get("task"), result["level"], result["coefficient"])
    return result["value"] is not None and merit(result) >= best.get(key, math.inf)


def merit(result: Row) -> float:
    """Return the value of a correlation by which metrics are compared."""
    value: float = result["value"]
    return -value if result.get(REVERSED) else value


def _cell(result: Row | None, places: tuple[int, int]) -> str:
    if result is None or result["value"] is None:
        return "-"
    interval = result["interval"]
    text, ends = _number(result["value"], places[0]), places[1]
    return f"{text} [{interval['low']:.{ends}f}, {interval['high']:.{ends}f}]" if interval else text


def _number(value: float | None, places: int = VALUES) -> str:
    return "-" if value is None or math.isnan(value) else f"{value:.{places}f}"


def _text(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.4f}"
    return "" if value is None else str(value)


def with_signs(document: Row) -> dict[str, Any]:
    """Return a meta-evaluation with the signs of the input in correlations, averages and ranks.

    A coefficient of scores that were turned gets the opposite sign, with its interval, unless the
    human scores were turned too. Accuracies and tests stay as they are.
    """
    one_side = {"metric", "human"}
    turned = [r for r in document["results"] if r["turned"] in one_side and _has_sign(r)]
    lower = {_row_key(r, task) for r in turned for task in (r.get("task", ""), AVERAGED)}
    shown = dict(document)
    for part in ("results", "ranking", "averages"):
        if part in document:
            shown[part] = list(_reversed(document[part], lower))
    return shown


def _reversed(rows: list[Row], lower: set[tuple[str, ...]]) -> Iterator[Row]:
    for row in rows:
        task = AVERAGED if "n_tasks" in row else row.get("task", "")
        if _row_key(row, task) not in lower or row["value"] is None:
            yield row
            continue
        turned = {**row, "value": -row["value"], REVERSED: True}
        if interval := row.get("interval"):
            ends = {"low": -interval["high"], "high": -interval["low"]}
            turned["interval"] = {**interval, **ends}
        yield turned


def _has_sign(row: Row) -> bool:
    """Return whether a coefficient has a sign."""
    return not measures([row["coefficient"]])[0].is_accuracy


def _row_key(row: Row, task: str) -> tuple[str, ...]:
    return task, row["level"], row["coefficient"], row["metric"]
