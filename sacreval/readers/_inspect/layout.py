"""The layout of inspect_ai's logs, version 2: the fields that records are made of."""

from __future__ import annotations

from typing import Any

import msgspec

from sacreval.readers._messages import Message

VERSION = 2


class Choice(msgspec.Struct, frozen=True):
    """A completion of the model."""

    message: Message
    stop_reason: str | None = None


class Output(msgspec.Struct, frozen=True):
    """What the model wrote last; `completion` is missing in thinned logs."""

    choices: list[Choice] = []
    completion: str | None = None
    error: str | None = None


class Score(msgspec.Struct, frozen=True):
    """A scorer's value of a sample: `C`, `I`, `P`, `N`, a number, a text, a list or an object."""

    value: Any = None
    answer: str | None = None


class Failure(msgspec.Struct, frozen=True):
    """Why a sample failed."""

    message: str = ""


class Limit(msgspec.Struct, frozen=True):
    """The limit that ended a sample, such as `time` or `token`."""

    type: str = ""
    limit: float | None = None


class Sample(msgspec.Struct, frozen=True, gc=False):
    """One epoch of one sample."""

    id: int | str
    epoch: int = 1
    input: str | list[Message] | None = None
    choices: list[str] | None = None
    target: str | list[str] | None = None
    output: Output | None = None
    scores: dict[str, Score] | None = None
    error: Failure | None = None
    limit: Limit | None = None
    metadata: dict[str, Any] | None = None


class Config(msgspec.Struct, frozen=True):
    """Settings of a run."""

    epochs: int | None = None
    limit: Any = None
    sample_id: Any = None


class DatasetInfo(msgspec.Struct, frozen=True):
    """What a run was over."""

    samples: int | None = None
    sample_ids: list[int | str] | None = None


class Task(msgspec.Struct, frozen=True):
    """The task and the model of a run."""

    task: str
    model: str
    config: Config = Config()
    dataset: DatasetInfo = DatasetInfo()


class MetricValue(msgspec.Struct, frozen=True):
    """A value over all samples."""

    value: Any = None


class ScoreResults(msgspec.Struct, frozen=True):
    """The values of a scorer by one reducer of epochs."""

    name: str
    metrics: dict[str, MetricValue] = {}
    reducer: str | None = None
    params: dict[str, Any] = {}
    scored_samples: int | None = None


class Results(msgspec.Struct, frozen=True):
    """The values of all scorers."""

    scores: list[ScoreResults] = []
    total_samples: int | None = None


class Header(msgspec.Struct, frozen=True):
    """A log without its samples; `status` and `results` are missing while it runs."""

    eval: Task
    version: int = VERSION
    status: str = "started"
    results: Results | None = None


class Log(Header, frozen=True):
    """A log with its samples."""

    samples: list[Sample] | None = None


LOG = msgspec.json.Decoder(Log)
HEADER = msgspec.json.Decoder(Header)
SAMPLE = msgspec.json.Decoder(Sample)
