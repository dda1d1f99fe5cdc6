"""Records from the requests of a HELM run: its layout, log-probabilities and methods."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from sacreval.core.missing_outputs import missing_output, outputs_of
from sacreval.core.records import Instance
from sacreval.errors import InputError
from sacreval.readers._log import LogCounts
from sacreval.readers._messages import Message, prompt_text


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


ORIGINAL, CALIBRATION = "original", "calibration"
CALIBRATED = "multiple_choice_separate_calibrated"
_BYTES = re.compile(r"bytes:(?:\\x[0-9a-fA-F]{2})+")


class Likelihood(NamedTuple):
    """The log-probability of a reference's own tokens, and their number."""

    logprob: float
    tokens: int


def choices(states: Sequence[State], *, calibrated: bool, where: str) -> list[dict[str, Any]]:
    """Return the choices of one input.

    Args:
        states: Its requests: one for each reference, and one more each for calibration.
        calibrated: Whether the log-probability without the question is subtracted.
        where: File and place, for messages.

    Returns:
        Choices with `text`, `logprob`, `tokens` and, if calibrated, `unconditioned`; their
        `logprob` is missing where the server returned none.

    Raises:
        InputError: If a reference has no request, or two.
    """
    texts = [reference.output.text or "" for reference in states[0].instance.references]
    by_mode = {mode: _by_reference(states, mode, where) for mode in (ORIGINAL, CALIBRATION)}
    result = []
    for i, text in enumerate(texts):
        choice: dict[str, Any] = {"text": text}
        for mode in (ORIGINAL, CALIBRATION) if calibrated else (ORIGINAL,):
            likelihood = _likelihood(_completion(by_mode[mode], i, mode, where), text)
            choice |= _named(likelihood, mode) if likelihood else {}
        result.append(choice)
    return result


def _named(likelihood: Likelihood, mode: str) -> dict[str, Any]:
    if mode == CALIBRATION:
        return {"unconditioned": likelihood.logprob}
    return {"logprob": likelihood.logprob, "tokens": likelihood.tokens}


def text_tokens(state: State) -> list[Token] | None:
    """Return the tokens of a text, without those that it is conditioned on; None without any."""
    result = state.result
    tokens = result.completions[0].tokens if result and result.completions else []
    scored = tokens[state.num_conditioning_tokens :]
    return None if lacks_logprobs(scored) else scored


def lacks_logprobs(tokens: Sequence[Token]) -> bool:
    """Return whether no token has a log-probability; servers without them send zeros."""
    return not any(token.logprob for token in tokens)


def byte_count(tokens: Sequence[Token]) -> int:
    """Count the bytes of tokens."""
    return sum(len(_bytes(token.text)) for token in tokens)


def _bytes(text: str) -> bytes:
    r"""Return the bytes of a token; `bytes:\xe2\x80` stands for bytes that are no character."""
    if _BYTES.fullmatch(text):
        return bytes.fromhex(text.removeprefix("bytes:").replace("\\x", ""))
    return text.encode()


def _by_reference(states: Sequence[State], mode: str, where: str) -> dict[int, State]:
    by_place: dict[int, State] = {}
    for state in states:
        if (state.request_mode or ORIGINAL) != mode:
            continue
        place = state.reference_index or 0
        if place in by_place:
            raise InputError(f"{where}: reference {place} has two requests; copy the log again")
        by_place[place] = state
    return by_place


def _completion(states: Mapping[int, State], place: int, mode: str, where: str) -> Completion:
    state = states.get(place)
    if state is None or state.result is None or not state.result.completions:
        raise InputError(
            f"{where}: reference {place} has no completion ({mode}); copy the log again"
        )
    return state.result.completions[0]


def _likelihood(completion: Completion, text: str) -> Likelihood | None:
    """Return the log-probability of the tokens at the end that spell a reference.

    The model's tokenizer is not there to count them: tokens are taken from the end until the text
    is used up. None where they do not spell it, or have no log-probabilities.
    """
    left, tokens = text.strip().encode(), list[Token]()
    for token in reversed(completion.tokens):
        if not left:
            break
        piece = _bytes(token.text).strip()
        if not (left.endswith(piece) or piece.endswith(left)):
            return None
        left = left[: max(len(left) - len(piece), 0)].rstrip()
        tokens.append(token)
    if left or lacks_logprobs(completion.tokens):
        return None
    return Likelihood(sum(token.logprob or 0.0 for token in tokens), len(tokens))


SEPARATE = ("multiple_choice_separate_original", CALIBRATED, "ranking_binary")
TEXTS = "language_modeling"
_CORRECT = "correct"
_CUT, _FILTERED = "length", "content_filter"
_NO_LOGPROBS = "the log-probabilities of its own tokens are not in the log, or all are zero"


class Key(NamedTuple):
    """What identifies a row: HELM repeats the id of an input for each perturbation and trial."""

    id: str
    perturbation: str
    trial: int

    def instance_id(self) -> str:
        """Return the id; that of the plain input where it is not perturbed, in the first trial."""
        perturbed = f"/{self.perturbation}" if self.perturbation else ""
        return f"{self.id}{perturbed}{f'/trial {self.trial}' if self.trial else ''}"


Scores = Mapping[Key, dict[str, Any]]


