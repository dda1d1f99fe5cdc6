"""Consensus: means over the other outputs, by hand."""

import pickle
from math import exp, isnan

import numpy as np
import pytest

from sacreval.core.records import Batch, Instance
from sacreval.metrics._wrappers import CANDIDATE, Candidate, Consensus
from sacreval.scoring.entries.run_metrics import entry


def records(texts, weights=None, number=0):
    """Return a record for each output of one input."""
    return [
        Instance(prediction=text, references=texts, meta={CANDIDATE: Candidate(number, i, weights)})
        for i, text in enumerate(texts)
    ]


def scores(name, batch, **options):
    """Return the consensus of each record."""
    metric = entry(name).metric
    consensus = Consensus(metric=metric, score=metric.outputs[0], **options)
    return consensus.reduce(consensus.rows(Batch(batch)))[metric.outputs[0]].tolist()


def test_by_hand():
    """Of a, a and b, the equal ones match one of two others, and two of three with themselves."""
    batch = records(["a", "a", "b"])
    assert scores("exact-match", batch) == [0.5, 0.5, 0.0]
    assert scores("exact-match", batch, include_self=True) == [2 / 3, 2 / 3, 1 / 3]


def test_weights_by_hand():
    """Weights are those of outputs as references; those of the others are divided by their sum."""
    batch = records(["a", "a", "b"], [1.0, 2.0, 5.0])
    assert scores("exact-match", batch) == pytest.approx([2 / 7, 1 / 6, 0.0])
    assert scores("exact-match", batch, include_self=True) == pytest.approx([3 / 8, 3 / 8, 5 / 8])


def test_several_inputs_and_parts_of_them():
    """Outputs are compared within their input; some records of an input have the same scores."""
    batch = [*records(["a b", "a", "b"]), *records(["x", "x y"], number=1)]
    whole = scores("chrf", batch)
    assert scores("chrf", batch[3:]) == whole[3:]
    for i, record in enumerate(batch):
        assert scores("chrf", [record]) == [whole[i]]
    assert scores("chrf", batch[1:4]) == whole[1:4]


def test_outputs_without_an_answer():
    """They have no score and are no references; the other outputs are compared with each other."""
    texts = ["#### 1", "none", "#### 1", "#### 2"]
    found = scores('exact-match{"extract": "gsm8k-strict"}', records(texts))
    assert isnan(found[1])
    assert [found[0], found[2], found[3]] == [0.5, 0.5, 0.0]
    found = scores('exact-match{"extract": "gsm8k-strict"}', records(["none", "none"]))
    assert all(map(isnan, found))


def test_one_output():
    """An output alone has no score, which is no failure; compared with itself it has one."""
    batch = Batch(records(["a"]))
    metric = entry("chrf").metric
    consensus = Consensus(metric=metric, score="chrf")
    rows = consensus.rows(batch)
    assert not np.isnan(rows).any()
    assert np.isnan(consensus.reduce(rows)["chrf"]).all()
    assert scores("exact-match", records(["a"]), include_self=True) == [1.0]


def test_references_are_read_as_outputs():
    """math-verify reads references as LaTeX, but outputs as outputs: equal ones agree."""
    assert scores("math-verify", records(["1/2", "0.5", "7"])) == [0.5, 0.5, 0.0]


def test_other_processes():
    """It is pickled, and reads candidates that were pickled too."""
    metric = entry("wer").metric
    consensus = Consensus(metric=metric, score="wer", include_self=True)
    again = pickle.loads(pickle.dumps(consensus))  # noqa: S301 - written in the same line
    assert again == consensus
    batch = Batch(records(["a b", "a", "b"], [exp(-1), 1.0, 0.5]))
    sent = pickle.loads(pickle.dumps(batch))  # noqa: S301
    assert np.array_equal(again.rows(sent), consensus.rows(batch))
    assert again.is_higher_better("wer") is False


def test_options_that_depend_on_the_data():
    """Labels are those of all outputs."""
    metric = entry("classification").metric
    consensus = Consensus(metric=metric, score="accuracy")
    settled = consensus.settle([Batch(records(["a", "b", "b"]))])
    assert settled.is_settled()
    assert settled.options()["labels"] == ("a", "b")
