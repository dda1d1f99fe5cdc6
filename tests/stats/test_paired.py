"""Paired tests, by hand."""

import numpy as np
import pytest

from sacreval.stats import paired


@pytest.mark.parametrize("cells", [1, 300, 2**21])
def test_masks_are_one_stream(cells, monkeypatch):
    """Masks are the same whatever the size of a block."""
    want = np.concatenate(list(paired.swap_masks(5, trials=100, seed=3)))
    monkeypatch.setattr(paired, "BLOCK_CELLS", cells)
    got = np.concatenate(list(paired.swap_masks(5, trials=100, seed=3)))
    np.testing.assert_array_equal(got, want)
    assert set(got.ravel()) == {0.0, 1.0}


def test_shuffled_sums():
    """A side has the rows of one system where the mask is 1, and else those of the other."""
    a, b = np.array([[1.0], [2.0], [4.0]]), np.array([[10.0], [20.0], [40.0]])
    (mask,) = paired.swap_masks(3, trials=8, seed=0)
    kept = paired.kept_sums([a, b], trials=8, seed=0)
    left, right = paired.shuffled_sums([a.sum(axis=0), b.sum(axis=0)], kept)
    np.testing.assert_allclose(right, mask @ a + (1 - mask) @ b)
    np.testing.assert_allclose(left, mask @ b + (1 - mask) @ a)


@pytest.mark.parametrize(
    ("draws", "observed", "p", "sacrebleu"),
    [([0, 1, 2], 2, 2 / 4, 1 / 4), ([0, 1, 2], -3, 1 / 4, 1 / 4), ([0, 0], 0, 1, 1 / 3)],
)
def test_p_values(draws, observed, p, sacrebleu):
    """Draws that equal the difference count, and one is added to both; sacrebleu leaves them."""
    found = paired.p_value(np.array(draws, float), observed)
    assert found == (pytest.approx(p), pytest.approx(sacrebleu))


def test_differences():
    """What only rounding keeps apart is equal."""
    base = np.array([0.1 + 0.2, 1e6, 1.0])
    other = np.array([0.3, 1e6 + 1e-4, 1.5])
    assert paired.differences(base, other).tolist() == [0.0, 0.0, 0.5]


def test_sign_test():
    """Three gains and no loss: 2 (1/2)^3; ties do not count; nothing but ties is 1."""
    assert paired.sign_test(np.array([1.0, 2, 3, 0])) == pytest.approx(0.25)
    assert paired.sign_test(np.array([1.0, -1])) == 1.0
    assert paired.sign_test(np.zeros(3)) == 1.0


def test_wilcoxon():
    """Of three gains all 8 signs are as likely: 2 / 8; nothing but ties is 1."""
    assert paired.wilcoxon(np.array([1.0, 2, 3])) == pytest.approx(0.25)
    assert paired.wilcoxon(np.zeros(3)) == 1.0


@pytest.mark.parametrize(
    ("found", "size"), [([1.0, 3.0], 2**0.5), ([0.0, 0.0], 0.0), ([2.0, 2.0], None), ([1.0], None)]
)
def test_effect_size(found, size):
    """Mean 2 over standard deviation sqrt(2); without spread there is none."""
    assert paired.effect_size(np.array(found)) == (size and pytest.approx(size))


def test_detectable():
    """At 0.05 and power 0.8 it is 1.95996 + 0.84162 standard errors."""
    assert paired.detectable(2.0, alpha=0.05) == pytest.approx(2 * (1.959964 + 0.841621), abs=1e-5)


@pytest.mark.parametrize(
    ("larger_first", "expected"),
    [(True, [(1, 1), (2, 3), (2, 3)]), (False, [(3, 3), (1, 2), (1, 2)])],
)
def test_rank_ranges(larger_first, expected):
    """The first is always ahead; the others change places, or share one."""
    scores = np.array([[9.0, 9, 9, 9], [2, 1, 1, 2], [1, 2, 1, 2]])
    found = paired.rank_ranges(scores, confidence=0.95, larger_first=larger_first)
    assert found == expected
