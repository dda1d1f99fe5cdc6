"""Several runs of a model, such as seeds: almost stochastic order, set by set."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Literal

from sacreval.features.compare.sets.result import SetSettings, StochasticOrder
from sacreval.scoring.sets.set_scores import SetScores

FEWEST_RUNS = 5
"""Runs below which no model is called better."""
FEW_RUNS = 10
"""Runs below which equal models are called different more often than at 0.05: of 400 pairs of
normal samples at 0.05 with 3, 4, 5, 6, 8 and 10 runs, in 19, 14, 10, 7, 6 and 7 of 100."""


def stochastic_orders(one: SetScores, settings: SetSettings) -> list[StochasticOrder]:
    """Compute how nearly one of two models is better at every quantile of its runs.

    Both directions of each pair are tested, and the level of the bound is corrected for the number
    of directions, pairs and sets (Bonferroni).

    Args:
        one: The scores of runs by one output.
        settings: Level, resamples and seed.

    Returns:
        One for each set and pair of models with two runs or more; the first model of each has the
        smaller violation ratio.
    """
    pairs = [
        (name, *pair)
        for name, runs in one.scores.items()
        for pair in combinations(sorted(model for model, x in runs.items() if len(x) > 1), 2)
    ]
    return [_order(one, *pair, tests=2 * len(pairs), settings=settings) for pair in pairs]


def _order(
    one: SetScores, name: str, a: str, b: str, *, tests: int, settings: SetSettings
) -> StochasticOrder:
    import numpy as np

    from sacreval.features.compare.sets.stochastic_order import stochastic_order, violation_ratio

    sign = 1.0 if one.higher_is_better else -1.0
    runs = {
        model: sign * np.sort(np.array(one.scores[name][model], dtype=np.float64))
        for model in (a, b)
    }
    first, second = (a, b) if float(violation_ratio(runs[a], runs[b])) <= 0.5 else (b, a)  # noqa: PLR2004 - the middle
    found = stochastic_order(
        runs[first],
        runs[second],
        confidence=settings.confidence_of_each(tests),
        resamples=settings.resamples,
        seed=settings.seed,
    )
    return StochasticOrder(
        output=one.output,
        data_set=name,
        first=first,
        second=second,
        runs=(len(runs[first]), len(runs[second])),
        violation_ratio=found.ratio,
        bound=found.bound,
        finding=_finding(found.bound, min(map(len, runs.values()))),
    )


def _finding(bound: float, runs: int) -> Literal["better", "no difference shown", "too few runs"]:
    from sacreval.features.compare.sets.stochastic_order import CONVINCING

    if runs < FEWEST_RUNS:
        return "too few runs"
    return "better" if bound < CONVINCING else "no difference shown"


def few_runs(outputs: Iterable[SetScores]) -> Iterator[str]:
    """Describe which models have too few runs for a stochastic order."""
    fewest: dict[str, int] = {}
    for one in outputs:
        for of_set in one.scores.values():
            for model, runs in of_set.items():
                fewest[model] = min(len(runs), fewest.get(model, len(runs)))
    single = [model for model, count in fewest.items() if count == 1]
    if single:
        yield f"{', '.join(single)}: one run has no stochastic order; give two or more of each"
    few = [f"{model} ({n})" for model, n in fewest.items() if 1 < n < FEW_RUNS]
    if few:
        yield (
            f"few runs: {', '.join(few)}; equal models are called different in about 10 of 100 "
            f"comparisons with {FEWEST_RUNS} runs and 6 with {FEW_RUNS}, and below {FEWEST_RUNS} "
            "runs no model is called better"
        )
