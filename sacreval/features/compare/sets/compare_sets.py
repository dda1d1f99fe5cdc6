"""Comparison of systems over data sets, with the sets as units (Demsar 2006).

Systems on several data sets, with the sets as units: ranks by Friedman and Nemenyi, and means.
Records of one set are alike, so that records of all sets together are no sample of what a system
meets; the sets are. Source: Demsar (2006).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from msgspec import UNSET

from sacreval.core.results import Interval
from sacreval.errors import UsageError, nearest
from sacreval.features.compare.comparison_tests import finding
from sacreval.features.compare.sets.result import (
    RankTest,
    SetDifference,
    SetReport,
    SetSettings,
    SetStanding,
)
from sacreval.scoring.sets.set_scores import (
    NamedFile,
    SetScores,
    SetTable,
    read_set_scores,
    rows_of,
)
from sacreval.stats.arrays import Floats, round_significant

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.features.compare.compare_options import BaseOptions, SetOptions


FEWEST_RANKED = 6
"""Sets from which Wilcoxon's test can reach 0.05."""


class Friedman(NamedTuple):
    """Whether systems differ in their ranks.

    Attributes:
        mean_ranks: Of each system (systems,), 1 for the best.
        chi_square: Friedman's statistic, corrected for ties, with systems - 1 degrees of freedom.
        chi_square_p: Its p-value.
        f: Iman and Davenport's statistic, which is less cautious; infinity where all sets agree.
        degrees: Of its F distribution.
        f_p: Its p-value; where all sets agree, the chance that they do.
    """

    mean_ranks: Floats
    chi_square: float
    chi_square_p: float
    f: float
    degrees: tuple[int, int]
    f_p: float


def friedman(scores: Floats, *, larger_first: bool = True) -> Friedman:
    """Test whether some systems have better ranks than others over data sets.

    Source: Friedman (1937); Iman and Davenport (1980).
    """
    from scipy.stats import rankdata

    settled = round_significant(scores)
    ranks = np.asarray(rankdata(-settled if larger_first else settled, axis=1), dtype=np.float64)
    sets, systems = ranks.shape
    share = 1 - _tied(ranks) / (sets * systems * (systems**2 - 1))
    return friedman_of_ranks(ranks.mean(axis=0), sets, untied=share)


def _tied(ranks: Floats) -> float:
    counts = [np.unique(row, return_counts=True)[1].astype(np.float64) for row in ranks]
    return float(sum((count**3 - count).sum() for count in counts))


def friedman_of_ranks(mean_ranks: Floats, sets: int, *, untied: float = 1.0) -> Friedman:
    """Compute Friedman's test from mean ranks, as papers print them."""
    from scipy.special import chdtrc, fdtrc

    systems = len(mean_ranks)
    degrees = systems - 1, (systems - 1) * (sets - 1)
    if untied <= 0:
        return Friedman(mean_ranks, 0.0, 1.0, 0.0, degrees, 1.0)
    squares = float((mean_ranks**2).sum()) - systems * (systems + 1) ** 2 / 4
    chi_square = max(0.0, 12 * sets / (systems * (systems + 1)) * squares / untied)
    left = sets * (systems - 1) - chi_square
    f = (sets - 1) * chi_square / left if left > chi_square * 1e-12 else math.inf
    f_p = _chance_to_agree(mean_ranks, sets) if math.isinf(f) else float(fdtrc(*degrees, f))
    return Friedman(mean_ranks, chi_square, float(chdtrc(degrees[0], chi_square)), f, degrees, f_p)


def _chance_to_agree(ranks: Floats, sets: int) -> float:
    """Compute how often random orders of the same ties agree in all sets."""
    _, ties = np.unique(round_significant(ranks), return_counts=True)
    orders = math.factorial(len(ranks)) / math.prod(map(math.factorial, ties.tolist()))
    return float(orders ** (1 - sets))


