"""Extraction: the answers in outputs are scored, not the outputs, and shown next to the scores."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, Self, cast

from sacreval.core.contract import metric_records
from sacreval.core.contract.declarations import field_kind, innermost
from sacreval.core.contract.metric_records import for_instances, part_count, settle
from sacreval.core.contract.unseen_notices import UnseenCharacters
from sacreval.core.contract.watches import Watches
from sacreval.core.contract.wrapper import Wrapped, WrappedSample
from sacreval.core.libraries import library_scores
from sacreval.core.metric import Metric, SampleMetric
from sacreval.core.options.field_types import TEXT
from sacreval.core.records import Batch, Instance
from sacreval.errors import RecordError, UsageError
from sacreval.metrics._wrappers.extractors import (
    PROBES,
    Extractors,
    NotAnItemError,
    UnlikeReferences,
    Way,
    canonical,
    cleaned,
    first_answer,
    fitted,
    or_text,
    splits,
    ways,
)
from sacreval.text.answers.answer_extractors import NONE
from sacreval.text.normalizers import normalizer
from sacreval.text.user_functions import FunctionError

if TYPE_CHECKING:
    from sacreval.core.contract.watches import Watch
    from sacreval.core.metric import Array, SetMetric
    from sacreval.text.scripts import Tokenization


Unextracted = Literal["missing", "empty"]
UNANSWERED: Unextracted = "empty"  # what outputs without an answer are, where the metric can
_NONE = object()  # no answer, where null may be one
SEVERAL = ("references", "samples", "sources")  # fields whose lists hold one value after another


@dataclass(frozen=True, kw_only=True)
class Extracted(Wrapped):
    """A metric on answers that are extracted from texts.

    An answer is converted to the type that the metric needs: a text, a number, a label or a list.
    An output without an answer is unanswered: it scores as an empty text or list, or as none of the
    labels, and is counted; where the metric accepts none of these, it is missing. A record with a
    reference without an answer is always missing.

    Args:
        metric: The inner metric.
        extract: Extractor for outputs, or several that are tried in turn until one finds an answer
            that the metric accepts; see `sacreval.text.answers.answer_extractors.extractor`.
        extract_references: The same for references; a list that is no reference of the metric is
            several references.
        clean: Normalisation of both answers; see `sacreval.text.normalizers.normalizer`.
        unextracted: Whether outputs without an answer score as empty, or are missing; None for
            empty wherever the metric accepts that.
    """

    extract: Extractors = NONE
    extract_references: Extractors = NONE
    clean: str = "none"
    unextracted: Unextracted | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "extract", canonical(self.extract))
        object.__setattr__(self, "extract_references", canonical(self.extract_references))
        normalizer(self.clean)
        kinds = {**self.kinds, **{name: or_text(field_kind(self, name)) for name in self._read}}
        object.__setattr__(self, "kinds", kinds)
        self._check_extractors()
        if self.unextracted is None:
            how: Unextracted = "missing" if self._empty is _NONE else UNANSWERED
            object.__setattr__(self, "unextracted", how)

    def tokenization(self) -> Tokenization | None:
        """Return how cleaned texts are split; None for extracted answers."""
        inner = self.metric.tokenization()
        if inner is None or {self.extract, self.extract_references} != {NONE}:
            return None
        change = normalizer(self.clean)
        return inner._replace(split=lambda text: inner.split(change(text)))

    def rows(self, batch: Batch) -> Array:
        """Compute the rows of the answers."""
        return self.metric.rows(self._all_changed(batch))

    def leave_one_out_rows(self, batch: Batch) -> Array:
        """Compute the leave-one-out rows of the answers."""
        return self.metric.leave_one_out_rows(self._all_changed(batch))

    def measure(self, batch: Batch) -> Mapping[str, float]:
        """Score the set of the answers."""
        return cast("SetMetric", self.metric).measure(self._all_changed(batch))

    def library_scores(self, batch: Batch) -> Mapping[str, float]:
        """Score the answers with the library of the inner metric."""
        return library_scores(self.metric, self._all_changed(batch))

    def undefined(self, rows: Array) -> Mapping[str, str]:
        """Return the outputs that the inner metric reports as undefined."""
        return self.metric.undefined(rows)

    def settle(self, batches: Sequence[Batch]) -> Self:
        """Settle the inner metric on the records that have answers."""
        return replace(self, metric=settle(self.metric, [self._answers(b) for b in batches]))

    def _answers(self, batch: Batch) -> Batch:
        instances = []
        for instance in batch:
            with suppress(RecordError):
                instances.append(self.changed(instance))
        return replace(batch, instances=instances, lines=())

    def for_instances(self) -> Self:
        """Return this metric as the inner one scores single records."""
        return replace(self, metric=for_instances(self.metric))

    def fault(self, instance: Instance) -> str | None:
        """Return the error that the inner metric finds in the answers; None if there is none."""
        if type(innermost(self.metric)).fault is Metric.fault:
            return None
        try:
            return self.metric.fault(self.changed(instance))
        except RecordError:
            return None  # the record is counted as missing

    def answer(self, value: Any) -> Any:
        """Return the answer in an output, in the type that the inner metric needs.

        Raises:
            RecordError: If the output has no answer.
        """
        return self._answer_of(self.judges, self.extract, value)

    def missing_state(self, instance: Instance, why: str) -> str:
        """Return that no answer can be read, or the reason of the inner metric."""
        try:
            self._answers_in(getattr(instance, self.judges))
        except FunctionError:
            return ""
        except RecordError:
            return "unparsed"
        return metric_records.missing_state(self.metric, instance, why)

    def unanswered(self, batch: Batch) -> Sequence[int]:
        """Return the indices of the records whose outputs have no answer, and score as empty."""
        if self.unextracted == "missing":
            return ()
        if id(self) not in batch.kept:
            column = batch.column(self.judges)
            batch.kept[id(self)] = [i for i, value in enumerate(column) if self._has_none(value)]
        indices: Sequence[int] = batch.kept[id(self)]
        return indices

    def _has_none(self, value: Any) -> bool:
        try:
            return self._is_unanswered(self._answers_in(value))
        except FunctionError:
            return False

    def _is_unanswered(self, answers: Sequence[Any]) -> bool:
        """Check whether an output has no answer; a metric in which samples vote says so itself."""
        if _NONE not in answers:
            return False
        if self._empty is not None or self.judges != "samples":
            return True
        votes = Instance(samples=[None if x is _NONE else x for x in answers])
        return bool(metric_records.unanswered(self.metric, Batch([votes])))

    def part_count(self, instance: Instance) -> int:
        """Return the number of parts of the inner metric, of references that are split too."""
        if self.extract_references == NONE:
            return part_count(self.metric, instance)
        try:
            return part_count(self.metric, self.changed(instance))
        except RecordError:
            return 0

    @property
    def _read(self) -> tuple[str, ...]:
        return (self.judges, *self.needs)

    def _all_changed(self, batch: Batch) -> Batch:
        instances, unanswered = [], []
        for i, instance in enumerate(batch):
            answers = self._answers_in(getattr(instance, self.judges))
            instances.append(self._changed(instance, answers))
            if self._is_unanswered(answers):
                unanswered.append(i)
        batch.kept[id(self)] = unanswered
        return replace(batch, instances=instances)

    def changed(self, instance: Instance) -> Instance:
        """Return a record with answers in place of its texts.

        Raises:
            RecordError: If a reference has no answer, or an output that is then missing.
        """
        return self._changed(instance, self._answers_in(getattr(instance, self.judges)))

    def _changed(self, instance: Instance, answers: Sequence[Any]) -> Instance:
        import msgspec

        changes: dict[str, Any] = {}
        for name in self.needs:
            how = self.extract_references if name == "references" else NONE
            changes[name] = self._answer_of(name, how, getattr(instance, name))
        filled = [self._empty if answer is _NONE else answer for answer in answers]
        several = isinstance(getattr(instance, self.judges), list) and self.judges in SEVERAL
        changes[self.judges] = filled if several else filled[0]
        return msgspec.structs.replace(instance, **changes)

    def _answers_in(self, value: Any) -> list[Any]:
        """Return the answer of each output in a field; `_NONE` where one has none, and is empty.

        Raises:
            RecordError: If one has none, and is missing.
        """
        items = value if isinstance(value, list) and self.judges in SEVERAL else [value]
        return [self._answer_or_none(item) for item in items]

    def _answer_or_none(self, value: Any) -> Any:
        try:
            return self._extracted_text(self.judges, self.extract, value)
        except FunctionError:
            raise
        except RecordError:
            if self.unextracted == "missing":
                raise
            return _NONE

    def _answer_of(self, name: str, how: Extractors, value: Any) -> Any:
        """Extract the answer of a field that holds one text or several."""
        if isinstance(value, str):
            return self._extracted_text(name, how, value)
        if isinstance(value, list) and name in SEVERAL:
            return [answer for item in value for answer in self._several(name, how, item)]
        return cleaned(lambda text: self._text(how, text), value)

    def _several(self, name: str, how: Extractors, value: Any) -> list[Any]:
        """Return the answers of one item of a list: several where a reference is split."""
        if name != "references" or not isinstance(value, str) or not splits(how):
            return [self._extracted_text(name, how, value)]
        holds = self._holds(name)
        try:
            return [self._text(how, value, holds)]
        except NotAnItemError as error:
            if not error.items:
                raise RecordError("there is no reference between separators; check it") from None
            return [fitted(part, holds, normalizer(self.clean)) for part in error.items]

    def _extracted_text(self, name: str, how: Extractors, value: Any) -> Any:
        if not isinstance(value, str):
            return cleaned(lambda text: self._text(how, text), value)
        return self._text(how, value, self._holds(name))

    def _text(self, how: Extractors, text: str, holds: Callable[[Any], bool] = TEXT.accepts) -> Any:
        """Extract the answer of a text, as a value that the inner metric accepts."""
        return first_answer(text, self._ways(how), holds, normalizer(self.clean))

    @cached_property
    def _empty(self) -> Any:
        """What stands for no answer: None, an empty text or list; `_NONE` if there is nothing."""
        if getattr(innermost(self.metric), "scores_none", False):  # None is wrong there
            return None
        holds = self._holds(self.judges)
        choices: tuple[Any, ...] = ("", [])
        return next((empty for empty in choices if holds(empty)), _NONE)

    def watch(self) -> Watch | None:
        """Return watches of unseen characters in answers, and of answers inside references."""
        watches = list(filter(None, (self._unlike_references(), self._unseen_characters())))
        return Watches(watches) if watches else None

    def _unseen_characters(self) -> Watch | None:
        """Return the watch of the inner metric, of the answers."""
        if not isinstance(self.metric.watch(), UnseenCharacters):
            return None
        return UnseenCharacters(self.metric, self.changed)

    def _unlike_references(self) -> Watch | None:
        """Return a watch of whether references hold the answers too, with more text."""
        if (
            "references" not in self.needs
            or self.extract == NONE
            or self.extract_references != NONE
        ):
            return None
        try:
            both = replace(self, extract_references=self.extract)
        except UsageError:  # references cannot be what it finds
            return None
        return UnlikeReferences(self, self.extract, self.changed, both.changed)

    def _ways(self, how: Extractors) -> list[Way]:
        classes = getattr(innermost(self.metric), "classes", ())
        return ways(how, classes if isinstance(classes, tuple) else ())

    def _holds(self, name: str) -> Callable[[Any], bool]:
        """Return the check of one value of a field by the inner metric."""
        holds = field_kind(self.metric, name).accepts
        return (lambda value: holds([value])) if name in SEVERAL else holds

    def _check_extractors(self) -> None:
        """Reject options that can never yield a value that the inner metric accepts.

        Raises:
            UsageError: If an extractor cannot, or if empty texts cannot be scored.
        """
        ways = {self.judges: self.extract}
        if "references" in self.needs:
            ways["references"] = self.extract_references
        for name, specs in ways.items():
            for way in self._ways(specs):
                self._check_extractor(name, way.name)
        if self.unextracted == "empty" and self._empty is _NONE:
            raise UsageError(f"{self.name} cannot score empty texts; drop --unextracted empty")

    def _check_extractor(self, name: str, how: str) -> None:
        head, kind = how.partition(":")[0], field_kind(self.metric, name)
        if head in PROBES and not any(self._accepts(name, probe) for probe in PROBES[head]):
            raise UsageError(
                f"{self.name} requires `{name}` to be {kind.description}, which {how} "
                f"never returns; extract by json:JMESPATH or regex:PATTERN"
            )

    def _accepts(self, name: str, probe: Any) -> bool:
        holds = self._holds(name)
        if isinstance(probe, list):
            return holds(probe) or (name == "references" and any(map(holds, probe)))
        try:
            fitted(probe, holds, str)
        except RecordError:
            return False
        return True


@dataclass(frozen=True, kw_only=True)
class ExtractedSample(Extracted, WrappedSample):
    """A metric of weighted samples on extracted answers."""


def extracted(metric: Metric, **options: Any) -> Extracted:
    """Wrap a metric in answer extraction.

    Args:
        metric: The inner metric.
        options: Options of `Extracted` by name.

    Raises:
        UsageError: If an option is invalid, or can never yield a value that the metric accepts.
    """
    if isinstance(metric, SampleMetric):
        return ExtractedSample(metric=metric, **options)
    return Extracted(metric=metric, **options)


def extracts(metric: Metric) -> bool:
    """Return whether a metric scores answers found in outputs."""
    return _extraction(metric) is not None


def answers(metric: Metric, batch: Batch) -> Sequence[Any]:
    """Return the answer found in each output; None where there is none."""
    extraction = _extraction(metric)
    if extraction is None:
        return [None] * len(batch)
    failed = set(batch.failed)
    return [
        None if i in failed else _answer(extraction, value)
        for i, value in enumerate(batch.column(metric.judges))
    ]


def _answer(metric: Extracted, value: Any) -> Any:
    try:
        return metric.answer(value)
    except RecordError:
        return [_answer(metric, item) for item in value] if isinstance(value, list) else None


def _extraction(metric: Metric) -> Extracted | None:
    while isinstance(metric, Wrapped) and not isinstance(metric, Extracted):
        metric = metric.metric
    return metric if isinstance(metric, Extracted) else None
