"""Kinds of metrics: of sets, of samples, of pairs with references, and means."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from sacreval.core.contract.metric_contract import Metric, on_kernels
from sacreval.core.contract.metric_values import ScoreScale
from sacreval.errors import UsageError

if TYPE_CHECKING:
    from sacreval.core.contract.formulas import Sums
    from sacreval.core.contract.metric_values import Array
    from sacreval.core.records import Batch


class SetMetric(Metric):
    """A metric of whole sets, whose score is not a function of a sum over single outputs.

    `evaluate` scores sets with `measure`; scores of single records raise UsageError.
    """

    of_sets: ClassVar[bool] = True

    @abstractmethod
    def measure(self, batch: Batch) -> Mapping[str, float]:
        """Compute the scores of a set of records, by output."""

    def row(self, _prediction: Any, _prepared: Any) -> Sequence[float]:
        """Return a count of 1, so that sets can be selected by rows."""
        return (1.0,)

    def native_rows(self, batch: Batch) -> Array:
        """Return a count of 1 for each record; `measure` uses the kernels."""
        import numpy as np

        return np.ones((len(batch), 1))

    def reduce(self, _sums: Array) -> Mapping[str, Array]:
        """Raise UsageError, as the score is not a function of sums of rows."""
        raise UsageError(
            f"{self.name} scores sets of outputs, not single outputs; "
            "use `sacreval evaluate` without --instances"
        )


class SampleMetric(SetMetric):
    """A metric of the numbers of a set, such as a rank correlation.

    Its rows are the numbers themselves. A subclass defines `of_sample`, which scores the rows of
    one set; or `estimate`, which scores weighted samples of them, so that intervals need no loop
    over resamples.
    """

    @abstractmethod
    def row(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Return the numbers of one record."""

    def of_sample(self, rows: Array) -> Mapping[str, float]:
        """Compute the scores of a set.

        Args:
            rows: Array (n, k), the numbers of its records; a record that is drawn several times
                for a resample is there as often.

        Returns:
            Output name to score; NaN where it is undefined, if `undefined_where` states that.
        """
        raise NotImplementedError(f"{self.name} defines neither of_sample nor estimate")

    def estimate(self, rows: Array, weights: Array) -> Mapping[str, Array]:
        """Compute the scores of weighted samples, by default each by `of_sample`.

        Args:
            rows: Array (n, k).
            weights: Array (..., n): how many times each record occurs in each sample.

        Returns:
            Output name to array (...).
        """
        import numpy as np

        counts = np.atleast_2d(weights).reshape(-1, len(rows)).astype(np.int64)
        scores = [self.of_sample(np.repeat(rows, count, axis=0)) for count in counts]
        shape = np.shape(weights)[:-1]
        return {
            name: np.array([outputs[name] for outputs in scores], dtype=float).reshape(shape)
            for name in self.outputs
        }

    def measure(self, batch: Batch) -> Mapping[str, float]:
        """Compute the scores of the sample that contains every record once."""
        import numpy as np

        scores = self.estimate(self.rows(batch), np.ones(len(batch)))
        return {name: float(score) for name, score in scores.items()}


