"""Means of human judgments by system."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from sacreval.core.selections import Selection
from sacreval.features.correlate.data.score_set import ScoreSet
from sacreval.features.correlate.data.selection import chosen_systems
from sacreval.features.correlate.measures.lookup import pick
from sacreval.stats.association.levels import system_means


class HumanMean(NamedTuple):
    """The mean human score of one system.

    Attributes:
        task: Name of the task; empty without tasks.
        system_id: Id of the system.
        system_type: `peer`, `reference` for a human text, or another name.
        human: Name of the human score.
        mean: The mean over inputs of the mean over raters; None where there is no judgment.
        n: Number of judged inputs.
        official: The score of the whole system in a .sys.score file, or None.
    """

    task: str
    system_id: str
    system_type: str
    human: str
    mean: float | None
    n: int
    official: float | None


def human_means(
    tasks: Mapping[str, ScoreSet], *, human: Sequence[str] = (), selection: Selection | None = None
) -> list[HumanMean]:
    """Average judgments by system.

    Args:
        tasks: Name of a task to its judgments, from `load_tasks`.
        human: Flat names of human scores; by default all.
        selection: The systems; by default all.

    Returns:
        One mean for each task, system and human score, in this order.

    Raises:
        UsageError: An unknown human score or system, or no judgments at all.
    """
    return [
        mean
        for task, data in tasks.items()
        for mean in _means(task, chosen_systems(data, selection or Selection()), human)
    ]


def _means(task: str, data: ScoreSet, human: Sequence[str]) -> Iterator[HumanMean]:
    known = dict.fromkeys([*data.judgments, *data.system_judgments])
    names = list(human or known)
    for name in names or [""]:
        pick(name, known, "human score")
    missing = np.full((len(data.systems), len(data.instances)), np.nan)
    for i, system in enumerate(data.systems):
        kind = data.type_of(system)
        for name in names:
            table = data.judgments.get(name, missing)
            value = system_means(table[[i]])[0] if table.size else np.nan
            official = data.system_judgments.get(name)
            yield HumanMean(
                task,
                system,
                kind,
                name,
                _number(value),
                int((~np.isnan(table[i])).sum()),
                None if official is None else _number(official[i]),
            )


def _number(value: float) -> float | None:
    return None if np.isnan(value) else float(value)
