"""promptfoo's results."""

import gzip
import json

import msgspec
import pytest

from sacreval.core.options.specs import from_spec
from sacreval.errors import InputError, InputNotice, UsageError
from sacreval.readers._base import readers
from sacreval.readers._by_content import by_content
from sacreval.readers._promptfoo import ROW, Row, rendered
from sacreval.scoring.inputs.log_inputs import places
from support import tool_logs


def row(test=0, prompt=0, output="a", **more):
    """Return a row of results."""
    return {
        "namedScores": {},
        "prompt": {"raw": "q"},
        "promptIdx": prompt,
        "testIdx": test,
        "vars": {"n": test},
        "provider": {"id": "p", "label": ""},
        "response": {"output": output},
        "success": True,
        "score": 1,
        "failureReason": 0,
        **more,
    }


def lines(path, *rows):
    """Write rows as lines."""
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return path


def document(path, *rows, version=3, prompts=()):
    """Write rows as one document."""
    results = {"version": version, "prompts": list(prompts), "results": list(rows)}
    path.write_text(json.dumps({"evalId": "e", "results": results}))
    return path


@pytest.mark.parametrize("entry", tool_logs.entries("promptfoo"), ids=lambda e: e["file"])
def test_expected(entry):
    """The shared results hold the records that should come out."""
    tool_logs.check("promptfoo", entry)


def test_forms_agree():
    """JSON, YAML and JSONL of one run hold the same records; the table is refused."""
    folder = tool_logs.folder("promptfoo")
    logs = [tool_logs.records(folder / f"results.{form}") for form in ("json", "yaml", "jsonl")]
    assert logs[0] == logs[1] == logs[2]
    with pytest.raises(InputError, match="does not distinguish errors from outputs; export JSON"):
        tool_logs.records(folder / "results.csv")


@pytest.mark.parametrize(
    ("reference", "wanted"),
    [("vars.gold", ["7", "7", "pear", "pear"]), ("assert:contains", ["7", "7", None, None])],
)
def test_references(reference, wanted):
    """References are a variable, or the value of an assertion, where the option names it."""
    path = tool_logs.folder("promptfoo") / "results.json"
    records = tool_logs.records(path, f'promptfoo{{"reference": "{reference}"}}')
    assert [(record.get("references") or [None])[0] for record in records] == wanted


def test_templates(tmp_path):
    """The value of an assertion is that which promptfoo filled in, else with its variables."""
    check = {"type": "equals", "value": "{{ n }}!"}
    done = {"pass": True, "assertion": check, "metadata": {"renderedAssertionValue": "done"}}
    graded = row(0, gradingResult={"componentResults": [done]})
    failed = row(1, testCase={"assert": [check]}, gradingResult=None)
    path = lines(tmp_path / "a.jsonl", graded, failed)
    records = tool_logs.records(path, 'promptfoo{"reference": "assert:equals"}')
    assert [record["references"] for record in records] == [["done"], ["1!"]]
    assert records[0]["meta"]["assertions"] == [{"type": "equals", "value": "done", "pass": True}]


def test_no_references(tmp_path):
    """A reference that no row has is an error; so is an empty one."""
    path = lines(tmp_path / "a.jsonl", row())
    with pytest.raises(InputError, match=r"'vars.gold' finds nothing in any row"):
        tool_logs.records(path, 'promptfoo{"reference": "vars.gold"}')
    with pytest.raises(UsageError, match="names no assertion"):
        tool_logs.records(path, 'promptfoo{"reference": "assert:"}')


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"failureReason": 2, "error": "down"}, "failed: down"),
        ({"response": None, "error": "down"}, "failed: down"),
        ({"response": {"error": "down"}, "error": "other"}, "failed: down"),
        ({"response": {"output": "no", "isRefusal": True}}, "refused: isRefusal"),
        ({"response": {"output": "", "finishReason": "content_filter"}}, "filtered: "),
    ],
)
def test_without_output(tmp_path, changes, error):
    """What has no output is counted by kind; an error of an assertion is none."""
    (record,) = tool_logs.records(lines(tmp_path / "a.jsonl", row(**changes)))
    assert record["error"].startswith(error)
    assert "prediction" not in record
    asserted = row(failureReason=1, success=False, error="Expected a to equal b")
    (record,) = tool_logs.records(lines(tmp_path / "b.jsonl", asserted))
    assert record["prediction"] == "a"
    assert "error" not in record["meta"]


def test_repeats(tmp_path):
    """Repeats are rows with equal variables and assertions: samples, or inputs of their own."""
    repeats = [row(i, output=str(i), vars={"n": 1}) for i in (2, 0, 1)]
    repeats[0]["response"] |= {"finishReason": "length"}
    other = row(3, vars={"n": 1}, testCase={"assert": [{"type": "equals", "value": "b"}]})
    path = lines(tmp_path / "a.jsonl", *repeats, other)
    with pytest.warns(InputNotice, match="1 by length"):
        first, second = tool_logs.records(path)
    assert (first["instance_id"], first["samples"]) == ("0", ["0", "1", "2"])
    assert len(first["meta"]["epochs"]) == 3
    assert second["instance_id"] == "3"
    with pytest.warns(InputNotice):
        records = tool_logs.records(path, 'promptfoo{"repeats": "instances"}')
    assert [record["prediction"] for record in records] == ["0", "1", "2", "a"]


