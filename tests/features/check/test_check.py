"""The check of records: counts, which metrics fit, and the file of `convert --check`."""

import json

import msgspec
import pytest

from sacreval.core.records import Instance
from sacreval.errors import InputError, InputNotice
from sacreval.features.check.record_check import (
    MOST,
    FieldValues,
    WrongRecordsError,
    check,
    is_empty,
    kind_of_field,
)
from sacreval.features.check.result import FieldCount, Fit, RecordCheckFile, SystemCount, render
from sacreval.scoring.inputs.source import Source
from support.lm_eval_logs import row, write

GOOD = '{"instance_id": "%s", "prediction": "a", "references": ["a"]}\n'


def checked(tmp_path, text, **more):
    path = tmp_path / "x.jsonl"
    path.write_text(text)
    return check(Source((str(path),), **more))


def test_counts(tmp_path):
    """Records, instances, systems, types and missing outputs are counted."""
    report = checked(
        tmp_path,
        GOOD % 1
        + '{"instance_id": "1", "system_id": "s", "system_type": "reference", "prediction": ""}\n'
        + '{"instance_id": "2", "system_id": "s", "error": "refused: no"}\n',
    )
    assert (report.records, report.instances) == (3, 2)
    systems = [(s.system_id, s.system_type, s.n, s.without_output) for s in report.systems]
    assert systems == [("x", "peer", 1, 0), ("s", "reference", 1, 0), ("s", "peer", 1, 1)]
    assert report.missing_outputs == {"refused": 1}
    assert {field.field: field.empty for field in report.fields}["prediction"] == 1


def test_every_wrong_line(tmp_path):
    """All wrong lines are found, and one alone is the error itself."""
    bad = '{"predict": 1}\n'
    with pytest.raises(InputError, match=r"x.jsonl:2: unknown field 'predict'") as caught:
        checked(tmp_path, GOOD % 1 + bad + GOOD % 2)
    assert not isinstance(caught.value, WrongRecordsError)
    wrong = [bad, "{\n", '{"judgments": [1]}\n', '{"prediction": 1, "prediction": 2}\n', "\xff\n"]
    with pytest.raises(WrongRecordsError, match="^5 records are wrong; correct them") as caught:
        checked(tmp_path, "".join(GOOD % i + line for i, line in enumerate(wrong)))
    places = [fault.split(": ")[0].rsplit(":", 1)[1] for fault in caught.value.faults]
    assert places == ["2", "4", "6", "8", "10"]
    each = "".join(f'{{"field_{i}": 1}}\n' for i in range(99))
    with pytest.raises(WrongRecordsError, match=f"^99 records .* first {MOST} are above") as caught:
        checked(tmp_path, each)
    assert len(caught.value.faults) == MOST


def test_a_sentence_is_told_once(tmp_path):
    """It names the other lines that it is about, as far as they fit."""
    with pytest.raises(WrongRecordsError, match="^15 records are wrong; correct them") as caught:
        checked(tmp_path, '{"predict": 1}\n' * 14 + "[1\n")
    first, second = caught.value.faults
    assert first.endswith("(also lines 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13 and 1 more)")
    assert "x.jsonl:15: " in second
    with pytest.raises(WrongRecordsError) as caught:
        checked(tmp_path, '{"predict": 1}\n' * 2)
    assert caught.value.faults[0].endswith("predict (also line 2)")


def test_mapped_lines(tmp_path):
    """With --map, lines are checked as they are mapped."""
    fields = {"prediction": "out", "references": "gold"}
    text = '{"out": "a", "gold": "a"}\n' * 2
    assert checked(tmp_path, text, fields=fields).records == 2
    with pytest.raises(WrongRecordsError, match="^2 records"):
        checked(tmp_path, text + '[1]\n{"out": "a", "gold": "a", "input": 3}\n', fields=fields)


def test_instances_twice(tmp_path):
    """A system that has an instance twice is an error, as in a run."""
    with pytest.raises(InputError, match=r"x.jsonl:2: system 'x' has instance '1' already, at .*1"):
        checked(tmp_path, GOOD % 1 * 2)
    with pytest.raises(WrongRecordsError, match="^2 records are wrong") as caught:
        checked(tmp_path, GOOD % 1 * 3)
    assert ["`samples`" in fault for fault in caught.value.faults] == [True, False]


def test_other_formats(tmp_path):
    """The first wrong record of other formats is the error."""
    path = tmp_path / "x.csv"
    path.write_text("prediction,groups\na,b\n")
    with pytest.raises(InputError, match=r"x\.csv"):
        check(Source((str(path),)))


