"""Answers in LaTeX: the last box, and the spellings of MATH's authors, GSM8K and Minerva."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sacreval.errors import RecordError
from sacreval.text.answers.answer_extractors import extractor
from sacreval.text.answers.latex import boxed, latex_answer, spelled, unmarked
from sacreval.text.answers.math_spellings import (
    INVALID,
    final_answer,
    hendrycks,
    minerva,
    minerva_paper,
)
from sacreval.text.answers.numbers_in_text import after_hashes
from support.shared_cases import shared_cases

MENTIONS = [
    r"\boxed{}", r"\boxed{ }", r"\boxed{...}", r"\boxed{\ldots}", r"\boxed{\text{answer}}",
    r"\boxed{answer}", r"\boxed{your answer}", r"\boxed{\text{Your final answer here}}",
    r"\boxed{<answer>}", r"\fbox{…}", r"\boxed{\boxed{}}", r"\boxed{\text{ }}", r"\boxed{\,}",
    r"\boxed{?}", r"\boxed{\_\_}", r"\boxed as asked", r"\boxed a lot", r"\boxed (see above)",
    r"\boxed.", "`\\boxed`",
]  # fmt: skip
CONTENTS = [
    "58", "0", "-", "<", "x", r"\frac{1}{2}", r"\{1,2\}", r"\{\}", "[]", r"\text{No}",
    r"1,\ldots,9", r"\text{answer 4}", r"\emptyset", "(0,1]",
]  # fmt: skip
# The first spelling is that of normalize_final_answer (tasks/minerva_math/utils.py) of lm-eval
# 0.4.13, run on 2026-11-23; the second was derived by hand from the paper's appendix D.
CHANGED = [
    (r"x = 2\pi cm", r"2\pi", r"2\pi"),
    (r"\left(0,1\right)", r"\left(0,1\right)", r"\le(0,1\right)"),
    (r"\sqrt[3]8", r"\sqrt[3]{8}", r"\sqrt{[}3]8"),
    ("0,1", "0,1", "01"),
    ("12,345", "12345", "12345"),
    (r"\frac12\sqrt3", r"\frac{1}{2}\sqrt{3}", r"\frac{1}{2}\sqrt{3}"),
    (r"so $5\text{ m}$ or $6$", "5", "5"),
    (r"\text{Evelyn}, \boxed{3}", "Evelyn,3", "Evelyn,3"),
    (r"90^\circ", "90", "90"),
    (r"\text{east", r"\text{east", r"\text{east"),
]


@pytest.mark.parametrize(
    ("text", "content"),
    [
        (r"\boxed{1} or \boxed{\frac{1}{2}} so", r"\frac{1}{2}"),
        (r"\fbox{3}", "3"),
        (r"so $\boxed 5$", "5"),
        (r"$\boxed ab$", "ab"),
        (r"\boxed \frac12", r"\frac12"),
        (r"\boxed{\boxed{3}}", "3"),
        (r"{ \boxed{3} } }", "3"),
    ],
)
def test_the_last_box(text, content):
    """The last box counts, with balanced braces."""
    assert boxed(text) == content


@given(
    st.sampled_from(CONTENTS),
    st.lists(st.sampled_from([*MENTIONS, r"\boxed{7}", "so"])),
    st.lists(st.sampled_from([*MENTIONS, "in", "\n", "{x}"])),
)
@settings(max_examples=200, deadline=None)
def test_mentions_of_boxes(content, before, after):
    """A box that is empty, has a placeholder, or stands before a word is no answer."""
    text = "  ".join([*before, rf"\boxed{{{content}}}", *after])
    assert boxed(text) == content


@pytest.mark.parametrize("text", MENTIONS)
def test_mentions_alone(text):
    """Where boxes are only mentioned, there is no answer."""
    with pytest.raises(RecordError, match="with content"):
        boxed(f"I put it in {text}")


@pytest.mark.parametrize("text", ["42", r"\boxed{1", r"\boxed{1} then \boxed{\frac{2}{3}"])
def test_no_box(text):
    """A text without a box, or with one that is not closed, has no answer."""
    with pytest.raises(RecordError, match="boxed"):
        boxed(text)


@pytest.mark.parametrize(
    ("answer", "normal"),
    [
        (r"\dfrac12", r"\frac{1}{2}"),
        (r"\frac1{20}", r"\frac{1}{20}"),
        ("3/4", r"\frac{3}{4}"),
        ("0.5", r"\frac{1}{2}"),
        (".5", r"\frac{1}{2}"),
        ("x = 7", "7"),
        ("abc=7", "abc=7"),
        (r"\sqrt3", r"\sqrt{3}"),
        (r"90^\circ", "90"),
        (r"50\%", "50"),
        (r"\$3", "3"),
        (r"3\text{ cm}", "3"),
        ("a/b", "a/b"),
    ],
)
def test_one_spelling(answer, normal):
    """Equal answers are spelt alike, and what is spelt so stays."""
    assert spelled(answer) == normal
    assert spelled(normal) == normal


def test_answer():
    """The content of the box is spelt in the same way, without marks around it."""
    assert latex_answer(r"so \boxed{\tfrac34}") == r"\frac{3}{4}"
    assert latex_answer(r"\boxed{**3/4**}") == r"\frac{3}{4}"


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("**58.** ", "58"),
        (r"**\(\boxed{58}\)**.", "58"),
        (r"$\boxed 58$", "58"),
        ("```\n58\n```", "58"),
        ("***58***", "58"),
        ("__2**3__", "2**3"),
        ("**x_1*2**", "x_1*2"),
        *((text, text) for text in ("2**3", "*2*3*", "**2** 3 **4**", "*58**", "**", "1...")),
        *((text, text) for text in (r"\boxed{1}+\boxed{2}", r"\frac{1}{2}", "_", "")),
    ],
)
def test_marks_around_an_answer(text, bare):
    """Marks around all of an answer are dropped; signs of formulas stay."""
    assert unmarked(text) == bare


@pytest.mark.parametrize(
    ("text", "spelled"),
    [
        (r"\dfrac12", r"\frac{1}{2}"),
        (r"\tfrac1{72}", r"\frac{1}{72}"),
        ("0.5", r"\frac{1}{2}"),
        (" .5", r"\frac{1}{2}"),
        ("-3/4", r"\frac{-3}{4}"),
        ("3/04", "3/04"),
        ("x = 5", "5"),
        ("abc=5", "abc=5"),
        (r"\left(1, 2\right)", "(1,2)"),
        (r"5\text{ cm}", "5"),
        (r"\$12\%", "12"),
        (r"\sqrt3x", r"\sqrt{3}x"),
        (r"90^{\circ}", "90"),
        (r"\frac1", r"\frac1"),
    ],
)
def test_spelled(text, spelled):
    """Each rule of is_equiv applies."""
    assert hendrycks(text) == spelled


@pytest.mark.parametrize("text", [r" 5\text{ a}\text{ b}", r" \sqrt", r" \frac", " x/2"])
def test_failures(text):
    """Where the authors' program fails, it compares the texts as they are, blanks included."""
    assert hendrycks(text) == text


