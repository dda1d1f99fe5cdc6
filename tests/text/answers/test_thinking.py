"""Texts after a model's reasoning."""

import pytest

from sacreval.errors import RecordError
from sacreval.text.answers.answers import extractor
from sacreval.text.answers.thinking import after_thinking


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("<think>\\boxed{1}</think>\\boxed{2}", "\\boxed{2}"),
        ("\\boxed{1}</think> <THINK>again</Think>\\boxed{2}", "\\boxed{2}"),
        ("[THINK]a[/THINK]b", "b"),
        ("no marks", "no marks"),
    ],
)
def test_dropped(text, rest):
    """What is before the last closing mark is dropped, with or without an opening one."""
    assert after_thinking(text) == rest


def test_not_closed():
    """Reasoning that is cut has no answer."""
    with pytest.raises(RecordError, match="not closed"):
        after_thinking("<think>\\boxed{1}")


def test_before_an_extractor():
    """`after-thinking:` may precede any extractor; alone it returns the rest."""
    assert extractor("after-thinking:boxed")("<think>\\boxed{1}</think>so \\boxed{2}") == "2"
    assert extractor("after-thinking:")("a</think>b") == "b"
