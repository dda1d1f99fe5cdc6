"""Worlds of two metrics that agree equally with people, or not: correlate's default test."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from benchmarks.calibration.cells import Cell, Kind, Seen, Simulate
from benchmarks.calibration.correlation import rejects
from benchmarks.calibration.evaluation import Array
from benchmarks.calibration.metric_tests import WORLDS, World
from sacreval.features.correlate.significance.run_test import Three

CASES = (("system", "pearson"), ("system", "kendall"), ("system", "pa"), ("summary", "kendall"))
SHAPES = ((8, 60), (12, 40))


def unequal(rng: np.random.Generator, n_systems: int, n_inputs: int) -> Three:
    """Draw metrics of which one has a larger bias for each system."""
    people = rng.normal(size=(n_systems, 1)) + rng.normal(size=(n_systems, n_inputs))
    noise = rng.normal(size=(2, n_systems, n_inputs))
    taste: Array = rng.normal(size=(2, n_systems, 1)) * np.array([0.3, 1.2])[:, None, None]
    return Three(people + noise[0] + taste[0], people + noise[1] + taste[1], people)


def cells() -> Iterator[Cell]:
    """Yield equal metrics whose scores are exchangeable in several ways, then unequal ones."""
    for level, coefficient in CASES:
        for shape in SHAPES:
            worlds = {f"equal, by {name}": world for name, world in WORLDS.items()}
            for name, world in {**worlds, "unequal": unequal}.items():
                kind: Kind = "power" if world is unequal else "exact"
                told = f"{coefficient} at {level} level, {name}"
                test = _test(world, level, coefficient, shape)
                size = f"{shape[0]} x {shape[1]}"
                yield Cell("correlate", told, size, {"finding": kind}, test, 0.3)


def _test(world: World, level: str, coefficient: str, shape: tuple[int, int]) -> Simulate:
    def simulate(rng: np.random.Generator) -> dict[str, Seen]:
        x, y, z = world(rng, *shape)
        return {"finding": rejects(x, y, z, level, coefficient)}

    return simulate
