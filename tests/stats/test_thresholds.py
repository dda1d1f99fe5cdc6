"""Where a cut is worth most, beside the loop that the official script of SQuAD 2.0 runs."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sacreval.stats.association.weighted import Steps, max_f1
from sacreval.stats.thresholds import best_cut


def by_loop(values, gains, start):
    """Go through the values in their order and keep the first best sum."""
    total = best = start
    cut = 0.0
    for i in np.argsort(values, kind="stable"):
        total += gains[i]
        if total > best:
            best, cut = total, values[i]
    return best, cut


@given(
    st.lists(st.sampled_from([0.4, 0.8, -1.0, 0.1, -0.3]), min_size=1, max_size=30),
    st.integers(0, 5),
    st.randoms(use_true_random=False),
)
def test_sums_round_as_in_a_loop(gains, start, random):
    """Equally good cuts are told apart as a loop tells them, rounding included."""
    values = [(i + 1) / (len(gains) + 1) for i in range(len(gains))]
    random.shuffle(values)
    found = best_cut(
        np.array(values), np.array(gains), np.ones(len(gains)), start=np.array(float(start))
    )
    assert (float(found.total), float(found.cut)) == by_loop(values, gains, float(start))


def test_the_lowest_of_equally_good_cuts():
    """A cut that gains nothing stays below all values; of equal gains the lowest counts."""
    one, start = np.ones(3), np.array(2.0)
    gains = np.array([-1.0, 1.0, 0.0])
    assert best_cut(np.array([0.1, 0.2, 0.3]), gains, one, start=start) == (2.0, 0.0)
    assert best_cut(np.array([-3.0, 0.2, 0.3]), gains, one, start=start) == (2.0, -4.0)
    assert best_cut(np.array([0.1, 0.2, 0.3]), gains[::-1], one, start=start) == (3.0, 0.2)
    assert best_cut(np.array([0.1, 0.2, 0.2]), gains, one, start=start).cut == 0.0


def test_f1_without_positives():
    """Without positives F1, precision and recall are 0, also before anything is predicted."""
    nothing = Steps(np.zeros(2), np.array([0.0, 1.0]))
    assert max_f1(nothing) == (0, 0.0, 0.0, 0.0)
    found = max_f1(Steps(np.array([1.0, 0.0, 1.0]), np.array([0.0, 2.0, 0.0])))
    assert found == pytest.approx((0, 2 / 3, 1.0, 0.5))
