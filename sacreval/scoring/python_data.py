"""Records from Python values: lists of texts, mappings, records, data frames."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from sacreval.core.records import BATCH_SIZE, Batch, Instance
from sacreval.errors import UsageError
from sacreval.readers._base import convert

SYSTEM = "system"  # the name of the system where none is given


def batches_of(outputs: Any, references: Any = None, *, workers: int = 1) -> Iterator[Batch]:
    """Create batches from Python values.

    Args:
        outputs: A list of texts, a mapping from system to such a list, records (`Instance` or
            mappings of its fields), or a pandas or polars data frame whose columns are fields.
        references: With texts: for each output a text, or a list of acceptable texts.
        workers: Threads for the kernels.

    Raises:
        UsageError: If the values are of another type, or lengths differ.
        InputError: If a record has an unknown field.
    """
    for system, instances in _systems(outputs, references):
        for i in range(0, len(instances), BATCH_SIZE):
            part = instances[i : i + BATCH_SIZE]
            yield Batch(part, "outputs", range(i + 1, i + 1 + len(part)), system, workers)


def _systems(outputs: Any, references: Any) -> Iterator[tuple[str, Sequence[Instance]]]:
    if isinstance(outputs, Mapping):
        for system, texts in outputs.items():
            yield str(system), _texts(texts, references, str(system))
        return
    found = _listed(_frame(outputs), "outputs")
    if not found:
        raise UsageError("there are no outputs; give at least one")
    if not all(isinstance(one, Instance | Mapping) for one in found):
        yield SYSTEM, _texts(found, references, SYSTEM)
    elif references is None:
        yield SYSTEM, [_record(one, i) for i, one in enumerate(found)]
    else:
        raise UsageError("records contain their references; drop `references`")


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


def _record(one: Any, index: int) -> Instance:
    if isinstance(one, Instance):
        return one
    kept = {name: value for name, value in one.items() if not _is_missing(value)}
    return convert(kept, f"outputs[{index}]")


def _frame(outputs: Any) -> Any:
    """Convert a data frame to a list of mappings; return anything else unchanged."""
    if hasattr(outputs, "to_dicts"):  # polars
        return outputs.to_dicts()
    if hasattr(outputs, "columns") and hasattr(outputs, "to_dict"):  # pandas
        return outputs.to_dict("records")
    return outputs


def _listed(values: Any, name: str) -> list[Any]:
    if isinstance(values, str | bytes | msgspec.Struct) or not hasattr(values, "__iter__"):
        raise UsageError(f"`{name}` is of type {type(values).__name__}; give a list")
    return list(values)


def _is_missing(value: Any) -> bool:
    """Return whether a value is missing in a data frame: None or NaN."""
    return value is None or (isinstance(value, float) and value != value)  # noqa: PLR0124
