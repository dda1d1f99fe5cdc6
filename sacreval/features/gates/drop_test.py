"""The paired test of a run against its baseline, and the smallest drop that it finds."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from sacreval.core.results import Result, Verdict
from sacreval.features.gates.gates import change
from sacreval.features.gates.paired_rows import PairedRows, fallen
from sacreval.features.gates.regression_rule import Regression
from sacreval.report.numbers import p_text
from sacreval.stats.rounding import rounded

if TYPE_CHECKING:
    from sacreval.features.compare.comparison_names import TestName

TRIALS = 10_000  # sacrebleu's default
POWER = 0.8
SHOWN = 6  # outputs that a notice names


class Tested(NamedTuple):
    """A p-value, without correction, and the test that it is of."""

    p: float
    test: TestName


def judge(pairs: Sequence[tuple[Result, PairedRows | None]], rule: Regression) -> list[Verdict]:
    """Test whether each output is worse than the baseline's, with Holm's correction over all."""
    from sacreval.stats.significance.multiple_testing import holm

    results = [paired_test(rows, rule.seed) for _, rows in pairs if rows is not None]
    corrected = holm([result.p for result in results])
    outcomes = iter(Tested(p, result.test) for p, result in zip(corrected, results, strict=True))
    return [
        _untested(now, rule)
        if rows is None
        else _verdict(rows, next(outcomes), rule, tests=len(results))
        for now, rows in pairs
    ]


def paired_test(rows: PairedRows, seed: int) -> Tested:
    """Test the difference of two runs, two-sided, as `compare` tests the same two systems."""
    from sacreval.features.compare.compared_pairs import units
    from sacreval.features.compare.pairs.paired_scores import Member, Sides
    from sacreval.features.compare.pairs.paired_tests import decide, results
    from sacreval.features.compare.result import Settings
    from sacreval.features.compare.system_pair import Pair

    settings = Settings(trials=TRIALS, seed=seed)
    values = None if rows.unit is None else rows.members.values(rows.unit)
    members = [
        Member(result.system_id, result.signature, table)
        for result, table in ((rows.old, rows.theirs), (rows.now, rows.members.rows))
    ]
    sides = Sides(rows.entry, members, units(values, len(rows.members)), settings)
    pair = Pair(sides, (0, 1), rows.now.output)
    decision = decide(pair, settings)
    return Tested(results(pair, decision, settings)[decision.test].p, decision.test)


def smallest_drop(rows: PairedRows, alpha: float) -> float | None:
    """Compute the smallest true drop that the test finds in 80 % of runs.

    Args:
        rows: The rows of both runs.
        alpha: Level of the two-sided test.

    Returns:
        None where no record's score has changed, which shows nothing of the noise.
    """
    from sacreval.stats.power.power import quick_reach

    estimate = rows.estimate()
    error = float(estimate.error)
    if not error > 0:
        return None
    return quick_reach(int(float(estimate.freedom)), alpha=alpha, power=POWER) * error  # type: ignore[arg-type]


def least_changed(alpha: float) -> int:
    """Compute how many records must be worse, and none better, for the test to fail by mid-p."""
    return math.ceil(math.log2(1 / alpha))


def drop_notices(
    path: str, verdicts: Sequence[Verdict], pairs: Sequence[PairedRows], alpha: float
) -> list[str]:
    """Describe, for all tests that passed, the smallest drops that they find; one sentence."""
    passed = {(v.output, v.system_id): v.detectable for v in verdicts if v.passed}
    shown: dict[str, float | None] = {}
    for rows in pairs:
        key = rows.now.target, rows.now.system_id
        if key in passed and (passed[key] is not None or key[0] not in shown):
            shown[key[0]] = max(shown.get(key[0]) or 0.0, passed[key] or 0.0) or None
    if not shown:
        return []
    sizes = sorted({len(rows.members) for rows in pairs})
    count = f"{sizes[0]} to {sizes[-1]}" if len(sizes) > 1 else f"{sizes[0]}"
    with_what = f"with {count} records and a {baseline_of(pairs[0].runs)}"
    drops = [f"{name} {drop:.3g}" for name, drop in shown.items() if drop is not None]
    if not drops:
        least = least_changed(alpha / len(pairs))
        sentence = (
            f"{path}: no score of a record has changed; {with_what}, a drop in fewer than {least} "
            "of them passes the test"
        )
        return [sentence]
    more = f" and {len(drops) - SHOWN} more" if len(drops) > SHOWN else ""
    sentence = (
        f"{path}: {with_what}, the test finds these true drops in {POWER * 100:g} % of runs: "
        f"{', '.join(drops[:SHOWN])}{more}; it finds smaller ones less often"
    )
    return [sentence]


def baseline_of(runs: int) -> str:
    """Name a baseline by its number of runs."""
    return "baseline of one run" if runs == 1 else f"baseline of {runs} runs"


def _verdict(rows: PairedRows, outcome: Tested, rule: Regression, *, tests: int) -> Verdict:
    now, p, alpha = rows.now, outcome.p, rule.alpha_of_set
    allowed = rule.significant_drop.get(now.target)
    gain = rows.gain
    changed = change(*rows.values(), -gain if rows.better is False else gain)
    where = "" if rows.unit is None else f" by {rows.unit}"
    small = allowed is not None and rounded(-gain) <= allowed
    passed = gain > 0 or rounded(gain) == 0 or p > alpha or small
    if small and rounded(gain) < 0 and p <= alpha:
        changed = f"{changed}, worse, but by no more than {allowed:g},"
    p_name = "p" if tests == 1 else f"p (Holm, {tests} tests)"
    return Verdict(
        gate=_gate(now, allowed),
        output=now.target,
        system_id=now.system_id,
        passed=passed,
        sentence=f"{now.target} of {now.system_id}: {changed} on "
        f"{len(rows.members)} shared instances{where} ({baseline_of(rows.runs)}), "
        f"{p_name} {p_text(p)} by {outcome.test}"
        f"{'' if passed else fallen(rows)}",
        detectable=smallest_drop(rows, alpha / tests),
    )


def _untested(now: Result, rule: Regression) -> Verdict:
    return Verdict(
        gate=_gate(now, rule.significant_drop.get(now.target)),
        output=now.target,
        system_id=now.system_id,
        passed=False,
        sentence=f"{now.target} of {now.system_id}: there is no instance to test it on",
    )


def _gate(now: Result, allowed: float | None) -> str:
    if allowed is None:
        return f"{now.target} is not worse than the baseline"
    return f"{now.target} is not significantly worse than the baseline by more than {allowed:g}"
