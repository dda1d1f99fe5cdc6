"""Languages of texts: only where the detector is sure."""

import pytest

from sacreval.text import language_detection
from support import tiny_models


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("The cat sat on the mat and looked at the dog.", "en"),
        ("Die Katze sass auf der Matte und sah den Hund an.", "de"),
        ("Der Hund", None),
        ("12 %", None),
        ("", None),
    ],
)
def test_language(text, code):
    """Whole sentences have a language; short texts have none."""
    tiny_models.needed()
    assert language_detection.available()
    assert language_detection.language(text) == code
