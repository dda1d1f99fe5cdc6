"""Biases of a judge: its mean difference from people, by length, and for outputs of one system."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from sacreval.core.results import Interval
from sacreval.features.correlate.trust.clustered_slope import clustered_slope
from sacreval.features.correlate.trust.result import Effect, OwnOutputs, Unit
from sacreval.stats.arrays import Bools, Floats
from sacreval.stats.clusters import clustered_mean
from sacreval.stats.intervals.bounds import Estimate


class Biased(NamedTuple):
    """Outputs with scores, as arrays of shape (n,).

    Attributes:
        judge: Scores of the judge.
        human: Mean human scores.
        instance: The instance of each, the cluster of errors.
        length: Number of characters; NaN if unknown.
    """

    judge: Floats
    human: Floats
    instance: np.ndarray
    length: Floats


class Biases(NamedTuple):
    """Biases of a judge; see `Trust` for the fields."""

    unit: Unit
    reversed: bool
    bias: Effect | None
    length: Effect | None
    length_sd: float | None
    own: OwnOutputs | None


def biases(
    cells: Biased,
    *,
    own: str | None,
    favoured: Bools | None,
    on_scale: bool,
    reverse: bool,
    confidence: float,
) -> Biases:
    """Compute biases.

    Args:
        cells: The outputs.
        own: The system that the judge may favour, or None.
        favoured: Whether an output is of that system, shape (n,), or None.
        on_scale: Whether scores are on the human scale; else both sides are divided by their
            standard deviations.
        reverse: Whether smaller scores are better and larger human ones, or the reverse.
        confidence: Level of intervals.
    """
    differences = _differences(cells, on_scale=on_scale, turned=reverse)
    bias = effect(clustered_mean(differences, cells.instance), confidence) if on_scale else None
    by_length, spread = _by_length(differences, cells, confidence)
    return Biases(
        "points" if on_scale else "standard deviations",
        reverse,
        bias,
        by_length,
        spread,
        _own(differences, cells, own, favoured, confidence),
    )


def _differences(cells: Biased, *, on_scale: bool, turned: bool) -> Floats:
    if on_scale:
        return cells.judge - cells.human
    judge = -cells.judge if turned else cells.judge
    return _standardized(judge) - _standardized(cells.human)


def _standardized(values: Floats) -> Floats:
    spread = float(values.std())
    moved: Floats = values - values.mean()
    return moved / spread if spread > 0 else np.zeros_like(moved)


def _by_length(
    differences: Floats, cells: Biased, confidence: float
) -> tuple[Effect | None, float | None]:
    """Return the change for outputs longer by one standard deviation, and that deviation."""
    known = ~np.isnan(cells.length)
    if not known.any() or not (spread := float(cells.length[known].std())):
        return None, None
    lengths = cells.length[known] / spread
    found = clustered_slope(differences[known], lengths, cells.instance[known])
    return effect(found, confidence), spread


def _own(
    differences: Floats,
    cells: Biased,
    own: str | None,
    favoured: Bools | None,
    confidence: float,
) -> OwnOutputs | None:
    if own is None or favoured is None or favoured.all() or not favoured.any():
        return None
    found = clustered_slope(differences, favoured.astype(np.float64), cells.instance)
    number = int(favoured.sum())
    return OwnOutputs(
        system_id=own, n=number, others=len(favoured) - number, effect=effect(found, confidence)
    )


def effect(found: Estimate, confidence: float) -> Effect:
    """Return an estimate with its t interval.

    Args:
        found: An estimate of one number.
        confidence: In (0, 1).
    """
    error = float(found.error)
    if math.isnan(error):
        return Effect(value=float(found.value), error=None, interval=None)
    low, high = (float(end) for end in found.bounds(confidence))
    interval = Interval(low=low, high=high, level=confidence, method="t", unit="instance_id")
    return Effect(value=float(found.value), error=error, interval=interval)