def nemenyi_quantile(systems: int, *, alpha: float) -> float:
    """Compute the quantile of the studentised range over sqrt(2): Demsar's q."""
    from scipy.stats import studentized_range

    return float(studentized_range.ppf(1 - alpha, systems, np.inf)) / math.sqrt(2)


def critical_difference(systems: int, sets: int, *, alpha: float) -> float:
    """Compute how far mean ranks must be apart for two systems to differ, all pairs tested.

    Source: Nemenyi (1963).
    """
    return nemenyi_quantile(systems, alpha=alpha) * math.sqrt(systems * (systems + 1) / (6 * sets))


def indistinct(mean_ranks: Floats, difference: float) -> list[list[int]]:
    """List the largest groups of systems whose mean ranks are closer than a critical difference."""
    order = np.argsort(mean_ranks, kind="stable")
    ranked = mean_ranks[order]
    groups, reached = [], 0
    for start, rank in enumerate(ranked):
        end = int(np.searchsorted(ranked, rank + difference, side="left"))
        if end > max(reached, start + 1):
            groups.append(order[start:end].tolist())
            reached = end
    return groups


class MeanOfSets(NamedTuple):
    """A mean over data sets, as it would vary with other sets.

    Attributes:
        mean: Every set counts alike, however many records it has.
        low: Lower end of the t interval; NaN for one set.
        high: Upper end.
        t_p: Of the paired t test that it is 0; NaN for one set.
        signed_rank_p: Of Wilcoxon's test; NaN below six sets, where it cannot reach 0.05.
    """

    mean: float
    low: float
    high: float
    t_p: float
    signed_rank_p: float


def mean_of_sets(differences: Floats, *, confidence: float) -> MeanOfSets:
    """Average the differences of two systems over data sets, with the sets as units."""
    from scipy.special import stdtr, stdtrit

    from sacreval.stats.significance.mid_p import wilcoxon

    sets, mean = len(differences), float(differences.mean())
    ranked = wilcoxon(differences) if sets >= FEWEST_RANKED else math.nan
    if sets < 2:
        return MeanOfSets(mean, math.nan, math.nan, math.nan, ranked)
    error = float(differences.std(ddof=1)) / math.sqrt(sets)
    reach = float(stdtrit(sets - 1, (1 + confidence) / 2)) * error
    p = 2 * float(stdtr(sets - 1, -abs(mean) / error)) if error > 0 else float(mean == 0)
    return MeanOfSets(mean, mean - reach, mean + reach, p, ranked)


def compare_named(
    files: Sequence[NamedFile], options: SetOptions, against: BaseOptions
) -> SetReport:
    """Compare systems over the data sets of result files."""
    table = read_set_scores(files, group=options.sets, outputs=options.metric, runs=options.runs)
    return compare_sets(table, SetSettings(**vars(against), runs=options.runs))


def compare_sets(table: SetTable, settings: SetSettings) -> SetReport:
    """Compare every system with a base over data sets, and the ranks of all systems.

    Args:
        table: The scores.
        settings: Base and level.

    Raises:
        UsageError: If there is no such base.
    """
    systems = list(dict.fromkeys(name for output in table.outputs for name in output.systems))
    if settings.base is not None and settings.base not in systems:
        raise UsageError(f"--base: there is no system '{settings.base}'; "
                         f"{nearest(settings.base, systems)}")  # fmt: skip
    settings = replace(settings, base=settings.base or systems[0])
    report = SetReport(settings, [], [], list(table.notices))
    for output in table.outputs:
        _add_ranks(report, output)
    report.notices.extend(_notices(table, report))
    return report


def _add_ranks(report: SetReport, output: SetScores) -> None:
    """Add the ranks of systems by one output, and their comparisons with the base."""
    import numpy as np

    settings = report.settings
    scores = np.array(rows_of(output.scores))
    test = friedman(scores, larger_first=output.higher_is_better)
    alpha = settings.alpha
    reach = critical_difference(len(output.systems), len(scores), alpha=alpha)
    groups = indistinct(test.mean_ranks, reach)
    report.ranks.append(
        RankTest(
            output=output.output,
            sets=list(output.scores),
            chi_square=test.chi_square,
            chi_square_p=test.chi_square_p,
            f=_number(test.f),
            degrees=test.degrees,
            f_p=test.f_p,
            critical_difference=reach,
            not_distinguished=[[output.systems[i] for i in group] for group in groups],
        )
    )
    against = _against_base(output, scores, settings)
    report.systems.extend(_standings(output, test.mean_ranks.tolist(), against))


