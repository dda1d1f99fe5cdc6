"""The parse rules `lines`, a list with an item on each line, and `errors`, a list by severity."""

from __future__ import annotations

import re
from typing import Any

from msgspec import Struct

from sacreval.metrics.judges._patterns import check, matches
from sacreval.metrics.judges._scale_base import Finding, folded, quoted

_MARK = r"(?:[-*•]|\d{1,4}[.)])"
# Possessive, so that a line of many blanks takes no longer than others.
_MARKED = rf"\A\s*+{_MARK}\s++(\S(?:.*\S)?)\s*+\Z"
_DASH = " - "  # between a category and a span
_BULLET = re.compile(rf"\s*{_MARK}\s+")


class LinesRule(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Read a list, one item on each line.

    Args:
        item: Regular expression of a line with an item, whose group is the item; by default a line
            that begins with `-`, `*`, `•` or a number with a full stop or bracket.
        none: A reply that is this text, compared like a label, is an empty list.
        others: Whether lines that are no item are skipped; else they make a reply unparsed.
    """

    item: str = _MARKED
    none: str = ""
    others: bool = False

    def __post_init__(self) -> None:
        check(self.item)

    def find(self, text: str) -> Finding | None:
        """Return the items of a reply; None if it has neither an item nor the text for none.

        Args:
            text: The reply.
        """
        if self.none and folded(text) == folded(self.none):
            return Finding([])
        lines = [line for line in text.splitlines() if line.strip()]
        matched = [(line, matches(self.item, line)) for line in lines]
        items = [item for _, each in matched for item in each]
        other = next((line for line, each in matched if not each), None)
        if not items:
            return None
        if other is not None and not self.others:
            return Finding(None, f"the line {quoted(other)} is no item of the list")
        return Finding(items)


class ErrorsRule(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Read errors under headings, as in `Major:` and a line for each error.

    A line is `category - "span"`, or a category alone; lines before the first heading are not
    allowed, nor is a reply without a heading, other than the text for none.

    Args:
        headings: The severities that are headings; marks around a heading are ignored.
        none: What a line without a span begins with if there is no error under a heading, or none
            at all, also with an s; hyphens are blanks: `No errors found.` says `no-error`.
    """

    headings: tuple[str, ...] = ("critical", "major", "minor")
    none: str = "no-error"

    def __post_init__(self) -> None:
        if not self.headings or not all(map(folded, self.headings)) or not folded(self.none):
            raise ValueError("`errors` needs headings and a text for none, and none may be empty")

    def find(self, text: str) -> Finding | None:
        """Return the errors of a reply; None if it has no heading and is not the text for none.

        Args:
            text: The reply.
        """
        names = {folded(name): name for name in self.headings}
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        if len(lines) == 1 and self._is_none(lines[0]):
            return Finding([])
        if not any(_heading(line) in names for line in lines):
            return None
        severity, errors = "", list[dict[str, str]]()
        for line in lines:
            if _heading(line) in names:
                severity = names[_heading(line)]
            elif not severity:
                return Finding(None, f"the line {quoted(line)} is before the first severity")
            elif not self._is_none(_unmarked(line)):
                errors.append(_error(_unmarked(line), severity))
        return Finding(errors)

    def _is_none(self, line: str) -> bool:
        none = rf"{re.escape(_blanked(self.none))}s?\b"
        return _DASH not in line and re.match(none, _blanked(line)) is not None


def _heading(line: str) -> str:
    """Return a line as headings are compared, "" if it does not end in a colon."""
    bare = line.strip(" *_#")
    return folded(bare.removesuffix(":").rstrip(" *_")) if bare.endswith(":") else ""


def _unmarked(line: str) -> str:
    return _BULLET.sub("", line, count=1) if _BULLET.match(line) else line


def _error(line: str, severity: str) -> dict[str, Any]:
    category, dash, span = line.partition(_DASH)
    error = {"severity": severity, "category": category.strip(), "text": line}
    return {**error, "span": span.strip().strip('"')} if dash else error


def _blanked(text: str) -> str:
    return folded(text.replace("-", " "))
