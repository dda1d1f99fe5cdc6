"""Sentences by rule."""

import pytest

from sacreval.text.sentences import by_rule


@pytest.mark.parametrize(
    ("text", "expected"),
    [("", []),
     ("  \n ", []),
     ("One. Two! Three? Four", ["One.", "Two!", "Three?", "Four"]),
     ('He said "no." Then he left…', ['He said "no."', "Then he left…"]),
     ("It costs 3.5 euros...  Really.", ["It costs 3.5 euros...", "Really."]),
     ("A title\n\nA text\nof two lines.", ["A title", "A text\nof two lines."])],
)  # fmt: skip
def test_by_rule(text, expected):
    """Sentences end at marks before a blank, and at empty lines; none is empty."""
    assert by_rule(text) == expected
