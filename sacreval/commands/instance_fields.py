"""Fields that are written with the scores of records."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from sacreval.cli.late_typer import typer
from sacreval.errors import UsageError, nearest

if TYPE_CHECKING:
    from sacreval.scoring.entries.run_metrics import Entry

FIELDS = ("prediction", "references", "input", "extracted")
InstancesWith = Annotated[
    list[str] | None,
    typer.Option(
        metavar="FIELD",
        rich_help_panel="Output",
        help="Field to write with the scores of records: prediction, references, input, or "
        "extracted (the answers that --extract found); separate several by commas, or repeat it.",
    ),
]


def fields_beside(
    path: Path | None, names: Sequence[str] | None, entries: Sequence[Entry]
) -> tuple[str, ...]:
    """Return the fields to write with the scores of records: groups, and those of `asked_for`."""
    if path is None and names:
        raise UsageError("--instances-with needs --instances; give both")
    if path is None:
        return ()
    from sacreval.report.record_scores import check_ending

    check_ending(path)
    return ("groups", *asked_for(names, entries))


def asked_for(names: Sequence[str] | None, entries: Sequence[Entry]) -> tuple[str, ...]:
    """Return the fields that --instances-with names, and those that explain scores."""
    from sacreval.scoring.rows.carried_fields import explanatory_fields

    fields = [name.strip() for text in names or () for name in text.split(",")]
    for name in fields:
        if name not in FIELDS:
            raise UsageError(f"--instances-with: there is no '{name}'; {nearest(name, FIELDS)}")
    if "extracted" in fields:
        from sacreval.metrics._wrappers import extracts

        if not any(extracts(entry.metric) for entry in entries):
            raise UsageError("--instances-with extracted: nothing is extracted; give --extract")
    return (*dict.fromkeys(fields), *explanatory_fields(entries))
