"""Tables of paraphrases built from the gzip files of METEOR 1.5.

A file has three lines for each entry: a probability, which METEOR does not use, a phrase, and its
paraphrase.
"""

from __future__ import annotations

import gzip
import zlib
from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from sacreval.errors import InputError, one_line
from sacreval.io.files import sha256, write_bytes
from sacreval.metrics.ngrams._meteor15.paraphrase_table import TableHeader

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.uint32]


LINES = 3  # of an entry
MAX_BYTES = 2**30  # of a file once unpacked; METEOR's English paraphrases have 2**28
MAX_ENTRY = 2**20  # bytes
_BLOCK = 2**22  # bytes unpacked at once


def entries(source: Path) -> Iterator[tuple[int, list[bytes]]]:
    r"""Yield blocks of whole entries."""
    done, rest = 0, b""
    for block in _blocks(source):
        lines = (rest + block).split(b"\n")
        whole = (len(lines) - 1) // LINES * LINES
        rest = b"\n".join(lines[whole:])
        if len(rest) > MAX_ENTRY:
            raise wrong(source, done + whole + 1, f"and the next have more than {MAX_ENTRY} bytes")
        if whole:
            yield done, lines[:whole]
        done += whole
    if rest:
        last = rest.removesuffix(b"\n").split(b"\n")
        if len(last) != LINES:
            raise wrong(source, done + len(last), "is the last, within an entry")
        yield done, last


def wrong(source: Path, line: int, why: str) -> InputError:
    """Return the error of a line that is not as expected."""
    return InputError(
        f"{source}:{line}: this line {why}; each entry needs three lines: a probability, a phrase, "
        "and its paraphrase"
    )


def _blocks(source: Path) -> Iterator[bytes]:
    """Unpack a gzip file, with a line feed at the end of each line."""
    left, held = MAX_BYTES, b""
    try:
        with gzip.open(source) as file:
            while block := file.read(_BLOCK):
                left -= len(block)
                if left < 0:
                    raise InputError(
                        f"{source}: this file unpacks to more than {MAX_BYTES} bytes, more than "
                        "any table of paraphrases; get it from its official source"
                    )
                block, held = held + block, b""
                if block.endswith(b"\r"):
                    block, held = block[:-1], b"\r"
                if b"\r" in block:
                    block = block.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
                yield block
            if held:
                yield b"\n"
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise InputError(
            f"{source}: this is not a complete gzip file ({one_line(error)}); get it again"
        ) from None
    except OSError as error:
        raise InputError(f"{source}: cannot be read ({error.strerror}); check the path") from None


MAX_WORDS = 100  # of a phrase; METEOR's have at most 7


def build(source: Path, target: Path) -> TableHeader:
    """Write the table of a file of paraphrases; the same file always gives the same bytes.

    Args:
        source: A gzip file of UTF-8 text.
        target: The table; it is written completely or not at all.

    Returns:
        The header, with the number of entries.

    Raises:
        InputError: If the source is damaged, too large, or has other lines; the message names the
            first wrong line.
    """
    import numpy as np

    read = _read(source)
    order = sorted(range(len(read.words)), key=read.words.__getitem__)
    words = [read.words[k] for k in order]
    ranks = np.empty(len(order), np.uint32)
    ranks[order] = np.arange(len(order), dtype=np.uint32)
    trie = _trie(read.lengths, ranks[read.content])
    phrases = trie.ends[read.phrases]
    paraphrases = trie.ends[int(read.phrases[-1]) + 1 :]
    nodes = np.arange(len(trie.words) + 1)
    arrays: list[NDArray[np.integer[Any]]] = [
        trie.words,
        np.searchsorted(trie.parents[1:], nodes) + 1,
        trie.parents,
        np.searchsorted(phrases, nodes, sorter=(by_phrase := np.argsort(phrases, kind="stable"))),
        paraphrases[by_phrase],
        np.cumsum([0, *map(len, words)]),
    ]
    content = [*(numbers.astype("<u4").tobytes() for numbers in arrays), b"".join(words)]
    header = TableHeader(
        longest=int(read.lengths.max()),
        words=len(words),
        text_bytes=len(content[-1]),
        nodes=len(trie.words),
        entries=len(paraphrases),
        source=bytes.fromhex(sha256(str(source)) or ""),
        content_sum=_checksum(content),
    )
    with write_bytes(target) as file:
        file.writelines([header.encoded(), *content])
    return header


