"""Logs of OpenAI evals: their layout, and records from the events of samples."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from sacreval.core.missing_outputs import missing_output
from sacreval.core.records import Instance
from sacreval.readers._messages import Message, prompt_text


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
    asked = [one.data for one in last if one.type == "sampling"]
    likely = [one.data for one in last if one.type == "cond_logp"]
    verdict = next((one.data for one in last if one.type == "match"), None)
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
    return max(1, *(sum(one.type == kind for one in events) for kind in _VERDICTS))


def last_try(events: Sequence[Event]) -> list[Event]:
    """Return the events of the last try; tries may be interleaved, and have equally many each."""
    number = tries(events)
    kept: list[Event] = []
    for kind in dict.fromkeys(one.type for one in events):
        own = [one for one in events if one.type == kind]
        kept += own[-(len(own) // number or 1) :]
    return kept


def _outputs(events: Sequence[Event]) -> list[Any]:
    """Return what was scored: of the verdict, of the first request, or what was picked."""
    for kind in ("match", "sampling"):
        for one in events:
            sampled = one.data.sampled if one.type == kind else None
            if sampled is not None:
                return list(sampled) if isinstance(sampled, list) else [sampled]
    picked = (one.data.picked for one in events if one.type == "pick_option")
    return [one for one in picked if one is not None][:1]


def _error(events: Sequence[Event]) -> str:
    for one in events:
        if one.type == "error":
            return missing_output("failed", one.data.message or one.data.error or "")
    return missing_output("not asked", "no event has an output")


def _likelihood(found: Sequence[Any]) -> dict[str, float] | None:
    logs = [one.logp for one in found]
    return None if None in logs else {"logprob": sum(logs)}


def _meta(events: Sequence[Event]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    scores: dict[str, Any] = {}
    for one in events:
        if one.type == "match":
            found |= {"match": one.data.correct, "picked": one.data.picked}
            scores["match"] = None if one.data.correct is None else float(one.data.correct)
        elif one.type == "metrics":
            scores |= one.plain
        elif one.type == "error":
            found["error"] = one.plain
        elif one.type in _OTHERS:
            found.setdefault(one.type, []).append(one.plain)
    asked = [one.data.sampled for one in events if one.type == "sampling"]
    if len(asked) > 1:
        found["sampled"] = asked
    return found | ({"scores": scores} if scores else {})
