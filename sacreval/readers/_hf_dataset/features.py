"""Features of columns as the library `datasets` notes them: the names of numbered labels."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

Row = dict[str, Any]
Change = Callable[[Any], Any]


def labels_of(noted: str) -> Callable[[Row], Row] | None:
    """Return a function that replaces the numbers of labels in a row by their names.

    Args:
        noted: What the schema of a file states about features, as JSON; "" if nothing.

    Returns:
        None if no column has labels, or the note cannot be read.
    """
    try:
        found = msgspec.json.decode(noted) if noted else {}
        return by_feature(found["info"]["features"])
    except (msgspec.DecodeError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def by_feature(features: Mapping[str, Any]) -> Callable[[Row], Row] | None:
    """Return a function that replaces the numbers of labels in a row by their names.

    Args:
        features: Column to its feature, as in `dataset_info.json`.

    Returns:
        None if no column has labels.
    """
    found = {name: _change(feature) for name, feature in features.items()}
    changes = {name: change for name, change in found.items() if change is not None}
    if not changes:
        return None
    return lambda row: {
        name: changes[name](value) if name in changes else value for name, value in row.items()
    }


def _change(feature: Any) -> Change | None:
    """Return what replaces the labels of a feature; None if it has none."""
    if isinstance(feature, list):  # as older releases note lists
        return _of_items(_change(feature[0])) if feature else None
    if not isinstance(feature, Mapping):
        return None
    kind = feature.get("_type")
    if kind == "ClassLabel":
        return _name_of(feature.get("names"))
    if kind in ("List", "LargeList", "Sequence"):
        return _of_items(_change(feature.get("feature")))
    return by_feature(feature) if kind is None else None


def _name_of(names: Any) -> Change | None:
    if not isinstance(names, list):
        return None

    def name(number: Any) -> Any:
        known = isinstance(number, int) and 0 <= number < len(names)
        return names[number] if known else None if number == -1 else number  # -1: no label

    return name


def _of_items(change: Change | None) -> Change | None:
    """Return a change of each item of a list; None of a value that is missing."""
    if change is None:
        return None

    def items(values: Any) -> Any:
        if isinstance(values, dict):  # a sequence of structures is stored as lists by field
            return change(values)
        return [change(one) for one in values] if isinstance(values, list) else values

    return items
