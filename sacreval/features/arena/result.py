"""Results of `arena`: strengths and win rates of systems from pairwise verdicts."""

from __future__ import annotations

from typing import Literal

import msgspec

from sacreval.core.results import SCHEMA_VERSION, Interval, Verdict

Separation = Literal["above", "between", "below", "apart"]


class ArenaSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Settings of an arena.

    Args:
        base: The system whose opponents have win rates against it; None for all pairs.
        by: The group whose values have strengths of their own; None for none.
        lengths: Whether win rates at equal lengths are computed.
        online_elo: Whether ratings by online Elo are computed, for comparison with old tables.
        confidence: Level of intervals and rank ranges.
        resamples: Number of resamples of instances, for rank ranges.
        seed: Seed of the resamples.
    """

    base: str | None = None
    by: str | None = None
    lengths: bool = False
    online_elo: bool = False
    confidence: float = 0.95
    resamples: int = 1000
    seed: int = 12345


class ArenaStanding(msgspec.Struct, frozen=True, kw_only=True):
    """One system among all.

    Args:
        group: `name=value` of a breakdown; None for all battles.
        system_id: The system.
        battles: Number of its battles with a verdict.
        wins: Number of battles in which its score is above 0.5.
        ties: Number of battles in which it is 0.5.
        losses: Number of battles in which it is below 0.5.
        win_rate: Mean of its scores, against whichever opponents it had.
        strength: Bradley-Terry log strength, with a mean of 0 over the systems that have one; None
            for a system that is separated from them.
        error: Its sandwich standard error, clustered by instance; None for a single instance.
        interval: The interval of the strength; None for a single instance.
        rating: The strength on the scale of Elo: 1000 plus 400 / ln 10 times the strength.
        best_rank: The best rank that it may have among the systems with a strength; None for a
            single instance.
        worst_rank: The worst one; the ranges of all systems hold together.
        separated: Why there is no strength: chains of wins and ties lead from the system to those
            with a strength and not back (`above`), the other way only (`below`), or neither way
            (`apart`). Where no system has a strength, the same of all others; `between` is above
            some of them and below others.
        online_elo: Rating by online Elo in the order of the files, if requested.
        missing: Number of its battles without a verdict. Absent if there are none.
    """

    group: str | None
    system_id: str
    battles: int
    wins: int
    ties: int
    losses: int
    win_rate: float
    strength: float | None
    error: float | None
    interval: Interval | None
    rating: float | None
    best_rank: int | None
    worst_rank: int | None
    separated: Separation | None = None
    online_elo: float | None = None
    missing: int | msgspec.UnsetType = msgspec.UNSET


class EqualLengthRate(msgspec.Struct, frozen=True, kw_only=True):
    """The win rate that a pair would have if both outputs were equally long.

    Args:
        rate: The win rate; None where scores and lengths are separated.
        interval: Its interval; None where there is no rate, or a single instance.
        constant: The logit of the rate.
        slope: Coefficient of tanh(d / sd(d)), where d is the length of the system's output less
            that of the other; above 0, longer outputs win more often.
        slope_error: Standard error of the slope; None where all lengths differ by the same.
    """

    rate: float | None
    interval: Interval | None
    constant: float | None
    slope: float | None
    slope_error: float | None


class PairRate(msgspec.Struct, frozen=True, kw_only=True):
    """The win rate of one system against another.

    Args:
        group: `name=value` of a breakdown; None for all battles.
        system_id: The system.
        against: The other system.
        battles: Number of battles with a verdict.
        instances: Number of instances of these.
        wins: Number of battles in which the system's score is above 0.5.
        ties: Number of battles in which it is 0.5.
        losses: Number of battles in which it is below 0.5.
        win_rate: Mean of the system's scores.
        error: Its standard error, clustered by instance; None for a single instance.
        interval: Its interval; None for a single instance.
        equal_lengths: The rate at equal lengths, if requested.
        missing: Number of battles of the pair without a verdict. Absent if there are none.
    """

    group: str | None
    system_id: str
    against: str
    battles: int
    instances: int
    wins: int
    ties: int
    losses: int
    win_rate: float
    error: float | None
    interval: Interval | None
    equal_lengths: EqualLengthRate | None = None
    missing: int | msgspec.UnsetType = msgspec.UNSET


class OrderEffect(msgspec.Struct, frozen=True, kw_only=True):
    """How the order of two outputs changes the verdicts of a judge.

    Args:
        judge: The judge; None where the battles name none.
        pairs: Number of pairs of outputs with a verdict in both orders.
        changed: Number of these whose verdict depends on the order.
        share: The latter over the former.
        first: Mean score of the output that is `a`, the first, over both orders: 0.5 without a
            preference for a position.
    """

    judge: str | None
    pairs: int
    changed: int
    share: float
    first: float


class ArenaReport(msgspec.Struct, frozen=True, kw_only=True):
    """The result of an arena.

    Args:
        settings: What was asked.
        standings: One for each group and system, the strongest first.
        pairs: One for each group and pair of systems that had battles.
        orders: One for each judge with verdicts in both orders.
        battles: Number of battles with a verdict.
        missing: Number of battles without one, which are left out.
        gates: The results of the gates.
        notices: Notices to the user, one sentence each.
        failures: A sentence for each battle without a verdict.
    """

    settings: ArenaSettings
    standings: list[ArenaStanding]
    pairs: list[PairRate]
    orders: list[OrderEffect]
    battles: int
    missing: int
    gates: list[Verdict] = []
    notices: list[str] = []
    failures: list[str] = []

    def to_file(self) -> ArenaFile:
        """Return the content of the file."""
        from sacreval.core.version import version

        return ArenaFile(
            SCHEMA_VERSION,
            version(),
            self.settings,
            self.standings,
            self.pairs,
            self.orders,
            self.battles,
            self.missing,
            self.gates,
            self.notices,
        )


class ArenaFile(msgspec.Struct, frozen=True):
    """The file of an arena: the published schema.

    Args:
        schema_version: Version of this schema.
        sacreval: The version of sacreval that wrote it.
        settings: What was asked.
        standings: One for each group and system, the strongest first.
        pairs: One for each group and pair of systems that had battles.
        orders: One for each judge with verdicts in both orders.
        battles: Number of battles with a verdict.
        missing: Number of battles without one, which are left out.
        gates: The results of the gates.
        notices: What the user should know of these results, one sentence each.
    """

    schema_version: Literal[1]
    sacreval: str
    settings: ArenaSettings
    standings: list[ArenaStanding]
    pairs: list[PairRate]
    orders: list[OrderEffect]
    battles: int
    missing: int
    gates: list[Verdict]
    notices: list[str]
