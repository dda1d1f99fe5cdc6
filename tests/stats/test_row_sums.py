"""Sums of rows under many weights, beside plain products in double precision."""

import numpy as np
import pytest

from sacreval.stats import row_sums
from sacreval.stats.resampling import bootstrap_sums, bootstrap_weights
from sacreval.stats.significance.paired import kept_sums, swap_masks

RNG = np.random.default_rng(11)
WHOLE = RNG.integers(-9, 300, size=(70, 7)).astype(float)
TABLES = {
    "whole": WHOLE,
    "more columns": RNG.integers(0, 2, size=(70, 11)).astype(float),
    "large": WHOLE * 2.0**20,
    "thirds": WHOLE / 3,
    "one is no whole number": np.where(np.arange(70)[:, None] == 69, WHOLE + 0.5, WHOLE),
    "at the limit": np.eye(70)[:, :1] * (2.0**24 - 1),
    "zeros": np.zeros((70, 2)),
}


@pytest.mark.parametrize("large", [0, 2**60], ids=["one thread", "any threads"])
def test_sums_of_trials_are_those_of_double_precision(large, monkeypatch):
    """Whatever the rows, every bit is that of one product of a table in double precision."""
    monkeypatch.setattr(row_sums, "LARGE", large)
    found = kept_sums([*TABLES.values()], trials=90, seed=4)
    for (name, table), sums in zip(TABLES.items(), found, strict=True):
        masks = swap_masks(70, trials=90, seed=4)
        wanted = np.concatenate([mask.astype(float) @ table for mask in masks])
        assert sums.tobytes() == wanted.tobytes(), name


def test_sums_of_resamples_are_those_of_double_precision():
    """The same holds for counts of drawn rows, of which one may be drawn every time."""
    found = bootstrap_sums([*TABLES.values()], resamples=90, seed=4)
    for (name, table), sums in zip(TABLES.items(), found, strict=True):
        blocks = bootstrap_weights(70, resamples=90, seed=4)
        wanted = np.concatenate([weights @ table for weights in blocks])
        assert sums.tobytes() == wanted.tobytes(), name


def test_single_precision_is_used_only_where_it_is_exact():
    """2^24 + 1 has no single precision: sums that may reach it are added in double precision."""
    odd = np.array([[2.0**24 - 1], [2.0]])
    [trials] = kept_sums([odd], trials=64, seed=1)
    assert trials.max() == 2.0**24 + 1
    drawn = np.array([[2.0**23 + 1], [0.0]])
    [resamples] = bootstrap_sums([drawn], resamples=64, seed=1)
    assert resamples.max() == 2.0**24 + 2
