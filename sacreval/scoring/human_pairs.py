"""Jackknifing pair by pair: a system and a human text against the same references.

A jackknifed score of a system is a mean of R scores and that of a human text is one score, which
varies more. Means of both are comparable; wins are not, as the distribution of scores is skewed. So
each human text is compared with the system's score without the same reference.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from sacreval.core.contract import metric_records
from sacreval.core.contract.metric_records import part_count
from sacreval.core.metric import Direction, Metric, leave_out
from sacreval.core.records import Batch, Instance, by_id
from sacreval.execution import BatchRows, FinishedBatch, LeaveOneOutRows
from sacreval.report.numbers import p_text
from sacreval.report.record_scores import TABLES
from sacreval.report.tables import Table, delimited
from sacreval.scoring.entries.run_metrics import Entry

if TYPE_CHECKING:
    from sacreval.core.metric import Array


class HumanPair(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One output and one human text for the same input, scored against the same references.

    Args:
        instance_id: Id of the input.
        system_id: The system.
        human_id: The human text, as a system of type `reference`.
        output: Name of the output of the metric.
        score: Score of the system's output against the references without this human's.
        human_score: Score of the human text against the same references.
    """

    instance_id: str
    system_id: str
    human_id: str
    output: str
    score: float
    human_score: float


class AgainstHumans(msgspec.Struct, frozen=True, kw_only=True):
    """How often the outputs of a system have better scores than human texts.

    Args:
        output: Name of the output of the metric.
        system_id: The system.
        human_id: The human texts of one name; None for all.
        n: Number of inputs.
        wins: Number of pairs in which the system is better.
        ties: Number of pairs with equal scores.
        losses: Number of pairs in which the human text is better.
        p: Two-sided mid-p of the sign test, with inputs as units: the signs of an input's pairs
            are added, and the sums change sign at random.
    """

    output: str
    system_id: str
    human_id: str | None
    n: int
    wins: int
    ties: int
    losses: int
    p: float


ScoresByOutput = dict[str, float]


class _Place(NamedTuple):
    """An input, a metric, and a hash of the references that remain."""

    instance: str
    metric: str
    references: bytes


class PairCollector:
    """Collects the scores of systems without each reference, and those of human texts."""

    def __init__(self) -> None:
        self.systems: dict[_Place, dict[str, ScoresByOutput]] = {}
        self.humans: dict[_Place, dict[str, ScoresByOutput]] = {}

    def add(self, finished: FinishedBatch, entries: Sequence[Entry]) -> None:
        """Add the records of a batch.

        Args:
            finished: The batch, with rows that have a reference left out.
            entries: The metrics for single records.
        """
        for entry, done in zip(entries, finished.done, strict=True):
            self._add_humans(finished.batch, entry, done)
            if done.leave_one_out is not None and len(done.leave_one_out.rows):
                self._add_systems(finished.batch, entry, done.leave_one_out)

    def _add_humans(self, batch: Batch, entry: Entry, done: BatchRows) -> None:
        chosen = [
            i
            for i, instance in enumerate(batch)
            if instance.system_type == "reference"
            and i not in done.failures
            and part_count(entry.metric, instance)
        ]
        taken, seen = (
            metric_records.takes(entry.metric, batch),
            metric_records.seen(entry.metric, batch),
        )
        chosen = chosen if taken is None else [i for i in chosen if i in set(taken)]
        if not chosen:
            return
        scores = _records(entry.record_scores(done.rows))
        for i in chosen:
            place = _Place(batch.instance_ids[i], entry.name, _hash(entry.metric, seen[i]))
            self.humans.setdefault(place, {})[batch.system_ids[i]] = scores[i]

    def _add_systems(self, batch: Batch, entry: Entry, leave_one_out: LeaveOneOutRows) -> None:
        scores = _records(entry.reduce(leave_one_out.rows))
        starts = leave_one_out.starts.tolist()
        for i, instance in enumerate(batch):
            if starts[i] == starts[i + 1]:
                continue
            remaining = leave_out(entry.metric, instance)
            for shortened, score in zip(remaining, scores[starts[i] : starts[i + 1]], strict=True):
                place = _Place(batch.instance_ids[i], entry.name, _hash(entry.metric, shortened))
                self.systems.setdefault(place, {})[batch.system_ids[i]] = score

    def pairs(self) -> list[HumanPair]:
        """List all pairs with equal references, sorted by instance, system, human and output."""
        pairs = [
            HumanPair(
                instance_id=place.instance,
                system_id=system,
                human_id=human,
                output=output,
                score=score,
                human_score=of_human[output],
            )
            for place, humans in self.humans.items()
            for human, of_human in humans.items()
            for system, of_system in self.systems.get(place, {}).items()
            for output, score in of_system.items()
        ]
        order = by_id([pair.instance_id for pair in pairs])
        return sorted(pairs, key=lambda x: (order(x.instance_id), x.system_id, x.human_id))

    def notices(self) -> Iterator[str]:
        """Describe human texts that have no system to be compared with."""
        if not self.humans:
            yield (
                "there are no pairs, as no human text was scored; add --references-as-systems, or "
                "records of system_type reference"
            )
        alone = sum(len(x) for place, x in self.humans.items() if place not in self.systems)
        if alone:
            yield (
                f"{alone} scores of human texts are in no pair, as no system was scored against "
                "the same references; give systems all references of an input, and each human text "
                "all but its own"
            )


