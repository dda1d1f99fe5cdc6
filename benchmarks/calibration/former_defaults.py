"""Side by side: defaults of compare and correlate, and what they were, on the same data sets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

import numpy as np

from benchmarks.calibration.cells import Cell, Kind, Seen
from benchmarks.calibration.comparison import compared, found
from benchmarks.calibration.correlation import intervals
from benchmarks.calibration.evaluation import Array, Mean, Share, mean_rows
from benchmarks.calibration.pairs import SAME, Pair
from benchmarks.calibration.rankings import Shape, cell_truths, system_truths
from sacreval.features.correlate.measures.soft_accuracy import (
    flips,
    pair_p_values,
    soft_pairwise_accuracy,
)
from sacreval.stats.resampling import bootstrap_weights, percentile_interval

TESTS = ("paired-ar", "paired-bs", "wilcoxon", "sign")
SIZES = (10, 30, 100)
SYSTEMS = (8, 12, 16, 30)
LEVEL = 0.05
KINDS: dict[str, Kind] = {
    "default": "beside",
    **dict.fromkeys(TESTS, "beside"),
    "default interval without 0": "beside",
    "percentile interval without 0": "beside",
}


def cells() -> Iterator[Cell]:
    """Yield pairs of equal systems, then shares of pairs of systems that a metric ranks."""
    for name, pair in SAME.items():
        for n in (n for n in pair.sizes if n in SIZES):
            yield _tests(name, pair, n)
    for coefficient, level, rho in (
        ("pa", "system", 0.6),
        ("pa", "system", 0.9),
        ("spa", "system", 0.9),
        ("acc-eq", "summary", 0.8),
    ):
        for systems in SYSTEMS:
            if coefficient == "pa" or systems < SYSTEMS[-1]:
                yield _shares(coefficient, level, rho, systems)


def _tests(name: str, pair: Pair, n: int) -> Cell:
    metric = Share() if pair.bounded else Mean()

    def simulate(rng: np.random.Generator) -> dict[str, Seen]:
        tables = [mean_rows(side) for side in pair.draw(rng, n)]
        [one] = compared(metric, tables, all_tests=True).comparisons
        [former] = compared(metric, tables, test="wilcoxon", interval="percentile").comparisons
        ends = [(x.interval.low, x.interval.high) if x.interval else None for x in (one, former)]
        without = [Seen(pair is not None and not pair[0] <= 0 <= pair[1]) for pair in ends]
        tests = {test: Seen(one.tests[test].p <= LEVEL) for test in TESTS}
        return dict(zip(KINDS, (Seen(found(one)), *tests.values(), *without), strict=True))

    return Cell("compare", f"side by side: {name}", str(n), KINDS, simulate, 0.5)


def _shares(coefficient: str, level: str, rho: float, systems: int) -> Cell:
    shape = Shape(systems, 100 if level == "system" else 40, rho)

    def simulate(rng: np.random.Generator) -> dict[str, Seen]:
        metric, people = shape.draw(rng)
        truth = _truth(coefficient, level, shape)
        chosen = {"units": "systems", "epsilon": 0.0}
        now = intervals(metric, people, level, {coefficient: truth}, **chosen)
        percentile = intervals(
            metric, people, level, {coefficient: truth}, interval="percentile", **chosen
        )
        return {
            "default": now[coefficient],
            "percentile": percentile[coefficient],
            "former default": with_copies(agreement(coefficient, metric, people), truth),
        }

    kinds: dict[str, Kind] = dict.fromkeys(("default", "percentile", "former default"), "beside")
    world = f"side by side: {coefficient}, correlation {rho:g}"
    return Cell("correlate", world, str(systems), kinds, simulate, 0.5)


def agreement(coefficient: str, metric: Array, people: Array) -> Array:
    """Compute how far both agree on each pair of systems, array (systems, systems), 1 at most."""
    if coefficient == "spa":
        first, second = np.triu_indices(len(metric), 1)
        signs = flips(metric.shape[1])
        found = np.eye(len(metric))
        apart = np.abs(pair_p_values(people, signs) - pair_p_values(metric, signs))
        found[first, second] = found[second, first] = 1 - apart
        return found
    sides = (metric, people)
    if coefficient == "pa":
        sides = (metric.mean(axis=1, keepdims=True), people.mean(axis=1, keepdims=True))
    first, second = (np.sign(one[:, None] - one[None]) for one in sides)
    return np.asarray((first == second).mean(axis=2))


def with_copies(agreed: Array, truth: float) -> Seen:
    """Return whether the former interval covers: a system and its copy were a pair that agrees.

    Args:
        agreed: The agreement on each pair, array (systems, systems), 1 of a system with itself.
        truth: That of the population.
    """
    n = len(agreed)
    drawn = np.concatenate(
        [block.copy() for block in bootstrap_weights(n, resamples=1_000, seed=12_345)]
    )
    values = (np.einsum("bi,ik,bk->b", drawn, agreed, drawn) - n) / (n * (n - 1))
    low, high = percentile_interval(values, level=0.95)
    return Seen(bool(low - 1e-12 <= truth <= high + 1e-12), float(high - low))


@cache
def _truth(coefficient: str, level: str, shape: Shape) -> float:
    if coefficient == "spa":
        many = shape._replace(systems=600).draw(np.random.default_rng(0))
        return soft_pairwise_accuracy(*many)
    found: Mapping[str, float] = (
        system_truths(shape) if level == "system" else cell_truths(shape, level)
    )
    return found[coefficient]
