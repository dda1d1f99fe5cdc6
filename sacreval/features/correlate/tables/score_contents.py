"""What score files hold, as a table or as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from sacreval.report.formats import Format
from sacreval.report.rendering import rendered
from sacreval.report.results import with_notes
from sacreval.report.tables import Table

_MOST = 12  # values of a group that are named
_HEAD = ("name", "kind", "systems", "inputs", "outputs", "raters", "levels")


def render(found: Mapping[str, Any], form: Format) -> str:
    """Return the contents of files as text in a format.

    Args:
        found: `names`, `systems` and `groups` as plain values.
        form: The format; tsv, csv and jsonl have the names.
    """
    return rendered(
        form,
        document=lambda: dict(found),
        rows=found["names"],
        table=lambda: table(found),
        printed=lambda: with_notes(table(found), notes(found), form),
    )


def table(found: Mapping[str, Any]) -> Table:
    """Return a row for each judgment and each metric."""
    rows = [
        [*(str(one[x]) for x in _HEAD[:5]), str(one["raters"] or ""), ", ".join(one["levels"])]
        for one in found["names"]
    ]
    return Table(_HEAD, rows, numeric=frozenset({2, 3, 4, 5}))


def notes(found: Mapping[str, Any]) -> list[str]:
    """List the systems by kind, and the groups with their values."""
    kinds = Counter(found["systems"].values())
    lines = [f"systems: {', '.join(f'{count} {kind}' for kind, count in kinds.items())}"]
    for name, values in found["groups"].items():
        more = f" and {len(values) - _MOST} more" if len(values) > _MOST else ""
        lines.append(f"group {name}: {', '.join(values[:_MOST])}{more}")
    human = next((x["name"] for x in found["names"] if x["kind"] == "judgment"), None)
    if human is not None:
        lines.append(f"next: sacreval correlate scores FILE... --human {human}")
    return lines
