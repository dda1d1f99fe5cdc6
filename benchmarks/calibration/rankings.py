"""Worlds of systems that people and a metric score: systems and inputs are drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from math import asin, pi
from typing import NamedTuple

import numpy as np

from benchmarks.calibration.cells import Cell, Seen
from benchmarks.calibration.correlation import intervals
from benchmarks.calibration.evaluation import Array

COEFFICIENTS = {
    "system": ("pearson", "spearman", "kendall", "pa"),
    "summary": ("pearson", "kendall", "tau-a", "acc-eq"),
    "global": ("pearson", "kendall"),
}
TAILS = 3.0  # degrees of freedom of t, in worlds with heavy tails


class Shape(NamedTuple):
    """Qualities of systems with correlation rho, difficulties of inputs, noise of cells."""

    systems: int
    inputs: int
    rho: float
    heavy: bool = False

    def draw(self, rng: np.random.Generator) -> tuple[Array, Array]:
        """Draw scores of the metric and of people, arrays (systems, inputs)."""
        people, other = rng.normal(size=(2, self.systems, 1))
        metric = self.rho * people + np.sqrt(1 - self.rho**2) * other
        if self.heavy:
            scale = np.sqrt(TAILS / rng.chisquare(TAILS, (self.systems, 1)))
            people, metric = people * scale, metric * scale
        light = rng.normal(size=self.inputs)
        noise = rng.normal(size=(2, self.systems, self.inputs))
        return metric + light + noise[0], people + light + noise[1]


def system_truths(shape: Shape) -> Mapping[str, float]:
    """Return the coefficients of system means in the population of systems."""
    variance = TAILS / (TAILS - 2) if shape.heavy else 1.0
    r = shape.rho * variance / (variance + 1 / shape.inputs)
    tau = _heavy_tau(shape) if shape.heavy else 2 / pi * asin(r)
    rank = _heavy_rank(shape) if shape.heavy else 6 / pi * asin(r / 2)
    return {"pearson": r, "spearman": rank, "kendall": tau, "pa": (1 + tau) / 2}


@cache
def _means(shape: Shape) -> tuple[Array, Array]:
    rng = np.random.default_rng(0)
    many = shape._replace(systems=100_000, inputs=1)
    people, other = rng.normal(size=(2, many.systems))
    metric = many.rho * people + np.sqrt(1 - many.rho**2) * other
    scale = np.sqrt(TAILS / rng.chisquare(TAILS, many.systems))
    noise = rng.normal(size=(2, many.systems)) / np.sqrt(shape.inputs)
    return metric * scale + noise[0], people * scale + noise[1]


@cache
def _heavy_tau(shape: Shape) -> float:
    from scipy.stats import kendalltau

    return float(kendalltau(*_means(shape)).statistic)


@cache
def _heavy_rank(shape: Shape) -> float:
    from scipy.stats import spearmanr

    return float(spearmanr(*_means(shape)).statistic)


def cell_truths(shape: Shape, level: str) -> Mapping[str, float]:
    """Return the coefficients at summary or global level, of normal worlds."""
    r = (shape.rho + 1) / 3 if level == "global" else shape.rho / 2
    tau = 2 / pi * asin(r)
    if level == "global":
        return {"pearson": r, "kendall": tau}
    return {
        "pearson": _mean_r(shape.systems, r),
        "kendall": tau,
        "tau-a": tau,
        "acc-eq": (1 + tau) / 2,
    }


@cache
def _mean_r(n: int, r: float) -> float:
    """Return the mean of Pearson's r of n pairs, which is below that of the population."""
    rng = np.random.default_rng(0)
    x, other = rng.normal(size=(2, 200_000, n))
    y = r * x + np.sqrt(1 - r**2) * other
    x, y = x - x.mean(axis=1, keepdims=True), y - y.mean(axis=1, keepdims=True)
    return float(np.mean((x * y).sum(axis=1) / np.sqrt((x**2).sum(axis=1) * (y**2).sum(axis=1))))


def cells() -> Iterator[Cell]:
    """Yield system level with 8 to 30 systems, then summary and global level."""
    for rho in (0.6, 0.9):
        for systems in (8, 12, 16, 30):
            yield _at("system", Shape(systems, 100, rho))
    for systems in (8, 16, 30):
        yield _at("system", Shape(systems, 100, 0.9, heavy=True))
    for level in ("summary", "global"):
        for systems in (8, 16):
            yield _at(level, Shape(systems, 40, 0.8))


def _at(level: str, shape: Shape) -> Cell:
    names = COEFFICIENTS[level]

    def simulate(rng: np.random.Generator) -> dict[str, Seen]:
        truths = system_truths(shape) if level == "system" else cell_truths(shape, level)
        return intervals(*shape.draw(rng), level, truths, epsilon=0.0)

    tails = ", heavy tails" if shape.heavy else ""
    world = f"{level} level, correlation {shape.rho:g}{tails}"
    size = f"{shape.systems} x {shape.inputs}"
    return Cell("correlate", world, size, dict.fromkeys(names, "cautious"), simulate, 0.3)
