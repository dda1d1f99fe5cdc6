"""Names of groups in results, such as `topic=a,length(prediction)=20 to <50`, and their order."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

NO_GROUP = "(none)"
"""The value of records that have none."""

_NUMBER = r"-?[\d.]+(?:e[-+]?\d+)?"
_BIN = rf"(?<==)(<{_NUMBER}|{_NUMBER} to <{_NUMBER}|{_NUMBER} or more)(?=,|$)"


def group_name(names: Iterable[str], values: Iterable[str]) -> str:
    """Return the name of a group in results.

    Args:
        names: The fields that records are grouped by.
        values: The value of each.
    """
    return ",".join(f"{name}={value}" for name, value in zip(names, values, strict=True))


def is_summary(name: str) -> bool:
    """Return whether a name is that of a summary of groups, such as `domain=(worst)`.

    Args:
        name: The name of a group.
    """
    return name.endswith(")") and "=(" in name and not name.endswith(f"={NO_GROUP}")


def bin_labels(edges: Sequence[float]) -> list[str]:
    """Return the names of the bins between edges, one more than there are edges.

    Args:
        edges: Rising numbers, at least one.
    """
    texts = [f"{edge:.12g}" for edge in edges]
    between = [f"{low} to <{high}" for low, high in pairwise(texts)]
    return [f"<{texts[0]}", *between, f"{texts[-1]} or more"]


def group_order(name: str) -> tuple[str | float, ...]:
    """Return a key that sorts names of groups: bins by number, all else by letters."""
    parts: list[str | float] = list(re.split(_BIN, name))
    parts[1::2] = [_start(str(label)) for label in parts[1::2]]
    return tuple(parts)


def _start(label: str) -> float:
    return float("-inf") if label.startswith("<") else float(label.partition(" ")[0])
