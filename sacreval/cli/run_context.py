"""The set-up of a run: inputs opened and checked, progress shown, rows kept for later runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from sacreval.cli.common_options import notice
from sacreval.cli.execution_options import backend_of
from sacreval.core.version import untested
from sacreval.errors import UsageError

if TYPE_CHECKING:
    from sacreval.cli.option_groups import HumanTextOptions, RunOptions
    from sacreval.core.metric import Metric
    from sacreval.core.records import Batch
    from sacreval.core.results import Selection
    from sacreval.execution import Backend
    from sacreval.execution.cache.resume_file import ResumeFile
    from sacreval.scoring.run_metrics import Entry
    from sacreval.scoring.selection import Selected
    from sacreval.scoring.source import Source


class Keep(Struct, frozen=True):
    """What is kept of a run while it goes on, and what is shown of it.

    Args:
        resume: The file that holds statistics of records until the run is complete; None for none.
        cache: Whether rows of slow metrics are looked up in the cache and added to it.
        progress: Whether a terminal shows progress.
        quiet: Whether notices are left out.
    """

    resume: Path | None
    cache: bool
    progress: bool
    quiet: bool


class Running(Struct, frozen=True):
    """A run under way.

    Args:
        backend: The backend that computes its rows.
        partial: The file of --resume, or None.
    """

    backend: Backend
    partial: ResumeFile | None

    def done(self) -> None:
        """Remove the file of --resume, once all outputs are written."""
        if self.partial is not None:
            self.partial.remove()


class Prepared(Struct, frozen=True):
    """A run whose inputs are open and whose metrics are on their engines.

    Args:
        entries: The metrics, with all their options.
        batches: Checked batches of the records that take part.
        selected: The selection, which counts records that are left out.
        backend: The backend that computes rows.
        total: Counts the records for the progress bar.
        keep: What is kept and shown.
    """

    entries: Sequence[Entry]
    batches: Iterable[Batch]
    selected: Selected
    backend: Backend
    total: Callable[[], int | None]
    keep: Keep

    def running(self, outputs: Sequence[Path | None]) -> AbstractContextManager[Running]:
        """Return the context in which rows are computed; see `running`.

        Args:
            outputs: The files that will be written.
        """
        metrics = [entry.metric for entry in self.entries]
        return running(self.backend, self.keep, total=self.total, outputs=outputs, metrics=metrics)


def prepare(
    entries: Sequence[Entry],
    source: Source,
    options: RunOptions,
    selection: Selection,
    *,
    human_texts: HumanTextOptions | None = None,
    left_out: Callable[[Batch, int], None] | None = None,
    quiet: bool = False,
) -> Prepared:
    """Open the inputs of a run, select systems, and put metrics on their engines.

    Args:
        entries: The metrics.
        source: The files that are read.
        options: Engine, workers, and what is kept.
        selection: The systems that take part.
        human_texts: How human texts are scored like outputs; None where a text may be its own
            reference.
        left_out: Called with the batch and index of every record that takes no part.
        quiet: Whether notices are left out.

    Raises:
        InputError: If a file is missing, or a record lacks what a metric needs.
        UsageError: If the options contradict each other.
    """
    from sacreval.scoring.inputs import settle
    from sacreval.scoring.selection import Selected

    backend = backend_of(options.workers, options.ray, quiet=quiet)
    batches = source.batches(options.workers)
    total = source.count
    if human_texts is not None and human_texts.references_as_systems:
        from sacreval.scoring.references import add_references

        batches, total = add_references(batches), lambda: None
    entries = [entry.on_engine(options.engine) for entry in entries]
    metrics = [entry.metric for entry in entries]
    selected = Selected(selection, metrics, own_text=human_texts is None, left_out=left_out)
    settled, checked = settle(entries, selected.of(batches))
    if human_texts is not None:
        from sacreval.scoring.jackknife import own_text_among_references

        drop = human_texts.drop_own_text
        checked = (own_text_among_references(batch, drop=drop) for batch in checked)
    keep = Keep(options.resume, options.cache, options.progress, quiet)
    return Prepared(settled, checked, selected, backend, total, keep)


@contextmanager
def running(
    backend: Backend,
    keep: Keep,
    *,
    total: Callable[[], int | None],
    outputs: Sequence[Path | None] = (),
    metrics: Iterable[Metric | type[Metric]] = (),
) -> Iterator[Running]:
    """Wrap a backend in the cache, the file of --resume and the progress bar.

    Args:
        backend: The backend that computes rows.
        keep: What is kept and shown.
        total: Counts the records; returns None where that takes too long.
        outputs: The files that will be written.
        metrics: The metrics of the run; a notice names a version of their libraries that was not
            tested.

    Raises:
        UsageError: If the file of --resume cannot be used.
    """
    from sacreval.io.progress import bar, wanted

    for text in untested(name for metric in metrics for name in metric.libraries):
        notice(text, quiet=keep.quiet)
    with ExitStack() as stack:
        if keep.cache and not backend.far:
            backend = stack.enter_context(_cached(backend, quiet=keep.quiet))
        partial = stack.enter_context(_partial(keep, outputs)) if keep.resume else None
        shown = keep.progress and not keep.quiet and wanted()
        if shown or partial is not None:
            from sacreval.execution.cache.resumable import ResumableBackend

            tell = stack.enter_context(bar("scoring", total, unit="records", shown=shown))
            backend = ResumableBackend(backend, partial, tell, lambda done: _going_on(keep, done))
        yield Running(backend, partial)


@contextmanager
def _cached(backend: Backend, *, quiet: bool) -> Iterator[Backend]:
    from sacreval.execution.cache.caching_backend import CachingBackend

    caching = CachingBackend(backend)
    yield caching
    for text in caching.end():
        notice(text, quiet=quiet)


def _going_on(keep: Keep, done: int) -> None:
    if done:
        notice(f"{keep.resume}: going on with {done} records that are done", quiet=keep.quiet)


@contextmanager
def _partial(keep: Keep, outputs: Sequence[Path | None]) -> Iterator[ResumeFile]:
    """Open the file of --resume; close it when the run fails, since only `done` removes it."""
    from sacreval.execution.cache.resume_file import ResumeFile

    path = Path(keep.resume or "")
    if path.resolve() in {output.resolve() for output in outputs if output}:
        raise UsageError(f"--resume {path}: this is where results go; name another file")
    partial = ResumeFile(path)
    if partial.cut:
        notice(
            f"{path}: its last {partial.cut} bytes are not whole; they are made again",
            quiet=keep.quiet,
        )
    try:
        yield partial
    except BaseException as error:
        partial.close()
        if isinstance(error, KeyboardInterrupt) and path.exists():
            notice(f"{path}: holds what was done; the same command goes on", quiet=keep.quiet)
        raise
