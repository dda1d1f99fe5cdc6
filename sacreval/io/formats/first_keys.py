"""The first JSON value or object of a file, to tell what kind of file it is."""

from __future__ import annotations

import re
from typing import Any

import msgspec
from msgspec import Struct, field

from sacreval.errors import SacrevalError
from sacreval.io.files import open_bytes

DEEPEST = 3  # levels of objects and lists whose keys are collected
_TOKEN = re.compile(rb'"((?:[^"\\]|\\.)*+)"|[{}\[\],:]|[^\s{}\[\],:"]++', re.DOTALL)
_OPENING = (b"{", b"[")
_CLOSING = (b"}", b"]")


def first_keys(head: bytes) -> frozenset[str]:
    """Collect the keys of the first JSON value.

    Args:
        head: The first bytes of a file. What follows the first value, such as the second line of
            JSONL, is ignored.

    Returns:
        The keys as paths of at most `DEEPEST` levels, such as `eval.task`. A list in a path is
        written `[]`, as in `[].question_id` and `samples[].id`, and stands for its first item; it
        is in the result itself, as `[]` or `samples[]`. Empty for what is no object or list.
    """
    return frozenset(_scanned(head).keys)


def open_key(start: bytes) -> str:
    """Return the key of the first object in whose value its beginning ends; "" if there is none."""
    levels = _scanned(start).levels
    return levels[0].key if levels else ""


def _scanned(head: bytes) -> _Scan:
    """Scan the first value, up to a text that is cut."""
    scan, end = _Scan(), 0
    for token in _TOKEN.finditer(head):
        if head.find(b'"', end, token.start()) >= 0:  # what follows is inside of a text
            break
        end = token.end()
        if not scan.go_on(token[0], token[1]):
            break
    return scan


class _Level(Struct):
    """An object or a list that the scan is inside of.

    Args:
        path: Its path; None inside later items of a list, and below the deepest level.
        depth: Number of levels above it.
        is_list: Whether it is a list.
        key: The last key of an object.
        in_value: Whether the scan is between a colon and the next comma.
        items: Number of commas so far.
    """

    path: str | None
    depth: int
    is_list: bool
    key: str = ""
    in_value: bool = False
    items: int = 0

    def place(self) -> str | None:
        """Return the path of the current value, or None where it is not collected."""
        if self.path is None or self.depth >= DEEPEST or (self.is_list and self.items):
            return None
        if self.is_list:
            return self.path
        return f"{self.path}.{self.key}" if self.path else self.key


class _Scan(Struct):
    """A scan of JSON, token by token.

    Args:
        found: The paths so far.
        levels: The open objects and lists, the innermost last.
    """

    keys: set[str] = field(default_factory=set)
    levels: list[_Level] = field(default_factory=list)

    def go_on(self, token: bytes, text: bytes | None) -> bool:
        """Read a token; return whether the first value goes on.

        Args:
            token: The token.
            text: What is between the quotes of a string; None for other tokens.
        """
        if token in _OPENING:
            self._open(is_list=token == b"[")
        elif not self.levels:
            return False
        elif token in _CLOSING:
            self.levels.pop()
        elif token == b",":
            self.levels[-1].items += 1
            self.levels[-1].in_value = False
        elif token == b":":
            self.levels[-1].in_value = True
        elif text is not None:
            self._key(self.levels[-1], text)
        return bool(self.levels)

    def _open(self, *, is_list: bool) -> None:
        path = self.levels[-1].place() if self.levels else ""
        if is_list and path is not None:
            path += "[]"
            self.keys.add(path)
        self.levels.append(_Level(path, len(self.levels), is_list))

    def _key(self, level: _Level, text: bytes) -> None:
        if level.is_list or level.in_value:
            return
        level.key = text.decode("utf-8", "replace")
        if (path := level.place()) is not None:
            self.keys.add(path)


_LONGEST = 1 << 20


def first_object(path: str) -> dict[str, Any]:
    """Return the object on the first line of a file; empty if there is none.

    Args:
        path: The file, which may be compressed.
    """
    try:
        with open_bytes(path) as stream:
            line = stream.readline(_LONGEST)
        return msgspec.json.decode(line, type=dict[str, Any])
    except (SacrevalError, ValueError, RecursionError, msgspec.MsgspecError):
        return {}


def has_scores(line: dict[str, Any]) -> bool:
    """Return whether a line has scores of an output, by SacreROUGE too, and no more than them."""
    of_output = {"system_id", "summarizer_id"} & line.keys()
    return bool(of_output and {"scores", "metrics"} & line.keys() and "results" not in line)
