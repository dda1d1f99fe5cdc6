"""verify: recomputation of a result file by the libraries that define the metrics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, cast

from msgspec.structs import replace

from sacreval.core.contract.metric_contract import TOLERANCE
from sacreval.core.group_names import NO_GROUP
from sacreval.core.metric import Metric
from sacreval.core.records import Batch
from sacreval.core.results import Result
from sacreval.errors import InputError
from sacreval.execution import SERIAL, Backend
from sacreval.features.verify.recompute import recompute
from sacreval.metrics._wrappers import from_signature
from sacreval.scoring.entries.run_metrics import entry_of_results
from sacreval.scoring.evaluate import evaluate
from sacreval.scoring.group_summaries import summary
from sacreval.scoring.inputs.by_option import breakdown_of
from sacreval.scoring.inputs.record_filters import RecordFilter
from sacreval.scoring.inputs.selection import Selected
from sacreval.scoring.inputs.stated_selections import stated
from sacreval.scoring.intervals.interval_options import IntervalOptions
from sacreval.scoring.intervals.methods._base import method_of
from sacreval.scoring.rows.field_checks import settle

if TYPE_CHECKING:
    from sacreval.core.interval_names import IntervalName


@dataclass(frozen=True)
class Recomputed:
    """The verdict on one result.

    Args:
        claimed: The result in the file.
        found: The recomputed result; None where the inputs do not have its system or group.
        differences: Sentences on what differs; empty where all is equal.
        by: The code that recomputed the value: a library with its version, or sacreval's own
            definition.
    """

    claimed: Result
    found: Result | None
    differences: list[str]
    by: str


def verify(
    claimed: Sequence[Result],
    read: Callable[[], Iterable[Batch]],
    *,
    backend: Backend = SERIAL,
) -> Iterator[Recomputed]:
    """Recompute results without the compiled kernels.

    Rows are computed by the official library, or by the metric's own definition where no library
    has it. Where a metric names a library that scores whole sets as its source, such as
    scikit-learn, values are computed by that library from the records, not from rows. Intervals
    are computed from rows.

    Args:
        claimed: The results in a file.
        read: Opens the inputs; called once for each metric.
        backend: The backend that computes rows.

    Yields:
        A verdict for each result.
    """

    def key(result: Result) -> tuple[str, str, str, str]:
        by = breakdown_of(result)
        name = metric_part(result.signature) + (result.alias or "")
        options, chosen = repr(_options(result)), repr(stated(result.signature))
        return name, by.text if by else "", options, chosen

    systems = tuple({result.system_id for result in claimed})
    metrics = [from_signature(text) for text in {result.signature for result in claimed}]
    for _, members in groupby(sorted(claimed, key=key), key=key):
        results = list(members)
        metric = from_signature(results[0].signature).with_engine("official")
        selection = replace(stated(results[0].signature), systems=systems)
        selected = Selected(selection, metrics, strict=False)
        batches: Iterable[Batch] = selected.of(read())
        held = list(batches) if metric.counterpart else []  # a library reads them too
        found = _recomputed(metric, results, held or batches, selected.records, backend)
        library = recompute(metric, results, held)
        for result in results:
            place = (result.system_id, result.group, result.output)
            again = found.get(place)
            if again is not None and place in library.values:
                again = replace(again, value=library.values[place])
            how = library.by if place in library.values else library.why_not
            yield Recomputed(result, again, differences(result, again, TOLERANCE), how)


def account(verdicts: Iterable[Recomputed]) -> list[str]:
    """Describe for each metric how many of its scores were recomputed, and by which code."""
    counts = Counter((v.claimed.alias or v.claimed.metric, v.by) for v in verdicts)
    return [f"{name}: {n} by {by}" for (name, by), n in sorted(counts.items())]


def metric_part(signature: str) -> str:
    """Return the part of a signature that names the metric and its options."""
    return from_signature(signature).signature()


def differences(claimed: Result, found: Result | None, tolerance: float = TOLERANCE) -> list[str]:
    """Describe where two results differ.

    Args:
        claimed: The result in a file.
        found: The recomputed result; None if there is none.
        tolerance: Largest difference of equal numbers, relative to max(1, |number|).
    """
    if found is None:
        return [f"the inputs have no such system{' or group' if claimed.group else ''}"]
    sentences = []
    if _data(claimed) != _data(found):
        sentences.append(f"the data are different ({_data(claimed)} claimed, {_data(found)} found)")
    if claimed.n != found.n:
        sentences.append(f"n is {found.n}, not {claimed.n}")
    if claimed.of != found.of:
        sentences.append(f"there are {found.of} records in all, not {claimed.of}")
    if not _equal(claimed.value, found.value, tolerance):
        sentences.append(f"the value is {found.value}, not {claimed.value}")
    for name, a, b in zip(_AROUND, _around(claimed), _around(found), strict=True):
        if not _equal(a, b, tolerance):
            sentences.append(f"the {name} is {b}, not {a}")
    return sentences


_AROUND = (
    "lower bound",
    "upper bound",
    "adjusted mean",
    "mean under calibration",
    "high end under calibration",
    "p under calibration",
    "variance between items",
    "variance within items",
)


def _around(result: Result) -> list[float | None]:
    """Return the numbers around a score, in the order of their names."""
    interval, band, repeats = result.interval, result.band, result.repeats
    return [
        *((interval.low, interval.high, interval.estimate) if interval else [None] * 3),
        *((band.mean, band.high, band.p) if band else [None] * 3),
        *((repeats.between, repeats.within) if repeats else [None] * 2),
    ]


def _recomputed(
    metric: Metric,
    results: Sequence[Result],
    given: Iterable[Batch],
    chosen: RecordFilter,
    backend: Backend,
) -> dict[tuple[str, str | None, str], Result]:
    by = breakdown_of(results[0])
    values = (r.group.removeprefix(f"{by.name}=") for r in results if r.group and by)
    found = dict.fromkeys(value for value in values if value.startswith("("))
    summaries = [summary(text[1:-1]) for text in found if text != NO_GROUP]
    options = _options(results[0])
    unit = options.unit if options else None
    if by and options and unit == by.name and not by.is_group:  # of a summary, over its groups
        options, unit = replace(options, unit=None), None
    strata = options.shares.group if options and options.shares else None
    covariate = options.covariate.name if options and options.covariate else None
    entries, batches = settle([entry_of_results(metric, results)], given)
    evaluation = evaluate(
        batches,
        entries,
        by=by.text if by else None,
        summaries=summaries,
        unit=unit,
        backend=backend,
        strata=strata,
        covariate=covariate,
        chosen=chosen,
    )
    report = evaluation.report(options)
    return {(r.system_id, r.group, r.output): r for r in report.results}


def _options(result: Result) -> IntervalOptions | None:
    """Return the options that lead to the interval or the band of a result.

    Raises:
        InputError: If there is no such method.
    """
    interval, band = result.interval, result.band
    if band is not None:
        return IntervalOptions(confidence=band.level, resamples=band.draws, seed=band.seed)
    if interval is None:
        return None
    method, by, known = method_of(interval.method), interval.by, interval.known
    stated_options = {} if by is None or known is None else method.options(by, known)
    options = IntervalOptions(
        method=cast("IntervalName", interval.method),
        confidence=interval.level,
        unit=interval.unit,
        where_it_fits=True,
        **stated_options,
    )
    if interval.resamples is None or interval.seed is None:
        return options
    return replace(options, resamples=interval.resamples, seed=interval.seed)


def _data(result: Result) -> str:
    if "|data:" not in result.signature:
        raise InputError(
            f"the signature '{result.signature}' has no hash of the data; give the whole signature"
        )
    return "data:" + result.signature.partition("|data:")[2]


def _equal(a: float | None, b: float | None, tolerance: float) -> bool:
    if a is None or b is None:
        return a is b
    return abs(a - b) <= tolerance * max(1.0, abs(a))
