"""Running: a metric that is updated step by step, and merged over processes without any loss."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from math import fsum
from typing import TYPE_CHECKING, Any, Self

from sacreval.core.contract.declarations import of_sets
from sacreval.core.contract.metric_records import for_instances, is_settled
from sacreval.core.records import Batch, Instance
from sacreval.errors import InputError, UsageError
from sacreval.execution.serialization import has_whole_rows

if TYPE_CHECKING:
    from sacreval.core.metric import Array, Metric

TEXTS = {"references", "sources"}


class RunningMetric:
    """A metric whose rows of sufficient statistics are collected step by step.

    Its score is that of all outputs at once, exactly: rows of several processes are concatenated.

    Args:
        metric: A metric with options, as in `chrf{"word_order": 2}`.

    Raises:
        UsageError: If the metric scores whole sets, or an option depends on all data.

    Attributes:
        metric: The metric.
        table: The rows so far, array (n, k).
    """

    def __init__(self, metric: str) -> None:
        import numpy as np

        self.metric = row_metric(metric)
        self.table: Array = np.empty((0, 0))

    def update(
        self,
        predictions: Sequence[Any],
        references: Sequence[Any] | None = None,
        *,
        sources: Sequence[Any] | None = None,
    ) -> None:
        """Score outputs and keep their rows.

        Args:
            predictions: The outputs.
            references: For each output its references: one, or a list of several.
            sources: For each output its sources: one, or a list of several.
        """
        import numpy as np

        rows = rows_of(self.metric, predictions, references, sources)
        self.table = np.concatenate([self.table, rows]) if self.table.size else rows

    def merge(self, *others: Self) -> Self:
        """Return a metric with the rows of this one and of others.

        Raises:
            UsageError: If they are of another metric, or of other options.
        """
        import numpy as np

        for other in others:
            if other.metric != self.metric:
                raise UsageError(
                    f"{other.metric.signature()} cannot be merged into {self.metric.signature()}; "
                    "merge metrics with the same options"
                )
        tables = [part.table for part in (self, *others) if part.table.size]
        merged = type(self)(self.metric.signature())
        merged.table = np.concatenate(tables) if tables else self.table
        return merged

    def compute(self) -> dict[str, float]:
        """Return the scores of all outputs so far, by name.

        Raises:
            UsageError: If there are none.
        """
        if not self.table.size:
            raise UsageError(f"{self.metric.name}: there is no output yet; call update first")
        return system_scores(self.metric, self.table)

    def reset(self) -> None:
        """Drop all rows."""
        self.table = self.table[:0, :0]


@cache
def row_metric(text: str) -> Metric:
    """Return a metric with rows, on its usual engine.

    Args:
        text: A signature, or a metric with options in braces.

    Raises:
        UsageError: If it scores whole sets, needs other fields, or depends on all data.
    """
    from sacreval.metrics._wrappers import from_signature
    from sacreval.scoring.entries.engine import choose
    from sacreval.scoring.entries.run_metrics import entry

    metric = choose(from_signature(text) if "|" in text else entry(text).metric, None)
    if of_sets(metric):
        raise UsageError(f"{metric.name} scores whole sets, not single outputs; use evaluate")
    if metric.judges != "prediction" or not TEXTS.issuperset(metric.needs):
        needed = ", ".join((metric.judges, *metric.needs))
        raise UsageError(f"{metric.name} needs {needed}, not texts alone; use sacreval evaluate")
    if not is_settled(metric):
        raise UsageError(
            f"{metric.name}: an option depends on all data, which are not known yet; set it, or "
            "use evaluate"
        )
    return metric


def rows_of(
    metric: Metric,
    predictions: Sequence[Any],
    references: Sequence[Any] | None = None,
    sources: Sequence[Any] | None = None,
) -> Array:
    """Return the rows of outputs, array (n, k).

    Args:
        metric: A return value of `row_metric`.
        predictions: The outputs, n.
        references: For each one reference, or several in a list; None if the metric needs none.
        sources: The same of sources.

    Raises:
        UsageError: If a field that the metric needs is absent, or lengths differ.
        InputError: If a record is not one that the metric can score.
    """
    fields = {"references": references, "sources": sources}
    for name, values in fields.items():
        if values is None and name in metric.needs:
            raise UsageError(f"{metric.name} needs {name}; give one for each output")
        if values is not None and len(values) != len(predictions):
            raise UsageError(
                f"{len(predictions)} predictions and {len(values)} {name}; give one for each output"
            )
    if not predictions:
        return metric.rows(Batch([]))
    empty = [None] * len(predictions)
    columns = zip(predictions, references or empty, sources or empty, strict=True)
    records = [
        Instance(prediction=text, references=listed(right), sources=listed(source))
        for text, right, source in columns
    ]
    return _checked(metric, Batch(records))


def listed(value: Any) -> list[Any] | None:
    """Return several values as a list; one is a list of one."""
    if value is None:
        return None
    return list(value) if isinstance(value, list | tuple) else [value]


def record_scores(metric: Metric, rows: Array) -> Mapping[str, Array]:
    """Return the scores of single outputs, output to array (n,)."""
    return for_instances(metric).reduce(rows)


def system_scores(metric: Metric, rows: Array) -> dict[str, float]:
    """Return the scores of all outputs at once, which do not depend on the order of rows."""
    import numpy as np

    whole = has_whole_rows(type(metric))
    # Sums of fractions depend on their order, unless they are rounded once.
    exact = rows.sum(axis=0) if whole else np.array([fsum(x) for x in rows.T.tolist()])
    return {name: float(score) for name, score in metric.reduce(exact).items()}


def _checked(metric: Metric, batch: Batch) -> Array:
    """Return the rows of records after the same checks as in commands."""
    from sacreval.core.contract.read_values import read_batch
    from sacreval.scoring.rows.field_checks import checked

    [right] = checked([batch], [metric])
    read = read_batch(metric, right)
    for why in read.unreadable.values():
        raise InputError(why)
    return metric.rows(read.batch)
