"""How often each test of two metrics calls them different although they correlate equally.

Worlds differ in what is exchangeable. In all of them both metrics have the same expected
correlation with people, so every rejection is false; a test keeps its level if it rejects 5 % in
its own world.

    python -m benchmarks.calibration.metric_tests --worlds 1000 > metric_tests.json
"""

import argparse
import json
import sys
from collections.abc import Callable

import numpy as np

from sacreval.features.correlate.measures.coefficient_names import COEFFICIENTS
from sacreval.features.correlate.significance.run_test import Three, run_trial
from sacreval.features.correlate.significance.trials import POPULATIONS, TrialPlan, make_trial
from sacreval.stats.association.levels import Level

NOMINAL = 0.05
World = Callable[[np.random.Generator, int, int], Three]
OWN = {
    "perm-systems": "systems",
    "perm-inputs": "inputs",
    "perm-both-xor": "cells",
    "perm-both-cells": "cells",
    "williams": "systems",
    "bootstrap-systems": "systems",
    "bootstrap-inputs": "inputs",
    "bootstrap-both": "systems and inputs",
    "centred-systems": "systems",
    "centred-inputs": "inputs",
    "centred-both": "systems and inputs",
}


def cells(rng: np.random.Generator, n_systems: int, n_inputs: int) -> Three:
    """Both metrics are people plus noise that is new in every cell."""
    quality = rng.normal(size=(n_systems, 1)) + rng.normal(size=(n_systems, n_inputs))
    noise = rng.normal(size=(2, n_systems, n_inputs))
    return Three(quality + noise[0], quality + noise[1], quality)


def systems(rng: np.random.Generator, n_systems: int, n_inputs: int) -> Three:
    """Each metric also has a random bias for each system."""
    x, y, z = cells(rng, n_systems, n_inputs)
    taste = rng.normal(size=(2, n_systems, 1))
    return Three(x + taste[0], y + taste[1], z)


def inputs(rng: np.random.Generator, n_systems: int, n_inputs: int) -> Three:
    """Each metric also has a random quality for each input."""
    x, y, z = cells(rng, n_systems, n_inputs)
    light = rng.normal(size=(2, 1, n_inputs))
    mean = z.mean(axis=0)
    return Three(x + light[0] * (z - mean), y + light[1] * (z - mean), z)


def both(rng: np.random.Generator, n_systems: int, n_inputs: int) -> Three:
    """Both: a random bias for systems and a random quality for inputs."""
    x, y, z = inputs(rng, n_systems, n_inputs)
    taste = rng.normal(size=(2, n_systems, 1))
    return Three(x + taste[0], y + taste[1], z)


WORLDS: dict[str, World] = {
    "cells": cells,
    "systems": systems,
    "inputs": inputs,
    "systems and inputs": both,
}


def rejections(
    test: str,
    world: World,
    *,
    level: Level,
    coefficient: str = "pearson",
    shape: tuple[int, int] = (12, 40),
    worlds: int = 1_000,
    resamples: int = 199,
    seed: int = 0,
) -> float:
    """Share of worlds in which the two-sided test rejects at 5 %."""
    rng = np.random.default_rng(seed)
    count = 0
    for number in range(worlds):
        three = world(rng, *shape)
        plan = TrialPlan(test, resamples, number, exact=False)
        trial = make_trial(plan, shape, level)
        count += run_trial(trial, COEFFICIENTS[coefficient], three, level).p.two_sided <= NOMINAL
    return count / worlds


def main() -> None:
    """Print a table of rejections as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--worlds", type=int, default=1_000)
    options = parser.parse_args()
    table = []
    for level in (Level.SYSTEM, Level.SUMMARY):
        for test, own in OWN.items():
            if test == "williams" and level is not Level.SYSTEM:
                continue
            row = {
                name: rejections(test, world, level=level, worlds=options.worlds)
                for name, world in WORLDS.items()
            }
            table.append({"level": level.value, "test": test, "own": own, **row})
            sys.stderr.write(f"{table[-1]}\n")
    print(
        json.dumps(
            {
                "nominal": NOMINAL,
                "worlds": options.worlds,
                "tests": sorted(POPULATIONS),
                "rejections": table,
            },
            indent=1,
        )
    )


if __name__ == "__main__":
    main()
