"""Answers found by plain rules."""

import pytest

from sacreval.errors import RecordError, UsageError
from sacreval.text.answers.answers import extractor


@pytest.mark.parametrize(
    ("how", "text", "answer"),
    [
        ("first-line", "\n\n  Paris \nFrance", "Paris"),
        ("first-word", "**Positive**, I think", "Positive"),
        ("first-word", "-3 degrees", "-3"),
        ("first-word", "— C# it is", "C#"),
        ("first-word", "'don't'", "don't"),
        ("number", " 1e-3 ", "1e-3"),
        ("yes-no", "Yes, it is.", "yes"),
        ("list:,", "a, b,, c ", ["a", "b", "c"]),
        (r"list:\n", "a\n\nb", ["a", "b"]),
        ("list:<OR>", "London<OR>Paris", ["London", "Paris"]),
        ("list:,", "", []),
        ("closest-label:good,bad", "Bad.", "bad"),
        ("boxed+last-number", "so 7", "7"),
        ("boxed+last-number", r"3 or \boxed{4}", "4"),
        ("after-thinking:boxed+last-number", "1</think>2", "2"),
        ("last-number+regex:a+b", "aab", "aab"),
    ],
)  # fmt: skip
def test_answers(how, text, answer):
    """Each rule finds what its documentation says."""
    assert extractor(how)(text) == answer


@pytest.mark.parametrize(
    ("how", "text", "why"),
    [
        ("first-line", " \n ", "no line"),
        ("first-word", "... !", "no word"),
        ("number", "between 3 and 5", "several numbers"),
        ("number", "none", "no number"),
        ("yes-no", "maybe", "does not say yes or no"),
        ("boxed+last-number", "nothing", "no number"),
    ],
)
def test_no_answer(how, text, why):
    """An output without an answer is an error of its record."""
    with pytest.raises(RecordError, match=why):
        extractor(how)(text)


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ("list:", "needs a separator"),
        ("closest-label", "needs labels"),
        ("closest-label:a", "needs labels"),
        ("boxed+lastnumber", "did you mean 'last-number'"),
        ("py:mine", "write py:MODULE:FUNCTION"),
    ],
)
def test_wrong_names(how, said):
    """A wrong name or a missing argument is said when the extractor is made."""
    with pytest.raises(UsageError, match=said):
        extractor(how)
