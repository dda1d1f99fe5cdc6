"""Of how many: records without an answer, and those without an output or a verdict."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from sacreval.core.results import MEAN, Result
from sacreval.errors import comma_list
from sacreval.report.display_names import display_names

LACKING = ("unanswered", "missing")  # kinds of records, as fields name them
MOST = 6  # systems that a line names


def lacking_lines(results: Sequence[Result]) -> list[str]:
    """Describe the unanswered and the missing records, a line for each; nothing without any.

    Args:
        results: The results.
    """
    names = display_names(results)
    overall = sorted((x for x in results if x.group is None), key=lambda x: x.dataset != MEAN)
    without = [result for result in overall if result.unanswered]
    missing = [result for result in overall if result.missing is not None]
    lines = []
    if without:
        listed = _by_place(without, names, lambda r: f"{r.unanswered} of {r.n_records}")
        lines.append(f"unanswered, and scored as wrong: {listed}")
    if missing:
        listed = _by_place(missing, names, _missing)
        lines.append(f"missing, and not scored: {listed}{_bounds(missing, names)}")
    return lines


def lacking_columns(rows: Sequence[Sequence[Result]]) -> dict[str, list[int]]:
    """Return the largest numbers of unanswered and of missing records of each row of a table.

    Args:
        rows: The results of each row.

    Returns:
        Head of a column to its numbers; only columns with a number above 0.
    """
    columns = {
        "unanswered": [max((result.unanswered for result in row), default=0) for row in rows],
        "missing": [max((result.missing_total for result in row), default=0) for row in rows],
    }
    return {head: column for head, column in columns.items() if any(column)}


def missing_text(lacking: Mapping[str, int], held: Mapping[str, bool], others: str) -> str:
    """Describe missing records, and which findings hold whatever they would have scored.

    Args:
        lacking: System to the number of its missing records.
        held: Output to whether its findings hold with the missing records against them.
        others: What the records are that other findings rest on.
    """
    named = comma_list([f"'{system}' {count}" for system, count in lacking.items()])
    text = f"records are missing ({named})"
    if any(held.values()):
        text += "; a finding is one only if it holds with the missing records against it"
    free = [output for output, holds in held.items() if not holds]
    if free:
        text += (
            f"; for {', '.join(free)}, which is no mean of scores with a worst value, findings "
            f"rest on the records {others}"
        )
    return text


def _missing(result: Result) -> str:
    if result.missing is None:
        return ""
    counts = ", ".join(f"{count} {reason}" for reason, count in result.missing.counts.items())
    return f"{result.missing.total} of {result.n_records} ({counts})"


def _by_place(
    results: Sequence[Result], names: dict[str, str], described: Callable[[Result], str]
) -> str:
    """Return what is told of each system and data set, with the outputs where they differ."""
    places: dict[str, dict[str, list[Result]]] = {}
    for result in results:
        places.setdefault(_place(result), {}).setdefault(described(result), []).append(result)
    texts = [
        f"{place} {text}{_outputs(members, names) if len(by_text) > 1 else ''}"
        for place, by_text in places.items()
        for text, members in by_text.items()
    ]
    more = f"; {len(texts) - MOST} more are in the JSON" if len(texts) > MOST else ""
    return f"{'; '.join(texts[:MOST])}{more}"


def _place(result: Result) -> str:
    where = "all data sets" if result.dataset == MEAN else result.dataset
    return f"{result.system_id} on {where}" if where else result.system_id


def _outputs(members: Sequence[Result], names: dict[str, str]) -> str:
    return f" by {', '.join(names[result.output] for result in members)}"


def _bounds(results: Sequence[Result], names: dict[str, str]) -> str:
    """Return between what the first scores lie, whatever the missing records would have."""
    bounds = [
        f"{names[result.output]} of {_place(result)} from {result.missing.if_worst:.4g} to "
        f"{result.missing.if_best:.4g}"
        for result in results
        if result.missing
        and result.missing.if_worst is not None
        and result.missing.if_best is not None
    ]
    listed = comma_list(bounds, 3)
    return f"; with all of them at the worst and at the best {listed}" if bounds else ""
