"""The Jaccard index of texts and of sets of labels, by hand."""

import pytest

from support.tasks import pairs, scores_of


@pytest.mark.parametrize(
    ("prediction", "reference", "options", "value"),
    [
        ("red cat", "red dog", {}, 1 / 3),
        ("red red cat", "red cat", {}, 1.0),
        ("abc", "abd", {"unit": "character"}, 2 / 4),
        ("Red", "red", {}, 0.0),
        ("Red", "red", {"normalize": "lower"}, 1.0),
        (["a", 1], ["1", "b", "a"], {}, 2 / 3),
        ("", "", {}, 1.0),
        ([], ["a"], {}, 0.0),
    ],
)
def test_by_hand(prediction, reference, options, value):
    """`red` is one of three different words; repeated words count once; two empty sets agree."""
    found = scores_of("jaccard", pairs([prediction], [reference]), options)
    assert found == {"jaccard": pytest.approx(value)}


def test_the_best_reference_counts():
    """Of several references the most similar counts."""
    record = {"prediction": "a b", "references": ["c", "a b c"]}
    assert scores_of("jaccard", [record]) == {"jaccard": pytest.approx(2 / 3)}
