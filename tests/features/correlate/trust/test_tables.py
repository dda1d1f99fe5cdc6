"""`sacreval correlate trust`: files, tables and structs."""

import csv
import io
import json

import jsonschema
import msgspec
import pytest

from sacreval.features.correlate.data.score_grid import judged_outputs
from sacreval.features.correlate.data.score_set import Row
from sacreval.features.correlate.trust.result import TrustFile, TrustReport, TrustSettings
from sacreval.features.correlate.trust.tables import Trusted, notes, render, tables
from sacreval.features.correlate.trust.trust import trust_in
from support.mirror import CHECKOUT
from support.program import write_jsonl
from support.ratings import judged


@pytest.fixture(scope="module")
def report():
    """What is known of a judge with repetitions and of a metric on another scale."""
    rows = [
        Row(row["system_id"], row["instance_id"], "peer",
            row["scores"] | {"judge": [row["scores"]["judge"]] * 2, "judge_order_dependent": 0.0},
            row["judgments"], "f:1", length=len(row["prediction"]))
        for row in judged()
    ]  # fmt: skip
    settings = TrustSettings(human="good", own={"judge": "own"})
    return trust_in(judged_outputs(rows), settings)


def test_tables(report):
    """Agreement, biases, then a row for each annotator."""
    agreement, biases, annotators = tables(report)
    rows = {row[0]: dict(zip(agreement.head, row, strict=True)) for row in agreement.rows}
    assert rows["judge"]["wins"].endswith("/3")
    assert rows["judge"]["self-agreement"] == "100.0% equal, sd 0"
    assert rows["judge"]["order-dependent"] == "0.0%"
    assert rows["far"]["alt-test"] == rows["far"]["kappa"] == "-"
    assert biases.rows[1][5].startswith("own ")
    assert biases.rows[0][-1] == "standard deviations"
    assert len(annotators.rows) == 3


def test_notes(report):
    """What the numbers are is below the tables."""
    first, second = notes(report)
    assert first.startswith("human score: good")
    assert "epsilon 0.2" in second


def test_formats(report):
    """JSON follows its schema; delimited text and lines have a row for each output."""
    path = CHECKOUT / "sacreval/features/correlate/trust/trust.schema.json"
    schema = json.loads(path.read_text())
    document = json.loads(render(report, "json"))
    jsonschema.validate(document, schema)
    lines = [json.loads(line) for line in render(report, "jsonl").splitlines()]
    assert lines == document["judges"]
    for form, mark in (("tsv", "\t"), ("csv", ",")):
        rows = list(csv.DictReader(io.StringIO(render(report, form)), delimiter=mark))
        assert [row["metric"] for row in rows] == ["far", "judge"]
        assert rows[0]["bias"] == ""
        assert float(rows[1]["own_low"]) == lines[1]["own"]["effect"]["interval"]["low"]
    assert render(report, "md").count("\n| :---") == 3
    assert render(report, "tex").count("toprule") == 3


def test_in_python(report):
    """It prints as the command does, and is flat records."""
    table = Trusted(report)
    assert str(table) == table.render("text").rstrip("\n")
    assert [row["metric"] for row in table.rows()] == ["far", "judge"]


def test_files_are_read_back():
    """A file of trust holds the settings, the judges and the notices."""
    settings = TrustSettings(human="h", own={"judge": "x"}, scale=(1, 5))
    report = TrustReport(settings=settings, judges=[], notices=["look"])
    read = msgspec.json.decode(msgspec.json.encode(report.to_file()), type=TrustFile)
    assert (read.settings, read.judges, read.notices) == (settings, [], ["look"])


@pytest.fixture
def file(tmp_path):
    """Write scored and judged outputs."""
    return write_jsonl(tmp_path / "judged.jsonl", judged()).name


def test_output(cli, file, tmp_path):
    """The tables are printed and written; a metric on another scale is one notice."""
    done = cli("correlate", "trust", file, "--human", "good", "-o", "out.json", "-o", "out.csv")
    assert done.code == 0
    assert done.err.count("\n") == 1
    assert "far: scores from" in done.err
    assert done.out.startswith("metric    n  instances  pearson")
    document = json.loads((tmp_path / "out.json").read_text())
    assert [judge["metric"] for judge in document["judges"]] == ["far", "judge"]
    assert cli("correlate", "trust", file, "--human", "good", "--metric", "judge").err == ""


def test_scores_and_records_in_two_files(cli, file, tmp_path):
    """Scores in one file and judged records in another are one."""
    records = [json.loads(line) for line in (tmp_path / file).read_text().splitlines()]
    write_jsonl(tmp_path / "records.jsonl",
                [{k: v for k, v in row.items() if k != "scores"} for row in records])  # fmt: skip
    write_jsonl(tmp_path / "scores.jsonl", [
        {k: row[k] for k in ("instance_id", "system_id", "scores")} for row in records
    ])  # fmt: skip
    words = ["--human", "good", "--format", "json"]
    both = cli("correlate", "trust", "scores.jsonl", "records.jsonl", *words).json()
    assert both == cli("correlate", "trust", file, *words).json()


def test_runs(cli, file, tmp_path):
    """Two runs of a judge are refused, unless they are repetitions."""
    other = [record | {"scores": {"judge": 3.0}, "judgments": None} for record in judged()]
    write_jsonl(tmp_path / "again.jsonl", other)
    words = ["correlate", "trust", file, "again.jsonl", "--human", "good", "--metric", "judge"]
    assert "--duplicates" in cli(*words).err
    done = cli(*words, "--duplicates", "repeats", "--format", "json")
    assert done.json()["judges"][0]["repetitions"]["n"] == 180


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--human", "god"], "did you mean 'good'"),
        (["--human", "good", "--own", "judge"], "write OUTPUT=SYSTEM"),
        (["--human", "good", "--own", "judge=x", "--own", "judge=y"], "is repeated"),
        (["--human", "good", "--scale", "5", "1"], "--scale 5 1"),
        (["--human", "good", "--epsilon", "nan"], "--epsilon nan"),
        ([], "--human"),
    ],
)
def test_refused(cli, file, words, said):
    """What cannot be meant is one sentence, and exit 2."""
    done = cli("correlate", "trust", file, *words)
    assert (done.code, done.err.count("\n"), done.out) == (2, 1, "")
    assert said in done.err
