"""Detection of files that are not plain text: records, tables, SGML, XML, columns."""

from __future__ import annotations

import re

from sacreval.core.records import FIELDS
from sacreval.io.lines import BOM

_RECORD = re.compile(rb'\{[^\n]*"(?:predictions?|references?)"\s*:')
_ARRAY = re.compile(rb'\[\s*\{[^{}]*"(?:predictions?|references?)"\s*:')
_SGML = re.compile(rb"<(?:srcset|refset|tstset|mteval)\b|<!DOCTYPE\s+mteval\b", re.IGNORECASE)
_WMT = re.compile(rb"<(?:dataset|collection)\b[^<>]*>\s*<(?:doc|collection)\b")
_ROUGE = re.compile(rb"<EVAL\b[^<>]*>\s*<PEER-ROOT\b")
_HEADING = re.compile(rf"(?:{'|'.join(FIELDS)})(?:[_.]?\d+)?|(?:groups|judgments)\..+")
_TEXTS = ("prediction", "reference", "references", "reference_1")


def is_record(start: bytes) -> bool:
    """Return whether a file begins with a JSON record.

    Args:
        start: The first bytes of the file.
    """
    return _RECORD.match(start.removeprefix(BOM).lstrip()) is not None


def other_format(start: bytes) -> str | None:
    """Return the format of a file that is not plain text, and the option that reads it."""
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
    if _ROUGE.search(start):
        return "a configuration of ROUGE-1.5.5; give --reader rouge-input without -r"
    return None


def _table(heading: str) -> str | None:
    for delimiter, how in ((",", "table"), ("\t", 'table{"delimiter": "\\t"}')):
        cells = heading.split(delimiter)
        known = all(_HEADING.fullmatch(cell) for cell in cells)
        if known and len(cells) > 1 and set(cells) & set(_TEXTS):
            return f"a table with a heading; name it .csv or .tsv, or give --reader '{how}'"
    return None


def columns(start: bytes) -> int:
    """Count the tab-separated columns of a file."""
    whole = start.splitlines()
    if len(whole) > 1 and not start.endswith(b"\n"):
        whole.pop()
    tabs = {line.count(b"\t") for line in whole}
    return tabs.pop() + 1 if len(tabs) == 1 else 1


def format_error(start: bytes, where: str) -> str | None:
    """Return the error message for a file in another format that was read as JSON records."""
    if is_record(start):
        return None
    if kind := other_format(start):
        return f"{where}: this is not JSON but {kind}"
    if (n := columns(start)) > 1:
        return (
            f"{where}: this is not JSON; tabs divide every line into {n} columns, so give each "
            "column as a separate file (cut -f1, cut -f2), references with -r"
        )
    return None
