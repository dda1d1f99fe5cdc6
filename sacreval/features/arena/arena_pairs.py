"""Win rates of pairs of systems, at equal lengths too, and how verdicts depend on the order."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from sacreval.core.results import Interval
from sacreval.features.arena.arena_battles import Table
from sacreval.features.arena.arena_standings import counted
from sacreval.features.arena.result import ArenaSettings, EqualLengthRate, OrderEffect, PairRate

if TYPE_CHECKING:
    from sacreval.features.arena.battle_files import Placed
    from sacreval.stats.arrays import Floats, Ints


class _Pair(NamedTuple):
    """Battles of one system against another: scores of the one, clusters, differences of length."""

    scores: Floats
    clusters: Ints
    longer: Floats


def pair_rates(
    table: Table, order: Sequence[str], settings: ArenaSettings, *, group: str | None = None
) -> Iterator[PairRate]:
    """Yield the win rate of each system against the base, or of each pair of systems.

    Args:
        table: The battles.
        order: The systems, the strongest first, which comes first in its pairs.
        settings: The base and the level.
        group: Name and value of the breakdown, or None.
    """
    for i, system in enumerate(order):
        others = order[i + 1 :] if settings.base is None else [settings.base]
        for other in others:
            found = _pair(table, system, other) if system != other else None
            if found is not None and len(found.scores):
                yield _rate(found, system, other, settings, group)


def _pair(table: Table, system: str, other: str) -> _Pair | None:
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
    from sacreval.features.arena.win_rates import win_rate

    found = win_rate(pair.scores, pair.clusters, settings.confidence)
    return PairRate(
        group=group,
        system_id=system,
        against=other,
        instances=found.clusters,
        win_rate=found.value,
        error=_number(found.error),
        interval=_interval(found.low, found.high, "wilson", settings),
        equal_lengths=_equal_lengths(pair, settings) if settings.lengths else None,
        **counted(pair.scores)._asdict(),
    )


def _equal_lengths(pair: _Pair, settings: ArenaSettings) -> EqualLengthRate:
    from sacreval.features.arena.length_control import at_equal_lengths

    found = at_equal_lengths(pair.scores, pair.longer, pair.clusters)
    low, high = (float(end) for end in found.bounds(settings.confidence))
    return EqualLengthRate(
        rate=_number(found.rate),
        interval=_interval(low, high, "sandwich", settings),
        constant=_number(found.constant),
        slope=_number(found.slope),
        slope_error=_number(found.slope_error),
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
    for one, _ in placed:
        verdict = one.verdict()
        if verdict is None:
            continue
        first, second = sorted((one.a, one.b))
        key = (one.judge, str(one.instance_id), first, second)
        scores.setdefault(key, {}).setdefault(one.a == first, []).append(verdict)
    judges = dict.fromkeys(sorted((key[0] for key in scores), key=lambda name: name or ""))
    found = (_effect(judge, scores) for judge in judges)
    return [one for one in found if one is not None]


def _effect(
    judge: str | None, scores: dict[tuple[str | None, str, str, str], dict[bool, list[float]]]
) -> OrderEffect | None:
    both = [
        (_mean(by[True]), _mean(by[False]))
        for key, by in scores.items()
        if key[0] == judge and len(by) == 2  # noqa: PLR2004 - both orders
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
    return (score > 0.5) - (score < 0.5)  # noqa: PLR2004 - a tie
