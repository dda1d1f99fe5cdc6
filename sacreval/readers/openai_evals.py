"""OpenAI evals' logs: JSONL of events.

Source: github.com/openai/evals, evals/record.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, BinaryIO

import msgspec

from sacreval.core.missing_outputs import missing_output
from sacreval.core.records import Instance
from sacreval.core.stored_scores import StoredScore
from sacreval.errors import InputError
from sacreval.io.whole_files import placed_lines, seekable
from sacreval.readers._base import readers
from sacreval.readers._beginning import Beginning
from sacreval.readers._log import LineLogReader, LogCounts, Numbered
from sacreval.readers._messages import Message, prompt_text
from sacreval.readers._typed import typed


class Spec(msgspec.Struct, frozen=True):
    """The run."""

    eval_name: str
    completion_fns: list[str] = []


class Data(msgspec.Struct, frozen=True):
    """The contents of an event: the fields of several types of events."""

    prompt: str | list[Message] | None = None
    sampled: Any = None
    correct: bool | None = None
    expected: Any = None
    picked: Any = None
    logp: float | None = None
    message: str | None = None
    error: str | None = None


class Line(msgspec.Struct, frozen=True):
    """A line: the run, an event, or the report."""

    spec: Spec | None = None
    final_report: dict[str, Any] | None = None
    sample_id: str | None = None
    type: str = ""
    data: msgspec.Raw = msgspec.Raw(b"{}")


class Event(msgspec.Struct, frozen=True):
    """An event of a sample."""

    type: str
    data: Data
    plain: Any


LINE = msgspec.json.Decoder(Line)
DATA = msgspec.json.Decoder(Data)
PLAIN = msgspec.json.Decoder()


_VERDICTS = ("match", "metrics")  # types of which a sample has one; a second is of a second try
_OTHERS = ("embedding", "raw_sample", "extra")  # types that are kept in `meta` as they are


def record(name: str, events: Sequence[Event], spec: Spec) -> Instance:
    """Return the record of a sample."""
    last = last_try(events)
    asked = [event.data for event in last if event.type == "sampling"]
    likely = [event.data for event in last if event.type == "cond_logp"]
    verdict = next((event.data for event in last if event.type == "match"), None)
    outputs = _outputs(last)
    error = None if outputs or likely else _error(last)
    expected = verdict.expected if verdict else None
    return Instance(
        instance_id=name,
        system_id=" + ".join(spec.completion_fns) or None,
        input=prompt_text((asked or likely)[0].prompt) if asked or likely else None,
        prediction=outputs[0] if outputs else None,
        samples=outputs if len(outputs) > 1 else None,
        references=expected if isinstance(expected, list) or expected is None else [expected],
        sequence=_likelihood(likely) if likely and not outputs else None,
        groups={"task": spec.eval_name},
        error=error,
        meta=_meta(last) or None,
    )


def tries(events: Sequence[Event]) -> int:
    """Return how often a sample was tried: its verdicts of one type."""
    return max(1, *(sum(event.type == kind for event in events) for kind in _VERDICTS))


def last_try(events: Sequence[Event]) -> list[Event]:
    """Return the events of the last try; tries may be interleaved, and have equally many each."""
    number = tries(events)
    kept: list[Event] = []
    for kind in dict.fromkeys(event.type for event in events):
        of_kind = [event for event in events if event.type == kind]
        kept += of_kind[-(len(of_kind) // number or 1) :]
    return kept


def _outputs(events: Sequence[Event]) -> list[Any]:
    """Return what was scored: of the verdict, of the first request, or what was picked."""
    for kind in ("match", "sampling"):
        for event in events:
            sampled = event.data.sampled if event.type == kind else None
            if sampled is not None:
                return list(sampled) if isinstance(sampled, list) else [sampled]
    picked = (event.data.picked for event in events if event.type == "pick_option")
    return [choice for choice in picked if choice is not None][:1]


def _error(events: Sequence[Event]) -> str:
    for event in events:
        if event.type == "error":
            return missing_output("failed", event.data.message or event.data.error or "")
    return missing_output("not asked", "no event has an output")


def _likelihood(completions: Sequence[Any]) -> dict[str, float] | None:
    logs = [completion.logp for completion in completions]
    return None if None in logs else {"logprob": sum(logs)}


def _meta(events: Sequence[Event]) -> dict[str, Any]:
    meta: dict[str, Any] = {}
    scores: dict[str, Any] = {}
    for event in events:
        if event.type == "match":
            meta |= {"match": event.data.correct, "picked": event.data.picked}
            scores["match"] = None if event.data.correct is None else float(event.data.correct)
        elif event.type == "metrics":
            scores |= event.plain
        elif event.type == "error":
            meta["error"] = event.plain
        elif event.type in _OTHERS:
            meta.setdefault(event.type, []).append(event.plain)
    asked = [event.data.sampled for event in events if event.type == "sampling"]
    if len(asked) > 1:
        meta["sampled"] = asked
    return meta | ({"scores": scores} if scores else {})


Placed = tuple[str, Line]  # file and line, and its content


@readers.register("openai-evals")
@dataclass(frozen=True, kw_only=True)
class OpenAiEvalsReader(LineLogReader):
    """OpenAI evals' logs: the events of a sample are one record.

    The prediction is what the event `match` compared, else the first text that was sampled. Of a
    sample that was tried again, the last try is kept, and their number is shown. The file is read
    twice, so that samples can be interleaved in bounded memory.
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
        for line in placed_lines(stream, path, self.line_limit):
            where = f"{path}:{line.number}"
            yield where, typed(LINE, line.text, where)


def _event(line: Line, where: str) -> Event:
    data = bytes(line.data)
    return Event(line.type, typed(DATA, data, where), typed(PLAIN, data, where))
