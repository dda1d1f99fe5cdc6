"""Damaged copies of logs: cut, with other bytes, types and numbers, and with other values."""

import io
import json
import re
import zipfile
import zlib
from collections.abc import Callable
from random import Random

import zstandard

VALUES = re.compile(rb'"(?:[^"\\]|\\.)*"(?!\s*:)|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null')
NUMBERS = re.compile(rb"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?")
KEYS = re.compile(rb'"(\w+)"(?=\s*:)')
OTHERS = (b"3", b'"x"', b"null", b"[]", b"{}", b"true", b"[[1]]", b'{"a": [1]}', b"-1.5", b'""')
HUGE = (b"1e999", b"9" * 400, b"9" * 5000, b"-9223372036854775809", b"1e308", b"NaN", b"-0.0")
ODD = (b'"\\ud800"', b'"\xff"', b"\x00", b"[" * 2000, b'"a" "b"', b"}", b"\n", b",")
ZIP = b"PK\x03\x04"
OTHER_VALUES = (None, True, 3, -1.5, "x", "", [], {}, [[1]], {"a": [1]}, [None])
HUGE_VALUES = (10**400, 1e308, -(2**63), "x" * 100_000, "9" * 5_000, ["x"] * 10_000)
NAMES = ('a"b', "a'b", "a\x1b[31mb", "", "a.b[0]", "k" * 10_000, "a,b", "a/b:c")


def damaged(content: bytes, random: Random) -> bytes:
    """Damage a log in one or two ways.

    Args:
        content: The bytes of a whole log.
        random: Draws the ways and the places.
    """
    ways = ZIP_WAYS if content.startswith(ZIP) else BINARY_WAYS if b"\x00" in content else WAYS
    for _ in range(random.choice((1, 1, 2))):
        content = random.choice(ways)(content, random)
    return content


def cut(content: bytes, random: Random) -> bytes:
    """Cut it anywhere."""
    return content[: random.randrange(len(content) + 1)]


def flipped(content: bytes, random: Random) -> bytes:
    """Replace some bytes."""
    changed = bytearray(content)
    for _ in range(random.choice((1, 3, 30)) if changed else 0):
        changed[random.randrange(len(changed))] = random.randrange(256)
    return bytes(changed)


def another(pattern: re.Pattern[bytes], new: tuple[bytes, ...]) -> Callable[[bytes, Random], bytes]:
    """Return a way to replace one place where a pattern matches."""

    def change(content: bytes, random: Random) -> bytes:
        spans = [match.span() for match in pattern.finditer(content)]
        if not spans:
            return content
        start, end = random.choice(spans)
        return content[:start] + random.choice(new) + content[end:]

    return change


def moved(content: bytes, random: Random) -> bytes:
    """Repeat, drop or swap lines."""
    lines = content.splitlines(keepends=True)
    if not lines:
        return content
    i, j = random.randrange(len(lines)), random.randrange(len(lines))
    kind = random.randrange(3)
    if kind == 0:
        lines.insert(j, lines[i])
    elif kind == 1:
        del lines[i]
    else:
        lines[i], lines[j] = lines[j], lines[i]
    return b"".join(lines)


def bad_member(content: bytes, random: Random) -> bytes:
    """Damage the content or the name of a member, and write the archive anew."""
    try:
        texts = unpacked(content)
    except (zipfile.BadZipFile, zstandard.ZstdError, zlib.error, ValueError, OSError, RuntimeError):
        return flipped(content, random)  # which an earlier way has damaged
    if not texts:
        return content
    name = random.choice(sorted(texts))
    kind = random.randrange(4)
    if kind == 0:
        texts[random.choice(("../../x", "/samples/x", "samples/x", "header.json"))] = texts[name]
    elif kind == 1:
        del texts[name]
    else:
        texts[name] = damaged(texts[name], random)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", random.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED))) as z:
        for member, text in texts.items():
            z.writestr(member, text)
    return out.getvalue()


def unpacked(content: bytes) -> dict[str, bytes]:
    """Return the members of an archive."""
    members = {}
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        for info in archive.infolist():
            start = info.header_offset + 30
            sizes = content[start - 4 : start]
            start += int.from_bytes(sizes[:2], "little") + int.from_bytes(sizes[2:], "little")
            packed = content[start : start + info.compress_size]
            if info.compress_type == zipfile.ZIP_STORED:
                members[info.filename] = packed
            elif info.compress_type == zipfile.ZIP_DEFLATED:
                members[info.filename] = zlib.decompress(packed, -15)
            else:
                members[info.filename] = zstandard.ZstdDecompressor().stream_reader(packed).read()
    return members


def bad_directory(content: bytes, random: Random) -> bytes:
    """Replace bytes of the list of members: sizes, places, methods, names."""
    start = max(content.find(b"PK\x01\x02"), 0)
    return content[:start] + flipped(content[start:], random)


WAYS = (
    cut,
    flipped,
    another(VALUES, OTHERS),
    another(VALUES, OTHERS),
    another(NUMBERS, HUGE),
    another(NUMBERS, HUGE),
    another(VALUES, ODD),
    another(KEYS, (b'"gone"',)),
    moved,
)

BINARY_WAYS = (cut, flipped)

ZIP_WAYS = (cut, flipped, bad_member, bad_member, bad_member, bad_directory)


def changed(content: bytes, random: Random) -> bytes:
    """Change one value of a document of JSON, or of one line of it.

    Args:
        content: A document, or lines of documents.
        random: Draws the line, the place and the change.
    """
    lines = content.splitlines(keepends=True)
    is_document = _parsed(content) is not None
    i = 0 if is_document else random.randrange(len(lines))
    whole = content if is_document else lines[i]
    document = _parsed(whole)
    if document is None:
        return content
    text = json.dumps(_changed(document, random), ensure_ascii=True).encode()
    if is_document:
        return text
    return b"".join([*lines[:i], text + b"\n", *lines[i + 1 :]])


def _parsed(text: bytes):
    try:
        document = json.loads(text)
    except ValueError:
        return None
    return document if isinstance(document, dict | list) and document else None


def _changed(value, random):
    """Return a value in which one of those below it is another."""
    while isinstance(value, dict | list) and value:
        keys = list(value) if isinstance(value, dict) else list(range(len(value)))
        key = random.choice(keys)
        inner = value[key]
        if isinstance(inner, dict | list) and inner and random.random() < 0.7:
            copy = value.copy()
            copy[key] = _changed(inner, random)
            return copy
        return _other(value, key, random)
    return value


def _other(value, key, random):
    copy = value.copy()
    match random.randrange(5):
        case 0:
            del copy[key]
        case 1:
            copy[key] = random.choice(OTHER_VALUES)
        case 2:
            copy[key] = random.choice(HUGE_VALUES)
        case 3 if isinstance(value, dict):
            copy[random.choice(NAMES)] = copy.pop(key)
        case _ if isinstance(value, list):
            copy.append(copy[key])
        case _:
            copy[key] = [copy[key], copy[key]]
    return copy
