"""Error spans on outputs: marks by severity, and lines of text."""

import pytest

from sacreval.core.record_parts import ErrorSpan
from sacreval.features.page.records.highlights import error_marks, span_text

TEXT = "the 😀 sat"


def span(start, end, severity="major", *, text=None, reference=None):
    """Return an error span of the text."""
    return ErrorSpan(text=TEXT[start:end] if text is None else text, confidence=0.456,
                     severity=severity, start=start, end=end, reference=reference)  # fmt: skip


@pytest.mark.parametrize(
    ("spans", "marks"),
    [
        ([], []),
        ([span(4, 5), span(0, 3, "minor")], [0, 3, 1, 4, 5, 2]),
        ([span(0, 9, "minor"), span(4, 5, "critical")], [0, 4, 1, 4, 5, 3, 5, 9, 1]),
        ([span(4, 4)], []),
    ],
)
def test_marks(spans, marks):
    """Marks are in the order of the text, and where spans overlap the most severe is marked."""
    assert error_marks(TEXT, spans) == marks


@pytest.mark.parametrize("span", [span(0, 3, text="cat"), span(0, 3, "trivial")])
def test_spans_that_cannot_be_marked(span):
    """Spans of another text or of another severity are not marked at all."""
    assert error_marks(TEXT, [span]) is None
    assert error_marks(["the"], []) is None


def test_lines():
    """A line names the reference only where there are several, from 1."""
    assert span_text(span(6, 9)) == "major: sat (0.46)"
    assert span_text(span(6, 9, reference=1)) == "major: sat (0.46, beside reference 2)"