def _standings(
    output: SetScores, ranks: Sequence[float], against: dict[str, SetDifference]
) -> list[SetStanding]:
    columns = dict(zip(output.systems, zip(*rows_of(output.scores), strict=True), strict=True))
    standings = [
        SetStanding(
            output=output.output,
            system_id=system,
            mean_rank=rank,
            mean_of_sets=sum(column) / len(column),
            scores=dict(zip(output.scores, column, strict=True)),
            against_base=against.get(system),
            missing=output.missing.get(system, UNSET),
            unanswered=output.unanswered.get(system, UNSET),
        )
        for (system, column), rank in zip(columns.items(), ranks, strict=True)
    ]
    sign = -1 if output.higher_is_better else 1
    return sorted(standings, key=lambda x: (x.mean_rank, sign * x.mean_of_sets))


def _against_base(
    output: SetScores, scores: Array, settings: SetSettings
) -> dict[str, SetDifference]:
    """Compare the other systems with the base, with Holm's correction over them."""
    from sacreval.stats.significance.multiple_testing import holm

    base = settings.base
    if base not in output.systems:
        return {}
    place = output.systems.index(base)
    level = settings.confidence_of_each(len(output.systems) - 1)
    differences = {
        system: _difference(scores[:, j] - scores[:, place], level)
        for j, system in enumerate(output.systems)
        if j != place
    }
    corrected = holm([1.0 if x.p_t is None else x.p_t for x in differences.values()])
    alpha = settings.alpha
    compared = {
        system: replace(
            x,
            p_holm=None if x.p_t is None else p,
            finding=finding(p, x.difference, alpha, better=output.higher_is_better),
        )
        for (system, x), p in zip(differences.items(), corrected, strict=True)
    }
    gone = [system for system in compared if {system, base} & output.missing.keys()]
    return compared | {x: _at_worst(compared[x], output, x, settings) for x in gone}


def _at_worst(
    difference: SetDifference, output: SetScores, system: str, settings: SetSettings
) -> SetDifference:
    """Return a difference with what remains of it if missing records are against it."""
    import numpy as np

    if output.if_worst is None or output.if_best is None:
        return difference
    other, base = output.systems.index(system), output.systems.index(str(settings.base))
    ahead = (difference.difference > 0) == output.higher_is_better
    ends = (output.if_worst, output.if_best) if ahead else (output.if_best, output.if_worst)
    scores, against = (np.array(rows_of(end)) for end in ends)
    worst = _difference(scores[:, other] - against[:, base], settings.confidence)
    turned = difference.difference * worst.difference <= 0
    p = 1.0 if turned or worst.p_t is None else worst.p_t
    difference = replace(difference, p_at_worst=p)
    if difference.finding == "no difference shown" or not (difference.p_t and difference.p_holm):
        return difference
    level = settings.alpha * difference.p_t / difference.p_holm  # left by the correction
    return difference if p <= level else replace(difference, finding="depends on missing")


def _difference(differences: Array, level: float) -> SetDifference:
    import numpy as np

    from sacreval.stats.arrays import round_significant

    mean = mean_of_sets(differences, confidence=level)
    same = np.ptp(round_significant(differences)) == 0
    reason = f"{len(differences)} data sets as units"
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
    fewest = min(len(output.scores) for output in table.outputs)
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
    without = [output.output for output in table.outputs if base not in output.systems]
    if without:
        yield f"'{base}', the base, is not compared by {', '.join(without)}: not all sets have it"


def _number(value: float) -> float | None:
    return value if math.isfinite(value) else None
