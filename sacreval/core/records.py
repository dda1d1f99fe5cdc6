"""Instance: one output to score; Batch: a sequence of instances with their line numbers.

One line of JSONL is one output of one system for one input. Only what a metric names in `needs` is
required.

msgspec decodes and checks them several times faster than pydantic (`benchmarks/records.py` prints
both), and its messages name the field.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from operator import attrgetter
from threading import Lock
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import msgspec

from sacreval.core.record_parts import ErrorSpan, RecordReply
from sacreval.core.record_views import RecordViews

if TYPE_CHECKING:
    from sacreval.native import Texts

_MOST_DIGITS = 4000  # of an id that is a number; Python refuses to read longer ones
BATCH_SIZE = 4096  # records; a few megabytes of text, enough for kernels to run at full speed
# Number of threads that what is below the metrics may use for the batch that is being scored.
WORKERS: ContextVar[int] = ContextVar("WORKERS", default=1)
_GATHERING = Lock()  # metrics on several threads share the texts

OUTPUTS = ("prediction", "predictions", "samples")  # fields with what a system wrote


class RepeatedSamples(list[Any]):
    """`samples` of a log that are one answer as good as the other; `prediction` is the first."""

    __slots__ = ()


SystemType = Annotated[str, msgspec.Meta(min_length=1)]
Judgment = int | float | list[int | float | None] | None


class Instance(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
    gc=False,  # JSON has no cycles; tracking a million records would cost more than decoding them
):
    """One output of one system for one input; one line of JSONL.

    Args:
        instance_id: Id of the input; by default the line number.
        system_id: Id of the system that produced the output; by default the file's stem.
        system_type: `peer`, `reference` for a human text that is scored like a system, or another
            name, such as `baseline`, for outputs that --systems can choose by it.
        prediction: The output: text, a number, a label or a list, depending on the metric.
        predictions: Several outputs for one input, which `--reduce-predictions` reduces to one
            score.
        references: Acceptable answers.
        reference: A single acceptable answer; stored in `references`.
        sources: The documents or source sentences.
        input: The question or prompt.
        judgments: Human scores by dimension: a number, or a list with one number a rater.
        groups: Name to value, for breakdowns.
        samples: Several outputs for one input, in order; or counts, {"n": 10, "c": 3}: the number
            of samples and the number of correct ones.
        choices: Options, with log-probabilities where known.
        gold: The correct choices.
        ranking: Document ids, in ranked order.
        qrels: Relevance by document id.
        pyramid: Summary content units of the references: `summaries`, the number of references,
            and `scus`, a list of objects with `scu_id` and `contributors`, the references that
            contain the unit.
        scus: Ids of the units that annotators found in the output.
        sequence: Log-probability and unit counts of a whole text.
        replies: Replies of a model about the record, by the judge that asked for them; joined to
            it before it is scored.
        error: Why there is no output; such a record is counted, and is never an empty output.
        meta: Any other data, copied to the output.
    """

    instance_id: str | int | None = None
    system_id: str | None = None
    system_type: SystemType = "peer"
    prediction: Any = None
    predictions: list[Any] | None = None
    references: list[Any] | None = None
    reference: Any = None
    sources: list[str] | None = None
    input: str | None = None
    judgments: dict[str, Judgment] | None = None
    groups: dict[str, str | int | float | bool] | None = None
    samples: list[Any] | dict[str, int] | None = None
    choices: list[Any] | None = None
    gold: Any = None
    ranking: list[str] | None = None
    qrels: dict[str, float] | None = None
    pyramid: dict[str, Any] | None = None
    scus: list[str | int] | None = None
    sequence: dict[str, float] | None = None
    replies: dict[str, list[RecordReply]] | None = None
    error: str | None = None
    meta: dict[str, Any] | None = None

    def __post_init__(self) -> None:
        if self.reference is not None:
            if self.references is not None:
                raise ValueError("it has both `reference` and `references`; keep one of them")
            msgspec.structs.force_setattr(self, "references", [self.reference])
            msgspec.structs.force_setattr(self, "reference", None)
        if self.error == "":  # as logs and tables write that there is none
            msgspec.structs.force_setattr(self, "error", None)
        if self.error is not None and self._outputs():
            raise ValueError(f"it has both `error` and `{self._outputs()}`; keep one of them")

    def _outputs(self) -> str:
        """Return the name of a field with an output; "" if there is none."""
        return next((name for name in OUTPUTS if getattr(self, name) is not None), "")


class PredictionScores(msgspec.Struct, frozen=True, gc=False):
    """The scores of several outputs for one input, before they are reduced to one.

    Args:
        scores: Output name of a metric to the score of each output, in their order; None for one
            that could not be scored.
        best: Output name to the index of the best, from 0, the first of ties; without names for
            which neither larger nor smaller is better.
    """

    scores: dict[str, list[float | None]]
    best: dict[str, int]


class Scored(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The scores of one record; one line of a scores file.

    Args:
        instance_id: Id of the input.
        system_id: Id of the system.
        system_type: `peer`, `reference` or another name.
        dataset: The data set, in a run over several; instance ids are of one data set.
        scores: Output name to score; None if the record could not be scored.
        judgments: Human scores by dimension, copied from the record.
        groups: Name to value, copied from the record.
        error: Why the record could not be scored, or None.
        unanswered: The metrics, by their names in `statistics`, that find no answer in the output
            and score it as wrong; None without any.
        statistics: Metric name to its row of sufficient statistics, so that a later run can be
            tested against this one.
        prediction: The scored output, if requested.
        references: The references it was scored against, if requested.
        input: The question or prompt, if requested.
        extracted: Metric name to the answer extracted from the output, if requested.
        error_spans: Metric name to the parts of the output that it labels as errors, beside the
            reference that counts; None without a metric that labels any, or without a score.
        details: Metric name to what its score is made of, by name, if requested.
        predictions: The scores of each of several outputs, which `--reduce-predictions` reduced to
            one.
    """

    instance_id: str
    system_id: str
    system_type: SystemType = "peer"
    dataset: str | None = None
    scores: dict[str, float | None]
    judgments: dict[str, Judgment] | None = None
    groups: dict[str, str | int | float | bool] | None = None
    error: str | None = None
    unanswered: list[str] | None = None
    statistics: dict[str, list[float]] | None = None
    prediction: Any = None
    references: list[Any] | None = None
    input: str | None = None
    extracted: dict[str, Any] | None = None
    error_spans: dict[str, list[ErrorSpan]] | None = None
    details: dict[str, dict[str, float]] | None = None
    predictions: PredictionScores | None = None


