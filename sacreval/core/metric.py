"""Metric: rows of sufficient statistics and the formula over their sums; the `metrics` registry."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self

from sacreval.core.field_types import TEXT_FIELDS, Kind
from sacreval.core.registry import Registry
from sacreval.errors import UsageError
from sacreval.stats.segments import others

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sacreval.core.records import Batch, Instance
    from sacreval.core.remarks import Watch
    from sacreval.text.scripts import Tokenization

    Array = NDArray[Any]

Direction = bool | None  # whether larger is better; None: neither larger nor smaller is
Engine = Literal["native", "official"]


@dataclass(frozen=True, kw_only=True)
class Metric(ABC):
    """Something that scores outputs.

    A metric turns every record into a row of `k` sufficient statistics, once. Scores of one
    record, of a system, of a resample are all `reduce` of a sum of rows. Subclasses are frozen
    dataclasses: their fields are the metric's options, and all of them stand in the signature.

    Args:
        engine: What computes the rows: the official library, or the compiled kernels where
            `covers_native` says that they give the same numbers; where no official library has
            the metric, official is its own definition in Python. Never part of the signature.
    """

    name: ClassVar[str]
    tasks: ClassVar[tuple[str, ...]] = ()  # what it is for; () if its author does not say
    judges: ClassVar[str] = "prediction"  # the field that holds the output
    needs: ClassVar[tuple[str, ...]] = ("references",)  # what it is judged against
    kinds: ClassVar[Mapping[str, Kind]] = TEXT_FIELDS  # what these fields must hold
    example: ClassVar[tuple[Mapping[str, Any], ...]] = ()  # records that are not texts beside texts
    higher_is_better: ClassVar[Direction | Mapping[str, Direction]] = True  # by output where
    # outputs differ; None for what only describes, such as a length
    whole_rows: ClassVar[bool] = False  # rows are whole numbers, which add up exactly in any order
    libraries: ClassVar[tuple[str, ...]] = ()
    own_definition: ClassVar[bool] = False  # its libraries help, but none of them has the metric

    counterpart: ClassVar[str] = (
        ""  # module:function of sacreval.core.libraries that has its scores
    )

    engine: Engine = field(default="official", compare=False, repr=False)

    @property
    @abstractmethod
    def outputs(self) -> tuple[str, ...]:
        """The names of the numbers that `reduce` gives."""

    def prepare(self, *context: Any) -> Any:
        """Digest what the predictions are judged against, once for all systems.

        Args:
            context: The fields named in `needs`, in their order.

        Returns:
            Whatever `row` wants; by default the first field itself.
        """
        return context[0] if context else None

    @abstractmethod
    def row(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Return the statistics of one output, by the official library: the readable definition.

        Args:
            prediction: The output.
            prepared: What `prepare` made of its context.

        Returns:
            The `k` statistics.
        """

    def rows(self, batch: Batch) -> Array:
        """Return the statistics of many outputs.

        Args:
            batch: `n` records.

        Returns:
            Array (n, k), float64.
        """
        import numpy as np

        if self.on_kernels():
            return self.native_rows(batch).astype(np.float64, copy=False)
        prepared: dict[Any, Any] = {}
        rows = []
        for instance in batch:
            context = [getattr(instance, name) for name in self.needs]
            key = repr(context)
            if key not in prepared:
                prepared[key] = self.prepare(*context)
            rows.append(self.row(getattr(instance, self.judges), prepared[key]))
        return np.asarray(rows, dtype=np.float64)

    def leave_one_out_rows(self, batch: Batch) -> Array:
        """Return the statistics of every output against its references without one of them.

        Args:
            batch: Records with at least two references each.

        Returns:
            Array (sum of reference counts, k): for each record one row per left-out reference.
        """
        from sacreval.core.records import Batch

        if self.on_kernels():
            return self.native_leave_one_out_rows(batch).astype(float, copy=False)
        return self.rows(Batch([short for one in batch for short in self.leave_out(one)]))

    def jackknife_rows(self, batch: Batch) -> tuple[Array, Array]:
        """Return what `rows` and `leave_one_out_rows` give, in one pass where a kernel can.

        Args:
            batch: Records with at least two references each.
        """
        return self.rows(batch), self.leave_one_out_rows(batch)

    def parts(self, instance: Instance) -> int:
        """Count what can be left out in turn: references, or a pyramid's contributors."""
        return len(instance.references or ()) if "references" in self.needs else 0

    def leave_out(self, instance: Instance) -> list[Instance]:
        """List the record without each of its parts in turn."""
        return without_one(instance)

    def rests_on(self) -> Sequence[Path]:
        """List files and folders outside sacreval that change rows, such as WordNet's."""
        return ()

    def native_rows(self, batch: Batch) -> Array:
        """Return the statistics by the kernels; only where `covers_native` says so."""
        raise NotImplementedError(f"{self.name} has no kernel")

    def native_leave_one_out_rows(self, batch: Batch) -> Array:
        """Return the statistics without each reference by the kernels, in one pass."""
        raise NotImplementedError(f"{self.name} has no kernel")

    @abstractmethod
    def reduce(self, sums: Array) -> Mapping[str, Array]:
        """Turn sums of rows into scores.

        Args:
            sums: Array (..., k).

        Returns:
            Output name to array (...), in the order of `outputs`.
        """

    def estimate(self, rows: Array, weights: Array) -> Mapping[str, Array]:
        """Score samples of records.

        Args:
            rows: Array (n, k).
            weights: Array (..., n): how often each record stands in each sample.

        Returns:
            Output name to array (...).
        """
        return self.reduce(weights @ rows)

    def fault(self, instance: Instance) -> str | None:
        """Return what is wrong with a record whose fields have the right kinds; None if nothing."""
        del instance
        return None

    def watch(self) -> Watch | None:
        """Return what looks at the records of a system for something the user should know."""
        return None

    def undefined(self, rows: Array) -> Mapping[str, str]:
        """Return which outputs the formula leaves undefined, so that they have a stated value.

        Args:
            rows: Array (n, k) of the records that are scored together, or sums of them.

        Returns:
            Output name to the reason.
        """
        del rows
        return {}

    def computed_by(self) -> str:
        """Return what computes the rows.

        Returns:
            native for the compiled kernels, official for the official library, definition where
            no official library has the metric and sacreval's own code defines it.
        """
        if self.engine == "native":
            return "native"
        return "official" if self.libraries and not self.own_definition else "definition"

    def library_scores(self, batch: Batch) -> Mapping[str, float]:
        """Compute scores by the library that the source names, without any row of the metric.

        Args:
            batch: The records.

        Returns:
            The outputs that the library has; none where `counterpart` names no function.

        Raises:
            NotSetUpError: If the library is not installed.
        """
        from sacreval.core.libraries import scores

        return scores(self.counterpart, self, batch) if self.counterpart else {}

    def is_settled(self) -> bool:
        """Return whether all options are known, so that records can stream by."""
        return True

    def settle(self, batches: Sequence[Batch]) -> Self:
        """Fill in options that are read off the data, such as the labels there are."""
        del batches
        return self

    def for_instances(self) -> Self:
        """Return the metric that scores single records; the same, unless its paper says otherwise."""
        return self

    def is_higher_better(self, output: str) -> Direction:
        """Return whether a larger number of this output is better; None if neither is.

        Raises:
            UsageError: If `higher_is_better` goes by output and lacks this one.
        """
        declared = self.higher_is_better
        if not isinstance(declared, Mapping):
            return declared
        if output not in declared:
            raise UsageError(
                f"{self.name}: higher_is_better has no '{output}'; add it, with None if neither "
                "larger nor smaller numbers are better"
            )
        return declared[output]

    def tokenization(self) -> Tokenization | None:
        """Return how texts are split into tokens; None for a metric that has none of its own.

        Runs say where it finds almost no token, as in a script that it does not know.
        """
        return None

    def covers_native(self) -> bool:
        """Return whether the compiled kernels compute these options."""
        return False

    def on_kernels(self) -> bool:
        """Return whether the compiled kernels make the rows.

        Raises:
            UsageError: If they should, but do not compute these options.
        """
        if self.engine == "native" and not self.covers_native():
            raise UsageError(
                f"The native kernels do not cover {self.signature()}; use the official engine"
            )
        return self.engine == "native"

    def with_engine(self, engine: Engine) -> Self:
        """Return the same metric on another engine.

        Raises:
            UsageError: If the kernels are asked for and do not compute these options.
        """
        moved = replace(self, engine=engine)
        moved.on_kernels()
        return moved

    def options(self) -> dict[str, Any]:
        """Return every constructor option with its resolved value."""
        return {f.name: getattr(self, f.name) for f in fields(self) if f.name != "engine"}

    def signature(self) -> str:
        """Name the metric and all its options, so that it can be made again."""
        from sacreval.core import signature

        return signature.write(self.name, self.options())

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the options alone; a class from outside goes by its name."""
        cls: Any = type(self)
        name = getattr(cls, "name", "")
        values = {f.name: getattr(self, f.name) for f in fields(self) if f.init}
        return _remade, (name if name.partition(":")[0] in metrics.schemes else cls, values)


class SetMetric(Metric):
    """A metric of whole sets: no sum over single outputs has its score.

    `evaluate` scores sets with `measure`; scores of single records are refused.
    """

    @abstractmethod
    def measure(self, batch: Batch) -> Mapping[str, float]:
        """Score a set of records, output by output."""

    def row(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Count the record, so that sets can be picked by rows."""
        del prediction, prepared
        return (1.0,)

    def native_rows(self, batch: Batch) -> Array:
        """Count the records; kernels are used by `measure`."""
        import numpy as np

        return np.ones((len(batch), 1))

    def reduce(self, sums: Array) -> Mapping[str, Array]:
        """Refuse: sums of rows do not have the score."""
        del sums
        raise UsageError(
            f"{self.name} scores sets of outputs and has no score of a single one; "
            "use `sacreval evaluate` without --instances"
        )


