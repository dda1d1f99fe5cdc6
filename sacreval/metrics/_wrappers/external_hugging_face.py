"""Metrics of Hugging Face evaluate, from the hub or from a local script."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from sacreval.core.metric import Metric
from sacreval.errors import InputError, RecordError, UsageError, one_line
from sacreval.metrics._wrappers.external_numbers import Per, ReportedNumbers, finite
from sacreval.metrics._wrappers.hugging_face_compute import computed, further, is_list, loaded
from sacreval.metrics._wrappers.record_arguments import RecordArguments

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.core.records import Batch, Instance


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

    libraries: ClassVar[tuple[str, ...]] = ("evaluate",)
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
        own = () if self.predictions_only else ("references",)
        read = dict.fromkeys((*own, *self._by_record.fields))
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
        found = np.ones((n, len(self.numbers) + 1))
        if self.per == "record":
            groups = [[i] for i in range(n)]
        else:  # whether references are a text or a list depends on the record alone
            single = [len(texts) == 1 for texts in batch.references]
            groups = [[i for i in range(n) if single[i] == kind] for kind in (True, False)]
        for group in filter(None, groups):
            found[group, :-1] = self._of_records(batch.select(group))
        return found

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
            columns.append([self.scale * finite(one, name, self.name) for one in values])
        return np.array(columns, dtype=np.float64).T

    def _answer(self, batch: Batch) -> Mapping[str, Any]:
        """Return what `compute` returns for records, with all numbers in it."""
        given: dict[str, Any] = {"predictions": batch.predictions}
        if not self.predictions_only:
            texts: list[Any] = batch.references
            single = all(len(own) == 1 for own in texts)
            given["references"] = [own[0] for own in texts] if single else texts
        given |= self._by_record.columns(batch) | further(self.arguments)
        failed = RecordError if self.per == "record" else InputError
        answer = computed(self._metric, self.path, given, failed)
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
