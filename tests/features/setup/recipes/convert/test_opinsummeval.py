"""Converting OpinSummEval, made small here."""

from support.layouts import as_jsonl


def test_opinsummeval(miniature, lines):
    """OpinSummEval: two annotators in lists, metrics with blanks in their names."""
    dims = {"asp_rel": 1, "self_coh": 2, "sent_con": 3, "readblty": 4}
    outputs = {
        "case": 1,
        "revs": {"rev1": "a", "rev2": "b"},
        "summ": "r",
        "model_output": {"X": "x"},
    }
    scored = {"case": 1, "X": {"annot1": dims, "annot2": {**dims, "asp_rel": 5},
                              "geval_Aspect Relevance": 0.5}}  # fmt: skip
    folder = miniature(
        "opinsummeval",
        {
            "metric_evaluation/14model_outputs.jsonl": as_jsonl(outputs),
            "metric_evaluation/scores.jsonl": as_jsonl(scored),
        },
    )
    [row] = lines(folder / "records.jsonl")
    assert row["judgments"]["asp_rel"] == [1, 5]
    assert row["sources"] == ["a", "b"]
    assert lines(folder / "scores.jsonl")[0]["scores"] == {"geval_Aspect Relevance": 0.5}
