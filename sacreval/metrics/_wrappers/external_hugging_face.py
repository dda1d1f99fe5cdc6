"""Metrics of Hugging Face evaluate, from the hub or from a local script."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from sacreval.core.field_types import ANYTHING, Kind, any_number_of
from sacreval.core.metric import Metric, SetMetric
from sacreval.errors import InputError, NotSetUpError, UsageError, one_line

if TYPE_CHECKING:
    from sacreval.core.records import Batch


def metric_class(path: str) -> type[Metric]:
    """Create the metric class for `hf:PATH`; `evaluate.load` runs at the first use."""

    @dataclass(frozen=True, kw_only=True)
    class HuggingFace(SetMetric):
        """A metric of Hugging Face evaluate, computed on whole sets.

        Args:
            numbers: Names of the numbers in its result to report.
            arguments: Further arguments of its `compute` method, as a JSON object.
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
                raise UsageError(f"hf:{path} returns {', '.join(answer)}, but not {missing[0]}")
            try:
                return {name: float(answer[name]) for name in self.numbers}
            except (TypeError, ValueError) as error:
                raise UsageError(f"hf:{path} returned a non-number ({error})") from None

    return HuggingFace


def _more(arguments: str) -> dict[str, Any]:
    """Parse further arguments of `compute`.

    Raises:
        UsageError: If they are not a JSON object.
    """
    import msgspec

    try:
        return msgspec.json.decode(arguments, type=dict[str, Any])
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise UsageError(
            f"--arguments {arguments}: not a JSON object ({error}); write it like "
            '{"max_order": 2}'
        ) from None


def _computed(
    path: str, predictions: list[Any], references: list[Any], more: Mapping[str, Any]
) -> Mapping[str, Any]:
    """Load a metric of Hugging Face evaluate and compute it on a batch.

    Raises:
        NotSetUpError: If it cannot be loaded.
        InputError: If the metric rejects the records.
    """
    evaluate = _evaluate()
    try:
        metric = evaluate.load(path)
    except Exception as error:
        raise NotSetUpError(
            f"hf:{path} cannot be loaded ({one_line(error)}); install its packages, or give the "
            "path of its script"
        ) from error
    try:
        answer: Mapping[str, Any] = metric.compute(
            predictions=predictions, references=references, **more
        )
    except Exception as error:
        raise InputError(
            f"hf:{path} rejects these records ({one_line(error)}); correct them, or give "
            "--arguments"
        ) from error
    return answer


def _evaluate() -> Any:
    try:
        import evaluate
    except ImportError as error:
        raise NotSetUpError(
            "hf: metrics need Hugging Face evaluate; run: pip install 'sacreval[huggingface]'"
        ) from error
    return evaluate
