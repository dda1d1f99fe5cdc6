"""Metrics in Python: `py:module:Class`, or `py:module:function` with fields as parameters."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import field, fields, make_dataclass
from math import isnan, nan
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, cast, get_type_hints

from sacreval.core.contract import code_files
from sacreval.core.contract.declaration_checks import reserved
from sacreval.core.contract.declarations import highest_score
from sacreval.core.contract.function_metrics import declared
from sacreval.core.metric import MeanMetric, Metric, ScoreScale
from sacreval.core.options.field_types import Kind
from sacreval.core.records import FIELDS
from sacreval.errors import RecordError, UsageError, one_line
from sacreval.text import user_functions

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.core.records import Batch


_FIRST = ("prediction", "references")  # what the first parameters are, unless they name fields
_POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
_PLAIN = (bool, int, float, str)
ONE = "reference"
"""Parameter that receives the only reference of a record, where `references` receives all."""


class FunctionParameters(NamedTuple):
    """The parameters of a function.

    Args:
        fields: Parameter to the field of records that it receives.
        by_place: Those of them that are passed by position.
        optional: Those of them with a default, which records need not have.
        options: Parameter to its default; the options of the metric.
    """

    fields: dict[str, str]
    by_place: tuple[str, ...]
    optional: tuple[str, ...]
    options: dict[str, Any]


def parameters_of(function: Callable[..., Any], name: str) -> FunctionParameters:
    """Split the parameters of a function into fields of records and options.

    The first two are the output and its references, unless they have the name of another field. The
    field of `reference` is `references` too.
    """
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):  # compiled, without a signature
        return FunctionParameters(dict(zip("pr", _FIRST, strict=True)), ("p", "r"), (), {})
    fields: dict[str, str] = {}
    options: dict[str, Any] = {}
    for i, arg in enumerate(parameters):
        if arg.kind is arg.VAR_KEYWORD:
            continue
        required, positional = arg.default is arg.empty, arg.kind in _POSITIONAL
        if arg.name in FIELDS:
            fields[arg.name] = "references" if arg.name == ONE else arg.name
        elif required and positional and i < len(_FIRST):
            fields[arg.name] = _FIRST[i]
        elif required or arg.kind in (arg.POSITIONAL_ONLY, arg.VAR_POSITIONAL):
            raise UsageError(
                f"{name}: the parameter '{arg.name}' is neither a field of records nor an option, "
                "which has a default and can be named"
            )
        else:
            options[arg.name] = arg.default
    if not fields:
        raise UsageError(f"{name} takes no field of records, such as prediction; add a parameter")
    if len(set(fields.values())) < len(fields):
        raise UsageError(f"{name} takes a field of records twice; name its first two parameters")
    by_name = {arg.name: arg for arg in parameters}
    return FunctionParameters(
        fields,
        tuple(x for x in fields if by_name[x].kind is inspect.Parameter.POSITIONAL_ONLY),
        tuple(x for x in fields if by_name[x].default is not inspect.Parameter.empty),
        options,
    )


def types_of(function: Callable[..., Any], name: str) -> dict[str, Any]:
    """Return the annotated types of the parameters of a function."""
    try:
        return get_type_hints(function)
    except (AttributeError, NameError, SyntaxError, TypeError) as error:
        if not getattr(function, "__annotations__", None):
            return {}
        raise UsageError(
            f"{name}: the type of a parameter cannot be resolved ({error}); import it in the "
            "module itself, outside functions and TYPE_CHECKING"
        ) from None


def kind_of(default: Any) -> Any:
    """Return the type of an option without annotation, that of its default."""
    return type(default) if type(default) in _PLAIN else Any


def copies(default: Any) -> Callable[[], Any]:
    """Create the function that returns a copy of a default, so that no metric changes it."""
    return lambda: deepcopy(default)


class FunctionMetric(MeanMetric):
    """The mean of a function over records."""

    kinds: ClassVar[Mapping[str, Kind]] = {}
    function: ClassVar[Callable[..., Any]]
    parameters: ClassVar[FunctionParameters]
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
        rows = [self._called({x: getattr(instance, x) for x in names}) for instance in batch]
        return np.array([(*row, 1.0) for row in rows], dtype=float)

    def _called(self, values: Mapping[str, Any]) -> tuple[float, ...]:
        """Call the function; an error in it concerns one record.

        Raises:
            RecordError: If the function raises an exception or does not return finite numbers.
            UsageError: If it returns other numbers than it declares.
        """
        places, arguments = [], self.options()
        for parameter, name in self.parameters.fields.items():
            value = values.get(name)
            if parameter == ONE:
                value = self._only(value or ())
            if parameter in self.parameters.by_place:
                places.append(value)
            elif value is not None or parameter not in self.parameters.optional:
                arguments[parameter] = value
        function = type(self).function
        name = self.name
        try:
            answer = function(*places, **arguments)
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
            highest = highest_score(self, output)
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


def function_metric(function: Callable[..., Any], path: str) -> type[FunctionMetric]:
    """Create a metric class from a function."""
    name = path.partition(":")[2]
    parameters = parameters_of(function, f"py:{path}")
    stated = declared(function, name)
    if taken := sorted(parameters.options.keys() & reserved(FunctionMetric.__mro__)):
        raise UsageError(
            f"py:{path}: metrics define '{taken[0]}' themselves; rename that parameter"
        )
    read = list(dict.fromkeys(parameters.fields.values()))
    optional = {parameters.fields[x] for x in parameters.optional}
    judges = "prediction" if "prediction" in read else read[0]
    hints = types_of(function, f"py:{path}")
    created = make_dataclass(
        "FromFunction",
        [
            (x, hints.get(x, kind_of(default)), field(default_factory=copies(default)))
            for x, default in parameters.options.items()
        ],
        bases=(FunctionMetric,),
        frozen=True,
        kw_only=True,
        namespace={
            "__doc__": _documentation(function, parameters.options),
            "function": staticmethod(function),
            "parameters": parameters,
            "numbers": stated.outputs,
            "higher_is_better": stated.higher_is_better,
            "undefined_where": stated.undefined_where,
            "score_scale": ScoreScale(mean=True, highest=stated.highest),
            "unknown_range": stated.highest is None,
            "single_reference": stated.single_reference or ONE in parameters.fields,
            "judges": judges,
            "needs": tuple(x for x in read if x != judges and x not in optional),
        },
    )
    created.__module__ = __name__
    return created


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


def metric_class(target: str) -> type[Metric]:
    """Create the metric class for `py:MODULE:ATTRIBUTE`."""
    attribute = user_functions.named(target, "py:MODULE:CLASS, or py:MODULE:FUNCTION")
    module = target.partition(":")[0]
    if isinstance(attribute, type) and issubclass(attribute, Metric):
        _check_complete(attribute, target)
        created: Any = type(attribute.__name__, (attribute,), {"__doc__": attribute.__doc__})
    elif callable(attribute) and not isinstance(attribute, type):
        created = function_metric(attribute, target)
    else:
        raise UsageError(f"py:{target} is neither a subclass of Metric nor a function")
    inherited, hashes = created.rests_on, getattr(created, "data_hashes", None)
    # The attribute may be defined in another module than the one that exports it.
    named = module, getattr(attribute, "__module__", None) or module
    created.rests_on = lambda metric: [*inherited(metric), *code_files.of_modules(named)]
    source = code_files.source_hash(named)
    stated = {"source": source} if source else {}
    created.data_hashes = lambda metric: (hashes(metric) if hashes else {}) | stated
    return cast("type[Metric]", created)


def _check_complete(cls: type[Metric], path: str) -> None:
    """Check that a class defines what every metric has to, and no option that each has."""
    if "name" in {field.name for field in fields(cast("Any", cls))}:
        raise UsageError(f"py:{path} has an option 'name', which metrics have already; rename it")
    if missing := sorted(getattr(cls, "__abstractmethods__", ())):
        raise UsageError(f"py:{path} does not define {', '.join(missing)}; add what is missing")
