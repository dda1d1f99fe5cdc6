"""evaluate: from batches of records to the rows of a run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, islice
from typing import TYPE_CHECKING

from sacreval.core.metric import Metric
from sacreval.core.records import Batch
from sacreval.errors import InputError, UsageError
from sacreval.execution import SERIAL, Backend
from sacreval.scoring.entries.run_metrics import Entry
from sacreval.scoring.evaluation import Evaluation
from sacreval.scoring.rows.collected_rows import Collected, collect
from sacreval.scoring.rows.field_checks import settled
from sacreval.scoring.rows.logged_scores import LoggedScores
from sacreval.scoring.rows.tasks_apart import TASK, tasks_of
from sacreval.scoring.rows.text_samples import UnseenTokens

if TYPE_CHECKING:
    from sacreval.scoring.groups import Summary
    from sacreval.scoring.inputs.breakdowns import Breakdown, Field
    from sacreval.scoring.inputs.selected_records import RecordFilter


def evaluate(
    batches: Iterable[Batch],
    metrics: Metric | Sequence[Entry],
    *,
    by: str | Sequence[str] | None = None,
    summaries: Sequence[Summary] = (),
    unit: str | None = None,
    backend: Backend = SERIAL,
    only_sums: bool = False,
    fields: Sequence[str] = (),
    every_group: bool = False,
    strata: str | None = None,
    covariate: str | None = None,
    chosen: RecordFilter | None = None,
    tasks_apart: bool = False,
) -> Evaluation:
    """Score records.

    Args:
        batches: Checked batches, of any systems in any order.
        metrics: A metric or the entries of a suite, with their engines set.
        by: What results are broken down by, each on its own; see `breakdowns`.
        summaries: Summaries of the scores of these groups.
        unit: The resampling unit of intervals: a group; None for single records.
        backend: The backend that computes rows.
        only_sums: Whether only scores of whole systems are needed: no intervals, no scores of
            records.
        fields: Fields written with the scores of single records; see `carry`.
        every_group: Whether to keep the values of all groups, to find units of intervals and tests.
        strata: The group whose values are strata of known shares, or None.
        covariate: Name of a number in `meta` that adjusts means, or None.
        chosen: The records that take part, for signatures; None where all do.
        tasks_apart: Whether records of logs with several tasks are broken down by these where
            nothing else is stated.

    Raises:
        UsageError: If no record has one of the groups.
    """
    parts = _breakdowns(by)
    entries, batches = settled(metrics, batches)
    every = [*parts, *(breakdown for entry in entries for breakdown in _breakdowns(entry.by))]
    if summaries and not every:
        raise UsageError("--summary needs groups; name them with --by")
    others = [unit, strata, *(s.variant for s in summaries)]
    kept = _fields(every, [name for name in others if name is not None])
    of_logs = False
    if tasks_apart and not every:
        of_logs, batches = _of_logs(batches)
    every_group = every_group or of_logs
    only_sums = only_sums and not (kept or every_group)
    tokens, logged = UnseenTokens(entries), LoggedScores()
    systems = collect(
        logged.watch(tokens.watch(batches)),
        entries,
        group_fields=kept,
        backend=backend,
        only_sums=only_sums,
        fields=fields,
        every_group=every_group,
        covariate=covariate,
        chosen=chosen,
    )
    _check_taken(entries, systems)
    tasks = tasks_of(systems) if of_logs else []
    parts = _breakdowns(TASK) if tasks else parts
    unseen = tuple(tokens.notices())
    return Evaluation(
        entries,
        systems,
        parts,
        tuple(summaries),
        only_sums,
        unseen,
        tokens.contained,
        logged,
        tuple(tasks),
    )


def _of_logs(batches: Iterable[Batch]) -> tuple[bool, Iterable[Batch]]:
    """Return whether the first records are of a log, and all records."""
    source = iter(batches)
    first = list(islice(source, 1))
    return any(batch.of_log for batch in first), chain(first, source)


def _breakdowns(by: str | Sequence[str] | None) -> tuple[Breakdown, ...]:
    if by is None or not (by or isinstance(by, str)):
        return ()
    from sacreval.scoring.inputs.breakdowns import breakdowns

    return breakdowns(by)


def _fields(every: Sequence[Breakdown], others: Sequence[str]) -> list[Field]:
    """Return the fields whose values are kept of every record, each once."""
    grouping = {field.key: field for part in every for field in part.fields}
    if others:
        from sacreval.scoring.inputs.breakdowns import field_of

        grouping = {name: field_of(name) for name in others} | grouping
    return list(grouping.values())


def _check_taken(entries: Sequence[Entry], systems: Mapping[str, Collected]) -> None:
    """Check that the conditions of metrics hold for some record."""
    count = sum(len(rows.places) for rows in systems.values())
    for i, entry in enumerate(entries):
        if entry.where is None:
            continue
        if count and sum(len(rows.columns[i].outside) for rows in systems.values()) == count:
            raise InputError(
                f"{entry.name}: its condition {entry.where} holds for none of {count} records; "
                "change it"
            )
