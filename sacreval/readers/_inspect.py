"""Logs of inspect_ai, version 2: their layout and files, and records from their samples."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import msgspec

from sacreval.core.missing_outputs import Outputs, missing_output, outputs_of
from sacreval.core.records import Instance
from sacreval.core.stored_scores import reduced
from sacreval.errors import InputError, shortened
from sacreval.io.formats.zip_members import Archive, ZipMember, open_zip
from sacreval.io.lines import without_mark
from sacreval.io.whole_files import SizeLimit, read_whole
from sacreval.readers._log import LogCounts
from sacreval.readers._messages import Message, content_text, prompt_text
from sacreval.readers._typed import typed

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


HEADERS = ("header.json", "_journal/start.json")  # of a run that ended, and of one that did not
_NAME = re.compile(r"samples/(.+)_epoch_\d+\.json", re.DOTALL)
_FOLDER = "samples/"


class OpenLog(NamedTuple):
    """An open log.

    Args:
        header: What is known of the run.
        finished: Whether it has the header of a run that ended.
        samples: Its samples, as lists of those that may be epochs of one sample.
    """

    header: Header
    finished: bool
    samples: Iterator[list[Sample]]


def whole_document(path: str, limit: SizeLimit) -> OpenLog:
    """Read a log that is one JSON document."""
    log = typed(LOG, without_mark(read_whole(path, limit), path), path)
    _check_version(log, path)
    by_id: dict[int | str, list[Sample]] = {}
    for sample in log.samples or ():
        by_id.setdefault(sample.id, []).append(sample)
    return OpenLog(log, log.status != "started", iter(by_id.values()))


@contextmanager
def archive(path: str, *, max_member: float) -> Iterator[OpenLog]:
    """Open a log that is a zip archive, of which one sample at a time is in memory."""
    with open_zip(path, max_member=max_member, reader="inspect") as members:
        by_name = {member.name: member for member in members.members}
        name = next((name for name in HEADERS if name in by_name), None)
        if name is None:
            raise InputError(
                f"{path}: a zip archive with neither of {' and '.join(HEADERS)}; give a log that "
                "inspect_ai wrote"
            )
        header = typed(HEADER, members.read(by_name[name]), f"{path}: {name}")
        _check_version(header, path)
        groups = _groups(members.members, path)
        yield OpenLog(header, name == HEADERS[0], _samples(members, groups))


def _samples(members: Archive, groups: Sequence[list[ZipMember]]) -> Iterator[list[Sample]]:
    for group in groups:
        by_id: dict[int | str, list[Sample]] = {}
        for member in group:
            sample = typed(SAMPLE, members.read(member), members.where(member))
            by_id.setdefault(sample.id, []).append(sample)
        yield from by_id.values()


def _groups(members: Sequence[ZipMember], path: str) -> list[list[ZipMember]]:
    """Return the members of each sample; equal names may still hold samples of different ids."""
    groups: dict[str, list[ZipMember]] = {}
    for member in members:
        if not member.name.startswith(_FOLDER) or member.name == _FOLDER:
            continue
        name = _NAME.fullmatch(member.name)
        if name is None:
            raise InputError(
                f"{path}: unknown layout, with a member {shortened(repr(member.name))}; convert "
                "the log with inspect_ai: inspect log convert --to json"
            )
        groups.setdefault(name[1], []).append(member)
    return list(groups.values())


def _check_version(header: Header, path: str) -> None:
    if header.version != VERSION:
        raise InputError(
            f"{path}: a log of layout version {header.version}, and only {VERSION} can be read; "
            "convert it with the inspect_ai that wrote it, or upgrade sacreval"
        )


_CUT = ("max_tokens", "model_length")


def record(
    epochs: Sequence[Sample],
    run: Task,
    counts: LogCounts,
    reducers: Mapping[str, Sequence[str]] | None = None,
    ended: str = "",
) -> Instance:
    """Return the record of a sample."""
    first = epochs[0]
    whys = [_missing(sample) for sample in epochs]
    for sample, why in zip(epochs, whys, strict=True):
        if why is None:
            counts.cut.update(_cuts(sample))
    if ended and len(epochs) < (planned := run.config.epochs or 1):
        outputs = Outputs(error=_not_asked(f"{ended}; {len(epochs)} of {planned} epochs"))
    else:
        outputs = outputs_of(epochs, whys, _text)
    return Instance(
        instance_id=first.id,
        system_id=run.model,
        input=prompt_text(first.input),
        references=_references(first),
        groups={"task": run.task},
        **outputs._asdict(),
        meta=_meta(epochs, reducers or {}, several=(run.config.epochs or 1) > 1),
    )


def not_reached(name: int | str, run: Task, ended: str) -> Instance:
    """Return the record of a sample that a run did not reach before it ended."""
    return Instance(
        instance_id=name, system_id=run.model, groups={"task": run.task}, error=_not_asked(ended)
    )


def _not_asked(ended: str) -> str:
    return missing_output("not asked", f"the run has status {ended}")


def _references(sample: Sample) -> list[str] | None:
    return [sample.target] if isinstance(sample.target, str) else sample.target


def _text(sample: Sample) -> str:
    output = sample.output
    if output is None:
        return ""
    if output.completion is not None:
        return output.completion
    return content_text(output.choices[0].message.content)


def _missing(sample: Sample) -> str | None:
    """Return why a sample has no output; None where it has one."""
    output = sample.output
    if sample.error is not None:
        return missing_output("failed", sample.error.message)
    if output is not None and output.error is not None:
        return missing_output("failed", output.error)
    if _stop_reason(sample) == "content_filter":
        return missing_output("filtered", "stop_reason content_filter")
    if output is None or not (output.choices or output.completion):
        limit = f"limit {sample.limit.type}" if sample.limit else "it has no output"
        return missing_output("not asked", limit)
    return None


def _stop_reason(sample: Sample) -> str | None:
    choices = sample.output.choices if sample.output else ()
    return choices[0].stop_reason if choices else None


def _cuts(sample: Sample) -> list[str]:
    reason = _stop_reason(sample)
    if sample.limit is not None:
        return [f"limit {sample.limit.type}"]
    return [reason] if reason in _CUT else []


def _meta(
    epochs: Sequence[Sample], reducers: Mapping[str, Sequence[str]], *, several: bool
) -> dict[str, Any]:
    if len(epochs) > 1:
        each = [_sample_meta(sample) | {"epoch": sample.epoch} for sample in epochs]
        scores = reduced(each, reducers)
        return {**({"scores": scores} if scores else {}), "epochs": each}
    (only,) = epochs
    return _sample_meta(only) | ({"epoch": only.epoch} if several else {})


def _sample_meta(sample: Sample) -> dict[str, Any]:
    """Return what has no field of its own: scores, answers, reasons, and the user's metadata."""
    scores = sample.scores or {}
    answers = {name: score.answer for name, score in scores.items() if score.answer is not None}
    fields: dict[str, Any] = {
        "scores": {name: score.value for name, score in scores.items()},
        "answers": answers or None,
        "stop_reason": _stop_reason(sample),
        "options": sample.choices or None,
        "error": sample.error.message if sample.error else None,
        "limit": msgspec.to_builtins(sample.limit) if sample.limit else None,
    }
    ours = {name: value for name, value in fields.items() if value is not None}
    theirs = sample.metadata or {}
    taken = {name: theirs[name] for name in theirs if name in (*fields, "epoch", "epochs")}
    return {**theirs, **({"metadata": taken} if taken else {}), **ours}
