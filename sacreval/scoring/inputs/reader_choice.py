"""Choice of the reader of each input, and of how references from -r are joined to it."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING
from warnings import warn

from sacreval.core.options.specs import from_spec
from sacreval.errors import InputNotice, UsageError
from sacreval.io.files import JSON, STDIN, extension, head
from sacreval.readers._base import Reader, by_extension, knows_ending, readers

if TYPE_CHECKING:
    from sacreval.scoring.inputs.joined_records import ReferenceFile

TEXT = "parallel-text"
QRELS = "qrels"  # the option of a reader of rankings
RUN = "trec"


def reader_of(
    path: str,
    *,
    references: tuple[str, ...],
    sources: tuple[str, ...] = (),
    spec: str | None,
    fields: Mapping[str, str],
) -> Reader:
    """Choose the reader of a file of predictions and, if there are any, of its references.

    Args:
        path: The file.
        references: The files given with -r: references, or relevance judgments of rankings.
        sources: The files given with --sources, beside plain text.
        spec: A reader with its options; None to choose one by the file's ending.
        fields: Field to the JMESPath expression that finds it.

    Raises:
        UsageError: If the options contradict each other.
    """
    judged = relevance_judgments(references)
    reader = from_spec(
        readers,
        spec
        or _chosen(
            path,
            fields=fields,
            judged=judged is not None,
            plain=bool(references or sources),
        ),
    )
    if sources:
        reader = _with_sources(reader, path, sources)
    if not references:
        return _mapped(reader, fields)
    option = reader.reference_option
    if option and getattr(reader, option):
        raise UsageError(f"{option} are given by -r and by --reader; keep one of the two")
    if option == QRELS:
        return replace(_mapped(reader, fields), qrels=judged or _single(references))  # type: ignore[call-arg]
    explicit = spec or (judged is None and all(_name(x, text=True) == TEXT for x in references))
    if option and explicit:
        return replace(_mapped(reader, fields), references=references)  # type: ignore[call-arg]
    if judged is not None:
        from sacreval.scoring.inputs.joined_records import JoinedQrels

        return JoinedQrels(records=_mapped(reader, fields), qrels=judged)
    from sacreval.scoring.inputs.joined_records import JoinedReferences

    beside = tuple(_reference_file(reference, path, reader, fields) for reference in references)
    if not all(file.plain for file in beside):
        fields = {name: expression for name, expression in fields.items() if name != "references"}
    return JoinedReferences(records=_mapped(reader, fields), references=beside)


def _with_sources(reader: Reader, path: str, sources: tuple[str, ...]) -> Reader:
    """Return the reader of plain text with the files of its sources."""
    if reader.name != TEXT:
        raise UsageError(
            f"--sources {sources[0]}: it is for plain text, and {path} is read by {reader.name}, "
            "whose records have `sources`; name that field with --map sources=FIELD, or --join "
            "records that have it"
        )
    if getattr(reader, "sources", ()):
        raise UsageError("sources are given by --sources and by --reader; keep one of the two")
    return replace(reader, sources=sources)  # type: ignore[call-arg]


def relevance_judgments(references: tuple[str, ...]) -> str | None:
    """Return the file of -r if it holds relevance judgments; None if no file does."""
    if not references:
        return None
    from sacreval.readers._qrels import is_qrels

    if any(is_qrels(_start(reference)) for reference in references):
        return _single(references)
    return None


def _single(references: tuple[str, ...]) -> str:
    if len(references) > 1:
        raise UsageError(
            f"-r {references[0]} -r {references[1]}: relevance judgments are one file; give one, "
            "or join the files first"
        )
    return references[0]


def _start(path: str) -> bytes:
    """Return the first bytes of a file; none of what can be read only once."""
    from sacreval.readers._beginning import beginning

    start = beginning(path)
    return start.head if start else b""


def reader_of_records(path: str) -> Reader:
    """Choose the reader of a file of records that are joined to others, by its ending."""
    return from_spec(readers, _name(path, text=False))


def _reference_file(
    path: str, predictions: str, reader: Reader, fields: Mapping[str, str]
) -> ReferenceFile:
    from sacreval.readers._log import LogReader
    from sacreval.scoring.inputs.joined_records import ReferenceFile

    is_log = isinstance(reader, LogReader)  # a log has references of its own, or records beside it
    alike = not is_log and extension(path) == extension(predictions) != ""
    chosen = reader if alike else from_spec(readers, _name(path, text=True))
    plain = chosen.name == TEXT
    wanted = {name: fields[name] for name in ("instance_id", "references") if name in fields}
    return ReferenceFile(path, chosen if plain else _mapped(chosen, wanted), plain)


def _mapped(reader: Reader, fields: Mapping[str, str]) -> Reader:
    return replace(reader, fields=fields) if fields else reader


def _chosen(path: str, *, fields: Mapping[str, str], judged: bool, plain: bool) -> str:
    """Return the name of the reader of a file of predictions, by content or by ending.

    With --map, lines of JSON that are no log are read as they are, whatever tool wrote them.

    Warns:
        InputNotice: If they are those of a tool that has a reader.
    """
    from sacreval.readers._by_content import by_content

    detected = by_content(path)
    if detected and not (fields and _is_plain(path, detected)):
        return detected
    if detected:
        text = f"{path}: with --map, this file of {detected} is read as plain JSON"
        warn(InputNotice(text), stacklevel=2)
    if judged and path == STDIN:
        return "jsonl" if head(sys.stdin.buffer).lstrip().startswith(b"{") else RUN
    name = _name(path, text=plain)
    return RUN if name not in {"jsonl", "json"} and _is_of_trec(path, name, judged=judged) else name


def map_option(path: str, field: str, expression: str) -> str:
    """Return the option that finds a field in the records that a run reads from a file."""
    from sacreval.readers._by_content import by_content

    name = by_content(path) if Path(path).is_file() else None
    text = f"{field}={expression}"
    if "'" in text:
        text = '"' + text.replace('"', '\\"') + '"'
    elif not re.fullmatch(r"[\w.=]+", text):
        text = f"'{text}'"
    option = f"--map {text}"
    return f"--reader {name} {option}" if name and _is_plain(path, name) else option


def _is_plain(path: str, name: str) -> bool:
    """Return whether --map makes lines of JSON of a file whose reader is recognised."""
    from sacreval.readers._log import LogReader

    return extension(path) in JSON and not issubclass(readers.get(name), LogReader)


def _is_of_trec(path: str, name: str, *, judged: bool) -> bool:
    """Return whether a file is a run, or relevance judgments, which the reader of runs refuses."""
    from sacreval.readers._qrels import is_qrels, is_short_run

    start = _start(path)
    return is_qrels(start) or (judged and (name == TEXT or is_short_run(start)))


def _name(path: str, *, text: bool) -> str:
    """Return the name of a file's reader; with references, an unknown ending is plain text."""
    if not text or knows_ending(path):
        return by_extension(path)
    if path == STDIN:
        from sacreval.readers._plain_text import is_record

        return "jsonl" if is_record(head(sys.stdin.buffer)) else TEXT
    return TEXT
