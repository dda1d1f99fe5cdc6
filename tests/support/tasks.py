"""Score records in tests: options as in JSON, wrappers, groups."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from sacreval.core.metric import metrics
from sacreval.core.options.specs import from_options
from sacreval.core.records import Batch
from sacreval.metrics._wrappers import Folded, extracted
from sacreval.readers._base import convert
from sacreval.scoring.collected_batches import evaluate
from sacreval.scoring.groups import summary
from sacreval.scoring.rows.field_checks import settle

EXTRACTED = ("extract", "extract_references", "clean", "unextracted")
CLOSE = {"rel": 1e-12, "abs": 1e-12}
FOLDED = ("reduce_predictions", "reduce_references")


def made(name: str, options: Mapping[str, Any], wrap: Mapping[str, Any]):
    """Create a metric with its wrappers."""
    metric = from_options(metrics, name, options)
    for wrapper, names in ((extracted, EXTRACTED), (Folded, FOLDED)):
        keywords = {key: value for key, value in wrap.items() if key in names}
        metric = wrapper(metric=metric, **keywords) if keywords else metric
    return metric


def scores_of(
    name: str,
    records: Sequence[Mapping[str, Any]],
    options: Mapping[str, Any] | None = None,
    wrap: Mapping[str, Any] | None = None,
    *,
    engine: Any = None,
) -> dict[str, float | None]:
    """Check and score records as `sacreval evaluate` does, by default with the usual engine."""
    wrap = wrap or {}
    batch = Batch([convert(record, f"record {i}") for i, record in enumerate(records, 1)])
    metric = made(name, options or {}, wrap)
    settled = settle(metric.with_engine(engine) if engine else metric, [batch])
    summaries = [summary(wrap["summary"])] if "summary" in wrap else []
    evaluation = evaluate(settled.batches, settled.entries, by=wrap.get("by"), summaries=summaries)
    results = evaluation.report().results
    wanted = f"{wrap['by']}=({wrap['summary']})" if summaries else None
    return {result.output: result.value for result in results if result.group == wanted}


def check_scores(
    case: tuple[str, Any, Sequence[Any], Mapping[str, Any], Any], *, engine: Any = None
) -> None:
    """Check one record: metric, prediction, references, options and scores.

    Scores are a tuple of all, a mapping of some by name, or a number where there is one.
    """
    name, prediction, references, options, scores = case
    record = {"prediction": prediction, "references": references}
    values = scores_of(name, [record], options, engine=engine)
    if isinstance(scores, tuple):
        assert tuple(values.values()) == pytest.approx(scores, **CLOSE)
    elif isinstance(scores, Mapping):
        assert {output: values[output] for output in scores} == pytest.approx(scores, **CLOSE)
    else:
        assert values == pytest.approx({name.replace("-", "_"): scores}, **CLOSE)


def pairs(predictions, references):
    """Return records of a prediction and a reference each."""
    return [
        {"prediction": p, "references": [r]} for p, r in zip(predictions, references, strict=True)
    ]
