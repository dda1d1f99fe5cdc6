"""The order of instances: that of their ids, whatever order files have."""

from itertools import permutations

import pytest

from sacreval.core.records import Batch, Instance, by_id, named


@pytest.mark.parametrize(
    "ids",
    [
        ["01", "1", "2", "10"],
        ["1", "10", "2", "x"],
        ["", "1", "2"],
        ["a", "b", "c"],
        ["007", "07", "7"],
    ],
)
def test_one_order(ids):
    """Ids have one order, by number where all are numbers; equal numbers go by their digits."""
    for shuffled in permutations(ids):
        assert sorted(shuffled, key=by_id(shuffled)) == ids


@pytest.mark.parametrize("field", ["prediction", "predictions", "samples"])
def test_a_record_has_an_error_or_an_output(field):
    """A record with both is invalid, and names the field."""
    with pytest.raises(ValueError, match=f"both `error` and `{field}`"):
        Instance(**{"error": "timeout", field: ["a"]})


def test_an_empty_error_is_none():
    """An empty `error`, as tables and logs write it, is no error."""
    assert Instance(error="", prediction="a").error is None


def test_answered_records_are_those_without_an_error():
    """A batch without errors is its own; else the others keep their line numbers."""
    good, bad = Instance(prediction="a"), Instance(error="timeout")
    batch = Batch([good, good])
    assert batch.answered is batch
    assert batch.failed == ()
    mixed = Batch([good, bad, good], lines=[4, 5, 6])
    assert mixed.failed == [1]
    assert mixed.answered.instances == [good, good]
    assert mixed.answered.where(1).endswith(":6")


def test_ids_with_thousands_of_digits():
    """Ids that are longer than any number Python reads are sorted by letters."""
    names = ["9" * 5000, "10"]
    assert sorted(names, key=by_id(names)) == ["10", "9" * 5000]
    assert sorted(["10", "9"], key=by_id(["10", "9"])) == ["9", "10"]


def test_ids_are_written_out():
    """Records without ids get those of their line and file."""
    batch = Batch([Instance(prediction="x"), Instance(instance_id="q")], "f", [4, 5], "sys")
    assert [(x.instance_id, x.system_id) for x in named([batch])] == [("4", "sys"), ("q", "sys")]
