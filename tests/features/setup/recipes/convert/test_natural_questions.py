"""Converting NaturalQuestions in the simplified format, made small here."""

from support.layouts import as_jsonl

TEXT = "<P> The <B> moon </B> is far . </P> <P> It is cold . </P>"
#        0   1   2   3    4    5  6   7  8    9   10 11 12   13 14


def span(start, end):
    return {"start_token": start, "end_token": end}


def row(name, *annotations):
    made = [{"long_answer": long, "short_answers": short, "yes_no_answer": yes}
            for long, short, yes in annotations]  # fmt: skip
    return {"example_id": name, "question_text": f"q{name}", "document_text": TEXT,
            "document_url": "u", "annotations": made}  # fmt: skip


def test_passages_and_answers(miniature, lines):
    """Answers of all annotators are references, their long answers sources, without HTML."""
    none, first, second = span(-1, -1), span(0, 9), span(9, 15)
    rows = [
        row(1, (first, [span(2, 5)], "NONE"), (second, [span(12, 13)], "NONE"),
            (first, [span(3, 4)], "NONE")),
        row(2, (first, [], "YES"), (none, [], "NONE")),
        row(3, (first, [], "NONE")),
        row(4, (none, [span(3, 4)], "NONE")),
    ]  # fmt: skip
    folder = miniature("natural-questions-passages", {"simplified": as_jsonl(*rows)})
    one, two = lines(folder / "records.jsonl")
    assert one == {
        "instance_id": "1", "system_id": "questions", "input": "q1",
        "references": ["moon", "cold"], "sources": ["The moon is far .", "It is cold ."],
        "meta": {"url": "u"},
    }  # fmt: skip
    assert (two["instance_id"], two["references"]) == ("2", ["yes"])
