"""Suggestions of --map for a foreign record."""

import pytest

from sacreval.core.records import FIELDS
from sacreval.readers._map_hints import field_list, hint


@pytest.mark.parametrize(
    ("record", "maps"),
    [
        ({"output": "a", "target": "b"}, ["--map prediction=output", "--map references=target"]),
        ({"outputs": ["a"], "label": 1}, ["--map 'prediction=outputs[0]'", "references=label"]),
        ({"prediction": "a", "refs": ["b"], "id": 3}, ["references=refs", "instance_id=id"]),
        ({"hyp": {"text": "a"}, "mt": "b"}, ["--map prediction=mt"]),
    ],
)
def test_common_names(record, maps):
    """Names are suggested where their values have a fitting type, lists by their first item."""
    found = hint(record, FIELDS)
    for text in maps:
        assert text in found


def test_no_common_name():
    """Without a usual name the fields there are are listed."""
    found = hint({"x": 1, "y": None}, FIELDS)
    assert "--map prediction=FIELD" in found
    assert found.endswith("x, y")


def test_many_fields_are_cut():
    """Many and long names are cut, so that the sentence stays one."""
    found = field_list({f"{'n' * 100}{i}": 1 for i in range(10**4)})
    assert len(found) < 600
    assert "more" in found
    assert field_list({}).endswith("none")
