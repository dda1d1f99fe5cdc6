"""sacreval.evaluate: scores of systems, from Python."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sacreval.cli.options.statistics_options import EvaluateOptions
from sacreval.commands.scored_sets import score_sets
from sacreval.core.interval_names import IntervalName
from sacreval.core.metric import Engine
from sacreval.core.results import Selection
from sacreval.features.gates.gate_options import GateOptions
from sacreval.python.python_arguments import (
    Bounds,
    Metrics,
    bounds_of,
    check_draws,
    data_sets,
    labels_of,
    library_notices,
    prepared,
    several,
    warn,
)
from sacreval.python.shown_results import Evaluated
from sacreval.scoring.entries.run_metrics import refuse_intervals


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
    fail_under: Bounds = None,
    check: str | Sequence[str] = (),
    corrected: bool = False,
    baseline: str | Path | None = None,
    not_worse: Bounds = None,
    significant_drop: Bounds = None,
    max_drop: Bounds = None,
    no_new_failures: str | Sequence[str] = (),
    max_unanswered: float | None = None,
    max_missing: float | None = None,
    force_baseline: bool = False,
    keep_rows: bool = False,
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
        metrics: Metrics by name, with options as in `chrf{"word_order": 2}` or
            `{"chrf": {"word_order": 2}}`, `{"exact-match": {"extract": "gsm8k"}}` to find answers
            in outputs, as values, or functions of one's own with arguments such
            as `prediction`; with `datasets` also a mapping from data set to metrics.
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
        fail_under: Output to the score that it must reach, or stay below where lower is better; the
            name of a metric stands for its main output. This and the next options are gates, as on
            the command line: see `passed` and `raise_if_failed` of the result.
        check: Conditions such as `rouge1_f1 >= 0.3` or `share(chrf >= 40) >= 0.95`.
        corrected: Judge `fail_under` and `check` by the bound of the mean corrected by `humans`.
        baseline: The file of an accepted run, which a paired test compares this one with.
        not_worse: Output to the margin by which it must be shown not to be worse.
        significant_drop: Output to the largest drop that passes although the test finds it.
        max_drop: Output to the largest drop, whatever a test finds.
        no_new_failures: Outputs, or conditions such as `chrf >= 40`, that records of the baseline
            met and must still meet.
        max_unanswered: Largest share of records in whose output no answer can be read.
        max_missing: Largest share of records without an output, or a verdict of a judge.
        force_baseline: Compare with a baseline of other options or instances too.
        keep_rows: Keep the statistics of records, which `write_baseline` of the result needs.
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
    options = EvaluateOptions(
        by=None if by is None else list(several(by)),
        summary=list(several(summary)),
        ci=ci,
        interval=interval,
        guarantee=guarantee,
        resamples=resamples,
        confidence=confidence,
        seed=seed,
        resample_by=resample_by,
        fixed_items=fixed_items,
        item_cost=item_cost,
        covariate=covariate,
        anytime=anytime,
        strata=strata,
        humans=labels_of(humans),
    )
    conditions = GateOptions(
        fail_under=bounds_of("fail_under", fail_under),
        check=list(several(check)),
        corrected=corrected,
        baseline=None if baseline is None else Path(baseline),
        not_worse=bounds_of("not_worse", not_worse),
        significant_drop=bounds_of("significant_drop", significant_drop),
        max_drop=bounds_of("max_drop", max_drop),
        no_new_failures=list(several(no_new_failures)),
        max_unanswered=max_unanswered,
        max_missing=max_missing,
        force_baseline=force_baseline,
    )
    sets = data_sets(outputs, references, datasets, metrics, engine)
    every = [entry for one in sets.values() for entry in one.entries]
    if options.intervals() is not None:
        refuse_intervals(every)
    selection = Selection(several(systems), several(exclude)).with_records(
        several(where), limit, sample, seed
    )
    ready = prepared(sets, selection, reader=reader, fields=map, workers=workers)
    report, evaluations, *_ = score_sets(ready, options, conditions, need_rows=keep_rows)
    warn([*library_notices(every, engine), *report.notices], report.failures)
    return Evaluated(report, evaluations if keep_rows else {})
