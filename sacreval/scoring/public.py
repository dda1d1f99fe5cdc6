"""The verbs as Python functions: from files, lists, records or data frames to printable results."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec

from sacreval.core.comparison_names import DifferenceInterval, FamilyName, RankName, TestName
from sacreval.core.comparisons import Settings
from sacreval.core.interval_names import IntervalName
from sacreval.core.metric import Engine
from sacreval.core.records import Batch, Instance
from sacreval.core.set_comparisons import SetSettings
from sacreval.errors import ResultWarning, UsageError
from sacreval.scoring import run_metrics
from sacreval.scoring.compare import compare as compare_systems
from sacreval.scoring.compare import pick
from sacreval.scoring.compare_sets import compare_sets
from sacreval.scoring.evaluate import evaluate as evaluate_batches
from sacreval.scoring.groups import summary as summary_of
from sacreval.scoring.interval_choice import IntervalOptions
from sacreval.scoring.interval_requests import requested
from sacreval.scoring.jackknife import own_text_among_references
from sacreval.scoring.python_arguments import (
    Metrics,
    check_draws,
    entries_of,
    labelled_by,
    margins_of,
    read_batches,
    selected_of,
    several,
    untested_libraries,
)
from sacreval.scoring.record_checks import settle
from sacreval.scoring.references_as_systems import add_references
from sacreval.scoring.score import score as score_batches
from sacreval.scoring.set_scores import NamedFile, read_set_scores
from sacreval.scoring.shown_results import (
    Compared,
    ComparedSets,
    Evaluated,
    ScoredRecords,
    Verified,
)
from sacreval.scoring.verify import verify as verify_results


def read(
    inputs: Any,
    references: Any = None,
    *,
    reader: str | None = None,
    map: Mapping[str, str] | None = None,  # noqa: A002 - as on the command line
) -> list[Instance]:
    """Read records.

    Args:
        inputs: A file, a list of `Path`, or values as for `evaluate`.
        references: Files with references for line-parallel text, or references of texts.
        reader: A name of `sacreval list readers`, with options as JSON in braces.
        map: Field to the JMESPath expression that finds it in a record of another format.

    Returns:
        The records, each with its instance and system.

    Raises:
        SacrevalError: If a file is missing or a record is wrong; the message names the place.
    """
    return [
        msgspec.structs.replace(one, instance_id=name, system_id=system)
        for batch in read_batches(inputs, references, reader=reader, fields=map)
        for one, name, system in zip(batch, batch.instance_ids, batch.system_ids, strict=True)
    ]


def evaluate(
    outputs: Any,
    references: Any = None,
    *,
    metrics: Metrics,
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
    by: str | None = None,
    summary: str | Sequence[str] = (),
    systems: str | Sequence[str] = "all",
    exclude: str | Sequence[str] = (),
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
        metrics: Metrics by name, with options as in `chrf{"word_order": 2}`, or as values.
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
        by: The group to break results down by.
        summary: What to compute from the scores of the groups, such as mean.
        systems: `peer`, `reference`, `all`, or names of systems; by default all.
        exclude: Systems to leave out.
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
    chosen = entries_of(metrics, engine)
    if ci:
        run_metrics.refuse_intervals(chosen)
    selected = selected_of(chosen, systems, exclude)
    batches = read_batches(outputs, references, reader=reader, fields=map, workers=workers)
    settled, checked = settle(chosen, selected.of(batches))
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
    )
    found = evaluation.report(options if ci else None, labelled)
    report = msgspec.structs.replace(found, selection=selected.selection.stated())
    _warn([*untested_libraries(chosen), *selected.notices(), *report.notices], report.failures)
    return Evaluated(report)


def compare(
    outputs: Any,
    references: Any = None,
    *,
    metrics: Metrics,
    base: str | None = None,
    other: str | Sequence[str] = (),
    by: str | None = None,
    test: TestName = "auto",
    all_tests: bool = False,
    interval: DifferenceInterval = "auto",
    family: FamilyName = "systems",
    primary: str | None = None,
    all_pairs: bool = False,
    ranks: RankName = "simultaneous",
    equivalent: Mapping[str, float] | None = None,
    not_worse: Mapping[str, float] | None = None,
    humans: str | Mapping[str, str] | None = None,
    resample_by: str | None = None,
    trials: int = 10_000,
    resamples: int = 1000,
    confidence: float = 0.95,
    seed: int = 12345,
    systems: str | Sequence[str] = "all",
    exclude: str | Sequence[str] = (),
    engine: Engine | None = None,
    workers: int = 1,
    reader: str | None = None,
    map: Mapping[str, str] | None = None,  # noqa: A002 - as on the command line
) -> Compared:
    """Compare systems on the same instances.

    Args:
        outputs: As for `evaluate`, of at least two systems.
        references: As for `evaluate`.
        metrics: As for `evaluate`.
        base: The system that others are compared with; by default the first.
        other: The systems to compare; by default all.
        by: The group to break results down by.
        test: The test that decides which differences are significant; auto chooses by the data.
        all_tests: Whether all other tests are computed too.
        interval: Method of the intervals of differences; auto chooses by the data.
        family: The tests that Holm's correction is over: those of the systems, for each output and
            group, or all.
        primary: The only output that is tested; findings by all others are exploratory.
        all_pairs: Whether every pair of systems is compared, not only each system with the base.
        ranks: Whether rank ranges hold all at once (simultaneous), or each on its own (separate).
        equivalent: Output to the largest difference that does not matter.
        not_worse: Output to the loss that is still accepted.
        humans: Also correct differences by human labels, as for `evaluate`; records count that
            have them for both systems.
        resample_by: The group whose values are the units of tests and intervals; by default
            records, or a group whose records have similar differences.
        trials: Number of trials of paired-ar and mid-p, 100 or more.
        resamples: Number of resamples of the bootstrap, two or more.
        confidence: Level of the intervals, between 0 and 1; tests are at one minus this.
        seed: Seed of trials and resamples.
        systems: `peer`, `reference`, `all`, or names of systems; by default all.
        exclude: Systems to leave out.
        engine: `native` or `official`; by default `native` where it covers the options.
        workers: Threads of the kernels.
        reader: For files: a name of `sacreval list readers`, with options as JSON in braces.
        map: Field to the JMESPath expression that finds it in a record of another format.

    Raises:
        SacrevalError: As `evaluate`, and if systems share too few instances.
    """
    check_draws(resamples, confidence, trials)
    chosen = entries_of(metrics, engine)
    run_metrics.refuse_sets(chosen, remedy="use sacreval.evaluate")
    selected = selected_of(chosen, systems, exclude)
    batches = read_batches(outputs, references, reader=reader, fields=map, workers=workers)
    first: list[str] = []
    settled, checked = settle(chosen, _record_first(selected.of(batches), first))
    labelled = labelled_by(humans, settled)
    evaluation = evaluate_batches(
        checked,
        settled,
        by=by,
        unit=resample_by,
        every_group=True,
        fields=("judgments",) if labelled else (),
    )
    named, *others = pick(evaluation, first[0], base, several(other))
    settings = Settings(
        test=test,
        all_tests=all_tests,
        interval=interval,
        family=family,
        primary=primary,
        all_pairs=all_pairs,
        ranks=ranks,
        unit=resample_by,
        equivalent=margins_of(equivalent, "equivalent"),
        not_worse=margins_of(not_worse, "not_worse"),
        humans=dict(labelled.dimensions) if labelled else {},
        confidence=confidence,
        trials=trials,
        resamples=resamples,
        seed=seed,
    )
    report = replace(
        compare_systems(evaluation, named, others, settings), selection=selected.selection.stated()
    )
    _warn([*untested_libraries(chosen), *selected.notices(), *report.notices], report.failures)
    return Compared(report)


def compare_results(
    files: Sequence[str | Path] | Mapping[str, str | Path] | str | Path,
    *,
    sets: str | None = None,
    runs: str | None = None,
    metric: str | Sequence[str] = (),
    base: str | None = None,
    bayes: bool = False,
    rope: float = 0.0,
    test_share: float = 0.0,
    confidence: float = 0.95,
    resamples: int = 1000,
    seed: int = 12345,
) -> ComparedSets:
    """Compare systems over several data sets, with the sets as units.

    Args:
        files: Result files of `sacreval evaluate -o`, one for each data set; a mapping names them.
        sets: Group whose values are the data sets, of results of `evaluate --by`.
        runs: Text before the run in the names of systems, such as @ in model@1.
        metric: Outputs of the result files; by default all.
        base: The system that others are compared with; by default the first.
        bayes: Also compute Bayesian probabilities of a worse, equal or better system.
        rope: With `bayes`, the largest difference that is practically none, at least 0.
        test_share: With `bayes`, records of a fold over all records, in [0, 1).
        confidence: Level of intervals; tests are at one minus this level.
        resamples: Number of resamples of runs.
        seed: Seed of these and of the Bayesian signed ranks.

    Raises:
        SacrevalError: If a file or an option is wrong; the message says what to do.
    """
    check_draws(resamples, confidence)
    if isinstance(files, Mapping):
        named = [NamedFile(name, Path(path)) for name, path in files.items()]
    else:
        listed = [files] if isinstance(files, str | Path) else files
        named = [NamedFile(None, Path(path)) for path in listed]
    settings = SetSettings(
        base=base, confidence=confidence, bayes=bayes, rope=rope, test_share=test_share, runs=runs,
        resamples=resamples, seed=seed,
    ).checked()  # fmt: skip
    table = read_set_scores(named, group=sets, outputs=several(metric), runs=runs)
    report = compare_sets(table, settings)
    _warn(report.notices, [])
    return ComparedSets(report)


def score(
    outputs: Any,
    references: Any = None,
    *,
    metrics: Metrics,
    jackknife: bool = True,
    pairs: bool = False,
    references_as_systems: bool = False,
    systems: str | Sequence[str] = "all",
    exclude: str | Sequence[str] = (),
    engine: Engine | None = None,
    workers: int = 1,
    reader: str | None = None,
    map: Mapping[str, str] | None = None,  # noqa: A002 - as on the command line
) -> ScoredRecords:
    """Score every output on its own.

    Args:
        outputs: As for `evaluate`.
        references: As for `evaluate`.
        metrics: As for `evaluate`.
        jackknife: Also score with each reference left out in turn; these scores end in _jk. Compare
            only means of them with human texts.
        pairs: Also score each system and each human text of an input against the same references;
            see `against_humans` of the result.
        references_as_systems: Also score each reference against the others.
        systems: As for `evaluate`.
        exclude: As for `evaluate`.
        engine: `native` or `official`; by default `native` where it covers the options.
        workers: Threads of the kernels.
        reader: For files: a name of `sacreval list readers`, with options as JSON in braces.
        map: Field to the JMESPath expression that finds it in a record of another format.

    Raises:
        SacrevalError: If a metric, an option or a record is wrong; the message says what to do.
    """
    if pairs and not jackknife:
        raise UsageError("pairs=True leaves references out in turn; drop jackknife=False")
    chosen = entries_of(metrics, engine)
    run_metrics.refuse_sets(chosen, remedy="use sacreval.evaluate")
    selected = selected_of(chosen, systems, exclude, own_text=False)
    batches: Iterable[Batch] = read_batches(
        outputs, references, reader=reader, fields=map, workers=workers
    )
    if references_as_systems:
        batches = add_references(iter(batches))
    settled, checked = settle(chosen, selected.of(batches))
    ready = (own_text_among_references(batch, drop=False) for batch in checked)
    scores = score_batches(ready, settled, jackknife=jackknife, pairs=pairs)
    _warn([*untested_libraries(chosen), *selected.notices(), *scores.notices()], scores.failures)
    return ScoredRecords(scores)


def verify(
    result: Evaluated | str | Path,
    outputs: Any,
    references: Any = None,
    *,
    reader: str | None = None,
    map: Mapping[str, str] | None = None,  # noqa: A002 - as on the command line
) -> Verified:
    """Recompute the scores of a result from its signature.

    Args:
        result: A result of `evaluate`, or a result file.
        outputs: The same outputs.
        references: The same references.
        reader: As for `evaluate`.
        map: As for `evaluate`.

    Returns:
        A verdict for each score; true if all are equal.

    Raises:
        SacrevalError: If the result names code from outside, or the file cannot be read.
    """
    from sacreval.core.rebuild import names_server, names_third_party_code
    from sacreval.scoring.baseline import read_results

    claimed = (
        result.report if isinstance(result, Evaluated) else read_results(Path(result))
    ).results
    if any(names_third_party_code(one.signature) for one in claimed):
        raise UsageError("the result names code from outside sacreval; run `sacreval verify`")
    if any(names_server(one.signature) for one in claimed):
        raise UsageError("the result names a server that would be asked; run `sacreval verify`")
    held = list(read_batches(outputs, references, reader=reader, fields=map))
    return Verified(list(verify_results(claimed, lambda: held)))


def _record_first(batches: Iterable[Batch], first: list[str]) -> Iterator[Batch]:
    """Yield batches unchanged, and append the system of the first record to `first`."""
    for batch in batches:
        first[:] = first or [batch.system_ids[0]]
        yield batch


def _warn(notices: Iterable[str], failures: Sequence[str]) -> None:
    """Issue as warnings the notices that the command writes to standard error."""
    more = [f"{len(failures)} records could not be scored; see .report"] if failures else []
    for text in [*notices, *more]:
        warnings.warn(text, ResultWarning, stacklevel=3)
