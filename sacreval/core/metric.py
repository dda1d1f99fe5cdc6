"""Metrics: the contract, its kinds and types, and the `metrics` registry."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from sacreval.core.aliases import answer
from sacreval.core.metric_contract import Metric, without_one
from sacreval.core.metric_kinds import MeanMetric, PairKernel, SampleMetric, SetMetric
from sacreval.core.metric_values import Calibrated, Direction, Engine, Noise
from sacreval.core.registry import Registry

if TYPE_CHECKING:
    from sacreval.core.metric_values import Array as Array  # noqa: PLC0414 - for others
    from sacreval.core.metric_values import Ids as Ids  # noqa: PLC0414

__all__ = [
    "Calibrated",
    "Direction",
    "Engine",
    "MeanMetric",
    "Metric",
    "Noise",
    "PairKernel",
    "SampleMetric",
    "SetMetric",
    "metrics",
    "rebuild",
    "without_one",
]

metrics: Registry[Metric] = Registry(
    "metric",
    "sacreval.metrics",
    outside="sacreval.metrics._wrappers.external",
    schemes=("py", "hf", "cmd"),
    base=Metric,
    hint=answer,
)


def rebuild(cls: str | type[Metric], values: Mapping[str, Any]) -> Metric:
    """Rebuild a pickled metric.

    Args:
        cls: Its class, or the name of one from outside.
        values: Its options.
    """
    return (metrics.get(cls) if isinstance(cls, str) else cls)(**values)
