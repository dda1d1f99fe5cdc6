"""Votes where a metric decides which answers are the same: classes, silence, and winners."""

import pytest

from sacreval.core.metric import metrics
from sacreval.errors import UsageError
from sacreval.metrics.samples._scorers import scorer_of
from sacreval.metrics.samples._votes import classes, same_by, voting, winners
from support.tasks import scores_of

MAJ = metrics.get("maj-at-k")


def near(pairs):
    """Find numbers equal that differ by at most 1."""
    return [any(abs(one - other) <= 1 for other in others) for one, others in pairs]


def test_classes_are_not_transitive():
    """An answer joins the first class whose first answer it equals, in the order of samples."""
    assert classes([[1, 2, 3, 4], [2, 1, 3], [None, 5, 5]], near) == [
        [0, 0, 2, 2], [0, 0, 0], [None, 1, 1],
    ]  # fmt: skip


def test_equal_answers_are_not_compared():
    """An answer that occurred before has its class, without a comparison."""
    asked = []

    def same(pairs):
        asked.extend(pairs)
        return [False] * len(pairs)

    assert classes([["a", "b", "a", "b"]], same) == [[0, 1, 0, 1]]
    assert asked == [("b", ["a"])]


def test_silent_samples():
    """Samples do not vote if the scorer finds no answer in them, or fails on them."""
    same = same_by(scorer_of("math-verify|timeout:0.5"), 1.0)
    hostile = "(" * 2000 + "1" + ")" * 2000
    assert voting(["1", "nobody knows", None, "1", f"${hostile}$"], same) == [
        True, False, False, True, False,
    ]  # fmt: skip


def test_winners():
    """Ties are in the order of occurrence; without votes there is none."""
    assert winners([3, None, 1, 1, 3]) == ([3, 1], 2)
    assert winners([None]) == ([], 0)


@pytest.mark.parametrize(("ties", "right", "consensus"), [("share", 0.5, 0.5), ("first", 1.0, 0.5)])
def test_math_verify_votes(ties, right, consensus):
    """One half, 0.5 and 2/4 are one answer; a sample without an answer has no vote."""
    record = {"samples": [r"$\frac12$", "3", "so 0.5", "3.0"], "references": ["0.5"]}
    found = scores_of("maj-at-k", [record], {"k": [4], "ties": ties, "scorer": "math-verify"})
    assert found == {"maj_at_4": right, "consensus_at_4": consensus, "unparsed_samples": 0.0}
    record["samples"] += [r"$\frac{2}{4}$", "?"]
    found = scores_of("maj-at-k", [record], {"k": [1, 6], "ties": ties, "scorer": "math-verify"})
    assert found["maj_at_6"] == found["maj_at_1"] == 1.0
    assert (found["consensus_at_6"], found["unparsed_samples"]) == (0.5, 1 / 6)


def test_texts_and_a_scorer_agree():
    """With exact-match as the scorer, votes are those of equal texts."""
    records = [
        {"samples": list(one), "references": ["a", "b"]} for one in ("abca", "bbaa", "cccc", "abcd")
    ]
    for ties in ("share", "first"):
        options = {"k": [1, 2, 4], "ties": ties}
        found = scores_of("maj-at-k", records, {**options, "scorer": "exact-match"})
        assert found.pop("unparsed_samples") == 0.0
        assert found == scores_of("maj-at-k", records, options)


@pytest.mark.parametrize(
    "options",
    [{"scorer": "exact-match", "normalize": "squad"}, {"scorer": "nist"}, {"scorer": "length"}],
)
def test_refused(options):
    """Scorers that do not compare with references alone are refused, and so are two rules."""
    with pytest.raises(UsageError):
        MAJ(**options)
