"""Records from the requests of a HELM run, by its method."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sacreval.core.missing_outputs import missing_output, outputs_of
from sacreval.core.records import Instance
from sacreval.readers._helm.choices import (
    CALIBRATED,
    CALIBRATION,
    byte_count,
    choices,
    text_tokens,
)
from sacreval.readers._helm.layout import Completion, HelmInstance, ScenarioState, State
from sacreval.readers._log_counts import LogCounts
from sacreval.readers._messages import prompt_text

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
    found: dict[str, str | int | float | bool] = {}
    if instance.split is not None:
        found["split"] = instance.split
    if key.perturbation or key.trial:
        found["instance"] = key.id
    if key.perturbation:
        found["perturbation"] = key.perturbation
    if key.trial:
        found["trial"] = key.trial
    return found


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
    right = [i for i, one in enumerate(states[0].instance.references) if _CORRECT in one.tags]
    gold: Any = right[0] if len(right) == 1 else right
    found = choices(states, calibrated=calibrated, where=where)
    wanted = ("logprob", "unconditioned") if calibrated else ("logprob",)
    if all(name in choice for choice in found for name in wanted):
        return {"choices": found, "gold": gold}
    return {
        "error": missing_output("not asked", _NO_LOGPROBS),
        "gold": gold,
        "meta": {"options": [choice["text"] for choice in found]},
    }


def _sequence(states: Sequence[State]) -> dict[str, Any]:
    """Return the likelihood of a text, whose windows are requests of their own."""
    logprob = tokens = size = 0.0
    for state in states:
        own = text_tokens(state)
        if own is None:
            return {"error": missing_output("not asked", _NO_LOGPROBS)}
        logprob += sum(token.logprob or 0.0 for token in own)
        tokens, size = tokens + len(own), size + byte_count(own)
    return {"sequence": {"logprob": logprob, "tokens": tokens, "bytes": size}}


def _generated(states: Sequence[State], counts: LogCounts, where: str) -> dict[str, Any]:
    from sacreval.errors import InputError

    asked = [state for state in states if state.request_mode != CALIBRATION]
    if len(asked) != 1:
        raise InputError(f"{where}: occurs {len(asked)} times in one trial; copy the log again")
    (state,) = asked
    found = state.result.completions if state.result else []
    references = _correct(state.instance)
    counts.cut.update(_CUT for one in found if _reason(one) == _CUT)
    if not found:
        return {"error": missing_output("not asked"), "references": references}
    whys = [missing_output("filtered") if _reason(one) == _FILTERED else None for one in found]
    if state.output_mapping is None:
        outputs = outputs_of(found, whys, lambda one: one.text)
        return outputs._asdict() | {"references": references}
    options = [_joint(one.text, state.output_mapping) for one in found]
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
    return [one.output.text or "" for one in instance.references if _CORRECT in one.tags] or None
