"""Metrics of Hugging Face evaluate, from the hub or from a local script."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

from sacreval.core.metric import Metric, Origin
from sacreval.core.records import FIELDS
from sacreval.errors import (
    InputError,
    NotSetUpError,
    RecordError,
    SacrevalError,
    UsageError,
    nearest,
    one_line,
    shortened,
)
from sacreval.metrics._wrappers.external_numbers import Per, ReportedNumbers, finite
from sacreval.text.expressions import compiled, first_fields

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.core.records import Batch, Instance


OPTION = "--record-arguments"
_TAKEN = ("predictions", "references")


class RecordArguments(NamedTuple):
    """Names of arguments, and where their values are in a record.

    Args:
        expressions: Name of the argument to the function that finds its value.
        fields: The fields of records that they read.
    """

    expressions: Mapping[str, Callable[[Any], Any]]
    fields: tuple[str, ...]

    @classmethod
    def of(cls, texts: Sequence[str]) -> Self:
        """Parse arguments.

        Args:
            texts: Each NAME=JMESPATH.

        Raises:
            UsageError: If one is written in another way, or reads no field of records.
        """
        expressions: dict[str, Callable[[Any], Any]] = {}
        read: dict[str, None] = {}
        for text in texts:
            name, equals, expression = text.partition("=")
            if not equals or not name.isidentifier() or not expression.strip():
                raise UsageError(f"{OPTION} {shortened(text)}: write NAME=JMESPATH")
            if name in expressions or name in _TAKEN:
                raise UsageError(f"{OPTION}: the argument '{name}' is given already; name another")
            expressions[name] = compiled(expression, f"{OPTION} {name}=")
            read |= dict.fromkeys(_checked(expression, text))
        return cls(expressions, tuple(read))

    def columns(self, batch: Batch) -> dict[str, list[Any]]:
        """Return each argument: a list with the value of every record."""
        data = [self._data(record) for record in batch]
        return {name: [find(record) for record in data] for name, find in self.expressions.items()}

    def fault(self, instance: Instance) -> str | None:
        """Return an error for a record without one of the values; None if it has all."""
        data = self._data(instance)
        for name, find in self.expressions.items():
            try:
                value = find(data)
            except InputError as error:
                return str(error)
            if value is None:
                return f"{OPTION} {name}= finds nothing in this record; correct either of them"
        return None

    def _data(self, record: Instance) -> dict[str, Any]:
        return {name: getattr(record, name) for name in self.fields}


def _checked(expression: str, text: str) -> Sequence[str]:
    """Return the fields of records that an expression reads."""
    names = first_fields(expression)
    if not names:
        raise UsageError(
            f"{OPTION} {shortened(text)}: it names no field of records; give a constant as "
            "--arguments"
        )
    for name in names:
        if name not in FIELDS:
            raise UsageError(
                f"{OPTION} {shortened(text)}: records have no field '{shortened(name)}'; "
                f"{nearest(name, FIELDS)}"
            )
    return names


def further(arguments: str) -> dict[str, Any]:
    """Parse further arguments of `compute`."""
    import msgspec

    try:
        return msgspec.json.decode(arguments, type=dict[str, Any])
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise UsageError(
            f"--arguments {arguments}: not a JSON object ({error}); write it like "
            '{"max_order": 2}'
        ) from None


def computed(
    metric: Any, path: str, arguments: Mapping[str, Any], failed: type[SacrevalError]
) -> Mapping[str, Any]:
    """Compute a metric."""
    try:
        answer: Any = metric.compute(**arguments)
    except Exception as error:
        raise failed(
            f"hf:{path} rejects these records ({one_line(error)}); correct them, or give "
            "--arguments"
        ) from error
    if not isinstance(answer, Mapping):
        raise UsageError(
            f"hf:{path} returned {type(answer).__name__} instead of numbers by name; correct it"
        )
    return answer


def is_list(values: Any) -> bool:
    """Return whether a result has several values: a list, a tuple or an array."""
    return isinstance(values, list | tuple) or getattr(values, "ndim", 0) == 1


def loaded(path: str) -> Any:
    """Load a metric."""
    evaluate = _evaluate()
    try:
        return evaluate.load(path)
    except Exception as error:
        raise NotSetUpError(
            f"hf:{path} cannot be loaded ({one_line(error)}); install its packages, or give the "
            "path of its script"
        ) from error


def _evaluate() -> Any:
    try:
        import evaluate
    except ImportError as error:
        raise NotSetUpError(
            "hf: metrics need Hugging Face evaluate; run: pip install 'sacreval[huggingface]'"
        ) from error
    return evaluate


@dataclass(frozen=True, kw_only=True)
class HuggingFaceMetric(ReportedNumbers):
    """A metric of Hugging Face evaluate.

    Args:
        per: What a call of its `compute` scores. set: all records of a system, for which it returns
            one number; batch: up to 4,096 records, for each of which it returns a number, in a
            list, that depends on that record alone; record: one record.
        arguments: Further arguments of its `compute` method, as a JSON object.
        record_arguments: Further arguments with one value a record, as NAME=JMESPATH, such as
            sources=sources[0]; the expression is applied to the record.
        predictions_only: Call `compute` without references.
        scale: Factor of all numbers, such as 100.
    """

    origin = Origin(libraries=("evaluate",))
    path: ClassVar[str] = ""

    per: Per = "set"
    arguments: str = "{}"
    record_arguments: tuple[str, ...] = ()
    predictions_only: bool = False
    scale: float = 1.0

    def __post_init__(self) -> None:
        """Check the options."""
        super().__post_init__()
        if not isfinite(self.scale) or not self.scale:
            raise UsageError(f"{self.name}: --scale is a number other than 0; change it")
        if both := set(further(self.arguments)) & set(self._by_record.expressions):
            raise UsageError(
                f"{self.name}: '{min(both)}' is in --arguments and --record-arguments; keep one"
            )
        references = () if self.predictions_only else ("references",)
        read = dict.fromkeys((*references, *self._by_record.fields))
        read.pop("prediction", None)  # which is there anyway
        object.__setattr__(self, "needs", tuple(read))

    def fault(self, instance: Instance) -> str | None:
        """Return an error for a record that lacks the value of an argument; None if it is valid."""
        return self._by_record.fault(instance)

    def rows(self, batch: Batch) -> Array:
        """Return the scores of records, and a count of 1."""
        import numpy as np

        n = len(batch)
        if self.of_sets:
            return np.ones((n, 1))
        rows = np.ones((n, len(self.numbers) + 1))
        if self.per == "record":
            groups = [[i] for i in range(n)]
        else:  # whether references are a text or a list depends on the record alone
            single = [len(texts) == 1 for texts in batch.references]
            groups = [[i for i in range(n) if single[i] == kind] for kind in (True, False)]
        for group in filter(None, groups):
            rows[group, :-1] = self._of_records(batch.select(group))
        return rows

    def measure(self, batch: Batch) -> Mapping[str, float]:
        """Return the scores of a whole set."""
        answer = self._answer(batch)
        try:
            return {name: self.scale * float(answer[name]) for name in self.numbers}
        except (TypeError, ValueError, OverflowError) as error:
            listed = [name for name in self.numbers if is_list(answer[name])]
            if listed:
                raise UsageError(
                    f"{self.name} returned a list of {listed[0]}; give --per batch if it has one "
                    "number for each record"
                ) from None
            raise UsageError(
                f"{self.name} returned a non-number ({one_line(error)}); give --numbers NAME of "
                "another number"
            ) from None

    def rests_on(self) -> Sequence[Path]:
        """Return the script, if it is local."""
        return [Path(self.path)] if os.path.exists(self.path) else []  # noqa: PTH110 - or a name

    def _of_records(self, batch: Batch) -> Array:
        """Return the scores of records from one call, array (n, number of `numbers`)."""
        import numpy as np

        answer = self._answer(batch)
        columns = []
        for name in self.numbers:
            values = answer[name]
            if self.per == "record" and not is_list(values):
                values = [values]
            if not is_list(values) or len(values) != len(batch):
                shown = f"a list of {len(values)}" if is_list(values) else "one number"
                raise UsageError(
                    f"{self.name} returned {shown} for {name} of {len(batch)} records; give --per "
                    "record, which calls it for each record, or --per set"
                )
            columns.append([self.scale * finite(value, name, self.name) for value in values])
        return np.array(columns, dtype=np.float64).T

    def _answer(self, batch: Batch) -> Mapping[str, Any]:
        """Return what `compute` returns for records, with all numbers in it."""
        arguments: dict[str, Any] = {"predictions": batch.predictions}
        if not self.predictions_only:
            texts: list[Any] = batch.references
            single = all(len(references) == 1 for references in texts)
            arguments["references"] = [references[0] for references in texts] if single else texts
        arguments |= self._by_record.columns(batch) | further(self.arguments)
        failed = RecordError if self.per == "record" else InputError
        answer = computed(self._metric, self.path, arguments, failed)
        if missing := [name for name in self.numbers if name not in answer]:
            raise UsageError(
                f"{self.name} returns {', '.join(answer)}, but not {missing[0]}; give --numbers "
                "NAME, once for each number to report"
            )
        return answer

    @cached_property
    def _metric(self) -> Any:
        return loaded(self.path)

    @cached_property
    def _by_record(self) -> RecordArguments:
        return RecordArguments.of(self.record_arguments)


def metric_class(target: str) -> type[Metric]:
    """Create the metric class for `hf:PATH`; `evaluate.load` runs at the first use."""

    @dataclass(frozen=True, kw_only=True)
    class HuggingFace(HuggingFaceMetric):
        numbers: tuple[str, ...] = (os.path.basename(target.rstrip("/")),)  # noqa: PTH119 - or a name

    HuggingFace.__doc__ = HuggingFaceMetric.__doc__
    HuggingFace.path = target
    return HuggingFace
