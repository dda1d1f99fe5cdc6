"""Every Eval Ever: aggregates of one system, and a line for each record and result.

Source: the schema of the EvalEval coalition, version 0.3.0 (Every Eval Ever, arXiv 2606.14516).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from math import isfinite, isinf
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from sacreval.core import signature
from sacreval.core.contract.declarations import score_range
from sacreval.core.records import Instance, Scored
from sacreval.core.version import version
from sacreval.errors import InputError, UsageError, shortened
from sacreval.features.exchange.description import Description, Model
from sacreval.report.display_names import metric_output

if TYPE_CHECKING:
    from sacreval.core.metric import Metric
    from sacreval.core.results import Result


SCHEMA = "0.3.0"
STATED = {("interval", x) for x in ("low", "high", "level", "method", "resamples")}
UNITS = {1.0: "proportion", 100.0: "percent"}
_LONGEST = 200  # characters of a folder's name
_UNPORTABLE = re.compile(r"[^A-Za-z0-9._-]+")
Scorers = Mapping[str, "Metric"]


class ModelFolder(NamedTuple):
    """Where the files of one model are: `data/COLLECTION/DEVELOPER/MODEL/`.

    Args:
        collection: Name of the data.
        developer: First part of the model's id.
        model: The rest of the id.
    """

    collection: str
    developer: str
    model: str

    @classmethod
    def of(cls, description: Description, model: Model) -> ModelFolder:
        """Return the place of a model's results.

        Raises:
            UsageError: If a name leaves nothing that a file system can take.
        """
        developer, _, name = model.id.partition("/")
        return cls(*map(_portable, (description.dataset.name, developer, name)))

    def path(self, name: str) -> str:
        """Return the path of a file, relative to the folder of all data."""
        return "/".join(("data", *self, name))


def aggregate(
    results: Sequence[Result], scorers: Scorers, description: Description
) -> dict[str, Any]:
    """Return the aggregate document of one system, without `evaluation_id` and samples."""
    model = description.model(results[0].system_id)
    moment = description.moment()
    return {
        "schema_version": SCHEMA,
        "evaluation_timestamp": moment.isoformat(),
        "retrieved_timestamp": f"{moment.timestamp():.0f}",
        "source_metadata": _source(description),
        "eval_library": {"name": "sacreval", "version": version()},
        "model_info": _model(model, results[0].system_id),
        "evaluation_results": [_result(result, scorers, description) for result in results],
    }


def result_id(result: Result, description: Description) -> str:
    """Return the id of a result within a run, which its samples name."""
    name = f"{description.dataset.name}/{result.output}"
    return name if result.group is None else f"{name}/{result.group}"


def scorer_of(result: Result, scorers: Scorers) -> Metric:
    """Return the metric of a result."""
    return scorers[result.alias or result.metric]


def as_text(value: Any) -> str:
    """Return a value as text: JSON, but for texts."""
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def _portable(name: str) -> str:
    """Return a name with the characters that every file system has."""
    portable = _UNPORTABLE.sub("_", name.replace("/", "_")).strip("._")
    if not portable or portable == "data" or len(portable) > _LONGEST:
        raise UsageError(
            f"--about: '{shortened(name)}' cannot name a folder; use letters and digits, at most "
            f"{_LONGEST}"
        )
    return portable


def _source(description: Description) -> dict[str, Any]:
    source = description.needed("source", "eee")
    fields = {
        "source_name": source.name,
        "source_type": "evaluation_run",
        "source_organization_name": source.organization,
        "source_organization_url": source.url,
        "evaluator_relationship": source.relationship,
    }
    return present(fields)


def _model(model: Model, system: str) -> dict[str, Any]:
    return {
        "name": model.name or model.id,
        "id": model.id,
        "developer": model.developer or model.id.partition("/")[0],
        "additional_details": {
            "deployment_type": model.deployment,
            "model_availability": model.weights,
            "system_id": system,
        },
    }


def _result(result: Result, scorers: Scorers, description: Description) -> dict[str, Any]:
    metric = scorer_of(result, scorers)
    return {
        "evaluation_result_id": result_id(result, description),
        "evaluation_name": description.dataset.name,
        "source_data": _data(description, result),
        "metric_config": _config(result, metric, description),
        "score_details": _score(result, score_range(metric, metric_output(result))),
    }


def _data(description: Description, result: Result) -> dict[str, Any]:
    data = description.dataset
    hashes = signature.read(result.signature)[1]
    details = {
        "references_and_sources_hash": hashes.get("data"),
        "outputs_hash": hashes.get("outputs"),
        "config": data.config,
        "revision": data.revision,
        **({"group": result.group} if result.group else {}),
    }
    common = {
        "dataset_name": data.name,
        "additional_details": {k: as_text(v) for k, v in present(details).items()},
    }
    if data.id is not None:
        place = {"source_type": "hf_dataset", "hf_repo": data.id, "hf_split": data.split}
        return present({**common, **place, "samples_number": result.n})
    if data.url:
        return {**common, "source_type": "url", "url": list(data.url)}
    return {**common, "source_type": "other"}


def _config(result: Result, metric: Metric, description: Description) -> dict[str, Any]:
    """Describe the metric: its range, its options, and whether this is a part of a whole."""
    low, high = score_range(metric, metric_output(result))
    better = result.higher_is_better
    details = {
        "signature": result.signature,
        "engine": result.engine,
        "scope": "overall" if result.group is None else "part",
    }
    if result.main:
        details["main"] = "the main output of the metric"
    if result.group is not None:
        details["part_of"] = f"{description.dataset.name}/{result.output}"
    if better is None:
        details["direction"] = "neither larger nor smaller is better"
    config = {
        "metric_id": result.output,
        "metric_name": result.output,
        "metric_kind": result.metric,
        "metric_unit": UNITS.get(high) if low in (0, -high) else None,
        "metric_parameters": _parameters(metric),
        "lower_is_better": better is False,
        "score_type": "continuous",
        "min_score": _bound(low),
        "max_score": _bound(high),
        "additional_details": details,
    }
    return present(config)


def _score(result: Result, ends: tuple[float, float]) -> dict[str, Any]:
    """Describe a score; where rounding brings it past an end of its range, it is that end."""
    if result.value is None or not isfinite(result.value):
        where = f" in {result.group}" if result.group else ""
        raise UsageError(
            f"{result.output} of '{result.system_id}'{where} has no score, which Every Eval Ever "
            "cannot state; correct its records, or leave the group out"
        )
    return {
        "score": min(max(result.value, ends[0]), ends[1]),
        "details": {**_counts(result), **_more(result)},
        "uncertainty": _uncertainty(result),
    }


def _counts(result: Result) -> dict[str, str]:
    return {name: str(count) for name, count in result.sizes.items()}


def _uncertainty(result: Result) -> dict[str, Any]:
    interval = result.interval
    fields: dict[str, Any] = {"num_samples": result.scored}
    if result.repeats is not None and isfinite(result.repeats.other_items):
        value = result.repeats.other_items
        fields["standard_error"] = {"value": value, "method": "variance over items and samples"}
    if interval is None:
        return fields
    method = interval.method if interval.unit is None else f"{interval.method}-{interval.unit}"
    fields["confidence_interval"] = {
        "lower": interval.low,
        "upper": interval.high,
        "confidence_level": interval.level,
        "method": method,
    }
    if interval.resamples is not None:
        fields["num_bootstrap_samples"] = interval.resamples
    return fields


def _more(result: Result) -> dict[str, str]:
    """Return what else is known of a score: why its interval, bands, corrected means, missing."""
    parts = {
        "interval": result.interval,
        "band": result.band,
        "repeats": result.repeats,
        "corrected": result.corrected,
        "missing": result.missing,
    }
    return {
        f"{name}.{key}": as_text(value)
        for name, part in parts.items()
        if part is not None
        for key, value in msgspec.to_builtins(part).items()
        if value not in (None, "") and (name, key) not in STATED
    }


def _bound(value: float) -> float | str:
    if isinf(value):
        return "Infinity" if value > 0 else "-Infinity"
    return value


def _parameters(metric: Metric) -> dict[str, Any]:
    """Return the options of a metric; JSON for those that are no text, number, truth or null."""
    options = signature.read(metric.signature())[1]
    plain = str | bool | int | float | None
    return {k: v if isinstance(v, plain) else as_text(v) for k, v in options.items()}


def present(values: Mapping[str, Any]) -> dict[str, Any]:
    """Drop what is not known; formats have no place for unknown values."""
    return {name: value for name, value in values.items() if value is not None}


NOT_STATED = "not decided: this score has no threshold, and false stands for it"


class ScoredSample(NamedTuple):
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
    samples: Iterable[ScoredSample],
    results: Sequence[Result],
    scorers: Scorers,
    description: Description,
    ids: Ids,
) -> Iterator[dict[str, Any]]:
    """Yield the lines of one system."""
    for sample in samples:
        shared = _shared(sample, ids, description)
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
            scored = _scored(sample, result, metric, description)
            yield {**shared, **scored, **_verdict(score, result, metric, description, shared)}


def _shared(sample: ScoredSample, ids: Ids, description: Description) -> dict[str, Any]:
    """Return what the lines of one record share."""
    instance = sample.instance
    question = _input(instance)
    metadata = {f"groups.{k}": as_text(v) for k, v in (instance.groups or {}).items()}
    metadata |= {f"meta.{k}": as_text(v) for k, v in (instance.meta or {}).items()}
    metadata["system_id"] = sample.scored.system_id
    return {
        "schema_version": SCHEMA,
        "evaluation_id": ids.evaluation,
        "model_id": ids.model,
        "evaluation_name": description.dataset.name,
        "sample_id": sample.scored.instance_id,
        "sample_hash": _hash(question),
        "interaction_type": "single_turn",
        "input": question,
        "metadata": metadata,
    }


def _scored(
    sample: ScoredSample, result: Result, metric: Metric, description: Description
) -> dict[str, Any]:
    """Return what was scored."""
    judged = getattr(sample.instance, metric.judges)
    return {
        "evaluation_result_id": result_id(result, description),
        "output": {"raw": _raw(judged if judged is not None else sample.instance.predictions)},
        "answer_attribution": _attribution(sample, result),
    }


def _verdict(
    score: float,
    result: Result,
    metric: Metric,
    description: Description,
    shared: Mapping[str, Any],
) -> dict[str, Any]:
    """Return the score, and whether the record is correct, with a note if nothing decides it."""
    correct = _is_correct(score, result, metric, description.correct)
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
    name = metric_output(result)
    return score == score_range(metric, name)[1] if name in metric.score_scale.binary else None


def _input(instance: Instance) -> dict[str, Any]:
    """Return what a record's output answers; the first sources stand for a missing question."""
    question = instance.input
    if question is None:
        question = "\n".join(instance.sources or ())
    fields: dict[str, Any] = {"raw": question, "reference": _references(instance)}
    if instance.choices is not None:
        fields["choices"] = [_choice(choice) for choice in instance.choices]
    return fields


