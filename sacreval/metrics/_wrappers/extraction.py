"""Extracted: score the answers in outputs, not the outputs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, Self

from sacreval.core.field_types import TEXT
from sacreval.core.metric import Metric, SampleMetric, SetMetric
from sacreval.core.wrapper import Wrapped, innermost
from sacreval.errors import RecordError, UsageError
from sacreval.metrics._wrappers.fit_answer import PROBES, cleaned, fitted, or_text
from sacreval.text.answers import extractor
from sacreval.text.normalize import normalizer

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.core.records import Batch, Instance
    from sacreval.text.scripts import Tokenization

Unextracted = Literal["missing", "empty"]
SEVERAL = ("references", "samples", "sources")  # fields whose lists hold one value after another


@dataclass(frozen=True, kw_only=True)
class Extracted(Wrapped):
    """A metric on answers that are extracted from texts.

    An answer is converted to the type that the metric needs: a text, a number, a label or a list.
    An output without an answer is missing: it is left out and counted, and matches nothing. A
    reference without an answer is always missing.

    Args:
        metric: The inner metric.
        extract: Extractor for outputs; see `sacreval.text.answers.extractor`.
        extract_references: Extractor for references.
        clean: Normalisation of both answers; see `sacreval.text.normalize.normalizer`.
        unextracted: Whether outputs without an answer are missing or score as empty texts.
    """

    extract: str = "none"
    extract_references: str = "none"
    clean: str = "none"
    unextracted: Unextracted = "missing"

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "counterpart", self.metric.counterpart)
        extractor(self.extract)
        extractor(self.extract_references)
        normalizer(self.clean)
        kinds = {**self.kinds, **{name: or_text(self.kinds[name]) for name in self._read}}
        object.__setattr__(self, "kinds", kinds)
        self._check_extractors()

    def tokenization(self) -> Tokenization | None:
        """Return how cleaned texts are split; None for extracted answers."""
        inner = self.metric.tokenization()
        if inner is None or self.extract != "none" or self.extract_references != "none":
            return None
        change = normalizer(self.clean)
        return inner._replace(split=lambda text: inner.split(change(text)))

    def rows(self, batch: Batch) -> Array:
        """Compute the rows of the answers."""
        return self.metric.rows(self._all_changed(batch))

    def leave_one_out_rows(self, batch: Batch) -> Array:
        """Compute the leave-one-out rows of the answers."""
        return self.metric.leave_one_out_rows(self._all_changed(batch))

    def library_scores(self, batch: Batch) -> Mapping[str, float]:
        """Score the answers with the library of the inner metric."""
        return self.metric.library_scores(self._all_changed(batch))

    def undefined(self, rows: Array) -> Mapping[str, str]:
        """Return the outputs that the inner metric reports as undefined."""
        return self.metric.undefined(rows)

    def settle(self, batches: Sequence[Batch]) -> Self:
        """Settle the inner metric on the records that have answers."""
        return replace(self, metric=self.metric.settle([self._answers(b) for b in batches]))

    def _answers(self, batch: Batch) -> Batch:
        found = []
        for instance in batch:
            with suppress(RecordError):
                found.append(self._changed(instance))
        return replace(batch, instances=found, lines=())

    def for_instances(self) -> Self:
        """Return this metric as the inner one scores single records."""
        return replace(self, metric=self.metric.for_instances())

    def fault(self, instance: Instance) -> str | None:
        """Return the error that the inner metric finds in the answers; None if there is none."""
        if type(innermost(self.metric)).fault is Metric.fault:
            return None
        try:
            return self.metric.fault(self._changed(instance))
        except RecordError:
            return None  # the record is counted as missing

    def answer(self, value: Any) -> Any:
        """Return the answer in an output, in the type that the inner metric needs.

        Raises:
            RecordError: If the output has no answer.
        """
        return self._found(self.judges, self.extract, value)

    @property
    def _read(self) -> tuple[str, ...]:
        return (self.judges, *self.needs)

    def _all_changed(self, batch: Batch) -> Batch:
        return replace(batch, instances=[self._changed(instance) for instance in batch])

    def _changed(self, instance: Instance) -> Instance:
        import msgspec

        changes: dict[str, Any] = {}
        for name in self.needs:
            how = self.extract_references if name == "references" else "none"
            changes[name] = self._found(name, how, getattr(instance, name))
        changes[self.judges] = self.answer(getattr(instance, self.judges))
        return msgspec.structs.replace(instance, **changes)

    def _found(self, name: str, how: str, value: Any) -> Any:
        """Extract the answer of a field that holds one text or several."""
        if isinstance(value, str):
            return self._one(name, how, value)
        if isinstance(value, list) and name in SEVERAL:
            return [self._one(name, how, item) for item in value]
        return cleaned(lambda text: self._text(name, how, text), value)

    def _one(self, name: str, how: str, value: Any) -> Any:
        if not isinstance(value, str):
            return cleaned(lambda text: self._text(name, how, text), value)
        return self._text(name, how, value, self._holds(name))

    def _text(
        self, name: str, how: str, text: str, holds: Callable[[Any], bool] = TEXT.accepts
    ) -> Any:
        """Extract the answer of a text, as a value that the inner metric accepts."""
        try:
            found, clean = extractor(how)(text), normalizer(self.clean)
            return fitted(found, holds, clean, json=how.startswith("json:"))
        except RecordError:
            if name != self.judges or self.unextracted == "missing":
                raise
            return ""

    def _holds(self, name: str) -> Callable[[Any], bool]:
        """Return the check of one value of a field by the inner metric."""
        holds = self.metric.kinds[name].accepts
        return (lambda value: holds([value])) if name in SEVERAL else holds

    def _check_extractors(self) -> None:
        """Reject options that can never yield a value that the inner metric accepts.

        Raises:
            UsageError: If an extractor cannot, or if empty texts cannot be scored.
        """
        ways = {self.judges: self.extract}
        if "references" in self.needs:
            ways["references"] = self.extract_references
        for name, how in ways.items():
            kind = self.metric.kinds[name]
            if how in PROBES and not any(self._accepts(name, probe) for probe in PROBES[how]):
                raise UsageError(
                    f"{self.name} requires `{name}` to be {kind.description}, which {how} "
                    f"never returns; extract by json:JMESPATH or regex:PATTERN"
                )
        if self.unextracted == "empty" and not self._accepts(self.judges, ""):
            raise UsageError(f"{self.name} cannot score empty texts; drop --unextracted empty")

    def _accepts(self, name: str, text: str) -> bool:
        try:
            fitted(text, self._holds(name), str)
        except RecordError:
            return False
        return True


@dataclass(frozen=True, kw_only=True)
class ExtractedSet(Extracted, SetMetric):
    """A metric of whole sets on extracted answers."""

    def measure(self, batch: Batch) -> Mapping[str, float]:
        """Score the set of the answers."""
        if not isinstance(self.metric, SetMetric):
            raise TypeError(f"{self.metric.name} does not score sets")
        return self.metric.measure(self._all_changed(batch))


@dataclass(frozen=True, kw_only=True)
class ExtractedSample(Extracted, SampleMetric):
    """A metric of weighted samples on extracted answers."""

    def estimate(self, rows: Array, weights: Array) -> Mapping[str, Array]:
        """Score samples of the answers."""
        return self.metric.estimate(rows, weights)


def extracted(metric: Metric, **options: Any) -> Extracted:
    """Wrap a metric of single records, sets or samples in answer extraction.

    Args:
        metric: The inner metric.
        options: Options of `Extracted` by name.

    Raises:
        UsageError: If an option is invalid, or can never yield a value that the metric accepts.
    """
    if isinstance(metric, SampleMetric):
        return ExtractedSample(metric=metric, **options)
    wrapper = ExtractedSet if isinstance(metric, SetMetric) else Extracted
    return wrapper(metric=metric, **options)
