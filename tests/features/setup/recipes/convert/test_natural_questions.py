"""Converting questions with answers, and pairs with preferences, made small here."""

import json

import pytest

from sacreval.errors import InputError
from sacreval.features.setup.recipes.convert.gsm8k import final
from sacreval.features.setup.recipes.convert.pandalm import convert
from sacreval.features.setup.recipes.place import CorpusFiles
from support.layouts import as_jsonl

TEXT = "<P> The <B> moon </B> is far . </P> <P> It is cold . </P>"


def span(start, end):
    return {"start_token": start, "end_token": end}


def row(name, *annotations):
    answers = [{"long_answer": long, "short_answers": short, "yes_no_answer": yes}
            for long, short, yes in annotations]  # fmt: skip
    return {"example_id": name, "question_text": f"q{name}", "document_text": TEXT,
            "document_url": "u", "annotations": answers}  # fmt: skip


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
    annotated, yes_no = lines(folder / "records.jsonl")
    assert annotated == {
        "instance_id": "1", "system_id": "questions", "input": "q1",
        "references": ["moon", "cold"], "sources": ["The moon is far .", "It is cold ."],
        "meta": {"url": "u"},
    }  # fmt: skip
    assert (yes_no["instance_id"], yes_no["references"]) == ("2", ["yes"])


def test_final_numbers():
    """The number after the last mark counts, without commas; without mark there is none."""
    assert final("A: 1\nmore\nA: 1,234 ", "A:") == "1234"
    assert final("so 3", "A:") == ""


def questions(*pages):
    answer = {"Value": "Paris", "Aliases": ["City of Light", "Paris", "paris, france"]}
    row = {"QuestionId": "tc_1", "Question": "Where?", "Answer": answer,
           "EntityPages": [{"Filename": page} for page in pages]}  # fmt: skip
    return json.dumps({"Data": [row], "Split": "dev"})


def test_closed_book(miniature, lines):
    """The references are the answer and its aliases, each once."""
    [row] = lines(miniature("triviaqa", {"questions": questions("a.txt")}) / "records.jsonl")
    assert row["references"] == ["Paris", "City of Light", "paris, france"]
    assert "sources" not in row


def test_open_book(miniature, lines):
    """The sources are the pages of Wikipedia."""
    files = {
        "rc/qa/wikipedia-dev.json": questions("a.txt", "b.txt"),
        "rc/evidence/wikipedia/a.txt": "first\npage",
        "rc/evidence/wikipedia/b.txt": "second",
    }
    [row] = lines(miniature("triviaqa-evidence", files) / "records.jsonl")
    assert row["sources"] == ["first\npage", "second"]


@pytest.mark.parametrize(
    ("page", "part"),
    [("../../../secret", "leads out of its folder"), ("gone.txt", "this page cannot be read")],
)
def test_wrong_pages(miniature, page, part):
    """A page that is missing is an error, and so is one outside the folder."""
    files = {"rc/qa/wikipedia-dev.json": questions(page), "rc/evidence/wikipedia/a.txt": "x"}
    with pytest.raises(InputError, match=part):
        miniature("triviaqa-evidence", files)


PAIR = {
    "idx": 3, "cmp_key": "a_b", "instruction": "Do", "input": "", "response1": "x",
    "response2": "y", "annotator1": 1, "annotator2": 2, "annotator3": 2, "motivation_app": "mail",
}  # fmt: skip

GROUPS = {"system1": "a", "system2": "b", "application": "mail"}


@pytest.fixture
def place(tmp_path):
    """Write a pair and two judges' verdicts on it."""
    (tmp_path / "pairs.json").write_text(json.dumps([PAIR]))
    (tmp_path / "gpt.json").write_text(json.dumps([{"idx": 3, "gpt_result": 2}]))
    (tmp_path / "lm.json").write_text(json.dumps([{"idx": 3, "pandalm_result": "Tie"}]))
    return CorpusFiles(tmp_path)


def test_pairs(place):
    """Both responses are choices, and the preferences one number a person."""
    (record,) = convert(place, pairs="pairs.json")
    assert (record.instance_id, record.input, record.choices) == ("3", "Do", ["x", "y"])
    assert record.judgments == {"preference": [1, 2, 2]}
    assert record.groups == GROUPS


def test_verdicts(place):
    """A verdict is a label, and what most people prefer is its reference."""
    converted = convert(place, pairs="pairs.json", judges={"gpt": "gpt.json", "lm": "lm.json"})
    assert [(x.system_id, x.prediction, x.references) for x in converted] == [
        ("gpt", "2", ["2"]), ("lm", "tie", ["2"]),
    ]  # fmt: skip
