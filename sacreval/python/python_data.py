"""Records from Python values: lists of texts, mappings, records, data frames."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from sacreval.core.options.python_values import is_missing, nested, plain, rows_of
from sacreval.core.records import BATCH_SIZE, Batch, Instance
from sacreval.errors import UsageError
from sacreval.readers._base import convert, mapper

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
    found = _listed(outputs, "outputs") if rows is None else [nested(row) for row in rows]
    if not found:
        raise UsageError("there are no outputs; give at least one")
    if not all(isinstance(one, Instance | Mapping) for one in found):
        _check_map(fields, records=False)
        yield SYSTEM, _texts(found, references, SYSTEM)
    elif references is None:
        _check_map(fields, records=not any(isinstance(one, Instance) for one in found))
        apply = mapper(fields) if fields else None
        yield SYSTEM, [_record(one, i, apply) for i, one in enumerate(found)]
    else:
        raise UsageError("records contain their references; drop `references`")


def _check_map(fields: Mapping[str, str] | None, *, records: bool) -> None:
    if fields and not records:
        raise UsageError(
            "`map` finds fields in mappings, rows of data frames and files; drop it, or give such "
            "records"
        )


def _texts(outputs: Any, references: Any, system: str) -> list[Instance]:
    found = _listed(outputs, "outputs")
    beside = [None] * len(found) if references is None else _listed(references, "references")
    if len(beside) != len(found):
        raise UsageError(
            f"{len(found)} outputs of '{system}' but {len(beside)} references; give each output "
            "its own text or list of texts"
        )
    return [
        Instance(prediction=output, references=_references(one))
        for output, one in zip(found, beside, strict=True)
    ]


def _references(one: Any) -> list[Any] | None:
    """Return several references as a list; one is a list of one."""
    if one is None or isinstance(one, list):
        return one
    return list(one) if isinstance(one, tuple) else [one]


def _record(one: Any, index: int, apply: Callable[[Any], dict[str, Any]] | None) -> Instance:
    if isinstance(one, Instance):
        return one
    if apply:
        one = apply(plain(one))
    kept = {name: x for name, value in one.items() if not is_missing(x := plain(value))}
    return convert(kept, f"outputs:{index + 1}")


def _listed(values: Any, name: str) -> list[Any]:
    if isinstance(values, str | bytes | msgspec.Struct) or not hasattr(values, "__iter__"):
        raise UsageError(f"`{name}` is of type {type(values).__name__}; give a list")
    if isinstance(values, set | frozenset):
        raise UsageError(f"`{name}` is a set, which has no order; give a list")
    return [plain(value) for value in values]
