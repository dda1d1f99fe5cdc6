"""Worlds of scores with a threshold or bins: ROC AUC, average precision, best F1, ECE."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np

from benchmarks.calibration.cells import Cell, Seen
from benchmarks.calibration.evaluation import Array, seen
from benchmarks.calibration.texts import metric
from sacreval.stats.intervals.calibration_band import calibration_band, label_sums

SIZES = (30, 100, 300, 1_000)
POPULATION = 400_000  # records that the truth is computed from
OUTPUTS = {
    "roc-auc": "roc_auc",
    "average-precision": "average_precision",
    "max-f1": "max_f1",
    "squad-threshold": "squad_best_f1",
}


def scored(rng: np.random.Generator, n: int) -> Array:
    """Draw scores and labels; positives, two of five, score higher by 1.35 deviations."""
    labels = (rng.random(n) < 0.4).astype(float)
    return np.column_stack([rng.normal(size=n) + 1.35 * labels, labels])


def answered(rng: np.random.Generator, n: int) -> Array:
    """Draw rows of SQuAD 2.0: a third of the questions have no answer, which a model may doubt."""
    none = (rng.random(n) < 1 / 3) * 1.0
    exact = (rng.random(n) < 0.6) * (1 - none)
    f1 = np.where(exact == 1, 1.0, (1 - none) * (rng.random(n) < 0.5) * rng.beta(2, 2, n))
    doubt = 1 / (1 + np.exp(-rng.normal(2 * none - 1, 1.2)))
    return np.column_stack([exact, f1, doubt, none, np.zeros(n)])


def draw(spec: str, rng: np.random.Generator, n: int) -> Array:
    """Draw the rows of a metric."""
    return (answered if spec == "squad-threshold" else scored)(rng, n)


@cache
def truth(spec: str) -> float:
    """Return the score of the population."""
    rows = draw(spec, np.random.default_rng(0), POPULATION)
    return float(metric(spec).estimate(rows, np.ones(POPULATION))[OUTPUTS[spec]])


def cells() -> Iterator[Cell]:
    """Yield every metric at every size, and the band of ECE under calibration."""
    for spec in OUTPUTS:
        for n in SIZES:
            yield _curve(spec, n)
    for n in SIZES[:3]:
        yield _band(n)


def _curve(spec: str, n: int) -> Cell:
    def simulate(rng: np.random.Generator) -> dict[str, Seen]:
        rows = draw(spec, rng, n)
        return {"interval": seen(metric(spec), rows, truth(spec), output=OUTPUTS[spec])}

    share = 0.5 if n < 1_000 else 0.3  # such worlds take long
    return Cell("evaluate", spec, str(n), {"interval": "coverage"}, simulate, share)


def _band(n: int) -> Cell:
    """Return a calibrated model, called miscalibrated where its error is above the band's end."""

    def simulate(rng: np.random.Generator) -> dict[str, Seen]:
        confidences = rng.beta(4, 1.5, n)
        found = metric("calibration-error")
        wrong, right = (
            np.array([found.row(c, (x,)) for c in confidences.tolist()]) for x in (0, 1)
        )

        def error(labels: Array) -> Array:
            return found.reduce(label_sums(labels, wrong, right))["calibration_error"]

        band = calibration_band(confidences, error, error(rng.random(n) < confidences))
        return {"band of a calibrated model": Seen(bool(band.p <= 0.05))}

    kinds = {"band of a calibrated model": "size"}
    return Cell("evaluate", "calibration-error, calibrated model", str(n), kinds, simulate)