def against_humans(
    pairs: Sequence[HumanPair], directions: Mapping[str, Direction]
) -> list[AgainstHumans]:
    """Count how often systems are better than human texts, and test whether that is chance."""
    counts = []
    groups: dict[tuple[str, str], list[HumanPair]] = {}
    for pair in pairs:
        if directions[pair.output] is not None:
            groups.setdefault((pair.output, pair.system_id), []).append(pair)
    for (output, _), members in groups.items():
        better = bool(directions[output])
        counts.append(_counted(members, None, better=better))
        names = list(dict.fromkeys(pair.human_id for pair in members))
        for name in sorted(names) if len(names) > 1 else []:
            of_one = [pair for pair in members if pair.human_id == name]
            counts.append(_counted(of_one, name, better=better))
    return counts


def _counted(pairs: Sequence[HumanPair], human: str | None, *, better: bool) -> AgainstHumans:
    import numpy as np

    from sacreval.stats.arrays import round_significant

    scores = np.array([[pair.score, pair.human_score] for pair in pairs], dtype=np.float64)
    settled = round_significant(scores)
    signs = np.sign(settled[:, 0] - settled[:, 1]).astype(np.int64) * (1 if better else -1)
    names = np.unique([pair.instance_id for pair in pairs], return_inverse=True)[1]
    sums = np.bincount(names, weights=signs).round().astype(np.int64)
    return AgainstHumans(
        output=pairs[0].output,
        system_id=pairs[0].system_id,
        human_id=human,
        n=len(sums),
        wins=int((signs > 0).sum()),
        ties=int((signs == 0).sum()),
        losses=int((signs < 0).sum()),
        p=sign_p(sums),
    )


def sign_p(sums: Array) -> float:
    """Test whether the signs of inputs add up to 0: all 2^n changes of sign, or the normal.

    Args:
        sums: Wins less losses of each input, whole numbers (n,).

    Returns:
        The two-sided mid-p of the sum; the normal p-value where there are too many sums.
    """
    import numpy as np

    from sacreval.stats.significance.mid_p import sign_flips, whole_steps

    steps = whole_steps(sums.astype(np.float64))
    if steps is not None:
        return sign_flips(steps).mid
    return math.erfc(abs(int(sums.sum())) / math.sqrt(2 * float((sums**2).sum())))


def _records(columns: Mapping[str, Array]) -> list[ScoresByOutput]:
    """Convert columns to one mapping for each row."""
    lists = {name: column.tolist() for name, column in columns.items()}
    return [dict(zip(lists, row, strict=True)) for row in zip(*lists.values(), strict=True)]


def _hash(metric: Metric, instance: Instance) -> bytes:
    """Hash what a metric scores against, whatever the order of the references."""
    return blake2b(msgspec.json.encode(list(_against(metric, instance))), digest_size=16).digest()


def _against(metric: Metric, instance: Instance) -> Iterator[object]:
    for name in metric.needs:
        value = getattr(instance, name)
        yield sorted(map(repr, value)) if name == "references" else value


NOTE = (
    "wins and losses of pairs scored against the same references; p is the mid-p of the sign test "
    "with inputs as units"
)


def write_pairs(pairs: Sequence[HumanPair], path: Path) -> None:
    """Write pairs as JSON lines or as a table, by the ending of the path."""
    from sacreval.io.files import write_text

    delimiter = TABLES.get(path.suffix.lower())
    names = HumanPair.__struct_fields__
    with write_text(path) as stream:
        if delimiter is None:
            stream.writelines(f"{msgspec.json.encode(pair).decode()}\n" for pair in pairs)
        else:
            cells = ([str(getattr(pair, name)) for name in names] for pair in pairs)
            stream.write(delimited([names, *cells], delimiter))


def humans_table(results: Sequence[AgainstHumans]) -> Table:
    """Return a table with a row for each output, system and name of human texts."""
    head = ["metric", "system", "against", "inputs", "wins", "ties", "losses", "p"]
    rows = [
        [x.output, x.system_id, x.human_id or "all human texts",
         *map(str, (x.n, x.wins, x.ties, x.losses)), p_text(x.p)]
        for x in results
    ]  # fmt: skip
    return Table(head, rows, numeric=frozenset(range(3, len(head))))
