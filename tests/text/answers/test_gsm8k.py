"""Numbers at the end of solutions, as GSM8K's authors and lm-eval read them."""

import pytest

from sacreval.errors import RecordError
from sacreval.text.answers.answers import extractor
from sacreval.text.answers.gsm8k import after_hashes


@pytest.mark.parametrize(
    ("name", "text", "answer"),
    [
        ("gsm8k", "so 3 + 4\n#### 1,234.50", "1234.5"),
        ("gsm8k", "A: 7\nA: $8.", "8"),
        ("gsm8k", "42", "42"),
        ("gsm8k", "2,5", "25"),
        ("gsm8k", "-$1 000.50", "-1000.5"),
        ("gsm8k-strict", "#### 1,000 and #### 2", "1000"),
        ("gsm8k-flexible", "first 3, then $1,234.", "1234"),
    ],
)
def test_answers(name, text, answer):
    """The number is found, without separators, signs of currency and trailing zeros."""
    assert extractor(name)(text) == answer


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("gsm8k", "no answer"),
        ("gsm8k-strict", "so it is 4"),
        ("gsm8k-flexible", "none"),
        ("last-number", "none"),
    ],
)
def test_no_answer(name, text):
    """A text without a number has no answer."""
    with pytest.raises(RecordError, match="extract in another way"):
        extractor(name)(text)


def test_references():
    """References have their number after `#### `."""
    assert after_hashes("x #### 1,5") == "15"
