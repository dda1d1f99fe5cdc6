"""Base classes of readers of logs, which other tools wrote, and counts of what they leave out.

`matches` recognises a log by its beginning, `records` yields records in bounded memory, and
`stored_scores` returns the scores over all records that the tool stored; those of each record stay
in `meta.scores`. A law checks that each log is recognised by its own reader alone, and
`tests/readers/test_log.py` reads damaged copies.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, NamedTuple
from warnings import warn

import msgspec

from sacreval.core.json_lines import lines_of
from sacreval.core.records import OUTPUTS, Batch, Instance, RepeatedSamples
from sacreval.core.stored_scores import StoredScore
from sacreval.errors import InputNotice
from sacreval.io.files import stem
from sacreval.io.formats.json_documents import check_document
from sacreval.io.lines import DEFAULT, FieldLimit, LineLimit
from sacreval.io.whole_files import SizeLimit, read_whole
from sacreval.readers._base import Reader, batches, convert, mapper
from sacreval.readers._beginning import Beginning
from sacreval.readers._limited import LineReader
from sacreval.readers._map_option import Matches, hold_until_matched
from sacreval.readers._typed import typed

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
    def matches(cls, start: Beginning) -> bool:
        """Return whether a file or a folder is a log of this tool and of no other.

        Args:
            start: What its beginning shows.
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
        return batches(self.records(path), path)

    def read(self, path: str) -> Iterator[Batch]:
        """Read a log as batches of records."""
        for batch in self._read(path):
            samples = batch.column("samples")
            instances = list(map(self._single_answer, batch)) if any(samples) else batch.instances
            yield replace(batch, instances=instances, of_log=True)

    def are_repeats(self, record: Instance) -> bool:
        """Return whether the samples of a record are answers of which its prediction is the first.

        Args:
            record: A record with a prediction and several samples.
        """
        return isinstance(record.samples, list) and record.samples[0] == record.prediction

    def _single_answer(self, record: Instance) -> Instance:
        """Return a record whose samples are marked where they are repeats."""
        samples = record.samples
        if not isinstance(samples, list) or len(samples) < 2:  # one is the only one
            return record
        if record.prediction is None or not self.are_repeats(record):
            return record
        return msgspec.structs.replace(record, samples=RepeatedSamples(samples))

    def _read(self, path: str) -> Iterator[Batch]:
        if not self.fields:
            yield from self.batches(path)
            return
        matches = Matches(self.fields, _OF_RECORDS.format(self.name))
        changed = self._mapped(path, matches)
        yield from hold_until_matched(batches(changed, path), matches, path)

    def _mapped(self, path: str, matches: Matches) -> Iterator[Numbered]:
        apply = mapper(self.fields)
        for line, instance in self.records(path):
            record = msgspec.to_builtins(instance)
            mapped = apply(record)
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


@dataclass(frozen=True, kw_only=True)
class LineLogReader(LineReader, LogReader):
    """Base class of readers of logs with one JSON object in each line.

    Args:
        max_line: The longest line, in MiB.
    """

    max_line: float = DEFAULT

    @property
    def line_limit(self) -> FieldLimit:
        """The limit on lines; its error names the field that is too long."""
        return FieldLimit(self.max_line, self.name)


_ROW = msgspec.json.Decoder(dict[str, Any])
_LIST = msgspec.json.Decoder(list[dict[str, Any]])


class LogRow(NamedTuple):
    """A row of a log.

    Args:
        number: Its number, from 1, without blank lines.
        where: File and line, or place in the list.
        row: The object.
    """

    number: int
    where: str
    row: dict[str, Any]


def log_rows(path: str, limit: LineLimit, *, is_list: bool = False) -> Iterator[LogRow]:
    """Read the rows of a log; NaN and Infinity, which JSON lacks, are null.

    Args:
        path: The file.
        limit: Largest length of a line.
        is_list: Whether it is one list, which is read whole.

    Raises:
        InputError: If a line, or the file, is not JSON, or a row is no object.
    """
    if not is_list:
        for number, line in enumerate(lines_of(path, limit), start=1):
            yield LogRow(number, line.where, typed(_ROW, line.text, line.where))
        return
    text = read_whole(path, SizeLimit())
    rows = typed(_LIST, text, path)
    check_document(text, path)
    for number, row in enumerate(rows, start=1):
        yield LogRow(number, f"{path}:{number}", row)


@dataclass
class LogCounts:
    """What was cut in one log, and further notices on it.

    Args:
        path: Path of the log.
        cut: Number of outputs that were cut short, by the tool's word for the reason.
        others: Further sentences, without the path.
    """

    path: str
    cut: Counter[str] = field(default_factory=Counter)
    others: list[str] = field(default_factory=list)

    def sentences(self) -> Iterable[str]:
        """Yield one sentence for each kind of count."""
        if self.cut:
            reasons = ", ".join(f"{n} by {name}" for name, n in sorted(self.cut.items()))
            yield f"outputs cut short: {reasons}; they are scored as they are"
        yield from self.others

    def warn(self) -> None:
        """Write the notices.

        Warns:
            InputNotice: For each kind of count.
        """
        for sentence in self.sentences():
            warn(InputNotice(f"{self.path}: {sentence}"), stacklevel=2)
