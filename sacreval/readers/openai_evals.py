"""OpenAI evals' logs: JSONL of events.

Source: github.com/openai/evals, evals/record.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import BinaryIO

from sacreval.core.stored_scores import StoredScore
from sacreval.errors import InputError
from sacreval.io.whole_files import placed_lines, seekable
from sacreval.readers._base import readers
from sacreval.readers._beginning import Beginning
from sacreval.readers._log import LineLogReader, LogCounts, Numbered
from sacreval.readers._openai_evals.records import (
    DATA,
    LINE,
    PLAIN,
    Event,
    Line,
    Spec,
    record,
    tries,
)
from sacreval.readers._typed import typed

Placed = tuple[str, Line]  # file and line, and its content


@readers.register("openai-evals")
@dataclass(frozen=True, kw_only=True)
class OpenAiEvalsReader(LineLogReader):
    """OpenAI evals' logs: the events of a sample are one record.

    The prediction is what the event `match` compared, else the first text that was sampled. Of a
    sample that was tried again, the last try is kept, and their number is shown. The file is read
    twice, so that samples can be interleaved in bounded memory.

    Args:
        max_line: The longest line, in MiB.
    """

    @classmethod
    def matches(cls, start: Beginning) -> bool:
        """Return whether a file is a log of OpenAI evals."""
        return start.has("spec.eval_name", "spec.completion_fns[]")

    def records(self, path: str) -> Iterator[Numbered]:
        """Read the records of a log, each when its last event has been read."""
        with seekable(path) as stream:
            left: Counter[str] = Counter()
            finished = False
            for _, line in self._lines(stream, path):
                finished = finished or line.final_report is not None
                if line.sample_id is not None:
                    left[line.sample_id] += 1
            counts = LogCounts(path)
            yield from self._joined(stream, path, left, counts)
        if not finished:
            counts.others.append("this run is not finished: it has no final_report")
        counts.warn()

    def stored_scores(self, path: str) -> Sequence[StoredScore]:
        """Read the numbers of the final report; an accuracy has the bootstrap's error."""
        spec, report = Spec(""), dict[str, float]()
        with seekable(path) as stream:
            for _, line in self._lines(stream, path):
                spec = line.spec or spec
                numbers = (line.final_report or {}).items()
                report |= {k: float(v) for k, v in numbers if isinstance(v, int | float)}
        errors = [name for name in report if name.endswith("std")]  # once spelt `boostrap_std`
        error = report.pop(errors[0]) if len(errors) == 1 and "accuracy" in report else None
        return [
            StoredScore(
                name=name,
                value=value,
                error=error if name == "accuracy" else None,
                system_id=" + ".join(spec.completion_fns) or None,
                task=spec.eval_name or None,
                where=f"{path}: final_report",
            )
            for name, value in report.items()
        ]

    def _joined(
        self, stream: BinaryIO, path: str, left: Counter[str], counts: LogCounts
    ) -> Iterator[Numbered]:
        spec: Spec | None = None
        open_samples: dict[str, list[Event]] = {}
        doubled = number = 0
        for where, line in self._lines(stream, path):
            spec = line.spec or spec
            name = line.sample_id
            if name is None:
                continue
            if spec is None:
                raise InputError(
                    f"{where}: an event before the line with `spec`; copy the log again"
                )
            events = open_samples.setdefault(name, [])
            events.append(_event(line, where))
            left[name] -= 1
            if not left[name]:
                number += 1
                doubled += tries(events) > 1
                yield number, record(name, open_samples.pop(name), spec)
        if doubled:
            counts.others.append(f"samples tried more than once: {doubled}; the last try counts")

    def _lines(self, stream: BinaryIO, path: str) -> Iterator[Placed]:
        for line in placed_lines(stream, path, self.limit):
            where = f"{path}:{line.number}"
            yield where, typed(LINE, line.text, where)


def _event(line: Line, where: str) -> Event:
    data = bytes(line.data)
    return Event(line.type, typed(DATA, data, where), typed(PLAIN, data, where))
