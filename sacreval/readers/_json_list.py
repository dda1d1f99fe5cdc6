"""Records in one JSON list, such as a file written by `json.dump`."""

from __future__ import annotations

import sys
from codecs import BOM_UTF8
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from sacreval.errors import InputError
from sacreval.io.files import STDIN, head, open_bytes
from sacreval.readers._base import batches, convert, mapper

if TYPE_CHECKING:
    from sacreval.core.records import Batch, Instance
    from sacreval.readers._map_option import Matches


def starts_list(path: str) -> bool:
    """Return whether the first character of a file, white space aside, begins a list."""
    if path == STDIN:
        first = head(sys.stdin.buffer)
    else:
        with open_bytes(path) as stream:
            first = head(stream)
    return first.removeprefix(BOM_UTF8).lstrip().startswith(b"[")


def list_batches(path: str, fields: Mapping[str, str]) -> Iterator[Batch]:
    """Read a list of records."""
    from sacreval.readers._map_option import Matches, hold_until_matched

    matches = Matches(fields)
    records = batches(_records(path, fields, matches), path)
    yield from hold_until_matched(records, matches, path)


def _records(
    path: str, fields: Mapping[str, str], matches: Matches
) -> Iterator[tuple[int, Instance]]:
    from sacreval.io.formats.json_documents import document

    apply = mapper(fields) if fields else dict
    for number, item in enumerate(document(path), start=1):
        where = f"{path}:{number}"
        if not isinstance(item, Mapping):
            raise InputError(
                f"{where}: each item of the list must be a record, an object; correct item {number}"
            )
        mapped = apply(item)
        matches.note(item, mapped)
        yield number, convert(mapped, where)
