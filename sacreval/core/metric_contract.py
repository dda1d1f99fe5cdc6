"""Metric: rows of sufficient statistics and a formula over their sums."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

from sacreval.core.field_types import TEXT_FIELDS, Kind
from sacreval.core.metric_values import Calibrated, Direction, Engine, Noise
from sacreval.errors import UsageError

TOLERANCE = 1e-9  # above rounding errors in double precision, below any digit shown

if TYPE_CHECKING:
    from sacreval.core.metric_values import Array, Ids
    from sacreval.core.records import Batch, Instance
    from sacreval.core.remarks import Watch
    from sacreval.stats.bounds import Bounds
    from sacreval.text.scripts import Tokenization


@dataclass(frozen=True, kw_only=True)
class Metric(ABC):
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

    name: ClassVar[str]
    tasks: ClassVar[tuple[str, ...]] = ()  # of `core.tasks`; () if not declared
    judges: ClassVar[str] = "prediction"  # the field that is scored
    needs: ClassVar[tuple[str, ...]] = ("references",)  # the fields it is scored against
    kinds: ClassVar[Mapping[str, Kind]] = TEXT_FIELDS  # types of these fields
    example: ClassVar[tuple[Mapping[str, Any], ...]] = ()  # records, if not of texts
    higher_is_better: ClassVar[Direction | Mapping[str, Direction]] = True  # by output if
    # they differ; None for descriptive outputs, such as a length
    is_mean: ClassVar[bool] = False  # a system's score is the mean of its records' scores
    highest: ClassVar[float | Mapping[str, float] | None] = None  # largest score of a record, by
    # output if they differ, where a system's score is the mean of scores from 0 up to it
    bounded: ClassVar[bool] = False  # scores of records lie in a fixed range that is not from 0 up
    greatest: ClassVar[Mapping[str, float]] = {}  # largest score of a system, by output, where it
    # is no mean and lies between 0 and that
    spans: ClassVar[Mapping[str, tuple[float, float]]] = {}  # least and largest score of a system,
    # by output or * for the others, where `highest` and `greatest` do not state them
    binary: ClassVar[tuple[str, ...]] = ()  # outputs by which a record is right, with the largest
    # score, or wrong
    optimistic: ClassVar[bool] = False  # scores at the best threshold for the scored records
    skewed: ClassVar[bool] = False  # scores whose resamples are biased and skewed, to correct
    whole_rows: ClassVar[bool] = False  # rows are integers, whose sums are exact in any order
    runs_model: ClassVar[bool] = False  # rows are computed in the main process, which owns it
    unparsed_output: ClassVar[str] = ""  # the output with the share of outputs without an answer
    own_processes: ClassVar[bool] = False  # rows are computed in processes that it starts itself
    libraries: ClassVar[tuple[str, ...]] = ()
    own_definition: ClassVar[bool] = False  # its libraries do not have the metric itself
    counterpart: ClassVar[str] = ""  # module:function of core.libraries
    positional: ClassVar[tuple[str, ...]] = ()  # options that commands take as arguments
    gives_reasons: ClassVar[bool] = False  # `missing_state` returns why records are not scored
    reply_key: ClassVar[str] = ""  # under which `replies` of records has those that it reads
    absent_options: ClassVar[
        Mapping[str, str]
    ] = {}  # options that are asked for, and why not there
    program: ClassVar[str] = ""  # of io.official_programs: on the official engine the user's copy
    # computes the rows, if there is one

    engine: Engine = field(default="official", compare=False, repr=False)

    @property
    @abstractmethod
    def outputs(self) -> tuple[str, ...]:
        """The names of the scores that `reduce` returns."""

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

    def jackknife_rows(self, batch: Batch) -> tuple[Array, Array]:
        """Compute `rows` and `leave_one_out_rows`, in one pass if there is a kernel for it.

        Args:
            batch: Records with at least two references each.

        Returns:
            Arrays (n, k) and (sum of reference counts, k).
        """
        return self.rows(batch), self.leave_one_out_rows(batch)

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

    def native_leave_one_out_rows(self, batch: Batch) -> Array:
        """Compute the leave-one-out statistics with the kernels, in one pass."""
        raise NotImplementedError(f"{self.name} has no kernel")

    @abstractmethod
    def reduce(self, sums: Array) -> Mapping[str, Array]:
        """Compute scores from sums of rows.

        Args:
            sums: Array (..., k).

        Returns:
            Output name to array (...), in the order of `outputs`.
        """

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

    def has_own_bounds(self) -> bool:
        """Return whether the metric's own program computes intervals."""
        return type(self).own_bounds is not Metric.own_bounds

    def own_bounds(self, rows: Array, ids: Ids, level: float) -> Mapping[str, Bounds]:
        """Compute the intervals of the metric's own program, if it has any.

        Args:
            rows: Array (n, k).
            ids: Returns `instance.system` of each record.
            level: Confidence level, from 0 to 1.

        Returns:
            Output name to bounds; empty if the program has none.
        """
        del rows, ids, level
        return {}

    def estimate(self, rows: Array, weights: Array) -> Mapping[str, Array]:
        """Compute the scores of samples of records.

        Args:
            rows: Array (n, k).
            weights: Array (..., n): how many times each record occurs in each sample.

        Returns:
            Output name to array (...).
        """
        return self.reduce(weights @ rows)

    def fault(self, instance: Instance) -> str | None:
        """Return an error for a record whose fields have valid types; None if it is valid."""
        del instance
        return None

    def joined(self, batch: Batch) -> Batch:
        """Return the records with what the metric reads beside their file, such as replies.

        Called before records are checked, in the main process.

        Args:
            batch: The records as they were read.
        """
        return batch

    def missing_state(self, instance: Instance, why: str) -> str:
        """Return the kind of reason why a record could not be scored; "" if there is none.

        Only called if `gives_reasons`.

        Args:
            instance: A record that could not be scored.
            why: The sentence of its error.

        Returns:
            A field of `core.results.Missing`.
        """
        del instance, why
        return ""

    def worst_and_best(self, output: str) -> tuple[float, float] | None:
        """Return the worst and the best score of a record; None if the metric declares none.

        Args:
            output: Name of the output.
        """
        del output
        return None

    def watch(self) -> Watch | None:
        """Return a collector of notices about the records of a system, or None."""
        return None

    def undefined(self, rows: Array) -> Mapping[str, str]:
        """Return the outputs that the formula leaves undefined and that get a documented value.

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
            native for the compiled kernels, official for the official library, definition if no
            official library has the metric and sacreval's own code defines it.
        """
        if self.engine == "native":
            return "native"
        if self.official_program():
            return "official"
        return "official" if self.libraries and not self.own_definition else "definition"

    def official_program(self) -> Path | None:
        """Return the user's copy of the official program, or None if it does not compute the rows.

        Raises:
            NotSetUpError: If the copy is not there any more, or has changed.
        """
        from sacreval.io.official_programs import registered

        return registered(self.program) if self.program and self.engine == "official" else None

    def official_versions(self) -> Mapping[str, str]:
        """Return the versions of the libraries that the user's program runs; empty without one."""
        return {}

    def why_definition(self) -> str:
        """Return why sacreval's own definition computes the rows on the official engine."""
        lacking = " with these options" if self.libraries and not self.own_definition else ""
        return f"no official library has this metric{lacking}"

    def usual_engine(self) -> Engine:
        """Return the engine of runs that name none, where no kernels cover the options."""
        return "official"

    def verified_within(self) -> float:
        """Return by how much `verify` lets a number differ, relative to max(1, |number|)."""
        return TOLERANCE

    def library_scores(self, batch: Batch) -> Mapping[str, float]:
        """Compute scores with the metric's reference library, without the metric's own rows.

        Args:
            batch: The records.

        Returns:
            Output name to score, for the outputs that the library has; empty without `counterpart`.

        Raises:
            NotSetUpError: If the library is not installed.
        """
        from sacreval.core.libraries import scores

        return scores(self.counterpart, self, batch) if self.counterpart else {}

    def is_settled(self) -> bool:
        """Return whether all options are known, so that records can be streamed."""
        return True

    def settle(self, batches: Sequence[Batch]) -> Self:
        """Return a copy with the options that depend on the data, such as the set of labels."""
        del batches
        return self

    def for_instances(self) -> Self:
        """Return the metric for scores of single records; by default the metric itself."""
        return self

    def between_outputs(self) -> Metric:
        """Return the metric that compares outputs with each other; by default the metric itself.

        It is for metrics that read references in another way than outputs.
        """
        return self

    def is_higher_better(self, output: str) -> Direction:
        """Return whether a larger value of an output is better; None if neither is.

        Args:
            output: Name of the output.

        Raises:
            UsageError: If `higher_is_better` is a mapping without this output.
        """
        declared = self.higher_is_better
        if not isinstance(declared, Mapping):
            return declared
        if output not in declared:
            raise UsageError(
                f"{self.name}: higher_is_better has no '{output}'; add it, with None if neither "
                "larger nor smaller values are better"
            )
        return declared[output]

    def highest_score(self, output: str) -> float | None:
        """Return the largest score of a record; None for an unbounded output or no mean.

        Args:
            output: Name of the output. Its score for a system is the mean over records.
        """
        declared = self.highest
        return declared.get(output) if isinstance(declared, Mapping) else declared

    def score_range(self, output: str) -> tuple[float, float]:
        """Return the least and the largest score of a system; infinite where there is none.

        Args:
            output: Name of the output.
        """
        if (ends := self.worst_and_best(output)) is not None:
            return min(ends), max(ends)
        for highest in (self.highest_score(output), self.greatest.get(output)):
            if highest is not None:
                return 0.0, highest
        return self.spans.get(output) or self.spans.get("*") or (-inf, inf)

    def under_calibration(self, rows: Array) -> Calibrated | None:
        """Return how rows depend on labels drawn from confidences; None for all other metrics.

        Args:
            rows: Array (n, k).
        """
        del rows
        return None

    def sampling_noise(self, rows: Array) -> Mapping[str, Noise] | None:
        """Return how the scores of records vary over their samples.

        Args:
            rows: Array (n, k).

        Returns:
            Output name to its noise; None for a metric of one output a record, and where samples
            do not say.
        """
        del rows
        return None

    def tokenization(self) -> Tokenization | None:
        """Return how texts are split into tokens; None for a metric without a tokenizer.

        Runs warn if it finds almost no tokens, as in a script that it does not support.
        """
        return None

    def covers_native(self) -> bool:
        """Return whether the compiled kernels support these options."""
        return False

    def on_kernels(self) -> bool:
        """Return whether the compiled kernels compute the rows.

        Raises:
            UsageError: If the engine is native, but the kernels do not support these options.
        """
        if self.engine == "native" and not self.covers_native():
            raise UsageError(
                f"The native kernels do not support {self.signature()}; use the official engine"
            )
        return self.engine == "native"

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
        from sacreval.core.metric import metrics, rebuild

        cls: Any = type(self)
        name = getattr(cls, "name", "")
        values = {f.name: getattr(self, f.name) for f in fields(self) if f.init}
        return rebuild, (name if name.partition(":")[0] in metrics.schemes else cls, values)


def without_one(instance: Instance) -> list[Instance]:
    """Return the record with each of its references left out in turn."""
    import msgspec

    references = instance.references or []
    return [
        msgspec.structs.replace(instance, references=references[:j] + references[j + 1 :])
        for j in range(len(references))
    ]
