"""Answers in LaTeX: the last box, and one spelling."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sacreval.errors import RecordError
from sacreval.text.answers.latex import boxed, latex_answer, spelled, unmarked

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
