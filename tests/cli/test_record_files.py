"""Files of the scores of records: their formats, and what they carry beside scores."""

import csv
import json

import pytest

from support.mirror import CHECKOUT
from support.program import write_jsonl

SAMPLE = CHECKOUT / "configs" / "sample" / "outputs.jsonl"
WRITERS = {
    "score": lambda file: ["score", "bleu", SAMPLE, "-o", file],
    "evaluate": lambda file: ["evaluate", "bleu", SAMPLE, "--instances", file],
}


def read(path):
    """Read a file of records as its ending says: lists of objects or of rows."""
    if path.suffix == ".jsonl":
        return [json.loads(line) for line in path.read_text().splitlines()]
    with path.open(newline="") as stream:
        return list(csv.DictReader(stream, delimiter="\t" if path.suffix == ".tsv" else ","))


@pytest.mark.parametrize("ending", ["csv", "tsv"])
@pytest.mark.parametrize("verb", WRITERS)
def test_a_table_has_a_column_for_each_output(cli, tmp_path, verb, ending):
    """Files that end in .csv or .tsv are tables with the numbers of the JSON lines."""
    for file in ("a.jsonl", f"b.{ending}"):
        done = cli(*WRITERS[verb](file), "-q")
        assert done.code == 0, done.err
    lines, rows = read(tmp_path / "a.jsonl"), read(tmp_path / f"b.{ending}")
    assert len(lines) == len(rows) == 60
    for line, row in zip(lines, rows, strict=True):
        assert (row["system_id"], row["instance_id"]) == (line["system_id"], line["instance_id"])
        assert row["groups.domain"] == line["groups"]["domain"]
        assert {name: float(row[name]) for name in line["scores"]} == line["scores"]


@pytest.mark.parametrize("file", ["a.txt", "a", "a.json", "a.jsonl.gz"])
@pytest.mark.parametrize("verb", WRITERS)
def test_other_endings_are_refused(cli, tmp_path, verb, file):
    """An ending without a format is refused before any work, and nothing is written."""
    done = cli(*WRITERS[verb](file))
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert ".jsonl, .ndjson, .csv, .tsv" in done.err
    assert not list(tmp_path.iterdir())


def test_a_table_is_not_linked(cli, tmp_path):
    """A result file does not name a table as its records, and a notice says why."""
    done = cli("evaluate", "bleu", SAMPLE, "--instances", "a.csv", "-o", "r.json")
    assert "a table has no statistics" in done.err
    assert json.loads((tmp_path / "r.json").read_text())["instances"] is None
    assert cli("report", "r.json", "-o", "r.html").code == 0


@pytest.mark.parametrize("ending", ["jsonl", "csv", "tsv"])
def test_groups_survive_on_the_way_to_correlations(cli, ending):
    """`correlate scores --tasks-by` ranks the same tasks as when it scores records itself."""
    words = ["--human", "adequacy", "--level", "global", "--tasks-by", "domain"]
    words += ["--interval", "none", "--format", "json"]
    assert cli("score", "bleu", SAMPLE, "-o", f"s.{ending}", "-q").code == 0
    files = cli("correlate", "scores", f"s.{ending}", "--metric", "bleu", *words)
    assert files.code == 0, files.err
    direct = cli("correlate", "bleu", SAMPLE, *words)
    found = [[(r["task"], r["value"]) for r in x.json()["results"]] for x in (files, direct)]
    assert found[0] == found[1]
    assert len({task for task, _ in found[0]}) > 1


@pytest.mark.parametrize("ending", ["jsonl", "csv"])
@pytest.mark.parametrize("verb", WRITERS)
def test_texts_and_answers_on_request(cli, tmp_path, verb, ending):
    """--instances-with carries the fields that it names, and nothing else."""
    write_jsonl(tmp_path / "in.jsonl", [
        {"prediction": "=so 4", "references": ["4", "four"], "input": "2 + 2?"},
        {"prediction": "no idea", "references": ["4"]},
    ])  # fmt: skip
    file = ["-o", f"s.{ending}"] if verb == "score" else ["--instances", f"s.{ending}"]
    words = [verb, "exact-match", "in.jsonl", "--extract", "last-number", "--allow-errors", "-q"]
    fields = ["--instances-with", "prediction,input", "--instances-with", "extracted,references"]
    assert cli(*words, *file, *fields).code == 0
    first, second = read(tmp_path / f"s.{ending}")
    assert (first["prediction"], first["input"]) == ("=so 4", "2 + 2?")
    if ending == "csv":
        assert (first["references"], first["extracted.exact-match"]) == ('["4","four"]', "4")
        assert (second["extracted.exact-match"], second["input"]) == ("", "")
        assert cli("correlate", "scores", "s.csv", "--human", "x").code == 2  # but it is read
    else:
        assert (first["references"], first["extracted"]) == (["4", "four"], {"exact-match": "4"})
        assert second["extracted"] == {"exact-match": None}
    assert cli(*words, *file, "--force").code == 0
    assert not {"prediction", "input", "references"} & read(tmp_path / f"s.{ending}")[0].keys()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--instances", "a.jsonl", "--instances-with", "predictions"], "did you mean"),
        (["--instances", "a.jsonl", "--instances-with", "extracted"], "give --extract"),
        (["--instances-with", "input"], "needs --instances"),
    ],
)
def test_fields_that_cannot_be_carried(cli, words, said):
    """An unknown field, answers without extraction and fields without a file are refused."""
    done = cli("evaluate", "bleu", SAMPLE, *words)
    assert (done.code, said in done.err, done.err.count("\n")) == (2, True, 1)


@pytest.mark.parametrize("cell", ["[4, x]", "[4, true]", "four"])
def test_damaged_judgments_of_a_table(cli, tmp_path, cell):
    """A judgment of a table that is no number and no list of numbers is named with its line."""
    (tmp_path / "s.csv").write_text(f'system_id,instance_id,judgments.x,bleu\na,1,"{cell}",3\n')
    done = cli("correlate", "scores", "s.csv", "--human", "x")
    assert (done.code, "s.csv:2" in done.err, done.err.count("\n")) == (2, True, 1)
