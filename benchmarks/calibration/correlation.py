"""correlate's intervals and tests of arrays: scores of metrics and of people in, results out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from benchmarks.calibration.cells import Seen
from benchmarks.calibration.evaluation import Array
from sacreval.features.correlate.analysis import TaskRun, run_one
from sacreval.features.correlate.data.score_set import ScoreSet
from sacreval.features.correlate.options import DEFAULT_TEST, CorrelationOptions

HUMAN = "human"


def correlated(
    metrics: Mapping[str, Array],
    people: Array,
    level: str,
    coefficients: tuple[str, ...],
    **options: Any,
) -> dict[str, Any]:
    """Correlate metrics with people, as `correlate` does.

    Args:
        metrics: Name to scores, array (systems, inputs).
        people: Human scores, array (systems, inputs).
        level: The level.
        coefficients: Their names.
        options: Of `CorrelationOptions`.
    """
    n_systems, n_inputs = people.shape
    data = ScoreSet(
        tuple(f"s{i:03d}" for i in range(n_systems)),
        tuple(f"i{i:03d}" for i in range(n_inputs)),
        scores=metrics,
        judgments={HUMAN: people},
    )
    chosen = CorrelationOptions(human=(HUMAN,), level=(level,), coefficient=coefficients, **options)
    return run_one(TaskRun(data, chosen, tuple(metrics)))


def intervals(
    metric: Array, people: Array, level: str, truths: Mapping[str, float], **options: Any
) -> dict[str, Seen]:
    """Return for each coefficient whether its interval covers the truth.

    Args:
        metric: Scores of the metric, array (systems, inputs).
        people: Human scores, array (systems, inputs).
        level: The level.
        truths: Name of a coefficient to its value in the population.
        options: Of `CorrelationOptions`.
    """
    found = correlated({"metric": metric}, people, level, tuple(truths), **options)
    notice = any(map(doubts, found.get("notes", ())))
    results = zip(truths.items(), found["results"], strict=True)
    return {name: _seen(one["interval"], truth, notice) for (name, truth), one in results}


def _seen(interval: Mapping[str, Any] | None, truth: float, notice: bool) -> Seen:
    if interval is None:
        return Seen(True, notice=True)
    low, high = interval["low"], interval["high"]
    return Seen(low - 1e-12 <= truth <= high + 1e-12, high - low, notice)


def rejects(
    x: Array, y: Array, people: Array, level: str, coefficient: str, **options: Any
) -> Seen:
    """Test two metrics for a difference, with the default test."""
    chosen = {"interval": "none", "test": DEFAULT_TEST, **options}
    found = correlated({"x": x, "y": y}, people, level, (coefficient,), **chosen)
    [test] = found["tests"]
    p = test["p_value"]
    notice = any(map(doubts, found.get("notes", ())))
    return Seen(p is not None and p <= 0.05, notice=notice)


def doubts(note: str) -> bool:
    """Whether a note says that an interval or a test may not hold."""
    return any(text in note for text in ("too few", "too short", "errs", "no difference could"))
