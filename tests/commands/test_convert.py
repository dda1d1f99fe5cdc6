"""`sacreval convert`, and the published schemas of records and results."""

import json
from importlib.metadata import version

import jsonschema
import pytest

from sacreval.commands import json_schemas
from sacreval.commands.json_schemas import generate
from sacreval.core.records import FIELDS, Instance
from sacreval.errors import InputError
from sacreval.readers.jsonl import JsonlReader
from support.mirror import CHECKOUT
from support.results import document

pytestmark = pytest.mark.usefixtures("alone")


def test_convert(sacreval, tmp_path):
    """Convert runs any reader alone, to a file or to standard output."""
    table = tmp_path / "sys1.tsv"
    table.write_text("prediction\treference_1\njust one\tonly one\n")
    code, out, err = sacreval("convert", table, "--reader", "table")
    assert code == 0, err
    assert json.loads(out) == {
        "instance_id": "2",
        "system_id": "sys1",
        "prediction": "just one",
        "references": ["only one"],
    }
    target = tmp_path / "records.jsonl"
    code, out, err = sacreval("convert", table, "--reader", "table", "-o", target)
    assert (code, out) == (0, "")
    assert "1 records" in err
    assert json.loads(target.read_text())["system_id"] == "sys1"
    code, _, err = sacreval("convert", table, "--reader", "table", "-o", target)
    assert code == 2
    assert "--force" in err


def test_convert_maps(sacreval, tmp_path):
    """--map reaches readers that find fields by expressions."""
    (tmp_path / "x.json").write_text('{"rows": [{"out": "a", "scores": {"q": 3}}]}')
    words = ("convert", tmp_path / "x.json", "--reader", 'json{"rows": "rows"}')
    code, out, err = sacreval(*words, "--map", "prediction=out", "--map", "judgments.q=scores.q")
    assert code == 0, err
    assert json.loads(out)["judgments"] == {"q": 3.0}


def test_convert_leaves_nothing_half(sacreval, tmp_path):
    """Where reading fails in the middle no file is left."""
    (tmp_path / "x.jsonl").write_text('{"prediction": "a"}\n{"predict": 1}\n')
    words = ("convert", tmp_path / "x.jsonl", "--reader", "jsonl", "-o", tmp_path / "out.jsonl")
    code, _, err = sacreval(*words)
    assert code == 2
    assert "x.jsonl:2" in err
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".jsonl"] == ["x.jsonl"]


def test_check(sacreval, tmp_path):
    """--check says what records hold, as tables or as JSON of the published schema."""
    import jsonschema

    from support.mirror import CHECKOUT

    path = CHECKOUT / "configs" / "sample" / "outputs.jsonl"
    code, out, err = sacreval("convert", path, "--check")
    assert (code, err) == (0, "")
    assert "60 records of 20 instances" in out
    assert "no `samples` (60 records): avg-at-k, g-pass-at-k" in " ".join(out.split())
    code, out, _ = sacreval("convert", path, "--check", "--format", "json")
    report = json.loads(out)
    schema = json_schemas.path("record_check.schema.json")
    jsonschema.validate(report, json.loads(schema.read_text()))
    assert {metric["metric"]: metric["fits"] for metric in report["metrics"]}["ranking"] is False
    assert sacreval("convert", path, "--check", "-o", tmp_path / "x.jsonl")[0] == 2
    assert sacreval("convert", path, "--format", "json")[0] == 2


def test_check_lists_wrong_records(sacreval, tmp_path):
    """Every wrong line is on standard error, the last line sums up, and the exit code is 2."""
    path = tmp_path / "x.jsonl"
    path.write_text('{"predict": 1}\n{"prediction": "a"}\n{"judgments": 1}\n')
    code, out, err = sacreval("convert", path, "--check")
    assert (code, out) == (2, "")
    first, second, last = err.splitlines()
    assert "x.jsonl:1: unknown field 'predict'" in first
    assert "x.jsonl:3: " in second
    assert last.startswith("sacreval: error: 2 records are wrong; ")


@pytest.mark.parametrize("words", [["convert"], ["answer", "--with", "file:r.jsonl"]])
def test_a_dash_is_no_output(cli, tmp_path, words):
    """`-` stands for standard input; no file of that name is written, or appended to."""
    (tmp_path / "r.jsonl").write_text('{"prediction": "a"}')
    done = cli(*words, "r.jsonl", "-o", "-")
    assert (done.code, done.out, (tmp_path / "-").exists()) == (2, "", False)
    assert "-: this stands for standard input, and is no file to write" in done.err


SAMPLE = CHECKOUT / "configs" / "sample" / "outputs.jsonl"


def test_schema(cli):
    """JSON has the published fields, and a result for every system, group and output."""
    report = document(cli, "rouge", SAMPLE, "--ci", "--by", "domain", "--resamples", "50")
    assert (report.schema_version, report.sacreval) == (1, version("sacreval"))
    systems = {r.system_id for r in report.results}
    groups = {r.group for r in report.results}
    outputs = {r.output for r in report.results}
    assert len(systems) == 3
    assert None in groups
    assert all(g is None or g.startswith("domain=") for g in groups)
    assert len(report.results) == len(systems) * len(groups) * len(outputs)
    for result in report.results:
        interval = result.interval
        assert interval.low <= result.value <= interval.high
        assert interval.level == 0.95
        assert interval.method in {"expanded", "wilson"}
        drawn = (50, 12345) if interval.method == "expanded" else (None, None)
        assert (interval.resamples, interval.seed) == drawn
        assert result.higher_is_better
    whole = {(r.system_id, r.output): r.n for r in report.results if r.group is None}
    parts = dict.fromkeys(whole, 0)
    for result in report.results:
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
    assert all(field["description"].endswith(".") for field in fields.values())
