"""Progress on standard error: a bar on a terminal, or lines, for work that takes seconds."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock, Timer
from typing import Any, Literal

Unit = Literal["records", "bytes", "requests", "steps"]
Advance = Callable[[int], None]

PATIENCE = 1.0  # seconds before the bar is shown
FIRST_LINE, NEXT_LINE = 4.0, 5.0  # seconds before the first line, and between lines
_running: list[_Bar] = []  # the bars that are or may be shown, innermost last


def wanted() -> bool:
    """Return whether stderr is an interactive terminal, not a dumb one and not in CI."""
    return sys.stderr.isatty() and os.environ.get("TERM") != "dumb" and not os.environ.get("CI")


def add_texts(count: int) -> None:
    """Add to the number of texts that models have computed, whose rate the bar shows.

    Args:
        count: Number of texts since the last call; without a bar nothing happens.
    """
    if _running:
        _running[-1].add_texts(count)


@contextmanager
def bar(
    name: str,
    total: Callable[[], int | None],
    *,
    unit: Unit,
    shown: bool = True,
    lines: bool = False,
) -> Iterator[Advance]:
    """Show a progress bar once the work has taken a second.

    Args:
        name: Label of the bar.
        total: Returns the total number of units, or None if it is unknown; called when the bar is
            first shown.
        unit: The unit of the counts.
        shown: Whether to show the bar on an interactive terminal.
        lines: Whether to write a line every few seconds where there is no such terminal.

    Yields:
        A function to call with the number of units done since the last call.
    """
    if shown and lines and not wanted():
        yield _Lines(name, total, unit).advance
        return
    if not (shown and wanted()):
        yield lambda _count: None
        return
    shown_bar = _Bar(name, total, unit)
    _running.append(shown_bar)
    try:
        yield shown_bar.advance
    finally:
        _running.remove(shown_bar)
        shown_bar.end()


class _Lines:
    def __init__(self, name: str, total: Callable[[], int | None], unit: Unit) -> None:
        self._name, self._total, self._unit = name, total, unit
        self._done = 0
        self._next = time.monotonic() + FIRST_LINE
        self._lock = Lock()

    def advance(self, count: int) -> None:
        """Add to the number of units done, and write a line if the last one is some time ago."""
        with self._lock:
            self._done += count
            if time.monotonic() < self._next:
                return
            total = self._total()
            of = "" if total is None else f" of {total}"
            sys.stderr.write(f"{self._name}: {self._done}{of} {self._unit}\n")
            sys.stderr.flush()
            self._next = time.monotonic() + NEXT_LINE


class _Bar:
    def __init__(self, name: str, total: Callable[[], int | None], unit: Unit) -> None:
        self._name, self._total, self._unit = name, total, unit
        self._done = self._texts = 0
        self._begun = time.monotonic()
        self._progress: Any = None
        self._lock = Lock()
        self._timer = Timer(PATIENCE, self._begin)
        self._timer.daemon = True
        self._timer.start()

    def advance(self, count: int) -> None:
        """Add to the number of units done."""
        with self._lock:
            self._done += count
            if self._progress is not None:
                self._progress.update(0, completed=self._done)

    def add_texts(self, count: int) -> None:
        """Add to the number of texts, and show their rate since the beginning."""
        with self._lock:
            self._texts += count
            if self._progress is not None:
                self._progress.update(0, texts=self._rate())

    def _rate(self) -> str:
        seconds = time.monotonic() - self._begun
        return f"{self._texts / seconds:.3g} texts/s" if self._texts else ""

    def end(self) -> None:
        """Remove the bar."""
        self._timer.cancel()
        with self._lock:
            if self._progress is not None:
                self._progress.stop()

    def _begin(self) -> None:
        total, progress = self._total(), _progress(self._unit)
        with self._lock:
            if self._timer.finished.is_set():
                return
            progress.add_task(self._name, total=total, completed=self._done, texts=self._rate())
            progress.start()
            self._progress = progress


def _progress(unit: Unit) -> Any:
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        DownloadColumn,
        MofNCompleteColumn,
        Progress,
        ProgressColumn,
        Task,
        TextColumn,
        TimeRemainingColumn,
        TransferSpeedColumn,
    )
    from rich.text import Text

    class Rate(ProgressColumn):
        """Records per second."""

        def render(self, task: Task) -> Text:
            speed = task.finished_speed or task.speed
            return Text(f"{speed:.3g}/s" if speed else "")

    counts = (
        (DownloadColumn(binary_units=True), TransferSpeedColumn())
        if unit == "bytes"
        else (
            MofNCompleteColumn(),
            TextColumn(unit),
            Rate(),
            TextColumn("{task.fields[texts]}"),
        )
    )
    return Progress(
        TextColumn("{task.description}"), BarColumn(), *counts, TimeRemainingColumn(),
        console=Console(stderr=True), transient=True,
        redirect_stdout=False, redirect_stderr=False,
    )  # fmt: skip
