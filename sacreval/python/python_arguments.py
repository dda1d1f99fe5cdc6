"""Arguments of the functions in Python: checked, and turned into what the commands work with."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from sacreval.cli.run_context import ContextOptions, Prepared, PreparedSets
from sacreval.core.metric import Engine, Metric, metrics
from sacreval.core.options.python_functions import is_missing, nested, plain, rows_of
from sacreval.core.options.python_functions import warn as warn_at_call
from sacreval.core.options.specs import split_spec, write_spec
from sacreval.core.records import BATCH_SIZE, Batch, Instance
from sacreval.core.selection import Selection
from sacreval.core.version import untested
from sacreval.errors import UsageError, nearest
from sacreval.execution import SERIAL
from sacreval.io.resources import shipped
from sacreval.readers._base import convert, mapper
from sacreval.scoring.entries import run_metrics
from sacreval.scoring.entries.engine import without_original
from sacreval.scoring.entries.run_metrics import Entry
from sacreval.scoring.inputs.selected_records import Selected
from sacreval.scoring.inputs.source import Source
from sacreval.scoring.rows.field_checks import settle
from sacreval.scoring.sets.data_sets import naming_data_set

SYSTEM = "system"  # the name of the system where none is given


def batches_of(
    outputs: Any,
    references: Any = None,
    *,
    fields: Mapping[str, str] | None = None,
    workers: int = 1,
) -> Iterator[Batch]:
    """Create batches from Python values.

    Args:
        outputs: A list of texts, a mapping from system to such a list, records (`Instance` or
            mappings of its fields), or a pandas or polars data frame whose columns are fields.
        references: With texts: for each output a text, or a list of acceptable texts.
        fields: Field to the expression that finds it in a mapping or a row.
        workers: Threads for the kernels.

    Raises:
        UsageError: If the values are of another type, or lengths differ.
        InputError: If a record has an unknown field.
    """
    for system, instances in _systems(outputs, references, fields):
        for i in range(0, len(instances), BATCH_SIZE):
            part = instances[i : i + BATCH_SIZE]
            yield Batch(part, "outputs", range(i + 1, i + 1 + len(part)), system, workers)


def _systems(
    outputs: Any, references: Any, fields: Mapping[str, str] | None
) -> Iterator[tuple[str, Sequence[Instance]]]:
    if isinstance(outputs, Mapping):
        _check_map(fields, records=False)
        for system, texts in outputs.items():
            yield str(system), _texts(texts, references, str(system))
        return
    rows = rows_of(outputs)
    listed = as_list(outputs, "outputs") if rows is None else [nested(row) for row in rows]
    if not listed:
        raise UsageError("there are no outputs; give at least one")
    if not all(isinstance(row, Instance | Mapping) for row in listed):
        _check_map(fields, records=False)
        yield SYSTEM, _texts(listed, references, SYSTEM)
    elif references is None:
        _check_map(fields, records=not any(isinstance(row, Instance) for row in listed))
        apply = mapper(fields) if fields else None
        yield SYSTEM, [_record(row, i, apply) for i, row in enumerate(listed)]
    else:
        raise UsageError("records contain their references; drop `references`")


def _check_map(fields: Mapping[str, str] | None, *, records: bool) -> None:
    if fields and not records:
        raise UsageError(
            "`map` finds fields in mappings, rows of data frames and files; drop it, or give such "
            "records"
        )


def _texts(outputs: Any, references: Any, system: str) -> list[Instance]:
    texts = as_list(outputs, "outputs")
    beside = [None] * len(texts) if references is None else as_list(references, "references")
    if len(beside) != len(texts):
        raise UsageError(
            f"{len(texts)} outputs of '{system}' but {len(beside)} references; give each output "
            "its own text or list of texts"
        )
    return [
        Instance(prediction=output, references=_references(listed))
        for output, listed in zip(texts, beside, strict=True)
    ]


def _references(value: Any) -> list[Any] | None:
    """Return several references as a list; one is a list of one."""
    if value is None or isinstance(value, list):
        return value
    return list(value) if isinstance(value, tuple) else [value]


def _record(row: Any, index: int, apply: Callable[[Any], dict[str, Any]] | None) -> Instance:
    if isinstance(row, Instance):
        return row
    if apply:
        row = apply(plain(row))
    kept = {name: x for name, value in row.items() if not is_missing(x := plain(value))}
    return convert(kept, f"outputs:{index + 1}")


def as_list(values: Any, name: str) -> list[Any]:
    """Return the values of an argument as a list.

    Raises:
        UsageError: If it is a text, a set, or no collection.
    """
    if isinstance(values, str | bytes | msgspec.Struct) or not hasattr(values, "__iter__"):
        raise UsageError(f"`{name}` is of type {type(values).__name__}; give a list")
    if isinstance(values, set | frozenset):
        raise UsageError(f"`{name}` is a set, which has no order; give a list")
    return [plain(value) for value in values]


OneMetric = str | Metric | Mapping[str, Mapping[str, Any]] | Callable[..., Any]


def entry_of(metric: OneMetric) -> Entry:
    """Create the entry of a metric.

    Args:
        metric: A name, with options as in `chrf{"word_order": 2}` or as the value of a mapping from
            the name; a metric; or a function with arguments such as `prediction`.

    Raises:
        UsageError: If it is none of these.
    """
    if isinstance(metric, Metric):
        return Entry(metric)
    if isinstance(metric, str):
        return _named(metric)
    if isinstance(metric, Mapping):
        return run_metrics.entry(_spec(metric))
    if callable(metric):
        return Entry(_of_function(metric))
    raise UsageError(f"{metric!r} is no metric; give a name, a metric, or a function")


def _named(name: str) -> Entry:
    suites = shipped()
    if name in suites and split_spec(name)[0] not in metrics:
        raise UsageError(
            f"{name} is a suite, for the command: sacreval evaluate suite {name} FILE; in Python "
            f"name its metrics, which `sacreval config show {name}` lists"
        )
    return run_metrics.entry(name)


def _spec(metric: Mapping[Any, Any]) -> str:
    (name, options), *others = metric.items() or [(None, None)]
    options = {} if options is None else options  # as in YAML
    if others or not isinstance(name, str) or not isinstance(options, Mapping):
        raise UsageError(
            f"{dict(metric)!r} is no metric; give one name with its options, as in "
            '{"chrf": {"word_order": 2}}'
        )
    return write_spec(name, dict(options))


def _of_function(function: Callable[..., Any]) -> Metric:
    """Create the metric of a function, which its module has under its name.

    Raises:
        UsageError: If the module has not, as of a lambda or a function within another.
    """
    module, name = (getattr(function, key, "") for key in ("__module__", "__qualname__"))
    if getattr(sys.modules.get(module), name, None) is not function:
        raise UsageError(
            f"{name or function!r} is not at the top of a module, so that signatures could not "
            "name it; define it there with `def`"
        )
    return metrics.get(f"py:{module}:{name}")()


Metrics = OneMetric | Sequence[OneMetric]


def entries_of(metrics: Metrics, engine: Engine | None) -> Sequence[Entry]:
    """Create the entries of a run.

    Raises:
        UsageError: If there is no metric, or metrics are of different tasks.
    """
    listed: list[Any] = (
        list(metrics) if isinstance(metrics, Iterable) and not _is_one(metrics) else [metrics]
    )
    if not listed:
        raise UsageError("there is no metric; name some with metrics=[...]")
    checked = run_metrics.of_one_task(run_metrics.distinct([entry_of(metric) for metric in listed]))
    return [entry.on_engine(engine) for entry in checked]


def _is_one(metrics: Any) -> bool:
    return isinstance(metrics, str | Metric | Mapping)


class GivenSet(NamedTuple):
    """A data set as it is given in Python.

    Args:
        outputs: Its outputs.
        references: Its references, or None.
        entries: Its metrics.
    """

    outputs: Any
    references: Any
    entries: Sequence[Entry]


def data_sets(
    outputs: Any,
    references: Any,
    datasets: Mapping[str, Any] | None,
    metrics: Metrics | Mapping[str, Metrics] | None = None,
    engine: Engine | None = None,
) -> dict[str | None, GivenSet]:
    """Return the data sets of a run; one under None if none is named.

    Args:
        outputs: As for `evaluate`.
        references: As for `evaluate`.
        datasets: As for `evaluate`.
        metrics: As for `evaluate`; None for none.
        engine: As for `evaluate`.

    Raises:
        UsageError: If there are outputs of no data set too, or a data set has no metrics.
    """
    if datasets is None:
        if outputs is None:
            raise UsageError("there are no outputs; give `outputs`, or `datasets`")
        if isinstance(metrics, Mapping) and len(metrics) != 1:
            raise UsageError(
                "a mapping is by data set, or one metric with options; give `datasets`, or a list"
            )
        return {None: GivenSet(outputs, references, _entries(metrics, engine))}
    if outputs is not None or references is not None:
        raise UsageError("with `datasets`, outputs and references are there; drop the others")
    if not (isinstance(datasets, Mapping) and datasets):
        raise UsageError(
            "datasets is empty, or no mapping from names to outputs; give at least one"
        )
    sets: dict[str | None, GivenSet] = {}
    for name, value in datasets.items():
        outputs_of_set, beside = _pair(value)
        if isinstance(metrics, Mapping) and name not in metrics:
            raise UsageError(f"data set {name} has no metrics; {nearest(str(name), metrics)}")
        of = metrics[name] if isinstance(metrics, Mapping) else metrics
        sets[_checked_name(name)] = GivenSet(outputs_of_set, beside, _entries(of, engine))
    return sets


def _entries(metrics: Any, engine: Engine | None) -> Sequence[Entry]:
    return () if metrics is None else entries_of(metrics, engine)


def _pair(value: Any) -> tuple[Any, Any]:
    """Return outputs and references, which a tuple of two may be."""
    if isinstance(value, tuple) and len(value) == 2:  # outputs and references
        return value
    return value, None


def _checked_name(name: Any) -> str:
    if not (isinstance(name, str) and name.strip()) or name.startswith("("):
        raise UsageError(f"datasets: {name!r} cannot be the name of a data set; give a word")
    return name


def prepared(
    sets: Mapping[str | None, GivenSet],
    selection: Selection,
    *,
    reader: str | None,
    fields: Mapping[str, str] | None,
    workers: int,
) -> PreparedSets:
    """Open all data sets, and set the options of their metrics.

    Args:
        sets: The data sets.
        selection: The systems and records that take part.
        reader: As for `evaluate`.
        fields: `map` of `evaluate`.
        workers: As for `evaluate`.
    """
    if workers < 1:
        raise UsageError(f"workers is {workers}; give 1 or more")
    context = ContextOptions(None, cache=False, progress=False, quiet=True)
    ready = []
    for name, data_set in sets.items():
        with naming_data_set(name):
            selected = Selected(selection, [entry.metric for entry in data_set.entries])
            batches = read_batches(
                data_set.outputs, data_set.references, reader=reader, fields=fields, workers=workers
            )
            entries, checked = settle(data_set.entries, selected.of(batches))
        ready.append(Prepared(entries, checked, selected, SERIAL, lambda: None, context, name))
    return PreparedSets(ready)


def library_notices(entries: Sequence[Entry], engine: Engine | None) -> list[str]:
    """Return notices of libraries in versions that were not compared, and of absent originals.

    Args:
        entries: The metrics of a run.
        engine: The engine that was asked for.
    """
    absent = without_original(entry.metric for entry in entries) if engine == "official" else ()
    return [*untested(name for entry in entries for name in entry.metric.origin.libraries), *absent]


def read_batches(
    outputs: Any,
    references: Any,
    *,
    reader: str | None,
    fields: Mapping[str, str] | None,
    workers: int = 1,
) -> Iterator[Batch]:
    """Read batches from files, or create them from values."""
    if not (paths := _paths(outputs)):
        if reader is not None:
            raise UsageError("`reader` is for files; drop it, or name a file")
        yield from batches_of(outputs, references, fields=fields, workers=workers)
        return
    beside = [references] if isinstance(references, str | Path) else list(references or ())
    if not all(isinstance(path, str | Path) for path in beside):
        raise UsageError("outputs are files, so references must be files too; name files")
    source = Source(paths, tuple(map(str, beside)), reader, dict(fields or {}))
    yield from source.batches(workers=workers)


def _paths(paths: Any) -> tuple[str, ...]:
    """List the files that are given as a name, a path, or a list of paths; else nothing."""
    if isinstance(paths, str | Path):
        return (str(paths),)
    if isinstance(paths, Sequence) and paths and all(isinstance(path, Path) for path in paths):
        return tuple(map(str, paths))
    return ()


def several(names: str | Sequence[str]) -> tuple[str, ...]:
    """Return one name, or several, as a tuple."""
    return (names,) if isinstance(names, str) else tuple(names)


def warn(notices: Iterable[str], failures: Sequence[str]) -> None:
    """Issue as warnings the notices that the command writes to standard error."""
    more = [f"{len(failures)} records could not be scored; see .report"] if failures else []
    for text in [*notices, *more]:
        warn_at_call(text, depth=1)
