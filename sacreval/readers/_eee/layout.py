"""Layout of Every Eval Ever: aggregates of a run, and its samples; schemas 0.2.0 to 0.3.0."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec


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
