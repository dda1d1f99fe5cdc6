"""Every Eval Ever: layout of aggregates and samples, their files, and records from them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from sacreval.core.missing_outputs import missing_output, outputs_of
from sacreval.core.records import Instance
from sacreval.errors import InputError, shortened
from sacreval.io.files import COMPRESSIONS
from sacreval.io.formats.json_documents import check_document
from sacreval.io.whole_files import read_whole
from sacreval.readers._typed import typed


class Input(msgspec.Struct, kw_only=True):
    """What a sample asks; `reference` is one text before 0.2.2."""

    raw: str | None = None
    formatted: str | None = None
    reference: list[str] | str | None = None
    choices: list[str] | None = None


class Output(msgspec.Struct):
    """What a model returned in one turn."""

    raw: list[str] | str | None = None
    reasoning_trace: list[str] | str | None = None


class Evaluation(msgspec.Struct):
    """The verdict on a sample."""

    score: float | None = None
    is_correct: bool | None = None


class Sample(msgspec.Struct, kw_only=True):
    """A line of a file of samples."""

    schema_version: str
    evaluation_id: str
    model_id: str
    evaluation_name: str
    sample_id: str | int
    input: Input
    evaluation: Evaluation
    evaluation_result_id: str | None = None
    sample_hash: str | None = None
    interaction_type: str = "single_turn"
    output: Output | None = None
    messages: list[dict[str, Any]] | None = None
    interactions: list[dict[str, Any]] | None = None  # the name of `messages` before 0.2.2
    answer_attribution: list[dict[str, Any]] | None = None
    token_usage: dict[str, Any] | None = None
    performance: dict[str, Any] | None = None
    error: str | None = None
    metadata: dict[str, Any] | None = None


class Name(msgspec.Struct):
    """The name of the evaluation of a sample."""

    evaluation_name: str = ""


class _StandardError(msgspec.Struct):
    value: float | None = None


class _Uncertainty(msgspec.Struct):
    standard_error: _StandardError | float | None = None
    num_samples: int | None = None

    @property
    def error(self) -> float | None:
        """The standard error, which is a number before 0.2."""
        stated = self.standard_error
        return stated.value if isinstance(stated, _StandardError) else stated


class _Details(msgspec.Struct):
    score: float
    uncertainty: _Uncertainty | None = None


class _Metric(msgspec.Struct):
    metric_id: str | None = None
    metric_name: str | None = None


class AggregateResult(msgspec.Struct):
    """A score over all samples."""

    evaluation_name: str
    score_details: _Details
    metric_config: _Metric = msgspec.field(default_factory=_Metric)
    evaluation_result_id: str | None = None

    @property
    def name(self) -> str:
        """The name of the metric, or that of the evaluation."""
        metric = self.metric_config
        return metric.metric_name or metric.metric_id or self.evaluation_name

    @property
    def error(self) -> float | None:
        """The standard error of the score."""
        uncertainty = self.score_details.uncertainty
        return uncertainty.error if uncertainty else None

    @property
    def samples(self) -> int | None:
        """The number of samples."""
        uncertainty = self.score_details.uncertainty
        return uncertainty.num_samples if uncertainty else None


class _Model(msgspec.Struct):
    id: str | None = None
    name: str | None = None


class SamplesFile(msgspec.Struct):
    """What a run states about the file of its samples."""

    file_path: str | None = None
    hash_algorithm: str | None = None
    checksum: str | None = None
    total_rows: int | None = None


class Aggregate(msgspec.Struct):
    """A file of aggregates."""

    evaluation_id: str
    model_info: _Model
    evaluation_results: list[AggregateResult]
    detailed_evaluation_results: SamplesFile | None = None

    @property
    def model(self) -> str | None:
        """The model's id, or its name."""
        return self.model_info.id or self.model_info.name


class Run(NamedTuple):
    """A run: its aggregates, where they are known, and its samples, where there are any.

    Args:
        aggregate: The aggregates.
        where: Path of their file.
        samples: Path of the samples.
    """

    aggregate: Aggregate | None
    where: str
    samples: str | None


ENDING = "_samples.jsonl"
_AGGREGATE = msgspec.json.Decoder(Aggregate)
_KNOWN = ("sha256", "md5")


def run_of(path: str, *, is_samples: bool) -> Run:
    """Find the files of a run."""
    if not is_samples:
        aggregate = _aggregate(path)
        return Run(aggregate, path, _samples(aggregate, path))
    name = next((path.removesuffix(end) for end in COMPRESSIONS if path.endswith(end)), path)
    beside = f"{name.removesuffix(ENDING)}.json"
    if not name.endswith(ENDING) or not Path(beside).is_file():
        return Run(None, path, path)
    return Run(_aggregate(beside), beside, path)


def names_file(stated: SamplesFile, path: str) -> bool:
    """Return whether a run names a file as that of its samples; folders may have changed."""
    return bool(stated.file_path) and _name(stated) == Path(path).name


def _name(stated: SamplesFile) -> str:
    return Path((stated.file_path or "").replace("\\", "/")).name


def _aggregate(path: str) -> Aggregate:
    text = read_whole(path)
    aggregate = typed(_AGGREGATE, text, path)
    check_document(text, path)
    return aggregate


