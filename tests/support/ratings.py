"""Simulated outputs with ratings of three people and scores of judges."""

from typing import Any

import numpy as np


def judged(
    n: int = 60,
    *,
    noise: float = 0.7,
    bias: float = 0.0,
    favour: float = 0.0,
    by_length: float = 0.0,
) -> list[dict[str, Any]]:
    """Return records of three systems with whole ratings from 1 to 5.

    Args:
        n: Number of instances.
        noise: Standard deviation of the judge's errors.
        bias: What the judge adds to every output.
        favour: What it adds to outputs of the system `own`.
        by_length: What it adds for 100 characters more than 200.
    """
    rng, records = np.random.default_rng(5), []
    for i in range(n):
        for system in ("own", "x", "y"):
            truth, length = rng.uniform(1.5, 4.5), int(rng.integers(100, 300))
            ratings = np.clip(np.rint(truth + 0.7 * rng.normal(size=3)), 1, 5)
            score = truth + bias + favour * (system == "own") + noise * rng.normal()
            score += by_length * (length - 200) / 100
            records.append({
                "instance_id": str(i), "system_id": system, "prediction": "a" * length,
                "scores": {"judge": float(np.clip(np.rint(score), 1, 5)), "far": 100 * truth},
                "judgments": {"good": ratings.tolist(), "single": float(ratings.mean())},
            })  # fmt: skip
    return records
