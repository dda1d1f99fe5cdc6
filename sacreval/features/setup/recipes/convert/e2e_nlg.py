"""E2E: outputs of 21 systems with references, and ratings without personal data.

Source: Dusek, Novikova, Rieser (2020), Evaluating the State-of-the-Art of End-to-End NLG.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sacreval.core.records import Instance
from sacreval.errors import InputError
from sacreval.features.setup.recipes.place import CorpusFiles
from sacreval.io.formats.delimited_text import Sheet
from sacreval.io.formats.values import number

# Columns of the raw tables about workers; they are never read.
PERSONAL = ("_ip", "_city", "_region", "_country", "_worker_id")
PLACES = range(1, 6)  # each row has five systems


def convert(
    place: CorpusFiles,
    *,
    references: str,
    outputs: str = "",
    ratings: str = "",
    kind: str = "",
) -> Iterator[Instance]:
    """Yield one record for each output, or one a rated output of one task.

    Meaning representations are matched as exact texts and numbered as they first appear, which is
    the order of the systems' files.

    Args:
        place: The recipe's files.
        references: The table of meaning representations and references.
        outputs: A pattern of the systems' tables.
        ratings: The table of raw ratings.
        kind: Name of the ratings: quality or naturalness.
    """
    listed = _references(str(place / references))
    if ratings:
        yield from _ratings(str(place / ratings), kind)
        return
    numbers = {mr: str(i) for i, mr in enumerate(listed, start=1)}
    for path in place.files(outputs):
        for line, row in _csv("tab", ()).rows(str(path)):
            mr, output = _unquoted(row["MR"], row["output"])
            if mr not in listed:
                raise InputError(f"{path}:{line}: no reference for {mr}; fetch the files again")
            yield Instance(
                instance_id=numbers[mr],
                system_id=path.stem,
                prediction=output,
                references=listed[mr],
                input=mr,
            )


def _unquoted(*cells: str) -> tuple[str, ...]:
    """Remove the single quotes that two systems have around every cell of a row."""
    if all(len(cell) > 1 and cell[0] == cell[-1] == "'" for cell in cells):
        return tuple(cell[1:-1] for cell in cells)
    return cells


def _references(path: str) -> dict[str, list[str]]:
    listed: dict[str, list[str]] = {}
    for _, row in _csv("comma", ()).rows(path):
        listed.setdefault(row["mr"], []).append(row["ref"])
    return listed


def _ratings(path: str, kind: str) -> Iterator[Instance]:
    """Unpivot the five systems of each row; only outputs of one task may be compared."""
    for task, (line, row) in enumerate(_csv("comma", PERSONAL).rows(path), start=1):
        where = f"{path}:{line}"
        for i in PLACES:
            yield Instance(
                instance_id=f"task-{task}",
                system_id=row[f"sys{i}"],
                prediction=row[f"ref{i}"],
                judgments={kind: number(row[_rating_column(row, kind, i)], where)},
                groups={"tainted": row.get("_tainted", "")},
                meta=_check(row, i),
            )


def _rating_column(row: Mapping[str, str], kind: str, i: int) -> str:
    """Return the name of the column: quality1, or natur1 for naturalness."""
    for name in (f"{kind}{i}", f"{kind[:5]}{i}"):
        if name in row:
            return name
    raise InputError(
        f"no column of {kind} ratings; available: {', '.join(row)}; give the raw table"
    )


def _check(row: Mapping[str, str], i: int) -> dict[str, Any] | None:
    """Return the errors that a worker marked; the cell may hold several, one in each line."""
    cell = row.get(f"check{i}")
    return {"check": cell.split("\n")} if cell else None


def _csv(delimiter: Any, drop: tuple[str, ...]) -> Sheet:
    return Sheet(delimiter=delimiter, quoting="quotes", drop=drop)
