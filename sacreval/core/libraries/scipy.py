"""Correlations computed by scipy."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sacreval.core.records import Batch

FUNCTIONS = {"pearson": "pearsonr", "spearman": "spearmanr", "kendall": "kendalltau"}


def correlation(metric: Any, batch: Batch) -> Mapping[str, float]:
    """Correlate predictions with first references; the caller drops an undefined result."""
    import scipy.stats

    y = [float(x.references[0]) for x in batch if x.references]
    function = getattr(scipy.stats, FUNCTIONS[metric.name])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        result = function(list(map(float, batch.predictions)), y) if len(y) > 1 else None
    return {} if result is None else {metric.name: float(result.statistic)}
