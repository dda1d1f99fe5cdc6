"""Files of results, and the output of ROUGE-1.5.5, line for line."""

import json
import re

import pytest

from sacreval.commands.app import run
from sacreval.core.metric import metrics
from sacreval.core.records import Batch
from sacreval.features.page import content
from sacreval.features.page.records import record_texts
from sacreval.scoring.collected_batches import evaluate
from sacreval.scoring.result_files import read_runs
from sacreval.scoring.rouge_output import printed
from support import rouge155
from support.accepted import ACCEPT, against, system
from support.exes import Exes, spans
from support.judges import ANSWERS, QUALITY, write
from support.pages import SAMPLE, data_of
from support.program import write_jsonl
from support.sizes import long


def test_several_results_side_by_side(cli, evaluated, tmp_path):
    """Metrics and systems of several files meet in one table, and records keep all their scores."""
    evaluated("a", "bleu", SAMPLE)
    evaluated("b", "ter", SAMPLE)
    assert cli("report", "a.json", "b.json", "-o", "r.html", "-q").code == 0
    data = data_of((tmp_path / "r.html").read_text(encoding="utf-8"))
    assert [output["name"] for output in data["outputs"]] == ["BLEU", "TER"]
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


def test_other_versions_are_not_refused(cli, accepted):
    """Versions and outputs may differ between a baseline and a run."""
    content = (accepted / "base.json").read_text()
    (accepted / "base.json").write_text(content.replace("sacrebleu:", "sacrebleu:0."))
    assert against(cli, accepted, system()).code == 0


def test_other_replies_are_not_refused(cli, tmp_path, monkeypatch):
    """The replies about changed outputs are data: records of a judge are paired all the same."""
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "rater.py").write_text(ANSWERS)
    words = ["evaluate", "judge", write(tmp_path, QUALITY), "in.jsonl", "--with", "py:rater:rate"]
    records = [{"prediction": f"a b c {i}", "sources": ["s"]} for i in range(40)]
    write_jsonl(tmp_path / "in.jsonl", records)
    assert cli(*words, *ACCEPT).code == 0
    assert cli("baseline", "set", "r.json", "base.json").code == 0
    write_jsonl(tmp_path / "in.jsonl", [records[0] | {"prediction": "a b"}, *records[1:]])
    done = cli(*words, "--baseline", "base.json", "--not-worse", "quality=2")
    assert (done.code, "40 shared instances" in done.err) == (0, True), done.err


def test_a_system_without_baseline_is_refused(cli, accepted):
    """A second system has nothing to be held against; --force-baseline leaves it out."""
    records = [*system(), *system(name="b")]
    done = against(cli, accepted, records)
    assert done.code == 2
    assert "no chrf of 'b'" in done.err
    assert against(cli, accepted, records, "--force-baseline").code == 0


def test_changed_records_of_a_baseline_are_found(cli, accepted):
    """The file of the records must be the one that was written with the result."""
    beside = accepted / "base.instances.jsonl"
    beside.write_text(beside.read_text().replace('"a"', '"b"', 1))
    done = against(cli, accepted, system())
    assert done.code == 2
    assert "base.instances.jsonl" in done.err


def test_intervals_change_no_score(cli, accepted):
    """A run with --ci is compared with a baseline without, whose signature has no interval."""
    done = against(cli, accepted, system(wrong=range(0, 40, 8)), "--ci", "--resamples", "20")
    assert done.code == 0, done.err


def test_a_comparison_is_no_result(cli, tmp_path):
    """The file of a comparison is named as one, with what `verify` and `plan` read."""
    lines = [
        {"instance_id": i, "system_id": s, "prediction": "a b c d", "reference": "a b c e"}
        for s in "ab"
        for i in range(3)
    ]
    (tmp_path / "r.jsonl").write_text("".join(f"{json.dumps(record)}\n" for record in lines))
    assert cli("compare", "bleu", "r.jsonl", "-o", "c.json").code == 0
    for words in (["plan", "c.json"], ["verify", "c.json"]):
        result = cli(*words)
        assert (result.code, "c.json: a result of `sacreval compare`" in result.err) == (2, True)


def test_correlations_are_no_result(cli, tmp_path):
    """The file of correlations is named as one, with what can be made of it."""
    (tmp_path / "r.json").write_text('{"results": [], "ranking": [], "notes": [], "tests": []}')
    result = cli("verify", "r.json")
    assert result.code == 2
    assert "r.json: a result of `sacreval correlate`, which has no scores of systems" in result.err


def test_an_arena_is_no_result(cli, tmp_path):
    """The file of an arena is named as one, with what `report` shows and what writes its tables."""
    (tmp_path / "battles.jsonl").write_text('{"instance_id": 1, "a": "x", "b": "y", "winner": "a"}')
    assert cli("arena", "battles.jsonl", "-o", "a.json").code == 0
    result = cli("report", "a.json", "-o", "r.html")
    assert result.code == 2
    assert "a.json: a result of `sacreval arena`, which has no scores of records" in result.err
    assert "`report` shows results of `evaluate`, `compare` and `correlate`" in result.err


