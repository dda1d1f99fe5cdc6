"""Files of notices: a line of JSON for each, appended as they come."""

from __future__ import annotations

from pathlib import Path

import msgspec

from sacreval.errors import UsageError
from sacreval.io.files import LINES

_LONGEST = 1_000_000  # bytes of the first line that is read to recognise a file


class NoticeLine(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One notice.

    Args:
        verb: The command, such as `evaluate bleu`.
        kind: What it is about: notice, failure (a record that could not be scored), failures (how
            many), gate, input, result, plugin, or error, which ended the run.
        text: The sentence, as on standard error but not cut.
        system: The system that it is about, if it is about one.
        file: The file that it is about, if the sentence begins with one and a line.
        line: The line in this file, from 1.
        count: How many records, or other things, it is about.
    """

    verb: str
    kind: str
    text: str
    system: str | None = None
    file: str | None = None
    line: int | None = None
    count: int | None = None


def check(path: Path) -> None:
    """Check that notices can be appended to a file, and create it.

    Raises:
        UsageError: If the ending is wrong, the file has other lines, or it cannot be written.
    """
    if path.suffix.lower() not in LINES:
        raise UsageError(f"--notices {path}: notices are lines of JSON; let the name end in .jsonl")
    if path.is_dir() or (path.exists() and not path.is_file()):
        raise UsageError(f"--notices {path}: this is not a file; name one")
    try:
        with path.open("ab+") as stream:
            stream.seek(0)
            first = stream.readline(_LONGEST)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise UsageError(f"--notices {path}: {why}; name a file that can be written") from None
    if first.strip() and not _is_line(first):
        raise UsageError(
            f"--notices {path}: this file has other lines than notices; name another file"
        )


def append(path: Path, line: NoticeLine) -> None:
    """Append a notice.

    Raises:
        UsageError: If the file cannot be written, or another output has replaced it.
    """
    check(path)
    text = msgspec.json.encode(_encodable(line)) + b"\n"
    try:
        with path.open("ab") as stream:
            stream.write(text)
    except OSError as error:
        raise UsageError(f"--notices {path}: {error.strerror}; name another file") from None


def _is_line(first: bytes) -> bool:
    try:
        msgspec.json.decode(first, type=NoticeLine)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return False
    return True


def _encodable(line: NoticeLine) -> NoticeLine:
    """Return a line without the halves of characters that names of files may have."""
    texts = {
        name: value.encode("utf-8", "backslashreplace").decode()
        for name in ("verb", "text", "system", "file")
        if isinstance(value := getattr(line, name), str)
    }
    return msgspec.structs.replace(line, **texts)
