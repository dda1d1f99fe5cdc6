"""Gates on point estimates: how often an unchanged system fails them by chance."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from statistics import NormalDist
from typing import TYPE_CHECKING, NamedTuple

from sacreval.core.metric import Direction
from sacreval.core.results import Result, Verdict
from sacreval.errors import InputError
from sacreval.features.gates.gates import Gate, change
from sacreval.features.gates.regression_rule import Regression
from sacreval.scoring.evaluation import Evaluation
from sacreval.stats.rounding import rounded

if TYPE_CHECKING:
    from sacreval.features.gates.paired_rows import TwoRuns

MOVES = {True: "drops", False: "worsens", None: "changes"}


class ScoreNoise(NamedTuple):
    """How much a score varies if nothing changes.

    Args:
        error: Standard error, above 0.
        n: Number of records.
        again: Whether the same records are scored again; otherwise others like them.
    """

    error: float
    n: int
    again: bool


class Risk(NamedTuple):
    """How often an unchanged system fails a gate.

    Args:
        gate: The gate.
        chance: In [0, 1].
        noise: What the estimate rests on.
    """

    gate: str
    chance: float
    noise: ScoreNoise


def dropped(now: Result, old: Result, allowed: float) -> Verdict:
    """Judge a drop since the baseline by its size alone."""
    gate = drop_gate(now, allowed)
    text, passed = "it has no value", False
    if now.value is not None and old.value is not None:
        text = change(old.value, now.value)
        lost = worsening(old.value, now.value, higher_is_better=now.higher_is_better)
        passed = lost <= allowed
    return Verdict(
        gate=gate,
        output=now.target,
        system_id=now.system_id,
        passed=passed,
        sentence=f"{now.target} of {now.system_id}: {text}",
    )


def worsening(old: float, now: float, *, higher_is_better: Direction) -> float:
    """Return how much worse a score has become; without a direction, how much it has changed."""
    change = rounded(old - now)
    if higher_is_better is None:
        return abs(change)
    return change if higher_is_better else -change


def bound_risks(
    gates: Sequence[Gate], results: Iterable[Result], noise: Callable[[Result], ScoreNoise | None]
) -> Iterator[Risk]:
    """Yield how often systems with these scores fail bounds on single outputs."""
    for result in results:
        for gate in gates:
            if gate.output != result.target or result.value is None:
                continue
            spread = noise(result)
            if spread is not None:
                inside = result.value - gate.bound
                inside = inside if gate.operator.startswith(">") else -inside
                yield Risk(gate.text, _below(-inside / spread.error), spread)


def drop_risks(
    allowed: Mapping[str, float],
    results: Iterable[Result],
    noise: Callable[[Result], ScoreNoise | None],
) -> Iterator[Risk]:
    """Yield how often unchanged systems fail a bound on the drop since a baseline."""
    for result in results:
        if result.target in allowed and (spread := noise(result)) is not None:
            sides = 2 if result.higher_is_better is None else 1
            chance = sides * _below(-allowed[result.target] / spread.error)
            yield Risk(drop_gate(result, allowed[result.target]), chance, spread)


def noise_notices(gates: Sequence[str], risks: Sequence[Risk]) -> list[str]:
    """Describe the gate on a point estimate that chance fails most often, in one sentence."""
    worst = max(risks, key=lambda risk: risk.chance, default=None)
    if worst is None:
        return [
            f"{gate} is about a point estimate, which varies from run to run; how much cannot be "
            "estimated from these scores"
            for gate in gates[:1]
        ]
    others = len(risks) - 1
    most = "" if not others else ", and the other such gate no more often"
    most = most if others < 2 else f", and the {others} other such gates no more often"
    records = "these {} records" if worst.noise.again else "{} other records like these"
    sentence = (
        f"{worst.gate} is about a point estimate: on {records.format(worst.noise.n)} an unchanged "
        f"system fails it in {_percent(worst.chance)} of runs{most}"
    )
    return [sentence]


def drop_gate(now: Result, allowed: float) -> str:
    """Write a bound on a drop."""
    return f"{now.target} {MOVES[now.higher_is_better]} by {allowed:g} at most"


def _below(z: float) -> float:
    return NormalDist().cdf(z)


def _percent(chance: float) -> str:
    share = 100 * chance
    if share < 0.1:  # normal tails are not exact enough to tell less
        return "under 0.1 %"
    return "over 99.9 %" if share > 99.9 else f"about {share:.2g} %"


def point_notices(
    evaluation: Evaluation,
    results: Sequence[Result],
    bounds: Sequence[Gate],
    runs: TwoRuns | None,
    rule: Regression,
) -> list[str]:
    """Describe how often an unchanged system fails the gates on point estimates, in one sentence.

    Args:
        evaluation: The rows of the run.
        results: The results of the run.
        bounds: Bounds on single outputs.
        runs: The run and its baseline; None without one.
        rule: The rule with the bounds on drops.

    Returns:
        Nothing where there are no such gates.
    """
    bounds = [gate for gate in bounds if not gate.corrected]
    gates = [gate.text for gate in bounds]
    gates += [drop_gate(r, rule.max_drop[r.target]) for r in results if r.target in rule.max_drop]

    def of_one(now: Result) -> ScoreNoise | None:
        if runs is None:
            return None
        noise = noise_of_runs(runs, now)
        return noise and noise._replace(error=noise.error / math.sqrt(1 + 1 / runs.baseline.runs))

    def of_drop(now: Result) -> ScoreNoise | None:
        if runs is not None and runs.baseline.records is not None:
            return noise_of_runs(runs, now)
        noise = noise_of_records(evaluation, now)  # of two independent sets of records
        return noise and noise._replace(error=noise.error * math.sqrt(2))

    risks = [
        *bound_risks(bounds, results, lambda now: of_one(now) or noise_of_records(evaluation, now)),
        *drop_risks(rule.max_drop, results, of_drop),
    ]
    return noise_notices(gates, risks)


def noise_of_runs(runs: TwoRuns, now: Result) -> ScoreNoise | None:
    """Estimate how much the difference of a run and its baseline varies on the same records.

    Args:
        runs: Both runs.
        now: A result of the run.

    Returns:
        None where the baseline has no such rows, or no score of a record has changed.
    """
    from sacreval.features.gates.paired_rows import paired_rows
    from sacreval.scoring.result_files import same_options

    if runs.baseline.records is None or not _has_rows(runs.evaluation, now):
        return None
    old = runs.before.get((now.system_id, now.target))
    if old is None or not same_options(now, old):
        return None
    rows = paired_rows(runs, (now, old))
    error = math.nan if rows is None else float(rows.estimate().error)
    return ScoreNoise(error, len(rows.members), again=True) if rows and error > 0 else None


def noise_of_records(evaluation: Evaluation, now: Result) -> ScoreNoise | None:
    """Estimate how much a score varies over sets of records like these.

    Args:
        evaluation: The rows of the run.
        now: A result of the run.

    Returns:
        None for a single record, a metric of whole sets, or where nothing varies.
    """
    from sacreval.stats.intervals.bounds import jackknife_t

    members = evaluation.members(now) if _has_rows(evaluation, now) and now.scored else None
    if members is None:
        return None
    try:
        estimate = jackknife_t([members.rows], partial(members.entry.score, now.output))
    except InputError:
        return None
    error = float(estimate.error)
    return ScoreNoise(error, len(members), again=False) if error > 0 else None


def _has_rows(evaluation: Evaluation, now: Result) -> bool:
    return not evaluation.only_sums and evaluation.entries[evaluation.place(now)].has_rows
