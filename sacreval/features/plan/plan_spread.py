"""Spread of kept rows: variance between and within items, discordant items, simulated power.

A score that is no mean, such as BLEU, is linearised: each item's share in it is its jackknife
pseudo-value. Sources: Tukey (1958); Miller (2024, arXiv 2411.00640).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from sacreval.core.contract.declarations import highest_score
from sacreval.errors import UsageError
from sacreval.features.plan.plan_rows import Case
from sacreval.features.plan.result import PlanSettings, Spread
from sacreval.scoring.entries.run_metrics import Entry
from sacreval.stats.rounding import rounded

if TYPE_CHECKING:
    from sacreval.core.metric import Array
    from sacreval.stats.power.power import SimulatedPower


class ItemShares(NamedTuple):
    """The share of each item in a score, or a difference of scores.

    Args:
        values: Array (n,), whose mean is the score or the difference, without its bias of order
            1/n where the score is no mean.
        case: The case without groups.
        tables: The rows of both systems for a simulation; () where there is none.
        reduce: Computes the score from sums of rows.
    """

    values: Array
    case: Case
    tables: Sequence[Array] = ()
    reduce: Callable[[Array], Array] | None = None


def simulating(shares: ItemShares, settings: PlanSettings) -> Case:
    """Return the case of shares, with a simulation where there are rows and a difference."""
    if not shares.case.spread.difference or shares.reduce is None:
        return shares.case
    return shares.case._replace(
        simulate=partial(_simulated, shares.tables, shares.reduce, settings)
    )


def _simulated(
    tables: Sequence[Array],
    reduce: Callable[[Array], Array],
    settings: PlanSettings,
    n: int,
    alpha: float,
) -> SimulatedPower:
    """Simulate the power of some items or groups."""
    from sacreval.stats.power.power import simulated_power

    return simulated_power(
        tables[0],
        tables[1],
        reduce,
        n,
        alpha=alpha,
        trials=settings.trials,
        worlds=settings.simulations,
        seed=settings.seed,
    )


AVERAGED = "avg-at-k"  # the metric whose scores are means of k right or wrong samples


class SystemRuns(NamedTuple):
    """One system.

    Args:
        system: Its name.
        runs: For each of its runs an array (n, k) of rows.
    """

    system: str
    runs: Sequence[Array]


def case_of_pair(entry: Entry, output: str, sides: tuple[SystemRuns, SystemRuns]) -> ItemShares:
    """Return the case of a difference, other less base."""
    base, other = sides
    name = f"{other.system} and {base.system}"
    score = partial(entry.score, output)
    if not _is_mean(entry, output):
        return _corpus_pair(name, sides, score)
    a, b = (_scores(side, score) for side in sides)
    single = len(base.runs) == len(other.runs) == 1
    noise = [_noise(entry, output, x) for x in (a, b)]
    values = b.mean(axis=0) - a.mean(axis=0)
    spread = _spread(values, [x for x in noise if x is not None])
    highest = _highest(entry, output)
    if single and highest and _binary(a, highest) and _binary(b, highest):
        share = float((values != 0).mean()) or None
        spread = replace(spread, discordant=share, highest=highest)
    case = Case(name, spread)
    if not single:
        return ItemShares(values, case)
    return ItemShares(values, case, (base.runs[0], other.runs[0]), score)


def case_of_system(
    entry: Entry, output: str, side: SystemRuns, settings: PlanSettings, correlation: float | None
) -> ItemShares:
    """Return the case of one system's score, or of its difference from another like it."""
    score = partial(entry.score, output)
    if not _is_mean(entry, output):
        _refuse_runs([side], output)
        values = _pseudo_values([side.runs[0]], score)
        spread = Spread(between=float(values.var(ddof=1)), items=len(values))
    else:
        scores = _scores(side, score)
        values = scores.mean(axis=0)
        noise = _noise(entry, output, scores)
        spread = _spread(values, [] if noise is None else [noise], difference=False)
        highest = _highest(entry, output)
        if len(side.runs) == 1 and highest and _binary(scores, highest):
            share = float(values.mean() / highest)
            spread = replace(spread, share=share, highest=highest)
    if settings.goal == "interval":
        return ItemShares(values, Case(side.system, spread))
    factor = 2 * (1 - (correlation or 0.0))
    if factor <= 0:
        raise UsageError("--correlation 1 leaves no differences; give one below 1")
    discordant = None
    if spread.share is not None:
        discordant = factor * spread.share * (1 - spread.share)
    twice = replace(
        spread,
        between=factor * spread.between,
        within=2 * spread.within,
        discordant=discordant or None,
        share=None,
    )
    return ItemShares(values, Case(f"{side.system} and another system like it", twice))


