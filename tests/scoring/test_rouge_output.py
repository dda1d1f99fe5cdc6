"""The output of ROUGE-1.5.5, line for line."""

import pytest

from sacreval.commands.app import run
from sacreval.core.metric import metrics
from sacreval.core.records import Batch
from sacreval.scoring.evaluate import evaluate
from sacreval.scoring.rouge_output import printed
from support import rouge155
from support.sizes import long

SETS = ("traps", "be", "summeval12-1ref", "summeval4-see", "summeval4-isi")


@pytest.mark.parametrize("name", [*SETS, long("summeval12")])
def test_cases(tmp_path, monkeypatch, name):
    """What the script printed for every set of records and options that did not end it."""
    monkeypatch.setenv("SACREVAL_HOME", str(tmp_path))
    cases = [case for case in rouge155.collection()["cases"] if case["set"] == name]
    rouge155.data_folder(tmp_path)
    compared = 0
    for case in cases:
        given = rouge155.switches(case["options"])
        records = [
            one
            for one in rouge155.records(case)
            if given.get("system", one.system_id) == one.system_id
        ]
        if case["rc"] or not records:  # it divides by zero, or prints zeros of an unknown system
            continue
        metric = metrics.get("rouge-1.5.5")(**rouge155.metric_options(given))
        scored = evaluate([Batch(records)], metric.with_engine("native"))
        level = float(given.get("-c", 95)) / 100
        found = printed(scored, level, details="-d" in given).splitlines()
        assert found == case["stdout"], case["options"]
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
