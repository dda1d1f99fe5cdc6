"""Scorers of inspect_ai: each metric of texts as `sacreval/NAME`, found by its entry point.

    inspect score log.eval --scorer sacreval/chrf

A sample's score is the metric's for single records. The score of a run is not their mean but the
metric's own over all outputs, with a standard error that counts the epochs of a sample as one unit.
"""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite
from typing import TYPE_CHECKING, Any

from inspect_ai.scorer import (  # type: ignore[import-not-found,unused-ignore]
    Metric,
    SampleScore,
    Score,
    Scorer,
    Target,
    metric,
    scorer,
)

from sacreval.core.metric import metrics
from sacreval.errors import UsageError
from sacreval.integrations.running import record_scores, row_metric, rows_of, system_scores

if TYPE_CHECKING:
    from inspect_ai.solver import TaskState  # type: ignore[import-not-found,unused-ignore]

    from sacreval.core.metric import Array

KEY = "sacreval"  # of what a score's metadata hold: the signature, and the row


@metric(scores="unreduced")  # type: ignore[untyped-decorator,unused-ignore]
def system() -> Metric:
    """The metric over all outputs, not the mean over samples."""

    def compute(scores: list[SampleScore]) -> Any:
        text, rows, _ = _rows(scores)
        return _value(system_scores(row_metric(text), rows))

    return compute


@metric(name="stderr", scores="unreduced")  # type: ignore[untyped-decorator,unused-ignore]
def standard_error() -> Metric:
    """The jackknife's standard error of `system`, over samples with all their epochs."""

    def compute(scores: list[SampleScore]) -> Any:
        import numpy as np

        from sacreval.stats.clusters import sums_by_group
        from sacreval.stats.intervals.bounds import jackknife_t

        text, rows, samples = _rows(scores)
        _, units = np.unique(samples, return_inverse=True)
        reduce = row_metric(text).reduce
        table = sums_by_group(rows, units)
        errors = {
            name: float(jackknife_t([table], lambda sums, name=name: reduce(sums)[name]).error)
            for name in row_metric(text).outputs
        }
        if len(errors) > 1:  # whose values are beside those of `system`
            errors = {f"{name}_stderr": x for name, x in errors.items()}
        return _value({name: x if isfinite(x) else 0.0 for name, x in errors.items()})

    return compute


def _rows(scores: list[SampleScore]) -> tuple[str, Array, list[str]]:
    """Return the metric's signature, its rows, and the sample of each.

    Raises:
        UsageError: If a score is not one of sacreval's.
    """
    import numpy as np

    held = [(score.score.metadata or {}).get(KEY) for score in scores]
    texts = {row_held["metric"] for row_held in held if row_held}
    if len(texts) != 1 or None in held:
        raise UsageError("sacreval/system is a metric of scorers sacreval/…; use it with them")
    rows = np.array([row_held["row"] for row_held in held if row_held], dtype=float)
    return texts.pop(), rows, [str(score.sample_id) for score in scores]


def _value(scores: dict[str, float]) -> Any:
    """Return a number, or several by name."""
    return next(iter(scores.values())) if len(scores) == 1 else scores


def scorer_of(name: str, **options: Any) -> Scorer:
    """Return the scorer of a metric, for tasks that are written in Python.

    Args:
        name: Name of the metric, such as chrf.
        options: Its options, such as word_order=2.

    Raises:
        UsageError: If there is no such metric, or it is not one of texts with references.
    """
    scorer: Scorer = _FACTORIES[name](**options) if name in _FACTORIES else _refuse(name)
    return scorer


def _refuse(name: str) -> Scorer:
    metrics.get(name)  # which names the nearest
    raise UsageError(f"{name} is not a metric for inspect; use sacreval evaluate on its log")


def _factory(name: str) -> Callable[..., Scorer]:
    """Register the scorer of a metric, which is imported when it is first used."""

    def make(**options: Any) -> Scorer:
        import msgspec

        spec = f"{name}{msgspec.json.encode(options).decode()}" if options else name
        metric = row_metric(spec)

        async def score(state: TaskState, target: Target) -> Score:
            answer = state.output.completion
            [row] = rows = rows_of(metric, [answer], [list(target)], [[state.input_text]])
            scores = {k: float(v[0]) for k, v in record_scores(metric, rows).items()}
            held = {KEY: {"metric": metric.signature(), "row": row.tolist()}}
            return Score(value=_value(scores), answer=answer, metadata=held)

        return score

    make.__name__ = name
    registered: Callable[..., Scorer] = scorer(metrics=[system(), standard_error()], name=name)(
        make
    )
    return registered


_FACTORIES = {name: _factory(name) for name in metrics if "/" not in name}
