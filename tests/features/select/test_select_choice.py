"""How a metric chooses among outputs."""

import pytest

from sacreval.errors import UsageError
from sacreval.features.select.candidates import weighting
from sacreval.features.select.select import choice_of
from sacreval.metrics._wrappers import Consensus
from sacreval.scoring.entries.run_metrics import entry


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
