"""The layout of HELM's scenario_state.json and statistics: the fields that records are made of."""

from __future__ import annotations

import msgspec

from sacreval.readers._messages import Message


class Content(msgspec.Struct, frozen=True):
    """The text of an input or an output."""

    text: str | None = None
    messages: list[Message] | None = None


class Reference(msgspec.Struct, frozen=True):
    """A possible answer; the tag `correct` marks the right ones."""

    output: Content
    tags: list[str] = []


class Perturbation(msgspec.Struct, frozen=True):
    """How an input was changed."""

    name: str
    computed_on: str | None = None


class HelmInstance(msgspec.Struct, frozen=True):
    """An input with its possible answers."""

    input: Content
    references: list[Reference] = []
    split: str | None = None
    id: str | None = None
    perturbation: Perturbation | None = None


class Token(msgspec.Struct, frozen=True, gc=False):
    """A token of a completion, of which the prompt is a part where it was echoed."""

    text: str = ""
    logprob: float | None = None


class Finish(msgspec.Struct, frozen=True):
    """Why a completion ended."""

    reason: str | None = None


class Completion(msgspec.Struct, frozen=True):
    """A completion."""

    text: str
    logprob: float | None = None
    tokens: list[Token] = []
    finish_reason: Finish | None = None


class RequestResult(msgspec.Struct, frozen=True):
    """What the model returned."""

    success: bool
    completions: list[Completion] = []
    error: str | None = None


class Request(msgspec.Struct, frozen=True):
    """What the model was asked."""

    model: str | None = None


class State(msgspec.Struct, frozen=True):
    """A request; separate multiple choice has one for each reference."""

    instance: HelmInstance
    train_trial_index: int = 0
    output_mapping: dict[str, str] | None = None
    reference_index: int | None = None
    request_mode: str | None = None
    request: Request = Request()
    result: RequestResult | None = None
    num_conditioning_tokens: int = 0


class Adapter(msgspec.Struct, frozen=True):
    """How inputs became requests."""

    method: str
    model: str = ""


class ScenarioState(msgspec.Struct, frozen=True):
    """All requests of a run."""

    adapter_spec: Adapter
    request_states: list[State]


class StatName(msgspec.Struct, frozen=True):
    """What a statistic is of."""

    name: str
    split: str | None = None
    sub_split: str | None = None
    perturbation: Perturbation | None = None


class Stat(msgspec.Struct, frozen=True):
    """A statistic; its mean may be null."""

    name: StatName
    count: int = 0
    mean: float | None = None


class InstanceStats(msgspec.Struct, frozen=True):
    """The statistics of one input."""

    instance_id: str
    train_trial_index: int = 0
    perturbation: Perturbation | None = None
    stats: list[Stat] = []


STATE = msgspec.json.Decoder(ScenarioState)
PER_INSTANCE = msgspec.json.Decoder(list[InstanceStats])
STATS = msgspec.json.Decoder(list[Stat])
