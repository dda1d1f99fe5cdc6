"""Marks of error spans on outputs, by severity, and the spans as lines of text."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sacreval.core.error_spans import ErrorSpan
    from sacreval.features.page.records.highlights import Marks

SEVERITIES = ("minor", "major", "critical")  # the levels of marks, from 1


def error_marks(text: Any, spans: Sequence[ErrorSpan]) -> Marks | None:
    """Return the marks of error spans on a text, where they overlap those of the most severe.

    Args:
        text: The output.
        spans: Its error spans, of any order.

    Returns:
        Start and end in characters, and level, of each mark, in one flat list; None where the spans
        are of another text, as of a field that the metric reads in place of the output, or have
        other severities.
    """
    if not isinstance(text, str) or any(text[span.start : span.end] != span.text for span in spans):
        return None
    if any(span.severity not in SEVERITIES for span in spans):
        return None
    levels = [0] * len(text)
    for span in spans:
        level = SEVERITIES.index(span.severity) + 1
        for i in range(span.start, span.end):
            levels[i] = max(levels[i], level)
    marks: Marks = []
    for level, run in groupby(range(len(text)), levels.__getitem__):
        places = list(run)
        marks += [places[0], places[-1] + 1, level] if level else []
    return marks


def span_text(span: ErrorSpan) -> str:
    """Return an error span on one line: severity, text, confidence, and its reference of several.

    Args:
        span: The span.
    """
    beside = "" if span.reference is None else f", beside reference {span.reference + 1}"
    return f"{span.severity}: {span.text} ({span.confidence:.2f}{beside})"
