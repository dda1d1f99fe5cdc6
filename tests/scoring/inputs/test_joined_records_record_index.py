"""Records by id."""

import pytest

from sacreval.errors import InputError
from sacreval.scoring.inputs.joined_records import Found, RecordIndex


def test_lookup():
    """Each id has one value; what was not looked up is left."""
    index = RecordIndex("f", [Found("f:1", "a", 1), Found("f:2", "b", 2)], what="scores")
    assert index.get("a", "g:1").value == 1
    assert [one.key for one in index.unused()] == ["b"]
    with pytest.raises(InputError, match="g:2: f has no scores of instance 'c'"):
        index.get("c", "g:2")


@pytest.mark.parametrize(
    ("key", "message"),
    [("a", "f:2: the scores of instance 'a' are at f:1"), (None, "f:2: no `id`")],
)
def test_wrong_ids(key, message):
    """A repeated or a missing id is an error."""
    with pytest.raises(InputError, match=message):
        RecordIndex("f", [Found("f:1", "a", 1), Found("f:2", key, 2)], id_name="id", what="scores")
