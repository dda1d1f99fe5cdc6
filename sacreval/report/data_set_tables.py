"""Tables of systems by data sets, one for the main output of each metric."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from sacreval.core.results import MEAN, Result
from sacreval.errors import comma_list
from sacreval.report.best_scores import best_values, is_best
from sacreval.report.display_names import display_names
from sacreval.report.tables import ARROWS, Table

_INTERVALS = "; its interval is for other records of the same sets"

Cell = Callable[[Result], str]


def has_sets(results: Sequence[Result]) -> bool:
    """Return whether results are of a run over data sets."""
    return any(result.dataset is not None for result in results)


def main_outputs(results: Sequence[Result]) -> list[str]:
    """Return the main output of each metric; all outputs where results do not name one."""
    main = dict.fromkeys(result.output for result in results if getattr(result, "main", False))
    return list(main or dict.fromkeys(result.output for result in results))


def set_tables(results: Sequence[Result], cell: Callable[[Result], str]) -> list[Table]:
    """Return a table for each main output: a row for each system, a column for each data set."""
    names = display_names(results)
    return [
        _table(names[output], [result for result in results if result.output == output], cell)
        for output in main_outputs(results)
    ]


class SetGrid(NamedTuple):
    """Results of one output by data set.

    Attributes:
        heads: The data sets, then the mean over them if there is one.
        rows: Group, None for all records, and system to its result of each, None where it has none.
    """

    heads: list[str]
    rows: dict[tuple[str | None, str], list[Result | None]]


def set_grid(results: Sequence[Result]) -> SetGrid:
    """Arrange the results of one output, those over all records before those of groups."""
    cells = {(result.group, result.system_id, result.dataset): result for result in results}
    columns = sorted(dict.fromkeys(result.dataset for result in results), key=lambda x: x == MEAN)
    keys = dict.fromkeys((result.group, result.system_id) for result in results)
    ordered = sorted(keys, key=lambda key: (key[0] is not None, key[0] or ""))
    return SetGrid(
        ["mean of sets" if x == MEAN else str(x) for x in columns],
        {key: [cells.get((*key, x)) for x in columns] for key in ordered},
    )


def _table(name: str, results: Sequence[Result], cell: Cell) -> Table:
    heads, grid = set_grid(results)
    grouped = any(group for group, _ in grid)
    left = 2 if grouped else 1
    rows, best, top = [], set(), best_values(results)
    for i, ((group, system), row) in enumerate(grid.items()):
        labels = [system, group or ""] if grouped else [system]
        rows.append([*labels, *(cell(result) if result else "-" for result in row)])
        best |= {(i, left + j) for j, result in enumerate(row) if result and is_best(result, top)}
    title = f"{name}{ARROWS[results[0].higher_is_better]}"
    head = [title, *(["group"] if grouped else []), *heads]
    return Table(head, rows, frozenset(best), frozenset(range(left, len(head))))


def set_notes(results: Sequence[Result], *, unshown: bool = True) -> list[str]:
    """Describe the data sets, their means and, unless told not to, outputs that no table shows."""
    sets: dict[str, list[Result]] = {}
    for result in results:
        if result.dataset not in (None, MEAN) and result.group is None:
            sets.setdefault(str(result.dataset), []).append(result)
    lines = [f"records: {', '.join(f'{name} {_range(of)}' for name, of in sets.items())}"]
    if means := [result for result in results if result.dataset == MEAN]:
        lines.append(
            "mean of sets: over the data sets that have the output, each counted alike, however "
            f"many records it has{_INTERVALS if any(result.interval for result in means) else ''}"
        )
    shown = main_outputs(results)
    others = [name for x, name in display_names(results).items() if x not in shown]
    if others and unshown:
        lines.append(f"{comma_list(others)}: in JSON, CSV and TSV")
    return lines


def _range(results: Sequence[Result]) -> str:
    """Return the numbers of records of a data set, and of how many where only some take part."""
    counts, every = [result.n for result in results], {result.of for result in results}
    low, high = min(counts), max(counts)
    text = str(low) if low == high else f"{low}-{high}"
    of = [str(count) for count in sorted(count for count in every if count is not None)]
    return f"{text} of {'-'.join(dict.fromkeys((of[0], of[-1])))}" if of else text
