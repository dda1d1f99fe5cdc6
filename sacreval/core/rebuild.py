"""Rebuild a metric from its signature, which may come from an untrusted file."""

from __future__ import annotations

import re
from dataclasses import fields
from typing import Any

from sacreval.core import signature
from sacreval.core.metric import Metric, metrics
from sacreval.core.options.option_types import of_fields
from sacreval.core.options.specs import create, value_of

STATED_ONLY = ("asked",)  # options that name a runner of the past, which is never run again


def names_third_party_code(text: str) -> bool:
    """Return whether a signature names third-party code, as the metric or in an option.

    Args:
        text: The signature of a result.
    """
    schemes = "|".join(metrics.schemes)
    run = signature.with_values(text, dict.fromkeys(STATED_ONLY, ""))
    return re.search(rf"(?<![A-Za-z])({schemes}):", run) is not None


def from_signature(text: str) -> Metric:
    """Rebuild the metric of a signature.

    Args:
        text: The signature of a result; parts that are not options are ignored.

    Returns:
        The metric with the same options, on the official engine.

    Raises:
        UsageError: If there is no metric of that name, or it refuses an option.
    """
    name, values = signature.read(text)
    cls = metrics.get(name)
    hints = of_fields(cls)
    return create(
        cls,
        name,
        {
            f.name: _typed(cls, name, f.name, hints[f.name], values[f.name])
            for f in fields(cls)
            if f.name in values
        },
    )


def _typed(cls: type[Metric], name: str, option: str, hint: Any, value: Any) -> Any:
    """Convert a value to the type of its option; 3 stays 3 for 3.0, as it is in the signature."""
    converted = value_of(cls, name, option, hint, value)
    return value if type(value) is int and type(converted) is float else converted
