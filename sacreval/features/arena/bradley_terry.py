"""Bradley-Terry strengths of systems from battles, with errors clustered by instance.

The chance that system i wins against system k is 1 / (1 + exp(s_k - s_i)); a tie is half a win.

Sources: Bradley and Terry (1952); Ford (1957), when there is a finite maximum; Cameron and Miller
(2015), clustered covariance.
"""

from typing import NamedTuple

import numpy as np

from sacreval.stats.arrays import Floats, Ints, blocks

STEPS = 100  # of Newton's method, which needs about five
CLOSE = 1e-12  # change of a log strength at which it has converged


class Battles(NamedTuple):
    """Battles of systems, which are numbered from 0; arrays of shape (battles,).

    Attributes:
        first: The one system of each battle.
        second: The other.
        score: Score of the first: 1 if it wins, 0 if it loses, 0.5 for a tie, or between.
        cluster: Number of the cluster of each battle, from 0, such as its instance.
        systems: Number of systems.
    """

    first: Ints
    second: Ints
    score: Floats
    cluster: Ints
    systems: int

    @property
    def clusters(self) -> int:
        """The number of clusters."""
        return int(self.cluster.max(initial=-1)) + 1

    def among(self, chosen: Ints) -> "Battles":
        """Select the battles of some systems with each other, and number these systems from 0."""
        place = np.full(self.systems, -1)
        place[chosen] = np.arange(len(chosen))
        kept = (place[self.first] >= 0) & (place[self.second] >= 0)
        cluster = np.unique(self.cluster[kept], return_inverse=True)[1].astype(np.int64)
        return Battles(
            place[self.first[kept]],
            place[self.second[kept]],
            self.score[kept],
            cluster,
            len(chosen),
        )


class Strengths(NamedTuple):
    """Strengths of systems on the logarithmic scale, centred at a mean of 0.

    Attributes:
        value: Log strengths, shape (systems,).
        influence: What each cluster adds to the error of each strength, shape (clusters, systems):
            their squares add up to the sandwich variance.
    """

    value: Floats
    influence: Floats

    def error(self) -> Floats:
        """Compute sandwich standard errors, shape (systems,)."""
        errors: Floats = np.sqrt((self.influence**2).sum(axis=0))
        return errors

    def replicates(self, rng: np.random.Generator, resamples: int) -> Floats:
        """Draw clusters with replacement, and move the strengths by their influence.

        A refit of each resample would cost more, and has no finite strengths where a system of few
        losses is drawn without them.

        Args:
            rng: Random numbers.
            resamples: Number of resamples.

        Returns:
            Shape (systems, resamples).
        """
        clusters = len(self.influence)
        moved = np.empty((resamples, len(self.value)))
        for part in blocks(resamples, clusters):
            drawn = rng.integers(clusters, size=(part.stop - part.start, clusters))
            for row, sample in zip(range(part.start, part.stop), drawn, strict=True):
                moved[row] = np.bincount(sample, minlength=clusters) @ self.influence
        return (self.value + moved).T


class Pairs(NamedTuple):
    """Sums over the battles of each pair of systems, arrays of shape (systems, systems).

    Attributes:
        battles: Number of battles, symmetric.
        wins: Sum of the scores of the system of the row against that of the column.
    """

    battles: Floats
    wins: Floats


def by_pair(battles: Battles) -> Pairs:
    """Count battles and wins of each pair of systems."""
    shape = (battles.systems, battles.systems)
    number, wins = np.zeros(shape), np.zeros(shape)
    np.add.at(number, (battles.first, battles.second), 1.0)
    np.add.at(wins, (battles.first, battles.second), battles.score)
    np.add.at(wins, (battles.second, battles.first), 1.0 - battles.score)
    return Pairs(number + number.T, wins)


class ConnectedParts(NamedTuple):
    """Systems in parts; strengths of two systems can be compared if both are in one part.

    Attributes:
        labels: Number of the part of each system, shape (systems,).
        reaches: Whether there is a chain of wins from a part to another, shape (parts, parts).
    """

    labels: Ints
    reaches: np.ndarray


def separate(pairs: Pairs) -> ConnectedParts:
    """Group systems that are joined both ways by chains of wins or ties.

    The likelihood has a finite maximum if and only if there is a single part. Otherwise the
    strengths of parts drift apart without end, and those within a part do not depend on others.
    """
    from scipy.sparse.csgraph import connected_components

    count, labels = connected_components((pairs.wins > 0).astype(np.int64), connection="strong")
    reaches = np.zeros((count, count), dtype=bool)
    winner, loser = np.nonzero(pairs.wins > 0)
    reaches[labels[winner], labels[loser]] = True
    for middle in range(count):  # Warshall's closure
        reaches |= np.outer(reaches[:, middle], reaches[middle])
    np.fill_diagonal(reaches, val=True)
    return ConnectedParts(labels.astype(np.int64), reaches)


def fit(battles: Battles) -> Strengths:
    """Compute strengths by Newton's method on the likelihood."""
    pairs = by_pair(battles)
    value: Floats = np.zeros(battles.systems)
    for _ in range(STEPS):
        step = np.linalg.solve(_information(pairs, value), _gradient(pairs, value))
        value += step * min(1.0, 2.0 / max(np.abs(step).max(), CLOSE))  # no step beyond 2
        if np.abs(step).max() < CLOSE:
            break
    value = np.asarray(value - value.mean(), dtype=np.float64)
    return Strengths(value, _influence(battles, _information(pairs, value), value))


def chances(log_odds: Floats) -> Floats:
    """Compute probabilities from log odds."""
    from scipy.special import expit

    return np.asarray(expit(log_odds))


def _gradient(pairs: Pairs, value: Floats) -> Floats:
    expected = pairs.battles * chances(np.subtract.outer(value, value))
    gradient: Floats = (pairs.wins - expected).sum(axis=1)
    return gradient


def _information(pairs: Pairs, value: Floats) -> Floats:
    """Compute the Fisher information, with 1 / n added to fix the mean of the strengths."""
    p = chances(np.subtract.outer(value, value))
    weights = pairs.battles * p * (1 - p)
    information = np.diag(weights.sum(axis=1)) - weights + 1 / len(value)
    return np.asarray(information, dtype=np.float64)


def _influence(battles: Battles, information: Floats, value: Floats) -> Floats:
    """Compute the inverse information times the gradient of each cluster."""
    rest = battles.score - chances(value[battles.first] - value[battles.second])
    gradient = np.zeros((battles.clusters, battles.systems))
    np.add.at(gradient, (battles.cluster, battles.first), rest)
    np.add.at(gradient, (battles.cluster, battles.second), -rest)
    return np.asarray(np.linalg.solve(information, gradient.T).T, dtype=np.float64)
