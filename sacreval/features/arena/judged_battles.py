"""Battles of a judge of pairs: every two systems of an instance, in each order that it asks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace as replaced
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from sacreval.errors import UsageError
from sacreval.features.arena.battles import Battle, Placed
from sacreval.metrics.judges._joining import replies_about, subject
from sacreval.metrics.judges._record_requests import PREDICTION_FIRST, orders
from sacreval.metrics.judges._record_verdict import Judged, judged

if TYPE_CHECKING:
    from sacreval.core.record_parts import RecordReply
    from sacreval.core.records import Batch
    from sacreval.metrics.judges._definition import Definition
    from sacreval.metrics.judges.judge import Judge

Ask = Callable[["Judge", Sequence["Batch"]], "Judge"]


class _System(NamedTuple):
    """The outputs of one system.

    Args:
        path: The file with them.
        outputs: Instance to the length of the output, None if it is no text.
        errors: Instance to why there is no output.
        records: Instance to its record: a batch, and the index in it.
    """

    path: str
    outputs: dict[str, int | None]
    errors: dict[str, str]
    records: dict[str, tuple[Batch, int]]

    def lack(self, instance: str, name: str) -> str | None:
        """Return why there is no output for an instance; None if there is one."""
        if instance in self.outputs:
            return None
        return self.errors.get(instance, f"{name} has no record of this instance")


def judged_battles(
    metric: Judge, batches: Sequence[Batch], ask: Ask | None = None
) -> Iterator[Placed]:
    """Yield the battles of all pairs of systems.

    Each order that the judge asks is a battle of its own, so that ranks and the share of verdicts
    that depend on the order rest on the same battles. An instance that one of two systems has, and
    the other has no output for, is a battle without a verdict in each order.
    """
    if metric.definition.pair is None:
        raise UsageError(
            f"--judge {metric.judge}: it judges single outputs, which `sacreval compare judge` "
            "compares; name a judge of pairs, such as preference"
        )
    systems = _systems(batches)
    if len(systems) < 2:  # a battle has two
        raise UsageError("--judge: all outputs are of one system; give those of another one too")
    names = sorted(systems)
    for k, name in enumerate(names[1:], start=1):
        yield from _against(metric, name, systems, _records_of(batches, set(names[:k])), ask)
        for other in names[:k]:
            yield from _without_output(metric.definition, name, other, systems)


def _systems(batches: Sequence[Batch]) -> dict[str, _System]:
    systems: dict[str, _System] = {}
    for batch in batches:
        failed = set(batch.failed)
        for i, record in enumerate(batch):
            system = systems.setdefault(batch.system_ids[i], _System(batch.origin, {}, {}, {}))
            system.records[batch.instance_ids[i]] = (batch, i)
            if i in failed:
                system.errors[batch.instance_ids[i]] = record.error or ""
            else:
                system.outputs[batch.instance_ids[i]] = _length(record.prediction)
    return systems


def _length(output: object) -> int | None:
    return len(output) if isinstance(output, str) else None


def _records_of(batches: Sequence[Batch], systems: set[str]) -> list[Batch]:
    return [
        batch.select([i for i, name in enumerate(batch.system_ids) if name in systems])
        for batch in batches
    ]


def _against(
    metric: Judge,
    opponent: str,
    systems: dict[str, _System],
    batches: Sequence[Batch],
    ask: Ask | None,
) -> Iterator[Placed]:
    """Yield the battles of other systems with one."""
    other = systems[opponent]
    judge = replaced(metric, opponent=other.path, opponent_system=opponent)
    there = [
        batch.answered.select(
            [i for i, x in enumerate(batch.answered.instance_ids) if x in other.outputs]
        )
        for batch in batches
    ]
    there = [batch for batch in there if len(batch)]
    if ask is not None and there:
        judge = ask(judge, there)
    for batch in there:
        for i in range(len(batch)):
            lengths = _length(batch[i].prediction), other.outputs[batch.instance_ids[i]]
            yield from _battles(judge, batch, i, opponent, lengths)


def _battles(
    metric: Judge, batch: Batch, i: int, opponent: str, lengths: tuple[int | None, int | None]
) -> Iterator[Placed]:
    """Yield a battle for each order in which two outputs are shown."""
    judge, record = metric.definition, batch[i]
    asked = subject(judge, batch, i, metric.opponents)
    replies = replies_about(judge, asked, metric.tables)
    sides = [(batch.system_ids[i], lengths[0]), (opponent, lengths[1])]
    for order in orders(judge):
        first, second = sides if order == PREDICTION_FIRST else sides[::-1]
        verdict = in_one_order(judge, replies, order)
        battle = Battle(
            instance_id=batch.instance_ids[i],
            a=first[0],
            b=second[0],
            score=share(judge, verdict),
            length_a=first[1],
            length_b=second[1],
            judge=judge.judge,
            groups=record.groups,
            error=f"{verdict.state} ({verdict.reason})" if not verdict.values else None,
        )
        yield Placed(battle, batch.where(i))


def in_one_order(judge: Definition, replies: Sequence[RecordReply], order: str) -> Judged:
    """Return the verdict of one order, as the score of the output that is shown first."""
    assert judge.pair is not None  # noqa: S101 - checked before
    single = replace(judge, pair=replace(judge.pair, order="first"))
    of_order = [
        replace(reply, variant=PREDICTION_FIRST + reply.variant.removeprefix(order))
        for reply in replies
        if reply.variant.partition(".")[0] == order
    ]
    return judged(single, of_order)


def share(judge: Definition, verdict: Judged) -> float | None:
    """Return a verdict as a score from 0 to 1; None if there is none."""
    if not verdict.values:
        return None
    (worst,), (best,) = judge.scale.bounds()
    return (verdict.values[0] - worst) / (best - worst)


def _without_output(
    judge: Definition, opponent: str, system: str, systems: dict[str, _System]
) -> Iterator[Placed]:
    """Yield the battles that a system or its opponent has no output for, in each order."""
    mine, other = systems[system], systems[opponent]
    for instance, (batch, i) in (other.records | mine.records).items():
        why = mine.lack(instance, system)
        if why is None:
            why = other.lack(instance, opponent)
        if why is None:
            continue
        for order in orders(judge):
            a, b = (system, opponent) if order == PREDICTION_FIRST else (opponent, system)
            battle = Battle(
                instance_id=instance, a=a, b=b, judge=judge.judge, groups=batch[i].groups,
                error=f"an output is missing ({why})",
            )  # fmt: skip
            yield Placed(battle, batch.where(i))
