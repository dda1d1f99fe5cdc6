"""Tables of paraphrases by language, in memory-mapped files, so that a run starts at once.

All numbers are little-endian. A header of 88 bytes is followed by six arrays of 32-bit numbers and
the texts of all words:

- N words of nodes: the last word of a node's phrase; 0 for the root, which is node 0.
- N + 1 children: node k has the children `children[k]` to `children[k + 1] - 1`, sorted by word.
- N parents: the phrase without its last word.
- N + 1 starts: node k has the entries `starts[k]` to `starts[k + 1] - 1`.
- E entries: paraphrases as nodes, in the order of the source file.
- W + 1 places of the words in the UTF-8 bytes that follow; words are sorted by their bytes.
"""

from __future__ import annotations

import mmap
import struct
import sys
import zlib
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from sacreval.errors import InputError, NotSetUpError
from sacreval.io.resources import data_folder, resource

LANGUAGES = ("en", "cs", "de", "es", "fr", "ru")
"""Languages for which METEOR 1.5 has paraphrases; only the English ones can be fetched."""


def own_table(language: str) -> Path:
    """Return the path of the user's own table, which may be missing.

    Args:
        language: Code of the language, such as `de`.
    """
    return data_folder() / "meteor-1.5-own" / f"paraphrases-{language}.table"


def find_table(language: str) -> Path:
    """Return the table of a language: the user's own, else the fetched one."""
    if (table := own_table(language)).is_file():
        return table
    if language == "en":
        return resource("meteor-1.5") / "paraphrases-en.table"
    raise NotSetUpError(
        f"The paraphrases of METEOR 1.5 for '{language}' are not installed; run: sacreval "
        f"setup-metric meteor-1.5 --paraphrases {language}=FILE.gz with your file, or leave the "
        "module paraphrase out of --modules"
    )


MAGIC = b"sacrpara"
VERSION = 1
HEADER = struct.Struct("<8s2I4Q32s2I")
_CHUNK = 2**24  # bytes of which a checksum is computed at once


class TableHeader(NamedTuple):
    """The header of a table.

    Args:
        longest: Number of words of its longest phrase.
        words: Number of different words, W.
        text_bytes: Number of bytes of all words.
        nodes: Number of nodes of the trie, N.
        entries: Number of pairs of a phrase and its paraphrase, E.
        source: SHA-256 of the file from which the table was built.
        content_sum: CRC-32 of everything behind the header.
    """

    longest: int
    words: int
    text_bytes: int
    nodes: int
    entries: int
    source: bytes
    content_sum: int

    @property
    def size(self) -> int:
        """Size of the whole file, in bytes."""
        numbers = 4 * self.nodes + 2 + self.entries + self.words + 1
        return HEADER.size + 4 * numbers + self.text_bytes

    def encoded(self) -> bytes:
        """Return the header as bytes, with its own checksum at the end."""
        start = HEADER.pack(MAGIC, VERSION, *self, 0)[:-4]
        return start + struct.pack("<I", zlib.crc32(start))


class ParaphraseTable:
    """A table of paraphrases; many processes that open it share its memory.

    Args:
        path: The file, as `sacreval.metrics.ngrams._meteor15.paraphrase_source.build` writes it.

    Raises:
        InputError: If it cannot be read, or is not such a table of this version.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.header = read_header(path)
        with path.open("rb") as file:
            self._bytes = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        n = self.header
        counts = (n.nodes, n.nodes + 1, n.nodes, n.nodes + 1, n.entries, n.words + 1)
        at, arrays = HEADER.size, []
        for count in counts:
            arrays.append(_numbers(memoryview(self._bytes)[at : at + 4 * count]))
            at += 4 * count
        self._words, self._children, self._parents, self._starts, self._entries, ends = arrays
        self._texts = _Texts(memoryview(self._bytes)[at:], ends)

    def __call__(self, phrase: Sequence[str]) -> list[tuple[str, ...]]:
        """Return the paraphrases of a phrase, in the order of the source file.

        Args:
            phrase: Its words.

        Returns:
            One tuple of words for each entry; empty if the phrase has none.
        """
        node = self._node(phrase)
        if not node:
            return []
        return [self._phrase(k) for k in self._entries[self._starts[node] : self._starts[node + 1]]]

    def check(self) -> None:
        """Compare the whole file with its checksum.

        Raises:
            InputError: If it was changed.
        """
        with self.path.open("rb") as file:
            file.seek(HEADER.size)
            total = 0
            while chunk := file.read(_CHUNK):
                total = zlib.crc32(chunk, total)
        if total != self.header.content_sum:
            raise _damaged(self.path)

    def _node(self, phrase: Sequence[str]) -> int:
        """Return the node of a phrase; 0 if there is none."""
        node = 0
        for text in phrase:
            word = self._texts.find(text.encode("utf-8", "surrogatepass"))
            first, last = self._children[node], self._children[node + 1]
            child = bisect_left(self._words, word, first, last)
            if word < 0 or child == last or self._words[child] != word:
                return 0
            node = child
        return node

    def _phrase(self, node: int) -> tuple[str, ...]:
        words: list[str] = []
        while node:
            words.append(self._texts[self._words[node]].decode("utf-8", "replace"))
            node = self._parents[node]
        return tuple(reversed(words))


class _Texts(Sequence[bytes]):
    """The words of a table, sorted."""

    def __init__(self, texts: memoryview, ends: memoryview) -> None:
        self._texts, self._ends = texts, ends

    def __len__(self) -> int:
        return len(self._ends) - 1

    def __getitem__(self, word: int) -> bytes:  # type: ignore[override]
        return bytes(self._texts[self._ends[word] : self._ends[word + 1]])

    def find(self, text: bytes) -> int:
        """Return the number of a word; -1 if the table does not have it."""
        word = bisect_right(self, text) - 1
        return word if word >= 0 and self[word] == text else -1


@cache
def paraphrase_table(path: Path) -> ParaphraseTable:
    """Open a table once per process."""
    return ParaphraseTable(path)


def read_header(path: Path) -> TableHeader:
    """Read and check the header of a table."""
    try:
        size = path.stat().st_size
        with path.open("rb") as file:
            start = file.read(HEADER.size)
    except OSError as error:
        raise InputError(
            f"{path}: cannot be read ({error.strerror}); build it again: {_COMMAND}"
        ) from None
    if len(start) < HEADER.size or not start.startswith(MAGIC):
        raise InputError(f"{path}: this is not a table of paraphrases; build it: {_COMMAND}")
    _, version, *fields, checksum = HEADER.unpack(start)
    if version != VERSION:
        raise InputError(
            f"{path}: this table is of format {version}, and this version of sacreval reads "
            f"{VERSION}; build it again: {_COMMAND}"
        )
    header = TableHeader(*fields)
    if checksum != zlib.crc32(start[:-4]) or header.size != size:
        raise _damaged(path)
    return header


_COMMAND = "sacreval setup-metric meteor-1.5 --force"


def _damaged(path: Path) -> InputError:
    return InputError(f"{path}: this table of paraphrases is damaged; build it again: {_COMMAND}")


def _numbers(part: memoryview) -> memoryview:
    """View bytes as 32-bit numbers."""
    if sys.byteorder == "little":
        return part.cast("I")
    import numpy as np

    return np.frombuffer(part, "<u4").astype("=u4").data
