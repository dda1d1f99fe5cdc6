"""Paired tests, by hand."""

import numpy as np
import pytest

from sacreval.stats import resampling
from sacreval.stats.significance import mid_p, paired


@pytest.mark.parametrize("cells", [1, 300, 2**21])
def test_masks_are_one_stream(cells, monkeypatch):
    """Masks are the same whatever the size of a block."""
    want = np.concatenate(list(paired.swap_masks(5, trials=100, seed=3)))
    monkeypatch.setattr(paired, "BLOCK_CELLS", cells)
    got = np.concatenate(list(paired.swap_masks(5, trials=100, seed=3)))
    np.testing.assert_array_equal(got, want)
    assert set(got.ravel()) == {0.0, 1.0}


def test_shuffled_sums():
    """A side has the rows of its system where the mask is 1, and else those of the other."""
    a, b = np.array([[1.0], [2.0], [4.0]]), np.array([[10.0], [20.0], [40.0]])
    (mask,) = paired.swap_masks(3, trials=8, seed=0)
    kept = paired.kept_sums([a, b], trials=8, seed=0)
    left, right = paired.shuffled_sums([a.sum(axis=0), b.sum(axis=0)], kept)
    np.testing.assert_allclose(left, mask @ a + (1 - mask) @ b)
    np.testing.assert_allclose(right, mask @ b + (1 - mask) @ a)


@pytest.mark.parametrize(
    ("draws", "observed", "p", "sacrebleu"),
    [([0, 1, 2], 2, 2 / 4, 1 / 4), ([0, 1, 2], -3, 1 / 4, 1 / 4), ([0, 0], 0, 1, 1 / 3)],
)
def test_p_values(draws, observed, p, sacrebleu):
    """Draws that equal the difference count, and one is added to both; sacrebleu leaves them."""
    p_values = paired.p_value(np.array(draws, float), observed)
    assert p_values == (pytest.approx(p), pytest.approx(sacrebleu))


def test_differences():
    """What only rounding keeps apart is equal."""
    base = np.array([0.1 + 0.2, 1e6, 1.0])
    other = np.array([0.3, 1e6 + 1e-4, 1.5])
    assert paired.differences(base, other).tolist() == [0.0, 0.0, 0.5]


def test_sign_test():
    """Three gains and no loss: 2 (1/2)^3; ties do not count; nothing but ties is 1."""
    assert mid_p.sign_test(np.array([1.0, 2, 3, 0])) == pytest.approx(0.25)
    assert mid_p.sign_test(np.array([1.0, -1])) == 1.0
    assert mid_p.sign_test(np.zeros(3)) == 1.0


def test_wilcoxon():
    """Of three gains all 8 signs are as likely: 2 / 8; nothing but ties is 1."""
    assert mid_p.wilcoxon(np.array([1.0, 2, 3])) == pytest.approx(0.25)
    assert mid_p.wilcoxon(np.zeros(3)) == 1.0


@pytest.mark.parametrize(
    ("found", "size"), [([1.0, 3.0], 2**0.5), ([0.0, 0.0], 0.0), ([2.0, 2.0], None), ([1.0], None)]
)
def test_effect_size(found, size):
    """Mean 2 over standard deviation sqrt(2); without spread there is none."""
    assert paired.effect_size(np.array(found)) == (size and pytest.approx(size))


@pytest.mark.parametrize(
    ("larger_first", "expected"),
    [(True, [(1, 1), (2, 3), (2, 3)]), (False, [(3, 3), (1, 2), (1, 2)])],
)
def test_rank_ranges(larger_first, expected):
    """The first is always ahead; the others change places, or share one."""
    scores = np.array([[9.0, 9, 9, 9], [2, 1, 1, 2], [1, 2, 1, 2]])
    ranks = paired.rank_ranges(scores, confidence=0.95, larger_first=larger_first)
    assert ranks == expected


def simulated(seed, *, n, coarse):
    """Draw two systems of equal quality: correlated, skewed scores, or zeros and ones."""
    rng = np.random.default_rng(seed)
    hard = rng.beta(0.5, 1.0, n)
    if coarse:
        return [(rng.random(n) < hard).astype(float)[:, None] for _ in range(2)]
    return [np.clip(hard + rng.exponential(0.2, n), 0, 1)[:, None] for _ in range(2)]


def p_values(tables, seed):
    totals = [table.sum(axis=0) for table in tables]
    kept = paired.kept_sums(tables, trials=199, seed=seed)
    gap = (kept[0] + totals[1] - kept[1]) - (totals[0] - kept[0] + kept[1])
    differences = paired.differences(tables[0][:, 0], tables[1][:, 0])
    return {
        "paired-ar": paired.p_value(np.abs(gap[:, 0]), float((totals[0] - totals[1])[0])).p,
        "wilcoxon": mid_p.wilcoxon(differences),
        "sign": mid_p.sign_test(differences),
    }


