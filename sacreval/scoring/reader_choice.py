"""Choice of the reader of each input, and of how references from -r are joined to it."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING
from warnings import warn

from sacreval.core.specs import from_spec
from sacreval.errors import InputNotice, UsageError
from sacreval.io.files import STDIN, extension, head
from sacreval.readers._base import Reader, by_extension, knows_ending, readers

if TYPE_CHECKING:
    from sacreval.scoring.joined_references import ReferenceFile

TEXT = "parallel-text"
JSON_LINES = (".jsonl", ".ndjson", ".json")


def reader_of(
    path: str, *, references: tuple[str, ...], spec: str | None, fields: Mapping[str, str]
) -> Reader:
    """Choose the reader of a file of predictions and, if there are any, of its references.

    Args:
        path: The file.
        references: The files given with -r.
        spec: A reader with its options; None to choose one by the file's ending.
        fields: Field to the JMESPath expression that finds it.

    Raises:
        UsageError: If the options contradict each other.
    """
    made = from_spec(readers, spec or _chosen(path, references=references, fields=fields))
    if not references:
        return _mapped(made, fields)
    if made.takes_reference_files:
        if made.references:  # type: ignore[attr-defined]
            raise UsageError("references are given by -r and by --reader; keep one of the two")
        if spec or all(_name(one, text=True) == TEXT for one in references):
            return replace(_mapped(made, fields), references=references)  # type: ignore[call-arg]
    from sacreval.scoring.joined_references import JoinedReferences

    beside = tuple(_reference_file(one, path, made, fields) for one in references)
    if not all(file.plain for file in beside):
        fields = {name: found for name, found in fields.items() if name != "references"}
    return JoinedReferences(records=_mapped(made, fields), references=beside)


def reader_of_records(path: str) -> Reader:
    """Choose the reader of a file of records that are joined to others, by its ending."""
    return from_spec(readers, _name(path, text=False))


def _reference_file(
    path: str, predictions: str, made: Reader, fields: Mapping[str, str]
) -> ReferenceFile:
    from sacreval.readers._log import LogReader
    from sacreval.scoring.joined_references import ReferenceFile

    own = isinstance(made, LogReader)  # a log has references of its own, or records beside it
    alike = not own and extension(path) == extension(predictions) != ""
    found = made if alike else from_spec(readers, _name(path, text=True))
    plain = found.name == TEXT
    wanted = {name: fields[name] for name in ("instance_id", "references") if name in fields}
    return ReferenceFile(path, found if plain else _mapped(found, wanted), plain)


def _mapped(made: Reader, fields: Mapping[str, str]) -> Reader:
    return replace(made, fields=fields) if fields else made


def _chosen(path: str, *, references: tuple[str, ...], fields: Mapping[str, str]) -> str:
    """Return the name of the reader of a file of predictions, by content or by ending.

    With --map, lines of JSON are read as they are, whatever tool wrote them.

    Warns:
        InputNotice: If they are those of a log that has a reader.
    """
    from sacreval.readers._by_content import by_content

    found = by_content(path)
    if found and not (fields and extension(path) in JSON_LINES):
        return found
    if found:
        text = (
            f"{path}: with --map, this log of {found} is read as plain JSON; with --reader {found} "
            "as well, --map applies to the records of the log"
        )
        warn(InputNotice(text), stacklevel=2)
    return _name(path, text=bool(references))


def _name(path: str, *, text: bool) -> str:
    """Return the name of a file's reader; with references, an unknown ending is plain text."""
    if not text or knows_ending(path):
        return by_extension(path)
    if path == STDIN:
        from sacreval.readers._plain_text import is_record

        return "jsonl" if is_record(head(sys.stdin.buffer)) else TEXT
    return TEXT
