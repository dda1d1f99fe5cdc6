"""--extract letter: which texts name one choice, and which do not."""

import random
import re
from contextlib import suppress

import pytest

from sacreval.errors import RecordError
from sacreval.text.answers.answer_extractors import extractor, text_extractor
from support.program import ends

NAMED = {
    "B": "B",
    "b": "B",
    "(B)": "B",
    "**B**": "B",
    "B.": "B",
    "B) Paris": "B",
    "b. Paris, a city": "B",
    "Answer: B.": "B",
    "The answer is (B)": "B",
    "The answer is: **B**": "B",
    "the answer is a": "A",
    "The answer is A because D is too small": "A",
    "The answer is A, not B": "A",
    "The answer is A and not B": "A",
    "The answer is A. B is wrong.": "A",
    "The answer is a, I think": "A",
    "The answer is B, a mammal": "B",
    "The answer is B and I am sure": "B",
    "Answer: C, because A is wrong": "C",
    "I choose option B because A is wrong": "B",
    "I think B": "B",
    "I think B is right": "B",
    "It must be A.": "A",
    "A cat is a mammal, so C": "C",
    "Between A and B, the answer is B": "B",
    "Answers: B": "B",
    "so $\\boxed{D}$": "D",
    "The answer is I because of the first row": "I",
    "The answer is A? No, it is D.": "D",
    "It is not B but C": "C",
    "A is incorrect. B is incorrect. The answer is C.": "C",
    "The answer cannot be A, B or C, so it must be D": "D",
    "The answer is not A. It is B.": "B",
    "Option A can, I think, be eliminated. Option B fits": "B",
    "Some would say the answer is A, but the answer is B.": "B",
    "If the answer were A, x would be 1. So the answer is C.": "C",
    "The answer is B. It is not a mammal.": "B",
    "The one that is not a mammal is B": "B",
    "Since it is not a mammal, B": "B",
}
HEDGED = [
    "A or B", "(A) or (B)", "A/B", "A, B", "A, B or C", "A and C", "A & B", "A; B", "a or b", "A B",
    "A\nB", "**A** or **B**", "A) or B)", "Both A and B", "Either B or C", "Answer: A or B",
    "Answer: b or c", "Answer: A, B", "Answer: A/B", "Answer: (A) and (C)", "Answers: A, C",
    "The answer is either A or B", "The answer is both A and B", "The answer is A or B.",
    "The answer is A or it could be B", "The answer is A, or maybe B", "Options A and B are right",
    "It could be A or it could be B", "Between A and D I cannot decide", "Not A; maybe B",
    "A is wrong but B is right", "The answer is A. The answer is B.", "A and B and C",
    "neither A nor B", "Option (A) is wrong, so (C)", "A) Incorrect. B) Incorrect. C) Correct",
    "(A) and (B) can be ruled out; (D) remains", "The answer is not A, it is B",
    "At first glance the answer is A, but it is actually B",
]  # fmt: skip
NONE = [
    "", "none of them", "The answer is a mystery to me", "answer: I don't know", "I don't know",
    "the answer is I am not sure", "A cat sat", "I am not sure", "I'm not sure",
    "I, for one, doubt it",
    "The answer is a good question", "The answer is not B", "It isn't C", "Vitamin C deficiency",
    "The answer is A4", "B's", "AB", "I don't think the answer is B", "Nobody would choose B",
    "(B) is wrong", "Option B cannot be right.", "The answer is anything but A", "Is it B? No.",
    "All options except B", "It is not the case that the answer is A", "it is a cat",
]  # fmt: skip


@pytest.mark.parametrize("text", NAMED)
def test_one_choice(text):
    """A verdict, or the only letter there is, is the answer."""
    assert extractor("letter")(text) == NAMED[text]


@pytest.mark.parametrize("text", HEDGED)
def test_hedged(text):
    """Several letters without a verdict are no answer."""
    with pytest.raises(RecordError, match="no single letter"):
        extractor("letter")(text)


@pytest.mark.parametrize("text", NONE)
def test_no_choice(text):
    """Articles, pronouns, negated letters and letters of words are no answer."""
    with pytest.raises(RecordError, match="no single letter"):
        extractor("letter")(text)


@pytest.mark.long
@pytest.mark.parametrize(
    "piece", ["A ", "A, ", "\n", " ", "answer: ", "(", "A" + " " * 50, "not A"]
)
def test_long_texts(piece):
    """The time that a text takes grows with its length, not with its square."""
    with ends(), suppress(RecordError):
        extractor("letter")(piece * 20_000 + " A or B")


@pytest.mark.parametrize(
    ("how", "text"),
    [
        ("regex:answer:(.*)", "answer: 4\nanswer: "),
        ("regex:yes|(no)", "yes"),
        (r"regex:a(\s*)b", "a  b"),
        ("regex:x*$", "abc"),
        ("json:a", '{"a": ""}'),
        ("json:a", '{"a": " \\n"}'),
        ("json:a", '{"a": null}'),
    ],
)
def test_an_empty_match_is_no_answer(how, text):
    """A match or value that is empty, blank or took no part is no answer, and never "None"."""
    with pytest.raises(RecordError, match="empty|nothing"):
        extractor(how)(text)


def test_a_pattern_finds_a_text_or_nothing():
    """The answer is the last match of `re`, unless it is blank, whatever pattern and text are."""
    draw = random.Random(7)
    patterns = ["a*", "a(b*)", "(a)|b", "(?:a|(b)) *", r"(\s*)a", "^(?!b)(.*)$", r"a\s?(.*)"]
    for _ in range(500):
        text, pattern = "".join(draw.choices("ab \n", k=draw.randrange(8))), draw.choice(patterns)
        last = [*re.finditer(pattern, text)][-1:]
        wanted = [(match[match.re.groups and 1] or "").strip() for match in last]
        try:
            assert [extractor(f"regex:{pattern}")(text)] == wanted, (pattern, text)
        except RecordError:
            assert not any(wanted), (pattern, text)


def test_answers_as_texts():
    """Where an answer must be a text, as for votes, other values are written as JSON."""
    assert text_extractor("json:a")('{"a": [1, true]}') == "[1,true]"
    assert text_extractor("list:;")("a; b") == '["a","b"]'
    assert text_extractor("letter")("B") == "B"
