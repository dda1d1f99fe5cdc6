"""The laws of metrics: what holds for every metric, whatever it computes.

Each takes a metric and records that it can score, and raises AssertionError if it does not hold.

A new law is added here: `tests/laws/of_metrics.py` calls them for every registered metric, and
`check_metric` for those of other authors.
"""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from dataclasses import FrozenInstanceError, fields, replace
from random import Random
from typing import TYPE_CHECKING

from sacreval.core.contract.declarations import direction, highest_score
from sacreval.core.contract.metric_records import for_instances, part_count
from sacreval.core.metric import Metric, SampleMetric, SetMetric, leave_out
from sacreval.core.records import FIELDS, Batch, Instance
from sacreval.errors import RecordError
from sacreval.execution.serialization import has_whole_rows
from sacreval.testing.expectations import require, same_arrays

if TYPE_CHECKING:
    from sacreval.core.results import Report

Records = Sequence[Instance]

EMPTY_TEXTS: tuple[tuple[str, list[str]], ...] = (
    ("", ["a reference"]),
    ("a prediction", [""]),
    ("", [""]),
    (" ", ["\t"]),
    ("a prediction", ["a reference"]),
    ("same", ["same", "same"]),
    ("a prediction", ["", "a reference"]),
)
"""Pairs of an output and its references, for which scores are defined."""


def order_is_irrelevant(metric: Metric, records: Records) -> None:
    """The order of records changes neither scores nor intervals nor signatures."""
    from sacreval.scoring.intervals.interval_options import IntervalOptions

    whole = isinstance(metric, SetMetric) and not isinstance(metric, SampleMetric)
    # One record has no spread.
    options = None if whole or len(records) < 2 else IntervalOptions(resamples=20)
    named = [
        record if record.instance_id is not None else _with_id(record, i)
        for i, record in enumerate(records)
    ]
    want = _report(metric, [named], options)
    shuffled = Random(1).sample(named, len(named))  # noqa: S311 - not for secrets
    half = len(shuffled) // 2
    got = _report(metric, [part for part in (shuffled[:half], shuffled[half:]) if part], options)
    require(
        got.results == want.results,
        f"{metric.name}: the order of records changes the results: {_difference(got, want)}",
    )


def reduce_broadcasts(metric: Metric, records: Records) -> None:
    """`reduce` of an array of sums is the array of `reduce` of each sum."""
    import numpy as np

    rows = metric.rows(Batch(records))
    single = [metric.reduce(row) for row in rows]
    for name, column in metric.reduce(rows).items():
        want = np.array([scores[name] for scores in single], dtype=float)
        same_arrays(np.asarray(column), want, f"{metric.name}: reduce of rows, output {name}")
    for name, grid in metric.reduce(np.stack([rows, rows[::-1]])).items():
        want = np.asarray(metric.reduce(rows)[name])
        want = np.stack([want, want[::-1]])
        same_arrays(np.asarray(grid), want, f"{metric.name}: reduce of a grid, output {name}")


def means_are_means(metric: Metric, records: Records) -> None:
    """A metric that declares bounds of records' scores keeps them, and averages these scores."""
    rows = metric.rows(Batch(records))
    whole = metric.reduce(rows.sum(axis=0))
    for name, scores in metric.reduce(rows).items():
        highest = highest_score(metric, name)
        if highest is None:
            continue
        least, most = float(scores.min()), float(scores.max())
        require(
            least >= 0 and most <= highest,
            f"{metric.name}: {name} is from {least} to {most}, and declared from 0 to {highest}",
        )
        mean = float(scores.mean())
        require(
            abs(float(whole[name]) - mean) <= 1e-9,  # above rounding errors
            f"{metric.name}: {name} of all records is {float(whole[name])}, but the mean is {mean}",
        )


def outputs_are_declared(metric: Metric, records: Records) -> None:
    """The outputs are what `reduce` returns, in that order; each has its direction or none."""
    if not isinstance(metric, SetMetric):
        outputs = tuple(metric.reduce(metric.rows(Batch(records))))
        require(
            outputs == tuple(metric.outputs),
            f"{metric.name}: reduce returns {outputs}, but outputs is {metric.outputs}",
        )
    for name in metric.outputs:
        better = direction(metric, name)
        require(
            better in {True, False, None},
            f"{metric.name}: higher_is_better of {name} is {better!r}; write True, False or None",
        )
    require(
        len(set(metric.outputs)) == len(metric.outputs), f"{metric.name}: an output is repeated"
    )


def chunks_stack(metric: Metric, records: Records) -> None:
    """Rows of a batch are the rows of its parts, one after the other."""
    import numpy as np

    batch = Batch(records)
    parts = [metric.rows(batch.select(range(i, i + 1))) for i in range(len(batch))]
    same_arrays(
        metric.rows(batch),
        np.concatenate(parts),
        f"{metric.name}: rows of a batch differ from those of its records one by one",
    )


def rows_are_finite(metric: Metric, records: Records) -> None:
    """Rows are float64, and finite unless `undefined_where` states otherwise; so are scores."""
    import numpy as np

    rows = metric.rows(Batch(records))
    require(
        rows.dtype == np.float64 and rows.ndim == 2 and len(rows) == len(records),
        f"{metric.name}: rows are {rows.dtype} of shape {rows.shape}, not float64 (n, k)",
    )
    if metric.undefined_where:
        rows = rows[~np.isnan(rows).any(axis=1)]
    require(np.isfinite(rows).all(), f"{metric.name}: rows hold NaN or infinite numbers")
    for scores in (for_instances(metric).reduce(rows), metric.reduce(rows.sum(axis=0))):
        for name, column in scores.items():
            right = metric.undefined_where or np.isfinite(column).all()
            require(right, f"{metric.name}: {name} is NaN or infinite")


