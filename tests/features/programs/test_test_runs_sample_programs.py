"""From records to programs."""

import pytest

from sacreval.core.records import Instance
from sacreval.errors import InputError, UsageError
from sacreval.features.programs.test_runs import samples_of
from support.sandboxes import batch, problem

PROBLEMS = {"p": problem(prompt="def f(x):\n"), "7": problem(name="7"), "Mbpp/8": problem()}


def programs(*instances, form="whole", longest=100):
    found = samples_of([batch(*instances)], PROBLEMS, form=form, longest=longest)
    return [(one.number, one.text or one.refusal) for one in found]


def test_texts():
    """A text is a whole program, unless it is said to be a completion or a reply."""
    one = Instance(instance_id="p", samples=["x = 1", {"completion": "    return x"}])
    assert programs(one) == [(0, "x = 1"), (1, "def f(x):\n    return x")]
    assert programs(one, form="completion")[0] == (0, "def f(x):\nx = 1")
    reply = "Sure:\n```python\ndef g(): pass\n```\nor better\n```\ndef f(x):\n    pass\n```\nBye"
    (found,) = programs(Instance(instance_id="p", prediction=reply), form="fenced")
    assert found == (0, "def f(x):\n    pass\n")


def test_refusals():
    """What is no program is refused with the reason, and never an empty program."""
    found = programs(
        Instance(instance_id="p", samples=[None, ["a"], "x" * 101, ""]),
        Instance(instance_id="p", error="failed"),
    )
    assert found == [
        (0, "there is no program, but no text"), (1, "there is no program, but a list"),
        (2, "the program has 101 characters, more than 100"), (3, ""),
        (4, "there is no program, but no text"),
    ]  # fmt: skip
    assert programs(Instance(instance_id="p", prediction="no"), form="fenced") == [
        (0, "there is no block between fences")
    ]


def test_names():
    """Ids of MBPP are numbers in one file and texts with a name before them in another."""
    for name in (7, "7", "Mbpp/7", 8, "Mbpp/8"):
        assert programs(Instance(instance_id=name, prediction="x"))
    with pytest.raises(InputError, match=r"samples.jsonl:1: there is no problem 'q' among 3"):
        programs(Instance(instance_id="q", prediction="x"))


def test_no_programs():
    """Verdicts and records without any output are refused."""
    with pytest.raises(UsageError, match="these samples are verdicts"):
        programs(Instance(instance_id="p", samples=[True]))
    with pytest.raises(InputError, match="has no `samples` and no `prediction`"):
        programs(Instance(instance_id="p"))


def test_systems():
    """The samples of each system are numbered on their own, over all its records."""
    rows = [Instance(instance_id="p", system_id=s, prediction="x") for s in "abab"]
    found = samples_of([batch(*rows)], PROBLEMS, form="whole", longest=9)
    assert [one.key for one in found] == [
        ("a", "p", 0),
        ("b", "p", 0),
        ("a", "p", 1),
        ("b", "p", 1),
    ]