def _samples(aggregate: Aggregate, path: str) -> str | None:
    """Return the path of the samples, which is stated from the root of a collection of runs."""
    stated = aggregate.detailed_evaluation_results
    if stated is None or not stated.file_path:
        return None
    place = Path(path).parent / _name(stated)
    if not place.is_file():
        raise InputError(
            f"{path}: its samples '{shortened(place.name)}' are not beside it; copy them there"
        )
    if stated.checksum and stated.hash_algorithm in _KNOWN:
        with place.open("rb") as stream:
            digest = hashlib.file_digest(stream, stated.hash_algorithm).hexdigest()
        if digest != stated.checksum.casefold():
            raise InputError(
                f"{place}: these samples are not those of {Path(path).name}, which states another "
                f"{stated.hash_algorithm}; copy both again, or name this file itself"
            )
    return str(place)


_ANSWERS = ("assistant", "ai")


def sample_record(
    lines: Sequence[Sample],
    name_of: Callable[[Sample], str],
    *,
    several: bool,
) -> Instance:
    """Return the record of a sample."""
    first = lines[0]
    repeats = _repeats(lines)
    whys = [_missing(repeat[0]) for repeat in repeats]
    metas = [_meta(repeat, name_of) for repeat in repeats]
    prefix = f"{first.evaluation_name}:" if several else ""
    return Instance(
        instance_id=f"{prefix}{first.sample_id}",
        system_id=first.model_id,
        input=first.input.raw,
        references=_listed(first.input.reference),
        **outputs_of([repeat[0] for repeat in repeats], whys, _output)._asdict(),
        groups={"task": first.evaluation_name},
        meta=metas[0] if len(metas) == 1 else {"epochs": metas},
    )


def aggregate_records(run: Aggregate) -> Iterator[Instance]:
    """Yield a record without an output for each evaluation whose samples are not there."""
    why = missing_output("not asked", "the log has scores over all samples only")
    by_name: dict[str, dict[str, float]] = {}
    for row in run.evaluation_results:
        scores = by_name.setdefault(row.evaluation_name, {})
        name = row.name if row.name not in scores else row.evaluation_result_id or row.name
        scores[name] = row.score_details.score
    for name, scores in by_name.items():
        yield Instance(
            instance_id=name,
            system_id=run.model,
            groups={"task": name},
            error=why,
            meta={"scores": scores},
        )


def _repeats(lines: Sequence[Sample]) -> list[list[Sample]]:
    """Return the lines of each repeat; those of one repeat belong to different results."""
    repeats: list[list[Sample]] = []
    for line in lines:
        names = {sample.evaluation_result_id for sample in repeats[-1]} if repeats else {None}
        if line.evaluation_result_id is None or line.evaluation_result_id in names or not repeats:
            repeats.append([line])
        else:
            repeats[-1].append(line)
    return repeats


def _listed(value: list[str] | str | None) -> list[str] | None:
    return [value] if isinstance(value, str) else value


def _missing(sample: Sample) -> str | None:
    """Return why a sample has no output; None where it has one."""
    if sample.error:
        return missing_output("failed", sample.error)
    if _texts(sample) == []:
        return missing_output("not asked", "there is no output")
    return None


def _texts(sample: Sample) -> list[str]:
    if sample.output is not None and sample.output.raw is not None:
        return _listed(sample.output.raw) or []
    messages = sample.messages or sample.interactions or []
    answers = [message.get("content") for message in messages if message.get("role") in _ANSWERS]
    return [text for text in answers if isinstance(text, str)][-1:]


def _output(sample: Sample) -> str:
    return _texts(sample)[0]


def _meta(lines: Sequence[Sample], name_of: Callable[[Sample], str]) -> dict[str, Any]:
    """Return what has no field of a record, without what the sample does not have."""
    first = lines[0]
    texts = _texts(first)
    meta: dict[str, Any] = {
        "scores": {name_of(line): line.evaluation.score for line in lines},
        "is_correct": first.evaluation.is_correct,
        "metadata": first.metadata,
        "error": first.error or None,
        "responses": texts if len(texts) > 1 else None,
        "reasoning": first.output and _listed(first.output.reasoning_trace),
        "formatted": first.input.formatted,
        "options": first.input.choices,
        "messages": first.messages or first.interactions,
        "answer_attribution": first.answer_attribution,
        "interaction_type": None if _is_plain(first) else first.interaction_type,
        "sample_hash": first.sample_hash,
        "token_usage": first.token_usage,
        "performance": first.performance,
    }
    return {name: value for name, value in meta.items() if value is not None and value != []}


def _is_plain(sample: Sample) -> bool:
    return sample.interaction_type == "single_turn"


def result_names(results: Sequence[AggregateResult]) -> Mapping[str, str]:
    """Return the name of a metric by the id of its result, and by an evaluation with one result."""
    by_id = {r.evaluation_result_id: r.name for r in results if r.evaluation_result_id}
    evaluations = [r.evaluation_name for r in results]
    once = {r.evaluation_name: r.name for r in results if evaluations.count(r.evaluation_name) == 1}
    return {**once, **by_id}
