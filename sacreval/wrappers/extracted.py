"""Extracted: score the answers in outputs, not the outputs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, Self

from sacreval.errors import RecordError, UsageError
from sacreval.metric import Metric, SampleMetric, SetMetric
from sacreval.text.answers import extractor
from sacreval.text.normalize import normalizer
from sacreval.wrappers.wrapped import Wrapped

if TYPE_CHECKING:
    from sacreval.metric import Array
    from sacreval.records import Batch, Instance
    from sacreval.text.scripts import Tokenization

Unextracted = Literal["missing", "empty"]


@dataclass(frozen=True, kw_only=True)
class Extracted(Wrapped):
    """A metric on the answers that are found in texts.

    An output without an answer is missing: it is left out and counted, and equals nothing. A
    reference without one always is.

    Args:
        metric: The metric inside.
        extract: How the answer is found in outputs; see `sacreval.text.answers.extractor`.
        extract_references: How it is found in references.
        clean: What is done to both afterwards; see `sacreval.text.normalize.normalizer`.
        unextracted: Let outputs without an answer be missing, or score them as empty texts.
    """

    extract: str = "none"
    extract_references: str = "none"
    clean: str = "none"
    unextracted: Unextracted = "missing"

    def __post_init__(self) -> None:
        super().__post_init__()
        extractor(self.extract)
        extractor(self.extract_references)
        normalizer(self.clean)
        if isinstance(self.metric, SampleMetric):
            raise UsageError(f"{self.metric.name} scores numbers; extract and normalise texts only")

    def tokenization(self) -> Tokenization | None:
        """Split what is cleaned; of answers that are found in texts, nothing is said."""
        inner = self.metric.tokenization()
        if inner is None or self.extract != "none" or self.extract_references != "none":
            return None
        change = normalizer(self.clean)
        return inner._replace(split=lambda text: inner.split(change(text)))

    def rows(self, batch: Batch) -> Array:
        """Give the rows of the answers."""
        return self.metric.rows(self._all_changed(batch))

    def leave_one_out_rows(self, batch: Batch) -> Array:
        """Give those of the answers."""
        return self.metric.leave_one_out_rows(self._all_changed(batch))

    def settle(self, batches: Sequence[Batch]) -> Self:
        """Settle the metric inside by the answers, where there are any."""
        return replace(self, metric=self.metric.settle([self._answers(b) for b in batches]))

    def _answers(self, batch: Batch) -> Batch:
        found = []
        for instance in batch:
            with suppress(RecordError):
                found.append(self._changed(instance))
        return replace(batch, instances=found, lines=())

    def for_instances(self) -> Self:
        """Score single records as the metric inside does."""
        return replace(self, metric=self.metric.for_instances())

    def _all_changed(self, batch: Batch) -> Batch:
        return replace(batch, instances=[self._changed(instance) for instance in batch])

    def _changed(self, instance: Instance) -> Instance:
        import msgspec

        changes: dict[str, Any] = {}
        for name in self.needs:
            how = self.extract_references if name == "references" else "none"
            changes[name] = _apply(self._chain(how), getattr(instance, name))
        changes[self.judges] = _apply(self._answer, getattr(instance, self.judges))
        return msgspec.structs.replace(instance, **changes)

    def _answer(self, text: str) -> str:
        try:
            return self._chain(self.extract)(text)
        except RecordError:
            if self.unextracted == "missing":
                raise
            return ""

    def _chain(self, extract: str) -> Callable[[str], str]:
        find, clean = extractor(extract), normalizer(self.clean)
        return lambda text: clean(find(text))


@dataclass(frozen=True, kw_only=True)
class ExtractedSet(Extracted, SetMetric):
    """The same around a metric of whole sets."""

    def measure(self, batch: Batch) -> Mapping[str, float]:
        """Score the set of the answers."""
        if not isinstance(self.metric, SetMetric):
            raise TypeError(f"{self.metric.name} scores no sets")
        return self.metric.measure(self._all_changed(batch))


def extracted(metric: Metric, **said: Any) -> Extracted:
    """Put extraction around a metric, of single records or of sets.

    Args:
        metric: The metric inside.
        said: The options of `Extracted`.

    Raises:
        UsageError: If one is wrong, or the metric reads no texts.
    """
    wrapper = ExtractedSet if isinstance(metric, SetMetric) else Extracted
    return wrapper(metric=metric, **said)


def _apply(change: Callable[[str], str], value: Any) -> Any:
    """Change a text, or the texts in a list; leave other values as they are."""
    if isinstance(value, str):
        return change(value)
    return [_apply(change, item) for item in value] if isinstance(value, list) else value
