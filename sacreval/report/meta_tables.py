"""Meta-evaluations as tables: correlations, tests, clusters, agreement, explanations."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from sacreval.report.tables import Table

Plain = Mapping[str, Any]  # one row of a report as JSON has it

_LONG = (
    "metric", "human", "level", "coefficient", "value", "low", "high", "p_value",
    "n_systems", "n_instances", "n_used", "skipped", "reason", "signature",
)  # fmt: skip


def correlations(results: Sequence[Plain]) -> Table:
    """Set metrics and levels against coefficients; the best of each level is marked."""
    coefficients = list(dict.fromkeys(r["coefficient"] for r in results))
    levels = list(dict.fromkeys(r["level"] for r in results))
    keys = dict.fromkeys((r["level"], r["metric"]) for r in results)
    cells = {(r["level"], r["metric"], r["coefficient"]): r for r in results}
    rows, best = [], set()
    for i, (level, metric) in enumerate(sorted(keys, key=lambda key: levels.index(key[0]))):
        found = [cells.get((level, metric, name)) for name in coefficients]
        first = next(r for r in found if r is not None)
        size = f"{first['n_systems']} x {first['n_instances']}"
        rows.append([level, metric, size, *(_cell(r) for r in found)])
        best |= {(i, 3 + j) for j, r in enumerate(found) if r and _is_best(r, results)}
    head = ["level", "metric", "systems x inputs", *coefficients]
    return Table(head, rows, frozenset(best), frozenset(range(2, len(head))))


def long_correlations(results: Sequence[Plain]) -> Table:
    """Give one row a number, at full precision."""
    rows = []
    for result in results:
        interval = result["interval"] or {}
        flat = {**result, "low": interval.get("low"), "high": interval.get("high")}
        flat["skipped"] = _skipped(result["skipped"])
        rows.append(["" if flat[name] is None else str(flat[name]) for name in _LONG])
    return Table(_LONG, rows)


def tests(results: Sequence[Plain]) -> Table:
    """List the pairs of metrics that were tested; a star follows what is significant."""
    rows = [
        [
            t["level"],
            t["coefficient"],
            f"{t['metric_a']} > {t['metric_b']}",
            _number(t["delta"]),
            _number(t["p_value"]),
            _number(t["p_adjusted"]) + ("*" if t["significant"] else ""),
        ]
        for t in results
    ]
    head = ["level", "coefficient", "pair", "difference", "p", "p adjusted"]
    return Table(head, rows, numeric=frozenset((3, 4, 5)))


def clusters(ranking: Sequence[Plain]) -> Table:
    """List metrics by rank cluster."""
    rows = [
        [r["level"], r["coefficient"], str(r["cluster"]), r["metric"], _number(r["value"])]
        for r in ranking
    ]
    return Table(["level", "coefficient", "rank", "metric", "value"], rows, numeric=frozenset((4,)))


def rows_of(results: Sequence[Plain]) -> Table:
    """Give any rows of plain values under their names."""
    head = list(results[0])
    rows = [[_text(result[name]) for name in head] for result in results]
    return Table(head, rows)


def remarks(results: Sequence[Plain]) -> list[str]:
    """Say what was not used, and why a number is missing."""
    said: dict[str, None] = {}
    for r in results:
        where = f"{r['metric']} at {r['level']} level"
        if r["reason"]:
            said[f"{where}, {r['coefficient']}: no value, {r['reason']}"] = None
        elif r["skipped"]:
            said[f"{where}: {r['n_used']} used, left out {_skipped(r['skipped'])}"] = None
    return list(said)


def _skipped(skipped: Mapping[str, int]) -> str:
    return ", ".join(f"{count} ({reason})" for reason, count in skipped.items())


def _is_best(result: Plain, results: Sequence[Plain]) -> bool:
    key = ("level", "coefficient", "human")
    rivals = [
        r["value"]
        for r in results
        if all(r[k] == result[k] for k in key) and r["value"] is not None
    ]
    return len(rivals) > 1 and result["value"] is not None and result["value"] >= max(rivals)


def _cell(result: Plain | None) -> str:
    if result is None or result["value"] is None:
        return "-"
    interval = result["interval"]
    text = _number(result["value"])
    return f"{text} [{interval['low']:.3f}, {interval['high']:.3f}]" if interval else text


def _number(value: float | None) -> str:
    return "-" if value is None or math.isnan(value) else f"{value:.4f}"


def _text(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.4f}"
    return "" if value is None else str(value)
