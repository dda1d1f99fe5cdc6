"""Base class of readers of logs, which other tools wrote, and what they share.

`matches` recognises a log by its beginning, `records` yields records in bounded memory, and
`stored_scores` returns the scores over all records that the tool stored; those of each record stay
in `meta.scores`. A law checks that each log is recognised by its own reader alone, and
`tests/readers/test_readers_damaged_logs.py` reads damaged copies.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import msgspec

from sacreval.core.records import OUTPUTS, Batch, Instance, Repeats
from sacreval.core.stored_scores import StoredScore
from sacreval.io.files import stem
from sacreval.readers._base import Reader, batches, convert, mapper
from sacreval.readers._beginning import Beginning
from sacreval.readers._map_matches import Matches, hold_until_matched

_OF_RECORDS = (
    "; --map is over the records that the reader {} makes, as `sacreval convert` writes them, and "
    "with --reader jsonl over the lines of a file"
)
Numbered = tuple[int, Instance]  # line or place in the log, from 1, and the record


@dataclass(frozen=True, kw_only=True)
class LogReader(Reader):
    """Base class of readers of one tool's logs.

    A record's `meta` keeps what has no field: the tool's own scores by name in `meta.scores`,
    which are numbers, texts or lists as the tool wrote them; of repeated samples in
    `meta.epochs`, one object with `scores` for each sample. A record without an output has `error`
    (see `core.missing_outputs`) and keeps its scores. The system is the log's model, not the
    file's name; `groups.task` names the task.

    Args:
        fields: Record field, `judgments.NAME` or `groups.NAME`, to a JMESPath expression over the
            record that the reader makes, such as `meta.doc.answer`.
    """

    of_any_fields: ClassVar[bool] = False  # whether fields are whatever the user gave them, so that
    # a file may hold anything, such as a data set without outputs or scores

    @classmethod
    @abstractmethod
    def matches(cls, found: Beginning) -> bool:
        """Return whether a file or a folder is a log of this tool and of no other.

        Args:
            found: What its beginning shows.
        """

    @classmethod
    def is_part(cls, _path: str) -> bool:
        """Return whether a log of this tool is read with another one beside it, in a folder.

        Args:
            _path: A log that `matches` recognises.
        """
        return False

    @classmethod
    def is_refused(cls, _path: str) -> bool:
        """Return whether the reader refuses a file that `matches` recognises, whatever it holds.

        Args:
            _path: A log that `matches` recognises.
        """
        return False

    @abstractmethod
    def records(self, path: str) -> Iterator[Numbered]:
        """Read the records of a log, one after the other, in bounded memory.

        Raises:
            InputError: If the log is damaged; the message names the file and the place.
        """

    def scores_without_log(self, _path: str) -> Sequence[StoredScore]:
        """Read the scores of the same run over records that no log holds; none by default.

        Args:
            _path: A log of the run.
        """
        return ()

    def stored_scores(self, _path: str) -> Sequence[StoredScore]:
        """Read the scores over all records that the tool stored; none by default.

        Args:
            _path: The same path as for `read`.
        """
        return ()

    def run_name(self, path: str) -> str:
        """Return the name of the run that a log is of, among those of one model.

        Args:
            path: The same path as for `read`.
        """
        return stem(path)

    def task_name(self, _path: str) -> str | None:
        """Return the task of a log whose records name none; None by default.

        Args:
            _path: The same path as for `read`.
        """
        return None

    def batches(self, path: str) -> Iterator[Batch]:
        """Group the records into batches; a reader may do so by what it reads at once."""
        return batches(self.records(path), path, stem(path))

    def read(self, path: str) -> Iterator[Batch]:
        """Read a log as batches of records."""
        for batch in self._read(path):
            samples = batch.column("samples")
            found = list(map(self._one, batch)) if any(samples) else batch.instances
            yield replace(batch, instances=found, of_log=True)

    def are_repeats(self, record: Instance) -> bool:
        """Return whether the samples of a record are answers of which its prediction is the first.

        Args:
            record: A record with a prediction and several samples.
        """
        return isinstance(record.samples, list) and record.samples[0] == record.prediction

    def _one(self, record: Instance) -> Instance:
        """Return a record whose samples are marked where they are repeats."""
        samples = record.samples
        if not isinstance(samples, list) or len(samples) < 2:  # noqa: PLR2004 - one is the only one
            return record
        if record.prediction is None or not self.are_repeats(record):
            return record
        return msgspec.structs.replace(record, samples=Repeats(samples))

    def _read(self, path: str) -> Iterator[Batch]:
        if not self.fields:
            yield from self.batches(path)
            return
        matches = Matches(self.fields, _OF_RECORDS.format(self.name))
        changed = self._mapped(path, matches)
        yield from hold_until_matched(batches(changed, path, stem(path)), matches, path)

    def _mapped(self, path: str, matches: Matches) -> Iterator[Numbered]:
        apply = mapper(self.fields)
        for line, instance in self.records(path):
            record = msgspec.to_builtins(instance)
            mapped = apply(record)
            if matches.missing:
                matches.note(record, mapped)
            yield line, convert(_kept(record, mapped), f"{path}:{line}")


def _kept(record: dict[str, Any], mapped: dict[str, Any]) -> dict[str, Any]:
    """Return the mapped record with what its expressions used, such as `meta`, unless replaced.

    A record without an output has the one that an expression finds, and one whose text an
    expression cannot read has none.
    """
    kept = {**record, **{name: value for name, value in mapped.items() if value is not None}}
    if kept.get("error") and any(kept.get(name) is not None for name in OUTPUTS):
        wrong = ("error",) if record.get("error") else OUTPUTS
        return {name: value for name, value in kept.items() if name not in wrong}
    return kept
