"""sacreval.compare and compare_results: which system is better, from Python."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sacreval.core.metric import Engine
from sacreval.core.results import Selection
from sacreval.features.compare.compare_options import CompareOptions
from sacreval.features.compare.comparison_names import (
    DifferenceInterval,
    FamilyName,
    RankName,
    TestName,
)
from sacreval.features.compare.sets.compare_data_sets import compare_prepared
from sacreval.features.compare.sets.compare_sets import compare_sets
from sacreval.features.compare.sets.result import SetSettings
from sacreval.python.python_arguments import (
    Metrics,
    check_confidence,
    check_draws,
    data_sets,
    labels_of,
    library_notices,
    margins_of,
    prepared,
    several,
    warn,
)
from sacreval.python.shown_results import Compared, ComparedSets
from sacreval.scoring.entries.run_metrics import refuse_sets
from sacreval.scoring.sets.set_scores import NamedFile, read_set_scores


def compare(
    outputs: Any = None,
    references: Any = None,
    *,
    metrics: Metrics | Mapping[str, Metrics],
    datasets: Mapping[str, Any] | None = None,
    base: str | None = None,
    other: str | Sequence[str] = (),
    by: str | Sequence[str] | None = None,
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
    require_all: bool = False,
    resample_by: str | None = None,
    trials: int = 10_000,
    resamples: int = 1000,
    confidence: float = 0.95,
    seed: int = 12345,
    systems: str | Sequence[str] = "all",
    exclude: str | Sequence[str] = (),
    where: str | Sequence[str] = (),
    limit: int | None = None,
    sample: int | None = None,
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
        datasets: As for `evaluate`. Systems are compared on each data set, with Holm's correction
            over systems and data sets, and then with the data sets as units.
        base: The system that others are compared with; by default the first.
        other: The systems to compare; by default all.
        by: What results are broken down by, as for `evaluate`.
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
        require_all: Refuse systems without records, or scores of records, that another has.
        resample_by: The group whose values are the units of tests and intervals; by default
            records, or a group whose records have similar differences.
        trials: Number of trials of paired-ar and mid-p, 100 or more.
        resamples: Number of resamples of the bootstrap, two or more.
        confidence: Level of the intervals, between 0 and 1; tests are at one minus this.
        seed: Seed of trials and resamples.
        systems: As for `evaluate`.
        exclude: As for `evaluate`.
        where: As for `evaluate`, with `limit` and `sample`.
        limit: Number of instances to compare on, the first ones.
        sample: Number of instances to compare on, drawn at random by `seed`.
        engine: As for `evaluate`.
        workers: As for `evaluate`.
        reader: As for `evaluate`.
        map: As for `evaluate`.

    Raises:
        SacrevalError: As `evaluate`, and if systems share too few instances.
    """
    check_draws(resamples, confidence, trials)
    options = CompareOptions(
        base=base,
        other=list(several(other)),
        by=None if by is None else list(several(by)),
        test=test,
        all_tests=all_tests,
        interval=interval,
        family=family,
        primary=primary,
        all_pairs=all_pairs,
        ranks=ranks,
        equivalent=margins_of("equivalent", equivalent),
        not_worse=margins_of("not_worse", not_worse),
        humans=labels_of(humans),
        resample_by=resample_by,
        trials=trials,
        resamples=resamples,
        confidence=confidence,
        seed=seed,
        require_all=require_all,
    )
    sets = data_sets(outputs, references, datasets, metrics, engine)
    every = [entry for one in sets.values() for entry in one.entries]
    refuse_sets(every, remedy="use sacreval.evaluate")
    selection = Selection(several(systems), several(exclude)).with_records(
        several(where), limit, sample, seed
    )
    ready = prepared(sets, selection, reader=reader, fields=map, workers=workers)
    report = compare_prepared(ready, options).report
    notices = [*library_notices(every, engine), *ready.notices(), *report.notices]
    warn(notices, report.failures)
    return Compared(report)


def compare_results(
    files: Sequence[str | Path] | Mapping[str, str | Path] | str | Path,
    *,
    sets: str | None = None,
    runs: str | None = None,
    metric: str | Sequence[str] = (),
    base: str | None = None,
    confidence: float = 0.95,
) -> ComparedSets:
    """Compare systems over several data sets, with the sets as units.

    Args:
        files: Result files of `sacreval evaluate -o`, one for each data set; a mapping names them.
        sets: Group whose values are the data sets, of results of `evaluate --by`.
        runs: Text before the run in the names of systems, such as @ in model@1; runs of a model
            are averaged.
        metric: Outputs of the result files; by default all.
        base: The system that others are compared with; by default the first.
        confidence: Level of intervals; tests are at one minus this level.

    Raises:
        SacrevalError: If a file or an option is wrong; the message says what to do.
    """
    check_confidence(confidence)
    if isinstance(files, Mapping):
        named = [NamedFile(name, Path(path)) for name, path in files.items()]
    else:
        listed = [files] if isinstance(files, str | Path) else files
        named = [NamedFile(None, Path(path)) for path in listed]
    table = read_set_scores(named, group=sets, outputs=several(metric), runs=runs)
    report = compare_sets(table, SetSettings(base=base, confidence=confidence, runs=runs))
    warn(report.notices, [])
    return ComparedSets(report)
