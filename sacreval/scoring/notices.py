"""Notices of a run: remarks of metrics on records, and scores that are undefined."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from sacreval.scoring.collected_rows import Collected
from sacreval.scoring.subset import Subset

if TYPE_CHECKING:
    from sacreval.core.results import Result

FEW = 6
"""Up to this many systems are named in a notice."""


class ScoredTogether(NamedTuple):
    """Records that were scored together, and their results.

    Args:
        members: The records.
        results: Output to result.
    """

    members: Subset
    results: Mapping[str, Result]


def remarks(systems: Mapping[str, Collected]) -> list[str]:
    """Return the remarks of metrics on the records, without repetition."""
    watches = [watch for one in systems.values() for watch in one.watches]
    return list(dict.fromkeys(text for watch in watches for text in watch.notices()))


def undefined(scored: Iterable[ScoredTogether]) -> list[str]:
    """Describe which scores are set by convention, since their formula is undefined."""
    where: dict[tuple[str, str, float | None], list[str]] = {}
    for members, results in scored:
        for output, why in members.undefined().items():
            result = results[output]
            name = " ".join(filter(None, (result.system_id, result.group)))
            where.setdefault((output, why, result.value), []).append(name)
    return [
        f"{output} of {_some(names)} is undefined ({why}) and given as {value:.4g}"
        for (output, why, value), names in where.items()
    ]


def _some(names: list[str]) -> str:
    more = f" and {len(names) - FEW} more" if len(names) > FEW else ""
    return ", ".join(f"'{name}'" for name in names[:FEW]) + more
