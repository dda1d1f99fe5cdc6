"""Fields that scores of records carry."""

import pytest

from support.program import write_jsonl
from support.record_files import SAMPLE, WRITERS, read


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
