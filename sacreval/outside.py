"""Metrics from outside: `py:module:Class` or `py:module:function`, and `hf:NAME` or `hf:PATH`."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from math import isfinite
from typing import TYPE_CHECKING, Any, ClassVar

from sacreval.errors import InputError, NotSetUpError, RecordError, UsageError
from sacreval.kinds import Kind, any_number_of
from sacreval.metric import MeanMetric, Metric, SetMetric

if TYPE_CHECKING:
    from sacreval.records import Batch

_SAID = 200  # characters of a library's message

ANYTHING = Kind("there", lambda value: value is not None)


def load(name: str) -> type[Metric]:
    """Make the class of a metric from outside.

    Args:
        name: `py:` and a module's attribute, or `hf:` and what `evaluate.load` takes.

    Raises:
        UsageError: If it is no metric.
        NotSetUpError: If it cannot be imported.
    """
    scheme, _, rest = name.partition(":")
    made = _python(rest) if scheme == "py" else _hugging_face(rest)
    made.name = name
    return made


def _python(path: str) -> type[Metric]:
    module, colon, attribute = path.partition(":")
    if not colon:
        raise UsageError(f"py:{path}: write py:MODULE:CLASS, or py:MODULE:FUNCTION")
    if os.getcwd() not in sys.path:  # noqa: PTH109 - sys.path holds text
        sys.path.append(os.getcwd())  # noqa: PTH109
    try:
        found = getattr(import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise NotSetUpError(
            f"py:{path} cannot be imported ({error}); install its package, or run where it lies"
        ) from error
    if isinstance(found, type) and issubclass(found, Metric):
        return type(found.__name__, (found,), {"__doc__": found.__doc__})
    if not callable(found) or isinstance(found, type):
        raise UsageError(f"py:{path} is neither a subclass of Metric nor a function")
    return _of_function(found, attribute)


def _of_function(function: Callable[[Any, Any], float], output: str) -> type[Metric]:
    """Make a metric of a function of prediction and references that gives a number."""

    @dataclass(frozen=True, kw_only=True)
    class FromFunction(MeanMetric):
        """The mean of a function of prediction and references over records."""

        kinds: ClassVar[Mapping[str, Kind]] = {
            "prediction": ANYTHING,
            "references": any_number_of(ANYTHING),
        }

        @property
        def outputs(self) -> tuple[str, ...]:
            return (output,)

        def scores(self, prediction: Any, prepared: Any) -> Sequence[float]:
            return (_number(function, prediction, prepared),)

    FromFunction.__doc__ = function.__doc__ or FromFunction.__doc__
    return FromFunction


def _number(function: Callable[[Any, Any], float], prediction: Any, references: Any) -> float:
    """Call a function that somebody wrote; what goes wrong in it is wrong with one record.

    Raises:
        RecordError: If it fails, or gives no finite number.
    """
    try:
        value = float(function(prediction, references))
    except Exception as error:
        raise RecordError(
            f"{function.__name__} fails ({type(error).__name__}: {error}); mend it, or the record"
        ) from error
    if not isfinite(value):
        raise RecordError(f"{function.__name__} gives {value}; let it give a finite number")
    return value


def _hugging_face(path: str) -> type[Metric]:
    @dataclass(frozen=True, kw_only=True)
    class HuggingFace(SetMetric):
        """A metric of Hugging Face evaluate, computed on whole sets.

        Args:
            numbers: Which numbers of its answer are given.
            arguments: Further arguments of its `compute`, as JSON.
        """

        libraries: ClassVar[tuple[str, ...]] = ("evaluate",)
        kinds: ClassVar[Mapping[str, Kind]] = {
            "prediction": ANYTHING,
            "references": any_number_of(ANYTHING),
        }

        numbers: tuple[str, ...] = (os.path.basename(path.rstrip("/")),)  # noqa: PTH119 - or a name
        arguments: str = "{}"

        def __post_init__(self) -> None:
            _more(self.arguments)

        @property
        def outputs(self) -> tuple[str, ...]:
            return self.numbers

        def measure(self, batch: Batch) -> Mapping[str, float]:
            references: list[Any] = batch.references
            if all(len(texts) == 1 for texts in references):
                references = [texts[0] for texts in references]
            answer = _computed(path, batch.predictions, references, _more(self.arguments))
            if missing := [name for name in self.numbers if name not in answer]:
                raise UsageError(f"hf:{path} gives {', '.join(answer)}, and no {missing[0]}")
            try:
                return {name: float(answer[name]) for name in self.numbers}
            except (TypeError, ValueError) as error:
                raise UsageError(f"hf:{path} gives what is no number ({error})") from None

    return HuggingFace


def _more(arguments: str) -> dict[str, Any]:
    """Read further arguments of `compute`.

    Raises:
        UsageError: If they are no JSON object.
    """
    import msgspec

    try:
        return msgspec.json.decode(arguments, type=dict[str, Any])
    except msgspec.MsgspecError as error:
        raise UsageError(
            f"--arguments {arguments}: not a JSON object ({error}); write it like "
            '{"max_order": 2}'
        ) from None


def _computed(
    path: str, predictions: list[Any], references: list[Any], more: Mapping[str, Any]
) -> Mapping[str, Any]:
    """Load a metric of evaluate and let it compute.

    Raises:
        NotSetUpError: If it cannot be loaded.
        InputError: If it refuses the records.
    """
    evaluate = _evaluate()
    try:
        metric = evaluate.load(path)
    except Exception as error:
        raise NotSetUpError(
            f"hf:{path} cannot be loaded ({_line(error)}); install what it needs, or give the path "
            "of its script"
        ) from error
    try:
        answer: Mapping[str, Any] = metric.compute(
            predictions=predictions, references=references, **more
        )
    except Exception as error:
        raise InputError(
            f"hf:{path} refuses these records ({_line(error)}); give it what it takes"
        ) from error
    return answer


def _line(error: Exception) -> str:
    """Write what a library says in one line, as long as a message can be."""
    text = " ".join(f"{type(error).__name__}: {error}".split())
    return text if len(text) <= _SAID else f"{text[: _SAID - 1]}…"


def _evaluate() -> Any:
    try:
        import evaluate
    except ImportError as error:
        raise NotSetUpError(
            "hf: metrics need Hugging Face evaluate; run: pip install 'sacreval[huggingface]'"
        ) from error
    return evaluate
