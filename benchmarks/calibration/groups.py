"""Worlds of groups: questions that share a passage."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np

from benchmarks.calibration.cells import Cell, Seen
from benchmarks.calibration.evaluation import Array, Points, Share, mean_rows, seen

ICCS = (0.0, 0.1, 0.3, 0.5)
GROUPS = (10, 20, 50, 200)
SIZE = 10  # questions of a passage


def chances(rng: np.random.Generator, p: float, icc: float, n: int) -> Array:
    """Draw the chances of passages: mean p, intraclass correlation icc of the answers."""
    if icc == 0 or p in {0.0, 1.0}:
        return np.full(n, p)
    total = (1 - icc) / icc
    return rng.beta(p * total, (1 - p) * total, n)


def cells() -> Iterator[Cell]:
    """Yield groups of equal and of unequal sizes, of 0/1 and of other scores."""
    for icc in ICCS:
        for count in GROUPS:
            yield _answers(icc, count)
    for icc in (0.0, 0.1, 0.3):
        for count in (10, 20, 50, 200):
            yield _ceiling(icc, count)
    for count in GROUPS[:3]:
        yield _unequal(count)
        yield _zipf(count)
    for icc in (0.1, 0.5):
        for count in GROUPS[:3]:
            yield _ratings(icc, count)


def _answers(icc: float, count: int) -> Cell:
    def simulate(rng: np.random.Generator) -> dict[str, Seen]:
        of = np.repeat(np.arange(count), SIZE)
        right = rng.random(count * SIZE) < chances(rng, 0.7, icc, count)[of]
        return {"interval": seen(Share(), mean_rows(right.astype(float)), 0.7, {"passage": of})}

    world = f"0/1 in passages of 10, ICC {icc:g}"
    return Cell("evaluate", world, str(count), {"interval": "coverage"}, simulate)


def _ceiling(icc: float, count: int) -> Cell:
    def simulate(rng: np.random.Generator) -> dict[str, Seen]:
        p, of = rng.uniform(0.93, 0.99), np.repeat(np.arange(count), SIZE)
        right = rng.random(count * SIZE) < chances(rng, p, icc, count)[of]
        return {"interval": seen(Share(), mean_rows(right.astype(float)), p, {"passage": of})}

    world = f"0/1 near the ceiling (.93 to .99) in passages of 10, ICC {icc:g}"
    return Cell("evaluate", world, str(count), {"interval": "coverage"}, simulate)


def _unequal(count: int) -> Cell:
    """Sizes from 1 to 21; long passages are harder."""

    def simulate(rng: np.random.Generator) -> dict[str, Seen]:
        sizes = rng.integers(1, 22, count)
        of = np.repeat(np.arange(count), sizes)
        easy = np.clip(0.9 - 0.02 * sizes + rng.normal(0, 0.1, count), 0.0, 1.0)
        right = rng.random(len(of)) < easy[of]
        return {
            "interval": seen(Share(), mean_rows(right.astype(float)), _truth(), {"passage": of})
        }

    world = "0/1 in passages of 1 to 21, long ones harder"
    return Cell("evaluate", world, str(count), {"interval": "coverage"}, simulate)


@cache
def _truth() -> float:
    rng = np.random.default_rng(0)
    sizes = np.arange(1, 22)
    easy = np.clip(0.9 - 0.02 * sizes + rng.normal(0, 0.1, (100_000, 21)), 0.0, 1.0).mean(axis=0)
    return float((easy * sizes).sum() / sizes.sum())


def _zipf(count: int) -> Cell:
    """Templates of which few have most of the items; sizes say nothing of difficulty."""

    def simulate(rng: np.random.Generator) -> dict[str, Seen]:
        sizes = np.minimum(rng.zipf(1.8, count) + 1, 40)
        of = np.repeat(np.arange(count), sizes)
        right = rng.random(len(of)) < chances(rng, 0.8, 0.2, count)[of]
        return {"interval": seen(Share(), mean_rows(right.astype(float)), 0.8, {"template": of})}

    world = "own: 0/1 of templates of 2 to 40, ICC 0.2"
    return Cell("evaluate", world, str(count), {"interval": "coverage"}, simulate)


def _ratings(icc: float, count: int) -> Cell:
    def simulate(rng: np.random.Generator) -> dict[str, Seen]:
        of = np.repeat(np.arange(count), SIZE)
        shared, own = rng.normal(size=count)[of], rng.normal(size=count * SIZE)
        scores = 50 + 15 * (np.sqrt(icc) * shared + np.sqrt(1 - icc) * own)
        rows = mean_rows(scores.clip(0, 100))  # symmetric, so that the mean remains 50
        return {"interval": seen(Points(), rows, 50.0, {"dialogue": of})}

    world = f"ratings from 0 to 100 of 10 turns a dialogue, ICC {icc:g}"
    return Cell("evaluate", world, str(count), {"interval": "coverage"}, simulate)
