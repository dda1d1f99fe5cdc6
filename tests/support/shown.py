"""Compare the output that a page shows with the output that was printed.

`…` matches the rest of a line, or any text within one. A line `… (3 lines)` matches three lines,
and `…` alone one. Nothing else may differ except blanks at the ends of lines, and gmpy2, which
sympy uses where it is, in signatures.
"""

import re

BESIDE = re.compile(r"\|gmpy2:[\d.]+")
LEFT_OUT = re.compile(r"…(?: \((\d+) lines\))?")


def differs(printed: str, shown: str) -> str:
    """Describe where the output differs from the page; empty if it does not.

    Args:
        printed: Standard output and error.
        shown: What the page has.
    """
    lines, patterns = _lines(BESIDE.sub("", printed)), list(_patterns(shown))
    for i, (line, pattern) in enumerate(zip(lines, patterns, strict=False)):
        if not re.fullmatch(pattern, line):
            return f"line {i + 1} is {line!r}"
    if len(lines) != len(patterns):
        return f"{len(lines)} lines were printed and {len(patterns)} are shown"
    return ""


def _lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.strip("\n").split("\n")] if text.strip() else []


def _patterns(shown: str) -> list[str]:
    """List a pattern for every line that must be printed."""
    found: list[str] = []
    for line in _lines(shown):
        if left_out := LEFT_OUT.fullmatch(line):
            found += [".*"] * int(left_out[1] or 1)
        else:
            found.append(".*".join(map(re.escape, line.split("…"))))
    return found