def test_order(tmp_path):
    """Rows are in the order of completion, and records in that of tests, compressed or not."""
    path = lines(tmp_path / "a.jsonl", row(1), row(0, 1), row(0, 0))
    packed = tmp_path / "b.jsonl.gz"
    packed.write_bytes(gzip.compress(path.read_bytes()))
    for file in (path, packed):
        records = tool_logs.records(file)
        systems = [(record["instance_id"], record["system_id"]) for record in records]
        assert systems == [("0", "p | prompt 0"), ("0", "p | prompt 1"), ("1", "p | prompt 0")]


def test_versions(tmp_path):
    """Versions 2 and 3 are read, others refused; a row that occurs twice is an error."""
    assert tool_logs.records(document(tmp_path / "a.json", row(), version=2))
    with pytest.raises(InputError, match="results of version 4"):
        tool_logs.records(document(tmp_path / "b.json", row(), version=4))
    with pytest.raises(InputError, match="rows 1 and 2 have one testIdx and promptIdx"):
        tool_logs.records(document(tmp_path / "c.json", row(), row()))


def test_objects(tmp_path):
    """An output that is an object stays one."""
    (record,) = tool_logs.records(lines(tmp_path / "a.jsonl", row(output={"x": [1]})))
    assert record["prediction"] == {"x": [1]}


def test_stored_scores(tmp_path):
    """Sums over tests are stored for each prompt and provider."""
    metrics = {"score": 1.5, "testPassCount": 1, "testFailCount": 1, "namedScores": {"fruit": 1}}
    prompts = [{"provider": "p", "metrics": metrics}]
    path = document(tmp_path / "a.json", row(), row(1), prompts=prompts)
    scores = from_spec(readers, "promptfoo").stored_scores(str(path))
    assert [msgspec.structs.astuple(score)[:6] for score in scores] == [
        ("success/sum", 1, None, "p | prompt 0", None, 2),
        ("score/sum", 1.5, None, "p | prompt 0", None, 2),
        ("fruit/sum", 1, None, "p | prompt 0", None, None),
    ]
    assert from_spec(readers, "promptfoo").stored_scores(str(lines(tmp_path / "b.jsonl"))) == []


def test_other_files(tmp_path):
    """YAML and tables of other programs are no results."""
    for name, text in (("a.yaml", "results:\n  version: 3\n"), ("a.csv", "Status,Score\n")):
        (tmp_path / name).write_text(text)
        assert by_content(str(tmp_path / name)) is None


def test_a_table_beside_its_results(tmp_path):
    """In a folder it is left out beside the same results as JSON; alone it is named, too."""
    document(tmp_path / "results.json", row())
    (tmp_path / "results.csv").write_text("n,Status,Score,Named Scores,\n1,PASS,1,{}\n")
    assert by_content(str(tmp_path / "results.csv")) == "promptfoo"
    assert [place.path for place in places([str(tmp_path)], None)] == [
        str(tmp_path / "results.json")
    ]
    (tmp_path / "results.json").rename(tmp_path / "others.json")
    with pytest.warns(InputNotice, match=r"1 other file is no log, such as results.csv"):
        assert len(places([str(tmp_path)], None)) == 1


def test_table_has_no_stored_scores(tmp_path):
    """A table is refused with the same words where its stored scores are read."""
    (tmp_path / "results.csv").write_text("a,b\n")
    with pytest.raises(InputError, match="does not distinguish errors from outputs"):
        readers.get("promptfoo")().stored_scores(str(tmp_path / "results.csv"))


def test_repeats_are_averaged(tmp_path, cli):
    """The repeats of a test have the mean of their scores."""
    rows = [row(i, output=text, vars={"n": "b"}) for i, text in enumerate("abb")]
    path = lines(tmp_path / "a.jsonl", *rows)
    spec = 'promptfoo{"reference": "vars.n"}'
    result = cli("evaluate", "exact-match", path, "--reader", spec)
    assert not result.code, result.err
    assert result.out.splitlines()[1].split()[-3:] == ["1", "3", "0.6667"]


def test_names():
    """Names of promptfoo are read, also those that Python reserves."""
    text = (
        b'{"testIdx": 1, "promptIdx": 2, "failureReason": 2, "testCase": {"assert": [1]}, '
        b'"gradingResult": {"componentResults": [{"pass": true}]}}'
    )
    row = ROW.decode(text)
    assert (row.test_idx, row.prompt_idx, row.failure_reason) == (1, 2, 2)
    assert row.test_case.checks == [1]
    assert row.grading_result.component_results[0].passed


def test_rendered():
    """Variables of a template are filled in; an unknown one stays as it is."""
    row = Row(test_idx=0, prompt_idx=0, vars={"a": 1})
    assert rendered("{{a}} {{ b }}", None, row) == "1 {{ b }}"
    assert rendered(["{{a}}"], None, row) == ["{{a}}"]
