"""Recomputation of a result file, or of each of its data sets, by the libraries of its metrics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import isnan
from typing import TYPE_CHECKING, ClassVar, NamedTuple, cast

from msgspec.structs import replace

from sacreval.core.contract.declarations import (
    computed_by,
    official_program,
    official_versions,
    why_definition,
)
from sacreval.core.contract.metric_contract import TOLERANCE
from sacreval.core.contract.several_answers import answers, averages
from sacreval.core.contract.wrapper import Wrapped
from sacreval.core.group_names import NO_GROUP
from sacreval.core.libraries import library, library_scores
from sacreval.core.metric import Metric, SetMetric
from sacreval.core.records import Batch
from sacreval.core.results import MEAN, Result
from sacreval.core.version import version
from sacreval.errors import InputError, NotSetUpError, UsageError
from sacreval.execution import SERIAL, Backend
from sacreval.metrics._wrappers import from_signature
from sacreval.scoring.collected_batches import evaluate
from sacreval.scoring.entries.engine import choose
from sacreval.scoring.entries.run_metrics import entry_of_results
from sacreval.scoring.groups import summary
from sacreval.scoring.inputs.breakdowns import breakdown_of
from sacreval.scoring.inputs.selected_records import RecordFilter, Selected
from sacreval.scoring.inputs.stated_selections import stated
from sacreval.scoring.intervals.interval_options import IntervalOptions
from sacreval.scoring.intervals.methods._base import method_of
from sacreval.scoring.rows.field_checks import settle
from sacreval.scoring.sets.data_set_results import by_set, mean_of, sets_of_mean
from sacreval.scoring.sets.data_sets import naming_data_set

if TYPE_CHECKING:
    from sacreval.core.interval_names import IntervalName
    from sacreval.core.metric import Array


ResultKey = tuple[str, str | None, str]  # system, group, output


class LibraryValues(NamedTuple):
    """Values by a library.

    Args:
        by: The library and its version; empty where the metric names none, or it is not
            installed.
        values: System, group and output to value.
        why_not: Sentence on why other outputs have no value.
    """

    by: str
    values: Mapping[ResultKey, float]
    why_not: str


@dataclass(frozen=True, kw_only=True)
class ByLibrary(Wrapped, SetMetric):
    """A metric computed by the library that it names as its source.

    Args:
        metric: The metric; its rows only decide which records can be scored.
    """

    of_sets: ClassVar[bool] = True  # whatever the metric is

    def __post_init__(self) -> None:
        object.__setattr__(self, "undefined_where", "its library does not have it")

    def rows(self, batch: Batch) -> Array:
        """Return the metric's own rows, NaN for the records that it cannot score."""
        return self.metric.rows(batch)

    def measure(self, batch: Batch) -> Mapping[str, float]:
        """Score the set; NaN for outputs that the library does not have."""
        return dict.fromkeys(self.outputs, float("nan")) | dict(library_scores(self.metric, batch))


def recompute(
    metric: Metric,
    results: Sequence[Result],
    batches: Sequence[Batch],
) -> LibraryValues:
    """Recompute the values of results by the library that a metric names as its source."""
    if not metric.origin.counterpart:
        return LibraryValues("", {}, _definition(metric))
    if averages(metric) and len({n for batch in batches for n in _sizes(metric, batch)}) > 1:
        why = "its library counts answers alike, not records"
        return LibraryValues("", {}, f"own definition, since {why}")
    name = library(metric.origin.counterpart)
    by = breakdown_of(results[0])
    by_library = entry_of_results(ByLibrary(metric=choose(metric, None)), results)
    entries, checked = settle([by_library], [_each_answer(metric, batch) for batch in batches])
    try:
        recomputed = evaluate(checked, entries, by=by.text if by else None).report().results
    except NotSetUpError as error:
        return LibraryValues("", {}, f"own definition, since {error}")
    values = {
        (r.system_id, r.group, r.output): r.value
        for r in recomputed
        if r.value is not None and not isnan(r.value)
    }
    return LibraryValues(
        f"{name} {version(name)}{_tokens(metric)}", values, _otherwise(metric, name)
    )


def _sizes(metric: Metric, batch: Batch) -> Sequence[int]:
    several = answers(metric, batch)
    return [1] if several is None else several.sizes


def _each_answer(metric: Metric, batch: Batch) -> Batch:
    """Return a record with an id of its own for each of several answers, which libraries score."""
    import msgspec

    if (several := answers(metric, batch)) is None:
        return batch
    owners = [i for i, size in enumerate(several.sizes) for _ in range(size)]
    named = [
        msgspec.structs.replace(answer, instance_id=f"{batch.instance_ids[i]}/{j}", samples=None)
        for j, (i, answer) in enumerate(zip(owners, several.batch, strict=True))
    ]
    return several.batch.with_instances(named)


