"""Queries before they run: what Spider's evaluation rewrites, and which results are ordered."""

from __future__ import annotations

import re

from sacreval.metrics.structures._sql.question import Compare

_TOKENS = re.compile(
    r"""'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\]|--[^\n]*|/\*.*?\*/|\w+|.""", re.DOTALL
)
_THIS_YEAR = re.compile(r"YEAR\s*\(\s*CURDATE\s*\(\s*\)\s*\)\s*", re.IGNORECASE)


def rewritten(query: str, compare: Compare, *, keep_distinct: bool) -> str:
    """Return the query that is run.

    Source: test-suite-sql-eval (Zhong, Yu and Klein 2020), whose parser drops what follows the
    first statement when it removes DISTINCT.
    """
    if compare != "spider":
        return query
    for spaced in ("> =", "< =", "! ="):
        query = query.replace(spaced, spaced.replace(" ", ""))
    query = _THIS_YEAR.sub("2020", query)
    return query if keep_distinct else without_distinct(query)


def without_distinct(query: str) -> str:
    """Return the first statement of a query without the word DISTINCT."""
    kept = []
    for match in _TOKENS.finditer(query):
        if match[0].lower() != "distinct":
            kept.append(match[0])
        if match[0] == ";":
            break
    return "".join(kept)


def is_ordered(gold: str) -> bool:
    """Return whether a right query has ORDER BY, so that the order of rows counts."""
    return "order by" in gold.lower()


def is_empty(query: str) -> bool:
    """Return whether a query has nothing but blanks, comments and semicolons."""
    tokens = (match[0] for match in _TOKENS.finditer(query))
    return all(not t.strip() or t == ";" or t.startswith(("--", "/*")) for t in tokens)
