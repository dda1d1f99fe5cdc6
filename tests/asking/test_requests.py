"""Requests, and the ids that name them."""

import pytest

from sacreval.asking.requests import Message, Place, id_of, request

ASKED = {"messages": (Message("user", "x"),), "params": {"temperature": 0, "seed": 1}}


def test_id_does_not_depend_on_places():
    """Equal prompts have equal ids, whatever records they are about, and in any order of keys."""
    first = request(**ASKED, places=(Place(instance_id="1"),))
    other = {**ASKED, "params": {"seed": 1, "temperature": 0}}
    assert first.id == request(**other, places=(Place(instance_id="2"),)).id
    assert len(first.id) == 32
    assert id_of(first) == first.id


@pytest.mark.parametrize(
    "change",
    [
        {"messages": (Message("system", "x"),)},
        {"messages": (Message("user", "y"),)},
        {"params": {"temperature": 0}},
        {"repeat": 1},
        {"kind": "completion"},
        {"prompt": "x"},
        {"continuation": "x"},
    ],
)
def test_id_depends_on_all_that_the_model_sees(change):
    """Another prompt, role, kind, parameter or repetition has another id."""
    assert request(**{**ASKED, **change}).id != request(**ASKED).id
