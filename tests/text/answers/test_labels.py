"""Labels in free texts: the one that is named, the closest one, yes or no, and negation."""

import random
from contextlib import suppress

import pytest

from sacreval.errors import RecordError
from sacreval.text.answers.labels import denied, find_label, negates
from sacreval.text.answers.plain_answers import closest_label, letter, yes_or_no
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
DENYING = [
    "It is not {}", "It isn\u2019t {}", "It cannot be {}", "It is never {}", "It is hardly {}",
    "Nobody would call it {}", "None of these is {}", "Nothing here is {}", "Neither is {}",
    "It is no longer {}", "It is not at all {}", "This is far from {}", "This is anything but {}",
    "The opposite of {}", "I doubt that it is {}", "I do not think that, all in all, it is {}",
    "It is not, as far as I can tell, {}", "Nothing here, I think, is {}", "{} is wrong",
    "{} can be ruled out", "{} is not right", "{}, it seems, is out", "Is it {}? No.",
    "It is wrong to say that it is {}", "I reject {}", "It used to be {}", "Is it {}? Who knows",
    "Can it be {}?! Hm", "The wrong answer is {}", "{} is the least likely", "It lacks {}",
    "It is {} in no way", "It stopped being {}",
]  # fmt: skip
SUPPOSED = ["Some say {}", "Though it looks like {}", "Whether it is {} is open", "Others think {}"]
STATING = ["It is {}", "So it must be {}", "The answer is {}", "I would say {}", "Answer: {}"]
JOINED = [". ", "; ", ".\n", ", but "]


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


def lowered(sentence):
    """Begin a sentence with a small letter, unless it begins with the pronoun."""
    return sentence if sentence.startswith(("I ", "{}")) else sentence[0].lower() + sentence[1:]


def sentences(seed, words, count=400):
    """Draw texts that deny some words, and most of which state another, with that word or None.

    Args:
        seed: Seed of the draws.
        words: The words that may be denied or stated.
        count: Number of texts.
    """
    draw = random.Random(seed)
    for _ in range(count):
        stated, *others = draw.sample(words, len(words))
        parts = [draw.choice([*DENYING, *SUPPOSED]).format(word) for word in others]
        denies = draw.choice(JOINED[:3]).join(parts[: draw.randrange(1, 3)])
        states = draw.choice(STATING).format(stated)
        if draw.random() < 0.3:
            yield denies, None
        elif (joint := draw.choice(JOINED)) == JOINED[3]:
            yield denies + joint + lowered(states), stated
        else:
            yield joint.join(draw.sample([denies, states], 2)), stated


@pytest.mark.parametrize("form", [*DENYING, *SUPPOSED])
def test_denying_forms(form):
    """A word in a sentence that denies, supposes, asks or ascribes it is denied."""
    start = form.index("{}")
    assert denied(form.format("good"), [(start, start + 4)]) == [True], form


@pytest.mark.parametrize("form", STATING)
def test_stating_forms(form):
    """A word in a plain sentence is not, also after a clause that denies something else."""
    before = ["", "It does not rain, so ", "If not, well: ", "Never. ", "Most likely, I think: "]
    for text in (f"{words}{form}" for words in before):
        start = text.index("{}")
        assert denied(text.format("good"), [(start, start + 4)]) == [False], text


def test_words_of_a_list():
    """Words of a list share what is said of the first and of the last."""
    text = "not A, B or C; D and E are wrong; F"
    places = [text.index(name) for name in "ABCDEF"]
    assert denied(text, [(i, i + 1) for i in places]) == [True] * 5 + [False]
    assert denied(text, []) == []


def test_negation_in_a_word():
    """A negation inside of a searched word is part of it."""
    assert denied("It is not sure", [(6, 14)]) == [False]
    assert negates("It isnt so")
    assert not negates("A note on want: no, sure")


def test_labels_are_never_the_denied_one():
    """The label that is found is the stated one, whatever else is denied; or none."""
    labels = ["good", "bad", "very good", "mixed"]
    hits = 0
    for text, stated in sentences(1, labels):
        for how in ("first", "only"):
            label = find_label(text, labels, how)
            assert label in {stated, None}, text
        hits += stated is not None and find_label(text, labels, "first") == stated
    assert hits > 200  # of some 280 that state one


def test_letters_are_never_the_denied_one():
    """The letter is the stated one, whatever else is denied; or there is none."""
    hits = 0
    for text, stated in sentences(2, ["A", "(B)", "C", "**D**"]):
        with suppress(RecordError):
            assert letter(text) == (stated or "").strip("()*"), text
            hits += 1
    assert hits > 100  # of some 280 that state one


@pytest.mark.parametrize("word", ["yes", "no", "true", "false"])
def test_yes_and_no_are_never_the_denied_one(word):
    """A sentence that denies a word does not say it, alone or after what is beside the point."""
    means = word in {"yes", "true"}
    for form in [*DENYING, *SUPPOSED]:
        for text in (form, f"I looked. {form}", f"It rains, but {lowered(form)}", f"Well: {form}"):
            assert yes_or_no(text.format(word)) is not means, text.format(word)
            assert yes_or_no(text.format(word.title())) is not means, text