def key_of(state: State, place: int) -> Key:
    """Return the key of a request; an input without an id has its place."""
    instance = state.instance
    perturbation = instance.perturbation.name if instance.perturbation else ""
    return Key(instance.id or str(place), perturbation, state.train_trial_index)


def records(run: ScenarioState, scores: Scores, counts: LogCounts, path: str) -> Iterator[Instance]:
    """Yield a record for each input.

    Args:
        run: The run.
        scores: HELM's own scores by input.
        counts: To which outputs that were cut are added.
        path: The file, for messages.
    """
    grouped: dict[Key, list[State]] = {}
    for place, state in enumerate(run.request_states):
        grouped.setdefault(key_of(state, place), []).append(state)
    for key, states in grouped.items():
        where = f"{path}: instance {key.instance_id()}"
        output = _failure(states) or _output(run.adapter_spec.method, states, counts, where)
        meta = {**output.pop("meta", {}), **({"scores": scores[key]} if key in scores else {})}
        instance = states[0].instance
        yield Instance(
            instance_id=key.instance_id(),
            system_id=run.adapter_spec.model or states[0].request.model,
            input=prompt_text(instance.input.messages or instance.input.text),
            groups=_groups(instance, key) or None,
            meta=meta or None,
            **output,
        )


def _groups(instance: HelmInstance, key: Key) -> dict[str, str | int | float | bool]:
    groups: dict[str, str | int | float | bool] = {}
    if instance.split is not None:
        groups["split"] = instance.split
    if key.perturbation or key.trial:
        groups["instance"] = key.id
    if key.perturbation:
        groups["perturbation"] = key.perturbation
    if key.trial:
        groups["trial"] = key.trial
    return groups


def _failure(states: Sequence[State]) -> dict[str, Any] | None:
    for state in states:
        result = state.result
        if result is None:
            return {"error": missing_output("not asked"), "references": _correct(state.instance)}
        if not result.success:
            why = missing_output("failed", result.error or "")
            return {"error": why, "references": _correct(state.instance)}
    return None


def _output(method: str, states: Sequence[State], counts: LogCounts, where: str) -> dict[str, Any]:
    if method in SEPARATE:
        return _separate(states, calibrated=method == CALIBRATED, where=where)
    if method == TEXTS:
        return _sequence(states)
    return _generated(states, counts, where)


def _separate(states: Sequence[State], *, calibrated: bool, where: str) -> dict[str, Any]:
    right = [i for i, ref in enumerate(states[0].instance.references) if _CORRECT in ref.tags]
    gold: Any = right[0] if len(right) == 1 else right
    options = choices(states, calibrated=calibrated, where=where)
    wanted = ("logprob", "unconditioned") if calibrated else ("logprob",)
    if all(name in choice for choice in options for name in wanted):
        return {"choices": options, "gold": gold}
    return {
        "error": missing_output("not asked", _NO_LOGPROBS),
        "gold": gold,
        "meta": {"options": [choice["text"] for choice in options]},
    }


def _sequence(states: Sequence[State]) -> dict[str, Any]:
    """Return the likelihood of a text, whose windows are requests of their own."""
    logprob = tokens = size = 0.0
    for state in states:
        pieces = text_tokens(state)
        if pieces is None:
            return {"error": missing_output("not asked", _NO_LOGPROBS)}
        logprob += sum(token.logprob or 0.0 for token in pieces)
        tokens, size = tokens + len(pieces), size + byte_count(pieces)
    return {"sequence": {"logprob": logprob, "tokens": tokens, "bytes": size}}


def _generated(states: Sequence[State], counts: LogCounts, where: str) -> dict[str, Any]:
    from sacreval.errors import InputError

    asked = [state for state in states if state.request_mode != CALIBRATION]
    if len(asked) != 1:
        raise InputError(f"{where}: occurs {len(asked)} times in one trial; copy the log again")
    (state,) = asked
    completions = state.result.completions if state.result else []
    references = _correct(state.instance)
    counts.cut.update(_CUT for completion in completions if _reason(completion) == _CUT)
    if not completions:
        return {"error": missing_output("not asked"), "references": references}
    whys = [missing_output("filtered") if _reason(x) == _FILTERED else None for x in completions]
    if state.output_mapping is None:
        outputs = outputs_of(completions, whys, lambda completion: completion.text)
        return outputs._asdict() | {"references": references}
    options = [_joint(completion.text, state.output_mapping) for completion in completions]
    whys = [why or option.get("error") for why, option in zip(whys, options, strict=True)]
    outputs = outputs_of(options, whys, lambda option: option["prediction"])
    return options[0] | outputs._asdict() | {"references": references}


def _joint(text: str, mapping: Mapping[str, str]) -> dict[str, Any]:
    """Return the option that a letter stands for."""
    answer = text.strip()
    letter = answer if answer in mapping else answer[:1]
    meta = {"completion": text, "options": mapping}
    if letter not in mapping:
        return {"error": missing_output("unparsed", "no letter of an option"), "meta": meta}
    return {"prediction": mapping[letter], "meta": {**meta, "letter": letter}}


def _reason(completion: Completion) -> str | None:
    return completion.finish_reason.reason if completion.finish_reason else None


def _correct(instance: HelmInstance) -> list[str] | None:
    return [ref.output.text or "" for ref in instance.references if _CORRECT in ref.tags] or None
