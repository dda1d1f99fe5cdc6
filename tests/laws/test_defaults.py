"""Defaults: those of the official libraries, and those that pages state."""

from inspect import signature

import pytest
import sacrebleu

from sacreval import compare, evaluate
from sacreval.core.metric import metrics
from sacreval.features.compare.result import Settings

OFFICIAL = {"bleu": sacrebleu.BLEU, "chrf": sacrebleu.CHRF, "ter": sacrebleu.TER}


@pytest.mark.parametrize("name", OFFICIAL)
def test_of_the_library(name):
    """sacrebleu's metrics have sacrebleu's defaults."""
    ours, theirs = metrics.get(name)().options(), signature(OFFICIAL[name]).parameters
    chosen_by_language = {"tokenize"}  # 13a, but for Chinese, Japanese and Korean
    shared = set(ours) & set(theirs) - chosen_by_language
    assert len(shared) >= 4
    assert {key: ours[key] for key in shared} == {key: theirs[key].default for key in shared}


def test_of_orders():
    """N-gram metrics count up to four words by default."""
    for name in ("bleu", "self-bleu"):
        assert metrics.get(name)().options()["max_ngram_order"] == 4
    assert metrics.get("google-bleu")().options() | {"min_len": 1, "max_len": 4} == (
        metrics.get("google-bleu")().options()
    )


def test_of_intervals_and_tests():
    """Intervals are of 95 percent, from 1000 resamples and seed 12345; 10,000 trials a test."""
    stated = {"confidence": 0.95, "resamples": 1000, "seed": 12345, "trials": 10_000}
    for verb in (evaluate, compare):
        given = signature(verb).parameters
        shared = set(stated) & set(given)
        assert shared >= {"confidence", "resamples", "seed"}
        assert {name: given[name].default for name in shared} == {x: stated[x] for x in shared}
    assert {name: getattr(Settings(), name) for name in stated} == stated
