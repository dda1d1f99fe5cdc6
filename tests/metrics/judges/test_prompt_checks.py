"""Checks of what the prompts of a judge read, and of what they leave out."""

import pytest

from sacreval.errors import UsageError
from support.judges import PREFERENCE, QUALITY, SUPPORT, definition

FIRST, SECOND = SUPPORT["steps"]


def said(text):
    return [{"role": "user", "content": text}]


def test_judges_that_pass():
    """A prompt, a pair and steps with all that they need are accepted."""
    assert [definition(one).judge for one in (QUALITY, PREFERENCE, SUPPORT)] == [
        "quality",
        "preference",
        "support",
    ]


@pytest.mark.parametrize(
    ("values", "changes", "sentence"),
    [
        (QUALITY, {"messages": said("Rate it")}, "messages: it has no field of the record"),
        (PREFERENCE, {"messages": said("{{prediction}}")}, "a pair needs {{prediction}} and"),
        (PREFERENCE, {"messages": said("{{opponent}}")}, "a pair needs {{prediction}} and"),
        (
            SUPPORT,
            {"steps": [FIRST, {**SECOND, "messages": said("{{sources[0]}}: true?")}]},
            "steps[1].messages: the prompt about each item is without {{item}}; add it",
        ),
        (
            SUPPORT,
            {"steps": [{**FIRST, "parse": []}, SECOND]},
            "steps[1].each: the reply to 'claims' is a text, since that step has no `parse`",
        ),
        (
            SUPPORT,
            {"steps": [FIRST, {**SECOND, "messages": said("{{item}} {{steps.claim}}")}]},
            "steps[1].messages: no earlier step is 'claim'; did you mean 'claims'?",
        ),
        (
            QUALITY,
            {"parse": [{"json": {"schema": {"score": "integer"}}}]},
            "parse[0].json: an object is no verdict on this scale; name its place, as in at: score",
        ),
    ],
)
def test_prompts_that_say_the_same(values, changes, sentence):
    """Prompts that would be equal for different records, orders or items are refused."""
    with pytest.raises(UsageError) as error:
        definition(values, **changes)
    assert sentence in str(error.value)
