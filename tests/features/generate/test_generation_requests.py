"""Requests of generate: what the model sees, in which order, and which place they are for."""

import pytest

from sacreval.asking.requests import Message, Place
from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError
from sacreval.features.generate.generation_requests import asked
from sacreval.features.generate.prompt_files import Prompt


def requests(prompt, **fields):
    (one,) = asked([Batch([Instance(instance_id="7", **fields)])], prompt, None)
    return one.requests


def test_a_chat():
    """Messages are rendered, and the place is the record with its variant."""
    prompt = Prompt(messages=(Message("user", "{{input}}?"),), params={"temperature": 0})
    (one,) = requests(prompt, input="why", groups={"variant": 2})
    assert one.messages == (Message("user", "why?"),)
    assert one.places == (Place(instance_id="7", variant="2"),)
    assert (one.kind, one.params, one.repeat) == ("chat", {"temperature": 0}, 0)


def test_samples_are_requests_with_their_own_seeds():
    """Without a seed, they differ by their number alone."""
    found = requests(Prompt(prompt="{{input}}", samples=2, params={"seed": 5}), input="a")
    assert [(one.repeat, one.params["seed"]) for one in found] == [(0, 5), (1, 6)]
    found = requests(Prompt(prompt="{{input}}", samples=2), input="a")
    assert len({one.id for one in found}) == 2


def test_choices_are_continuations():
    """Texts and objects with a text; others are an error with the place."""
    prompt = Prompt(prompt="Q", choices=" {{text}}")
    found = requests(prompt, choices=["a", {"text": "b"}])
    assert [(one.prompt, one.continuation) for one in found] == [("Q", " a"), ("Q", " b")]
    for wrong in ([1], [{"logprob": 1}], [""], []):
        with pytest.raises(InputError, match="^records:1: "):
            requests(prompt, choices=wrong)
