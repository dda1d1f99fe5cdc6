"""Jackknifing over references: human texts and systems against equal numbers of references.

A system's output is scored against every set of all R references but one, and the scores are
averaged; a human reference is scored against the others. Both then have R - 1 references (Lin 2004,
section 4.1; SacreROUGE, Deutsch and Roth 2020). It is a mean, so that means of both are comparable.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from sacreval.core.records import Batch
from sacreval.errors import InputError
from sacreval.execution import BatchRows, LeaveOneOutRows
from sacreval.execution.failed_records import outside
from sacreval.scoring.entries.engine import scores_of
from sacreval.scoring.entries.run_metrics import Entry
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
    """Score every record of a batch.

    Args:
        batch: Checked records.
        entry: The metric for single records.
        done: Its rows, with those that have a reference left out.
        jackknife: Whether references are left out in turn, if the metric uses them.

    Returns:
        Scores of each record: a system's output has plain scores, and jackknifed ones where it
        has two or more references; a human reference has jackknifed ones only.
    """
    metric, failures = entry.metric, done.failures
    plain = _columns(entry.named(scores_of(metric, done.rows)))
    without = {*failures, *(outside(done) if entry.where is not None else ())}
    means = (
        _leave_one_out_means(entry, done.leave_one_out)
        if done.leave_one_out
        else JackknifeMeans({}, {})
    )
    judged = []
    for i, instance in enumerate(batch):
        scores = {name: None if i in without else column[i] for name, column in plain.items()}
        if instance.system_type == "reference" and jackknife and metric.parts(instance):
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
