"""sacreval.evaluate: scores of systems, from Python."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from sacreval.core.interval_names import IntervalName
from sacreval.core.metric import Engine
from sacreval.core.selections import Selection
from sacreval.scoring import run_metrics
from sacreval.scoring.data_set_results import merged
from sacreval.scoring.data_sets import about, told
from sacreval.scoring.evaluate import evaluate as evaluate_batches
from sacreval.scoring.field_checks import settle
from sacreval.scoring.group_summaries import summary as summary_of
from sacreval.scoring.interval_choice import IntervalOptions
from sacreval.scoring.interval_requests import requested
from sacreval.scoring.python_arguments import (
    Metrics,
    check_draws,
    data_sets,
    entries_of,
    labelled_by,
    read_batches,
    selected_of,
    several,
    untested_libraries,
)
from sacreval.scoring.python_warnings import warn
from sacreval.scoring.shown_results import Evaluated


def evaluate(
    outputs: Any = None,
    references: Any = None,
    *,
    metrics: Metrics | Mapping[str, Metrics],
    datasets: Mapping[str, Any] | None = None,
    ci: bool = False,
    interval: IntervalName = "auto",
    guarantee: bool = False,
    resamples: int = 1000,
    confidence: float = 0.95,
    seed: int = 12345,
    resample_by: str | None = None,
    fixed_items: bool = False,
    item_cost: float = 1.0,
    covariate: str | None = None,
    anytime: bool = False,
    strata: str | None = None,
    humans: str | Mapping[str, str] | None = None,
    by: str | Sequence[str] | None = None,
    summary: str | Sequence[str] = (),
    systems: str | Sequence[str] = "all",
    exclude: str | Sequence[str] = (),
    where: str | Sequence[str] = (),
    limit: int | None = None,
    sample: int | None = None,
    engine: Engine | None = None,
    workers: int = 1,
    reader: str | None = None,
    map: Mapping[str, str] | None = None,  # noqa: A002 - as on the command line
) -> Evaluated:
    """Score systems.

    Args:
        outputs: A list of texts, a mapping from system to such a list, records (`Instance` or
            mappings of its fields), a pandas or polars data frame whose columns are fields, a file
            by its name, or a list of `Path`.
        references: With texts: for each output a text or a list of texts. With files: files.
        metrics: Metrics by name, with options as in `chrf{"word_order": 2}`, or as values; with
            `datasets` also a mapping from data set to metrics.
        datasets: In place of `outputs`, a mapping from data set to outputs, or to a tuple of
            outputs and references; each has instance ids and results of its own, and means over
            data sets count each alike.
        ci: Compute confidence intervals.
        interval: Method of the intervals; auto chooses by the data. Another one implies `ci`.
        guarantee: Compute intervals of 0/1 scores that hold at least as often as stated.
        resamples: Number of resamples, two or more.
        confidence: Level of the intervals, between 0 and 1.
        seed: Seed of the resamples.
        resample_by: The group whose values are the units of intervals, such as document; by
            default records, or a group whose records have similar scores.
        fixed_items: Compute intervals for the same items sampled again, for metrics of several
            samples of a record. This and the next options imply `ci`.
        item_cost: Cost of an item, in samples, for the best number of samples of a record.
        covariate: A number in `meta` that means are adjusted by, with its known mean, such as
            `length=12.5`.
        anytime: Compute intervals that hold however often they are looked at while a run goes on.
        strata: Known shares of the values of a group, such as `domain:news=0.7,chat=0.3`.
        humans: Correct means by human labels, `judgments` of this dimension, which some records
            have, drawn at random; a mapping from outputs to dimensions for several. Implies `ci`.
        by: What results are broken down by: a group, a field or an expression, several with
            commas between them for their pairs, bins as in `length(prediction):20,50`; a list for
            several breakdowns.
        summary: What to compute from the scores of the groups, such as mean.
        systems: `peer`, `reference`, `all`, or names of systems; by default all.
        exclude: Systems to leave out.
        where: JMESPath expressions that are true of the records to score.
        limit: Number of instances to score, the first ones.
        sample: Number of instances to score, drawn at random by `seed`.
        engine: `native` or `official`; by default `native` where it covers the options.
        workers: Threads of the kernels.
        reader: For files: a name of `sacreval list readers`, with options as JSON in braces.
        map: Field to the JMESPath expression that finds it in a record of another format.

    Returns:
        The results. They print as the command prints; `to_dict`, `to_pandas` and `to_latex`
        return them in other forms.

    Raises:
        SacrevalError: If a metric, an option or a record is wrong; the message says what to do.
    """
    check_draws(resamples, confidence)
    options = requested(
        IntervalOptions(
            method=interval,
            guarantee=guarantee,
            resamples=resamples,
            confidence=confidence,
            seed=seed,
            unit=resample_by,
            item_cost=item_cost,
        ),
        fixed_items=fixed_items,
        anytime=anytime,
        covariate=covariate,
        strata=strata,
        by=by,
    )
    ci = ci or guarantee or options.method != "auto" or bool(humans)
    sets = data_sets(outputs, references, datasets, metrics)
    entries = {name: entries_of(one.metrics, engine) for name, one in sets.items()}
    every = [entry for chosen in entries.values() for entry in chosen]
    if ci:
        run_metrics.refuse_intervals(every)
    selection = Selection(several(systems), several(exclude)).with_records(
        several(where), limit, sample, seed
    )
    parts, notices = [], []
    for name, one in sets.items():
        with about(name):
            selected = selected_of(entries[name], selection)
            batches = read_batches(
                one.outputs, one.references, reader=reader, fields=map, workers=workers
            )
            settled, checked = settle(entries[name], selected.of(batches))
            labelled = labelled_by(humans, settled, options)
            evaluation = evaluate_batches(
                checked,
                settled,
                by=by,
                summaries=[summary_of(text) for text in several(summary)],
                unit=resample_by,
                only_sums=not ci,
                every_group=ci,
                fields=("judgments",) if labelled else (),
                strata=options.shares.group if options.shares else None,
                covariate=options.covariate.name if options.covariate else None,
                chosen=selected.records,
            )
            parts.append((name, evaluation.report(options if ci else None, labelled)))
            notices += told(name, selected.notices())
    report = msgspec.structs.replace(merged(parts), selection=selected.selection.stated())
    warn([*untested_libraries(every), *notices, *report.notices], report.failures)
    return Evaluated(report)
