"""The context of a run: progress bar, rows kept for later runs, the file of --resume."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from sacreval.cli.notices import notice
from sacreval.core.version import untested
from sacreval.errors import UsageError

if TYPE_CHECKING:
    from sacreval.core.metric import Metric
    from sacreval.execution import Backend
    from sacreval.execution.cache.resume_file import ResumeFile


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


class Running(Struct, frozen=True):
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
) -> Iterator[Running]:
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
    for text in untested(name for metric in every for name in metric.libraries):
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
        yield Running(backend, partial, count)


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
    from sacreval.execution.cache.resume_file import ResumeFile

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
