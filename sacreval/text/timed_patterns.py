"""Regular expressions of users, searched within a time limit: some take years on a short text."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from sacreval.errors import UsageError, shortened

SECONDS = 5.0  # for one pattern on one text; a sound pattern takes microseconds
REMEDY = (
    "write it so that it needs less searching, such as without nested repetitions like (a+)+ or "
    r"an unanchored \s+$"
)
_NO_QUANTIFIER = re.compile(r"(\\.)|\{(?!\d*,?\d*\})", re.DOTALL)


def matches(pattern: str, text: str) -> list[Any]:
    """Return the matches of a pattern in a text.

    The package regex is used, since searches of `re` cannot be limited in time.
    """
    try:
        return list(_compiled(pattern).finditer(text, timeout=SECONDS))
    except TimeoutError:
        raise UsageError(
            f"the pattern '{shortened(pattern, 60)}' takes more than {SECONDS:g} seconds on one "
            f"text; {REMEDY}"
        ) from None


@lru_cache(maxsize=256)
def _compiled(pattern: str) -> Any:
    import regex

    # regex has approximate matches such as (?:cat){e<=1}, of which a brace is a letter to `re`.
    exact = _NO_QUANTIFIER.sub(lambda match: match[1] or r"\{", pattern)
    return regex.compile(exact, regex.VERSION0)
