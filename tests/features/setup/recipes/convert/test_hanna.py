"""Converting HANNA, made small here."""

from support.layouts import as_csv


def test_hanna(miniature, lines):
    """HANNA: every cell is a list of stories, nan is a gap, Human is people."""
    table = as_csv(
        ["", "Relevance", "Coherence", "BLEU\u00b2"],
        ["Human", "[4.0, nan]", "[3, 4]", "[1.0, 2.0]"],
        ["GPT", "[1, 2]", "[1.5, 2]", "[nan, 0.5]"],
    )
    folder = miniature("hanna", {"hanna_metric_scores_llm.csv": table})
    rows = lines(folder / "records.jsonl")
    assert len(rows) == 4
    assert rows[1]["judgments"] == {"relevance": None, "coherence": 4}
    assert rows[0]["system_type"] == "reference"
    assert lines(folder / "scores.jsonl")[2]["scores"] == {"BLEU\u00b2": None}
