"""DROP: spans, their alignment and numbers, by hand."""

from random import Random

import numpy as np
import pytest
from scipy.optimize import linear_sum_assignment

from sacreval.metrics.answers.drop import answer, bag_f1, f1_of
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


def test_alignment_of_any_number_of_spans():
    """Answers of 0 to 3 spans are aligned as scipy aligns them."""
    random = Random(10)
    seen = set()
    for _ in range(400):
        sides = [
            [" ".join(random.choices(["red", "pear", "3", "4.0"], k=2)) for _ in range(k)]
            for k in random.choices(range(4), k=2)
        ]
        ours, theirs = map(answer, sides)
        table = np.zeros((len(theirs.bags), len(ours.bags)))
        for i, j in np.ndindex(*table.shape):
            table[i, j] = bag_f1(ours.bags[j], theirs.bags[i])
        total = float(table[linear_sum_assignment(-table)].sum())
        want = round(total / max(table.shape), 2) if max(table.shape) else 1.0
        assert f1_of(ours, theirs) == want
        seen.add(want)
    assert len(seen) > 10
