"""Negation: what sentences of many forms deny, and that the rules never read the opposite."""

import random
from contextlib import suppress

import pytest

from sacreval.errors import RecordError
from sacreval.text.answers.labels import find_label
from sacreval.text.answers.letters import letter
from sacreval.text.answers.negation import denied, negates
from sacreval.text.answers.yes_no import yes_or_no

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
