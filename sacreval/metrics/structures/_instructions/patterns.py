"""Searches for words of a data set, which may be regular expressions, within a time limit."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from sacreval.errors import RecordError, shortened
from sacreval.text.timed_patterns import REMEDY

SECONDS = 5.0  # for one search; a sound pattern takes microseconds


def count(pattern: str, text: str) -> int:
    """Return the number of matches of a pattern, whatever their case.

    Raises:
        RecordError: If the pattern is wrong, or takes too long.
    """
    return sum(1 for _ in _each(pattern, text))


def there(pattern: str, text: str) -> bool:
    """Return whether a pattern matches somewhere in a text, whatever its case.

    Raises:
        RecordError: If the pattern is wrong, or takes too long.
    """
    return next(iter(_each(pattern, text)), None) is not None


def _each(pattern: str, text: str) -> Any:
    try:
        yield from _compiled(pattern).finditer(text, timeout=SECONDS)
    except TimeoutError:
        raise RecordError(
            f"the pattern '{shortened(pattern, 60)}' of an instruction takes more than {SECONDS:g} "
            f"seconds; {REMEDY}"
        ) from None


@lru_cache(maxsize=1024)
def _compiled(pattern: str) -> Any:
    import regex

    try:
        return regex.compile(pattern, regex.VERSION0 | regex.IGNORECASE)
    except Exception as error:  # noqa: BLE001 - hostile patterns raise many kinds
        reason = " ".join(str(error).split())
        raise RecordError(
            f"'{shortened(pattern, 60)}' of an instruction is not a regular expression ({reason}); "
            "correct it"
        ) from None
