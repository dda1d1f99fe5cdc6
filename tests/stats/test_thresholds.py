"""Where a cut is worth most, beside the loop that the official script of SQuAD 2.0 runs."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

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