def _checksum(parts: Iterable[bytes]) -> int:
    total = 0
    for part in parts:
        total = zlib.crc32(part, total)
    return total


class _Read(NamedTuple):
    """The entries of a file: the phrases, each once if its entries follow another, then the others.

    Args:
        words: The different words.
        lengths: Number of words of each phrase: of those that have paraphrases, then of the
            paraphrase of each entry.
        content: Numbers of the words of all phrases.
        phrases: Place of the phrase of each entry in `lengths`; ascending.
    """

    words: list[bytes]
    lengths: Numbers
    content: Numbers
    phrases: Numbers


def _read(source: Path) -> _Read:
    import numpy as np

    numbers: defaultdict[bytes, int] = defaultdict(count().__next__)
    phrases, paraphrases, places = _Phrases(numbers), _Phrases(numbers), array("I")
    before = None
    for first, lines in entries(source):
        _check_probabilities(source, first, lines)
        new = []
        for phrase in lines[1::3]:
            if phrase != before:
                new.append(phrase)
                before = phrase
            places.append(len(phrases.lengths) + len(new) - 1)
        if not (phrases.add(new) and paraphrases.add(lines[2::3])):
            _refuse_phrase(source, first, lines)
    if not places:
        raise InputError(f"{source}: this file has no entries; get a table of METEOR 1.5")
    lengths, content = (
        np.concatenate([np.frombuffer(getattr(part, name), "I") for part in (phrases, paraphrases)])
        for name in ("lengths", "content")
    )
    return _Read([*numbers], lengths, content, np.frombuffer(places, "I"))


class _Phrases:
    """Phrases as numbers of words, which are given in the order of first occurrence."""

    def __init__(self, numbers: defaultdict[bytes, int]) -> None:
        self._number = numbers.__getitem__
        self.lengths, self.content = array("I"), array("I")

    def add(self, lines: Sequence[bytes]) -> bool:
        """Append phrases, and return whether all have a valid number of words."""
        phrases = [line.split() for line in lines]
        sizes = [len(phrase) for phrase in phrases]
        self.lengths.extend(sizes)
        self.content.extend(map(self._number, chain.from_iterable(phrases)))
        return not sizes or 0 < min(sizes) <= max(sizes) <= MAX_WORDS


def _check_probabilities(source: Path, first: int, lines: Sequence[bytes]) -> None:
    for number, text in enumerate(lines[0::LINES]):
        try:
            float(text)
        except ValueError:
            raise wrong(source, first + number * LINES + 1, "is not a probability") from None


def _refuse_phrase(source: Path, first: int, lines: Sequence[bytes]) -> NoReturn:
    sizes = [len(line.split()) for line in lines]
    line = next(k for k, n in enumerate(sizes) if k % LINES and not 0 < n <= MAX_WORDS)
    why = f"has more than {MAX_WORDS} words" if sizes[line] else "has no words"
    raise wrong(source, first + line + 1, why)


class _Trie(NamedTuple):
    """The beginnings of all phrases, sorted by length, then by parent and last word.

    Args:
        parents: Node without the last word, ascending; that of the root is itself.
        words: Last word of each node; 0 for the root.
        ends: Node of each phrase.
    """

    parents: Numbers
    words: Numbers
    ends: Numbers


def _trie(lengths: Numbers, content: Numbers) -> _Trie:
    import numpy as np

    starts = np.cumsum(lengths, dtype=np.int64) - lengths
    ends = np.zeros(len(starts), np.uint32)
    parents, words = [np.zeros(1, np.uint32)], [np.zeros(1, np.uint32)]
    nodes = 1
    for k in range(lengths.max()):
        longer = np.flatnonzero(lengths > k)
        keys = ends[longer].astype(np.uint64) << np.uint64(32)
        keys |= content[starts[longer] + k]
        level, places = np.unique(keys, return_inverse=True)
        ends[longer] = nodes + places
        nodes += len(level)
        parents.append((level >> np.uint64(32)).astype(np.uint32))
        words.append(level.astype(np.uint32))
    return _Trie(np.concatenate(parents), np.concatenate(words), ends)