FIELDS: tuple[str, ...] = Instance.__struct_fields__
# Pairs of fields of which a record has one, as its `__post_init__` checks.
EXCLUSIVE = (("reference", "references"), *(("error", name) for name in OUTPUTS))


class Answers(NamedTuple):
    """The answers of records of which some have several, such as epochs.

    Args:
        batch: A record for each answer, with it as its `prediction`, record after record.
        sizes: Number of answers of each record.
    """

    batch: Batch
    sizes: Sequence[int]


@dataclass(frozen=True)
class Batch(Sequence[Instance]):
    """A sequence of records with access by column, the input of metrics.

    Args:
        instances: The records.
        origin: The file they come from, for messages.
        lines: Their line numbers in it, also the default for missing instance ids.
        system: The system of records that have no `system_id`.
        workers: Number of threads that compiled kernels may use.
        typed: Whether every value is of the type that the metrics of the run need; else
            `core.read_values` reads them as that type.
        of_log: Whether they are of a log of another tool, each task of which is scored apart.
    """

    instances: Sequence[Instance]
    origin: str = "records"
    lines: Sequence[int] = field(default=(), repr=False)
    system: str = "system"
    workers: int = 1
    typed: bool = True
    of_log: bool = False

    def __len__(self) -> int:
        return len(self.instances)

    def __iter__(self) -> Iterator[Instance]:
        return iter(self.instances)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return replace(self, instances=self.instances[index], lines=self.lines[index])
        return self.instances[index]

    def select(self, indices: Sequence[int]) -> Batch:
        """Return a batch of the records with these indices."""
        instances = self.instances
        return replace(
            self,
            instances=instances.select(indices)
            if isinstance(instances, RecordViews)
            else [instances[i] for i in indices],
            lines=[self._line(i) for i in indices],
        )

    def with_instances(self, instances: Sequence[Instance]) -> Batch:
        """Return a batch with other records and the same line numbers."""
        return replace(self, instances=instances)

    def where(self, index: int) -> str:
        """Return the location of a record, as `file:line`."""
        return f"{self.origin}:{self._line(index)}"

    def _line(self, index: int) -> int:
        return self.lines[index] if self.lines else index + 1

    def placeholder(self) -> Batch:
        """Return a batch without records, which still locates and counts the lines."""
        return Batch((), self.origin, self.lines or range(1, len(self) + 1), self.system)

    def as_one(self) -> Batch:
        """Return one record with the first output, whose references are the other outputs."""
        first, *others = self.predictions
        return Batch([Instance(prediction=first, references=others)], workers=self.workers)

    @cached_property
    def instance_ids(self) -> list[str]:
        """The id of the input of each record; the line number if it has none."""
        lines = self.lines or range(1, len(self) + 1)
        return [
            str(line if value is None else value)
            for value, line in zip(self.column("instance_id"), lines, strict=True)
        ]

    @cached_property
    def system_ids(self) -> list[str]:
        """The id of the system that produced each record."""
        instances = self.instances
        if isinstance(instances, RecordViews) and not instances.has("system_id"):
            return [self.system] * len(self)
        return [value or self.system for value in self.column("system_id")]

    def column(self, name: str) -> list[Any]:
        """Return one field of every record, in order; the result is cached."""
        if name not in self._columns:
            instances = self.instances
            if isinstance(instances, RecordViews):
                self._columns[name] = instances.column(name)
            else:
                self._columns[name] = list(map(attrgetter(name), instances))
        return self._columns[name]

    def has_views(self, *names: str) -> bool:
        """Return whether fields of every record are texts that were not made into objects.

        Args:
            names: Some of `prediction` and `references`.
        """
        instances = self.instances
        return isinstance(instances, RecordViews) and all(map(instances.all_have, names))

    @cached_property
    def numbers(self) -> range | None:
        """The line numbers, if they follow each other and are the ids of all records; else None."""
        lines = self.lines or range(1, len(self) + 1)
        if not isinstance(lines, range) or lines.step != 1:
            return None
        instances = self.instances
        if isinstance(instances, RecordViews):
            return None if instances.has("instance_id") else lines
        return lines if self.column("instance_id").count(None) == len(self) else None

    @cached_property
    def _columns(self) -> dict[str, list[Any]]:
        return {}

    @cached_property
    def kept(self) -> dict[int, Any]:
        """What metrics keep about these records beside their rows, by `id` of the metric."""
        return {}

    @cached_property
    def failed(self) -> Sequence[int]:
        """The indices of the records that have an error instead of an output."""
        if isinstance(self.instances, RecordViews):
            return ()
        errors = self.column("error")
        if errors.count(None) == len(errors):
            return ()
        return [i for i, error in enumerate(errors) if error is not None]

    @property
    def answered(self) -> Batch:
        """The records with an output: this batch itself if none has an error."""
        return self._answered if self.failed else self  # itself in its own cache would be a cycle

    @cached_property
    def _answered(self) -> Batch:
        failed = set(self.failed)
        return self.select([i for i in range(len(self)) if i not in failed])

    @cached_property
    def answers(self) -> Answers | None:
        """The answers of the records, a record each; None where no record has several."""
        if not any(self.column("samples")):
            return None
        by_record = [_answers(record) for record in self.instances]
        if not any(by_record):
            return None
        pairs = list(zip(self.instances, by_record, strict=True))
        each = [instance for record, answers in pairs for instance in _with_each(record, answers)]
        sizes = [len(answers or (None,)) for answers in by_record]
        lines = [self._line(i) for i, size in enumerate(sizes) for _ in range(size)]
        return Answers(replace(self, instances=each, lines=lines), sizes)

    @property
    def outputs(self) -> list[Any]:
        """The output of each record, or the list of its answers where it has several."""
        if (several := self.answers) is None:
            return self.predictions
        each = iter(several.batch.predictions)
        answers = [[next(each) for _ in range(size)] for size in several.sizes]
        return [outputs if len(outputs) > 1 else outputs[0] for outputs in answers]

    @property
    def predictions(self) -> list[Any]:
        """The outputs, in order."""
        return self.column("prediction")

    @cached_property
    def references(self) -> list[list[Any]]:
        """The references of each record, in order."""
        return [value or [] for value in self.column("references")]

    @property
    def texts(self) -> Texts:
        """Predictions and references prepared for the kernels, once for all metrics."""
        with _GATHERING:
            return self._texts

    @cached_property
    def _texts(self) -> Texts:
        from sacreval.native import Texts

        if isinstance(self.instances, RecordViews):
            return self.instances.texts(self.workers)
        return Texts(self.predictions, self.references, workers=self.workers)

    def texts_after(self, change: Callable[[str], str]) -> Texts:
        """Prepare transformed texts for the kernels.

        Args:
            change: Transforms each text, such as a normaliser or a tokenizer.
        """
        from sacreval.native import Texts

        changed = cache(change)
        return Texts(
            [changed(text) for text in self.predictions],
            [[changed(text) for text in texts] for texts in self.references],
            workers=self.workers,
        )


