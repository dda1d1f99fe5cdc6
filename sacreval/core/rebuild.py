"""A metric made again from its signature, which a file may hold that anyone has written."""

from __future__ import annotations

import re
from dataclasses import fields
from typing import Any

from sacreval.core import signature
from sacreval.core.metric import Metric, metrics


def names_outside(text: str) -> bool:
    """Return whether a signature names code from outside, itself or through an option.

    Args:
        text: A signature as results carry it.
    """
    schemes = "|".join(metrics.schemes)
    return re.search(rf"(?<![A-Za-z])({schemes}):", text) is not None


def from_signature(text: str) -> Metric:
    """Create the metric of a signature again.

    Args:
        text: A signature as results carry it; what follows the options is ignored.

    Returns:
        The metric with the same options, on the official engine.

    Raises:
        UsageError: If there is no such metric.
    """
    name, values = signature.read(text)
    cls = metrics.get(name)
    settled: dict[str, Any] = {
        f.name: tuple(values[f.name]) if isinstance(values[f.name], list) else values[f.name]
        for f in fields(cls)
        if f.name in values
    }
    return cls(**settled)
