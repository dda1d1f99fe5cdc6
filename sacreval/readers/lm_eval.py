"""Logs of EleutherAI's lm-evaluation-harness: the samples of one task, one document a line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal
from warnings import warn

from sacreval.core.stored_scores import StoredScore
from sacreval.errors import InputError, InputNotice, UsageError, nearest
from sacreval.io.files import STDIN
from sacreval.io.line_limit import DEFAULT, FieldLimit
from sacreval.readers._base import readers
from sacreval.readers._beginning import Beginning
from sacreval.readers._lm_eval_filters import Layout, Seen, layout
from sacreval.readers._lm_eval_records import Options, Records
from sacreval.readers._lm_eval_results import RunOfTask, filters_of, run_of_task
from sacreval.readers._lm_eval_rows import Row, Rows
from sacreval.readers._lm_eval_targets import Targets
from sacreval.readers._log import LogReader, Numbered

_FIRST = {"doc_id", "doc", "target", "arguments", "resps", "filtered_resps"}  # in this order


@readers.register("lm-eval")
@dataclass(frozen=True, kw_only=True)
class LmEvalReader(LogReader):
    """A samples file of lm-eval, `samples_TASK_DATE.jsonl`, of any version since 0.4.0.

    The system is the model of the results file beside it, or else the folder's name; where
    documents occur under several filters, each filter is a system `MODEL [FILTER]`. Repeats become
    `samples`, log-probabilities `choices` with `gold`, or `sequence`. A log is read twice where it
    is compressed or names no filter.

    Args:
        filter: Names of the filters to read; by default all.
        answer: Which text is the prediction: what the filter leaves, or the raw output.
        invalid: What `[invalid]` is, lm-eval's word for an answer that a filter did not find:
            `unparsed`, which is no output and is counted apart, or the `answer` that lm-eval scores.
        targets: What targets are: `text`, `list` where they can be read as a Python list, or
            `auto`, by the data set and the task's configuration.
        doc: Whether `meta.doc` has the row of the data set.
        max_line: The longest line, in MiB.
    """

    extensions: ClassVar[tuple[str, ...]] = ()

    filter: tuple[str, ...] = ()
    answer: Literal["filtered", "raw"] = "filtered"
    invalid: Literal["unparsed", "answer"] = "unparsed"
    targets: Targets = "auto"
    doc: bool = True
    max_line: float = DEFAULT

    def __post_init__(self) -> None:
        super().__post_init__()
        self._limit.check()

    @property
    def _limit(self) -> FieldLimit:
        return FieldLimit(self.max_line, self.name)

    @classmethod
    def matches(cls, found: Beginning) -> bool:
        """Return whether the first row is one of lm-eval, or the beginning of a long one."""
        if found.has("doc_id", "resps[]", "filtered_resps[]"):
            return True
        top = {key for key in found.keys if "." not in key and "[" not in key}
        return found.is_cut and {"doc_id", "doc"} <= top <= _FIRST

    def records(self, path: str) -> Iterator[Numbered]:
        """Read the records of a samples file."""
        if path == STDIN:
            raise UsageError("lm-eval logs are read at both ends, so not from -; name the file")
        run = run_of_task(path)
        found = layout(run, self._limit)
        tally = _Tally(run, found, self.filter)
        rows = Rows(path, self._limit)
        records = Records(run, Options(self.answer, self.invalid, self.targets, self.doc))
        for line, row in rows:
            name = tally.add(line, row)
            if self.filter and name not in self.filter:
                continue
            system = tally.systems[name]
            yield line, records.of(row, rows.scores(row), system, row.filter)
        tally.end(records.texts_none)

    def stored_scores(self, path: str) -> Sequence[StoredScore]:
        """Read the task's scores in the results file beside a samples file."""
        run = run_of_task(path)
        names = filters_of(run, ())
        several = len(self.filter or names) > 1
        systems = {name: system_name(run.model, name, several=several) for name in names}
        return [one for one in run.stored(systems) if not self.filter or one.system_id in systems]


def system_name(model: str, name: str, *, several: bool) -> str:
    """Return the name of the system of a filter."""
    return f"{model} [{name}]" if several else model


class _Tally:
    """Assigns rows to filters, and checks their number.

    Args:
        run: The file and what is known of it.
        found: How its rows belong to filters.
        wanted: Names of the filters to read; empty for all.
    """

    def __init__(self, run: RunOfTask, found: Layout, wanted: Sequence[str]) -> None:
        self._run = run
        self._found = found
        self._wanted = wanted
        self._seen = Seen(run.path)
        self._rounds: dict[int, int] = {}
        self.systems: dict[str, str] = {}

    def add(self, line: int, row: Row) -> str:
        """Return the name of a row's filter.

        Raises:
            InputError: If the filter has the document already.
        """
        name = row.filter if row.filter is not None else self._round(row.doc_id)
        if name not in self.systems:
            several = self._found.several if not self._wanted else len(self._wanted) > 1
            self.systems[name] = system_name(self._run.model, name, several=several)
        self._seen.add(name, row.doc_id, line)
        return name

    def _round(self, document: int) -> str:
        """Return the filter of a row that names none, by the number of earlier rows."""
        earlier = self._rounds.get(document, 0)
        self._rounds[document] = earlier + 1
        names = self._found.rounds
        return names[earlier] if earlier < len(names) else f"filter {earlier + 1}"

    def end(self, texts_none: int) -> None:
        """Report what the rows and the results file do not agree in."""
        path = self._run.path
        missing = [name for name in self._wanted if name not in self.systems]
        if missing:
            raise InputError(
                f"{path}: no row has the filter '{missing[0]}'; {nearest(missing[0], self.systems)}"
            )
        if self._found.several and self._found.rounds:
            _notice(
                f"{path}: rows name no filter; the first row of each document is read as filter "
                f"'{self._found.rounds[0]}', the next as '{self._found.rounds[1]}'"
            )
        expected = self._run.documents
        for name, count in self._seen.counts().items():
            if expected is not None and count != expected:
                _notice(
                    f"{path}: {count} documents under filter '{name}', but {self._run.results} "
                    f"has scores over {expected}; the log may be cut"
                )
        if texts_none:
            _notice(
                f"{path}: {texts_none} outputs are the text None, which lm-eval writes for a reply "
                "that is missing, too; they are scored as answers"
            )


def _notice(text: str) -> None:
    warn(InputNotice(text), stacklevel=3)
