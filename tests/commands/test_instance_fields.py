"""Fields that scores of records carry."""

import json

import pytest
from msgspec import to_builtins

from sacreval.core.metric import metrics
from support.exes import Exes, spans
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


@pytest.mark.parametrize("ending", ["jsonl", "csv"])
@pytest.mark.parametrize("verb", WRITERS)
def test_error_spans_without_asking(cli, tmp_path, monkeypatch, verb, ending):
    """Scores of records have the error spans of metrics that label errors, and tables as JSON."""
    monkeypatch.setitem(metrics._classes, "exes", Exes)
    texts = ["axb", ""]
    write_jsonl(tmp_path / "in.jsonl", [{"prediction": text} for text in texts])
    file = ["-o", f"s.{ending}"] if verb == "score" else ["--instances", f"s.{ending}"]
    done = cli(verb, "exes", "in.jsonl", *file, "-q")
    assert done.code == 0, done.err
    lines = read(tmp_path / f"s.{ending}")
    column = [
        json.loads(record["error_spans.exes"]) if ending == "csv" else record["error_spans"]["exes"]
        for record in lines
    ]
    assert column == [to_builtins(spans(text)) for text in texts]
    assert "reference" not in column[0][0]
    assert cli("correlate", "scores", f"s.{ending}", "--human", "x").code == 2  # but it is read
