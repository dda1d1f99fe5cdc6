"""Google BLEU: the smaller of precision and recall of all n-grams, by hand."""

import pytest

from support.tasks import scores_of


@pytest.mark.parametrize("engine", [None, "official"])
@pytest.mark.parametrize(
    ("prediction", "references", "options", "value"),
    [
        ("the cat sat", ["the cat ran"], {}, 3 / 6),
        ("the cat sat", ["x", "the cat ran"], {"max_len": 1}, 2 / 3),
        ("the cat sat", ["the cat ran"], {"min_len": 2}, 1 / 3),
        ("the", ["the cat"], {}, 1 / 3),
        ("The", ["the"], {"lowercase": True}, 1.0),
        ("", [""], {}, 0.0),
    ],
)
def test_by_hand(prediction, references, options, value, engine):
    """Three words have 3 + 2 + 1 n-grams, of which `the`, `cat` and `the cat` match."""
    record = {"prediction": prediction, "references": references}
    found = scores_of("google-bleu", [record], options, engine=engine)
    assert found == {"google_bleu": pytest.approx(value)}


def test_counts_are_summed_over_outputs():
    """1 of 1 and 0 of 3 n-grams are 1 of 4."""
    records = [
        {"prediction": "a", "references": ["a"]},
        {"prediction": "x y", "references": ["a b"]},
    ]
    assert scores_of("google-bleu", records) == {"google_bleu": 0.25}