@pytest.mark.long
@pytest.mark.parametrize("coarse", [False, True], ids=["shares", "zeros and ones"])
def test_tests_hold_their_level(coarse):
    """Equal systems are called different in 5 of 100 comparisons at most, and now and then."""
    runs = 800
    simulated_p = [p_values(simulated(i, n=30, coarse=coarse), i) for i in range(runs)]
    most = 0.05 + 3 * (0.05 * 0.95 / runs) ** 0.5
    for test in ("paired-ar", "wilcoxon", "sign"):
        assert 0.015 <= np.mean([p[test] <= 0.05 for p in simulated_p]) <= most, test


@pytest.mark.long
def test_sacrebleus_paired_bootstrap_is_in_effect_one_sided():
    """Why paired-ar decides by default: at 0.05 the paired bootstrap errs in about 1 of 10."""
    runs, wrong = 600, 0
    for i in range(runs):
        rows = np.random.default_rng(i).normal(size=(200, 1))
        gaps = np.abs(resampling.bootstrap_sums([rows], resamples=200, seed=i)[0][:, 0])
        wrong += paired.p_value(gaps - gaps.mean(), float(rows.sum())).p <= 0.05
    assert 0.07 < wrong / runs < 0.13


def test_one_unequal_instance_is_no_evidence():
    """Where one instance decides, every shuffle is as large as what was seen: p is 1."""
    base = np.array([[1.0], *[[0.0]] * 19])
    other = np.zeros((20, 1))
    assert p_values([base, other], 1)["paired-ar"] == 1.0


def test_masks_are_one_stream_however_blocks_fall(monkeypatch):
    """Blocks of any size draw the masks that one call would."""
    whole = np.random.default_rng(5).integers(2, size=(500, 37), dtype=bool)
    for cells in (1, 5000, 10**9):
        monkeypatch.setattr(paired, "BLOCK_CELLS", cells)
        blocks = list(paired.swap_masks(37, trials=500, seed=5))
        assert np.array_equal(np.concatenate(blocks), whole)


def test_rank_ranges_of_equal_systems_are_shared():
    """Equal systems hold the same ranks; a better one is first."""
    scores = np.array([[5.0] * 10, [3.0] * 10, [3.0] * 10])
    ranks = paired.rank_ranges(scores, confidence=0.95, larger_first=True)
    assert ranks == [(1, 1), (2, 3), (2, 3)]


def test_rank_ranges_leave_out_their_share_of_resamples():
    """Ranks held in 50 of 1000 resamples are outside the range of 90 percent, 51 are inside."""
    for times, worst in ((50, 1), (51, 2)):
        first = np.r_[np.zeros(times), np.full(1000 - times, 2.0)]
        ranks = paired.rank_ranges(np.array([first, np.ones(1000)]), confidence=0.9,
                                   larger_first=True)  # fmt: skip
        assert ranks == [(1, worst), (3 - worst, 2)]
        turned = paired.rank_ranges(-np.array([first, np.ones(1000)]), confidence=0.9,
                                    larger_first=False)  # fmt: skip
        assert turned == ranks


def written_out(scores, *, confidence, larger_first):
    """Compare each two systems in each resample."""
    signed = scores if larger_first else -scores
    above = np.sort((signed[None] > signed[:, None]).sum(axis=1) + 1, axis=1)
    level = np.sort((signed[None] >= signed[:, None]).sum(axis=1), axis=1)
    cut = int(scores.shape[1] * (1.0 - confidence) / 2.0 + paired.SLACK)
    return list(zip(above[:, cut].tolist(), level[:, -1 - cut].tolist(), strict=True))


@pytest.mark.parametrize("larger_first", [True, False])
@pytest.mark.parametrize("systems", [1, 2, 17])
def test_rank_ranges_by_sorting_are_those_of_all_pairs(systems, larger_first):
    """Sorted scores give the ranks of comparisons, whether systems tie or have no score."""
    rng = np.random.default_rng(systems)
    tied = rng.integers(4, size=(systems, 120)).astype(float)
    missing = np.where(rng.random(tied.shape) < 0.1, np.nan, tied)
    for scores in (tied, missing, rng.normal(size=tied.shape), tied + 0.1 * (tied == 2)):
        asked = {"confidence": 0.9, "larger_first": larger_first}
        assert paired.rank_ranges(scores, **asked) == written_out(scores, **asked)
