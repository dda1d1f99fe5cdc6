"""Scores of several predictions and of every output against every other, and rebuilt wrappers."""

import pickle
from math import exp, isnan

import numpy as np
import pytest

from sacreval.core.contract.declarations import direction, highest_score
from sacreval.core.contract.metric_records import for_instances
from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.errors import UsageError
from sacreval.metrics._wrappers import (
    CANDIDATE,
    CandidateOutput,
    Consensus,
    extracted,
    from_signature,
    prediction_scores,
    reduces_predictions,
)
from sacreval.metrics._wrappers import consensus as consensus_module
from sacreval.metrics._wrappers.consensus import all_pairs
from sacreval.metrics._wrappers.reduction import Folded, fold
from sacreval.scoring.entries.run_metrics import entry
from support.tasks import scores_of

SCORES = np.array([[1.0, 1.0], [4.0, 4.0], [1.0, 1.0], [5.0, 5.0]])
RECORD = {"predictions": ["abcd", "abxx", "xxxx"], "references": ["abcd", "abyy"]}
TEXTS = ["a b c", "a b", "b", "a b", "x y z"]


def test_those_of_rows_are_kept(monkeypatch):
    """Scores are those that `rows` has computed, which are not computed again."""
    metric = entry('exact-match{"reduce_predictions": "mean"}').metric
    batch = Batch([Instance(predictions=["a", "b"], references=["a"])])
    metric.rows(batch)
    monkeypatch.setattr(type(metric), "of_predictions", None)
    [scores] = prediction_scores(metric, batch)
    assert scores.tolist() == [[1.0], [0.0]]


def test_records_that_cannot_be_scored():
    """A record of which an output is missing has no scores; the others have theirs."""
    options = '{"reduce_predictions": "best", "extract": "boxed", "unextracted": "missing"}'
    metric = entry(f"exact-match{options}").metric
    texts = [["\\boxed{1}", "\\boxed{2}"], ["\\boxed{1}", "none"]]
    batch = Batch([Instance(predictions=x, references=["1"]) for x in texts])
    first, second = prediction_scores(metric, batch)
    assert np.array_equal(first, [[1.0], [0.0]])
    assert second is None


def test_other_metrics():
    """A metric without a reduction of predictions has none."""
    metric = entry('exact-match{"reduce_references": "max"}').metric
    assert not reduces_predictions(metric)
    assert list(prediction_scores(metric, Batch([Instance(prediction="a")]))) == [None]


def test_failed_records_alone():
    """A batch of records with an error in place of outputs has no scores."""
    metric = entry('wer{"reduce_predictions": "min"}').metric
    batch = Batch([Instance(error="failed: x", references=["a"])])
    assert list(prediction_scores(metric, batch)) == [None]


@pytest.mark.parametrize(
    ("how", "first"),
    [("max", [4, 4]), ("min", [1, 1]), ("mean", [2, 2]), ("median", [1, 1]), ("best", [4, 1])],
)
def test_segments_by_hand(how, first):
    """Three rows, 1, 4 and 1, and one of 5 are reduced; the second column is better low."""
    folded = fold(SCORES[[0, 1, 2, 3]], [3, 1], how, np.array([1.0, -1.0]))
    assert folded.tolist() == [first, [5, 5]]


@pytest.mark.parametrize(
    ("predictions", "references", "distance", "similarity"),
    [("best", "best", 0, 1.0), ("mean", "max", (2 + 2 + 4) / 3, 0.5), ("min", "mean", 1, 0.0)],
)
def test_predictions_and_references(predictions, references, distance, similarity):
    """References are reduced first: edits of the three are 0 and 2, 2 and 2, 4 and 4."""
    wrap = {"reduce_predictions": predictions, "reduce_references": references}
    scores = scores_of("edit-distance", [RECORD], None, wrap)
    assert scores["edit_distance"] == pytest.approx(distance)
    if references == "best":
        assert scores["edit_similarity"] == similarity


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("distinct-n", {"reduce_predictions": "max"}),
        ("repetition", {"reduce_references": "max"}),
        ("length", {"reduce_predictions": "best"}),
    ],
)
def test_refused(name, options):
    """Sets, metrics without references, and the best of what has no direction are refused."""
    with pytest.raises(UsageError, match=next(iter(options)).replace("_", "[-_]") + "|best"):
        Folded(metric=metrics.get(name)(), **options)


