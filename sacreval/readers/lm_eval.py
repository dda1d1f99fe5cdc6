"""Logs of EleutherAI's lm-evaluation-harness: the samples of one task, one document a line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from sacreval.core.records import Batch, Instance
from sacreval.core.stored_scores import StoredScore
from sacreval.errors import UsageError
from sacreval.io.files import STDIN
from sacreval.readers._base import readers
from sacreval.readers._beginning import Beginning
from sacreval.readers._lm_eval.log_records import Options, Records, Targets
from sacreval.readers._lm_eval.log_rows import (
    FIRST,
    NO_FILTER,
    RunOfTask,
    filters_of,
    run_date,
    run_of_task,
    tasks_without_samples,
)
from sacreval.readers._lm_eval.tally import Rows, Tally, layout, system_name
from sacreval.readers._log import LineLogReader, Numbered


@readers.register("lm-eval")
@dataclass(frozen=True, kw_only=True)
class LmEvalReader(LineLogReader):
    """A samples file of lm-eval, `samples_TASK_DATE.jsonl`, of any version since 0.4.0.

    The system is the model of the results file beside it, or else the folder's name; where
    documents occur under several filters, each filter is a system `MODEL [FILTER]`. Repeats become
    `samples`, log-probabilities `choices` with `gold`, or `sequence`. `[invalid]`, for an answer
    that a filter did not find, is `unparsed`: it scores as wrong, as in lm-eval. A log is read
    twice where it is compressed or names no filter.

    Args:
        filter: Names of the filters to read; by default all.
        answer: Which text is the prediction: what the filter leaves, or the raw output.
        targets: What targets are: `text`, `list` where they can be read as a Python list, or
            `auto`, by the data set and the task's configuration.
        doc: Whether `meta.doc` has the row of the data set.
    """

    extensions: ClassVar[tuple[str, ...]] = ()

    filter: tuple[str, ...] = ()
    answer: Literal["filtered", "raw"] = "filtered"
    targets: Targets = "auto"
    doc: bool = True

    @classmethod
    def matches(cls, start: Beginning) -> bool:
        """Return whether the first row is one of lm-eval, or the beginning of a long one."""
        if start.has("doc_id", "resps[]", "filtered_resps[]"):
            return True
        top = {key for key in start.keys if "." not in key and "[" not in key}
        return start.is_cut and {"doc_id", "doc"} <= top <= FIRST

    def are_repeats(self, record: Instance) -> bool:
        """Return whether samples are raw outputs of which no filter made the prediction."""
        named = (record.meta or {}).get("filter", NO_FILTER)
        return (self.answer == "raw" or named == NO_FILTER) and super().are_repeats(record)

    def records(self, path: str) -> Iterator[Numbered]:
        """Read the records of a samples file."""
        for batch in self.batches(path):
            yield from zip(batch.lines, batch, strict=True)

    def batches(self, path: str) -> Iterator[Batch]:
        """Read the records of a samples file, a mebibyte of lines at a time."""
        if path == STDIN:
            raise UsageError("lm-eval logs are read at both ends, so not from -; name the file")
        run = run_of_task(path)
        tally = Tally(run, layout(run, self.line_limit), self.filter)
        rows = Rows(path, self.line_limit)
        records = Records(run, Options(self.answer, self.targets, self.doc))
        for block in rows:
            for part in tally.split(block):
                if self.filter and part.filter not in self.filter:
                    continue
                instances = records.of(part.rows, rows.scores, tally.systems[part.filter])
                yield Batch(instances, path, part.lines, run.model)
        tally.end(records.texts_none)

    def run_name(self, path: str) -> str:
        """Return the date in the file's name, which all tasks of a run share."""
        return run_date(path) or super().run_name(path)

    def stored_scores(self, path: str) -> Sequence[StoredScore]:
        """Read the task's scores in the results file beside a samples file."""
        return self._stored(run_of_task(path))

    def scores_without_log(self, path: str) -> Sequence[StoredScore]:
        """Read the scores of the run's tasks whose samples were not logged."""
        return [score for run in tasks_without_samples(path) for score in self._stored(run)]

    def _stored(self, run: RunOfTask) -> list[StoredScore]:
        names = self.filter or filters_of(run)
        several = len(names) > 1
        return list(run.stored({x: system_name(run.model, x, several=several) for x in names}))
