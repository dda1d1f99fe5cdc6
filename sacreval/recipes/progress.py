"""A progress bar with bytes, on a terminal only."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def bar(total: int, files: int) -> Iterator[Callable[[int], None]]:
    """Show how many bytes came, on standard error.

    Args:
        total: Bytes that shall come; 0 if they are not known.
        files: Files that shall come.

    Yields:
        A function to be told how many more bytes came.
    """
    if not sys.stderr.isatty() or not files:
        yield lambda _count: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        DownloadColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
        TransferSpeedColumn,
    )

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        DownloadColumn(binary_units=True),
        TransferSpeedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(f"{files} files", total=total or None)
        yield lambda count: progress.update(task, advance=count)
