"""Biases of a judge: its mean difference from people, by length, and for outputs of one system.

The slope of a line through records in clusters, with an error that allows for them. With x 0 or 1,
the slope is the difference of two means. Source: Cameron and Miller (2015).
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sacreval.core.results import Interval
from sacreval.features.correlate.trust.result import Effect, OwnOutputs, Unit
from sacreval.stats.arrays import Bools, Floats
from sacreval.stats.checks import complete, labels_of
from sacreval.stats.clusters import clustered_mean, sums_by_group
from sacreval.stats.intervals.bounds import Estimate


def clustered_slope(y: npt.ArrayLike, x: npt.ArrayLike, clusters: npt.ArrayLike) -> Estimate:
    """Compute the slope of y by x, by least squares."""
    values, at = complete(y, "values"), complete(x, "values")
    groups = int(labels_of(clusters, len(values)).max(initial=-1)) + 1
    moved: Floats = at - at.mean() if len(at) else at
    square = float((moved**2).sum())
    if square <= len(at) * (1e-12 * np.abs(at).max(initial=0.0)) ** 2:
        nothing = np.array(np.nan)
        return Estimate(nothing, nothing, 0)
    slope = float((moved * values).sum()) / square
    if groups < 2:  # one cluster has no spread
        return Estimate(np.array(slope), np.array(np.nan), 0)
    rest = values - values.mean() - slope * moved
    sums = sums_by_group(moved * rest, clusters)
    error = math.sqrt(groups / (groups - 1) * float((sums**2).sum())) / square
    return Estimate(np.array(slope), np.array(error), groups - 1)


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
    """Compute biases."""
    differences = _differences(cells, on_scale=on_scale, turned=reverse)
    bias = effect(clustered_mean(differences, cells.instance), confidence) if on_scale else None
    by_length, spread = _by_length(differences, cells, confidence)
    return Biases(
        "points" if on_scale else "standard deviations",
        reverse,
        bias,
        by_length,
        spread,
        _own_outputs(differences, cells, own, favoured, confidence),
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
    slope = clustered_slope(differences[known], lengths, cells.instance[known])
    return effect(slope, confidence), spread


def _own_outputs(
    differences: Floats,
    cells: Biased,
    system: str | None,
    favoured: Bools | None,
    confidence: float,
) -> OwnOutputs | None:
    if system is None or favoured is None or favoured.all() or not favoured.any():
        return None
    slope = clustered_slope(differences, favoured.astype(np.float64), cells.instance)
    number = int(favoured.sum())
    return OwnOutputs(
        system_id=system, n=number, others=len(favoured) - number, effect=effect(slope, confidence)
    )


def effect(estimate: Estimate, confidence: float) -> Effect:
    """Return an estimate with its t interval."""
    error = float(estimate.error)
    if math.isnan(error):
        return Effect(value=float(estimate.value), error=None, interval=None)
    low, high = (float(end) for end in estimate.bounds(confidence))
    interval = Interval(low=low, high=high, level=confidence, method="t", unit="instance_id")
    return Effect(value=float(estimate.value), error=error, interval=interval)
