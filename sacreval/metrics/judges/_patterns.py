"""Regular expressions of judge files, searched within a time limit.

The package regex is used because its searches can be limited in time: a judge file may come from
anybody, and one nested repetition would run for ever.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Literal

from sacreval.errors import UsageError, shortened
from sacreval.metrics.judges._scale_base import Finding
from sacreval.text.timed_patterns import REMEDY

Pick = Literal["last", "first", "only"]
SECONDS = 5.0  # for one pattern on one reply; a sound pattern takes microseconds
LONGEST = 1_000  # characters of a pattern


def check(pattern: str) -> None:
    """Check that a pattern can be compiled.

    Raises:
        ValueError: If it is too long, or no regular expression.
    """
    if len(pattern) > LONGEST:
        raise ValueError(f"the pattern is longer than {LONGEST} characters; shorten it")
    try:
        compiled = _compiled(pattern)
    except Exception as error:  # noqa: BLE001 - hostile patterns raise many kinds
        reason = " ".join(str(error).split())
        raise ValueError(
            f"the pattern '{shortened(pattern, 60)}' is not a regular expression ({reason})"
        ) from None
    if compiled.named_lists:
        raise ValueError("the pattern uses a named list, which a judge file cannot define")


def matches(pattern: str, text: str) -> list[Any]:
    """Return what a pattern captures in a text, once for each match.

    Returns:
        For each match the text of the only group, the list of texts of several groups, or the whole
        match of a pattern without groups. Groups that take no part in a match are left out.

    Raises:
        UsageError: If the search takes longer than `SECONDS`.
    """
    try:
        return [_captured(match) for match in _compiled(pattern).finditer(text, timeout=SECONDS)]
    except TimeoutError:
        raise UsageError(
            f"the pattern '{shortened(pattern, 60)}' takes more than {SECONDS:g} seconds on one "
            f"reply; {REMEDY}"
        ) from None


def picked(values: list[Any], pick: Pick) -> Finding | None:
    """Return the finding among several; None if there is none.

    Args:
        values: What was found, in order.
        pick: `last`, `first`, or `only`, by which several that differ are unparsed.
    """
    if not values:
        return None
    if pick == "only" and any(each != values[0] for each in values):
        return Finding(None, f"{len(values)} verdicts that differ, where one is expected")
    return Finding(values[0 if pick == "first" else -1])


def _captured(match: Any) -> Any:
    groups = [group for group in match.groups() if group is not None]
    if match.re.groups == 0:
        return match[0]
    return groups[0] if len(groups) == 1 else groups


@lru_cache(maxsize=256)
def _compiled(pattern: str) -> Any:
    import regex

    return regex.compile(pattern, regex.VERSION0)