def _otherwise(metric: Metric, name: str) -> str:
    """Describe the code that computes outputs and summaries that a library does not have."""
    if computed_by(metric) == "official":
        return _definition(metric)
    return f"own definition, since {name} does not have it"


def _definition(metric: Metric) -> str:
    """Describe the code that computes the rows of a metric that names no library."""
    if versions := official_versions(metric):
        return ", ".join(f"{name} {number}" for name, number in versions.items())
    if program := official_program(metric):
        return program.name
    if computed_by(metric) == "official":
        named = ", ".join(f"{name} {version(name)}" for name in metric.origin.libraries)
        return f"{named}{_tokens(metric)}"
    return f"own definition, since {why_definition(metric)}"


def _tokens(metric: Metric) -> str:
    """Return what a library is given instead of texts, if sacreval splits them itself."""
    return " on sacreval's ptb tokens" if metric.options().get("tokenize") == "ptb" else ""


@dataclass(frozen=True)
class Recomputed:
    """The verdict on one result.

    Args:
        claimed: The result in the file.
        result: The recomputed result; None where the inputs do not have its system or group.
        differences: Sentences on what differs; empty where all is equal.
        by: The code that recomputed the value: a library with its version, or sacreval's own
            definition.
    """

    claimed: Result
    result: Result | None
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
        held = list(batches) if metric.origin.counterpart else []  # a library reads them too
        recomputed = _recomputed(metric, results, held or batches, selected.records, backend)
        library = recompute(metric, results, held)
        for result in results:
            place = (result.system_id, result.group, result.output)
            again = recomputed.get(place)
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


def differences(claimed: Result, new: Result | None, tolerance: float = TOLERANCE) -> list[str]:
    """Describe where two results differ."""
    if new is None:
        return [f"the inputs have no such system{' or group' if claimed.group else ''}"]
    sentences = []
    if _data(claimed) != _data(new):
        sentences.append(f"the data are different ({_data(claimed)} claimed, {_data(new)} found)")
    if claimed.n != new.n:
        sentences.append(f"n is {new.n}, not {claimed.n}")
    if claimed.of != new.of:
        sentences.append(f"there are {new.of} records in all, not {claimed.of}")
    if not _equal(claimed.value, new.value, tolerance):
        sentences.append(f"the value is {new.value}, not {claimed.value}")
    for name, a, b in zip(_AROUND, _around(claimed), _around(new), strict=True):
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
    records: Iterable[Batch],
    chosen: RecordFilter,
    backend: Backend,
) -> dict[tuple[str, str | None, str], Result]:
    by = breakdown_of(results[0])
    values = (r.group.removeprefix(f"{by.name}=") for r in results if r.group and by)
    groups = dict.fromkeys(value for value in values if value.startswith("("))
    summaries = [summary(text[1:-1]) for text in groups if text != NO_GROUP]
    options = _options(results[0])
    unit = options.unit if options else None
    if by and options and unit == by.name and not by.is_group:  # of a summary, over its groups
        options, unit = replace(options, unit=None), None
    strata = options.shares.group if options and options.shares else None
    covariate = options.covariate.name if options and options.covariate else None
    entries, batches = settle([entry_of_results(metric, results)], records)
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
    """Return the options that lead to the interval or the band of a result."""
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


Read = Callable[[], Iterable[Batch]]


def verify_sets(
    claimed: Sequence[Result], read: Mapping[str | None, Read], *, backend: Backend = SERIAL
) -> Iterator[Recomputed]:
    """Recompute results without the compiled kernels; see `verify`.

    Args:
        claimed: The results in a file.
        read: Data set to what opens its inputs; None for the only one of a run that names none.
        backend: The backend that computes rows.

    Yields:
        A verdict for each result.

    Raises:
        UsageError: If the inputs are of other data sets than the results.
    """
    parts = by_set(claimed)
    named = [name for name in parts if name != MEAN]
    if missing := [name for name in named if name not in read]:
        listed = ", ".join(str(name) for name in read if name is not None) or "none"
        wanted = ", ".join(str(name) for name in missing) if missing != [None] else "none"
        raise UsageError(
            f"the results are of the data sets {wanted}, and the inputs of {listed}; give the "
            "inputs of that run: --dataset NAME=INPUT for each data set, in Python `datasets`"
        )
    results: dict[tuple[str, str, str], Result] = {}
    for name in named:
        with naming_data_set(name):
            for verdict in verify(parts[name], read[name], backend=backend):
                if verdict.result is not None and verdict.result.group is None:
                    key = (str(name), verdict.result.system_id, verdict.result.output)
                    results[key] = replace(verdict.result, dataset=name)
                yield verdict
    for mean in parts.get(MEAN, ()):
        members = [results.get((name, mean.system_id, mean.output)) for name in sets_of_mean(mean)]
        again = mean_of([r for r in members if r]) if members and all(members) else None
        yield Recomputed(mean, again, differences(mean, again), "the mean over data sets")
