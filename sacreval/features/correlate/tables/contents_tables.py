"""Tables of human means by system, and of what score files hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from sacreval.report.formats import Format
from sacreval.report.numbers import score_text
from sacreval.report.result_tables import with_notes
from sacreval.report.tables import Table, rendered, to_delimited, to_latex, to_markdown, to_text

_PRINTED = {"text": to_text, "md": to_markdown, "tex": to_latex}


def render(means: Sequence[dict[str, Any]], form: Format) -> str:
    """Return means as text in a format."""
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
        row += [score_text(mean["mean"]), str(mean["n"])]
        row += [score_text(mean["official"])] if mean["human"] in official else []
    return Table(head, list(rows.values()), numeric=frozenset(range(left, len(head))))


_MOST = 12  # values of a group that are named
_HEAD = ("name", "kind", "systems", "inputs", "outputs", "raters", "levels")


def render_contents(contents: Mapping[str, Any], form: Format) -> str:
    """Return the contents of files as text in a format."""
    return rendered(
        form,
        document=lambda: dict(contents),
        rows=contents["names"],
        table=lambda: table(contents),
        printed=lambda: with_notes(table(contents), notes(contents), form),
    )


def table(contents: Mapping[str, Any]) -> Table:
    """Return a row for each judgment and each metric."""
    rows = [
        [*(str(row[x]) for x in _HEAD[:5]), str(row["raters"] or ""), ", ".join(row["levels"])]
        for row in contents["names"]
    ]
    return Table(_HEAD, rows, numeric=frozenset({2, 3, 4, 5}))


def notes(contents: Mapping[str, Any]) -> list[str]:
    """List the systems by kind, and the groups with their values."""
    kinds = Counter(contents["systems"].values())
    lines = [f"systems: {', '.join(f'{count} {kind}' for kind, count in kinds.items())}"]
    for name, values in contents["groups"].items():
        more = f" and {len(values) - _MOST} more" if len(values) > _MOST else ""
        lines.append(f"group {name}: {', '.join(values[:_MOST])}{more}")
    human = next((x["name"] for x in contents["names"] if x["kind"] == "judgment"), None)
    if human is not None:
        lines.append(f"next: sacreval correlate scores FILE... --human {human}")
    return lines
