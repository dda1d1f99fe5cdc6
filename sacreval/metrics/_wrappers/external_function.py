"""Metrics from functions: fields of a record are passed by the names of parameters."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, make_dataclass
from math import isnan, nan
from typing import TYPE_CHECKING, Any, ClassVar

from sacreval.core.contract.function_metrics import declared
from sacreval.core.metric import MeanMetric
from sacreval.core.options.field_types import Kind
from sacreval.errors import RecordError, UsageError, one_line
from sacreval.metrics._wrappers.function_parameters import (
    ONE,
    Parameters,
    copies,
    kind_of,
    parameters_of,
    types_of,
)

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.core.records import Batch


class FunctionMetric(MeanMetric):
    """The mean of a function over records."""

    kinds: ClassVar[Mapping[str, Kind]] = {}
    function: ClassVar[Callable[..., Any]]
    parameters: ClassVar[Parameters]
    numbers: ClassVar[tuple[str, ...]]

    @property
    def outputs(self) -> tuple[str, ...]:
        """The names of the numbers that the function returns."""
        return self.numbers

    def prepare(self, *context: Any) -> Any:
        """Return all fields."""
        return context

    def scores(self, prediction: Any, prepared: Any) -> Sequence[float]:
        """Call the function with the fields that it needs."""
        return self._called(
            {self.judges: prediction} | dict(zip(self.needs, prepared, strict=True))
        )

    def rows(self, batch: Batch) -> Array:
        """Call the function with the fields of each record, those with a default among them."""
        import numpy as np

        names = set(self.parameters.fields.values())
        rows = [self._called({x: getattr(one, x) for x in names}) for one in batch]
        return np.array([(*row, 1.0) for row in rows], dtype=float)

    def _called(self, values: Mapping[str, Any]) -> tuple[float, ...]:
        """Call the function; an error in it concerns one record.

        Raises:
            RecordError: If the function raises an exception or does not return finite numbers.
            UsageError: If it returns other numbers than it declares.
        """
        places, given = [], self.options()
        for parameter, name in self.parameters.fields.items():
            value = values.get(name)
            if parameter == ONE:
                value = self._only(value or ())
            if parameter in self.parameters.by_place:
                places.append(value)
            elif value is not None or parameter not in self.parameters.optional:
                given[parameter] = value
        function = type(self).function
        name = self.name
        try:
            answer = function(*places, **given)
        except Exception as error:
            raise RecordError(
                f"{name} raised {one_line(error)}; fix it, or correct the record"
            ) from error
        numbers = tuple(self._number(value) for value in self._answers(answer))
        self._check_range(numbers)
        return numbers

    def _check_range(self, numbers: Sequence[float]) -> None:
        """Check numbers against the range that the function declares, if it does."""
        for output, number in zip(self.numbers, numbers, strict=True):
            highest = self.highest_score(output)
            if highest is not None and not (isnan(number) or 0 <= number <= highest):
                raise RecordError(
                    f"{self.name} returns {number:g} for {output}, and declares numbers from 0 to "
                    f"{highest:g}; correct it, or what it declares (highest, or -> bool)"
                )

    def _only(self, references: Sequence[Any]) -> Any:
        """Return the only reference of a record; None if it has none."""
        if len(references) > 1:
            raise RecordError(
                f"this record has {len(references)} references, and {self.name} takes one; choose "
                "one, as with --map 'references=references[:1]'"
            )
        return references[0] if references else None

    def _answers(self, answer: Any) -> list[Any]:
        """Return the numbers of an answer, in the order of the outputs."""
        function, wanted = type(self).function.__name__, ", ".join(self.numbers)
        if isinstance(answer, Mapping):
            if set(answer) != set(self.numbers):
                raise UsageError(
                    f"{self.name} returns the numbers {', '.join(map(str, answer)) or 'none'}, but "
                    f"declares {wanted}; set {function}.outputs = {tuple(map(str, answer))}"
                )
            return [answer[name] for name in self.numbers]
        if len(self.numbers) > 1:
            if answer is None and self.undefined_where:
                return [None] * len(self.numbers)
            raise UsageError(
                f"{self.name} returns {type(answer).__name__}, but declares {wanted}; return a "
                "mapping with these keys"
            )
        return [answer]

    def _number(self, value: Any) -> float:
        try:
            number = nan if value is None else float(value)
        except (TypeError, ValueError, OverflowError) as error:
            raise RecordError(
                f"{self.name} returns {type(value).__name__} ({one_line(error)}); return a number"
            ) from None
        if isnan(number) and not self.undefined_where:
            raise RecordError(
                f"{self.name} returns {value}; return a finite number, or state in undefined_where "
                "when there is none"
            )
        if abs(number) == float("inf"):
            raise RecordError(f"{self.name} returns {value}; return a finite number")
        return number


def metric_class(function: Callable[..., Any], path: str) -> type[FunctionMetric]:
    """Create a metric class from a function.

    Args:
        function: The function.
        path: MODULE:NAME, for messages; NAME is the output, unless the function declares others.

    Raises:
        UsageError: If the function has a parameter that is neither a field nor an option, takes no
            field, or declares its outputs wrongly.
    """
    name = path.partition(":")[2]
    found = parameters_of(function, f"py:{path}")
    stated = declared(function, name)
    if taken := sorted(found.options.keys() & {"name", *dir(FunctionMetric)}):
        raise UsageError(
            f"py:{path}: metrics have a '{taken[0]}' of their own; rename that parameter"
        )
    read = list(dict.fromkeys(found.fields.values()))
    optional = {found.fields[x] for x in found.optional}
    judges = "prediction" if "prediction" in read else read[0]
    hints = types_of(function, f"py:{path}")
    made = make_dataclass(
        "FromFunction",
        [
            (x, hints.get(x, kind_of(default)), field(default_factory=copies(default)))
            for x, default in found.options.items()
        ],
        bases=(FunctionMetric,),
        frozen=True,
        kw_only=True,
        namespace={
            "__doc__": _documentation(function, found.options),
            "function": staticmethod(function),
            "parameters": found,
            "numbers": stated.outputs,
            "higher_is_better": stated.higher_is_better,
            "undefined_where": stated.undefined_where,
            "highest": stated.highest,
            "unknown_range": stated.highest is None,
            "single_reference": stated.single_reference or ONE in found.fields,
            "judges": judges,
            "needs": tuple(x for x in read if x != judges and x not in optional),
        },
    )
    made.__module__ = __name__
    return made


def _documentation(function: Callable[..., Any], options: Mapping[str, Any]) -> str:
    """Return the docstring of a function, with an entry under `Args:` for each option."""
    from sacreval.core.options.docstrings import arguments_in

    text = inspect.getdoc(function) or "The mean of a function over records."
    lacking = [f"    {x}: Parameter of the function." for x in options.keys() - arguments_in(text)]
    if not lacking:
        return text
    head, mark, rest = text.partition("\nArgs:\n")
    added = "\n".join(sorted(lacking))
    return f"{head}\nArgs:\n{added}\n{rest}" if mark else f"{text}\n\nArgs:\n{added}\n"
