"""Tables of paraphrases built from the gzip files of METEOR 1.5.

A file has three lines for each entry: a probability, which METEOR does not use, a phrase, and its
paraphrase.
"""

from __future__ import annotations

import gzip
import hashlib
import zlib
from array import array
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from sacreval.errors import InputError, one_line
from sacreval.io.paraphrase_table import Header

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.uint32]

MAX_BYTES = 2**30  # of a file once unpacked; METEOR's English one has 2**28
MAX_WORDS = 100  # of a phrase; METEOR's have at most 7
MAX_LINES = 2**20  # bytes of the three lines of an entry
_CHUNK = 2**22  # bytes unpacked at once


class _Phrases(NamedTuple):
    """The phrases of all entries; entry k has the phrases 2 k and 2 k + 1.

    Args:
        words: The different words.
        lengths: Number of words of each phrase.
        content: Numbers of the words of all phrases.
    """

    words: list[bytes]
    lengths: Numbers
    content: Numbers


def build(source: Path, target: Path) -> Header:
    """Write the table of a file of paraphrases; the same file always gives the same bytes.

    Args:
        source: A gzip file of UTF-8 text.
        target: The table. It is complete once this function returns.

    Returns:
        The header, with the number of entries.

    Raises:
        InputError: If the source is damaged, too large, or has other lines; the message names the
            first wrong line.
    """
    import numpy as np

    phrases = _sorted_words(_read(source))
    parents, last, ends = _trie(phrases)
    words = phrases.words
    own, other = ends[0::2], ends[1::2]
    children = np.searchsorted(parents[1:], np.arange(len(parents) + 1)) + 1
    starts = np.concatenate([[0], np.cumsum(np.bincount(own, minlength=len(parents)))])
    entries = other[np.argsort(own, kind="stable")]
    places = np.concatenate([[0], np.cumsum([len(word) for word in words])])
    arrays = [last, children, parents, starts, entries, places]
    content = [array.astype("<u4").tobytes() for array in arrays]
    content.append(b"".join(words))
    header = Header(
        longest=int(phrases.lengths.max()),
        words=len(words),
        text_bytes=len(content[-1]),
        nodes=len(parents),
        entries=len(entries),
        source=_digest(source),
        content_sum=_checksum(content),
    )
    with target.open("wb") as file:
        file.writelines([header.encoded(), *content])
    return header


def _checksum(parts: Sequence[bytes]) -> int:
    total = 0
    for part in parts:
        total = zlib.crc32(part, total)
    return total


def _digest(path: Path) -> bytes:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").digest()


def _read(source: Path) -> _Phrases:
    """Read the phrases of all entries; words have numbers in the order of first occurrence."""
    import numpy as np

    numbers: defaultdict[bytes, int] = defaultdict(count().__next__)
    lengths, content = array("I"), array("I")
    for first, lines in _entries(source):
        _check_probabilities(source, first, lines)
        del lines[0::3]
        phrases = [line.split() for line in lines]
        sizes = [len(phrase) for phrase in phrases]
        if not 0 < min(sizes) <= max(sizes) <= MAX_WORDS:
            _refuse_phrase(source, first, sizes)
        lengths.extend(sizes)
        content.extend(map(numbers.__getitem__, chain.from_iterable(phrases)))
    if not lengths:
        raise InputError(f"{source}: this file has no entries; get a table of METEOR 1.5")
    return _Phrases([*numbers], np.frombuffer(lengths, "I"), np.frombuffer(content, "I"))


def _entries(source: Path) -> Iterator[tuple[int, list[bytes]]]:
    """Yield whole entries as lines, and the number of lines before them."""
    done, rest = 0, b""
    for chunk in _chunks(source):
        text = rest + chunk
        if b"\r" in text:
            text = text.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        lines = text.split(b"\n")
        whole = (len(lines) - 1) // 3 * 3
        rest = b"\n".join(lines[whole:])
        if len(rest) > MAX_LINES:
            raise _wrong(source, done + whole + 1, "is far too long for a phrase")
        if whole:
            yield done, lines[:whole]
        done += whole
    if rest:
        last = rest.removesuffix(b"\n").split(b"\n")
        if len(last) != 3:  # noqa: PLR2004
            raise _wrong(source, done + len(last), "ends within an entry of three lines")
        yield done, last


def _chunks(source: Path) -> Iterator[bytes]:
    """Unpack a gzip file, of which the last chunk may end within a line."""
    left = MAX_BYTES
    try:
        with gzip.open(source) as file:
            while chunk := file.read(_CHUNK):
                left -= len(chunk)
                if left < 0:
                    raise InputError(
                        f"{source}: this file unpacks to more than {MAX_BYTES} bytes, more than "
                        "any table of paraphrases; get it from its official source"
                    )
                yield chunk
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise InputError(
            f"{source}: this is not a complete gzip file ({one_line(error)}); get it again"
        ) from None
    except OSError as error:
        raise InputError(f"{source}: cannot be read ({error.strerror}); check the path") from None


def _check_probabilities(source: Path, first: int, lines: Sequence[bytes]) -> None:
    try:
        for _ in map(float, lines[0::3]):
            pass
    except ValueError:
        number = next(k for k, line in enumerate(lines) if k % 3 == 0 and not _is_number(line))
        raise _wrong(source, first + number + 1, "is not a probability") from None


def _is_number(text: bytes) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _refuse_phrase(source: Path, first: int, sizes: Sequence[int]) -> NoReturn:
    wrong = next(k for k, size in enumerate(sizes) if not 0 < size <= MAX_WORDS)
    why = "has no words" if not sizes[wrong] else f"has more than {MAX_WORDS} words"
    raise _wrong(source, first + wrong // 2 * 3 + wrong % 2 + 2, why)


def _wrong(source: Path, line: int, why: str) -> InputError:
    return InputError(
        f"{source}:{line}: this line {why}; a table has three lines for each entry: a "
        "probability, a phrase, its paraphrase"
    )


def _sorted_words(phrases: _Phrases) -> _Phrases:
    """Number the words in the order of their bytes."""
    import numpy as np

    order = sorted(range(len(phrases.words)), key=phrases.words.__getitem__)
    ranks = np.empty(len(order), np.uint32)
    ranks[order] = np.arange(len(order), dtype=np.uint32)
    return phrases._replace(words=sorted(phrases.words), content=ranks[phrases.content])


class _Trie(NamedTuple):
    """The beginnings of all phrases, sorted by length, then by parent and last word.

    Args:
        parents: Node without the last word; that of the root is itself.
        words: Last word of each node; 0 for the root.
        ends: Node of each phrase.
    """

    parents: Numbers
    words: Numbers
    ends: Numbers


def _trie(phrases: _Phrases) -> _Trie:
    import numpy as np

    starts = np.cumsum(phrases.lengths, dtype=np.int64) - phrases.lengths
    ends = np.zeros(len(starts), np.uint32)
    parents, words = [np.zeros(1, np.uint32)], [np.zeros(1, np.uint32)]
    nodes = 1
    for k in range(phrases.lengths.max()):
        longer = np.flatnonzero(phrases.lengths > k)
        keys = ends[longer].astype(np.uint64) << np.uint64(32)
        keys |= phrases.content[starts[longer] + k]
        level, places = np.unique(keys, return_inverse=True)
        ends[longer] = nodes + places
        nodes += len(level)
        parents.append((level >> np.uint64(32)).astype(np.uint32))
        words.append(level.astype(np.uint32))
    return _Trie(np.concatenate(parents), np.concatenate(words), ends)
