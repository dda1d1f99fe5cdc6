"""Which texts say yes or no."""

import pytest

from sacreval.text.answers.yes_no import yes_or_no
from support.program import ends

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
