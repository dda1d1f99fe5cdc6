"""What the check of records prints."""

import json

from sacreval.features.check.result import FieldCount, Fit, RecordCheckFile, SystemCount, render

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
    found = json.loads(render(REPORT, "json"))
    assert found["systems"] == [
        {"system_id": "s\n", "system_type": "peer", "n": 3, "without_output": 1}
    ]
    assert [one["metric"] for one in found["metrics"]] == ["bleu", "comet", "sari"]
