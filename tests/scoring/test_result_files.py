"""Result files of runs that are reported on."""

import re

from sacreval.core.metric import metrics
from sacreval.features.page import content
from sacreval.features.page.records import record_texts
from sacreval.scoring.result_files import read_runs
from support.exes import Exes, spans
from support.pages import SAMPLE, data_of
from support.program import write_jsonl


def test_several_results_side_by_side(cli, evaluated, tmp_path):
    """Metrics and systems of several files meet in one table, and records keep all their scores."""
    evaluated("a", "bleu", SAMPLE)
    evaluated("b", "ter", SAMPLE)
    assert cli("report", "a.json", "b.json", "-o", "r.html", "-q").code == 0
    data = data_of((tmp_path / "r.html").read_text(encoding="utf-8"))
    assert [one["name"] for one in data["outputs"]] == ["BLEU", "TER"]
    assert len(data["scores"]) == 2
    assert None not in data["scores"][0][0] + data["scores"][1][2]


def test_numbers_that_do_not_fit_are_named(cli, sample, evaluated, monkeypatch):
    """What the budgets leave out is said on the page and on standard error."""
    monkeypatch.setattr(content, "NUMBERS", 100)
    monkeypatch.setattr(record_texts, "CHARACTERS", 2_000)
    monkeypatch.setattr(record_texts, "MARKED", 500)
    evaluated("many", "suite -m bleu -m ter", SAMPLE)
    done = cli("report", "many.json", "--inputs", SAMPLE, "-o", "r.html")
    assert "leave room in the page for 1 numbers each; without ter" in done.err
    assert re.search(r"texts of \d+ of 20 records", done.err)
    assert "marked in" in done.err
    data = data_of((sample / "r.html").read_text(encoding="utf-8"))
    assert 0 < len(data["texts"]) < 20
    worst = min(range(20), key=lambda i: data["scores"][0][0][i])
    assert str(worst) in data["texts"]


def test_damaged_scores(cli, sample):
    """Scores of records that are not those of the result are refused."""
    with (sample / "result.scores.jsonl").open("a", encoding="utf-8") as stream:
        stream.write("\n")
    done = cli("report", "result.json", "-o", "r.html")
    assert done.code == 2
    assert "not the scores that result.json was written with" in done.err


def test_error_spans_of_several_results(evaluated, tmp_path, monkeypatch):
    """Records of several files keep their error spans, and those of one metric stay alone."""
    monkeypatch.setitem(metrics._classes, "exes", Exes)
    source = write_jsonl(tmp_path / "in.jsonl", [{"prediction": "ax", "references": ["a"]}])
    evaluated("a", "exes", source)
    evaluated("b", "bleu", source)
    for order in (["a", "b"], ["b", "a"]):
        runs = read_runs([tmp_path / f"{name}.json" for name in order])
        assert runs.records["in"]["1"].error_spans == {"exes": spans("ax")}
