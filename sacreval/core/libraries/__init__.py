"""Scores computed by a metric's reference library, for `verify`; one module per library."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from math import isfinite
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from sacreval.errors import NotSetUpError

if TYPE_CHECKING:
    from sacreval.core.metric import Metric
    from sacreval.core.records import Batch


def library(counterpart: str) -> str:
    """Return the name of a counterpart's library.

    Args:
        counterpart: `module:function`, such as `scikit_learn:accuracy`.
    """
    return counterpart.partition(":")[0].replace("_", "-")


@runtime_checkable
class ChecksLibrary(Protocol):
    """A metric whose library does not have all of its options, or reads other records."""

    def library_scores(self, batch: Batch, /) -> Mapping[str, float]:
        """Compute scores with the library; empty where it does not have them."""


def library_scores(metric: Metric, batch: Batch) -> Mapping[str, float]:
    """Compute scores with the metric's reference library, without the metric's own rows.

    Returns:
        Output name to score, for the outputs that the library has; empty without `counterpart`.

    Raises:
        NotSetUpError: If the library is not installed.
    """
    if isinstance(metric, ChecksLibrary):
        return metric.library_scores(batch)
    counterpart = metric.origin.counterpart
    return scores(counterpart, metric, batch) if counterpart else {}


def scores(counterpart: str, metric: Any, batch: Batch) -> Mapping[str, float]:
    """Compute the scores of records with a library.

    Args:
        counterpart: `module:function`, such as `scikit_learn:accuracy`.
        metric: The metric, whose options are passed to the library.
        batch: The records.

    Returns:
        Output name to score, for the outputs that the library defines for these records.

    Raises:
        NotSetUpError: If the library is not installed.
    """
    module, _, function = counterpart.partition(":")
    try:
        outputs = getattr(import_module(f"{__name__}.{module}"), function)(metric, batch)
    except ImportError as error:
        raise NotSetUpError(
            f"{library(counterpart)} is not installed; run: pip install 'sacreval[labels]'"
        ) from error
    return {name: value for name, value in outputs.items() if isfinite(value)}
