"""Converting T-REx as fmeval stores it, made small here."""

from support.layouts import as_jsonl


def test_answers_and_categories(miniature, lines):
    """Answers are split at <OR>, and the category is a group."""
    rows = [
        {"question": "Bern is the capital of", "answers": "Switzerland<OR>Swiss",
         "knowledge_category": "Capitals"},
        {"question": "x", "answers": "y", "knowledge_category": "Founders"},
    ]  # fmt: skip
    one, two = lines(miniature("t-rex", {"trex": as_jsonl(*rows)}) / "records.jsonl")
    assert (one["references"], one["groups"]) == (
        ["Switzerland", "Swiss"],
        {"category": "Capitals"},
    )
    assert (two["instance_id"], two["references"]) == ("2", ["y"])
