"""`sacreval baseline show` and `diff`: what a baseline holds, and what has changed since."""

import pytest

from support.program import write_jsonl
from support.two_sets import RECORDS, without_output, write_lines


@pytest.fixture
def results(cli, tmp_path):
    """Write two results: a system worse, one new and one gone, and one output new."""
    for name, text in (("a", "the cat sat"), ("b", "the cat"), ("c", "cat sat")):
        write_jsonl(
            tmp_path / f"{name}.jsonl", [{"prediction": text, "references": ["the cat sat"]}]
        )
    words = ("evaluate", "suite", "-m", "chrf")
    done = cli(*words, "a.jsonl", "b.jsonl", "-o", "old.json", "--instances", "old.jsonl")
    assert done.code == 0
    write_jsonl(tmp_path / "a.jsonl", [{"prediction": "cat sat", "references": ["the cat sat"]}])
    words = (*words, "-m", "exact-match", "a.jsonl", "c.jsonl")
    assert cli(*words, "-o", "new.json").code == 0


@pytest.mark.usefixtures("results")
def test_show(cli):
    """A baseline has its scores, signatures, and the number of records with scores."""
    done = cli("baseline", "show", "old.json")
    assert done.code == 0
    assert done.out.splitlines()[1].split() == ["a", "1", "100.00*"]
    assert done.out.endswith("scores of records: 1 of a, 1 of b\n")
    done = cli("baseline", "show", "new.json")
    assert "no scores of records: only --max-drop can compare with it" in done.out
    found = cli("baseline", "show", "old.json", "--format", "json").json()
    assert [one["system_id"] for one in found["results"]] == ["a", "b"]


@pytest.mark.usefixtures("results")
def test_diff(cli):
    """Systems and outputs of either result have a row; what only one has is a hyphen."""
    done = cli("baseline", "diff", "old.json", "new.json")
    rows = [line.split() for line in done.out.splitlines()[1:6]]
    assert [(row[0], row[1], row[3] == "-", row[4] == "-") for row in rows] == [
        ("a", "chrf", False, False), ("a", "exact_match", True, False),
        ("c", "chrf", True, False), ("c", "exact_match", True, False), ("b", "chrf", False, True),
    ]  # fmt: skip
    assert rows[0][3] == "100.00"
    assert rows[0][5] == f"-{100 - float(rows[0][4]):.2f}"
    first = cli("baseline", "diff", "old.json", "new.json", "--format", "json").json()[0]
    assert first["change"] == pytest.approx(first["after"] - first["before"])


def test_unanswered_and_missing_records(cli, tmp_path):
    """Their numbers before and after stand where one is not 0."""
    write_lines(tmp_path / "a.jsonl", RECORDS)
    assert cli("evaluate", "chrf", "a.jsonl", "-o", "old.json").code == 0
    assert "missing" not in cli("baseline", "diff", "old.json", "old.json").out
    write_lines(tmp_path / "a.jsonl", without_output(RECORDS, 2))
    assert cli("evaluate", "chrf", "a.jsonl", "--allow-errors", "-o", "new.json").code == 0
    head, row, *_ = cli("baseline", "diff", "old.json", "new.json").out.splitlines()
    assert head.split()[:3] == ["system", "output", "missing"]
    assert "0 to 2" in row
    (one,) = cli("baseline", "diff", "old.json", "new.json", "--format", "json").json()
    assert (one["missing_before"], one["missing_after"]) == (0, 2)
    assert "unanswered_before" not in one
    head = cli("baseline", "diff", "old.json", "new.json", "--format", "tsv").out.splitlines()[0]
    assert head.endswith("missing_before\tmissing_after")


@pytest.mark.usefixtures("results")
def test_made_otherwise(cli):
    """Options that differ are told below the table."""
    cli("evaluate", "chrf", "a.jsonl", "b.jsonl", "--lowercase", "-o", "lower.json")
    done = cli("baseline", "diff", "old.json", "lower.json")
    assert "made otherwise: chrf has lowercase False there, True here" in done.out


@pytest.mark.usefixtures("results")
def test_bad_files(cli):
    """What is no result is one sentence and exit code 2."""
    for words in (("show", "a.jsonl"), ("diff", "old.json", "a.jsonl"), ("show", "gone.json")):
        done = cli("baseline", *words)
        assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
