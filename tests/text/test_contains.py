"""Whether a text contains another."""

import pytest

from sacreval.text.contains import holds


@pytest.mark.parametrize(
    ("text", "part", "anywhere", "as_words"),
    [
        ("I know", "no", True, False),
        ("no, never", "no", True, True),
        ("costs $5.", "$5", True, True),
        ("a.b", "ab", False, False),
        ("axb", "a.b", False, False),
        ("words", "", False, False),
        (" ", "", True, True),
    ],
)
def test_holds(text, part, anywhere, as_words):
    """Parts are found as written, as words between other characters; nothing only in nothing."""
    assert holds(text, part, words=False) is anywhere
    assert holds(text, part, words=True) is as_words
