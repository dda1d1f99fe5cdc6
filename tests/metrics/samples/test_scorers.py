"""Scorers: which samples they find correct, what they refuse, and samples without an answer."""

import numpy as np
import pytest

from sacreval.core.metric import metrics
from sacreval.core.rebuild import from_signature
from sacreval.core.records import Batch, Instance
from sacreval.errors import RecordError, UsageError
from sacreval.metrics.samples._scorers import flags

PASS = metrics.get("pass-at-k")


@pytest.mark.parametrize(
    ("scorer", "threshold", "right"),
    [("exact-match", 1.0, [True, False, False]), ("token-f1", 0.5, [True, True, False]),
     ("wer", 0.5, [True, True, False])],
)  # fmt: skip
def test_a_scorer_judges_samples(scorer, threshold, right):
    """A sample is right from the threshold on, or up to it where less is better."""
    batch = Batch([Instance(samples=["red cat", "red dog", "x"], references=["red cat"])])
    assert flags(batch, from_signature(scorer), threshold) == [(right, 0.0)]


def test_samples_without_an_answer():
    """A scorer that counts outputs without an answer gives their share in each record."""
    records = [Instance(samples=["1", "who knows"], references=["1"]),
               Instance(samples=["2", "1", "1"], references=["1"])]  # fmt: skip
    found = flags(Batch(records), from_signature("math-verify"), 1.0)
    assert found == [([True, False], 0.5), ([False, True, True], 0.0)]


@pytest.mark.parametrize("scorer", ["distinct-n", "length", "exact-match|no_such:1"])
def test_refused_scorers(scorer):
    """Metrics of sets, metrics without a direction and unknown options are refused."""
    with pytest.raises(UsageError):
        PASS(scorer=scorer)


@pytest.mark.parametrize(
    "scorer",
    ['exact-match{"normalize":"squad"}', "exact_match(normalize=squad)", "exact-match:squad",
     "exact-match|no_such:1"],
)  # fmt: skip
def test_options_in_another_form(scorer):
    """The message shows one that is right, which works."""
    with pytest.raises(UsageError, match="as in --scorer 'exact-match.normalize:squad'"):
        PASS(scorer=scorer)
    assert PASS(scorer="exact-match|normalize:squad").scorer


def test_a_scorer_that_is_none():
    """An unknown name has its own message, and stored scores are mapped."""
    with pytest.raises(UsageError, match="did you mean 'bleu'"):
        PASS(scorer="bleuu")
    with pytest.raises(UsageError, match=r"--map 'samples=meta.epochs\[\*\].scores.NAME'"):
        PASS(scorer="stored-score")


def test_nan_of_a_scorer(monkeypatch):
    """A sample for which the scorer returns NaN is no wrong one: its record fails with a reason."""
    scorer = from_signature("exact-match")
    monkeypatch.setattr(
        type(scorer), "reduce", lambda _, sums: {"exact_match": sums[:, 0] * np.nan}
    )
    batch = Batch([Instance(samples=["a", "b"], references=["a"])])
    with pytest.raises(RecordError, match="exact-match returned NaN for a sample, which"):
        flags(batch, scorer, 1.0)