def test_scores_of_records_are_in_a_file(cli, accepted):
    """A result file that names a device as its scores is refused before anything is read."""
    path = accepted / "base.json"
    document = json.loads(path.read_text())
    document["instances"]["path"] = "/dev/zero"
    path.write_text(json.dumps(document))
    for words in (("plan", "base.json"), ("report", "base.json", "-o", "r.html")):
        done = cli(*words)
        assert done.code == 2
        assert "/dev/zero: the scores of base.json are in no file" in done.err


SETS = ("traps", "be", "summeval12-1ref", "summeval4-see", "summeval4-isi")


@pytest.mark.parametrize("name", [*SETS, long("summeval12")])
def test_cases(tmp_path, monkeypatch, name):
    """What the script printed for every set of records and options that did not end it."""
    monkeypatch.setenv("SACREVAL_HOME", str(tmp_path))
    cases = [case for case in rouge155.collection()["cases"] if case["set"] == name]
    rouge155.data_folder(tmp_path)
    compared = 0
    for case in cases:
        options = rouge155.switches(case["options"])
        records = [
            record
            for record in rouge155.records(case)
            if options.get("system", record.system_id) == record.system_id
        ]
        if case["rc"] or not records:  # it divides by zero, or prints zeros of an unknown system
            continue
        metric = metrics.get("rouge-1.5.5")(**rouge155.metric_options(options))
        scored = evaluate([Batch(records)], metric.with_engine("native"))
        level = float(options.get("-c", 95)) / 100
        lines = printed(scored, level, details="-d" in options).splitlines()
        assert lines == case["stdout"], case["options"]
        compared += 1
    assert compared


def test_command(tmp_path, capsys):
    """`--format rouge-1.5.5` prints averages with bounds, `rouge-1.5.5-d` also each output."""
    path = tmp_path / "m1.jsonl"
    path.write_text(
        '{"instance_id": "d1", "prediction": "a b", "references": ["a b"]}\n'
        '{"instance_id": "d10", "prediction": "a b", "references": ["a b c d"]}\n'
    )
    words = ["evaluate", "rouge-1.5.5", str(path), "--max-ngram", "1", "--no-rouge-l"]
    assert run([*words, "--confidence", "0.9", "--format", "rouge-1.5.5-d"]) == 0
    averages = [
        "---------------------------------------------",
        "m1 ROUGE-1 Average_R: 0.75000 (90%-conf.int. 0.50000 - 1.00000)",
        "m1 ROUGE-1 Average_P: 1.00000 (90%-conf.int. 1.00000 - 1.00000)",
        "m1 ROUGE-1 Average_F: 0.83333 (90%-conf.int. 0.66667 - 1.00000)",
    ]
    each = [
        ".............................................",
        "m1 ROUGE-1 Eval d1.m1 R:1.00000 P:1.00000 F:1.00000",
        "m1 ROUGE-1 Eval d10.m1 R:0.50000 P:1.00000 F:0.66667",
    ]
    assert capsys.readouterr().out.splitlines() == [*averages, *each]
    assert run([*words, "--confidence", "0.9", "--format", "rouge-1.5.5"]) == 0
    assert capsys.readouterr().out.splitlines() == averages


def test_other_metrics(tmp_path, capsys):
    """Only rouge-1.5.5 is printed so; another metric is an error before any computation."""
    path = tmp_path / "a.jsonl"
    path.write_text('{"prediction": "a", "references": ["a"]}\n')
    assert run(["evaluate", "rouge", str(path), "--format", "rouge-1.5.5"]) == 2
    assert "prints the metric rouge-1.5.5, not rouge" in capsys.readouterr().err


def test_interval_of_other_metrics(tmp_path, capsys):
    """The script's bounds are of its own metric, over records."""
    path = tmp_path / "a.jsonl"
    path.write_text('{"prediction": "a", "references": ["a"]}\n' * 2)
    assert run(["evaluate", "rouge", str(path), "--interval", "rouge-1.5.5"]) == 2
    assert "--interval rouge-1.5.5 is the script's" in capsys.readouterr().err


def test_no_resamples(tmp_path, capsys):
    """Without resamples there are no bounds to print, which is an error before any computation."""
    path = tmp_path / "a.jsonl"
    path.write_text('{"prediction": "a", "references": ["a"]}\n')
    words = ["evaluate", "rouge-1.5.5", str(path), "--bootstrap-samples", "0"]
    assert run([*words, "--format", "rouge-1.5.5"]) == 2
    assert "--bootstrap-samples 0 leaves out" in capsys.readouterr().err
