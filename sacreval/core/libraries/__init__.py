"""Scores computed by a metric's reference library, for `verify`; one module per library."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from math import isfinite
from typing import TYPE_CHECKING, Any

from sacreval.errors import NotSetUpError

if TYPE_CHECKING:
    from sacreval.core.records import Batch


def library(counterpart: str) -> str:
    """Return the name of a counterpart's library.

    Args:
        counterpart: `module:function`, such as `scikit_learn:accuracy`.
    """
    return counterpart.partition(":")[0].replace("_", "-")


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
        found = getattr(import_module(f"{__name__}.{module}"), function)(metric, batch)
    except ImportError as error:
        raise NotSetUpError(
            f"{library(counterpart)} is not installed; run: pip install 'sacreval[labels]'"
        ) from error
    return {name: value for name, value in found.items() if isfinite(value)}
