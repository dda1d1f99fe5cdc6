"""Correlations and tests of small sets, with the options of `sacreval correlate` as keywords."""

from typing import Any

from sacreval.features.correlate import correlate as correlations
from sacreval.features.correlate.correlation_results import CorrelationReport
from sacreval.features.correlate.data.score_set import ScoreSet
from sacreval.features.correlate.options import CorrelationOptions
from sacreval.features.correlate.significance import compare_metrics as tests

ALL = ("all",)


def options_of(**options: Any) -> CorrelationOptions:
    """Create options from keywords; those that can be repeated take lists or one word."""
    repeated = {"human", "level", "coefficient", "systems", "exclude"} & options.keys()
    lists = {k: [options[k]] if isinstance(options[k], str) else options[k] for k in repeated}
    return CorrelationOptions(**options | {k: tuple(v) for k, v in lists.items()})


def correlate(
    data: ScoreSet, *, metrics: Any = ALL, references: str | None = None, **options: Any
) -> CorrelationReport:
    """Correlate metrics with human judgments."""
    return correlations.correlate(data, options_of(**options), metrics, references)


def compare_metrics(data: ScoreSet, *, metrics: Any = ALL, **options: Any) -> CorrelationReport:
    """Test all pairs of metrics, without intervals."""
    asked = options_of(**{"interval": "none", "test": "bootstrap-both", **options})
    return tests.compare_metrics(data, asked, metrics)
