"""check_metric: whether a metric computes what is expected, and keeps the laws of metrics."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sacreval.core.contract.declarations import field_kind, is_undefined
from sacreval.core.metric import Metric, SampleMetric, SetMetric, metrics
from sacreval.core.options.field_types import TEXT, TEXTS
from sacreval.core.records import Batch, Instance
from sacreval.errors import UsageError
from sacreval.testing import laws
from sacreval.testing.expectations import require, same_numbers

if TYPE_CHECKING:
    from sacreval.scoring.evaluation import Evaluation


def check_metric(
    metric: type[Metric] | Metric | Callable[..., Any] | str,
    records: Sequence[Mapping[str, Any]],
    *,
    instances: Sequence[Mapping[str, float | None]] | None = None,
    scores: Mapping[str, float | None] | None = None,
    intervals: Mapping[str, tuple[float, float]] | None = None,
    tolerance: float = 1e-9,
) -> None:
    """Check a metric: its scores of records, and the laws that sacreval's own metrics keep.

    Args:
        metric: A metric with its options; a class, which is checked with its default options; a
            function; or a name with options, such as `py:module:Class{"k": 2}`. A class or a
            function must be at the top level of its module.
        records: Records of one system that the metric can score, as in a JSONL file.
        instances: Expected scores of the records, output to number, in their order; None if a
            record has no score. Outputs that are left out are not compared.
        scores: Expected scores of the system.
        intervals: Expected bounds of the intervals that `--ci` computes, low and high.
        tolerance: Largest absolute difference between an expected number and that computed.

    Raises:
        AssertionError: If a number differs, or a law is broken; the message says which.
        SacrevalError: If the metric or the records cannot be used at all.
    """
    from sacreval.readers._base import convert

    checked = metric_of(metric)
    batch = Batch(
        [convert(dict(record), f"record {i}") for i, record in enumerate(records, start=1)]
    )
    laws.reads_known_fields(checked)
    laws.options_are_documented(checked)
    evaluation = _evaluation(checked, batch)
    checked = evaluation.entries[0].metric
    _check_instances(evaluation, batch, instances, tolerance)
    _check_system(evaluation, scores or {}, intervals or {}, tolerance)
    without = [i for i, expected in enumerate(instances or ()) if None in expected.values()]
    _check_laws(checked, _scored_by(checked, batch, without))


def metric_of(source: type[Metric] | Metric | Callable[..., Any] | str) -> Metric:
    """Return a metric that can be rebuilt from its signature.

    Args:
        source: A metric, its class, a function, or a name with options.

    Raises:
        UsageError: If it has no name and is not at the top level of a module.
    """
    from sacreval.core.options.specs import create, from_spec

    if isinstance(source, str):
        return from_spec(metrics, source)
    options = source.options() if isinstance(source, Metric) else {}
    target: Any = type(source) if isinstance(source, Metric) else source
    name = getattr(target, "name", "")
    if isinstance(name, str) and name and _is_registered(name, target):
        registered: Metric = create(target, name, options)
        return registered
    path = getattr(target, "__qualname__", "")
    if "." in path or not path:
        raise UsageError(
            f"{path or target!r} is not at the top level of a module; move it there, so that its "
            "signature can name it"
        )
    name = f"py:{target.__module__}:{path}"
    return create(metrics.get(name), name, options)


def _is_registered(name: str, cls: Any) -> bool:
    try:
        return metrics.get(name) is cls
    except UsageError:
        return False


def _evaluation(metric: Metric, batch: Batch) -> Evaluation:
    from sacreval.scoring.collected_batches import evaluate
    from sacreval.scoring.entries.engine import choose
    from sacreval.scoring.rows.field_checks import settle

    ready = settle(choose(metric, None), [batch])
    return evaluate(ready.batches, ready.entries)


def _check_instances(
    evaluation: Evaluation,
    batch: Batch,
    instances: Sequence[Mapping[str, float | None]] | None,
    tolerance: float,
) -> None:
    """Check the scores of records that are expected."""
    if instances is None:
        return
    require(
        len(instances) == len(batch),
        f"there are {len(batch)} records, but `instances` has {len(instances)}",
    )
    scores = {instance.instance_id: instance.scores for instance in evaluation.instances()}
    for id_, want in zip(batch.instance_ids, instances, strict=True):
        same_numbers(scores[id_], want, tolerance, f"record {id_}")


def _check_system(
    evaluation: Evaluation,
    scores: Mapping[str, float | None],
    intervals: Mapping[str, tuple[float, float]],
    tolerance: float,
) -> None:
    """Check the scores of all records, and their intervals, that are expected."""
    from sacreval.scoring.intervals.interval_options import IntervalOptions

    values = {result.output: result.value for result in evaluation.report().results}
    same_numbers(values, scores, tolerance, "all records")
    around = evaluation.report(IntervalOptions()).results if intervals else []
    bounds = {result.output: result.interval for result in around if result.interval is not None}
    for name, (low, high) in intervals.items():
        require(name in bounds, f"all records: there is no interval of {name}")
        got = {"low": bounds[name].low, "high": bounds[name].high}
        same_numbers(got, {"low": low, "high": high}, tolerance, f"the interval of {name}")


def _scored_by(metric: Metric, batch: Batch, without: Sequence[int]) -> list[Instance]:
    """Return the records that have a score.

    Args:
        metric: The metric.
        batch: The records.
        without: Indices of those that are expected to have none.

    Raises:
        AssertionError: If another has none, and the metric does not state that, or all have none.
    """
    from sacreval.execution.worker import rows_of

    _, failures = rows_of(metric, batch)
    for i, why in failures.items():
        require(
            is_undefined(metric, why) or i in without,
            f"{why}; remove the record, state `undefined_where`, or expect None for it",
        )
    kept = [record for i, record in enumerate(batch) if i not in failures and record.error is None]
    require(kept, f"{metric.name}: give records that can be scored; none can")
    return kept


def _check_laws(metric: Metric, records: Sequence[Instance]) -> None:
    laws.chunks_stack(metric, records)
    laws.order_is_irrelevant(metric, records)
    laws.outputs_are_declared(metric, records)
    laws.is_a_value(metric)
    laws.signature_rebuilds(metric)
    laws.pickles(metric, records)
    if not isinstance(metric, SetMetric):
        laws.reduce_broadcasts(metric, records)
        laws.means_are_means(metric, records)
        laws.rows_are_finite(metric, records)
        laws.whole_rows_are_whole(metric, records)
        laws.leave_one_out_rows(metric, records)
        for record in _empty_texts(metric, records[0]):
            laws.is_defined(metric, record)
    if not isinstance(metric, SetMetric) or isinstance(metric, SampleMetric):
        laws.equal_elsewhere(metric, records)


def _empty_texts(metric: Metric, record: Instance) -> list[Instance]:
    """Return records with empty texts, if the metric compares texts with references."""
    from msgspec.structs import replace

    kinds = field_kind(metric, "prediction"), field_kind(metric, "references")
    if metric.judges != "prediction" or metric.needs[:1] != ("references",):
        return []
    if kinds != (TEXT, TEXTS):
        return []
    pairs = [pair for pair in laws.EMPTY_TEXTS if not metric.single_reference or len(pair[1]) == 1]
    records = [replace(record, prediction=text, references=list(texts)) for text, texts in pairs]
    return [empty for empty in records if metric.fault(empty) is None]
