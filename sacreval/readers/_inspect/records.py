"""Records from the samples of an inspect_ai log; the epochs of a sample are one record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from sacreval.core.missing_outputs import Outputs, missing_output, outputs_of
from sacreval.core.records import Instance
from sacreval.core.stored_scores import reduced
from sacreval.readers._inspect.layout import Sample, Task
from sacreval.readers._log_counts import LogCounts
from sacreval.readers._messages import content_text, prompt_text

_CUT = ("max_tokens", "model_length")


def record(
    epochs: Sequence[Sample],
    run: Task,
    counts: LogCounts,
    reducers: Mapping[str, Sequence[str]] | None = None,
    ended: str = "",
) -> Instance:
    """Return the record of a sample.

    Args:
        epochs: Its epochs, in order.
        run: The task and the model.
        counts: To which outputs that were cut are added.
        reducers: Name of a score to the reducers of epochs that the log names.
        ended: How the run ended before it was whole; then epochs that are not there are missing.
    """
    first = epochs[0]
    whys = [_missing(sample) for sample in epochs]
    for sample, why in zip(epochs, whys, strict=True):
        if why is None:
            counts.cut.update(_cuts(sample))
    if ended and len(epochs) < (planned := run.config.epochs or 1):
        found = Outputs(error=_not_asked(f"{ended}; {len(epochs)} of {planned} epochs"))
    else:
        found = outputs_of(epochs, whys, _text)
    return Instance(
        instance_id=first.id,
        system_id=run.model,
        input=prompt_text(first.input),
        references=_references(first),
        groups={"task": run.task},
        **found._asdict(),
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
        each = [_about(sample) | {"epoch": sample.epoch} for sample in epochs]
        scores = reduced(each, reducers)
        return {**({"scores": scores} if scores else {}), "epochs": each}
    (only,) = epochs
    return _about(only) | ({"epoch": only.epoch} if several else {})


def _about(sample: Sample) -> dict[str, Any]:
    """Return what has no field of its own: scores, answers, reasons, and the user's metadata."""
    scores = sample.scores or {}
    answers = {name: one.answer for name, one in scores.items() if one.answer is not None}
    found: dict[str, Any] = {
        "scores": {name: one.value for name, one in scores.items()},
        "answers": answers or None,
        "stop_reason": _stop_reason(sample),
        "options": sample.choices or None,
        "error": sample.error.message if sample.error else None,
        "limit": msgspec.to_builtins(sample.limit) if sample.limit else None,
    }
    own = {name: value for name, value in found.items() if value is not None}
    theirs = sample.metadata or {}
    taken = {name: theirs[name] for name in theirs if name in (*found, "epoch", "epochs")}
    return {**theirs, **({"metadata": taken} if taken else {}), **own}
