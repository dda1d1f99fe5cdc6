"""Counts of pairs and ranks of scores: of resamples, under tie thresholds, and under sign flips."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, cast

from sacreval.native.batch import extension

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]
    Singles = NDArray[np.float32]


class OrderedCells(NamedTuple):
    """Cells of groups, each group in ascending order of its metric scores.

    Attributes:
        starts: Offset of each group into the other arrays, and their length, shape (groups + 1,).
        scores: Metric scores, shape (cells,).
        ranks: Dense ranks of human scores within their group, from 0, same shape.
        units: Column of each cell in the matrices, same shape.
    """

    starts: Ints
    scores: Floats
    ranks: Ints
    units: Ints


def ordered_cells(x: Floats, z: Floats) -> OrderedCells:
    """Order the cells that both sides have.

    Args:
        x: Metric scores, shape (groups, columns), NaN where missing.
        z: Human scores, same shape.
    """
    import numpy as np

    seen = ~(np.isnan(x) | np.isnan(z))
    order = np.argsort(np.where(seen, x, np.nan), axis=1, kind="stable")
    kept = np.take_along_axis(seen, order, axis=1)
    ranks = np.take_along_axis(_dense_ranks(np.where(seen, z, np.inf)), order, axis=1)
    starts = np.zeros(len(x) + 1, dtype=np.int64)
    np.cumsum(seen.sum(axis=1), out=starts[1:])
    scores = np.take_along_axis(x, order, axis=1)[kept]
    return OrderedCells(starts, scores, ranks[kept], order[kept].astype(np.int64))


def _dense_ranks(values: Floats) -> Ints:
    import numpy as np

    order = np.argsort(values, axis=1)
    ordered = np.take_along_axis(values, order, axis=1)
    steps = np.zeros(values.shape, dtype=np.int64)
    np.cumsum(ordered[:, 1:] > ordered[:, :-1], axis=1, out=steps[:, 1:])
    ranks = np.empty_like(steps)
    np.put_along_axis(ranks, order, steps, axis=1)
    return ranks


class PairTotals(NamedTuple):
    """Counts of pairs of weighted cells, shape (resamples, groups) each.

    Pairs are of different cells; pairs of a cell with its own copy are `copies`.

    Attributes:
        cells: Sum of weights.
        copies: Pairs of a cell with its own copy.
        drawn: Cells with a weight above 0.
        concordant: Pairs of the same order, whose metric scores differ by more than epsilon.
        tied: Pairs with equal human scores, whose metric scores differ by at most epsilon.
        metric_ties: Pairs with equal metric scores.
        human_ties: Pairs with equal human scores.
        metric_distinct: Different metric scores of drawn cells.
        human_distinct: Different human scores of drawn cells.
    """

    cells: Ints
    copies: Ints
    drawn: Ints
    concordant: Ints
    tied: Ints
    metric_ties: Ints
    human_ties: Ints
    metric_distinct: Ints
    human_distinct: Ints


def weighted_pairs(
    cells: OrderedCells, weights: NDArray[np.uint16], epsilon: float = 0.0
) -> PairTotals:
    """Count the pairs of each group in each resample.

    Args:
        cells: The cells, from `ordered_cells`.
        weights: Number of copies of each column, shape (resamples, columns).
        epsilon: Largest metric difference that is a tie, from 0.

    Raises:
        OverflowError: a resample has 2**32 cells or more.
    """
    import numpy as np

    shape = (len(weights), len(cells.starts) - 1, len(PairTotals._fields))
    out = np.zeros(shape, dtype=np.int64)
    extension().weighted_pairs(cells[:3], _resamples(cells, weights), epsilon, out)
    return PairTotals(*np.ascontiguousarray(np.moveaxis(out, 2, 0)))


class AgreeingTotals(NamedTuple):
    """Counts of pairs that agree under a tie threshold, shape (resamples, groups) each.

    Attributes:
        cells: Sum of weights.
        copies: Pairs of a cell with its own copy, which are not among the others.
        agreeing: Pairs that are `concordant` or `tied` in the sense of `PairTotals`.
    """

    cells: Ints
    copies: Ints
    agreeing: Ints


def agreeing_pairs(
    cells: OrderedCells, weights: NDArray[np.uint16], epsilon: float
) -> AgreeingTotals:
    """Count the agreeing pairs of each group in each resample; see `weighted_pairs`."""
    import numpy as np

    shape = (len(weights), len(cells.starts) - 1, len(AgreeingTotals._fields))
    out = np.zeros(shape, dtype=np.int64)
    extension().agreeing_pairs(cells[:3], _resamples(cells, weights), epsilon, out)
    return AgreeingTotals(*np.ascontiguousarray(np.moveaxis(out, 2, 0)))


class RankMoments(NamedTuple):
    """Sums over weighted cells of doubled centred ranks, shape (resamples, groups) each.

    Attributes:
        metric: Squares of the ranks of metric scores.
        human: Squares of the ranks of human scores.
        product: Products of both.
    """

    metric: Floats
    human: Floats
    product: Floats


def weighted_ranks(cells: OrderedCells, weights: NDArray[np.uint16]) -> RankMoments:
    """Sum the products of ranks of each group in each resample; ties share their mean rank.

    Args:
        cells: The cells, from `ordered_cells`.
        weights: Number of copies of each column, shape (resamples, columns).

    Raises:
        OverflowError: a resample has 2**32 cells or more.
    """
    import numpy as np

    shape = (len(weights), len(cells.starts) - 1, len(RankMoments._fields))
    out = np.zeros(shape, dtype=np.float64)
    extension().weighted_ranks(cells[:3], _resamples(cells, weights), out)
    return RankMoments(*np.ascontiguousarray(np.moveaxis(out, 2, 0)))


def _resamples(
    cells: OrderedCells, weights: NDArray[np.uint16]
) -> tuple[Ints, NDArray[np.uint16], int, int]:
    import numpy as np

    return cells.units, np.ascontiguousarray(weights, dtype=np.uint16), *weights.shape


def best_threshold(cells: OrderedCells, weights: Floats, slack: float) -> float:
    """Find the tie threshold of metric differences with the largest accuracy.

    Args:
        cells: The cells, from `ordered_cells`.
        weights: Weight of a pair of each group, shape (groups,).
        slack: Largest difference of two accuracies that are one.

    Returns:
        The first threshold, of 0 and all differences of pairs, whose accuracy is largest.
    """
    return cast("float", extension().best_threshold(cells[:3], weights, slack))


def split_verdicts(
    starts: Ints, scores: tuple[Floats, Floats, Floats], thresholds: tuple[float, float]
) -> Ints:
    """Count the pairs that one of two metrics gets right and the other wrong.

    Args:
        starts: Offset of each group into the scores, and their length, shape (groups + 1,).
        scores: Scores of both metrics and of people, shape (cells,) each.
        thresholds: Largest difference of either metric that is a tie.

    Returns:
        Pairs that only the first gets right, and only the second, shape (groups, 2).
    """
    import numpy as np

    out = np.zeros((len(starts) - 1, 2), dtype=np.int64)
    extension().split_verdicts(starts, scores, thresholds, out)
    return out


def count_at_least(flipped: Singles, totals: Singles) -> Ints:
    """Count the sign vectors under which systems differ by at least as much as without flips.

    Args:
        flipped: Sum of each system under each sign vector, shape (systems, signs).
        totals: Sum of each system, shape (systems,).

    Returns:
        Shape (pairs of systems,), in the order of `numpy.triu_indices`.
    """
    import numpy as np

    n = len(totals)
    out = np.zeros(n * (n - 1) // 2, dtype=np.int64)
    extension().count_at_least(flipped, totals, out)
    return out


def soft_swaps(
    whole: Singles, moved: Singles, pairs: Ints, human: Ints, *, slack: Singles, near: Floats
) -> Ints:
    """Compute bounds of the distances of hybrids of metrics from human scores.

    Args:
        whole: Sum under each sign vector less the sum without signs, shape (metrics, systems,
            signs).
        moved: The part of it of swapped cells, shape (draws, metrics, systems, signs).
        pairs: Indices of both metrics, shape (pairs, 2).
        human: Number of sign vectors for which a system is at least as good as a later one, by
            human scores, shape (pairs of systems,).
        slack: Largest difference of two sums that may be rounding, shape (pairs,).
        near: A size of differences and the distance from it, shape (pairs, 2), in sign vectors.

    Returns:
        Shape (draws, pairs, 4): the least and the greatest sum over pairs of systems of the
        difference of counts, of the hybrid of first cells and swapped second ones, and of the
        other. Both bounds are equal where the size of the difference of both hybrids is not near.
    """
    import numpy as np

    out = np.zeros((len(moved), len(pairs), 4), dtype=np.int64)
    shape = len(moved), whole.shape[1], whole.shape[0]
    chosen = np.ascontiguousarray(pairs)
    extension().soft_swaps(whole, moved, chosen, human, slack, near, shape, out)
    return out