def whole_rows_are_whole(metric: Metric, records: Records) -> None:
    """Rows are whole numbers where the metric says so."""
    rows = metric.rows(Batch(records))
    whole = not has_whole_rows(type(metric)) or (rows == rows.round()).all()
    require(whole, f"{metric.name}: whole_rows is set, but rows hold fractions")


def pickles(metric: Metric, records: Records) -> None:
    """A metric survives pickling, and scores the same afterwards."""
    copy = pickle.loads(pickle.dumps(metric))  # noqa: S301 - made here
    require(copy == metric, f"{metric.name}: a pickled copy is not equal; options: {copy}")
    batch = Batch(records)
    same_arrays(copy.rows(batch), metric.rows(batch), f"{metric.name}: rows of a pickled copy")


def is_a_value(metric: Metric) -> None:
    """A metric is equal to one with the same options, and frozen."""
    twin = type(metric)(**metric.options())
    require(twin == metric, f"{metric.name}: two metrics with the same options are not equal")
    try:
        metric.engine = "native"  # type: ignore[misc]
    except FrozenInstanceError:
        return
    require(False, f"{metric.name} can be changed; write @dataclass(frozen=True)")


def signature_rebuilds(metric: Metric) -> None:
    """A signature names every option and creates the metric again, engine apart."""
    from sacreval.core.rebuild import from_signature

    text = metric.signature()
    again = from_signature(text)
    for f in fields(metric):
        if f.name == "engine":
            continue
        require(f"|{f.name}:" in text, f"{metric.name}: {f.name} is not in the signature {text}")
        got, want = getattr(again, f.name), getattr(metric, f.name)
        require(
            (type(got), got) == (type(want), want),
            f"{metric.name}: {f.name} is {got!r} when rebuilt from the signature, not {want!r}",
        )
    require(again == metric, f"{metric.name}: what {text} creates is not equal")
    more = f"{text}|refs:1-4|sacreval:0.1.0|data:00ff"
    require(from_signature(more) == metric, f"{metric.name}: what {more} creates is not equal")
    require(
        replace(metric, engine="native").signature() == text,
        f"{metric.name}: the engine changes the signature",
    )


def leave_one_out_rows(metric: Metric, records: Records) -> None:
    """`leave_one_out_rows` are the rows of the records without each reference in turn."""
    import numpy as np

    several = [record for record in records if part_count(metric, record) > 1]
    if not several:
        return
    short = [part for record in several for part in leave_out(metric, record)]
    want = np.concatenate([metric.rows(Batch([record])) for record in short])
    same_arrays(
        metric.leave_one_out_rows(Batch(several)), want, f"{metric.name}: leave_one_out_rows"
    )


def is_defined(metric: Metric, record: Instance) -> None:
    """A record has finite scores, or an error that is counted."""
    import numpy as np

    try:
        single = for_instances(metric)
        scores = single.reduce(single.rows(Batch([record])))
    except RecordError:
        return
    for name, column in scores.items():
        right = metric.undefined_where or np.isfinite(column).all()
        sides = f"output {record.prediction!r} and references {record.references!r}"
        require(right, f"{metric.name}: {name} of {sides} is {column[0]}; state a value for it")


def reads_known_fields(metric: Metric) -> None:
    """A metric reads fields that records have."""
    needs: object = metric.needs
    require(not isinstance(needs, str), f"{metric.name}: needs is a text; write a tuple")
    unknown = sorted({metric.judges, *metric.needs} - set(FIELDS))
    require(not unknown, f"{metric.name} reads {', '.join(unknown)}, which records do not have")


def options_are_documented(metric: Metric) -> None:
    """Every option is described under `Args:`, so that it is in `--help`."""
    from sacreval.core.options.docstrings import arguments
    from sacreval.core.options.registry import RESERVED

    known = arguments(type(metric))
    lacking = [f.name for f in fields(metric) if f.name not in known and f.name not in RESERVED]
    require(
        not lacking, f"{metric.name}: {', '.join(lacking)} not described under Args: of its class"
    )


def equal_elsewhere(metric: Metric, records: Records) -> None:
    """Rows computed in another process, of slices, are the rows computed here, to the byte."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    from sacreval.execution import RowTask
    from sacreval.execution.serialization import carry_out, pack, slices, unwrap

    batch = Batch(records, lines=range(1, len(records) + 1))
    parts = list(slices(batch, max(1, len(records) // 2)))
    work = RowTask((metric,))
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        answers = [pool.submit(carry_out, work, pack(part)).result(timeout=300) for part in parts]
    got = [unwrap(answer, len(part))[0] for answer, part in zip(answers, parts, strict=True)]
    want = [unwrap(carry_out(work, pack(part)), len(part))[0] for part in parts]
    for mine, there in zip(want, got, strict=True):
        same_arrays(there.rows, mine.rows, f"{metric.name}: rows of another process")


def _with_id(record: Instance, place: int) -> Instance:
    from msgspec.structs import replace as changed

    return changed(record, instance_id=str(place))


def _report(metric: Metric, parts: Sequence[Records], options: object) -> Report:
    from sacreval.scoring.collected_batches import evaluate

    return evaluate([Batch(part) for part in parts], metric).report(options)  # type: ignore[arg-type]


def _difference(got: Report, want: Report) -> str:
    pairs = zip(got.results, want.results, strict=True)
    differences = ((mine.output, mine.value, other.value) for mine, other in pairs if mine != other)
    output, mine, other = next(differences, ("outputs", None, None))
    return f"{output} is {mine}, then {other}" if mine != other else f"{output}, its interval"
