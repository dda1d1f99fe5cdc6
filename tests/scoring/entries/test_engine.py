"""The engine that computes a run."""

import pytest

from sacreval.core.metric import metrics
from sacreval.scoring.entries.engine import choose
from support.mirror import CHECKOUT
from support.results import document

SAMPLE = CHECKOUT / "configs" / "sample" / "outputs.jsonl"


def test_the_usual_engine():
    """Without kernels for its options a metric is on the official engine, else if that is named."""
    assert choose(metrics.get("exact-match")(), "official").engine == "official"
    slow = metrics.get("jaccard")()
    assert not slow.covers_native()
    assert choose(slow, None).engine == "official"


def test_engines_agree(cli):
    """`--engine official` gives the numbers of the default engine, and says so."""
    default = document(cli, "bleu", SAMPLE, "--ci", "--resamples", "50").results
    official = document(
        cli, "bleu", SAMPLE, "--ci", "--resamples", "50", "--engine", "official"
    ).results
    assert {r.engine for r in official} == {"official"}
    for ours, theirs in zip(default, official, strict=True):
        assert ours.value == pytest.approx(theirs.value, abs=1e-12)
        assert ours.interval.low == pytest.approx(theirs.interval.low, abs=1e-12)
        assert ours.signature == theirs.signature
