"""Definitions of judges."""

import pytest

from sacreval.errors import UsageError
from sacreval.metrics.judges._definition import Definition, Message, Pair, Step

HELLO = (Message("user", "Rate: {{prediction}}"),)
SCALE = {"type": "number", "min": 1, "max": 5}


def judge(**changes):
    values = {"judge": "quality", "messages": HELLO, "scale": SCALE, **changes}
    return Definition(**values).checked()


def test_single_prompt_is_a_step():
    """A judge with one prompt has one step of its name."""
    assert [(step.ask, step.messages) for step in judge().asked] == [("quality", HELLO)]


def test_digest():
    """The digest depends on all that determines prompts and verdicts, and on nothing else."""
    one = judge()
    assert judge(judge="other", about="x", source="y").digest() == one.digest()
    changes = [
        {"scale": {**SCALE, "max": 6}}, {"repeats": 2}, {"fold": "median"},
        {"params": {"temperature": 0}}, {"needs": ("prediction", "input")},
        {"truncated": "parse"}, {"higher_is_better": False},
        {"messages": (Message("system", "Rate: {{prediction}}"),)},
    ]  # fmt: skip
    assert len({judge(**change).digest() for change in changes} | {one.digest()}) == 9


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"judge": "a b"}, "judge is 'a b'"),
        ({"needs": ("predicton",)}, "did you mean 'prediction'"),
        ({"needs": ()}, "at least one"),
        ({"needs": ("prediction", "prediction")}, "once"),
        ({"needs": ("input",)}, "messages: 'prediction' is not among the needed fields"),
        ({"repeats": 0}, "repeats is 0"),
        ({"repeats": 1001}, "repeats is 1001"),
        ({"prompt": "x"}, "either messages or a prompt"),
        ({"messages": ()}, "either messages or a prompt"),
        ({"steps": (Step(ask="a", messages=HELLO),)}, "remove the others"),
        ({"messages": (Message("user", "{{opponent}}"),)}, "'opponent' is not among"),
        ({"messages": (Message("user", "{{item}}"),)}, "'item' is not among"),
        ({"each": "claims"}, "each: 'claims' is not among"),
    ],
)
def test_contradictions(changes, sentence):
    """A definition that contradicts itself is refused with its key."""
    with pytest.raises(UsageError, match=sentence.replace("(", r"\(")):
        judge(**changes)


def test_steps():
    """A later step reads the replies of earlier ones, and an earlier one does not."""
    first = Step(ask="claims", messages=HELLO)
    second = Step(ask="support", each="claims", prompt="{{item}} {{index}} {{steps.claims}}")
    made = judge(messages=(), steps=(first, second))
    assert [step.ask for step in made.asked] == ["claims", "support"]
    with pytest.raises(UsageError, match=r"steps\[0\].each: 'claims' is not among"):
        judge(messages=(), steps=(second, first))
    with pytest.raises(UsageError, match="two steps are 'claims'"):
        judge(messages=(), steps=(first, first))


def test_pair():
    """The templates of a pair read the opponent's output."""
    both = (Message("user", "{{prediction}} or {{opponent}}?"),)
    assert judge(messages=both, pair=Pair()).pair == Pair(order="both", disagree="tie")
