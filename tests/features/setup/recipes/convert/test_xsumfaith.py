"""Converting XSumFaith, made small here."""

from support.layouts import as_csv


def test_xsumfaith(miniature, lines):
    """XSumFaith: rows are spans, NULL is none, Gold is people, worker places are fixed."""
    head = ["bbcid", "system", "summary", "hallucination_type", "hallucinated_span",
            "hallucinated_span_start", "hallucinated_span_end", "worker_id"]  # fmt: skip
    spans = as_csv(
        head,
        ["1", "PtGen", "a, b", "extrinsic", "b", "3", "4", "wid_0"],
        ["1", "PtGen", "a, b", "intrinsic", "a", "1", "2", "wid_0"],
        ["1", "PtGen", "a, b", "NULL", "NULL", "0", "0", "wid_2"],
        ["1", "Gold", "g", "NULL", "NULL", "0", "0", "wid_1"],
    )
    facts = as_csv(
        ["bbcid", "system", "summary", "is_factual", "worker_id"],
        ["1", "PtGen", "a, b", "no", "wid_0"],
        ["1", "PtGen", "a, b", "NULL", "wid_1"],
        ["1", "PtGen", "a, b", "yes", "wid_2"],
    )
    folder = miniature(
        "xsumfaith",
        {
            "hallucination_annotations_xsum_summaries.csv": spans,
            "factuality_annotations_xsum_summaries.csv": facts,
        },
    )
    one, gold = lines(folder / "records.jsonl")
    assert one["judgments"] == {"faithful": [0, None, 1], "factual": [0, None, 1]}
    assert [span["text"] for span in one["meta"]["spans"]] == ["b", "a", None]
    assert gold["system_type"] == "reference"
