"""The reader of JSON documents."""

import json

import pytest

pytestmark = pytest.mark.usefixtures("alone")


def test_json_rows(read, tmp_path):
    """One JSON document holds a list somewhere; people are marked, inputs numbered."""
    rows = [{"who": "A", "ctx": "c", "out": "x"}, {"who": "Human", "ctx": "c", "out": "y"}]
    (tmp_path / "x.json").write_text(json.dumps({"data": {"rows": rows}}))
    spec = 'json{"rows": "data.rows", "number_by": "ctx", "people": ["Human"]}'
    one, two = read(spec, tmp_path / "x.json", {"prediction": "out", "system_id": "who"})
    assert (one.instance_id, two.instance_id) == ("1", "1")
    assert two.system_type == "reference"


def test_json_numbers_inputs(read, tmp_path):
    """`number_by` numbers inputs by what is equal; with `repeats` second answers count apart."""
    rows = [("a", "x"), ("a", "x"), ("b", "x"), ("b", "y"), ("b", "x")]
    path = tmp_path / "x.json"
    path.write_text(json.dumps([{"s": s, "c": c, "p": "p"} for s, c in rows]))
    fields = {"system_id": "s", "prediction": "p"}
    plain = read('json{"number_by": "c"}', path, fields)
    assert [one.instance_id for one in plain] == ["1", "1", "1", "2", "1"]
    apart = read('json{"number_by": "c", "repeats": true}', path, fields)
    assert [one.instance_id for one in apart] == ["1", "2", "1", "3", "2"]
