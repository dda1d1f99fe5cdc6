"""Runs made ready: inputs opened and checked, engines set, a progress bar, rows that are kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from sacreval.cli.notices import notice
from sacreval.cli.options.option_groups import backend_of
from sacreval.core.version import untested
from sacreval.errors import UsageError

if TYPE_CHECKING:
    from sacreval.cli.options.option_groups import HumanTextOptions, RunOptions
    from sacreval.core.metric import Metric
    from sacreval.core.records import Batch
    from sacreval.core.selection import Selection
    from sacreval.execution import Backend
    from sacreval.execution.cache.resumable import ResumeFile
    from sacreval.scoring.entries.run_metrics import Entry
    from sacreval.scoring.inputs.selected_records import Selected
    from sacreval.scoring.inputs.source import SharedFiles, Source
    from sacreval.scoring.sets.data_sets import DataSet


class ContextOptions(Struct, frozen=True):
    """Options of the context of a run.

    Args:
        resume: The file of --resume, which has the statistics of records until the run is
            complete; or None.
        cache: Whether rows of slow metrics are read from the cache and added to it.
        progress: Whether a progress bar is shown on a terminal.
        quiet: Whether notices are left out.
    """

    resume: Path | None
    cache: bool
    progress: bool
    quiet: bool


class CommandRun(Struct, frozen=True):
    """A run in progress.

    Args:
        backend: The backend that computes its rows.
        partial: The file of --resume, or None.
        advance: Adds to the number of records that the progress bar shows.
    """

    backend: Backend
    partial: ResumeFile | None
    advance: Callable[[int], None]

    def done(self) -> None:
        """Remove the file of --resume, once all outputs are written."""
        if self.partial is not None:
            self.partial.remove()


@contextmanager
def running(
    backend: Backend,
    context: ContextOptions,
    *,
    total: Callable[[], int | None],
    outputs: Sequence[Path | None] = (),
    metrics: Iterable[Metric | type[Metric]] = (),
    of_sets: Sequence[Metric] = (),
) -> Iterator[CommandRun]:
    """Wrap a backend in the cache, the file of --resume and the progress bar.

    Args:
        backend: The backend that computes rows.
        context: Options of the context.
        total: Counts the records; returns None where that takes too long.
        outputs: The files that will be written.
        metrics: The metrics of the run; notices name untested versions of their libraries.
        of_sets: The metrics of all data sets, of a run over several.

    Raises:
        UsageError: If the file of --resume cannot be used.
    """
    from sacreval.io.progress import bar, wanted

    every = list(metrics)
    for text in untested(name for metric in every for name in metric.origin.libraries):
        notice(text, quiet=context.quiet)
    with ExitStack() as stack:
        if context.cache and not backend.far and not _all_on_kernels(every):
            backend = stack.enter_context(_cached(backend, quiet=context.quiet))
        partial = stack.enter_context(_resume_file(context, outputs)) if context.resume else None
        shown = context.progress and not context.quiet and wanted()
        count: Callable[[int], None] = lambda _: None  # noqa: E731 - there is no bar
        if shown or partial is not None:
            from sacreval.execution.cache.resumable import ResumableBackend

            count = stack.enter_context(bar("scoring", total, unit="records", shown=shown))
            backend = ResumableBackend(
                backend,
                partial,
                count,
                lambda done: _write_resumed(context, done),
                of_sets,
            )
        yield CommandRun(backend, partial, count)


def _all_on_kernels(metrics: Sequence[Metric | type[Metric]]) -> bool:
    """Return whether no rows are kept for later runs, since kernels compute all of them."""
    return bool(metrics) and all(
        not isinstance(metric, type) and metric.engine == "native" for metric in metrics
    )


@contextmanager
def _cached(backend: Backend, *, quiet: bool) -> Iterator[Backend]:
    from sacreval.execution.cache.caching_backend import CachingBackend

    caching = CachingBackend(backend)
    yield caching
    for text in [*caching.taken(), *caching.end()]:
        notice(text, quiet=quiet)


def _write_resumed(context: ContextOptions, done: int) -> None:
    if done:
        text = f"{context.resume}: {done} records are done already; the run continues from there"
        notice(text, quiet=context.quiet)


@contextmanager
def _resume_file(context: ContextOptions, outputs: Sequence[Path | None]) -> Iterator[ResumeFile]:
    """Open the file of --resume, and close it if the run fails; `Running.done` removes it."""
    from sacreval.execution.cache.resumable import ResumeFile

    path = Path(context.resume or "")
    if path.resolve() in {output.resolve() for output in outputs if output}:
        raise UsageError(f"--resume {path}: results are written to this file; name another one")
    partial = ResumeFile(path)
    if partial.cut:
        notice(
            f"{path}: the last {partial.cut} bytes are incomplete; their records are scored again",
            quiet=context.quiet,
        )
    try:
        yield partial
    except BaseException as error:
        partial.close()
        if isinstance(error, KeyboardInterrupt) and path.exists():
            text = f"{path}: has the finished records; the same command continues from there"
            notice(text, quiet=context.quiet)
        raise


class Prepared(Struct, frozen=True):
    """A run whose inputs are open and whose metrics have all their options and engines set.

    Args:
        entries: The metrics.
        batches: Checked batches of the records that take part.
        selected: The selection, which counts records that are left out.
        backend: The backend that computes rows.
        total: Counts the records for the progress bar.
        context: Options of the context.
        dataset: The data set; None for a run without.
        source: The input files, if the records are those in them.
    """

    entries: Sequence[Entry]
    batches: Iterable[Batch]
    selected: Selected
    backend: Backend
    total: Callable[[], int | None]
    context: ContextOptions
    dataset: str | None = None
    source: Source | None = None

    def running(self, outputs: Sequence[Path | None]) -> AbstractContextManager[CommandRun]:
        """Return the context in which rows are computed; see `running`.

        Args:
            outputs: The files that will be written.
        """
        metrics = [entry.metric for entry in self.entries]
        return running(
            self.backend, self.context, total=self.total, outputs=outputs, metrics=metrics
        )


class PreparedSets(Struct, frozen=True):
    """The data sets of a run, ready to be scored; one without a name if the run has none.

    Args:
        sets: The data sets, at least one.
    """

    sets: Sequence[Prepared]

    def running(self, outputs: Sequence[Path | None]) -> AbstractContextManager[CommandRun]:
        """Return the context in which the rows of all data sets are computed; see `running`.

        Args:
            outputs: The files that will be written.
        """
        first = self.sets[0]
        every = [entry.metric for run in self.sets for entry in run.entries]
        metrics = {repr(metric): metric for metric in every}

        def total() -> int | None:
            counts = [run.total() for run in self.sets]
            return None if None in counts else sum(count or 0 for count in counts)

        return running(
            first.backend,
            first.context,
            total=total,
            outputs=outputs,
            metrics=metrics.values(),
            of_sets=every if len(self.sets) > 1 else (),
        )

    def notices(self) -> list[str]:
        """Describe the records that were left out."""
        from sacreval.scoring.sets.data_sets import of_set

        return [text for run in self.sets for text in of_set(run.dataset, run.selected.notices())]

    def selection(self) -> Selection | None:
        """Return the selection to write to results; None if all systems took part."""
        return self.sets[0].selected.selection.stated()


def prepare_sets(
    sets: Sequence[DataSet],
    options: RunOptions,
    selection: Selection,
    *,
    human_texts: HumanTextOptions | None = None,
    baseline: Path | None = None,
    quiet: bool = False,
) -> PreparedSets:
    """Open the inputs of all data sets; see `prepare`.

    Args:
        sets: The data sets.
        options: Engine, backend, and rows kept for later runs.
        selection: The systems that take part.
        human_texts: As for `prepare`.
        baseline: A file that is read later; if it is missing, it is named with missing inputs.
        quiet: Whether notices are left out.
    """
    from sacreval.scoring.inputs.source import SharedFiles
    from sacreval.scoring.sets.data_sets import check_inputs, naming_data_set

    check_inputs(sets, baseline)
    shared = SharedFiles([data_set.source for data_set in sets])
    ready = []
    for data_set in sets:
        with naming_data_set(data_set.name):
            ready.append(
                prepare(
                    data_set.entries,
                    data_set.source,
                    options,
                    selection,
                    human_texts=human_texts,
                    quiet=quiet,
                    dataset=data_set.name,
                    shared=shared,
                )
            )
    return PreparedSets(ready)


def prepare(
    entries: Sequence[Entry],
    source: Source,
    options: RunOptions,
    selection: Selection,
    *,
    human_texts: HumanTextOptions | None = None,
    left_out: Callable[[Batch, int], None] | None = None,
    quiet: bool = False,
    dataset: str | None = None,
    shared: SharedFiles | None = None,
) -> Prepared:
    """Open the inputs of a run, select systems, and set the engines of metrics.

    Args:
        entries: The metrics.
        source: The input files.
        options: Engine, backend, and rows kept for later runs.
        selection: The systems that take part.
        human_texts: Options for scoring human texts like outputs; None where a human text may be
            among its own references.
        left_out: Called with the batch and index of every record that is left out.
        quiet: Whether notices are left out.
        dataset: The data set, of a run over several.
        shared: Files that its other data sets read too.

    Raises:
        InputError: If a file is missing, or a record lacks what a metric needs.
        UsageError: If the options contradict each other.
    """
    from sacreval.scoring.inputs.selected_records import Selected
    from sacreval.scoring.rows.field_checks import settle

    backend = backend_of(options.workers, options.ray, quiet=quiet)
    batches: Iterable[Batch] = source.batches(options.workers, shared)
    total = source.count
    if human_texts is not None and human_texts.references_as_systems:
        from sacreval.scoring.inputs.selected_records import add_references

        batches, total = add_references(batches), lambda: None
    entries, batches = _asked(entries, batches, selection, options, quiet=quiet)
    entries = [entry.on_engine(options.engine) for entry in entries]
    metrics = [entry.metric for entry in entries]
    if options.engine == "official":
        from sacreval.scoring.entries.engine import without_original

        for sentence in without_original(metrics):
            notice(sentence, quiet=quiet)
    if selection.of_records:
        total = lambda: None  # noqa: E731 - how many take part is known at the end
    selected = Selected(selection, metrics, own_text=human_texts is None, left_out=left_out)
    settled, checked = settle(entries, selected.of(batches))
    if human_texts is not None:
        from sacreval.scoring.pair_scores import own_text_among_references

        drop = human_texts.drop_own_text
        checked = (own_text_among_references(batch, drop=drop) for batch in checked)
    context = ContextOptions(options.resume, options.cache, options.progress, quiet)
    files = source if human_texts is None and left_out is None else None
    return Prepared(settled, checked, selected, backend, total, context, dataset, files)


def _asked(
    entries: Sequence[Entry],
    batches: Iterable[Batch],
    selection: Selection,
    options: RunOptions,
    *,
    quiet: bool,
) -> tuple[Sequence[Entry], Iterable[Batch]]:
    """Ask a model about the records that take part, if a judge of the run has --with."""
    options_of = getattr(entries, "options", None)
    if options_of is None:
        return entries, batches
    from sacreval.cli.options.judge_options import EntriesToAsk, after_asking
    from sacreval.scoring.inputs.selected_records import Selected

    held = list(batches)
    chosen = Selected(selection, [entry.metric for entry in entries])
    ready = EntriesToAsk.of(entries, options_of)
    answered = after_asking(ready, list(chosen.of(held)), progress=options.progress, quiet=quiet)
    return answered, held
