"""Worlds of several comparisons: whether any of them finds a difference that is not there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from benchmarks.calibration.cells import Cell, Kind, Seen
from benchmarks.calibration.comparison import compared, found
from benchmarks.calibration.evaluation import Array, Mean, doubts, mean_rows
from sacreval.core.metric import MeanMetric
from sacreval.features.compare.result import ComparisonReport, Settings

N = 200
OUTPUTS = 9
KINDS: dict[str, Kind] = {"any false finding": "exact"}
OVER_ALL: dict[str, Any] = {"family": "all"} if "family" in Settings.__dataclass_fields__ else {}


@dataclass(frozen=True, kw_only=True)
class Nine(MeanMetric):
    """A mean with nine outputs."""

    name: ClassVar[str] = "nine"

    @property
    def outputs(self) -> tuple[str, ...]:
        return tuple(f"output{i}" for i in range(OUTPUTS))

    def scores(self, prediction: Any, prepared: Any) -> Sequence[float]:
        raise NotImplementedError


def cells() -> Iterator[Cell]:
    """Yield nine systems against a base, and nine outputs of one system."""
    yield _cell("9 equal systems against a base", lambda rng: _systems(rng, 0))
    yield _cell("5 equal and 4 better systems against a base", lambda rng: _systems(rng, 4))
    if OVER_ALL:
        yield _cell("9 outputs of one metric, --family all", _outputs)


def _cell(name: str, report: Callable[[np.random.Generator], tuple[ComparisonReport, int]]) -> Cell:
    def simulate(rng: np.random.Generator) -> dict[str, Seen]:
        run, skipped = report(rng)
        hit = any(map(found, run.comparisons[skipped:]))
        return {"any false finding": Seen(hit, notice=any(map(doubts, run.notices)))}

    return Cell("compare", name, str(N), KINDS, simulate, 0.3)


def _systems(rng: np.random.Generator, better: int) -> tuple[ComparisonReport, int]:
    item = rng.normal(size=N)
    shift = np.repeat([0.0, 0.3, 0.0], [1, better, 9 - better])
    tables = [mean_rows(item + rng.normal(size=N) + s) for s in shift]
    return compared(Mean(), tables), better


def _outputs(rng: np.random.Generator) -> tuple[ComparisonReport, int]:
    def side() -> Array:
        return 0.8 * rng.normal(size=(N, 1)) + 0.6 * rng.normal(size=(N, OUTPUTS))

    tables = [np.column_stack([side(), np.ones(N)]) for _ in range(2)]
    return compared(Nine(), tables, **OVER_ALL), 0
