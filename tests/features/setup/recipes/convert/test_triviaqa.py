"""Converting TriviaQA, as described, made small here."""

import json

import pytest

from sacreval.errors import InputError


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
