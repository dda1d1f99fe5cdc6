"""The layout of OpenAI evals' logs: a line with the run, events of samples, and a report."""

from __future__ import annotations

from typing import Any

import msgspec

from sacreval.readers._messages import Message


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
