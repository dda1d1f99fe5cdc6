"""Results as a table for people, and as rows for machines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from sacreval.report.formats import Format
from sacreval.report.tables import Table, to_delimited, to_latex, to_markdown, to_text
from sacreval.results import Report, Result

_ALL_NUMBERS_BELOW = 10  # columns that stay below are shares and get four digits
_SIGNIFICANT = 12  # float ties are ties


def render(report: Report, form: Format) -> str:
    """Write a report in a format.

    Args:
        report: What was found.
        form: The format; tables for people carry the signatures below.
    """
    results = report.results
    match form:
        case "json":
            document = msgspec.json.encode(report.to_file())
            return msgspec.json.format(document, indent=2).decode() + "\n"
        case "jsonl":
            return "".join(f"{msgspec.json.encode(result).decode()}\n" for result in results)
        case "tsv" | "csv":
            return to_delimited(long_table(results), "\t" if form == "tsv" else ",")
        case _:
            write, note = _FOR_PEOPLE[form]
            notes = "".join(note.format(line) for line in signature_lines(results))
            return write(wide_table(results)) + notes


_FOR_PEOPLE: dict[str, tuple[Callable[[Table], str], str]] = {
    "md": (to_markdown, "\n`{}`\n"),
    "tex": (to_latex, "% {}\n"),
    "text": (to_text, "{}\n"),
}


def wide_table(results: Sequence[Result]) -> Table:
    """Set systems, and groups of them, against outputs, with intervals beside the values.

    The best of each column and group is marked where there are several systems.
    """
    columns = list(dict.fromkeys(r.output for r in results))
    keys = list(dict.fromkeys((r.group, r.system_id, r.n) for r in results))
    cells = {(r.group, r.system_id, r.output): r for r in results}
    grouped = any(group for group, _, _ in keys)
    keys.sort(key=lambda key: (key[0] is not None, key[0] or ""))
    digits = {name: _digits([r for r in results if r.output == name]) for name in columns}
    rows, best = [], set()
    left = 3 if grouped else 2
    for i, (group, system, n) in enumerate(keys):
        labels = [system, group or "", str(n)] if grouped else [system, str(n)]
        found = [cells[group, system, name] for name in columns]
        rows.append(labels + [_cell(r, digits[r.output]) for r in found])
        best |= {(i, left + j) for j, r in enumerate(found) if _is_best(r, results)}
    arrows = {r.output: "↑" if r.higher_is_better else "↓" for r in results}
    head = ["system", "group", "n"] if grouped else ["system", "n"]
    head += [f"{name} {arrows[name]}" for name in columns]
    return Table(head, rows, frozenset(best), frozenset(range(left - 1, len(head))))


def long_table(results: Sequence[Result]) -> Table:
    """Give one row a result, at full precision, with everything that JSON has."""
    head = [
        "metric", "output", "system_id", "group", "value", "n", "higher_is_better",
        "low", "high", "level", "method", "resamples", "seed", "signature", "engine",
    ]  # fmt: skip
    rows = []
    for result in results:
        flat = msgspec.to_builtins(result)
        flat |= flat.pop("interval") or {}
        rows.append([_plain(flat.get(name)) for name in head])
    return Table(head, rows)


def signature_lines(results: Sequence[Result]) -> list[str]:
    """List each signature once, without the hash of the outputs, which every system has its own.

    The systems are named where they do not share one signature.
    """
    systems: dict[str, dict[str, None]] = {}
    for result in results:
        shared = result.signature.partition("|outputs:")[0]
        systems.setdefault(f"{shared} ({result.engine} engine)", {})[result.system_id] = None
    if len(systems) == 1:
        return list(systems)
    return [f"{', '.join(names)}: {signature}" for signature, names in systems.items()]


def _is_best(result: Result, results: Sequence[Result]) -> bool:
    rivals = [
        r.value
        for r in results
        if (r.output, r.group) == (result.output, result.group) and r.value is not None
    ]
    if result.value is None or len(rivals) < 2:  # noqa: PLR2004 - alone nobody is best
        return False
    top = max(rivals) if result.higher_is_better else min(rivals)
    return f"{result.value:.{_SIGNIFICANT}g}" == f"{top:.{_SIGNIFICANT}g}"


def _digits(results: Sequence[Result]) -> int:
    values = [abs(r.value) for r in results if r.value is not None]
    if values and all(value.is_integer() for value in values) and max(values) > 1:
        return 0
    return 4 if all(value < _ALL_NUMBERS_BELOW for value in values) else 2


def _cell(result: Result, digits: int) -> str:
    if result.value is None:
        return "-"
    text = f"{result.value:.{digits}f}"
    if result.interval is None:
        return text
    digits = digits or 1
    return f"{text} [{result.interval.low:.{digits}f}, {result.interval.high:.{digits}f}]"


def _plain(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)
