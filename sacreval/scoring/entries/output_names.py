"""Outputs as users name them: by their own names, or by the metric whose main output they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from sacreval.core.metric import Direction
from sacreval.errors import UnknownOutputError, UsageError, nearest
from sacreval.scoring.entries.run_metrics import Entry

V = TypeVar("V")


def directions(entries: Sequence[Entry]) -> dict[str, Direction]:
    """Return for each output of a run whether larger numbers are better; None if neither are."""
    return {name: better for entry in entries for name, better in entry.directions().items()}


def known(name: str, option: str, entries: Sequence[Entry]) -> str:
    """Return the output of a run that a user has named, with hyphens or underscores.

    Args:
        name: An output, or a metric of the run, which stands for its main output.
        option: The option with the name, for messages.
        entries: The metrics of the run.

    Raises:
        UnknownOutputError: If the run has no such output.
    """
    return find(name, option, directions(entries), mains(entries))


def mains(entries: Sequence[Entry]) -> dict[str, str]:
    """Return for each metric of a run its main output, if it has outputs."""
    return {entry.name: main for entry in entries if (main := entry.main) is not None}


def find(name: str, option: str, outputs: Mapping[str, Direction], mains: Mapping[str, str]) -> str:
    """Return the output that a user has named; see `known`.

    Args:
        name: An output, or a metric, which stands for its main output.
        option: The option with the name, for messages.
        outputs: The outputs that there are, each with its direction.
        mains: Metric to its main output.

    Raises:
        UnknownOutputError: If there is no such output.
    """
    if name in outputs:
        return name
    main = mains.get(name) or mains.get(name.replace("_", "-"))
    if main in outputs:
        return str(main)
    plain = name.replace("-", "_")
    if plain in outputs:
        return plain
    near = nearest(name, list(dict.fromkeys([*outputs, *mains])))
    raise UnknownOutputError(f"{option}: this run has no output '{name}'; {near}", name)


def by_output(values: Mapping[str, V], option: str, entries: Sequence[Entry]) -> dict[str, V]:
    """Return values by output, where users may have named metrics.

    Args:
        values: Name to value.
        option: The option with the names, for messages.
        entries: The metrics of the run.

    Raises:
        UsageError: If the run has no such output, or one is named twice.
    """
    resolved: dict[str, V] = {}
    for name, value in values.items():
        output = known(name, option, entries)
        if output in resolved:
            raise UsageError(f"{option} {name}: {output} is named twice; keep one")
        resolved[output] = value
    return resolved
