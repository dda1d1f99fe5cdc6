"""Visible texts."""

import pytest

from sacreval.text.visible import visible


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain \N{LATIN SMALL LETTER E WITH ACUTE}", "plain \N{LATIN SMALL LETTER E WITH ACUTE}"),
        ("a\nb", r"a\nb"),
        ("\x1b[31m", r"\x1b[31m"),
        ("\N{RIGHT-TO-LEFT OVERRIDE}x", r"\u202ex"),
    ],
)
def test_what_a_terminal_would_obey_is_escaped(text, shown):
    """Line ends, escapes and marks of direction are written out; other characters stay."""
    assert visible(text) == shown
