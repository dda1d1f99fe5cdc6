"""Human labels: the outputs they correct, means over raters, scales."""

import numpy as np
import pytest

from sacreval.errors import InputError, UsageError
from sacreval.scoring.entries import run_metrics
from sacreval.scoring.intervals.corrected_means import check_scale, humans_of, labels_of
from sacreval.scoring.rows.collected_rows import Collected


def test_the_main_output_and_named_ones():
    """One metric's main output needs no name; outputs of suites do, with hyphens too."""
    one, several = run_metrics.entries(["rouge"]), run_metrics.entries(["rouge", "exact-match"])
    assert humans_of(["quality"], one).dimensions == {"rougeL_f1": "quality"}
    found = humans_of(["exact-match=right", "rouge1_f1=quality"], several)
    assert found.dimensions == {"exact_match": "right", "rouge1_f1": "quality"}
    assert humans_of([], one) is None


@pytest.mark.parametrize(
    ("texts", "words"),
    [
        (["quality"], "several metrics"),
        (["exact_mtch=quality"], "did you mean 'exact_match'"),
        (["exact_match="], "name a dimension"),
        (["exact_match=a", "exact_match=b"], "is repeated"),
        (["bleu=quality"], "bleu is not a mean"),
        (["self_bleu=quality"], "not a mean"),
    ],
)
def test_refused(texts, words):
    """Outputs that are unknown, repeated or no means are refused in one sentence."""
    entries = run_metrics.entries(["exact-match", "bleu", "self-bleu"])
    with pytest.raises(UsageError, match=words):
        humans_of(texts, entries)


def test_labels_are_means_over_raters():
    """A label is the mean over the raters who gave one; null and other dimensions are none."""
    one = Collected([])
    one.carried = {"judgments": [{"q": [1, None, 2]}, {"q": 3}, {"r": 5}, None, {"q": [None]}]}
    found = labels_of(one, "q")
    np.testing.assert_array_equal(found.values, [1.5, 3, np.nan, np.nan, np.nan])
    assert found.digest(np.array([0, 1])) != found.digest(np.array([1, 0]))
    with pytest.raises(UsageError, match="did you mean 'q'"):
        labels_of(one, "qq")


@pytest.mark.parametrize(
    ("labels", "scores", "highest"),
    [
        ([0, 1], [0, 100], 100.0),  # shares beside percentages
        ([0, 100], [0, 1], 1.0),
        ([1, 5], [0, 1], 1.0),
        ([-1, 1], [0, 1], 1.0),
        ([0, 1], [20, 80], None),
        ([20, 80], [0, 1], None),
        ([1, 2], [3, 5], None),
    ],
)
def test_scales_that_differ_are_refused(labels, scores, highest):
    """Labels outside the scores' range, or ten times as large or small, are on another scale."""
    with pytest.raises(InputError, match="a mean is corrected on one scale"):
        check_scale("m", np.array(labels), np.array(scores), "q", highest)


@pytest.mark.parametrize(
    ("labels", "scores", "highest"),
    [([0, 1], [0.2, 0.9], 1.0), ([1, 5], [2, 4], None), ([1, 5], [1, 5], 5.0), ([0, 0], [0, 1], 1)],
)
def test_one_scale(labels, scores, highest):
    """Labels within the range of the scores are accepted."""
    check_scale("m", np.array(labels), np.array(scores), "q", highest)
