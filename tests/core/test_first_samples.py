"""Notices about records of which a metric reads the first of several samples."""

import shlex

import pytest

from sacreval.core.first_samples import FirstSamples
from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance

FOUR = Instance(prediction="so 4", references=["4"], samples=["so 4", "5", "4"])
FIVE = Instance(prediction="so 5", references=["5"], samples=["so 5", "5"])


def noticed(metric, *records):
    watch = FirstSamples(metric)
    watch.add(Batch(list(records)))
    return watch.notices()


def test_the_command_for_all_samples():
    """The notice of a metric of right and wrong names avg-at-k with the options at hand."""
    metric = metrics.get("exact-match")(match="suffix")
    (one,) = noticed(metric, FOUR, FIVE)
    assert one == (
        "2 records have several samples (epochs), of which exact-match reads the first; all are "
        "scored by avg-at-k --k 2 --scorer 'exact-match|match:suffix'"
    )


def test_graded_metrics_average_samples():
    """Scores that are not right or wrong are averaged by the reduction of predictions."""
    (one,) = noticed(metrics.get("chrf")(), FIVE)
    assert one.startswith("1 record has several samples")
    assert one.endswith("with --map predictions=samples --reduce-predictions mean")


@pytest.mark.parametrize("samples", [None, ["so 4"], [True, False], {"n": 2, "c": 1}])
def test_records_without_further_outputs(samples):
    """One sample, flags and counts are no outputs that a metric could have read."""
    record = Instance(prediction="so 4", references=["4"], samples=samples)
    assert noticed(metrics.get("exact-match")(), record) == []


def test_the_named_commands_score_all(cli, tmp_path):
    """What the notice names gives the mean over all samples; the metric alone reads the first."""
    file = tmp_path / "epochs.jsonl"
    file.write_text(
        '{"prediction": "so 7", "samples": ["so 7", "8"], "references": ["7"]}\n'
        '{"prediction": "x", "samples": ["x", "1 y"], "references": ["x"]}\n'
    )
    command = ["evaluate", "exact-match", file, "--match", "suffix"]
    alone = cli(*command)
    assert "1.0000" in alone.out
    avg = shlex.split(alone.err.partition("scored by ")[2])
    assert "0.5000" in cli("evaluate", *avg, file).out
    refused = cli(*command, "--reduce-predictions", "mean")
    assert refused.code == 2
    assert "`samples`; read these with --map predictions=samples" in refused.err
    named = ["--map", "predictions=samples", "--reduce-predictions", "mean"]
    assert "0.5000" in cli(*command, *named).out
