"""Scores by length of reference: bins of about equal size, and the scores of their records."""

import pytest

from sacreval.core.metric import metrics
from sacreval.core.records import Batch, Instance
from sacreval.errors import UsageError
from sacreval.scoring.evaluate import evaluate
from sacreval.scoring.length_bins import ReferenceLengths, scores_by_length


def batch(references, predictions=None):
    """Return records 0, 1, ... with these references, of system s."""
    return Batch(
        [
            Instance(
                instance_id=str(i),
                system_id="s",
                prediction=predictions[i] if predictions else "a",
                references=found,
            )
            for i, found in enumerate(references)
        ]
    )


def bins_of(references):
    kept = ReferenceLengths()
    assert len(list(kept.watch([batch(references)]))) == 1
    return kept.bins()


def test_bins_have_about_equal_size():
    """Thirty lengths fall into six bins of five, which are named by the lengths in them."""
    bins = bins_of([["word " * (i + 1)] for i in range(30)])
    assert [label.split("\N{EN DASH}") for label in bins.labels] == [
        ["1", "5"], ["6", "10"], ["11", "15"], ["16", "20"], ["21", "25"], ["26", "30"],
    ]  # fmt: skip
    assert [list(bins.places.values()).count(place) for place in range(6)] == [5] * 6
    assert bins.unit == "words"


def test_equal_lengths_share_a_bin():
    """No length is in two bins, and few records have few bins."""
    assert bins_of([["one two"]] * 40).labels == ["2"]
    assert len(bins_of([["word " * (i + 2)] for i in range(12)]).labels) == 2
    mostly = bins_of([["one two"]] * 30 + [["one two three"]] * 3)
    assert mostly.labels in (["2", "3"], ["2\N{EN DASH}3"])


def test_several_references_count_by_their_mean():
    """Of texts with two and four words the length is three."""
    assert bins_of([["a b", "a b c d"]]).labels == ["3"]


def test_texts_without_spaces_are_counted_in_characters():
    """Where half of the texts are one word, words would not tell them apart."""
    bins = bins_of([["自然言語"], ["処理"], ["two words"]])
    assert (bins.unit, bins.labels) == ("characters", ["2\N{EN DASH}9"])


def test_no_references():
    """Where there is nothing to measure, that is said."""
    with pytest.raises(UsageError, match="no record has references"):
        bins_of([None, []])


def test_scores():
    """The score of a bin is that of its records; instances without references are in none."""
    references = [["word " * (i + 1)] for i in range(10)] + [None]
    right = [found[0] if found and i < 4 else "wrong" for i, found in enumerate(references)]
    bins = bins_of(references)
    scored = Batch([*batch(references[:10], right)])
    evaluation = evaluate([scored], metrics.get("exact-match")())
    [found] = scores_by_length(evaluation, bins)
    assert (found.output, found.system) == ("exact_match", "s")
    assert found.counts == [5, 5]
    assert found.values == [0.8, 0.0]
    fewer = evaluate([Batch([*scored][:3])], metrics.get("exact-match")())
    assert [x.values for x in scores_by_length(fewer, bins)] == [[1.0, None]]
