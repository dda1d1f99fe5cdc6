"""Comparison of systems over data sets, with the sets as units (Demsar 2006)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from msgspec import UNSET

from sacreval.core.results import Interval
from sacreval.errors import UsageError, nearest
from sacreval.features.compare.comparison_families import finding
from sacreval.features.compare.sets.data_sets import FEWEST_RANKED
from sacreval.features.compare.sets.result import (
    RankTest,
    SetDifference,
    SetReport,
    SetSettings,
    SetStanding,
)
from sacreval.scoring.sets.set_scores import SetScores, SetTable, rows_of

if TYPE_CHECKING:
    from sacreval.core.metric import Array


def compare_sets(table: SetTable, settings: SetSettings) -> SetReport:
    """Compare every system with a base over data sets, and the ranks of all systems.

    Args:
        table: The scores.
        settings: Base and level.

    Raises:
        UsageError: If there is no such base.
    """
    systems = list(dict.fromkeys(name for one in table.outputs for name in one.systems))
    if settings.base is not None and settings.base not in systems:
        raise UsageError(f"--base: there is no system '{settings.base}'; "
                         f"{nearest(settings.base, systems)}")  # fmt: skip
    settings = replace(settings, base=settings.base or systems[0])
    report = SetReport(settings, [], [], list(table.notices))
    for one in table.outputs:
        _add_ranks(report, one)
    report.notices.extend(_notices(table, report))
    return report


def _add_ranks(report: SetReport, one: SetScores) -> None:
    """Add the ranks of systems by one output, and their comparisons with the base."""
    import numpy as np

    from sacreval.features.compare.sets.data_sets import critical_difference, friedman, indistinct

    settings = report.settings
    scores = np.array(rows_of(one.scores))
    found = friedman(scores, larger_first=one.higher_is_better)
    alpha = settings.alpha
    reach = critical_difference(len(one.systems), len(scores), alpha=alpha)
    groups = indistinct(found.mean_ranks, reach)
    report.ranks.append(
        RankTest(
            output=one.output,
            sets=list(one.scores),
            chi_square=found.chi_square,
            chi_square_p=found.chi_square_p,
            f=_number(found.f),
            degrees=found.degrees,
            f_p=found.f_p,
            critical_difference=reach,
            not_distinguished=[[one.systems[i] for i in group] for group in groups],
        )
    )
    against = _against_base(one, scores, settings)
    report.systems.extend(_standings(one, found.mean_ranks.tolist(), against))


def _standings(
    one: SetScores, ranks: Sequence[float], against: dict[str, SetDifference]
) -> list[SetStanding]:
    columns = dict(zip(one.systems, zip(*rows_of(one.scores), strict=True), strict=True))
    made = [
        SetStanding(
            output=one.output,
            system_id=system,
            mean_rank=rank,
            mean_of_sets=sum(column) / len(column),
            scores=dict(zip(one.scores, column, strict=True)),
            against_base=against.get(system),
            missing=one.missing.get(system, UNSET),
            unanswered=one.unanswered.get(system, UNSET),
        )
        for (system, column), rank in zip(columns.items(), ranks, strict=True)
    ]
    sign = -1 if one.higher_is_better else 1
    return sorted(made, key=lambda x: (x.mean_rank, sign * x.mean_of_sets))


def _against_base(one: SetScores, scores: Array, settings: SetSettings) -> dict[str, SetDifference]:
    """Compare the other systems with the base, with Holm's correction over them."""
    from sacreval.stats.significance.multiple_testing import holm

    base = settings.base
    if base not in one.systems:
        return {}
    place = one.systems.index(base)
    level = settings.confidence_of_each(len(one.systems) - 1)
    made = {
        system: _difference(scores[:, j] - scores[:, place], level)
        for j, system in enumerate(one.systems)
        if j != place
    }
    corrected = holm([1.0 if x.p_t is None else x.p_t for x in made.values()])
    alpha = settings.alpha
    compared = {
        system: replace(
            x,
            p_holm=None if x.p_t is None else p,
            finding=finding(p, x.difference, alpha, better=one.higher_is_better),
        )
        for (system, x), p in zip(made.items(), corrected, strict=True)
    }
    gone = [system for system in compared if {system, base} & one.missing.keys()]
    return compared | {x: _at_worst(compared[x], one, x, settings) for x in gone}


def _at_worst(
    made: SetDifference, one: SetScores, system: str, settings: SetSettings
) -> SetDifference:
    """Return a difference with what remains of it if missing records are against it."""
    import numpy as np

    if one.if_worst is None or one.if_best is None:
        return made
    other, base = one.systems.index(system), one.systems.index(str(settings.base))
    ahead = (made.difference > 0) == one.higher_is_better
    ends = (one.if_worst, one.if_best) if ahead else (one.if_best, one.if_worst)
    scores, against = (np.array(rows_of(end)) for end in ends)
    found = _difference(scores[:, other] - against[:, base], settings.confidence)
    turned = made.difference * found.difference <= 0
    p = 1.0 if turned or found.p_t is None else found.p_t
    made = replace(made, p_at_worst=p)
    if made.finding == "no difference shown" or not (made.p_t and made.p_holm):
        return made
    level = settings.alpha * made.p_t / made.p_holm  # left by the correction
    return made if p <= level else replace(made, finding="depends on missing")


def _difference(found: Array, level: float) -> SetDifference:
    import numpy as np

    from sacreval.features.compare.sets.data_sets import mean_of_sets
    from sacreval.stats.arrays import round_significant

    mean = mean_of_sets(found, confidence=level)
    same = np.ptp(round_significant(found)) == 0
    reason = f"{len(found)} data sets as units"
    return SetDifference(
        difference=mean.mean,
        interval=None if same else Interval(
            low=mean.low, high=mean.high, level=level, method="t", unit="data set",
            reason=reason,
        ),
        p_t=None if same else mean.t_p,
        p_holm=None,
        p_wilcoxon=_number(mean.signed_rank_p),
        finding="no difference shown",
    )  # fmt: skip


def _notices(table: SetTable, report: SetReport) -> Iterator[str]:
    """Describe what these sets cannot show."""
    fewest = min(len(one.scores) for one in table.outputs)
    if fewest < FEWEST_RANKED:
        yield (
            f"{fewest} data sets are few: below {FEWEST_RANKED} Wilcoxon's test cannot reach "
            "0.05, and intervals and ranks change much with one more set"
        )
    same = [
        f"{x.system_id} ({x.output})"
        for x in report.systems
        if x.against_base is not None and x.against_base.interval is None
    ]
    if same:
        yield f"no interval and no t test of {', '.join(same)}: all sets have the same difference"
    base = report.settings.base
    without = [one.output for one in table.outputs if base not in one.systems]
    if without:
        yield f"'{base}', the base, is not compared by {', '.join(without)}: not all sets have it"


def _number(value: float) -> float | None:
    return value if math.isfinite(value) else None
