"""Files of the scores of records: JSON lines, or tables with one column for each output.

jsonlines writes them, a stream of objects. msgspec reads them: it checks types while it decodes,
and refuses lines that are too long before that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any

from sacreval.core.records import Scored
from sacreval.errors import UsageError
from sacreval.io.files import LINES
from sacreval.report.tables import delimited

TABLES = {".csv": ",", ".tsv": "\t"}
FIRST = ("system_id", "instance_id", "system_type")
# A column for each name, as in groups.domain.
NESTED = ("groups", "judgments", "extracted", "predictions", "error_spans")
LAST = ("unanswered", "error")
TEXTS = ("prediction", "references", "input")
NULLS = ("judgments", "error")  # fields that lines of `evaluate --instances` always have


def is_table(path: Path) -> bool:
    """Return whether a file is written as a table."""
    return path.suffix.lower() in TABLES


def check_ending(path: Path) -> None:
    """Check that a file's ending names a format.

    Raises:
        UsageError: If it does not.
    """
    if path.suffix.lower() not in (*LINES, *TABLES):
        raise UsageError(
            f"{path}: scores of records are written to {', '.join((*LINES, *TABLES))}; "
            "give the file one of these endings"
        )


def write_lines(records: Iterable[Scored], stream: IO[str], *, nulls: Sequence[str] = ()) -> None:
    """Write records as JSON, one on each line.

    Args:
        records: Scores of records.
        stream: Text stream to write to.
        nulls: Fields that are written even if empty; other empty fields are left out.
    """
    import jsonlines
    import msgspec

    writer = jsonlines.Writer(stream, dumps=lambda x: msgspec.json.encode(x).decode())
    for record in records:
        line = msgspec.to_builtins(record)
        writer.write({k: v for k, v in line.items() if v is not None or k in nulls})


def rows(records: Iterable[Scored], delimiter: str) -> Iterator[str]:
    """Yield the lines of a table with a column for each output, group, judgment and text.

    Cells with several numbers or texts contain JSON. Statistics are in JSON lines only.

    Args:
        records: Scores of records.
        delimiter: Character between cells.
    """
    flat = [_flat(record) for record in records]
    names = list(dict.fromkeys(name for cells in flat for name in cells))
    last = [name for name in LAST if name in names]
    names = [*(name for name in names if name not in LAST), *last]
    for cells in (dict(zip(names, names, strict=True)), *flat):
        yield delimited([[cells.get(name, "") for name in names]], delimiter)


def _flat(record: Scored) -> dict[str, str]:
    cells = {name: _cell(getattr(record, name)) for name in FIRST}
    if record.dataset is not None:
        cells = {"dataset": record.dataset, **cells}
    cells |= {
        f"{field}.{name}": _cell(value)
        for field in NESTED
        for name, value in _named(getattr(record, field)).items()
    }
    cells |= {
        f"details.{metric}.{name}": _cell(value)
        for metric, parts in (record.details or {}).items()
        for name, value in parts.items()
    }
    texts = ((name, getattr(record, name)) for name in TEXTS)
    cells |= {name: _cell(value) for name, value in texts if value is not None}
    cells |= {name: _cell(value) for name, value in record.scores.items()}
    cells |= {"unanswered": _cell(record.unanswered)} if record.unanswered else {}
    return cells | ({"error": record.error} if record.error else {})


def _named(value: Any) -> dict[str, Any]:
    """Return the parts of a field by name."""
    import msgspec

    return msgspec.structs.asdict(value) if isinstance(value, msgspec.Struct) else value or {}


def _cell(value: Any) -> str:
    import msgspec

    if isinstance(value, str):
        return value
    return "" if value is None else msgspec.json.encode(value).decode()


def write(records: Iterable[Scored], path: Path, *, nulls: Sequence[str] = ()) -> None:
    """Write the scores of records in the format of the file's ending.

    Args:
        records: Scores of records.
        path: The file to write.
        nulls: As for `write_lines`.
    """
    from sacreval.io.files import write_text

    delimiter = TABLES.get(path.suffix.lower())
    with write_text(path) as stream:
        if delimiter:
            stream.writelines(rows(records, delimiter))
        else:
            write_lines(records, stream, nulls=nulls)