def _answers(record: Instance) -> Sequence[Any] | None:
    """Return the answers of a record with repeats, or with `samples` alone; None for others.

    Flags are verdicts on answers. Beside a `prediction` that a user wrote, samples may be anything.
    """
    samples = record.samples
    if type(samples) is RepeatedSamples:
        return samples
    if not isinstance(samples, list) or record.prediction is not None or record.predictions:
        return None
    return None if any(isinstance(sample, bool | dict) for sample in samples) else samples


def named(batches: Iterable[Batch]) -> Iterator[Instance]:
    """Yield the records of batches, each with its instance and system id."""
    for batch in batches:
        ids = zip(batch, batch.instance_ids, batch.system_ids, strict=True)
        for instance, instance_id, system_id in ids:
            named = msgspec.structs.replace(instance, instance_id=instance_id, system_id=system_id)
            yield _without_first(named)


def _without_first(record: Instance) -> Instance:
    """Return a record whose answers are in `samples` alone where it has repeats, to be written."""
    if type(record.samples) is not RepeatedSamples:
        return record
    return msgspec.structs.replace(record, prediction=None)


def _with_each(record: Instance, answers: Sequence[Any] | None) -> list[Instance]:
    """Return a record with each of its answers; the record itself without any."""
    if not answers:
        return [record]
    return [msgspec.structs.replace(record, prediction=answer) for answer in answers]


def by_id(names: Collection[str]) -> Callable[[str], tuple[int, str]]:
    """Return the sort key of instance ids: by number where all are numbers, else by letters.

    Args:
        names: All ids that are sorted.
    """
    numbers = all(0 < len(name) <= _MOST_DIGITS for name in names)
    if numbers and "".join(names).isdecimal():
        return lambda name: (int(name), name)
    return lambda name: (0, name)
