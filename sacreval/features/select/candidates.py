"""Candidates: a record for each of several outputs for one input, among which one is chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from math import exp, isfinite
from typing import Any, Literal

import msgspec
from msgspec import Struct, field

from sacreval.core.options.field_types import Kind
from sacreval.core.records import BATCH_SIZE, Batch, Instance
from sacreval.errors import InputError, UsageError
from sacreval.metrics._wrappers import CANDIDATE, CandidateOutput
from sacreval.scoring.inputs.source import SharedFiles, Source

OutputField = Literal["samples", "predictions"]
FIELDS: tuple[OutputField, ...] = ("samples", "predictions")

SELECTED = "selected"  # the key of `meta` under which a record says which output was chosen


class Weighting(Struct, frozen=True):
    """Where the weights of a record's outputs are.

    Args:
        find: Returns a list of numbers from a record as a mapping.
        name: The option and its expression, for messages.
        log: Whether the numbers are logarithms of probabilities, whose softmax is the weights.
    """

    find: Callable[[Any], Any]
    name: str
    log: bool


def weighting(weights: str | None, logprobs: str | None) -> Weighting | None:
    """Return where the weights of outputs are; None without any.

    Args:
        weights: Expression that finds weights, or None.
        logprobs: Expression that finds logarithms of probabilities, or None.

    Raises:
        UsageError: If both are given, or an expression is wrong.
    """
    from sacreval.text.expressions import compiled

    if weights is not None and logprobs is not None:
        raise UsageError("--sample-weights and --sample-logprobs are both given; keep one")
    expression = weights if weights is not None else logprobs
    if expression is None:
        return None
    option = "--sample-weights" if logprobs is None else "--sample-logprobs"
    name = f"{option} {expression}"
    return Weighting(compiled(expression, f"{option} "), name, logprobs is not None)


class Candidates(Struct, eq=False):
    """Records with one output each, made from records with several.

    Args:
        kind: The type that the metric needs each output to have.
        metric: Its name, for messages.
        consensus: Whether the outputs are the references of each other.
        of: The field with the outputs; None for the only one of `FIELDS` that a record has.
        weighting: Where the weights of outputs as references are; None for equal weights.
        held: The records whose outputs are not chosen yet, by their number.
        fewest: The smallest number of outputs of a record.
        most: The largest.
        unused: Number of records with references that are not read.
    """

    kind: Kind
    metric: str
    consensus: bool
    of: OutputField | None = None
    weighting: Weighting | None = None
    held: dict[int, Instance] = field(default_factory=dict)
    fewest: int = 0
    most: int = 0
    unused: int = 0
    _read: int = 0

    def batches(self, batches: Iterable[Batch]) -> Iterator[Batch]:
        """Yield batches of one record for each output; all outputs for an input are in one batch.

        Raises:
            InputError: At the first record without outputs, or with outputs of another type.
        """
        for batch in batches:
            instances: list[Instance] = []
            lines: list[int] = []
            for i, instance in enumerate(batch):
                parts = self._split(batch, i, instance)
                instances += parts
                lines += [batch.lines[i] if batch.lines else i + 1] * len(parts)
                if len(instances) >= BATCH_SIZE:
                    yield replace(batch, instances=instances, lines=lines)
                    instances, lines = [], []
            if instances:
                yield replace(batch, instances=instances, lines=lines)

    def original(self, number: int) -> Instance:
        """Return the record of which outputs were made, and forget it and those before it."""
        for passed in [known for known in self.held if known < number]:
            del self.held[passed]
        return self.held.pop(number)

    def _split(self, batch: Batch, i: int, instance: Instance) -> list[Instance]:
        """Return a record for each output; a record with an error is itself the only one."""
        whole = msgspec.structs.replace(
            instance, instance_id=batch.instance_ids[i], system_id=batch.system_ids[i]
        )
        number = self._read
        self._read += 1
        self.held[number] = whole
        meta = instance.meta or {}
        if SELECTED in meta:
            raise InputError(
                f"{batch.where(i)}: `meta.{SELECTED}` is there already, and would be replaced; "
                "rename or remove it"
            )
        if instance.error is not None:
            return [
                msgspec.structs.replace(whole, meta={**meta, CANDIDATE: CandidateOutput(number, 0)})
            ]
        outputs = self._outputs(instance, batch.where(i))
        self.fewest = min(self.fewest or len(outputs), len(outputs))
        self.most = max(self.most, len(outputs))
        self.unused += self.consensus and bool(instance.references)
        weights = self._weights(whole, len(outputs), batch.where(i))
        references = outputs if self.consensus else instance.references
        return [
            msgspec.structs.replace(
                whole,
                prediction=output,
                samples=None,
                predictions=None,
                references=references,
                meta={**meta, CANDIDATE: CandidateOutput(number, index, weights)},
            )
            for index, output in enumerate(outputs)
        ]

    def _outputs(self, instance: Instance, where: str) -> list[Any]:
        name = self.of or _only_field(instance, where)
        outputs = getattr(instance, name)
        if outputs is None:
            raise InputError(f"{where}: no `{name}`; add them, or --map {name}=FIELD")
        if isinstance(outputs, dict):
            raise InputError(
                f"{where}: `{name}` are counts, and one of the outputs is to be chosen; give the "
                "outputs themselves"
            )
        if not outputs:
            raise InputError(f"{where}: `{name}` is empty; remove the record, or give its `error`")
        if (wrong := self.kind.fault(outputs)) is not None:
            raise InputError(
                f"{where}: `{name}[{wrong}]` must be {self.kind.description}, which {self.metric} "
                f"needs; correct the record, or --map {name}=FIELD"
            )
        return list(outputs)

    def _weights(self, instance: Instance, count: int, where: str) -> Sequence[float] | None:
        if self.weighting is None:
            return None
        name = self.weighting.name
        weights = self.weighting.find(msgspec.to_builtins(instance))
        if not isinstance(weights, list) or len(weights) != count:
            has = f"{len(weights)} values" if isinstance(weights, list) else "no list"
            raise InputError(f"{where}: {name} finds {has} for {count} outputs; give one for each")
        if not all(_is_number(weight) for weight in weights):
            raise InputError(f"{where}: {name} finds values that are no finite numbers; mend them")
        if self.weighting.log and max(weights) > 0:
            raise InputError(
                f"{where}: {name} finds {max(weights):g}, but logarithms of probabilities are 0 or "
                "less; mend them, or give --sample-weights"
            )
        if self.weighting.log:
            return [exp(weight - max(weights)) for weight in weights]
        if min(weights) < 0 or not sum(weights) > 0:
            raise InputError(f"{where}: {name} must be 0 or more, and one of them above 0")
        return [weight / max(weights) for weight in weights]


class CandidateSource(Source, frozen=True, kw_only=True):
    """Input files of which each output is a record.

    Args:
        candidates: How outputs become records.
    """

    candidates: Candidates

    def batches(self, workers: int = 1, shared: SharedFiles | None = None) -> Iterator[Batch]:
        """Read the records, and make one of each output."""
        return self.candidates.batches(super().batches(workers, shared))

    def count(self) -> None:
        """Return None: how many outputs there are is not known before they are read."""
        return


def _only_field(instance: Instance, where: str) -> OutputField:
    fields = [name for name in FIELDS if getattr(instance, name) is not None]
    if len(fields) > 1:
        raise InputError(f"{where}: it has `samples` and `predictions`; choose with --of samples")
    if not fields:
        raise InputError(
            f"{where}: no `samples` and no `predictions`; add the outputs to choose from, or "
            "--map samples=FIELD"
        )
    return fields[0]


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)
