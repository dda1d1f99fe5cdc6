"""Agreement of raters on one human score."""

import pytest

from sacreval.errors import UsageError
from sacreval.features.correlate.data.human_scores import UNDEFINED, agreement
from sacreval.features.correlate.data.score_grid import score_set
from sacreval.features.correlate.data.score_set import Row


def rated(*ratings):
    """Return a set of scores, with the ratings of each output of one system."""
    return score_set(
        [Row("s", str(i), "peer", {}, {"h": one}, "") for i, one in enumerate(ratings)]
    )


def test_raters_who_agree():
    """Every measure is 1 for raters who agree, over all outputs and the one pair."""
    found = agreement(rated([1.0, 1.0], [2.0, 2.0], [4.0, 4.0]), human="h")
    assert {one.measure for one in found} == {
        "krippendorff-alpha", "fleiss-kappa", "cohen-kappa", "rater-correlation",
    }  # fmt: skip
    assert [one.value for one in found] == pytest.approx([1] * len(found))
    assert {(one.n_items, one.n_raters) for one in found} == {(3, 2)}
    assert {one.n_pairs for one in found} == {None, 1}


def test_ratings_that_are_all_equal():
    """Without any difference agreement is undefined, which is said; JSON has null."""
    alpha, *_ = agreement(rated([3.0, 3.0], [3.0, 3.0]), human="h")
    assert alpha.note == UNDEFINED
    assert alpha.to_json()["value"] is None


def test_scores_without_raters():
    """A human score with one number an output has no raters."""
    with pytest.raises(UsageError, match="give judgments as lists, one number for each rater"):
        agreement(score_set([Row("s", "1", "peer", {}, {"h": 1.0}, "")]), human="h")
