"""Win rates of pairs of systems, at equal lengths too, and how verdicts depend on the order.

Win rates of one system against another, from battles that come in clusters. The interval is
Wilson's with the number of battles that would give a share the error that the rate has, which is
more than there are where ties or soft verdicts vary less than wins and losses.

Win rates at equal lengths: a logistic model of battles with the difference of lengths. The logit of
the score is a constant plus a slope times tanh(d / sd(d)), where d is the length of the one output
less that of the other. The rate at equal lengths is that of d = 0. This is the minimal model of
AlpacaEval's length control, without penalty, and with the sandwich error of the rate in place of
the spread of its predictions, which is 0 for this model.

Source: Dubois, Galambosi, Liang and Hashimoto (2024).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from sacreval.core.results import Interval
from sacreval.errors import InputError
from sacreval.features.arena.arena_standings import counted
from sacreval.features.arena.battles import BattleTable
from sacreval.features.arena.bradley_terry import chances
from sacreval.features.arena.result import ArenaSettings, EqualLengthRate, OrderEffect, PairRate
from sacreval.stats.arrays import Floats
from sacreval.stats.checks import complete, labels_of, present
from sacreval.stats.clusters import sums_by_group
from sacreval.stats.intervals.binomial import score_bounds, unequal_mean
from sacreval.stats.intervals.bounds import Bounds, t_quantile

if TYPE_CHECKING:
    from sacreval.features.arena.battles import Placed
    from sacreval.stats.arrays import Ints


class WinRate(NamedTuple):
    """A win rate with its interval.

    Attributes:
        value: Mean score, in [0, 1].
        error: Its standard error, with battles of a cluster dependent; NaN for one cluster.
        low: Lower end of the interval; NaN for one cluster.
        high: Upper end.
        clusters: Number of clusters.
    """

    value: float
    error: float
    low: float
    high: float
    clusters: int


def win_rate(scores: Floats, clusters: npt.ArrayLike, confidence: float = 0.95) -> WinRate:
    """Compute a win rate.

    Args:
        scores: Score of each battle, in [0, 1], shape (battles,).
        clusters: Its cluster, such as the instance, shape (battles,).
        confidence: In (0, 1).

    Raises:
        InputError: If there is no score, or one is NaN.
    """
    x = present(scores, "scores")
    number = int(labels_of(clusters, len(x)).max()) + 1
    mean = unequal_mean(x, clusters)
    value, error = float(mean.value), float(mean.error)
    if number == 1:
        nothing = float("nan")
        return WinRate(value, nothing, nothing, nothing, 1)
    chance = value * (1 - value)
    n = np.array(chance / error**2 if error > 0 and chance > 0 else number)
    low, high = score_bounds(value * n, n, t_quantile(number - 1, confidence))
    return WinRate(value, error, float(low), float(high), number)


STEPS = 50  # of iteratively reweighted least squares, which needs about six
CLOSE = 1e-12  # change of a coefficient at which it has converged
FARTHEST = 30.0  # a coefficient beyond this goes on to infinity


class EqualLengths(NamedTuple):
    """A win rate at equal lengths.

    Attributes:
        rate: The win rate, in (0, 1); NaN where the model has no finite maximum.
        constant: The logit of the rate.
        slope: The coefficient of tanh(d / sd(d)).
        constant_error: Standard error of the constant.
        slope_error: Standard error of the slope.
        clusters: Number of clusters.
    """

    rate: float
    constant: float
    slope: float
    constant_error: float
    slope_error: float
    clusters: int

    def bounds(self, confidence: float) -> Bounds:
        """Compute the interval of the rate, symmetric on the scale of the logit.

        Args:
            confidence: In (0, 1).
        """
        from scipy.special import expit

        few = np.sqrt(self.clusters / max(1, self.clusters - 1))
        reach = t_quantile(self.clusters - 1, confidence) * few * self.constant_error
        return Bounds(expit(self.constant - reach), expit(self.constant + reach))


def at_equal_lengths(
    scores: npt.ArrayLike, differences: npt.ArrayLike, clusters: npt.ArrayLike
) -> EqualLengths:
    """Compute the win rate that a system would have if both outputs were equally long.

    Args:
        scores: Score of the system in each battle, in [0, 1], shape (battles,).
        differences: Length of its output less that of the other, shape (battles,).
        clusters: The cluster of each battle, such as its instance, shape (battles,).

    Returns:
        The rate; if all differences are equal, that without a slope. NaN where scores and lengths
        are separated, or all scores are 0 or all 1.

    Raises:
        InputError: If a number is NaN, or the arrays do not have one shape.
    """
    y, d = complete(scores, "scores"), complete(differences, "lengths")
    if y.shape != d.shape:
        raise InputError(f"{d.size} lengths are given for {y.size} battles: give one for each")
    design = np.column_stack([np.ones(len(y)), _shrunk(d)])
    used = design if design[:, 1].any() else design[:, :1]
    coefficients = _logistic(used, y)
    number = int(labels_of(clusters, len(y)).max(initial=-1)) + 1
    if coefficients is None:
        nothing = float("nan")
        return EqualLengths(*(nothing,) * 5, clusters=number)
    covariance = _sandwich(used, y, coefficients, clusters)
    constant = float(coefficients[0])
    sloped = used.shape[1] > 1
    return EqualLengths(
        rate=float(1 / (1 + np.exp(-constant))),
        constant=constant,
        slope=float(coefficients[1]) if sloped else 0.0,
        constant_error=float(np.sqrt(covariance[0, 0])),
        slope_error=float(np.sqrt(covariance[1, 1])) if sloped else float("nan"),
        clusters=number,
    )


def _shrunk(differences: Floats) -> Floats:
    """Divide by the standard deviation and move large differences towards 1 or -1."""
    spread = differences.std(ddof=1) if len(differences) > 1 else 0.0
    if spread <= 1e-9 * np.abs(differences).max(initial=0.0):
        return np.zeros_like(differences)
    shrunk: Floats = np.tanh(differences / spread)
    return shrunk


def _logistic(design: Floats, scores: Floats) -> Floats | None:
    """Fit by iteratively reweighted least squares; None without a finite maximum."""
    value: Floats = np.zeros(design.shape[1])
    for _ in range(STEPS):
        p = chances(design @ value)
        information = (design * (p * (1 - p))[:, None]).T @ design
        try:
            step = np.linalg.solve(information, design.T @ (scores - p))
        except np.linalg.LinAlgError:
            return None
        value = value + step * min(1.0, 4.0 / max(np.abs(step).max(), CLOSE))  # no step beyond 4
        if not np.abs(value).max() < FARTHEST:
            return None
        if np.abs(step).max() < CLOSE:
            return value
    return None


def _sandwich(design: Floats, scores: Floats, value: Floats, clusters: npt.ArrayLike) -> Floats:
    """Compute the covariance of the coefficients, with battles of a cluster dependent."""
    p = chances(design @ value)
    inverse = np.linalg.inv((design * (p * (1 - p))[:, None]).T @ design)
    gradients = sums_by_group(design * (scores - p)[:, None], clusters)
    covariance: Floats = inverse @ (gradients.T @ gradients) @ inverse
    return covariance


class _Pair(NamedTuple):
    """Battles of one system against another: scores of the one, clusters, differences of length."""

    scores: Floats
    clusters: Ints
    longer: Floats


def pair_rates(
    table: BattleTable, order: Sequence[str], settings: ArenaSettings, *, group: str | None = None
) -> Iterator[PairRate]:
    """Yield the win rate of each system against the base, or of each pair of systems."""
    for i, system in enumerate(order):
        others = order[i + 1 :] if settings.base is None else [settings.base]
        for other in others:
            pair = _pair(table, system, other) if system != other else None
            if pair is not None and len(pair.scores):
                yield _rate(pair, system, other, settings, group)


def _pair(table: BattleTable, system: str, other: str) -> _Pair | None:
    import numpy as np

    if system not in table.names or other not in table.names:
        return None
    i, k = table.names.index(system), table.names.index(other)
    b = table.battles
    ahead, behind = (b.first == i) & (b.second == k), (b.first == k) & (b.second == i)
    either = ahead | behind
    return _Pair(
        np.where(ahead, b.score, 1 - b.score)[either],
        b.cluster[either],
        np.where(ahead, table.longer, -table.longer)[either],
    )


def _rate(
    pair: _Pair, system: str, other: str, settings: ArenaSettings, group: str | None
) -> PairRate:

    rate = win_rate(pair.scores, pair.clusters, settings.confidence)
    return PairRate(
        group=group,
        system_id=system,
        against=other,
        instances=rate.clusters,
        win_rate=rate.value,
        error=_number(rate.error),
        interval=_interval(rate.low, rate.high, "wilson", settings),
        equal_lengths=_equal_lengths(pair, settings) if settings.lengths else None,
        **counted(pair.scores)._asdict(),
    )


def _equal_lengths(pair: _Pair, settings: ArenaSettings) -> EqualLengthRate:

    estimate = at_equal_lengths(pair.scores, pair.longer, pair.clusters)
    low, high = (float(end) for end in estimate.bounds(settings.confidence))
    return EqualLengthRate(
        rate=_number(estimate.rate),
        interval=_interval(low, high, "sandwich", settings),
        constant=_number(estimate.constant),
        slope=_number(estimate.slope),
        slope_error=_number(estimate.slope_error),
    )


def _interval(low: float, high: float, method: str, settings: ArenaSettings) -> Interval | None:
    if math.isnan(low):
        return None
    return Interval(
        low=low, high=high, level=settings.confidence, method=method, unit="instance_id"
    )


def _number(value: float) -> float | None:
    return None if math.isnan(value) else value


def order_effects(placed: Iterable[Placed]) -> list[OrderEffect]:
    """Compute for each judge how often its verdict depends on which output is first.

    A verdict in an order is the mean over its repetitions; it depends on the order if the two
    differ in the winner.
    """
    scores: dict[tuple[str | None, str, str, str], dict[bool, list[float]]] = {}
    for battle, _ in placed:
        verdict = battle.verdict()
        if verdict is None:
            continue
        first, second = sorted((battle.a, battle.b))
        key = (battle.judge, str(battle.instance_id), first, second)
        scores.setdefault(key, {}).setdefault(battle.a == first, []).append(verdict)
    judges = dict.fromkeys(sorted((key[0] for key in scores), key=lambda name: name or ""))
    effects = (_effect(judge, scores) for judge in judges)
    return [effect for effect in effects if effect is not None]


def _effect(
    judge: str | None, scores: dict[tuple[str | None, str, str, str], dict[bool, list[float]]]
) -> OrderEffect | None:
    both = [
        (_mean(by[True]), _mean(by[False]))
        for key, by in scores.items()
        if key[0] == judge and len(by) == 2
    ]
    if not both:
        return None
    changed = sum(_winner(ahead) != -_winner(behind) for ahead, behind in both)
    return OrderEffect(
        judge=judge,
        pairs=len(both),
        changed=changed,
        share=changed / len(both),
        first=math.fsum(x for pair in both for x in pair) / (2 * len(both)),
    )


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)


def _winner(score: float) -> int:
    """Return 1 if the first wins, -1 if it loses and 0 for a tie."""
    return (score > 0.5) - (score < 0.5)
