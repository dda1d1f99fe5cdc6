"""Outputs with a score and a human score, and whether both are on one scale."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sacreval.features.correlate.data.judged_outputs import JudgedOutputs
from sacreval.features.correlate.trust.result import TrustSettings
from sacreval.stats.arrays import Floats


class Cells(NamedTuple):
    """The outputs of systems that have a score and a human score, as arrays of shape (n,).

    Attributes:
        judge: Scores.
        human: Mean human scores.
        instance: Number of the instance of each.
        system: Number of its system.
        length: Its number of characters; NaN if unknown.
        ratings: Ratings of each annotator, shape (n, annotators), or None.
    """

    judge: Floats
    human: Floats
    instance: np.ndarray
    system: np.ndarray
    length: Floats
    ratings: Floats | None


def cells_of(outputs: JudgedOutputs, name: str, human: str) -> Cells:
    """Return the outputs of systems that have both scores; those of people are left out.

    Args:
        outputs: Scores and judgments.
        name: Name of the score.
        human: Name of the human score.
    """
    data = outputs.data
    peers = np.array([system not in data.references for system in data.systems])
    judge, people = data.scores[name], data.judgments[human]
    both = ~np.isnan(judge) & ~np.isnan(people) & peers[:, None]
    system, instance = np.nonzero(both)
    ratings = data.ratings.get(human)
    return Cells(
        judge[both],
        people[both],
        instance,
        system,
        outputs.lengths[both],
        None if ratings is None else ratings[both],
    )


def means_of_systems(cells: Cells) -> tuple[Floats, Floats]:
    """Return the mean scores and mean human scores of systems, shape (systems,) each."""
    systems = np.unique(cells.system)
    sides = (cells.judge, cells.human)
    first, second = (np.array([x[cells.system == one].mean() for one in systems]) for x in sides)
    return first, second


def _people(cells: Cells) -> Floats:
    return cells.human if cells.ratings is None else cells.ratings


def _range(cells: Cells, settings: TrustSettings) -> tuple[float, float]:
    """Return the human scale."""
    if settings.scale is not None:
        return settings.scale
    people = _people(cells)
    return float(np.nanmin(people)), float(np.nanmax(people))


def is_on_scale(cells: Cells, settings: TrustSettings) -> bool:
    """Return whether all scores are within the human scale, or codes of labels.

    Codes are whole numbers, which people need not have used, and any numbers that they used.
    """
    if settings.alignment == "accuracy" and settings.scale is None:
        whole = cells.judge == np.round(cells.judge)
        return bool((whole | np.isin(cells.judge, _people(cells))).all())
    low, high = _range(cells, settings)
    return bool((cells.judge >= low).all() and (cells.judge <= high).all())


def off_scale(cells: Cells, settings: TrustSettings) -> str:
    """Return the notice on scores that are not on the human scale."""
    if settings.alignment == "accuracy" and settings.scale is None:
        return (
            "scores that people did not give and that are no whole numbers are no codes of labels: "
            "no alternative annotator test, kappa and mean bias"
        )
    low, high = _range(cells, settings)
    return (
        f"scores from {cells.judge.min():.4g} to {cells.judge.max():.4g} are not on the human "
        f"scale from {low:.4g} to {high:.4g}: no alternative annotator test, kappa and mean bias"
    )
