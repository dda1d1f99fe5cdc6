"""What files of scores of records carry beside the scores."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sacreval.errors import UsageError, nearest

if TYPE_CHECKING:
    from sacreval.scoring.run_metrics import Entry

FIELDS = ("prediction", "references", "input", "extracted")
InstancesWith = Annotated[
    list[str] | None,
    typer.Option(
        metavar="FIELD",
        help="What the scores of records carry too: prediction, references, input, or extracted, "
        "the answers that --extract found; by commas, or repeat it.",
    ),
]


def fields_beside(
    path: Path | None, names: Sequence[str] | None, entries: Sequence[Entry]
) -> tuple[str, ...]:
    """List what the records of a file carry: groups, and what was asked for.

    Args:
        path: The file; None for none.
        names: What --instances-with says.
        entries: The metrics of the run.

    Raises:
        UsageError: If the file's ending names no format, or a field is none that records carry.
    """
    if path is None and names:
        raise UsageError("--instances-with goes with --instances; give that too")
    if path is None:
        return ()
    from sacreval.report.records import check_ending

    check_ending(path)
    return ("groups", *asked_for(names, entries))


def asked_for(names: Sequence[str] | None, entries: Sequence[Entry]) -> tuple[str, ...]:
    """List the fields that --instances-with names.

    Raises:
        UsageError: If one is none that records carry, or no metric extracts answers.
    """
    fields = [name.strip() for text in names or () for name in text.split(",")]
    for name in fields:
        if name not in FIELDS:
            raise UsageError(f"--instances-with: there is no '{name}'; {nearest(name, FIELDS)}")
    if "extracted" in fields:
        from sacreval.metrics._wrappers import extracts

        if not any(extracts(entry.metric) for entry in entries):
            raise UsageError("--instances-with extracted: nothing is extracted; give --extract")
    return tuple(dict.fromkeys(fields))
