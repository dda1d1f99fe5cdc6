"""Metrics: the contract, its kinds and types, and the `metrics` registry."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sacreval.core.contract.metric_contract import (
    Metric,
    leave_out,
    metrics,
    on_kernels,
    rebuild,
    without_one,
)
from sacreval.core.contract.metric_kinds import MeanMetric, PairKernel, SampleMetric, SetMetric
from sacreval.core.contract.metric_values import (
    Calibrated,
    Direction,
    Engine,
    Noise,
    Origin,
    ScoreScale,
)

if TYPE_CHECKING:
    from sacreval.core.contract.metric_values import Array as Array  # noqa: PLC0414 - for others
    from sacreval.core.contract.metric_values import Ids as Ids  # noqa: PLC0414

__all__ = [
    "Calibrated",
    "Direction",
    "Engine",
    "MeanMetric",
    "Metric",
    "Noise",
    "Origin",
    "PairKernel",
    "SampleMetric",
    "ScoreScale",
    "SetMetric",
    "leave_out",
    "metrics",
    "on_kernels",
    "rebuild",
    "without_one",
]
