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

`official` is the engine by definition, and `native` computes the same numbers: the default where
the kernels cover the options. The result names the engine, which is `definition` if no library has
the metric. The original libraries of metrics that run a model are called by tests alone.

What few metrics define stands beside its user, such as `AllPairsKernel` or `RunsProgram`, or in
`metric_records` and `declarations`, whose functions know what holds for all others: `settle`, for
instance, or `runs_model`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

from sacreval.core.aliases import answer
from sacreval.core.contract.declaration_checks import check_declared
from sacreval.core.contract.metric_values import Direction, Engine, Origin, ScoreScale
from sacreval.core.options.field_types import TEXT_FIELDS, Kind
from sacreval.core.options.python_functions import CheckedOptions
from sacreval.core.options.registry import Registry
from sacreval.errors import UsageError

if TYPE_CHECKING:
    from sacreval.core.contract.metric_values import Array
    from sacreval.core.contract.watches import Watch
    from sacreval.core.records import Batch, Instance
    from sacreval.text.scripts import Tokenization


@dataclass(frozen=True, kw_only=True)
class Metric(metaclass=CheckedOptions):
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
    kinds: ClassVar[Mapping[str, Kind]] = TEXT_FIELDS  # types of these fields;
    # one that is not named holds anything
    example: ClassVar[tuple[Mapping[str, Any], ...]] = ()  # records, if not of texts
    higher_is_better: ClassVar[Direction | Mapping[str, Direction]] = True  # by output if
    # they differ, * for all others; None for descriptive outputs, such as a length
    main: ClassVar[str | None] = None  # the output that stands for the metric; None for the first
    score_scale: ClassVar[ScoreScale] = ScoreScale()
    single_reference: ClassVar[bool] = False  # refuses records with several references
    undefined_where: ClassVar[str] = ""  # where a row or a score may be NaN, as in "outputs without
    # a number": such a record has no score and is no failure
    origin: ClassVar[Origin] = Origin()

    engine: Engine = field(default="official", compare=False, repr=False)

    def __init_subclass__(cls, **options: Any) -> None:
        """Check what a class declares; see `check_declared`."""
        super().__init_subclass__(**options)
        check_declared(cls)

    @property
    def outputs(self) -> tuple[str, ...]:
        """The names of the scores that `reduce` returns; by default one, that of the metric."""
        named = (vars(cls)["name"] for cls in reversed(type(self).__mro__) if "name" in vars(cls))
        name: str = next(named, type(self).__name__)  # a subclass has the output of its base
        return (name.rpartition(":")[2].replace("-", "_"),)

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

    @abstractmethod
    def reduce(self, sums: Array) -> Mapping[str, Array]:
        """Compute scores from sums of rows.

        Args:
            sums: Array (..., k).

        Returns:
            Output name to array (...), in the order of `outputs`.
        """

    def details(self, _sums: Array) -> Mapping[str, Array]:
        """Compute what the main output is made of, such as the brevity penalty of BLEU.

        Returns:
            Name to array (...), finite also where there is nothing to count; empty by default.
        """
        return {}

    def rows(self, batch: Batch) -> Array:
        """Compute the statistics of many outputs.

        Args:
            batch: `n` records.

        Returns:
            Array (n, k), float64.
        """
        import numpy as np

        if on_kernels(self):
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

        An override is for kernels that compute them in one pass.

        Args:
            batch: Records with at least two references each.

        Returns:
            Array (sum of reference counts, k): for each record one row per omitted reference.
        """
        from sacreval.core.records import Batch

        return self.rows(
            Batch([short for instance in batch for short in leave_out(self, instance)])
        )

    def fault(self, instance: Instance) -> str | None:
        """Return an error for a record whose fields have valid types; None if it is valid."""

    def undefined(self, _rows: Array) -> Mapping[str, str]:
        """Return the outputs that the formula leaves undefined, each with the reason.

        They get a documented value. Rows, array (n, k), are those of the records that are scored
        together, or sums of them.
        """
        return {}

    def watch(self) -> Watch | None:
        """Return a collector of notices about the records of a system, or None."""
        return None

    def tokenization(self) -> Tokenization | None:
        """Return how texts are split into tokens; None for a metric without a tokenizer.

        Runs warn if it finds almost no tokens, as in a script that it does not support.
        """
        return None

    def covers_native(self) -> bool:
        """Return whether the compiled kernels support these options."""
        return False

    def native_rows(self, batch: Batch) -> Array:
        """Compute the statistics with the kernels; only called if `covers_native`."""
        raise NotImplementedError(f"{self.name} has no kernel")

    def with_engine(self, engine: Engine) -> Self:
        """Return the same metric on another engine.

        Raises:
            UsageError: If it is native, but the kernels do not support these options.
        """
        copy = replace(self, engine=engine)
        on_kernels(copy)
        return copy

    def rests_on(self) -> Sequence[Path]:
        """Return files and folders outside sacreval that rows depend on, such as WordNet's."""
        return ()

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


TOLERANCE = 1e-9  # of `verify`: above rounding errors in double precision, below any digit shown

metrics: Registry[Metric] = Registry(
    "metric",
    "sacreval.metrics",
    outside="sacreval.metrics._wrappers.external",
    schemes=("py", "hf", "cmd"),
    base=Metric,
    hint=answer,
)


def rebuild(cls: str | type[Metric], values: Mapping[str, Any]) -> Metric:
    """Rebuild a pickled metric."""
    return (metrics.get(cls) if isinstance(cls, str) else cls)(**values)


def on_kernels(metric: Metric) -> bool:
    """Return whether the compiled kernels compute the rows.

    Raises:
        UsageError: If the engine is native, but the kernels do not support these options.
    """
    if metric.engine == "native" and not metric.covers_native():
        raise UsageError(
            f"The native kernels do not support {metric.signature()}; use the official engine"
        )
    return metric.engine == "native"


def leave_out(metric: Metric, instance: Instance) -> list[Instance]:
    """Return the record without each of its parts in turn."""
    define: Callable[[Instance], list[Instance]] | None = getattr(metric, "leave_out", None)
    return define(instance) if define else without_one(instance)


def without_one(instance: Instance) -> list[Instance]:
    """Return the record with each of its references left out in turn."""
    import msgspec

    references = instance.references or []
    return [
        msgspec.structs.replace(instance, references=references[:j] + references[j + 1 :])
        for j in range(len(references))
    ]
