"""DROP: spans, their alignment and numbers, by hand."""

import pytest

from support.tasks import pairs, scores_of


@pytest.mark.parametrize(
    ("prediction", "reference", "exact", "f1"),
    [
        (["green apple", "bank"], ["bank", "green pear"], 0.0, 0.75),
        (["bank", "green apple"], ["green apple", "bank"], 1.0, 1.0),
        (["bank", "river"], "bank", 0.0, 0.5),
        ("3 points", "4 points", 0.0, 0.0),
        ("3 points", "points", 0.0, 0.67),
    ],
)
def test_by_hand(prediction, reference, exact, f1):
    """Spans are aligned to the best sum, divided by the longer answer; numbers must be shared.

    `green apple` and `green pear` share one word of two, F1 0.5, and `bank` scores 1: 1.5 / 2. A
    span too many leaves 1 / 2. Of `3 points`, precision 1/2 and recall 1 give 0.67; a reference
    with a number that is not shared gives 0.
    """
    found = scores_of("drop", pairs([prediction], [reference]))
    assert found == {"drop_exact_match": exact, "drop_f1": pytest.approx(f1)}
