"""Base class of metrics from outside that report numbers by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from sacreval.core.contract.metric_records import reference_count
from sacreval.core.metric import Direction, Metric, ScoreScale
from sacreval.core.options.field_types import ANYTHING, Kind, any_number_of
from sacreval.core.records import FIELDS
from sacreval.errors import RecordError, UsageError, nearest, shortened

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.core.records import Instance

Per = Literal["record", "batch", "set"]
_NOT_READ = ("predictions", "reference", "replies", "error")
READ = tuple(name for name in FIELDS if name not in _NOT_READ)


@dataclass(frozen=True, kw_only=True)
class ReportedNumbers(Metric):
    """A metric from outside, whose scores are numbers of records with their mean, or of whole sets.

    Args:
        numbers: Names of the numbers to report, of those that it returns.
        lower_is_better: Those of which smaller values are better.
        neither_is_better: Those of which neither larger nor smaller values are better.
        per: What is scored at once; a metric of whole sets has no scores of records.
    """

    kinds: ClassVar[Mapping[str, Kind]] = {
        **dict.fromkeys(READ, ANYTHING),
        "references": any_number_of(ANYTHING),
    }

    unknown_range: ClassVar[bool] = True
    of_sets: ClassVar[bool] = False

    numbers: tuple[str, ...] = ("score",)
    lower_is_better: tuple[str, ...] = ()
    neither_is_better: tuple[str, ...] = ()
    per: Per = "record"

    def __post_init__(self) -> None:
        """Check the names, and set what depends on them."""
        self._check_names()
        directions: dict[str, Direction] = dict.fromkeys(self.numbers, True)
        directions |= dict.fromkeys(self.lower_is_better, False)
        directions |= dict.fromkeys(self.neither_is_better, None)
        object.__setattr__(self, "higher_is_better", directions)
        object.__setattr__(self, "of_sets", self.per == "set")
        object.__setattr__(self, "score_scale", ScoreScale(mean=self.per != "set"))

    @property
    def outputs(self) -> tuple[str, ...]:
        """The numbers."""
        return self.numbers

    def prepare(self, *context: Any) -> Any:
        """Return the fields that a prediction is scored against."""
        return context

    def row(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Return the row of one record."""
        from sacreval.core.records import Batch, Instance

        fields = dict(zip(self.needs, prepared, strict=True))
        row = self.rows(Batch([Instance(prediction=prediction, **fields)]))[0]
        return tuple(map(float, row))

    def reduce(self, sums: Array) -> Mapping[str, Array]:
        """Divide the sums of scores by the count.

        Raises:
            UsageError: If whole sets are scored.
        """
        if self.of_sets:
            raise UsageError(f"{self.name} scores sets of outputs; give --per record")
        return {name: sums[..., i] / sums[..., -1] for i, name in enumerate(self.numbers)}

    def part_count(self, instance: Instance) -> int:
        """Return the number of references to leave out in turn; 0 where sets are scored."""
        return 0 if self.of_sets else reference_count(self, instance)

    def _check_names(self) -> None:
        if not self.numbers or len(set(self.numbers)) < len(self.numbers):
            raise UsageError(f"{self.name}: --numbers names each number once; correct the names")
        for name in (*self.lower_is_better, *self.neither_is_better):
            if name not in self.numbers:
                raise UsageError(
                    f"{self.name} reports no number '{shortened(name)}', whose direction is given; "
                    f"{nearest(name, self.numbers)}"
                )
        if both := set(self.lower_is_better) & set(self.neither_is_better):
            raise UsageError(f"{self.name}: '{min(both)}' has two directions; give one of them")


def finite(value: Any, name: str, source: str) -> float:
    """Return a number as a float.

    Args:
        value: What a metric from outside returned.
        name: Name of the number.
        source: The metric, for messages.

    Raises:
        RecordError: If it is no finite number.
    """
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        number = float("nan")
    if isinstance(value, str) or not isfinite(number):
        shown = "nothing" if value is None else shortened(str(value), 40)
        raise RecordError(
            f"{shortened(source)} returned {shown} for {name}; correct it to return a finite "
            "number, or correct the record"
        )
    return number
