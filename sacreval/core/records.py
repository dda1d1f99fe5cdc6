"""Instance, one output to judge; Batch, some of them with their place in a file."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from operator import attrgetter
from threading import Lock
from typing import TYPE_CHECKING, Any, Literal

import msgspec

if TYPE_CHECKING:
    from sacreval.native import Texts

BATCH_SIZE = 4096  # records; some megabytes of text, enough for kernels to run at full speed
_GATHERING = Lock()  # metrics side by side ask for the same texts

Judgment = int | float | list[int | float | None] | None


class Instance(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
    gc=False,  # JSON holds no cycles; tracking a million records would cost more than decoding
):
    """One output of one system for one input; a line of JSONL holds one.

    Args:
        instance_id: Which input; by default the line number.
        system_id: Which system produced the output; by default the file's stem.
        system_type: `peer`, or `reference` for a human text that is scored like a system.
        prediction: The output: text, or a number, a label, a list, as the metric says.
        predictions: Several outputs for one input, of which `--reduce-predictions` makes one score.
        references: Acceptable answers.
        reference: The same when there is one; read into `references`.
        sources: The documents or source sentences.
        input: The question or prompt.
        judgments: Human scores by dimension: a number, or a list with one number a rater.
        groups: Name to value, for breakdowns.
        samples: Several outputs for one input, in order; or counts, {"n": 10, "c": 3}: how many
            there are and how many of them are right.
        choices: Options, with log-probabilities where known.
        gold: Which choices are right.
        ranking: Ranked document ids.
        qrels: Relevance by document id.
        pyramid: Summary content units of the references: `summaries`, how many there are, and
            `scus`, a list of objects with `scu_id` and `contributors`, which references hold it.
        scus: The units that people found in the output.
        sequence: Log-probability and unit counts of a whole text.
        meta: Anything else, carried through.
    """

    instance_id: str | int | None = None
    system_id: str | None = None
    system_type: Literal["peer", "reference"] = "peer"
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
    meta: dict[str, Any] | None = None

    def __post_init__(self) -> None:
        if self.reference is not None:
            if self.references is not None:
                raise ValueError("it has both `reference` and `references`; keep one of them")
            msgspec.structs.force_setattr(self, "references", [self.reference])
            msgspec.structs.force_setattr(self, "reference", None)


class Scored(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One judged output; a line of a scores file holds one.

    Args:
        instance_id: Which input.
        system_id: Which system.
        system_type: `peer` or `reference`.
        scores: Output to score; None where the record could not be scored.
        judgments: Human scores by dimension, carried through.
        groups: Name to value, carried through.
        error: Why the record could not be scored, or None.
        statistics: Metric to its row: what scores of many records are made of, so that a later
            run can be tested against this one.
        prediction: The output, where asked for.
        references: What it was judged against, where asked for.
        input: The question or prompt, where asked for.
        extracted: Metric to the answer that was found in the output, where asked for.
    """

    instance_id: str
    system_id: str
    system_type: Literal["peer", "reference"] = "peer"
    scores: dict[str, float | None]
    judgments: dict[str, Judgment] | None = None
    groups: dict[str, str | int | float | bool] | None = None
    error: str | None = None
    statistics: dict[str, list[float]] | None = None
    prediction: Any = None
    references: list[Any] | None = None
    input: str | None = None
    extracted: dict[str, Any] | None = None


FIELDS: tuple[str, ...] = Instance.__struct_fields__


@dataclass(frozen=True)
class Batch(Sequence[Instance]):
    """Records read together: what metrics are given, a column at a time.

    Args:
        instances: The records.
        origin: The file they come from, for messages.
        lines: Their line numbers in it, which also name inputs that have no `instance_id`.
        system: The system of records that have no `system_id`.
        workers: Threads that the compiled kernels may use on them.
    """

    instances: Sequence[Instance]
    origin: str = "records"
    lines: Sequence[int] = field(default=(), repr=False)
    system: str = "system"
    workers: int = 1

    def __len__(self) -> int:
        return len(self.instances)

    def __iter__(self) -> Iterator[Instance]:
        return iter(self.instances)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return replace(self, instances=self.instances[index], lines=self.lines[index])
        return self.instances[index]

    def select(self, indices: Sequence[int]) -> Batch:
        """Give the batch of some of the records."""
        return replace(
            self,
            instances=[self.instances[i] for i in indices],
            lines=[self._line(i) for i in indices],
        )

    def with_instances(self, instances: Sequence[Instance]) -> Batch:
        """Give a batch with other records in the same places."""
        return replace(self, instances=instances)

    def where(self, index: int) -> str:
        """Name the place of a record, as `file:line`."""
        return f"{self.origin}:{self._line(index)}"

    def _line(self, index: int) -> int:
        return self.lines[index] if self.lines else index + 1

    def placeholder(self) -> Batch:
        """Give what names places after the records themselves are gone."""
        return Batch((), self.origin, self.lines or range(1, len(self) + 1), self.system)

    @cached_property
    def instance_ids(self) -> list[str]:
        """Which input each record answers."""
        lines = self.lines or range(1, len(self) + 1)
        return [
            str(line if given is None else given)
            for given, line in zip(self.column("instance_id"), lines, strict=True)
        ]

    @cached_property
    def system_ids(self) -> list[str]:
        """Which system produced each record."""
        return [given or self.system for given in self.column("system_id")]

    def column(self, name: str) -> list[Any]:
        """Give one field of every record, in order; gathered once."""
        if name not in self._columns:
            self._columns[name] = list(map(attrgetter(name), self.instances))
        return self._columns[name]

    @cached_property
    def _columns(self) -> dict[str, list[Any]]:
        return {}

    @property
    def predictions(self) -> list[Any]:
        """The outputs, in order."""
        return self.column("prediction")

    @cached_property
    def references(self) -> list[list[Any]]:
        """The references of each record, in order."""
        return [given or [] for given in self.column("references")]

    @property
    def texts(self) -> Texts:
        """Predictions and references gathered for the kernels, once for all metrics."""
        with _GATHERING:
            return self._texts

    @cached_property
    def _texts(self) -> Texts:
        from sacreval.native import Texts

        return Texts(self.predictions, self.references, workers=self.workers)

    def texts_after(self, change: Callable[[str], str]) -> Texts:
        """Gather the texts after a change to each, such as a normaliser or a tokenizer."""
        from sacreval.native import Texts

        changed = cache(change)
        return Texts(
            [changed(text) for text in self.predictions],
            [[changed(text) for text in texts] for texts in self.references],
            workers=self.workers,
        )


def by_id(names: Collection[str]) -> Callable[[str], tuple[int, str]]:
    """Return the sort key of instance ids: by number where all are numbers, else by letters."""
    if "".join(names).isdecimal() and all(names):
        return lambda name: (int(name), name)
    return lambda name: (0, name)
