"""Converting FRANK, made small here."""

from support.layouts import as_json


def test_frank(miniature, lines):
    """FRANK: null is a gap, in judgments and in metrics."""
    key = {"hash": "h", "model_name": "bart", "dataset": "cnndm", "split": "test"}
    folder = miniature(
        "frank",
        {
            "data/human_annotations.json": as_json([{**key, "Factuality": 0.5, "RelE": None}]),
            "data/baseline_factuality_metrics_outputs.json": as_json(
                [{**key, "FEQA": None, "B": 1}]
            ),
        },
    )
    [row] = lines(folder / "records.jsonl")
    assert row["judgments"] == {"Factuality": 0.5, "RelE": None}
    assert row["groups"] == {"dataset": "cnndm", "split": "test"}
    assert lines(folder / "scores.jsonl")[0]["scores"] == {"FEQA": None, "B": 1}
