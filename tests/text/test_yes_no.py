"""Which texts say yes or no."""

from time import perf_counter

import pytest

from sacreval.text.yes_no import yes_or_no

YES = ["Yes", "yes.", "**Yes**", "True", "Yes, because it is", "yes it is", "The answer is: yes.",
       "It is true", "I checked, so yes!", "(yes)", "Answer: Yes"]  # fmt: skip
NO = ["No", "no.", "No, it isn't", "No it is not", "NO\nbecause", "False", "The answer is **no**",
      "Therefore: false.", "no - never"]  # fmt: skip
NEITHER = ["", "maybe", "No idea", "No one knows", "I have no idea", "It is not true",
           "It isn't true.", "Yes. Then again, no", "yesterday", "nothing", "Answer: unknown",
           "The yes vote failed"]  # fmt: skip


@pytest.mark.parametrize("text", YES)
def test_yes(text):
    """The first or last word, or the one after `answer`, says yes."""
    assert yes_or_no(text) is True


@pytest.mark.parametrize("text", NO)
def test_no(text):
    """The same words say no."""
    assert yes_or_no(text) is False


@pytest.mark.parametrize("text", NEITHER)
def test_neither(text):
    """Negations, nouns after no, and texts that say both are neither."""
    assert yes_or_no(text) is None


@pytest.mark.long
@pytest.mark.parametrize("piece", ["answer: ", "no ", "* ", "answer ", "yes no "])
def test_long_texts(piece):
    """The time that a text takes grows with its length, not with its square."""
    start = perf_counter()
    yes_or_no(piece * 50_000)
    assert perf_counter() - start < 2.0
