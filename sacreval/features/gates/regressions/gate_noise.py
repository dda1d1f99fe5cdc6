"""How much scores vary if nothing changes, and the notice on gates that pay no regard to it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from sacreval.core.results import Result
from sacreval.errors import InputError
from sacreval.features.gates.gates import Gate
from sacreval.features.gates.regressions.point_estimates import (
    Noise,
    bound_risks,
    drop_gate,
    drop_risks,
    noise_notices,
)
from sacreval.features.gates.regressions.regression_rule import Regression
from sacreval.scoring.evaluation import Evaluation

if TYPE_CHECKING:
    from sacreval.scoring.baseline import Baseline


def point_notices(
    evaluation: Evaluation,
    results: Sequence[Result],
    bounds: Sequence[Gate],
    baseline: Baseline | None,
    rule: Regression,
) -> list[str]:
    """Describe how often an unchanged system fails the gates on point estimates, in one sentence.

    Args:
        evaluation: The rows of the run.
        results: The results of the run.
        bounds: Bounds on single outputs.
        baseline: The accepted run, or None.
        rule: The rule with the bounds on drops.

    Returns:
        Nothing where there are no such gates.
    """
    bounds = [gate for gate in bounds if not gate.corrected]
    gates = [gate.text for gate in bounds]
    gates += [
        drop_gate(one, rule.max_drop[one.target]) for one in results if one.target in rule.max_drop
    ]

    def again(now: Result) -> Noise | None:
        return noise_of_runs(evaluation, now, results, baseline)

    def of_one(now: Result) -> Noise | None:
        runs = 1 if baseline is None else baseline.runs
        found = again(now)
        return found and found._replace(error=found.error / math.sqrt(1 + 1 / runs))

    def of_drop(now: Result) -> Noise | None:
        if baseline is not None and baseline.rows is not None:
            return again(now)
        found = noise_of_records(evaluation, now)  # of two independent sets of records
        return found and found._replace(error=found.error * math.sqrt(2))

    risks = [
        *bound_risks(bounds, results, lambda now: of_one(now) or noise_of_records(evaluation, now)),
        *drop_risks(rule.max_drop, results, of_drop),
    ]
    return noise_notices(gates, risks)


def noise_of_runs(
    evaluation: Evaluation, now: Result, results: Sequence[Result], baseline: Baseline | None
) -> Noise | None:
    """Estimate how much the difference of a run and its baseline varies on the same records.

    Args:
        evaluation: The rows of the run.
        now: A result of the run.
        results: All of its results.
        baseline: The accepted run, or None.

    Returns:
        None where the baseline has no such rows, or no score of a record has changed.
    """
    if baseline is None or baseline.rows is None or not _has_rows(evaluation, now):
        return None
    from sacreval.features.gates.regressions.accepted_rows import paired_rows
    from sacreval.scoring.baseline import match_systems, same_options

    system = match_systems(results, baseline.overall).get(now.system_id)
    old = next(
        (r for r in baseline.results if (r.system_id, r.target) == (system, now.target)), None
    )
    if old is None or not same_options(now, old):
        return None
    rows = paired_rows(evaluation, (now, old), baseline)
    error = math.nan if rows is None else float(rows.estimate().error)
    return Noise(error, len(rows.members), again=True) if rows and error > 0 else None


def noise_of_records(evaluation: Evaluation, now: Result) -> Noise | None:
    """Estimate how much a score varies over sets of records like these.

    Args:
        evaluation: The rows of the run.
        now: A result of the run.

    Returns:
        None for a single record, a metric of whole sets, or where nothing varies.
    """
    from sacreval.stats.intervals.jackknife_t import jackknife_t

    members = evaluation.members(now) if _has_rows(evaluation, now) and now.scored else None
    if members is None:
        return None
    entry = members.entry
    try:
        found = jackknife_t(
            [members.rows], lambda sums: entry.named(entry.metric.reduce(sums))[now.output]
        )
    except InputError:
        return None
    error = float(found.error)
    return Noise(error, len(members), again=False) if error > 0 else None


def _place(evaluation: Evaluation, now: Result) -> int:
    return next(i for i, one in enumerate(evaluation.entries) if now.output in one.outputs)


def _has_rows(evaluation: Evaluation, now: Result) -> bool:
    return not evaluation.only_sums and evaluation.entries[_place(evaluation, now)].has_rows
