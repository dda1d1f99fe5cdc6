"""Every Eval Ever, samples: one line for each record and each result over all records."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from math import isfinite
from typing import TYPE_CHECKING, Any, NamedTuple

from sacreval.core.records import Instance, Scored
from sacreval.errors import InputError
from sacreval.features.exchange.eee import (
    SCHEMA,
    Scorers,
    as_text,
    own_output,
    result_id,
    scorer_of,
)

if TYPE_CHECKING:
    from sacreval.core.metric import Metric
    from sacreval.core.results import Result
    from sacreval.features.exchange.description import Description

NOT_STATED = "not decided: this score has no threshold, and false stands for it"


class Sample(NamedTuple):
    """A record with its scores.

    Args:
        scored: Its scores.
        instance: The record.
    """

    scored: Scored
    instance: Instance


class Ids(NamedTuple):
    """What the lines of one file share.

    Args:
        evaluation: Id of the run.
        model: Id of the model.
    """

    evaluation: str
    model: str


def lines(
    samples: Iterable[Sample],
    results: Sequence[Result],
    scorers: Scorers,
    about: Description,
    ids: Ids,
) -> Iterator[dict[str, Any]]:
    """Yield the lines of one system.

    Args:
        samples: Its records, with their scores.
        results: Its results over all records, by metrics that score records.
        scorers: The metrics, by their names in the results.
        about: What the results do not contain.
        ids: What the lines share.

    Raises:
        InputError: If the score of a record is infinite.
    """
    for sample in samples:
        shared = _shared(sample, ids, about)
        for result in results:
            score = sample.scored.scores.get(result.output)
            if score is None:  # counted in the results, and refused without --allow-errors
                continue
            if not isfinite(score):
                raise InputError(
                    f"{result.output} of record '{sample.scored.instance_id}' is infinite, which "
                    "Every Eval Ever cannot state; leave the record out"
                )
            metric = scorer_of(result, scorers)
            scored = _scored(sample, result, metric, about)
            yield {**shared, **scored, **_verdict(score, result, metric, about, shared)}


def _shared(sample: Sample, ids: Ids, about: Description) -> dict[str, Any]:
    """Return what the lines of one record share."""
    instance = sample.instance
    given = _input(instance)
    metadata = {f"groups.{k}": as_text(v) for k, v in (instance.groups or {}).items()}
    metadata |= {f"meta.{k}": as_text(v) for k, v in (instance.meta or {}).items()}
    metadata["system_id"] = sample.scored.system_id
    return {
        "schema_version": SCHEMA,
        "evaluation_id": ids.evaluation,
        "model_id": ids.model,
        "evaluation_name": about.dataset.name,
        "sample_id": sample.scored.instance_id,
        "sample_hash": _hash(given),
        "interaction_type": "single_turn",
        "input": given,
        "metadata": metadata,
    }


def _scored(sample: Sample, result: Result, metric: Metric, about: Description) -> dict[str, Any]:
    """Return what was scored."""
    judged = getattr(sample.instance, metric.judges)
    return {
        "evaluation_result_id": result_id(result, about),
        "output": {"raw": _raw(judged if judged is not None else sample.instance.predictions)},
        "answer_attribution": _attribution(sample, result),
    }


def _verdict(
    score: float, result: Result, metric: Metric, about: Description, shared: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the score, and whether the record is correct, with a note if nothing decides it."""
    correct = _is_correct(score, result, metric, about.correct)
    evaluation = {"evaluation": {"score": score, "is_correct": bool(correct)}}
    if correct is not None:
        return evaluation
    return {**evaluation, "metadata": {**shared["metadata"], "is_correct": NOT_STATED}}


def _is_correct(
    score: float, result: Result, metric: Metric, thresholds: Mapping[str, float]
) -> bool | None:
    """Return whether a record is correct; None if no option states from which score."""
    threshold = thresholds.get(result.output)
    if threshold is not None:
        return score <= threshold if result.higher_is_better is False else score >= threshold
    name = own_output(result)
    return score == metric.score_range(name)[1] if name in metric.binary else None


def _input(instance: Instance) -> dict[str, Any]:
    """Return what a record's output answers; the first sources stand for a missing question."""
    question = instance.input
    if question is None:
        question = "\n".join(instance.sources or ())
    found: dict[str, Any] = {"raw": question, "reference": _references(instance)}
    if instance.choices is not None:
        found["choices"] = [_choice(one) for one in instance.choices]
    return found


def _references(instance: Instance) -> list[str]:
    if instance.references is not None:
        return [as_text(one) for one in instance.references]
    if instance.gold is not None:
        gold = instance.gold if isinstance(instance.gold, list) else [instance.gold]
        return [_gold(one, instance.choices or []) for one in gold]
    for right in (instance.qrels, instance.pyramid):
        if right is not None:
            return [as_text(right)]
    return []


def _gold(one: Any, choices: Sequence[Any]) -> str:
    """Return a right choice as text, whether it is named by its place or as it is."""
    if isinstance(one, int) and not isinstance(one, bool) and 0 <= one < len(choices):
        return _choice(choices[one])
    return as_text(one)


def _choice(one: Any) -> str:
    return as_text(one["text"] if isinstance(one, dict) and "text" in one else one)


def _raw(judged: Any) -> list[str]:
    """Return an output as texts: several samples or ranked documents, or one text."""
    if judged is None:
        return []
    if isinstance(judged, list) and all(isinstance(one, str) for one in judged):
        return judged
    return [as_text(judged)]


def _attribution(sample: Sample, result: Result) -> list[dict[str, Any]]:
    """Return the answer that the score was computed on, where one was extracted."""
    answer = (sample.scored.extracted or {}).get(result.alias or result.metric)
    if answer is None:
        return []
    from sacreval.core import signature

    how = signature.read(result.signature)[1].get("extract", "")
    found = {
        "turn_idx": 0,
        "source": "output.raw",
        "extracted_value": as_text(answer),
        "extraction_method": as_text(how),
        "is_terminal": True,
    }
    return [found]


def _hash(given: Mapping[str, Any]) -> str:
    """Hash question and references in the canonical form of the format's own converters."""
    content = {"raw": given["raw"], "reference": given["reference"]}
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()
