"""inspect_ai's logs, `.json` and `.eval`.

Source: inspect_ai 0.3.285, whose layout of logs has version 2.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from math import prod
from typing import ClassVar

from sacreval.core.stored_scores import MEAN, StoredScore, reducer
from sacreval.errors import InputError, shortened
from sacreval.io.files import open_bytes
from sacreval.io.formats.zip_members import is_zip, names
from sacreval.io.whole_files import SizeLimit
from sacreval.readers._base import readers
from sacreval.readers._beginning import Beginning
from sacreval.readers._inspect import (
    HEADERS,
    Header,
    OpenLog,
    Sample,
    ScoreResults,
    archive,
    not_reached,
    record,
    whole_document,
)
from sacreval.readers._limited import WholeFileReader
from sacreval.readers._log import LogCounts, LogReader, Numbered

MAX_MEMBER = 256.0  # MiB
_ERRORS = ("stderr", "bootstrap_stderr", "std_error")  # the metric that is the error of the others


@readers.register("inspect")
@dataclass(frozen=True, kw_only=True)
class InspectReader(WholeFileReader, LogReader):
    """inspect_ai's logs, `.json` or `.eval`; the epochs of a sample are its `samples`, in order.

    Of `.eval` one sample at a time is in memory; members compressed with Zstandard need
    `sacreval[zstd]`. A sample that failed, was filtered or has no output is a record with `error`;
    one that a limit or max_tokens cut is counted and scored. A log of a run that has not ended is
    read as far as it goes; where it was cancelled or stopped by an error, samples that it names and
    has not reached are records with `error`.

    Args:
        max_size: The largest `.json`, in MiB after decompression.
        max_member: The largest sample of an `.eval`, in MiB after decompression.
    """

    extensions: ClassVar[tuple[str, ...]] = (".eval",)

    max_member: float = MAX_MEMBER

    def __post_init__(self) -> None:
        super().__post_init__()
        SizeLimit(self.max_member, "inspect").check()

    @classmethod
    def matches(cls, start: Beginning) -> bool:
        """Return whether a file is a log of inspect_ai."""
        if is_zip(start.head):
            return not names(start.path).isdisjoint(HEADERS)
        return start.has("eval.task", "eval.model")

    def records(self, path: str) -> Iterator[Numbered]:
        """Read the records of a log."""
        with self._open(path) as log:
            counts, seen = LogCounts(path), set[int | str]()
            reducers = _reducers(log.header)
            number = read = 0
            repeated, ended = False, _how_ended(log)
            for number, epochs in enumerate(log.samples, start=1):
                read += len(epochs)
                repeated |= len(epochs) > 1
                _check(epochs, seen, path)
                epochs.sort(key=lambda sample: sample.epoch)
                yield number, record(epochs, log.header.eval, counts, reducers, ended)
            if ended:
                named = dict.fromkeys(log.header.eval.dataset.sample_ids or ())
                lost = [name for name in named if name not in seen]
                for after, name in enumerate(lost, start=1):
                    yield number + after, not_reached(name, log.header.eval, ended)
            counts.others += _unknown(reducers) if repeated else ()
            counts.others += _ending(log, read)
            counts.warn()

    def stored_scores(self, path: str) -> Sequence[StoredScore]:
        """Read the values of all scorers; one by another reducer than the mean ends in its name."""
        with self._open(path) as log:
            header = log.header
        results = header.results.scores if header.results else ()
        return [score for result in results for score in _stored(result, header, path)]

    def _open(self, path: str) -> AbstractContextManager[OpenLog]:
        with open_bytes(path) as stream:
            if not is_zip(stream.read(4)):
                return nullcontext(whole_document(path, self.size_limit))
        return archive(path, max_member=self.max_member)


def _check(epochs: Sequence[Sample], seen: set[int | str], path: str) -> None:
    """Check that no epoch of a sample occurs twice."""
    name = epochs[0].id
    if name in seen or len({sample.epoch for sample in epochs}) < len(epochs):
        raise InputError(
            f"{path}: sample {shortened(repr(name))} occurs twice with one epoch; give each run a "
            "file of its own"
        )
    seen.add(name)


def _reducers(header: Header) -> dict[str, list[str]]:
    """Return the reducers of epochs by the name of the score, in the order of the log."""
    reducers: dict[str, list[str]] = {}
    for score in header.results.scores if header.results else ():
        reducers.setdefault(score.name, []).append(score.reducer or MEAN)
    return reducers


def _unknown(reducers: dict[str, list[str]]) -> Iterator[str]:
    """Yield notices about reducers of the user's, by which epochs cannot be reduced here."""
    for name in dict.fromkeys(way for ways in reducers.values() for way in ways):
        if reducer(name) is None:
            yield f"the reducer {shortened(name)} is not known; stored scores are means over epochs"


def _how_ended(log: OpenLog) -> str:
    """Return the status of a run that ended before all of its samples; empty for others.

    One that may still be running, and one over some samples of a data set, name more samples than
    they were to read.
    """
    status, config = log.header.status, log.header.eval.config
    partial = config.limit is not None or config.sample_id is not None
    return "" if not log.finished or status == "success" or partial else shortened(status)


def _ending(log: OpenLog, read: int) -> Iterator[str]:
    """Yield notices about a run that is not whole."""
    header = log.header
    run = header.eval
    if not read:
        yield "this log has no samples, only scores"
    planned = header.results and header.results.total_samples
    if planned is None and run.dataset.samples is not None:
        planned = prod((run.dataset.samples, run.config.epochs or 1))
    share = f"it holds {read} of {planned} samples" if planned else f"it holds {read} samples"
    if not log.finished or header.status != "success":
        state = header.status if log.finished else "started"
        yield f"this run is not finished (status {shortened(state)}); {share}"
    elif read and planned and read != planned:
        yield f"this log is not whole; {share}"


def _stored(result: ScoreResults, header: Header, path: str) -> Iterator[StoredScore]:
    reducer = "" if result.reducer in (None, MEAN) else f"/{result.reducer}"
    numbers = {
        name: float(metric.value)
        for name, metric in result.metrics.items()
        if isinstance(metric.value, int | float)
    }
    error = next((numbers.pop(name) for name in _ERRORS if name in numbers), None)
    for name, value in numbers.items():
        yield StoredScore(
            name=f"{result.name}/{name}{reducer}",
            value=value,
            error=error,
            system_id=header.eval.model,
            task=header.eval.task,
            records=_scored(result, header),
            options=result.params,
            where=f"{path}: results.scores",
        )


def _scored(result: ScoreResults, header: Header) -> int | None:
    """Return the number of samples that were scored; older logs have that of all epochs."""
    total = header.results.total_samples if header.results else None
    if result.scored_samples is not None or total is None:
        return result.scored_samples
    return total // max(header.eval.config.epochs or 1, 1)