def _corpus_pair(
    name: str,
    sides: tuple[SystemRuns, SystemRuns],
    score: Callable[[Array], Array],
) -> ItemShares:
    _refuse_runs(sides, name)
    tables = [side.runs[0] for side in sides]
    values = _pseudo_values(tables, lambda a, b: score(b) - score(a))
    observed = float(score(tables[1].sum(axis=0)) - score(tables[0].sum(axis=0)))
    spread = Spread(
        between=float(values.var(ddof=1)), difference=rounded(observed) or None, items=len(values)
    )
    return ItemShares(values, Case(name, spread, corpus=True), tables, score)


def _refuse_runs(sides: Sequence[SystemRuns], what: str) -> None:
    if any(len(side.runs) > 1 for side in sides):
        raise UsageError(
            f"{what}: this score is no mean over items, so the variance of its runs cannot be "
            "taken apart; name one run of each system"
        )


def _is_mean(entry: Entry, output: str) -> bool:
    return entry.metric.score_scale.mean or bool(_highest(entry, output))


def _highest(entry: Entry, output: str) -> float | None:
    return highest_score(entry.metric, entry.metric_outputs[output])


def _scores(side: SystemRuns, score: Callable[[Array], Array]) -> Array:
    """Return the scores of items in each run, array (runs, n)."""
    import numpy as np

    return np.stack([score(rows) for rows in side.runs])


def _binary(scores: Array, highest: float) -> bool:
    import numpy as np

    return bool(np.isin(scores, (0.0, highest)).all())


class _Noise(NamedTuple):
    """The variance of one sample of an item, and how many samples a score has."""

    within: float
    samples: int


def _noise(entry: Entry, output: str, scores: Array) -> _Noise | None:
    """Estimate the noise of samples from runs, or from a mean of right and wrong samples."""
    from sacreval.stats.clusters import variance_within

    runs, n = scores.shape
    each = int(output.rpartition("_")[2]) if entry.metric.name == AVERAGED else 1
    if each > 1:
        within = float((scores * (1 - scores)).mean() * each / (each - 1))
        return _Noise(within, each * runs)
    if runs == 1:
        return None
    items = [item for _ in range(runs) for item in range(n)]
    return _Noise(float(variance_within(scores.ravel(), items)), runs)


def _spread(values: Array, noise: Sequence[_Noise], *, difference: bool = True) -> Spread:
    """Return the variance of items, less that of their samples."""
    between = float(values.var(ddof=1)) - sum(x.within / x.samples for x in noise)
    counts = {x.samples for x in noise}
    return Spread(
        between=max(between, 0.0),
        within=sum(x.within for x in noise),
        difference=(rounded(float(values.mean())) or None) if difference else None,
        items=len(values),
        samples=min(counts, default=1),
    )


def _pseudo_values(tables: Sequence[Array], of: Callable[..., Array]) -> Array:
    """Return the jackknife's pseudo-values, array (n,)."""
    totals = [table.sum(axis=0) for table in tables]
    n = len(tables[0])
    left_out = of(*(total - table for total, table in zip(totals, tables, strict=True)))
    values: Array = n * of(*totals) - (n - 1) * left_out
    return values
