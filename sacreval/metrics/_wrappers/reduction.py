"""One score of several predictions, references, or both (Cavusoglu et al. 2023)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Any, Literal, Self

from sacreval.core.contract import metric_records
from sacreval.core.contract.declarations import direction, field_kind, highest_score, of_sets
from sacreval.core.contract.metric_records import for_instances, settle
from sacreval.core.contract.wrapper import Wrapped
from sacreval.core.options.field_types import Kind, many
from sacreval.errors import RecordError, UsageError
from sacreval.stats.segments import offsets

if TYPE_CHECKING:
    from sacreval.core.metric import Array, Metric
    from sacreval.core.records import Batch, Instance


Fold = Literal["best", "max", "min", "mean", "median"]
WITHOUT = "own"  # in signatures: the metric itself handles several references


@dataclass(frozen=True, kw_only=True)
class Folded(Wrapped):
    """A metric on every prediction, or on every pair of prediction and reference of a record.

    Scores of pairs are reduced over references, then over predictions, separately for each output;
    the score of a system is the mean over records. `best` is the maximum where higher is better
    and the minimum where lower is better.

    Args:
        metric: The inner metric; it scores pairs by its rule for single records.
        reduce_predictions: Reduction over `predictions`; None for a single prediction.
        reduce_references: Reduction over references; None leaves them to the metric.
    """

    reduce_predictions: Fold | None = None
    reduce_references: Fold | None = None

    def __post_init__(self) -> None:
        scale = self.score_scale._replace(mean=True, highest=self._highest())
        object.__setattr__(self, "score_scale", scale)
        object.__setattr__(self, "origin", self.origin._replace(counterpart=""))
        if of_sets(self.metric) or self.judges != "prediction":
            raise UsageError(
                f"{self.name} does not score pairs of texts; drop --reduce-predictions and "
                "--reduce-references"
            )
        if self.reduce_references and "references" not in self.needs:
            raise UsageError(f"{self.name} does not use references; drop --reduce-references")
        if "best" in (self.reduce_predictions, self.reduce_references):
            self._check_best()
        if self.reduce_references:
            object.__setattr__(self, "single_reference", False)
        if self.reduce_predictions:
            kinds: dict[str, Kind] = dict(self.kinds)
            kinds["predictions"] = many(field_kind(self, "prediction"))
            object.__setattr__(self, "judges", "predictions")
            object.__setattr__(self, "kinds", kinds)

    def settle(self, batches: Sequence[Batch]) -> Self:
        """Settle the inner metric on a record for each prediction."""
        if not self.reduce_predictions:
            return super().settle(batches)
        return replace(self, metric=settle(self.metric, [_single(batch) for batch in batches]))

    def rows(self, batch: Batch) -> Array:
        """Score every pair and reduce the scores of each record."""
        import numpy as np

        scores = self.of_predictions(batch)
        if self.reduce_predictions:
            batch.kept[id(self)] = scores
        sizes = [len(instance.predictions or ()) for instance in batch]
        scores = fold(scores, sizes, self.reduce_predictions, self._signs())
        return np.column_stack([scores, np.ones(len(scores))])

    def unanswered(self, batch: Batch) -> Sequence[int]:
        """Return the indices of the records with a prediction without an answer that counts."""
        if not self.reduce_predictions:
            return metric_records.unanswered(self.metric, batch)
        without = set(metric_records.unanswered(self.metric, _single(batch)))
        ends = accumulate(len(instance.predictions or ()) for instance in batch)
        starts = [0, *ends]
        lacks = all if self.reduce_predictions in ("best", "max") else any
        return [
            i
            for i, (a, b) in enumerate(pairwise(starts))
            if lacks(x in without for x in range(a, b))
        ]

    def of_predictions(self, batch: Batch) -> Array:
        """Score every prediction, with its scores against references reduced to one.

        Args:
            batch: `n` records.

        Returns:
            Array (m, c): a row for each prediction of each record, a column for each output.
        """
        import numpy as np

        grids = [self._grid(instance) for instance in batch]
        pairs = [pair for grid in grids for group in grid for pair in group]
        metric = for_instances(self.metric)
        columns = metric.reduce(metric.rows(type(batch)(pairs, workers=batch.workers)))
        scores = np.column_stack([columns[name] for name in self.outputs])
        by_prediction = [len(group) for grid in grids for group in grid]
        return fold(scores, by_prediction, self.reduce_references, self._signs())

    def _signs(self) -> Array:
        """Return 1 for each output of which larger values are better, else -1."""
        import numpy as np

        better = [direction(self, name) for name in self.outputs]
        return np.array([-1.0 if higher is False else 1.0 for higher in better])

    def reduce(self, sums: Array) -> Mapping[str, Array]:
        """Average over records."""
        return {name: sums[..., i] / sums[..., -1] for i, name in enumerate(self.outputs)}

    def options(self) -> dict[str, Any]:
        """Return the options, with `own` where the metric itself handles several references."""
        listed = super().options().items()
        return {k: WITHOUT if v is None and k.startswith("reduce_") else v for k, v in listed}

    def _highest(self) -> Mapping[str, float]:
        """Return the largest scores of pairs, those of the metric for a whole system included."""
        if not self.is_settled():
            return {}
        scores = {name: highest_score(self.metric, name) for name in self.outputs}
        return {
            **self.metric.score_scale.greatest,
            **{k: v for k, v in scores.items() if v is not None},
        }

    def _check_best(self) -> None:
        """Reject `best` for outputs without a direction.

        Raises:
            UsageError: If an output has no direction.
        """
        if not self.is_settled():
            return
        names = [name for name in self.outputs if direction(self, name) is None]
        if names:
            raise UsageError(
                f"{self.name}: neither larger nor smaller values of {', '.join(names)} are "
                "better, so that none is the best; reduce by max, min, mean or median"
            )

    def _grid(self, instance: Instance) -> list[list[Instance]]:
        """List the pairs of a record, prediction by prediction."""
        import msgspec

        predictions = instance.predictions if self.reduce_predictions else [instance.prediction]
        references: Sequence[Any] = [instance.references]
        if self.reduce_references:
            references = [[reference] for reference in instance.references or ()]
        return [
            [
                msgspec.structs.replace(instance, prediction=p, predictions=None, references=r)
                for r in references
            ]
            for p in predictions or ()
        ]


def _single(batch: Batch) -> Batch:
    """Return a record for each prediction of a batch."""
    import msgspec

    instances = [
        msgspec.structs.replace(instance, prediction=text, predictions=None)
        for instance in batch
        for text in instance.predictions or ()
    ]
    return replace(batch, instances=instances, lines=())


def fold(scores: Array, sizes: Sequence[int], how: Fold | None, signs: Array) -> Array:
    """Reduce scores segment by segment.

    Args:
        scores: Array (m, c).
        sizes: How many rows each of `n` segments has, 1 or more.
        how: Reduction; None if every segment has one row.
        signs: Array (c,): 1 where higher is better, else -1.

    Returns:
        Array (n, c).
    """
    import numpy as np

    if how is None:
        return scores
    starts = np.concatenate([[0], np.cumsum(sizes)])
    if how == "median":
        return np.stack([np.median(scores[a:b], axis=0) for a, b in pairwise(starts)])
    folded: Array
    if how == "mean":
        folded = np.add.reduceat(scores, starts[:-1]) / np.asarray(sizes)[:, None]
    elif how == "best":
        folded = signs * np.maximum.reduceat(signs * scores, starts[:-1])
    else:
        folded = (np.maximum if how == "max" else np.minimum).reduceat(scores, starts[:-1])
    return folded


def reduces_predictions(metric: Metric) -> bool:
    """Return whether a metric reduces the scores of several predictions to one."""
    return _reduction(metric) is not None


def prediction_scores(metric: Metric, batch: Batch) -> Sequence[Array | None]:
    """Return the scores of the predictions of each record."""
    reduction = _reduction(metric)
    if reduction is None or not batch.answered:
        return [None] * len(batch)
    answered = iter(_all_scores(reduction, batch.answered))
    failed = set(batch.failed)
    return [None if i in failed else next(answered) for i in range(len(batch))]


def _all_scores(metric: Folded, batch: Batch) -> Sequence[Array | None]:
    """Return what `rows` has kept, or compute it again where that was in another process."""
    scores = batch.kept.get(id(metric))
    if scores is None:
        try:
            scores = metric.of_predictions(batch)
        except RecordError:
            return [_alone(metric, batch[i : i + 1]) for i in range(len(batch))]
    starts = offsets(len(instance.predictions or ()) for instance in batch)
    return [scores[a:b] for a, b in pairwise(starts)]


def _alone(metric: Folded, batch: Batch) -> Array | None:
    try:
        return metric.of_predictions(batch)
    except RecordError:
        return None


def _reduction(metric: Metric) -> Folded | None:
    while isinstance(metric, Wrapped) and not isinstance(metric, Folded):
        metric = metric.metric
    return metric if isinstance(metric, Folded) and metric.reduce_predictions else None
