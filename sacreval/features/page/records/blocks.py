"""Compressed blocks: columns of records, opened with the page, and texts, opened when looked at.

A block is JSON, compressed by deflate with zlib's header and written as base64: browsers open it
without a network (`DecompressionStream`). Records with the same references are in the same block,
where each is compressed beside the others.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sacreval.features.page.elements import Node, element

PLAIN = 1_000_000  # characters of columns, and of texts, up to which a page has them as they are
SIZE = 250_000  # characters of a block; a browser opens it in some 5 ms
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
NONE = ".."  # of a record that is in no block

Texts = Mapping[str, Any]
Marks = Sequence[Mapping[str, Mapping[str, Any]]]


class Blocks(NamedTuple):
    """Texts and marks of records, compressed.

    Args:
        blocks: Base64 of each block: a list of records, each with its index, its texts, and its
            marks of each kind or null.
        where: For each record two digits, in base 36, of the number of its block.
    """

    blocks: list[str]
    where: str

    def elements(self) -> list[Node]:
        """Return elements with the blocks."""
        return [_element(f"block-{k}", block) for k, block in enumerate(self.blocks)]


def split(data: Mapping[str, Any], names: Sequence[str]) -> tuple[dict[str, Any], list[Node]]:
    """Move large columns out of the data of a page.

    Args:
        data: Plain values by name.
        names: Those that may be taken out, together.

    Returns:
        The data that are left; and an element with the others, if they are large.
    """
    columns = _json({name: data[name] for name in names})
    if len(columns) <= PLAIN:
        return dict(data), []
    left = {name: value for name, value in data.items() if name not in names}
    return left, [_element("columns", _packed(columns))]


def compressed(texts: Texts, marks: Marks, records: int) -> Blocks | None:
    """Compress texts and marks.

    Args:
        texts: Index of a record, as text, to its texts.
        marks: For each kind of marks, index of a record to its marks.
        records: Number of records of the page.

    Returns:
        None for a page so small that it has them as they are.
    """
    written = {i: _json([int(i), text, [of.get(i) for of in marks]]) for i, text in texts.items()}
    if sum(map(len, written.values())) <= PLAIN:
        return None
    alike = sorted(texts, key=lambda i: written[i].partition(",")[2])
    blocks, where = list[str](), [NONE] * records
    for members in _cut(alike, {i: len(one) for i, one in written.items()}):
        number = f"{DIGITS[len(blocks) // 36]}{DIGITS[len(blocks) % 36]}"
        for i in members:
            where[int(i)] = number
        blocks.append(_packed(f"[{','.join(written[i] for i in members)}]"))
    return Blocks(blocks, "".join(where))


def _cut(names: Sequence[str], lengths: Mapping[str, int]) -> Iterator[list[str]]:
    """Cut a list into blocks of about `SIZE` characters, or more where there would be too many."""
    most = max(SIZE, -(-sum(lengths.values()) // (len(DIGITS) ** 2 - 1)))
    members, length = list[str](), 0
    for name in names:
        members.append(name)
        length += lengths[name]
        if length >= most:
            yield members
            members, length = [], 0
    if members:
        yield members


def _packed(text: str) -> str:
    """Compress a text; a surrogate without its other half is escaped, as JSON may have it."""
    return b64encode(zlib.compress(text.encode("utf-8", "backslashreplace"))).decode()


def _element(name: str, block: str) -> Node:
    """Create an element with a block, which a browser does not run."""
    return element("script", {"type": "text/plain", "id": name}, block)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
