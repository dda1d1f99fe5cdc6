"""Means of human judgments in each format: a table to print, or one row for each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from sacreval.report.formats import Format
from sacreval.report.tables import Table, to_delimited, to_latex, to_markdown, to_text

_PRINTED = {"text": to_text, "md": to_markdown, "tex": to_latex}


def render(means: Sequence[dict[str, Any]], form: Format) -> str:
    """Return means as text in a format.

    Args:
        means: Rows with the fields of `HumanMean`.
        form: The format; csv and tsv have a line for each system and dimension.
    """
    match form:
        case "json":
            return msgspec.json.format(msgspec.json.encode(means), indent=2).decode() + "\n"
        case "jsonl":
            return "".join(f"{msgspec.json.encode(mean).decode()}\n" for mean in means)
        case "tsv" | "csv":
            return to_delimited(_long(means), "\t" if form == "tsv" else ",")
        case _:
            return _PRINTED[form](wide(means))


def _long(means: Sequence[dict[str, Any]]) -> Table:
    head = list(means[0])
    cells = [["" if mean[name] is None else str(mean[name]) for name in head] for mean in means]
    return Table(head, cells)


def wide(means: Sequence[dict[str, Any]]) -> Table:
    """Return one row per system: for each dimension the mean, and its number of inputs."""
    names = list(dict.fromkeys(mean["human"] for mean in means))
    tasks = any(mean["task"] for mean in means)
    official = {mean["human"] for mean in means if mean["official"] is not None}
    head = [*(["task"] if tasks else []), "system"]
    left = len(head)
    for name in names:
        head += [name, "n", *([f"{name} (official)"] if name in official else [])]
    rows: dict[tuple[str, str], list[str]] = {}
    for mean in means:
        start = [*([mean["task"]] if tasks else []), mean["system_id"]]
        row = rows.setdefault((mean["task"], mean["system_id"]), start)
        row += [_shown(mean["mean"]), str(mean["n"])]
        row += [_shown(mean["official"])] if mean["human"] in official else []
    return Table(head, list(rows.values()), numeric=frozenset(range(left, len(head))))


def _shown(value: float | None) -> str:
    return "-" if value is None else f"{value:.4f}"
