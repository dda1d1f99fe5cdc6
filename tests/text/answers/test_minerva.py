"""Minerva's rules: what lm-eval makes of answers, now and before."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sacreval.errors import RecordError
from sacreval.text.answers.minerva import INVALID, final_answer, minerva, minerva_paper
from support.shared_cases import shared_cases

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


@pytest.mark.parametrize(("text", "now", "before"), CHANGED)
def test_both_eras(text, now, before):
    """The rules now are those of lm-eval's function, those before the paper's."""
    assert (minerva(text), minerva_paper(text)) == (now, before)


def test_shared_cases():
    """Every shared answer is normalised as lm-eval 0.4.13 does, and the same pairs are equal."""
    for case in shared_cases("math_equivalence")["cases"]:
        if "answer" in case:
            found = {side: minerva(case[side]) for side in ("gold", "answer")}
            assert found == case["minerva"]
            assert (found["gold"] == found["answer"]) == case["verdicts"]["minerva_string"]
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
