"""Standings of an arena: Bradley-Terry strengths with intervals, ranks, and separated systems."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from sacreval.core.results import Interval
from sacreval.features.arena.battles import BattleTable
from sacreval.features.arena.result import ArenaSettings, ArenaStanding, Separation
from sacreval.stats.rounding import rounded

if TYPE_CHECKING:
    from sacreval.features.arena.battles import Placed
    from sacreval.features.arena.bradley_terry import ConnectedParts
    from sacreval.stats.arrays import Bools, Floats, Ints
    from sacreval.stats.intervals.simultaneous_ranks import RankRange

CENTRE, SCALE = 1000.0, 400 / math.log(10)  # of Elo's scale
ELO_STEP = 4.0  # K of online Elo in old tables
METHOD = "sandwich"


class _Strength(NamedTuple):
    """Strength of one system: log strength, its error and interval, and its ranks."""

    value: float
    error: float
    interval: Interval | None
    ranks: RankRange | None


def standings(
    table: BattleTable,
    settings: ArenaSettings,
    *,
    group: str | None = None,
    elo: Mapping[str, float] | None = None,
) -> list[ArenaStanding]:
    """Compute the standing of each system, the strongest first.

    Separated systems are above, below or beside the others.
    """
    from sacreval.features.arena.bradley_terry import by_pair, separate

    split = separate(by_pair(table.battles))
    main = main_part(split, table)
    strengths = _strengths(table, main, settings)
    rows = []
    for i, name in enumerate(table.names):
        strength, scores = strengths.get(i), _scores(table, i)
        rows.append(
            ArenaStanding(
                group=group,
                system_id=name,
                **counted(scores)._asdict(),
                win_rate=float(scores.mean()),
                strength=strength.value if strength else None,
                error=strength.error if strength and strength.interval else None,
                interval=strength.interval if strength else None,
                rating=CENTRE + SCALE * strength.value if strength else None,
                best_rank=strength.ranks.best if strength and strength.ranks else None,
                worst_rank=strength.ranks.worst if strength and strength.ranks else None,
                separated=None if strength else _separation(split, i, main),
                online_elo=None if elo is None else elo[name],
            )
        )
    return sorted(rows, key=_order)


_PLACES: dict[Separation | None, int] = {"above": 0, None: 1, "between": 1, "below": 2, "apart": 3}


def _order(standing: ArenaStanding) -> tuple[int, float, float, str]:
    strength = rounded(standing.strength) if standing.strength is not None else 0.0
    return _PLACES[standing.separated], -strength, -rounded(standing.win_rate), standing.system_id


def main_part(split: ConnectedParts, table: BattleTable) -> Ints:
    """Return the systems of the largest part, or of that with most battles; () if it is one system.

    A single system has no strength, as there is nothing to compare it with.
    """
    import numpy as np

    battles = table.battles
    inside = split.labels[battles.first] == split.labels[battles.second]
    parts = len(split.reaches)
    sizes = np.bincount(split.labels, minlength=parts)
    fought = np.bincount(split.labels[battles.first[inside]], minlength=parts)
    firsts = [int(np.argmax(split.labels == k)) for k in range(parts)]
    best = max(range(parts), key=lambda k: (sizes[k], fought[k], -firsts[k]))
    chosen: Ints = np.flatnonzero(split.labels == best)
    return chosen if len(chosen) > 1 else chosen[:0]


def _separation(split: ConnectedParts, system: int, main: Ints) -> Separation:
    """Return where a system is: to the main part, or to all others where there is none."""
    import numpy as np

    part = split.labels[system]
    others = split.labels[main[:1]] if len(main) else np.delete(np.arange(len(split.reaches)), part)
    above, below = split.reaches[part, others].any(), split.reaches[others, part].any()
    if above and below:
        return "between"
    return "above" if above else "below" if below else "apart"


def _strengths(table: BattleTable, main: Ints, settings: ArenaSettings) -> dict[int, _Strength]:
    """Fit the systems of the main part, by their numbers."""
    import numpy as np

    from sacreval.features.arena.bradley_terry import fit
    from sacreval.stats.intervals.bounds import t_quantile
    from sacreval.stats.intervals.simultaneous_ranks import simultaneous_rank_ranges

    if not len(main):
        return {}
    battles = table.battles.among(main)
    strengths, clusters = fit(battles), battles.clusters
    rng = np.random.default_rng(settings.seed)
    ranks: list[RankRange | None] = [None] * len(main)
    if clusters > 1:
        ranks[:] = simultaneous_rank_ranges(
            strengths.value,
            strengths.replicates(rng, settings.resamples),
            units=clusters,
            confidence=settings.confidence,
            larger_first=True,
        )
    errors = strengths.error()
    few = math.sqrt(clusters / (clusters - 1)) if clusters > 1 else math.nan
    reach = float(t_quantile(clusters - 1, settings.confidence)) * few
    return {
        int(i): _Strength(value, error, _interval(value, reach * error, settings), place)
        for i, value, error, place in zip(
            main, strengths.value.tolist(), errors.tolist(), ranks, strict=True
        )
    }


def _interval(value: float, reach: float, settings: ArenaSettings) -> Interval | None:
    if math.isnan(reach):
        return None
    return Interval(
        low=value - reach,
        high=value + reach,
        level=settings.confidence,
        method=METHOD,
        unit="instance_id",
    )


def _scores(table: BattleTable, system: int) -> Floats:
    """Return the scores of a system in all its battles."""
    import numpy as np

    b = table.battles
    scores: Floats = np.concatenate([b.score[b.first == system], 1 - b.score[b.second == system]])
    return scores


class BattleCounts(NamedTuple):
    """Numbers of battles: all, and those with a score above, at and below 0.5."""

    battles: int
    wins: int
    ties: int
    losses: int


def counted(scores: Floats) -> BattleCounts:
    """Count battles, wins, ties and losses."""
    wins: Bools = scores > 0.5
    losses: Bools = scores < 0.5
    won, lost = int(wins.sum()), int(losses.sum())
    return BattleCounts(len(scores), won, len(scores) - won - lost, lost)


def online_elo(placed: Sequence[Placed]) -> dict[str, float]:
    """Compute ratings by online Elo, by system, which depend on the order of the battles.

    Args:
        placed: Battles with a verdict, in the order of the files.

    Returns:
        Ratings that start at 1000 and move by steps of 4, as in tables of arenas before they had
        Bradley-Terry strengths.
    """
    ratings: dict[str, float] = {}
    for battle, _ in placed:
        first, second = (ratings.setdefault(name, CENTRE) for name in (battle.a, battle.b))
        expected = 1 / (1 + 10 ** ((second - first) / 400))
        step = ELO_STEP * ((battle.verdict() or 0.0) - expected)
        ratings[battle.a], ratings[battle.b] = first + step, second - step
    return ratings
