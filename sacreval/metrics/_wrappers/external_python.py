"""Metrics in Python: `py:module:Class`, or a function of prediction and references."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any, ClassVar, cast

from sacreval.core import code_files, python_names
from sacreval.core.field_types import ANYTHING, Kind, any_number_of
from sacreval.core.metric import MeanMetric, Metric
from sacreval.errors import RecordError, UsageError, one_line


def metric_class(path: str) -> type[Metric]:
    """Create the metric class for `py:MODULE:ATTRIBUTE`.

    Raises:
        UsageError: If the attribute is neither a metric class nor a function.
        NotSetUpError: If it cannot be imported.
    """
    found = python_names.named(path, "py:MODULE:CLASS, or py:MODULE:FUNCTION")
    module, _, attribute = path.partition(":")
    if isinstance(found, type) and issubclass(found, Metric):
        created: Any = type(found.__name__, (found,), {"__doc__": found.__doc__})
    elif callable(found) and not isinstance(found, type):
        created = _of_function(found, attribute)
    else:
        raise UsageError(f"py:{path} is neither a subclass of Metric nor a function")
    inherited = created.rests_on
    # The attribute may be defined in another module than the one that exports it.
    named = module, getattr(found, "__module__", None) or module
    created.rests_on = lambda metric: [*inherited(metric), *code_files.of_modules(named)]
    return cast("type[Metric]", created)


def _of_function(function: Callable[[Any, Any], float], output: str) -> type[Metric]:
    """Create a metric class from a function of prediction and references that returns a number."""

    @dataclass(frozen=True, kw_only=True)
    class FromFunction(MeanMetric):
        """The mean of a function of prediction and references over records."""

        kinds: ClassVar[Mapping[str, Kind]] = {
            "prediction": ANYTHING,
            "references": any_number_of(ANYTHING),
        }

        @property
        def outputs(self) -> tuple[str, ...]:
            return (output,)

        def scores(self, prediction: Any, prepared: Any) -> Sequence[float]:
            return (_number(function, prediction, prepared),)

    FromFunction.__doc__ = function.__doc__ or FromFunction.__doc__
    return FromFunction


def _number(function: Callable[[Any, Any], float], prediction: Any, references: Any) -> float:
    """Call a user's function; an error in it concerns one record.

    Raises:
        RecordError: If the function raises an error or does not return a finite number.
    """
    try:
        value = float(function(prediction, references))
    except Exception as error:
        raise RecordError(
            f"{function.__name__} raised {one_line(error)}; fix it, or correct the record"
        ) from error
    if not isfinite(value):
        raise RecordError(f"{function.__name__} returns {value}; return a finite number")
    return value
