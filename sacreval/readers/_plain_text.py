"""What is no plain text although it has lines: records, tables, SGML, XML, pasted columns."""

from __future__ import annotations

import re

from sacreval.core.records import FIELDS
from sacreval.io.lines import BOM

_RECORD = re.compile(rb'\{[^\n]*"(?:predictions?|references?)"\s*:')
_ARRAY = re.compile(rb'\[\s*\{[^{}]*"(?:predictions?|references?)"\s*:')
_SGML = re.compile(rb"<(?:srcset|refset|tstset|mteval)\b|<!DOCTYPE\s+mteval\b", re.IGNORECASE)
_WMT = re.compile(rb"<(?:dataset|collection)\b[^<>]*>\s*<(?:doc|collection)\b")
_HEADING = re.compile(rf"(?:{'|'.join(FIELDS)})(?:[_.]?\d+)?|(?:groups|judgments)\..+")
_TEXTS = ("prediction", "reference", "references", "reference_1")


def is_record(start: bytes) -> bool:
    """Return whether a file begins with a record of JSON.

    Args:
        start: Its first bytes.
    """
    return _RECORD.match(start.removeprefix(BOM).lstrip()) is not None


def other_format(start: bytes) -> str | None:
    """Return what a file is, if it is not plain text, and how it is read.

    Args:
        start: Its first bytes.

    Returns:
        A clause such as "a table, to be read with --reader table"; None for plain text.
    """
    start = start.removeprefix(BOM).lstrip()
    if is_record(start):
        return "a file of JSON records; name it .jsonl, or give --reader jsonl"
    if _ARRAY.match(start):
        return "a JSON list of records; give --reader json"
    if start.startswith(b"<"):
        return _markup(start)
    return _table(start.split(b"\n", 1)[0].decode(errors="replace").strip())


def _markup(start: bytes) -> str | None:
    if _SGML.search(start):
        return "SGML with the texts in <seg>; give --reader sgml, with -r for its references"
    if _WMT.search(start):
        return "XML with all systems and references in one file; give --reader wmt-xml without -r"
    return None


def _table(heading: str) -> str | None:
    for delimiter, how in ((",", "table"), ("\t", 'table{"delimiter": "\\t"}')):
        cells = heading.split(delimiter)
        known = all(_HEADING.fullmatch(cell) for cell in cells)
        if known and len(cells) > 1 and set(cells) & set(_TEXTS):
            return f"a table with a heading; name it .csv or .tsv, or give --reader '{how}'"
    return None


def columns(start: bytes) -> int:
    """Count the columns of a file in which tabs divide every line into as many.

    Args:
        start: Its first bytes; a last line that they cut off is left out.

    Returns:
        How many columns there are; 1 where lines have no tabs, or not the same number of them.
    """
    whole = start.splitlines()
    if len(whole) > 1 and not start.endswith(b"\n"):
        whole.pop()
    tabs = {line.count(b"\t") for line in whole}
    return tabs.pop() + 1 if len(tabs) == 1 else 1


def foreign_start(start: bytes, where: str) -> str | None:
    """Write the sentence for what was to be records of JSON and is another format.

    Args:
        start: The first bytes of the file.
        where: Its first line, for messages.

    Returns:
        The sentence; None for what is not known.
    """
    if found := other_format(start):
        return f"{where}: this is not JSON but {found}"
    if (n := columns(start)) > 1:
        return (
            f"{where}: this is not JSON; tabs divide every line into {n} columns, so give each "
            "column as a file of its own (cut -f1, cut -f2), references with -r"
        )
    return None
