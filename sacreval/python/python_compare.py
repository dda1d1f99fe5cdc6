"""sacreval.compare and compare_results: which system is better, from Python."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Unpack

from sacreval.cli.options.option_groups import SelectionArguments
from sacreval.cli.options.python_options import options_of, selection_of, with_options
from sacreval.cli.options.unused_options import flags
from sacreval.core.metric import Engine
from sacreval.errors import UsageError
from sacreval.features.compare.compare import compare_prepared
from sacreval.features.compare.compare_options import (
    BaseOptions,
    CompareArguments,
    CompareOptions,
    SetArguments,
    SetOptions,
)
from sacreval.features.compare.sets.compare_sets import compare_named
from sacreval.python.python_arguments import (
    Metrics,
    as_list,
    data_sets,
    library_notices,
    prepared,
    warn,
)
from sacreval.python.shown_results import ComparedSets, ShownComparison
from sacreval.scoring.entries.run_metrics import refuse_sets
from sacreval.scoring.sets.set_scores import NamedFile


class ComparisonArguments(SelectionArguments, CompareArguments, total=False):
    """The arguments of `compare` that are options of the command."""


@with_options(CompareOptions)
def compare(
    outputs: Any = None,
    references: Any = None,
    *,
    metrics: Metrics | Mapping[str, Metrics],
    datasets: Mapping[str, Any] | None = None,
    engine: Engine | None = None,
    workers: int = 1,
    reader: str | None = None,
    map: Mapping[str, str] | None = None,  # noqa: A002 - as on the command line
    **options: Unpack[ComparisonArguments],
) -> ShownComparison:
    """Compare systems on the same instances.

    Args:
        outputs: As for `evaluate`, of at least two systems.
        references: As for `evaluate`.
        metrics: As for `evaluate`.
        datasets: As for `evaluate`. Systems are compared on each data set, with Holm's correction
            over systems and data sets, and then with the data sets as units.
        engine: As for `evaluate`.
        workers: As for `evaluate`.
        reader: As for `evaluate`.
        map: As for `evaluate`.
        **options: Records, systems, tests and intervals, by the options of the command.

    Raises:
        SacrevalError: As `evaluate`, and if systems share too few instances.
    """
    comparing = options_of(CompareOptions, options)
    sets = data_sets(outputs, references, datasets, [] if metrics is None else metrics, engine)
    every = [entry for data_set in sets.values() for entry in data_set.entries]
    refuse_sets(every, remedy="use sacreval.evaluate")
    selection = selection_of(options, comparing.seed)
    ready = prepared(sets, selection, reader=reader, fields=map, workers=workers)
    report = compare_prepared(ready, comparing).report
    notices = [*library_notices(every, engine), *ready.notices(), *report.notices]
    notices += comparing.without_effect(flags(options))
    warn(notices, report.failures)
    return ShownComparison(report)


@with_options(SetOptions, BaseOptions)
def compare_results(
    files: Sequence[str | Path] | Mapping[str, str | Path] | str | Path,
    **options: Unpack[SetArguments],
) -> ComparedSets:
    """Compare systems over several data sets, with the sets as units.

    Args:
        files: Result files of `sacreval evaluate -o`, one for each data set; a mapping names them.
        **options: Data sets, systems and levels, by the options of the command.

    Raises:
        SacrevalError: If a file or an option is wrong; the message says what to do.
    """
    pairs: Iterable[tuple[str | None, Any]]
    if isinstance(files, Mapping):
        pairs = files.items()
    else:
        listed = [files] if isinstance(files, str | Path) else as_list(files, "files")
        pairs = ((None, path) for path in listed)
    named = [NamedFile(name, _path(path)) for name, path in pairs]
    report = compare_named(named, options_of(SetOptions, options), options_of(BaseOptions, options))
    warn(report.notices, [])
    return ComparedSets(report)


def _path(path: Any) -> Path:
    if not isinstance(path, str | Path):
        raise UsageError(f"`files` has a value of type {type(path).__name__}; give names of files")
    return Path(path)
