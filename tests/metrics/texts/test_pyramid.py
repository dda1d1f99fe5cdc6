"""The modified pyramid score and its jackknife."""

import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError
from sacreval.readers._base import convert
from sacreval.scoring.rows.field_checks import check
from sacreval.scoring.score import score

# Three references; a is in all, b in two, c and d in one each: 7 contributions, 7/3 units each.
PYRAMID = {
    "summaries": 3,
    "scus": [
        {"scu_id": "a", "contributors": [0, 1, 2]},
        {"scu_id": "b", "contributors": [0, 2]},
        {"scu_id": "c", "contributors": [1]},
        {"scu_id": "d", "contributors": [1]},
    ],
}


def one(scus, pyramid=PYRAMID, **fields):
    record = convert({"scus": scus, "pyramid": pyramid, **fields}, "here")
    [found] = score([Batch([record])], metrics.get("pyramid")()).records
    return found.scores


def test_weights_and_the_best_attainable():
    """Found units weigh 3 + 1; the best three of 3, 2, 1, 1 weigh 6."""
    assert one(["a", "c"])["modified_pyramid_score"] == pytest.approx(4 / 6)
    assert one(["a", "b", "c"])["modified_pyramid_score"] == 1.0
    assert one(["a", "a", "zz"])["modified_pyramid_score"] == pytest.approx(3 / 6)


def test_its_jackknife():
    """Each reference is dropped in turn; units without contributors go, and the best is new."""
    # without 0: a 2, b 1, c 1, d 1 over 2 references: ceil(5/2) = 3 units, best 4; a + c = 3
    # without 1: a 2, b 2 over 2: 2 units, best 4; c is gone: a = 2
    # without 2: as without 0
    want = (3 / 4 + 2 / 4 + 3 / 4) / 3
    assert one(["a", "c"])["modified_pyramid_score_jk"] == pytest.approx(want)


def test_a_reference_has_jackknifed_scores_only():
    """A human summary is scored on the pyramid of the others, under _jk."""
    found = one(["a"], system_type="reference")
    assert list(found) == ["modified_pyramid_score_jk"]


def test_one_reference_is_counted():
    """A pyramid of one reference has no jackknifed score, and the run counts it."""
    record = convert({"scus": [], "pyramid": {"summaries": 1, "scus": []}}, "here")
    found = score([Batch([record])], metrics.get("pyramid")())
    assert list(found.records[0].scores) == ["modified_pyramid_score"]
    assert found.single_reference == 1


def test_an_empty_pyramid_scores_nothing():
    """Without any unit the score is 0."""
    assert one(["a"], {"summaries": 2, "scus": []})["modified_pyramid_score"] == 0.0


def test_a_contributor_must_be_a_reference():
    """A contributor that is not numbered among the references is refused with its place."""
    pyramid = {"summaries": 1, "scus": [{"scu_id": "a", "contributors": [1]}]}
    record = convert({"scus": ["a"], "pyramid": pyramid}, "here")
    with pytest.raises(InputError, match="records:1: unit a has contributor 1"):
        check(Batch([record]), metrics.get("pyramid")(), [])


@pytest.mark.parametrize("contributor", [True, 1.0, "1", [1], -1, 3, None])
def test_contributors_that_are_no_reference(contributor):
    """What is no number of a reference is refused, also beside an equal number that is one."""
    scus = [{"scu_id": "a", "contributors": [0, 1]}, {"scu_id": "b", "contributors": [contributor]}]
    record = Instance(scus=[], pyramid={"summaries": 3, "scus": scus})
    assert f"unit b has contributor {contributor}, " in metrics.get("pyramid")().fault(record)
