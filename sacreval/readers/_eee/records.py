"""Records from the samples of Every Eval Ever; the lines of one sample are one record."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from sacreval.core.missing_outputs import missing_output, outputs_of
from sacreval.core.records import Instance
from sacreval.readers._eee.layout import Aggregate, AggregateResult, Sample

_ANSWERS = ("assistant", "ai")


def sample_record(
    lines: Sequence[Sample],
    name_of: Callable[[Sample], str],
    *,
    several: bool,
) -> Instance:
    """Return the record of a sample.

    Args:
        lines: Its lines: for several results over all samples, or for repeats.
        name_of: Returns the name of the score of a line.
        several: Whether the file has several evaluations, whose names are then part of ids.
    """
    first = lines[0]
    repeats = _repeats(lines)
    whys = [_missing(one[0]) for one in repeats]
    metas = [_meta(one, name_of) for one in repeats]
    prefix = f"{first.evaluation_name}:" if several else ""
    return Instance(
        instance_id=f"{prefix}{first.sample_id}",
        system_id=first.model_id,
        input=first.input.raw,
        references=_listed(first.input.reference),
        **outputs_of([one[0] for one in repeats], whys, _output)._asdict(),
        groups={"task": first.evaluation_name},
        meta=metas[0] if len(metas) == 1 else {"epochs": metas},
    )


def aggregate_records(run: Aggregate) -> Iterator[Instance]:
    """Yield a record without an output for each evaluation whose samples are not there.

    Args:
        run: The scores over all samples.
    """
    why = missing_output("not asked", "the log has scores over all samples only")
    by_name: dict[str, dict[str, float]] = {}
    for one in run.evaluation_results:
        scores = by_name.setdefault(one.evaluation_name, {})
        name = one.name if one.name not in scores else one.evaluation_result_id or one.name
        scores[name] = one.score_details.score
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
    found: list[list[Sample]] = []
    for line in lines:
        names = {one.evaluation_result_id for one in found[-1]} if found else {None}
        if line.evaluation_result_id is None or line.evaluation_result_id in names or not found:
            found.append([line])
        else:
            found[-1].append(line)
    return found


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
    answers = [one.get("content") for one in messages if one.get("role") in _ANSWERS]
    return [text for text in answers if isinstance(text, str)][-1:]


def _output(sample: Sample) -> str:
    return _texts(sample)[0]


def _meta(lines: Sequence[Sample], name_of: Callable[[Sample], str]) -> dict[str, Any]:
    """Return what has no field of a record, without what the sample does not have."""
    first = lines[0]
    texts = _texts(first)
    found: dict[str, Any] = {
        "scores": {name_of(one): one.evaluation.score for one in lines},
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
    return {name: value for name, value in found.items() if value is not None and value != []}


def _is_plain(sample: Sample) -> bool:
    return sample.interaction_type == "single_turn"


def result_names(results: Sequence[AggregateResult]) -> Mapping[str, str]:
    """Return the name of a metric by the id of its result, and by an evaluation with one result."""
    by_id = {one.evaluation_result_id: one.name for one in results if one.evaluation_result_id}
    evaluations = [one.evaluation_name for one in results]
    once = {
        one.evaluation_name: one.name
        for one in results
        if evaluations.count(one.evaluation_name) == 1
    }
    return {**once, **by_id}
