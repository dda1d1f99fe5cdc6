"""Vectors in files: arrays (.npy), and vectors of words (word2vec's text format, or .npz)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from tokenize import TokenError
from typing import TYPE_CHECKING, Any, NamedTuple

from sacreval.errors import InputError, NotSetUpError, UsageError
from sacreval.io.files import sha256

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

MOST_EXPANSION = 64  # uncompressed bytes of a .npz for each of its own; numbers compress less
UNREADABLE = (
    ValueError,
    OSError,
    EOFError,
    KeyError,
    MemoryError,
    OverflowError,
    SyntaxError,
    TokenError,  # of a damaged header
)


class WordVectors(NamedTuple):
    """Vectors of words.

    Args:
        rows: Word to its row, the last of equal words; in lower case unless it was read as cased.
        vectors: Array (n, d), float32.
    """

    rows: Mapping[str, int]
    vectors: Array


def file_hash(path: Path) -> str:
    """Return the SHA-256 of a file, in hexadecimal.

    Args:
        path: The file.

    Raises:
        InputError: If it cannot be read.
    """
    try:
        return sha256(str(path)) or ""
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}; name a file that can be read") from error


def checked_hash(metric: str, path: str, stated: str) -> str:
    """Return the SHA-256 of a metric's file of word vectors.

    Args:
        metric: Name of the metric.
        path: The file; "" if none is named.
        stated: The SHA-256 of the signature; "" for any.

    Raises:
        NotSetUpError: If no file is named.
        UsageError: If the file is another one.
        InputError: If it cannot be read.
    """
    if not path:
        raise NotSetUpError(
            f"{metric} needs a file of word vectors; download it from, for example, "
            "nlp.stanford.edu/projects/glove, and name it: --vectors FILE"
        )
    digest = file_hash(Path(path))
    if stated not in {"", digest}:
        raise UsageError(
            f"{path} is not the file of the signature: its SHA-256 is {digest}; name "
            f"the file with {stated}"
        )
    return digest


@lru_cache(maxsize=4)
def read_array(path: Path, _checksum: str = "") -> Array:
    """Read a .npy file of vectors.

    Args:
        path: The file; its array is (n, d), of numbers.
        _checksum: Its SHA-256, so that a file that changed is read again.

    Returns:
        The array, float32.

    Raises:
        InputError: If the file cannot be read, or has anything else.
    """
    import numpy as np

    try:
        array = np.load(path, mmap_mode="r", allow_pickle=False)
    except UNREADABLE as error:
        raise InputError(
            f"{path}: not an array of NumPy ({_reason(error)}); write it with numpy.save"
        ) from error
    return _checked(array, path)


@lru_cache(maxsize=2)
def read_word_vectors(path: Path, _checksum: str = "", *, cased: bool = False) -> WordVectors:
    """Read vectors of words.

    Args:
        path: A .npz file with the arrays `words` (n,) of text and `vectors` (n, d); or text in
            UTF-8 with a word and its numbers on each line, separated by blanks, after a first line
            with n and d if there is one.
        _checksum: Its SHA-256, so that a file that changed is read again.
        cased: Keep the case of words; else they are in lower case.

    Raises:
        InputError: If the file cannot be read, or is damaged.
    """
    vectors = _from_npz(path) if path.suffix == ".npz" else _from_text(path)
    if cased:
        return vectors
    return WordVectors({word.lower(): row for word, row in vectors.rows.items()}, vectors.vectors)


def _from_npz(path: Path) -> WordVectors:
    import zipfile
    import zlib

    import numpy as np

    try:
        with zipfile.ZipFile(path) as archive:
            whole = sum(member.file_size for member in archive.infolist())
        if whole > MOST_EXPANSION * path.stat().st_size:
            raise InputError(
                f"{path}: {whole} bytes when it is unpacked, which no vectors need; write it with "
                "numpy.savez"
            )
        with np.load(path, allow_pickle=False) as arrays:
            words, vectors = arrays["words"], arrays["vectors"]
    except (*UNREADABLE, zipfile.BadZipFile, zlib.error, NotImplementedError) as error:
        raise InputError(
            f"{path}: no archive with the arrays words and vectors ({_reason(error)}); write it "
            "with numpy.savez(path, words=…, vectors=…)"
        ) from error
    if words.dtype.kind != "U" or words.ndim != 1 or len(words) != len(vectors):
        raise InputError(
            f"{path}: words must be as many texts as there are vectors; write both anew"
        )
    rows = {word: row for row, word in enumerate(words.tolist())}
    return WordVectors(rows, _checked(vectors, path))


def _from_text(path: Path) -> WordVectors:
    import numpy as np

    rows: dict[str, int] = {}
    vectors: list[Array] = []
    size = 0
    try:
        for number, line in _lines(path):
            word, *numbers = line.split(" ")
            if number == 1 and len(numbers) == 1:
                continue  # the numbers of words and of dimensions
            vector = np.array(numbers, dtype=np.float32)
            size = size or len(vector)
            if len(vector) != size or not size or not np.isfinite(vector).all():
                raise _fault(path, number, f"no {size or 'finite'} numbers after the word")
            rows.pop(word, None)  # the last of equal words counts, also after words in lower case
            rows[word] = len(vectors)
            vectors.append(vector)
    except UnicodeDecodeError:
        raise InputError(f"{path}: not UTF-8; write the vectors as text, or as .npz") from None
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}; name a file that can be read") from error
    except ValueError:
        raise _fault(path, number, "a vector with a part that is no number") from None
    if not vectors:
        raise InputError(
            f"{path}: the file has no vectors; write a word and its numbers on each line"
        )
    return WordVectors(rows, np.stack(vectors))


def _fault(path: Path, number: int, what: str) -> InputError:
    return InputError(f"{path}:{number}: {what}; write a word and as many numbers on every line")


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    with path.open(encoding="utf-8", newline="\n") as file:
        for number, line in enumerate(file, 1):
            if stripped := line.rstrip():
                yield number, stripped


def _checked(array: Array, path: Path) -> Array:
    import numpy as np

    if array.ndim != 2 or array.dtype.kind not in "fiu" or not array.size:
        raise InputError(
            f"{path}: an array of shape {array.shape} and type {array.dtype}; vectors need one row "
            "of numbers each"
        )
    vectors = np.asarray(array, dtype=np.float32)
    if not np.isfinite(vectors).all():
        raise InputError(f"{path}: NaN or an infinite number; leave such vectors out")
    return vectors


def _reason(error: BaseException) -> str:
    """Return the first line of an error's text, shortened."""
    return (str(error).strip() or type(error).__name__).splitlines()[0][:120]
