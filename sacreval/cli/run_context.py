"""Long work: what is shown while it runs, and what is kept of it for later runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sacreval.cli.common_options import notice
from sacreval.core.version import untested
from sacreval.errors import UsageError

if TYPE_CHECKING:
    from sacreval.core.metric import Metric
    from sacreval.execution import Backend
    from sacreval.execution.cache.resume_file import ResumeFile


class Keep(NamedTuple):
    """What the options say about it.

    Args:
        resume: What --resume says.
        cache: What --cache says.
        progress: What --progress says.
        quiet: What --quiet says.
    """

    resume: Path | None
    cache: bool
    progress: bool
    quiet: bool


class Running(NamedTuple):
    """A run under way.

    Args:
        backend: Who makes its rows.
        partial: What is kept in case that it is interrupted.
    """

    backend: Backend
    partial: ResumeFile | None

    def done(self) -> None:
        """Forget what was kept: all is written."""
        if self.partial is not None:
            self.partial.remove()


@contextmanager
def running(
    backend: Backend,
    keep: Keep,
    *,
    total: Callable[[], int | None],
    outputs: Sequence[Path | None] = (),
    metrics: Iterable[Metric | type[Metric]] = (),
) -> Iterator[Running]:
    """Put around a backend what is asked for, while rows are made.

    Args:
        backend: Who makes rows.
        keep: What is asked for.
        total: Counts the records, where that can be done.
        outputs: The files that shall be written.
        metrics: Those of the run; a library of theirs that was not tested is noticed.

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
    """Open the file of --resume; it is let go of when the run fails, else by who removes it."""
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
