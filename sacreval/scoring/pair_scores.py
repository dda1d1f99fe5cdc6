"""Scores of single outputs, with jackknifing over references.

Jackknifing over references: human texts and systems against equal numbers of references. A system's
output is scored against every set of all R references but one, and the scores are averaged; a human
reference is scored against the others. Both then have R - 1 references (Lin 2004, section 4.1;
SacreROUGE, Deutsch and Roth 2020). It is a mean, so that means of both are comparable.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from sacreval.core.contract.declarations import is_undefined, undefined_sentence
from sacreval.core.contract.metric_records import part_count
from sacreval.core.contract.read_values import ReadWatch
from sacreval.core.contract.watches import distinct
from sacreval.core.metric import Metric
from sacreval.core.records import Batch, Scored, by_id
from sacreval.errors import InputError
from sacreval.execution import SERIAL, Backend, BatchRows, FinishedBatch, LeaveOneOutRows, RowTask
from sacreval.execution.worker import outside
from sacreval.scoring.entries.run_metrics import Entry
from sacreval.scoring.human_pairs import AgainstHumans, HumanPair, PairCollector, against_humans
from sacreval.scoring.inputs.selected_records import RecordFilter
from sacreval.scoring.rows.carried_fields import carry
from sacreval.scoring.rows.collected_rows import split_by_system, without_answer
from sacreval.scoring.rows.empty_outputs import (
    EmptyOutputs,
    empty_notices,
    output_fields,
    unanswered_notices,
)
from sacreval.scoring.rows.field_checks import settled
from sacreval.scoring.rows.fingerprint import Fingerprints
from sacreval.scoring.rows.text_samples import UnseenTokens
from sacreval.stats.segments import sums

if TYPE_CHECKING:
    from sacreval.core.metric import Array


SUFFIX = "_jk"


class BatchScores(NamedTuple):
    """The scores of a batch by one metric.

    Args:
        scores: For each record, output to score.
        failures: Index of each record that could not be scored, to the reason.
    """

    scores: list[dict[str, float | None]]
    failures: Mapping[int, str]


class JackknifeMeans(NamedTuple):
    """Means over left-out references.

    Args:
        position: Index of each record that has means, to its index in the columns.
        columns: Output to means, one for each of these records.
    """

    position: dict[int, int]
    columns: dict[str, list[float]]


def score_batch(batch: Batch, entry: Entry, done: BatchRows, *, jackknife: bool) -> BatchScores:
    """Score every record of a batch."""
    metric, failures = entry.metric, done.failures
    plain = _columns(entry.record_scores(done.rows))
    without = {*failures, *(outside(done) if entry.where is not None else ())}
    means = (
        _leave_one_out_means(entry, done.leave_one_out)
        if done.leave_one_out
        else JackknifeMeans({}, {})
    )
    judged = []
    for i, instance in enumerate(batch):
        scores = {name: None if i in without else column[i] for name, column in plain.items()}
        if instance.system_type == "reference" and jackknife and part_count(metric, instance):
            scores = {f"{name}{SUFFIX}": value for name, value in scores.items()}
        if i in means.position:
            j = means.position[i]
            scores |= {f"{name}{SUFFIX}": column[j] for name, column in means.columns.items()}
        judged.append(scores)
    return BatchScores(judged, failures)


def own_text_among_references(batch: Batch, *, drop: bool) -> Batch:
    """Check that human texts are not among their own references, or remove them there.

    Args:
        batch: The records.
        drop: Whether to drop a reference record's own text from its references.

    Raises:
        InputError: If a record of type `reference` has its own text among its references and
            `drop` is false, or no reference is left.
    """
    import msgspec

    instances = list(batch.instances)
    for i, instance in enumerate(instances):
        references = instance.references or []
        if instance.system_type != "reference" or instance.prediction not in references:
            continue
        if not drop:
            raise InputError(
                f"{batch.where(i)}: this human text is among its own references; remove it "
                "there, or give --drop-own-text"
            )
        others = [text for text in references if text != instance.prediction]
        if not others:
            raise InputError(
                f"{batch.where(i)}: this human text has no reference other than itself; "
                "remove the record"
            )
        instances[i] = msgspec.structs.replace(instance, references=others)
    return batch.with_instances(instances)


def _leave_one_out_means(entry: Entry, leave_one_out: LeaveOneOutRows) -> JackknifeMeans:
    import numpy as np

    counts = np.diff(leave_one_out.starts)
    members = np.flatnonzero(counts)
    if not len(members):
        return JackknifeMeans({}, {})
    counts = counts[members]
    starts = np.concatenate([[0], np.cumsum(counts)])
    scores = entry.metric.reduce(leave_one_out.rows)
    means = {
        name: sums(np.asarray(column), starts) / counts
        for name, column in entry.named(scores).items()
    }
    return JackknifeMeans({int(i): j for j, i in enumerate(members)}, _columns(means))


def _columns(scores: Mapping[str, Array]) -> dict[str, list[float]]:
    return {name: column.tolist() for name, column in scores.items()}


@dataclass(frozen=True)
class PairScores:
    """The result of `score`.

    Args:
        entries: The metrics for single records, with their engines set.
        records: The scored records, sorted by instance and system.
        fingerprints: Hashes of the data that they were scored on.
        single_reference: Number of systems' outputs without jackknifed scores, since they have
            only one reference.
        failures: The reason for each record that could not be scored.
        record_notices: Notices of metrics about the records.
        pairs: Systems and human texts scored against the same references, if requested.
        rows: System and instance to the rows of each metric by its name, if they were kept.
        whole: The metrics of whole systems, whose scores are computed from sums of these rows.
        chosen: The records that take part; None where all do.
    """

    entries: Sequence[Entry]
    records: list[Scored]
    fingerprints: Fingerprints
    single_reference: int = 0
    failures: list[str] = field(default_factory=list)
    record_notices: list[str] = field(default_factory=list)
    pairs: list[HumanPair] = field(default_factory=list)
    rows: Mapping[tuple[str, str], Mapping[str, Array]] = field(default_factory=dict)
    whole: Sequence[Entry] = ()
    chosen: RecordFilter | None = None

    def notices(self) -> list[str]:
        """List the notices about these scores."""
        if not self.single_reference:
            return self.record_notices
        is_single = self.single_reference == 1
        have = "1 output has" if is_single else f"{self.single_reference} outputs have"
        single = f"{have} one reference, so no jackknifed (_jk) scores"
        return [single, *self.record_notices]

    def against_humans(self) -> list[AgainstHumans]:
        """Count how often systems are better than human texts; nothing without pairs."""
        directions = {name: x for entry in self.entries for name, x in entry.directions().items()}
        return against_humans(self.pairs, directions)

    def signature(self, entry: Entry) -> str:
        """Return the signature of all scores of one metric."""
        return self._signature(entry, entry)

    def own_signature(self, entry: Entry) -> str:
        """Return the signature of scores of systems by one metric."""
        whole = next(other for other in self.whole if other.name == entry.name)
        return self._signature(entry, whole)

    def _signature(self, entry: Entry, stated: Entry) -> str:
        text = self.fingerprints.of(entry.metric).signature(stated.metric)
        return text if self.chosen is None else self.chosen.signed(text)

    def formulas(self) -> dict[str, tuple[str, Callable[[Array], Array]]]:
        """Return each output with a score of systems that is no mean: its metric, its formula."""
        return {
            output: (entry.name, partial(entry.score, output))
            for entry in self.whole
            if entry.has_rows and not entry.metric.score_scale.mean
            for output in entry.outputs
        }


def score(
    batches: Iterable[Batch],
    metrics: Metric | Sequence[Entry],
    *,
    jackknife: bool = True,
    peers: bool = True,
    backend: Backend = SERIAL,
    fields: Sequence[str] = (),
    pairs: bool = False,
    chosen: RecordFilter | None = None,
    keep_rows: bool = False,
) -> PairScores:
    """Score records one by one.

    Args:
        batches: Checked batches, of any systems in any order.
        metrics: A metric or the entries of a suite, with their engines set.
        jackknife: Whether references are left out in turn, for metrics that use them.
        peers: Whether outputs of systems are jackknifed too; otherwise only human texts have
            jackknifed scores, those against the references that are not their own.
        backend: The backend that computes rows.
        fields: Fields written with the scores beside groups and judgments; see `carry`.
        pairs: Whether systems and human texts are also scored pair by pair; needs `jackknife`.
        chosen: The records that take part, for signatures; None where all do.
        keep_rows: Whether the rows of metrics are kept, for scores of systems.

    Raises:
        InputError: If a system has an instance twice.
    """
    known, batches = settled(metrics, batches)
    entries = [entry.for_instances() for entry in known]
    fingerprints = Fingerprints(entry.metric for entry in entries)
    watches = [ReadWatch(entry.metric) for entry in entries]
    by_key: dict[tuple[str, str], Scored] = {}
    rows: dict[tuple[str, str], dict[str, Array]] = {}
    failed: dict[tuple[str, str], list[str]] = {}
    undefined: Counter[str] = Counter()
    single = 0
    work = RowTask(tuple(entry.metric for entry in entries), leave_one_out=jackknife and peers)
    tokens = UnseenTokens(entries)
    collector = PairCollector()
    outputs: dict[str, EmptyOutputs] = {}
    unanswered: dict[str, dict[str, list[str]]] = {x.name: defaultdict(list) for x in entries}
    for finished in backend.run(work, tokens.watch(batches)):
        batch = finished.batch
        fingerprints.add(batch)
        for system, part in split_by_system(batch):
            outputs.setdefault(system, EmptyOutputs()).add(part, output_fields(entries))
        for entry, done in zip(entries, finished.done, strict=True):
            for i in done.unanswered:
                unanswered[entry.name][batch.system_ids[i]].append(batch.instance_ids[i])
        if pairs:
            collector.add(finished, entries)
        for watch in watches:
            watch.add(batch.answered)
        for i, (scored, errors) in enumerate(_scored(finished, entries, jackknife, fields)):
            key = (scored.instance_id, scored.system_id)
            if key in by_key:
                raise InputError(
                    f"{batch.where(i)}: system '{key[1]}' has instance '{key[0]}' already; "
                    "remove one of the two"
                )
            by_key[key] = scored
            if keep_rows and scored.system_type != "reference":
                rows[scored.system_id, scored.instance_id] = {
                    entry.name: done.rows[i]
                    for entry, done in zip(entries, finished.done, strict=True)
                    if i not in done.failures and (entry.where is None or i not in outside(done))
                }
            failed[key] = errors
            undefined.update(
                undefined_sentence(entry.metric) for entry in _without(scored, entries)
            )
            single += (
                batch[i].error is None
                and scored.system_type != "reference"
                and any(part_count(entry.metric, batch[i]) == 1 for entry in entries)
            )
    order = by_id([instance for instance, _ in by_key])
    keys = sorted(by_key, key=lambda key: (order(key[0]), key[1]))
    records = [by_key[key] for key in keys]
    return PairScores(
        entries,
        records,
        fingerprints,
        single if jackknife and peers else 0,
        [error for key in keys for error in failed[key]],
        [
            *empty_notices(outputs, entries),
            *unanswered_notices(unanswered),
            *tokens.notices(),
            *(f"{count} records have no score: {why}" for why, count in undefined.items()),
            *distinct(text for watch in watches for text in watch.notices()),
            *(collector.notices() if pairs else ()),
        ],
        collector.pairs(),
        rows,
        known,
        chosen,
    )


def _without(scored: Scored, entries: Sequence[Entry]) -> list[Entry]:
    """Return the metrics by which a record has no score by definition."""
    whys = (scored.error or "").split("; ")
    return [entry for entry in entries if any(is_undefined(entry.metric, why) for why in whys)]


def _scored(
    finished: FinishedBatch, entries: Sequence[Entry], jackknife: bool, fields: Sequence[str]
) -> Iterator[tuple[Scored, list[str]]]:
    """Yield the scores of each record, with the errors of metrics that have to score it."""
    batch = finished.batch
    judged = [
        score_batch(batch, entry, done, jackknife=jackknife)
        for entry, done in zip(entries, finished.done, strict=True)
    ]
    without = {
        entry.name: without_answer(batch, entry, done)
        for entry, done in zip(entries, finished.done, strict=True)
    }
    columns = carry(batch, entries, fields)
    for i, instance in enumerate(batch):
        whys = [rows.failures.get(i, "") for rows in judged]
        errors = [
            why
            for why, entry in zip(whys, entries, strict=True)
            if why and not is_undefined(entry.metric, why)
        ]
        yield (
            Scored(
                instance_id=batch.instance_ids[i],
                system_id=batch.system_ids[i],
                system_type=instance.system_type,
                scores={name: value for rows in judged for name, value in rows.scores[i].items()},
                judgments=instance.judgments,
                groups=instance.groups,
                error="; ".join(filter(None, whys)) or None,
                unanswered=[x for x, places in without.items() if i in places] or None,
                **{name: column[i] for name, column in columns.items()},
            ),
            ["; ".join(errors)] if errors else [],
        )