class PairKernel(Metric):
    """A metric whose kernel computes counts for each (prediction, reference) pair.

    `fold` combines the pairs of one prediction; leaving a reference out is folding the others.
    """

    pairs_are_rows: ClassVar[bool] = False  # `fold` selects one pair of each record, and `reduce`
    # and `details` take plain numbers

    @abstractmethod
    def native_pairs(self, batch: Batch) -> Array:
        """Compute the counts of every pair.

        Args:
            batch: `n` predictions and their `p` references.

        Returns:
            Array (p, c) of counts.
        """

    @abstractmethod
    def fold(self, pairs: Array, starts: Array) -> Array:
        """Combine the pairs of every instance to one row, by selection or by averaging.

        Args:
            pairs: Array (p, c).
            starts: Offsets (n + 1,): instance i has pairs `starts[i]` to `starts[i + 1] - 1`.

        Returns:
            Array (n, k).
        """

    def covers_native(self) -> bool:
        """Return whether the kernel supports these options; by default all."""
        return True

    def native_rows(self, batch: Batch) -> Array:
        """Compute the pairs and fold them."""
        return self.fold(self.native_pairs(batch), batch.texts.starts)

    def native_sums(self, batch: Batch) -> Sums | None:
        """Return the sum of the pairs, where each is a row."""
        from sacreval.core.contract.formulas import Sums

        if not (self.pairs_are_rows and batch.texts.one_each):
            return None
        from sacreval import native

        return Sums(map(float, native.summed(lambda: self.native_pairs(batch))))

    def native_lists(self, batch: Batch) -> list[Sequence[float]] | None:
        """Return the rows as plain numbers, where each is of one pair and `of_pair` computes it."""
        if type(self).of_pair is PairKernel.of_pair or not batch.texts.one_each:
            return None
        from sacreval import native

        return list(map(self.of_pair, native.listed(lambda: self.native_pairs(batch))))

    def of_pair(self, _counts: Sequence[int]) -> Sequence[float]:
        """Return the row of a record from the counts of its only pair, as plain numbers."""
        raise NotImplementedError(f"{self.name} folds arrays")

    def pair_rows(self, batch: Batch) -> Array:
        """Compute the statistics of every output against each of its references alone.

        Args:
            batch: Records with at least one reference each.

        Returns:
            Array (sum of reference counts, k), record after record.
        """
        import numpy as np

        pairs = self.native_pairs(batch)
        return self.fold(pairs, np.arange(len(pairs) + 1)).astype(float, copy=False)

    def leave_one_out_rows(self, batch: Batch) -> Array:
        """Compute the pairs, and fold for each the others of its instance."""
        if not on_kernels(self):
            return super().leave_one_out_rows(batch)
        return self.rows_with_leave_one_out(batch)[1]

    def rows_with_leave_one_out(self, batch: Batch) -> tuple[Array, Array]:
        """Compute the pairs once for both results."""
        if not on_kernels(self):
            return self.rows(batch), self.leave_one_out_rows(batch)
        import numpy as np

        from sacreval.stats.segments import others_in_blocks

        pairs, starts = self.native_pairs(batch), batch.texts.starts
        blocks = others_in_blocks(starts)
        left = np.concatenate([self.fold(pairs[block.rows], block.starts) for block in blocks])
        return self.fold(pairs, starts).astype(float, copy=False), left.astype(float, copy=False)


class MeanMetric(Metric):
    """A metric whose system score is the mean of its scores of single outputs.

    Its rows are those scores and a count, since a mean is a ratio of sums. Subclasses define
    `scores`.
    """

    score_scale = ScoreScale(mean=True)

    def __init_subclass__(cls, **options: Any) -> None:
        """Check that the highest score is that of a mean.

        Raises:
            UsageError: If the class declares it without `mean`.
        """
        super().__init_subclass__(**options)
        scale = cls.score_scale
        if isinstance(scale, ScoreScale) and scale.highest is not None and not scale.mean:
            raise UsageError(
                f"{cls.__name__}: score_scale has the highest score of a mean, and no mean; write "
                f"ScoreScale(mean=True, highest={scale.highest!r})"
            )

    @abstractmethod
    def scores(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Compute the scores of one output, in the order of `outputs`.

        Args:
            prediction: The output.
            prepared: The result of `prepare` for its record.
        """

    def row(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Append the count to the scores."""
        return (*self.scores(prediction, prepared), 1.0)

    def reduce(self, sums: Array) -> Mapping[str, Array]:
        """Divide the sums of scores by the count."""
        return {name: sums[..., i] / sums[..., -1] for i, name in enumerate(self.outputs)}
