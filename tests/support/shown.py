"""Compare the output that a page shows with the output that was printed.

`…` matches the rest of a line, or any text within one. A line `… (3 lines)` matches three lines,
and `…` alone one. Nothing else may differ except blanks at the ends of lines, the releases of
libraries that define numbers, and gmpy2, which sympy uses where it is, in signatures.
"""

import re

from sacreval.core.version import TESTED

BESIDE = re.compile(r"\|gmpy2:[\d.]+")
RELEASE = re.compile(rf"\b((?:{'|'.join(map(re.escape, TESTED))})[: ]|\|version:)\d[\w.+]*\b")
LEFT_OUT = re.compile(r"…(?: \((\d+) lines\))?")


def differs(printed: str, shown: str) -> str:
    """Describe where the output differs from the page; empty if it does not.

    Args:
        printed: Standard output and error.
        shown: What the page has.
    """
    lines = _lines(_same_release(BESIDE.sub("", printed)))
    patterns = list(_patterns(_same_release(shown)))
    for i, (line, pattern) in enumerate(zip(lines, patterns, strict=False)):
        if not re.fullmatch(pattern, line):
            return f"line {i + 1} is {line!r}"
    if len(lines) != len(patterns):
        return f"{len(lines)} lines were printed and {len(patterns)} are shown"
    return ""


def _same_release(text: str) -> str:
    """Replace the releases of libraries, in signatures and sentences, with release 0."""
    return RELEASE.sub(r"\g<1>0", text)


def _lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.strip("\n").split("\n")] if text.strip() else []


def _patterns(shown: str) -> list[str]:
    """List a pattern for every line that must be printed."""
    patterns: list[str] = []
    for line in _lines(shown):
        if left_out := LEFT_OUT.fullmatch(line):
            patterns += [".*"] * int(left_out[1] or 1)
        else:
            patterns.append(".*".join(map(re.escape, line.split("…"))))
    return patterns
