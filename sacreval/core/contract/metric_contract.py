"""Metric: rows of sufficient statistics and a formula over their sums; the registry of metrics.

Let R be the rows. Every score is `reduce(W @ R)`: W is the identity for single records, an
indicator for systems, counts of drawn indices for the bootstrap, and a random mask for tests.
`reduce` must therefore broadcast. Rows hold exact counts wherever the metric counts; the formula is
in `reduce` and looks like the paper's. `row` is the readable definition by the official library,
and `rows` may use a kernel.

A row must not depend on the earlier work of its process, nor on the other records: a law checks
that every metric returns equal bytes in another process. `settle` sets the options that depend on
the data in a first pass; they are part of the signature. `details` comes from the same sums as
`reduce`, so that it has intervals.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from sacreval.core.aliases import answer
from sacreval.core.contract.metric_checks import Checks
from sacreval.core.contract.metric_declarations import Declarations
from sacreval.core.contract.metric_engines import Engines
from sacreval.core.contract.metric_uncertainty import Uncertainty
from sacreval.core.contract.metric_values import Engine
from sacreval.core.options.checked_options import CheckedOptions
from sacreval.core.options.registry import Registry

if TYPE_CHECKING:
    from sacreval.core.contract.formulas import Sums
    from sacreval.core.contract.metric_values import Array, Ids
    from sacreval.core.records import Batch, Instance


@dataclass(frozen=True, kw_only=True)
class Metric(Declarations, Engines, Checks, Uncertainty, metaclass=CheckedOptions):
    """Base class of metrics.

    A metric converts every record to a row of `k` sufficient statistics, once. Scores of one
    record, of a system and of a resample are all `reduce` of a sum of rows. Subclasses are frozen
    dataclasses: their fields are the metric's options, and all of them are in the signature.

    Args:
        engine: What computes the rows: the official library, or the compiled kernels if
            `covers_native` confirms that they compute the same numbers; if no official library has
            the metric, official is sacreval's own definition in Python; definition is the latter
            also if the user has named a program for official. Not part of the signature.
    """

    engine: Engine = field(default="official", compare=False, repr=False)

    @property
    @abstractmethod
    def outputs(self) -> tuple[str, ...]:
        """The names of the scores that `reduce` returns."""

    def main_output(self) -> str | None:
        """Return the output that stands for the metric; None for a metric without outputs.

        It is `main`, or the first output if the options leave that out. An override is for names
        that depend on options.
        """
        found = self.outputs
        return self.main if self.main in found else next(iter(found), None)

    def prepare(self, *context: Any) -> Any:
        """Preprocess what predictions are scored against, once for all systems.

        Args:
            context: The values of the fields in `needs`, in their order.

        Returns:
            The second argument of `row`; by default the first field itself.
        """
        return context[0] if context else None

    @abstractmethod
    def row(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Compute the statistics of one output with the official library or in plain Python.

        Args:
            prediction: The output.
            prepared: The result of `prepare` for its record.

        Returns:
            The `k` statistics.
        """

    def rows(self, batch: Batch) -> Array:
        """Compute the statistics of many outputs.

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
        """Compute the statistics of every output with each of its references left out.

        Args:
            batch: Records with at least two references each.

        Returns:
            Array (sum of reference counts, k): for each record one row per omitted reference.
        """
        from sacreval.core.records import Batch

        if self.on_kernels():
            return self.native_leave_one_out_rows(batch).astype(float, copy=False)
        return self.rows(Batch([short for one in batch for short in self.leave_out(one)]))

    def rows_with_leave_one_out(self, batch: Batch) -> tuple[Array, Array]:
        """Compute `rows` and `leave_one_out_rows`, in one pass if there is a kernel for it.

        Args:
            batch: Records with at least two references each.

        Returns:
            Arrays (n, k) and (sum of reference counts, k).
        """
        return self.rows(batch), self.leave_one_out_rows(batch)

    def pair_rows(self, batch: Batch) -> Array:
        """Compute the statistics of every output against each of its references alone.

        Args:
            batch: Records with at least one reference each.

        Returns:
            Array (sum of reference counts, k), record after record.
        """
        import msgspec

        single = [
            msgspec.structs.replace(instance, references=[reference])
            for instance in batch
            for reference in instance.references or ()
        ]
        return self.rows(replace(batch, instances=single, lines=()))

    def all_pairs_rows(self, outputs: Batch, first: int, last: int) -> Array | None:
        """Compute the statistics of outputs against all outputs, by a kernel that counts each once.

        Args:
            outputs: `n` records, whose references are not read.
            first: The first output whose statistics are computed.
            last: The output after the last of these.

        Returns:
            Array (last - first, n, k): cell i, j is the row of output first + i with output j as
            its only reference; None if there is no such kernel.
        """
        del outputs, first, last
        return None

    def end(self, *, complete: bool) -> None:
        """End what computing rows has started, such as a program; called at the end of a run.

        Rows that are computed later start it again.

        Args:
            complete: Whether all rows were computed, not interrupted by an error.
        """
        del complete

    def parts(self, instance: Instance) -> int:
        """Return the number of parts to leave out in turn: references, or a pyramid's authors."""
        return len(instance.references or ()) if "references" in self.needs else 0

    def leave_out(self, instance: Instance) -> list[Instance]:
        """Return the record without each of its parts in turn."""
        return without_one(instance)

    def rests_on(self) -> Sequence[Path]:
        """Return files and folders outside sacreval that rows depend on, such as WordNet's."""
        return ()

    def data_hashes(self) -> Mapping[str, str]:
        """Return a hash of each set of data files that the numbers depend on, for signatures."""
        return {}

    def native_rows(self, batch: Batch) -> Array:
        """Compute the statistics with the kernels; only called if `covers_native`."""
        raise NotImplementedError(f"{self.name} has no kernel")

    def native_sums(self, batch: Batch) -> Sums | None:
        """Return the sum of the native rows as plain numbers, without NumPy; None where it cannot.

        A metric that returns them has formulas of `core.formulas`, which take them, too.
        """
        del batch
        return None

    def native_leave_one_out_rows(self, batch: Batch) -> Array:
        """Compute the leave-one-out statistics with the kernels, by default as further records."""
        from sacreval.core.records import Batch

        return self.native_rows(Batch([short for one in batch for short in self.leave_out(one)]))

    @abstractmethod
    def reduce(self, sums: Array) -> Mapping[str, Array]:
        """Compute scores from sums of rows.

        Args:
            sums: Array (..., k).

        Returns:
            Output name to array (...), in the order of `outputs`.
        """

    def details(self, sums: Array) -> Mapping[str, Array]:
        """Compute what the main output is made of, such as the brevity penalty of BLEU.

        Args:
            sums: Array (..., k), as for `reduce`.

        Returns:
            Name to array (...), finite also where there is nothing to count; empty by default.
        """
        del sums
        return {}

    def has_details(self) -> bool:
        """Return whether `details` names anything."""
        return type(self).details is not Metric.details

    def score_system(self, rows: Array, ids: Ids) -> Mapping[str, Array]:
        """Compute the scores of a system from the rows of its records.

        An override is for scores that depend on more than the sum, such as the ids of records.

        Args:
            rows: Array (n, k).
            ids: Returns `instance.system` of each record.

        Returns:
            Output name to score; by default `reduce` of the sum.
        """
        del ids
        return self.reduce(rows.sum(axis=0))

    def estimate(self, rows: Array, weights: Array) -> Mapping[str, Array]:
        """Compute the scores of samples of records.

        Args:
            rows: Array (n, k).
            weights: Array (..., n): how many times each record occurs in each sample.

        Returns:
            Output name to array (...).
        """
        return self.reduce(weights @ rows)

    def lacking(self, batch: Batch) -> Sequence[int]:
        """Return the indices of the records without what is judged, by default the output.

        Args:
            batch: The records.
        """
        return batch.failed

    def judged(self, batch: Batch) -> Batch:
        """Return the records that have what is judged; see `lacking`."""
        lacking = self.lacking(batch)
        if not lacking or len(lacking) == len(batch.failed):
            return batch.answered if lacking else batch
        return batch.select(sorted(set(range(len(batch))).difference(lacking)))

    def takes(self, batch: Batch) -> Sequence[int] | None:
        """Return the indices of the records that the metric scores; None, as by default, for all.

        The others have neither rows nor errors: they take no part in the metric.

        Args:
            batch: The records.
        """
        del batch
        return None

    def seen(self, batch: Batch) -> Batch:
        """Return the records as the metric reads them, by default the records themselves.

        Args:
            batch: The records.
        """
        return batch

    def for_instances(self) -> Self:
        """Return the metric for scores of single records; by default the metric itself."""
        return self

    def between_outputs(self) -> Metric:
        """Return the metric that compares outputs with each other; by default the metric itself.

        It is for metrics that read references in another way than outputs.
        """
        return self

    def with_engine(self, engine: Engine) -> Self:
        """Return the same metric on another engine.

        Args:
            engine: The engine.

        Raises:
            UsageError: If it is native, but the kernels do not support these options.
        """
        copy = replace(self, engine=engine)
        copy.on_kernels()
        return copy

    def options(self) -> dict[str, Any]:
        """Return every option of the constructor with its value."""
        return {f.name: getattr(self, f.name) for f in fields(self) if f.name != "engine"}

    def signature(self) -> str:
        """Return the name and all options as one line, from which it can be rebuilt."""
        from sacreval.core import signature

        return signature.write(self.name, self.options())

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the options alone; a third-party class is pickled by its name."""
        cls: Any = type(self)
        name = vars(cls).get("name", "")
        values = {f.name: getattr(self, f.name) for f in fields(self) if f.init}
        return rebuild, (name if name.partition(":")[0] in metrics.schemes else cls, values)


metrics: Registry[Metric] = Registry(
    "metric",
    "sacreval.metrics",
    outside="sacreval.metrics._wrappers.external",
    schemes=("py", "hf", "cmd"),
    base=Metric,
    hint=answer,
)


def rebuild(cls: str | type[Metric], values: Mapping[str, Any]) -> Metric:
    """Rebuild a pickled metric.

    Args:
        cls: Its class, or the name of one from outside.
        values: Its options.
    """
    return (metrics.get(cls) if isinstance(cls, str) else cls)(**values)


def without_one(instance: Instance) -> list[Instance]:
    """Return the record with each of its references left out in turn."""
    import msgspec

    references = instance.references or []
    return [
        msgspec.structs.replace(instance, references=references[:j] + references[j + 1 :])
        for j in range(len(references))
    ]
