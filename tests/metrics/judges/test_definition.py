"""Definitions of judges."""

import pytest

from sacreval.errors import UsageError
from sacreval.metrics.judges._definition import Definition, Message, Pair, Step
from sacreval.metrics.judges._definition_checks import checked
from sacreval.metrics.judges._label_scales import ListScale
from sacreval.metrics.judges._line_rules import LinesRule
from sacreval.metrics.judges._rules import Rule
from sacreval.metrics.judges._scales import NumberScale

HELLO = (Message("user", "Rate: {{prediction}}"),)
SCALE = NumberScale(min=1, max=5)
RULES = (Rule(pattern="[1-5]"),)


def judge(**changes):
    values = {"judge": "quality", "messages": HELLO, "scale": SCALE, "parse": RULES, **changes}
    return checked(Definition(**values))


def test_single_prompt_is_a_step():
    """A judge with one prompt has one step of its name."""
    assert [(step.ask, step.messages) for step in judge().asked] == [("quality", HELLO)]


def test_digest():
    """The digest depends on all that determines prompts and verdicts, and on nothing else."""
    one = judge()
    assert judge(judge="other", about="x", source="y").digest() == one.digest()
    changes = [
        {"scale": NumberScale(min=1, max=6)}, {"repeats": 2}, {"fold": "median"},
        {"params": {"temperature": 0}}, {"needs": ("prediction", "input")},
        {"truncated": "parse"}, {"parse": (Rule(pattern="[1-5]", pick="last"),)},
        {"higher_is_better": False},
        {"messages": (Message("system", "Rate: {{prediction}}"),)},
    ]  # fmt: skip
    assert len({judge(**change).digest() for change in changes} | {one.digest()}) == 10


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
        (
            {"messages": (Message("user", "{{opponent}}"),)},
            "'opponent' is not among the needed fields (prediction); it is for judges with `pair`",
        ),
        ({"messages": (Message("user", "{{item}}"),)}, "'item' is not among"),
        ({"params": {"temprature": 0}}, "params: there is no parameter 'temprature'"),
        ({"each": "claims"}, "each: 'claims' is not among"),
        (
            {"each": "prediction", "messages": (Message("user", "{{item}}"),)},
            "scale: a verdict for each item needs the type list",
        ),
        ({"parse": ()}, "parse: a rule is missing"),
    ],
)
def test_contradictions(changes, sentence):
    """A definition that contradicts itself is refused with its key."""
    with pytest.raises(UsageError) as error:
        judge(**changes)
    assert sentence in str(error.value)


def test_steps():
    """A later step reads the replies of earlier ones, and an earlier one does not."""
    first = Step(ask="claims", messages=HELLO, parse=(Rule(lines=LinesRule()),))
    each = {"each": "claims", "prompt": "{{item}} {{index}} {{steps.claims}}"}
    second = Step(ask="support", parse=RULES, **each)
    shared = {"messages": (), "parse": (), "scale": ListScale(values={"yes": 1, "no": 0})}
    made = judge(steps=(first, second), **shared)
    assert [step.ask for step in made.asked] == ["claims", "support"]
    with pytest.raises(UsageError, match=r"steps\[0\].each: 'claims' is not among"):
        judge(steps=(second, first), **shared)
    with pytest.raises(UsageError, match="two steps are 'claims'"):
        judge(steps=(first, first), **shared)


def test_pair():
    """The templates of a pair read the opponent's output."""
    both = (Message("user", "{{prediction}} or {{opponent}}?"),)
    assert judge(messages=both, pair=Pair()).pair == Pair(order="both", disagree="tie")
