"""The laws that every runner keeps."""

import pickle
from dataclasses import FrozenInstanceError, fields

import pytest

from sacreval.asking.runners._base import Runner, runners
from sacreval.asking.runners._from_spec import runner_from_spec, usage
from sacreval.core.options.docstrings import summary

NAMES = list(runners)


@pytest.mark.parametrize("name", NAMES)
def test_a_value(name):
    """A runner is a value: it pickles, compares by its options, and cannot be changed."""
    runner = runner_from_spec(f"{name}:x")
    assert isinstance(runner, Runner)
    assert pickle.loads(pickle.dumps(runner)) == runner  # noqa: S301 - our own
    assert runner != runner_from_spec(f"{name}:y")
    with pytest.raises(FrozenInstanceError):
        runner.target = "z"
    assert hash(runner) == hash(runner_from_spec(f"{name}:x"))


@pytest.mark.parametrize("name", NAMES)
def test_described(name):
    """A runner has a summary, a way to be named, and a class of the name that it is found under."""
    cls = runners.get(name)
    assert summary(cls).endswith(".")
    assert cls.name == name
    assert usage(name).strip("'").startswith(f"{name}:")
    assert next(f.name for f in fields(cls)) == "target"


@pytest.mark.parametrize("name", NAMES)
def test_identity(name):
    """Its identity begins with its name and target; one that connects names its host."""
    runner = runner_from_spec(f"{name}:x")
    assert runner.identity().startswith(f"{name}:x")
    assert bool(runner.host()) == runner.connects
    assert runner.host() in runner.identity()


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_done_before_the_first_reply(name):
    """Making a runner, and its iterator, opens, starts and reads nothing."""
    runner_from_spec(f"{name}:no-such-thing:here").replies(iter(()))
