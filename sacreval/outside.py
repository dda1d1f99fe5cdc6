"""Metrics from outside: `py:module:Class` or `py:module:function`, and `hf:NAME` or `hf:PATH`."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, cast

from sacreval.errors import NotSetUpError, UsageError
from sacreval.kinds import Kind, any_number_of
from sacreval.metric import MeanMetric, Metric, SetMetric

if TYPE_CHECKING:
    from sacreval.records import Batch

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
        made: Any = type(found.__name__, (found,), {"__doc__": found.__doc__})
    elif callable(found) and not isinstance(found, type):
        made = _of_function(found, attribute)
    else:
        raise UsageError(f"py:{path} is neither a subclass of Metric nor a function")
    made.rests_on = lambda _: _source(module)
    return cast("type[Metric]", made)


def _source(module: str) -> list[Path]:
    """List the file of a module, which may change between two runs."""
    file = sys.modules[module].__file__
    return [Path(file)] if file else []


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
            return (float(function(prediction, prepared)),)

    FromFunction.__doc__ = function.__doc__ or FromFunction.__doc__
    return FromFunction


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

        @property
        def outputs(self) -> tuple[str, ...]:
            return self.numbers

        def measure(self, batch: Batch) -> Mapping[str, float]:
            import msgspec

            references: list[Any] = batch.references
            if all(len(texts) == 1 for texts in references):
                references = [texts[0] for texts in references]
            answer = (
                _evaluate()
                .load(path)
                .compute(
                    predictions=batch.predictions,
                    references=references,
                    **msgspec.json.decode(self.arguments),
                )
            )
            if missing := [name for name in self.numbers if name not in answer]:
                raise UsageError(f"hf:{path} gives {', '.join(answer)}, and no {missing[0]}")
            return {name: float(answer[name]) for name in self.numbers}

    return HuggingFace


def _evaluate() -> Any:
    try:
        import evaluate
    except ImportError as error:
        raise NotSetUpError(
            "hf: metrics need Hugging Face evaluate; run: pip install 'sacreval[huggingface]'"
        ) from error
    return evaluate
