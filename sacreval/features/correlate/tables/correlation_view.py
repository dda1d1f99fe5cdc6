"""View of tables of correlations: order and number of metrics, names of levels."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sacreval.errors import UsageError, nearest
from sacreval.features.correlate.tables import correlation_tables
from sacreval.report.numbers import USUAL, Numbers

GIVEN, NAME = "given", "name"
_NAMES = ("metric", "metric_a", "metric_b")
_PAIRS = 20  # that a table lists, if it is not told to list more
_CORRELATIONS = ("value", "delta", "chance")
_TABLES = ("averages", "results", "ranking", "tests")

Plain = dict[str, Any]  # one row of the JSON report


@dataclass(frozen=True)
class View:
    """What is printed of a meta-evaluation; files for programs have all of it.

    Args:
        sort: `given`, `name`, or a coefficient, whose largest values come first.
        top: Number of metrics of each level; None for all.
        matrix: Whether tests of pairs are a matrix; by default where there are more than 20 pairs.
        words: Level to the word for it in tables, where the user asked in another word.
        notes: Whether text has all lines below the tables, in place of three.
        numbers: How correlations are shown.
        ranked: Whether the table has a row for each metric, the best average first.
    """

    sort: str = GIVEN
    top: int | None = None
    matrix: bool | None = None
    words: Mapping[str, str] = field(default_factory=dict)
    notes: bool = True
    numbers: Numbers = USUAL
    ranked: bool = False

    def places(self, usual: int) -> int:
        """Return the number of decimal places.

        Args:
            usual: The number where none was asked for.
        """
        return self.numbers.of_correlations(usual)

    def has_matrix(self, tests: Sequence[Mapping[str, Any]]) -> bool:
        """Return whether tests of pairs are a matrix.

        Args:
            tests: The tests.
        """
        if self.matrix is not None:
            return self.matrix
        return len({frozenset((t["metric_a"], t["metric_b"])) for t in tests}) > _PAIRS

    def of(self, document: Mapping[str, Any]) -> dict[str, Any]:
        """Return the document as tables show it.

        Args:
            document: The JSON document.

        Raises:
            UsageError: If it has no such coefficient.
        """
        shown = dict(document)
        order = self._order(document["results"])
        for part in _TABLES:
            if document.get(part):
                rows = [row for row in document[part] if self._is_shown(row, order)]
                shown[part] = [self._scaled(self._worded(row)) for row in rows]
        if document.get("explanation"):
            shown["explanation"] = self._explained(document["explanation"], order)
        place = {key: i for i, key in enumerate(order)}
        shown["results"].sort(key=lambda row: place[_place(row, self.words)])
        shown["notes"] = [*document.get("notes", ()), *self._notes(document["results"], order)]
        return shown

    def _order(self, results: Sequence[Plain]) -> list[tuple[str, str, str]]:
        """Return the shown (task, level, metric) in their order."""
        keys = list(dict.fromkeys(_place(row) for row in results))
        by = self.sort
        if by == GIVEN and self.top is not None:
            by = results[0]["coefficient"]
        parts = _parts(keys)
        if by == NAME:
            parts = [sorted(part) for part in parts]
        elif by != GIVEN:
            values = self._values(results, by)
            parts = [
                sorted(part, key=lambda key: -values.get(key, float("-inf"))) for part in parts
            ]
        return [key for part in parts for key in part[: self.top]]

    def _values(self, results: Sequence[Plain], by: str) -> dict[tuple[str, str, str], float]:
        known = list(dict.fromkeys(row["coefficient"] for row in results))
        if by not in known:
            raise UsageError(f"--sort {by}: {nearest(by, [GIVEN, NAME, *known])}")
        return {
            _place(row): correlation_tables.merit(row)
            for row in results
            if row["coefficient"] == by and row["value"] is not None
        }

    def _is_shown(self, row: Plain, order: Sequence[tuple[str, str, str]]) -> bool:
        if self.top is None:
            return True
        names = [row[name] for name in _NAMES if name in row]
        kept = {(level, metric) for _, level, metric in order}
        return all((row["level"], name) in kept for name in names)

    def _explained(
        self, rows: Sequence[Plain], order: Sequence[tuple[str, str, str]]
    ) -> list[Plain]:
        """Return the explanations of the metrics that are shown, in their order."""
        metrics = list(dict.fromkeys(metric for _, _, metric in order))
        kept = [row for row in rows if row["metric"] in metrics]
        return sorted(kept, key=lambda row: metrics.index(row["metric"]))

    def _worded(self, row: Plain) -> Plain:
        return {**row, "level": self.words.get(row["level"], row["level"])}

    def _scaled(self, row: Plain) -> Plain:
        """Return a row with correlations times 100, if that was asked for."""
        if not self.numbers.percent:
            return row
        scaled = {x: 100 * row[x] for x in _CORRELATIONS if row.get(x) is not None}
        around = row.get("interval")
        if around:
            ends = {x: 100 * around[x] for x in ("low", "high")}
            scaled["interval"] = {**around, **ends}
        return {**row, **scaled}

    def _notes(
        self, results: Sequence[Plain], order: Sequence[tuple[str, str, str]]
    ) -> Iterable[str]:
        """Yield what is left out, and what the levels are called elsewhere."""
        left = len({_place(row) for row in results}) - len(order)
        if left:
            levels = len({(row.get("task"), row["level"]) for row in results})
            each = "" if levels == 1 else f", over {levels} levels,"
            what = "1 metric is" if left == 1 else f"{left} metrics{each} are"
            yield f"{what} left out (--top {self.top}); JSON and CSV have all."
        for level, word in self.words.items():
            yield f"{word}: the level {level} in JSON and signatures."


def _place(row: Plain, words: Mapping[str, str] | None = None) -> tuple[str, str, str]:
    """Return the task, the level and the metric of a row."""
    level = row["level"]
    if words:
        level = next((key for key, word in words.items() if word == level), level)
    return row.get("task", ""), level, row["metric"]


def _parts(keys: Sequence[tuple[str, str, str]]) -> list[list[tuple[str, str, str]]]:
    """Split keys by task and level, in the order in which these come first."""
    parts: dict[tuple[str, str], list[tuple[str, str, str]]] = {}
    for key in keys:
        parts.setdefault(key[:2], []).append(key)
    return list(parts.values())