@pytest.mark.parametrize(
    ("name", "highest"), [("bleu", 100.0), ("token-f1", 1.0), ("edit-distance", None)]
)
def test_a_folded_metric_is_a_mean(name, highest):
    """The score of a system is the mean over records, whatever that of the metric itself is."""
    folded = Folded(metric=metrics.get(name)(), reduce_references="max")
    assert folded.score_scale.mean
    assert highest_score(folded, folded.outputs[0]) == highest


def records(texts, weights=None, number=0):
    """Return a record for each output of one input."""
    return [
        Instance(
            prediction=text, references=texts, meta={CANDIDATE: CandidateOutput(number, i, weights)}
        )
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
    values = scores('exact-match{"extract": "gsm8k-strict"}', records(texts))
    assert isnan(values[1])
    assert [values[0], values[2], values[3]] == [0.5, 0.5, 0.0]
    values = scores('exact-match{"extract": "gsm8k-strict"}', records(["none", "none"]))
    assert all(map(isnan, values))


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
    assert direction(again, "wer") is False


def test_options_that_depend_on_the_data():
    """Labels are those of all outputs."""
    metric = entry("classification").metric
    consensus = Consensus(metric=metric, score="accuracy")
    settled = consensus.settle([Batch(records(["a", "b", "b"]))])
    assert settled.is_settled()
    assert settled.options()["labels"] == ("a", "b")


def batch():
    """Return the outputs for one input."""
    return Batch([Instance(prediction=text) for text in TEXTS])


@pytest.mark.parametrize("pairs", [1, 7, 1000])
@pytest.mark.parametrize("name", ["chrf", "wer", "exact-match"])
@pytest.mark.parametrize("engine", ["official", "native"])
def test_blocks_do_not_change_scores(monkeypatch, name, engine, pairs):
    """The scores are the same however many pairs are scored at a time."""
    metric = for_instances(metrics.get(name)().with_engine(engine))
    score = metric.outputs[0]
    whole = all_pairs(metric, batch(), 0, 5, score, own=True)
    monkeypatch.setattr(consensus_module, "PAIRS_AT_ONCE", pairs)
    assert np.array_equal(all_pairs(metric, batch(), 0, 5, score, own=True), whole)
    assert np.array_equal(all_pairs(metric, batch(), 3, 5, score, own=True), whole[3:])


@pytest.mark.parametrize(("first", "last", "count"), [(0, 5, 10), (1, 3, 8)])
def test_symmetric_pairs_are_scored_once(monkeypatch, first, last, count):
    """All pairs of five outputs by a symmetric metric are ten; some rows alone are scored whole."""
    metric = metrics.get("exact-match")()
    seen = []
    pair_rows = consensus_module._pair_rows
    monkeypatch.setattr(
        consensus_module,
        "_pair_rows",
        lambda metric, pairs: (
            seen.extend(x for pair in pairs for x in pair.references),
            pair_rows(metric, pairs),
        )[1],
    )
    scores = all_pairs(metric, batch(), first, last, "exact_match", own=False)
    assert len(seen) == count
    equal = [[float(a == b) for b in TEXTS] for a in TEXTS]
    np.fill_diagonal(expected := np.array(equal), np.nan)
    assert np.array_equal(scores, expected[first:last], equal_nan=True)


def test_pairs_that_cannot_be_scored():
    """Where one text of a pair cannot be read, the pair is NaN and the others are scored."""
    metric = metrics.get("math")()
    texts = Batch([Instance(prediction=text) for text in ("1", "1", "2")])
    scores = all_pairs(metric, texts, 0, 3, metric.outputs[0], own=False)
    assert np.isnan(np.diagonal(scores)).all()
    assert scores[0, 1] == 1.0


@pytest.mark.parametrize(
    "metric",
    [
        metrics.get("bleu")(lowercase=True),
        extracted(metrics.get("exact-match")(normalize="squad"), extract="letter", clean="lower"),
        Folded(metric=metrics.get("token-f1")(), reduce_predictions="mean"),
        Folded(
            metric=extracted(metrics.get("exact-match")(), extract="last-number"),
            reduce_references="max",
        ),
    ],
    ids=lambda metric: metric.name,
)
def test_there_and_back(metric):
    """What is made from a signature has that signature, and the wrappers around the same metric."""
    rebuilt = from_signature(metric.signature())
    assert rebuilt.signature() == metric.signature()
    assert type(rebuilt) is type(metric)
