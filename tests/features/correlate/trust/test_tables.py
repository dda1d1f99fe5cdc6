"""Trust in judges in each format."""

import csv
import io
import json

import jsonschema
import pytest

from sacreval.features.correlate.data.score_grid import judged_outputs
from sacreval.features.correlate.data.score_set import Row
from sacreval.features.correlate.trust.result import TrustSettings
from sacreval.features.correlate.trust.tables import Trusted, notes, render, tables
from sacreval.features.correlate.trust.trust import trust_in
from support.mirror import CHECKOUT
from support.ratings import judged


@pytest.fixture(scope="module")
def report():
    """What is known of a judge with repetitions and of a metric on another scale."""
    rows = [
        Row(one["system_id"], one["instance_id"], "peer",
            one["scores"] | {"judge": [one["scores"]["judge"]] * 2, "judge_order_dependent": 0.0},
            one["judgments"], "f:1", length=len(one["prediction"]))
        for one in judged()
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
    made = Trusted(report)
    assert str(made) == made.render("text").rstrip("\n")
    assert [row["metric"] for row in made.rows()] == ["far", "judge"]
