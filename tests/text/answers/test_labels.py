"""Labels in free texts: the one that is named, the closest one, and yes or no."""

import pytest

from sacreval.errors import RecordError
from sacreval.text.answers.closest_label import closest_label
from sacreval.text.answers.labels import find_label
from sacreval.text.answers.yes_no import yes_or_no
from support.program import ends

LABELS = ["York", "New York", "yes", "C++"]
FIND = closest_label(["positive", "negative", "neutral"])
YES = ["Yes", "yes.", "**Yes**", "True", "Yes, because it is", "yes it is", "The answer is: yes.",
       "It is true", "I checked, so yes!", "(yes)", "Answer: Yes", "Yes, it is true",
       "True or false? True.", "It does not rain, so it is true", "If you ask me, yes",
       "I am not certain, but the answer is yes", "There is no doubt that it is true",
       "Critics say it is false, but it is true", "Yes, nothing here is false"]  # fmt: skip
NO = ["No", "no.", "No, it isn't", "No it is not", "NO\nbecause", "False", "The answer is **no**",
      "Therefore: false.", "no - never", "The answer is no", "No: the claim is false",
      "False. The claim is not true", "No, that is not true.", "Is it true? No.",
      "I would say no, though others say yes", "I would say no, but others say yes",
      "Although some say yes, I say no.", "Not yes but no"]  # fmt: skip
NEITHER = ["", "maybe", "No idea", "No one knows", "I have no idea", "It is not true",
           "It isn't true.", "Yes. Then again, no", "yesterday", "nothing", "Answer: unknown",
           "The yes vote failed", "That is never true.", "None of these claims is true.",
           "It cannot be true.", "Nobody believes it is true", "Nothing here, I think, is true.",
           "Neither claim is true", "It can't be true", "It is no longer true", "Not at all true",
           "It is hardly true", "The opposite is true.", "This is far from true", "It is untrue",
           "It is anything but true", "It is false that it is true", "This is not only true",
           "not false", "Is it false? No.", "Is it false? Yes.", "True? Not at all.",
           "Is it true?", "I do not think that, on balance, it is true", "It isnt true",
           "It is _not_ true", "It is not, however, true.", "I doubt that it is true",
           "Yes is not the right answer", "The answer is no longer yes", "I can't say yes or no",
           "I don't think the answer is yes", "True, they say, but it is not true.",
           "It is unclear whether this is true", "Some people say it is true."]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "first", "only"),
    [
        ("It is new york.", "New York", "New York"),
        ("York, not New York", "York", None),
        ("yes, Yes!", "yes", "yes"),
        ("yesterday", None, None),
        ("in c++ then", "C++", "C++"),
        ("", None, None),
    ],
)
def test_labels_in_texts(text, first, only):
    """Whole words count, whatever their case, the longest at a place; `only` wants no other."""
    assert find_label(text, LABELS, "first") == first
    assert find_label(text, LABELS, "only") == only


def test_exact():
    """The text must be a label as written."""
    assert find_label("yes", LABELS, "exact") == "yes"
    assert find_label("Yes", LABELS, "exact") is None


@pytest.mark.parametrize(
    ("text", "first", "only"),
    [
        ("This is not good", None, None),
        ("This is not good but bad", "bad", None),
        ("Although it looks good, the label is bad", "bad", None),
        ("Is this good or bad? Bad.", "bad", None),
        ("Is it good? Yes.", "good", "good"),
        ("Good, not bad", "good", None),
        ("non-good", None, None),
        ("Good it is not", None, None),
        ("Since they did not enjoy it, the label is bad.", "bad", "bad"),
        ("definitely not sure", "not sure", "not sure"),
    ],
)
def test_labels_that_are_denied(text, first, only):
    """A label that the text denies is not found, and is another label to `only`."""
    labels = ["good", "bad", "not sure"]
    assert find_label(text, labels, "first") == first
    assert find_label(text, labels, "only") == only


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("positive", "positive"), ("Positive!", "positive"), ("  NEUTRAL \n", "neutral"),
        ("positve", "positive"), ("negativ", "negative"), ("**neutrall**", "neutral"),
    ],
)  # fmt: skip
def test_the_closest(text, label):
    """Case, punctuation at the ends and a few wrong letters do not matter."""
    assert FIND(text) == label


@pytest.mark.parametrize("text", ["", "good", "positive or negative", "x" * 1_000_000])
def test_no_label_is_close(text):
    """A text that is similar to no label by 0.6 has none."""
    with pytest.raises(RecordError, match="close to no label"):
        FIND(text)


def test_a_tie():
    """A text that is as close to another label has none; 1 - 1/4 is the similarity of both."""
    with pytest.raises(RecordError, match="several equally"):
        closest_label(["cart", "card"])("carx")


def test_the_limit():
    """Two of five letters may differ, which is a similarity of exactly 0.6, but not two of four."""
    assert closest_label(["abcde", "other"])("abcxy") == "abcde"
    with pytest.raises(RecordError):
        closest_label(["abcd", "other"])("abxy")


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
    with ends():
        yes_or_no(piece * 50_000)