def test_hendrycks_shared_cases():
    """The shared pairs have the verdicts of is_equiv."""
    cases = [x for x in shared_cases("math_equivalence")["cases"] if "answer" in x]
    assert len(cases) > 100
    for case in cases:
        equal = hendrycks(case["gold"]) == hendrycks(case["answer"])
        assert equal == case["verdicts"]["hendrycks_is_equiv"], case["id"]


@pytest.mark.parametrize(("text", "now", "before"), CHANGED)
def test_both_eras(text, now, before):
    """The rules now are those of lm-eval's function, those before the paper's."""
    assert (minerva(text), minerva_paper(text)) == (now, before)


def test_minerva_shared_cases():
    """Every shared answer is normalised as lm-eval 0.4.13 does, and the same pairs are equal."""
    for case in shared_cases("math_equivalence")["cases"]:
        if "answer" in case:
            answers = {side: minerva(case[side]) for side in ("gold", "answer")}
            assert answers == case["minerva"]
            assert (answers["gold"] == answers["answer"]) == case["verdicts"]["minerva_string"]
        else:
            assert _extracted(case["output"]) == case["minerva"]["extracted"]


def _extracted(output):
    try:
        return final_answer(output).strip("$")
    except RecordError:
        return INVALID


def test_final_answer():
    """The sentence may lack its end; an output without it has no answer, and is never a text."""
    assert final_answer("Final Answer: The final answer is $3$. I hope it is correct.") == "$3$"
    assert final_answer("Final Answer: The final answer is 3. ") == "3"
    with pytest.raises(RecordError):
        final_answer("The final answer is 3.")
    for normalize in (minerva, minerva_paper):
        with pytest.raises(RecordError):
            normalize(INVALID)


@given(st.text(alphabet="\\frac{}$textboxd[]= ,.1234\n"))
def test_anything(text):
    """Any text is normalised."""
    assert isinstance(minerva(text) + minerva_paper(text), str)


@pytest.mark.parametrize(
    "answer",
    ["", " ", "$$", "...", "\u2026", "___", "?", r"$\boxed{}$", r"\ldots", "[your answer]",
     "<answer>", "$ANSWER$", INVALID],
)  # fmt: skip
def test_a_placeholder_is_no_answer(answer):
    """An empty answer, dots, blanks, an empty box and a slot for the answer are none."""
    with pytest.raises(RecordError, match="placeholder"):
        final_answer(f"Final Answer: The final answer is {answer}. I hope it is correct.")


@pytest.mark.parametrize("answer", ["-", "<", r"\emptyset", "[0, 1]", "{}", "<answer>4</answer>"])
def test_marks_may_be_the_answer(answer):
    """Signs, sets and intervals are answers."""
    sentence = f"Final Answer: The final answer is {answer}. I hope it is correct."
    assert final_answer(sentence) == answer


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
