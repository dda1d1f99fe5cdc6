"""The published schemas of results and of records."""

import json
from importlib.metadata import version

import jsonschema
import pytest

from sacreval.commands.json_schemas import generate
from sacreval.core.records import FIELDS, Instance
from sacreval.errors import InputError
from sacreval.readers.jsonl import JsonlReader
from support.mirror import CHECKOUT
from support.results import document

SAMPLE = CHECKOUT / "configs" / "sample" / "outputs.jsonl"


def test_schema(cli):
    """JSON has the published fields, and a result for every system, group and output."""
    found = document(cli, "rouge", SAMPLE, "--ci", "--by", "domain", "--resamples", "50")
    assert (found.schema_version, found.sacreval) == (1, version("sacreval"))
    systems = {r.system_id for r in found.results}
    groups = {r.group for r in found.results}
    outputs = {r.output for r in found.results}
    assert len(systems) == 3
    assert None in groups
    assert all(g is None or g.startswith("domain=") for g in groups)
    assert len(found.results) == len(systems) * len(groups) * len(outputs)
    for result in found.results:
        interval = result.interval
        assert interval.low <= result.value <= interval.high
        assert interval.level == 0.95
        assert interval.method in {"expanded", "wilson"}
        drawn = (50, 12345) if interval.method == "expanded" else (None, None)
        assert (interval.resamples, interval.seed) == drawn
        assert result.higher_is_better
    whole = {(r.system_id, r.output): r.n for r in found.results if r.group is None}
    parts = dict.fromkeys(whole, 0)
    for result in found.results:
        if result.group is not None:
            parts[result.system_id, result.output] += result.n
    assert parts == whole


RECORDS = [
    {},
    {"prediction": "a", "references": ["a", 1], "instance_id": 7, "groups": {"a": 1.5, "b": True}},
    {"prediction": ["a"], "references": "a", "sources": "s"},
    {"references": 3, "judgments": {"x": [1, None], "y": 2.5}},
    {"reference": "a", "references": None},
    {"error": "failed", "prediction": None},
    {"samples": {"n": 3, "c": 1}},
    {"ranking": ["d"], "qrels": {"d": 1}},
    {"reference": "a", "references": ["a"]},
    {"error": "failed", "prediction": ""},
    {"error": "failed", "samples": []},
    {"predict": "a"},
    {"instance_id": 1.5},
    {"system_id": 3},
    {"sources": [1]},
    {"sources": 1},
    {"references": {"a": 1}},
    {"groups": {"a": [1]}},
    {"judgments": {"x": "good"}},
    {"ranking": [1]},
    {"input": 3},
]


@pytest.mark.parametrize("record", RECORDS, ids=json.dumps)
def test_schema_of_records(record, tmp_path):
    """The schema of a record accepts what the reader of JSONL accepts, and nothing else."""
    path = tmp_path / "x.jsonl"
    path.write_text(json.dumps(record))
    try:
        list(JsonlReader().read(str(path)))
        is_read = True
    except InputError:
        is_read = False
    validator = jsonschema.Draft202012Validator(json.loads(generate(Instance)))
    assert validator.is_valid(record) == is_read


def test_every_field_is_described():
    """The schema has a description of every field of a record."""
    fields = json.loads(generate(Instance))["$defs"]["Instance"]["properties"]
    assert set(fields) == set(FIELDS)
    assert all(one["description"].endswith(".") for one in fields.values())
