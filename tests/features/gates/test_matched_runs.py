"""Which results of a run and its baseline can be compared."""

import json

import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.errors import UsageError
from sacreval.features.gates.matched_runs import directed, match, why_no_test
from sacreval.features.gates.paired_rows import TwoRuns
from sacreval.features.gates.regression_rule import Regression
from sacreval.scoring.evaluate import evaluate
from sacreval.scoring.result_files import Baseline


def run(name="bleu", **options):
    records = [Instance(prediction="a b", references=["a b"], system_id="s", instance_id="1")]
    return evaluate([Batch(records)], metrics.get(name)(**options))


def two_runs(now, old, records=None):
    baseline = Baseline("old.json", old.report().results, records)
    return TwoRuns(now, now.report().results, baseline)


def test_pairs():
    """Results of equal outputs are paired; without rows there is no paired test."""
    found = run()
    runs = two_runs(found, found)
    pairs = match(runs, Regression()).pairs
    assert [(now.output, then.output) for now, then in pairs] == [("bleu", "bleu")]
    assert "a paired test needs the scores of its records" in why_no_test(runs, pairs)
    assert why_no_test(two_runs(found, found, {"s": {"1": next(found.instances())}}), pairs) == ""


def test_other_options():
    """Runs with other options are not compared, unless that is forced, and then not tested."""
    runs = two_runs(run(lowercase=True), run(), {"s": {}})
    with pytest.raises(UsageError, match="bleu has lowercase False there, True here"):
        match(runs, Regression())
    pairs = match(runs, Regression(force=True)).pairs
    assert "scores with different options cannot be tested" in why_no_test(runs, pairs)


def test_without_direction():
    """Outputs of which neither is better are left out, and refused where there are no others."""
    runs = two_runs(run("length"), run("length"))
    pairs = match(runs, Regression()).pairs
    with pytest.raises(UsageError, match="--max-drop"):
        directed(pairs, runs.baseline)


def test_missing_instances_are_the_first_cause(cli, tmp_path):
    """A refusal begins with what is missing, which alone may be why the data differ."""
    record = {"system_id": "a", "prediction": "x y", "references": ["x"]}
    lines = [json.dumps({"instance_id": str(i), **record}) for i in range(4)]
    (tmp_path / "all.jsonl").write_text("\n".join(lines))
    (tmp_path / "few.jsonl").write_text("\n".join(lines[:3]))
    metrics = ("suite", "-m", "chrf", "-m", "token-f1")
    assert (
        cli("evaluate", *metrics, "all.jsonl", "-o", "b.json", "--instances", "b.jsonl").code == 0
    )
    found = cli("evaluate", *metrics, "few.jsonl", "--baseline", "b.json")
    why = found.err.partition("that baseline: ")[2]
    assert why.startswith(
        "instances of 'a': 3 aligned, 1 gone (3), 0 new; whether the shared instances have the "
        "same references and sources cannot be told. Accept"
    )
