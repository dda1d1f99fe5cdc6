"""Whether a text contains another."""

import re
import sys
from random import Random

import pytest

from sacreval.text.contains import _joined, holds
from support.texts import text


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


def test_words_are_those_of_regular_expressions():
    """Whole words in random texts are found where a regular expression finds them."""
    random = Random(6)
    found = 0
    for _ in range(4000):
        whole = text(random, 8)
        start = random.randint(0, len(whole))
        part = whole[start : start + random.randint(1, 5)] if random.random() < 0.8 else "a"
        pattern = rf"(?<!\w){re.escape(part)}(?!\w)"
        want = re.search(pattern, whole) is not None if part.strip() else not whole.strip()
        assert holds(whole, part, words=True) == want, (whole, part)
        found += want
    assert 400 < found < 3600


def test_characters_of_words():
    r"""They are those of \w, for every character of Unicode."""
    every = "".join(map(chr, range(sys.maxunicode + 1)))
    assert set(re.findall(r"\w", every)) == set(filter(_joined, every))