class SampleMetric(SetMetric):
    """A metric of whole sets that sees the order of their numbers, such as a rank correlation.

    Its rows are the numbers themselves. `estimate` scores weighted samples of them, so that
    intervals need no loop over resamples.
    """

    @abstractmethod
    def row(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Return the numbers of one record."""

    @abstractmethod
    def estimate(self, rows: Array, weights: Array) -> Mapping[str, Array]:
        """Score weighted samples."""

    def measure(self, batch: Batch) -> Mapping[str, float]:
        """Score the set as a sample that holds every record once."""
        import numpy as np

        scores = self.estimate(self.rows(batch), np.ones(len(batch)))
        return {name: float(score) for name, score in scores.items()}


class PairKernel(Metric):
    """A metric whose kernel counts every (prediction, reference) pair on its own.

    What it makes of several references is `fold`; leaving one out is folding the others.
    """

    @abstractmethod
    def native_pairs(self, batch: Batch) -> Array:
        """Count every pair.

        Args:
            batch: `n` predictions and their `p` references.

        Returns:
            Array (p, c) of counts.
        """

    @abstractmethod
    def fold(self, pairs: Array, starts: Array) -> Array:
        """Make one row of the pairs of every instance, by choice or by average.

        Args:
            pairs: Array (p, c).
            starts: Offsets (n + 1,): which pairs belong to which instance.

        Returns:
            Array (n, k).
        """

    def native_rows(self, batch: Batch) -> Array:
        """Count pairs and fold them."""
        return self.fold(self.native_pairs(batch), batch.texts.starts)

    def native_leave_one_out_rows(self, batch: Batch) -> Array:
        """Count pairs, and fold the others of each."""
        return self._fold_others(self.native_pairs(batch), batch.texts.starts)

    def jackknife_rows(self, batch: Batch) -> tuple[Array, Array]:
        """Count pairs once for both."""
        if not self.on_kernels():
            return super().jackknife_rows(batch)
        pairs, starts = self.native_pairs(batch), batch.texts.starts
        whole, left_out = self.fold(pairs, starts), self._fold_others(pairs, starts)
        return whole.astype(float, copy=False), left_out.astype(float, copy=False)

    def _fold_others(self, pairs: Array, starts: Array) -> Array:
        rest = others(starts)
        return self.fold(pairs[rest.rows], rest.starts)


class MeanMetric(Metric):
    """A metric whose system score is the mean of its scores of single outputs.

    Its rows are those scores and a count, since an average is a ratio of sums. Subclasses
    define `scores`.
    """

    @abstractmethod
    def scores(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Return the scores of one output, in the order of `outputs`."""

    def row(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Append the count to the scores."""
        return (*self.scores(prediction, prepared), 1.0)

    def reduce(self, sums: Array) -> Mapping[str, Array]:
        """Divide by the count."""
        return {name: sums[..., i] / sums[..., -1] for i, name in enumerate(self.outputs)}


def without_one(instance: Instance) -> list[Instance]:
    """List the record with each of its references left out in turn."""
    import msgspec

    references = instance.references or []
    return [
        msgspec.structs.replace(instance, references=references[:j] + references[j + 1 :])
        for j in range(len(references))
    ]


metrics: Registry[Metric] = Registry(
    "metric",
    "sacreval.metrics",
    outside="sacreval.metrics._wrappers.external",
    schemes=("py", "hf"),
    base=Metric,
)


def _remade(cls: str | type[Metric], values: Mapping[str, Any]) -> Metric:
    """Create a metric that was pickled."""
    return (metrics.get(cls) if isinstance(cls, str) else cls)(**values)