def test_notices_are_given_once(tmp_path):
    """What is noticed as inputs are found is not noticed again where lines are then looked at."""
    write(tmp_path / "run", row())
    (tmp_path / "run" / "other.txt").write_text("x")
    samples = next((tmp_path / "run").glob("samples_*"))
    samples.write_text(samples.read_text() + "{damaged\n")
    with pytest.warns(InputNotice) as seen, pytest.raises(InputError):
        check(Source((str(tmp_path / "run"),)))
    assert len([w for w in seen if "1 other file is no log" in str(w.message)]) == 1


def test_kinds():
    """Kinds are JSON's, and those of lists name what is in them."""
    values = [None, True, 2, 2.5, "a", {"a": 1}, ["a", "b"], [1, None], [["a"]], []]
    assert [kind_of_field(value) for value in values] == [
        "null", "boolean", "number", "number", "text", "object", "list of texts",
        "list of nulls and numbers", "list of lists", "empty list",
    ]  # fmt: skip


def test_emptiness():
    """Blank texts, empty lists and empty objects are empty; 0, false and [""] are not."""
    assert [is_empty(x) for x in ("", " \n", [], {}, 0, False, [""], "a")] == [True] * 4 + [
        False
    ] * 4


def test_counts_of_fields():
    """Each field, group and judgment is counted apart, in the order of the record's fields."""
    values = FieldValues()
    values.add(Instance(prediction=" ", references=["a"], groups={"topic": "x", "year": 1}))
    values.add(Instance(prediction=3, references=["a", "b"], groups={"topic": "x"}))
    values.add(Instance(judgments={"fluency": [1, None]}, meta={"a": 1}))
    counts = {count.field: count for count in values.counts()}
    assert list(counts) == [
        "prediction", "references", "judgments.fluency", "groups.topic", "groups.year", "meta",
    ]  # fmt: skip
    prediction = counts["prediction"]
    assert (prediction.n, prediction.empty, prediction.kinds) == (2, 1, {"text": 1, "number": 1})
    assert (counts["references"].least, counts["references"].most) == (1, 2)
    assert (counts["groups.topic"].n, counts["groups.topic"].distinct) == (2, 1)
    assert counts["prediction"].distinct is None


EMPTY = b"""{"schema_version": 1, "sacreval": "0", "inputs": [], "records": 0, "instances": 0,
"systems": [], "missing_outputs": {}, "fields": [], "metrics": []}"""


def test_versions():
    """A file of another version of the schema is not taken for one of this version."""
    assert msgspec.json.decode(EMPTY, type=RecordCheckFile).records == 0
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(EMPTY.replace(b": 1", b": 2"), type=RecordCheckFile)


REPORT = RecordCheckFile(
    schema_version=1,
    sacreval="0",
    inputs=["x"],
    records=3,
    instances=3,
    systems=[SystemCount(system_id="s\n", system_type="peer", n=3, without_output=1)],
    missing_outputs={"failed": 1},
    fields=[
        FieldCount(field="prediction", n=2, empty=1, kinds={"text": 1, "number": 1}),
        FieldCount(field="references", n=3, empty=0, kinds={"list of texts": 3}, least=1, most=2),
        FieldCount(field="groups.a", n=3, empty=0, kinds={"text": 3}, distinct=2),
    ],
    metrics=[
        Fit(metric="bleu", fits=True, why_not="", wrong=0, runs_here=True),
        Fit(metric="comet", fits=False, why_not="x:1: no `sources`", wrong=3, runs_here=False),
        Fit(metric="sari", fits=False, why_not="x:1: no `sources`", wrong=3, runs_here=True),
    ],
)


def test_text():
    """Tables of systems and fields are followed by metrics, grouped by what they lack."""
    assert render(REPORT, None) == (
        "3 records of 3 instances\n\n"
        "system  type  records  without output\n"
        "s\\n     peer        3               1\n\n"
        "field       records  empty  values\n"
        "prediction        2      1  text 1, number 1\n"
        "references        3      0  list of texts, 1 to 2 items\n"
        "groups.a          3      0  text, 2 distinct\n\n"
        "1 metric can score them: bleu\n"
        "x:1: no `sources` (3 records): comet (x), sari\n"
        "(x): not set up here, or needs an option\n"
    )


def test_json():
    """JSON has the whole report."""
    report = json.loads(render(REPORT, "json"))
    assert report["systems"] == [
        {"system_id": "s\n", "system_type": "peer", "n": 3, "without_output": 1}
    ]
    assert [metric["metric"] for metric in report["metrics"]] == ["bleu", "comet", "sari"]
