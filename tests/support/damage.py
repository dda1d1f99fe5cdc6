"""Damaged copies of logs: cut, with other bytes, types and numbers, and with bad zip members."""

import io
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
        found = [match.span() for match in pattern.finditer(content)]
        if not found:
            return content
        start, end = random.choice(found)
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
        for own, text in texts.items():
            z.writestr(own, text)
    return out.getvalue()


def unpacked(content: bytes) -> dict[str, bytes]:
    """Return the members of an archive."""
    found = {}
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        for info in archive.infolist():
            start = info.header_offset + 30
            sizes = content[start - 4 : start]
            start += int.from_bytes(sizes[:2], "little") + int.from_bytes(sizes[2:], "little")
            packed = content[start : start + info.compress_size]
            if info.compress_type == zipfile.ZIP_STORED:
                found[info.filename] = packed
            elif info.compress_type == zipfile.ZIP_DEFLATED:
                found[info.filename] = zlib.decompress(packed, -15)
            else:
                found[info.filename] = zstandard.ZstdDecompressor().stream_reader(packed).read()
    return found


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
