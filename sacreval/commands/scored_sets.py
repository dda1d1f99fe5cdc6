"""The data sets of `evaluate`: their rows, one after the other, and one report of all."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from sacreval.cli.output import Target
    from sacreval.cli.run_context import Prepared, PreparedSets, Running
    from sacreval.core.results import Report
    from sacreval.scoring.evaluation import Evaluation
    from sacreval.scoring.groups import Summary
    from sacreval.scoring.intervals.interval_options import IntervalOptions
    from sacreval.scoring.intervals.labelled_samples import Humans

Evaluations = Mapping[str | None, "Evaluation"]
"""Data set to its rows; None for the only one of a run that names none."""


class Scoring(NamedTuple):
    """How the records of each data set are scored; see `scoring.evaluate`.

    Args:
        options: How intervals are computed; None for none.
        by: As there.
        summaries: As there.
        unit: As there.
        only_sums: As there.
        every_group: As there.
        strata: As there.
        covariate: As there.
    """

    options: IntervalOptions | None
    by: Sequence[str] | None
    summaries: Sequence[Summary]
    unit: str | None
    only_sums: bool
    every_group: bool
    strata: str | None
    covariate: str | None


def score_sets(
    ready: PreparedSets, run: Running, scoring: Scoring, fields: Callable[[Prepared], Sequence[str]]
) -> dict[str | None, Evaluation]:
    """Compute the rows of all data sets."""
    from sacreval.scoring.evaluate import evaluate
    from sacreval.scoring.sets.data_sets import about

    wanted = scoring._asdict()
    del wanted["options"]
    found = {}
    for one in ready.sets:
        with about(one.dataset):
            found[one.dataset] = _by_shards(one, run, scoring, fields(one)) or evaluate(
                one.batches,
                one.entries,
                backend=run.backend,
                fields=fields(one),
                chosen=one.selected.records,
                tasks_apart=one.dataset is None,
                **wanted,
            )
    return found


def _by_shards(
    ready: Prepared, run: Running, scoring: Scoring, fields: Sequence[str]
) -> Evaluation | None:
    """Return the sums of a data set whose files workers read; None where more is asked."""
    asked = [scoring.by, scoring.summaries, scoring.unit, scoring.strata, scoring.covariate, fields]
    if any(asked) or scoring.every_group or not scoring.only_sums or run.partial is not None:
        return None
    if ready.source is None or ready.dataset is not None or not ready.backend.elsewhere:
        return None
    from sacreval.scoring.shards import evaluated, shards_of

    shards = shards_of(ready.source, ready.entries, ready.selected.selection)
    return evaluated(shards, ready.entries, ready.backend, run.advance) if shards else None


def report_of_sets(
    found: Evaluations, scoring: Scoring, humans: Mapping[str | None, Humans | None]
) -> Report:
    """Return the results of all data sets, and their means."""
    if None in found:  # without data sets, what merges them is not imported
        return found[None].report(scoring.options, humans[None])
    from sacreval.scoring.sets.data_set_results import merged
    from sacreval.scoring.sets.data_sets import about

    parts = []
    for name, evaluation in found.items():
        with about(name):
            parts.append((name, evaluation.report(scoring.options, humans[name])))
    return merged(parts)


def with_instances(
    report: Report,
    found: Evaluations,
    path: Path | None,
    wanted: Sequence[Target],
    *,
    details: bool,
) -> Report:
    """Write the scores of all records, if a file is named, and link it in the report."""
    if path is None:
        return report
    from msgspec.structs import replace

    from sacreval.cli.output import unlinked, write_instances
    from sacreval.scoring.sets.data_sets import records_of_sets

    written = write_instances(records_of_sets(found, details=details), path, wanted)
    notices = [*report.notices, *unlinked(written, wanted)]
    return replace(report, instances=written, notices=notices)
