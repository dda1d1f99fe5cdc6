"""The best of several outputs for each input."""

import numpy as np
import pytest

from sacreval.core.records import Batch, Instance
from sacreval.errors import UsageError
from sacreval.features.select.candidates import weighting
from sacreval.features.select.select import Selecting, choice_of
from sacreval.metrics._wrappers import Consensus
from sacreval.scoring.entries.run_metrics import entry
from sacreval.scoring.rows.field_checks import settle

CATS = ["the cat sat on the mat", "a cat sat on the mat", "the cat sat on a mat", "dogs bark"]


def chosen(name, instances, weights=None, **options):
    """Choose among the outputs of records."""
    choice = choice_of([entry(name)], **options)
    candidates = choice.candidates(None, weights)
    batches = candidates.batches([Batch(instances, "f", system="s")])
    settled, checked = settle(choice.entries(), batches)
    selecting = Selecting(choice.with_metric(settled[0].metric), candidates)
    return selecting, list(selecting.records(checked))


@pytest.mark.parametrize("name", ["chrf", "bleu"])
def test_consensus_of_sacrebleu(name):
    """The chosen output has the best mean of sacrebleu's sentence scores against the others."""
    import sacrebleu.metrics as official

    scorer = {"chrf": official.CHRF(), "bleu": official.BLEU(effective_order=True)}[name]
    table = [[scorer.sentence_score(a, [b]).score for b in CATS] for a in CATS]
    np.fill_diagonal(means := np.array(table), np.nan)
    means = np.nanmean(means, axis=1)
    _, [record] = chosen(name, [Instance(samples=CATS)])
    selected = record.meta["selected"]
    assert selected["index"] == int(means.argmax())
    assert selected["score"] == pytest.approx(means.max(), abs=1e-12)
    assert record.prediction == CATS[selected["index"]]


def test_what_is_written():
    """A record keeps its fields; its outputs are replaced by the chosen one."""
    whole = Instance(
        instance_id="q", samples=["a b", "a"], references=["x"], groups={"g": 1}, meta={"m": 2}
    )
    selecting, [record] = chosen("wer", [whole])
    assert (record.prediction, record.samples, record.references) == ("a", None, ["x"])
    assert (record.instance_id, record.system_id, record.groups) == ("q", "s", {"g": 1})
    assert record.meta["m"] == 2
    assert record.meta["selected"] | {"by": ""} == {"index": 1, "score": 0.5, "of": 2, "by": ""}
    assert record.meta["selected"]["by"].startswith("wer|transform:default|score:wer|")
    assert any("references of 1 records are not read" in text for text in selecting.notices())


def test_lower_is_better_and_ties_go_to_the_first():
    """By WER the lowest mean wins: a and a tie, at one half."""
    _, [record] = chosen("wer", [Instance(predictions=["b", "a", "a"])])
    assert record.meta["selected"]["index"] == 1
    assert record.meta["selected"]["score"] == 0.5


def test_by_their_own_scores():
    """A metric without references scores each output alone."""
    selecting, [record] = chosen(
        "readability", [Instance(samples=["Incomprehensibility.", "A cat."])]
    )
    assert record.prediction == "A cat."
    assert "by their own scores" in selecting.notices()[0]


def test_weights_change_the_choice():
    """The output that agrees with likely ones wins; the signature says that there are weights."""
    record = Instance(samples=["a", "a", "b", "b c"], meta={"w": [1, 1, 100, 0]})
    _, [plain] = chosen("chrf", [record])
    selecting, [weighted] = chosen("chrf", [record], weighting("meta.w", None))
    assert (plain.prediction, weighted.prediction) == ("a", "b c")
    assert "weights:given" in selecting.signature


def test_outputs_that_cannot_be_scored():
    """They are counted and not chosen; an input without any other has an error."""
    texts = [["none", "#### 1", "#### 1"], ["none", "no"], ["none", "#### 3"]]
    metric = 'exact-match{"extract": "gsm8k-strict"}'
    selecting, [first, second, third] = chosen(metric, [Instance(samples=x) for x in texts])
    assert (first.meta["selected"]["index"], first.meta["selected"]["of"]) == (1, 3)
    assert second.error == "failed: none of 2 outputs could be scored"
    assert second.prediction is second.samples is None
    assert third.prediction == "#### 3"
    assert third.meta["selected"]["score"] is None
    assert (selecting.count, selecting.single, selecting.unscored) == (2, 1, 4)
    assert selecting.failures == ["f:2: none of 2 outputs could be scored"]
    assert "4 outputs could not be scored, such as f:1, output 0 (no answer)" in selecting.notices()


def test_records_with_an_error():
    """A record without outputs because of an error stays as it is and is a failure."""
    selecting, [record, other] = chosen(
        "chrf", [Instance(error="refused"), Instance(samples=["a"], prediction="b")]
    )
    assert (record.error, record.meta) == ("refused", None)
    assert other.prediction == "a"
    assert len(selecting.failures) == 1
    assert any("had a `prediction`" in text for text in selecting.notices())


@pytest.mark.parametrize(("name", "consensus"), [("chrf", True), ("readability", False)])
def test_consensus_where_references_are_needed(name, consensus):
    """A metric that needs references compares outputs with each other; any other does not."""
    choice = choice_of([entry(name)])
    assert choice.consensus is consensus
    assert isinstance(choice.metric, Consensus) is consensus
    assert choice.candidates().consensus is consensus


@pytest.mark.parametrize(
    ("name", "options", "why"),
    [
        ("length", {}, "neither larger nor smaller"),
        ("rouge", {"score": "rougeL"}, "no output 'rougeL'"),
        ("self-bleu", {}, "whole sets"),
        ("pass-at-k", {}, "does not score single outputs"),
        ("readability", {"include_self": True}, "drop --include-self"),
        ('chrf{"reduce_references": "mean"}', {}, "drop --reduce-predictions"),
        ('exact-match{"extract_references": "boxed"}', {}, "drop --extract-references"),
    ],
)
def test_metrics_that_cannot_choose(name, options, why):
    """What cannot be chosen by is refused before anything is read."""
    with pytest.raises(UsageError, match=why):
        choice_of([entry(name)], **options)


def test_one_metric():
    """Outputs are chosen by one metric."""
    with pytest.raises(UsageError, match="one metric"):
        choice_of([entry("chrf"), entry("bleu")])


def test_weights_without_consensus():
    """Weights are those of references, which readability does not have."""
    with pytest.raises(UsageError, match="weights have no effect"):
        choice_of([entry("readability")]).candidates(None, weighting("meta.w", None))


def test_a_direction_that_depends_on_the_data():
    """Once all options are set, an output without a direction is refused too."""
    choice = choice_of([entry("classification")], "unknown")
    inner = choice.metric.metric
    settled = Consensus(metric=inner, score="accuracy")
    assert choice._replace(score="accuracy").with_metric(settled).metric == settled