def _references(instance: Instance) -> list[str]:
    if instance.references is not None:
        return [as_text(reference) for reference in instance.references]
    if instance.gold is not None:
        gold = instance.gold if isinstance(instance.gold, list) else [instance.gold]
        return [_gold(label, instance.choices or []) for label in gold]
    for right in (instance.qrels, instance.pyramid):
        if right is not None:
            return [as_text(right)]
    return []


def _gold(label: Any, choices: Sequence[Any]) -> str:
    """Return a right choice as text, whether it is named by its place or as it is."""
    if isinstance(label, int) and not isinstance(label, bool) and 0 <= label < len(choices):
        return _choice(choices[label])
    return as_text(label)


def _choice(choice: Any) -> str:
    return as_text(choice["text"] if isinstance(choice, dict) and "text" in choice else choice)


def _raw(judged: Any) -> list[str]:
    """Return an output as texts: several samples or ranked documents, or one text."""
    if judged is None:
        return []
    if isinstance(judged, list) and all(isinstance(text, str) for text in judged):
        return judged
    return [as_text(judged)]


def _attribution(sample: ScoredSample, result: Result) -> list[dict[str, Any]]:
    """Return the answer that the score was computed on, where one was extracted."""
    answer = (sample.scored.extracted or {}).get(result.alias or result.metric)
    if answer is None:
        return []
    from sacreval.core import signature

    how = signature.read(result.signature)[1].get("extract", "")
    attribution = {
        "turn_idx": 0,
        "source": "output.raw",
        "extracted_value": as_text(answer),
        "extraction_method": as_text(how),
        "is_terminal": True,
    }
    return [attribution]


def _hash(question: Mapping[str, Any]) -> str:
    """Hash question and references in the canonical form of the format's own converters."""
    content = {"raw": question["raw"], "reference": question["reference"]}
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()
