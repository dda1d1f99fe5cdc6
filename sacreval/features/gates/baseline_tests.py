"""Tests of a run against its baseline: of a drop, and of non-inferiority by a margin.

Source: Schuirmann (1987) for means and corpus scores; Tango (1998) and Nam (1997) for 0/1 scores;
Clopper and Pearson (1934) for means of bounded scores of which none differs.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from sacreval.core.results import Answer, Result, Verdict
from sacreval.errors import comma_list
from sacreval.features.gates.gates import change, short
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


def drop_verdicts(
    pairs: Sequence[tuple[Result, PairedRows | None]], rule: Regression
) -> list[Verdict]:
    """Test whether each output is worse than the baseline's, with Holm's correction over all."""
    from sacreval.stats.significance.multiple_testing import holm

    results = [paired_test(rows, rule.seed) for _, rows in pairs if rows is not None]
    corrected = holm([result.p for result in results])
    outcomes = iter(Tested(p, result.test) for p, result in zip(corrected, results, strict=True))
    return [
        _untested(now, rule)
        if rows is None
        else _drop_verdict(rows, next(outcomes), rule, tests=len(results))
        for now, rows in pairs
    ]


def paired_test(rows: PairedRows, seed: int) -> Tested:
    """Test the difference of two runs, two-sided, as `compare` tests the same two systems."""
    from sacreval.features.compare.compared_pairs import units
    from sacreval.features.compare.pairs.paired_scores import Member, Pair, SystemScores
    from sacreval.features.compare.pairs.paired_tests import decide, results
    from sacreval.features.compare.result import Settings

    settings = Settings(trials=TRIALS, seed=seed)
    values = None if rows.unit is None else rows.members.values(rows.unit)
    members = [
        Member(result.system_id, result.signature, table)
        for result, table in ((rows.old, rows.theirs), (rows.now, rows.members.rows))
    ]
    sides = SystemScores(rows.entry, members, units(values, len(rows.members)), settings)
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
    sentence = (
        f"{path}: {with_what}, the test finds these true drops in {POWER * 100:g} % of runs: "
        f"{comma_list(drops, SHOWN)}; it finds smaller ones less often"
    )
    return [sentence]


def baseline_of(runs: int) -> str:
    """Name a baseline by its number of runs."""
    return "baseline of one run" if runs == 1 else f"baseline of {runs} runs"


def _drop_verdict(rows: PairedRows, outcome: Tested, rule: Regression, *, tests: int) -> Verdict:
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


class Gain(NamedTuple):
    """How much better a run is than its baseline, with an interval.

    Args:
        low: Lower end, in units of the score, below 0 where the run is worse.
        high: Upper end.
        error: Standard error of the gain.
    """

    low: float
    high: float
    error: float


def margin_verdict(rows: PairedRows, margin: float, alpha: float) -> Verdict:
    """Answer whether a run is worse than its baseline by a margin."""
    from sacreval.stats.significance.non_inferiority import answer

    if rows.same_outputs and rows.unchanged:
        return _margin_verdict(
            rows.now, margin, "not worse", "its outputs are those of the baseline"
        )
    gain = gain_of(rows, alpha)
    if gain is None:
        return _margin_verdict(rows.now, margin, "cannot tell", _no_interval(rows))
    said: Answer = answer((gain.low, gain.high), margin)
    sign = -1 if rows.better is False else 1
    low, high = sorted((sign * gain.low, sign * gain.high))
    limit = f"{-sign * margin:+g}"
    outcome = {
        "not worse": f"is better than {limit}",
        "worse": f"is worse than {limit}",
        "cannot tell": f"is on both sides of {limit}; {_needed(rows, gain, margin, alpha)}",
    }[said]
    changed = change(*rows.values(), sign * rows.gain)
    ends = f"{short(low, -sign * margin)}, {short(high, -sign * margin)}"
    sentence = (
        f"{changed} on {len(rows.members)} shared instances{_units(rows)} "
        f"({baseline_of(rows.runs)}), and the {100 * (1 - 2 * alpha):g} % interval "
        f"[{ends}] {outcome}"
    )
    worst = fallen(rows) if said == "worse" else ""
    return _margin_verdict(rows.now, margin, said, f"{sentence}{worst}")


def _no_interval(rows: PairedRows) -> str:
    if len(rows.tables()[0]) == 1:
        return "one unit has no spread; more records are needed"
    if rows.unchanged:
        return (
            "no score of a record differs though outputs do, and this metric states no largest "
            "score of a record, so that nothing tells how much others may differ"
        )
    return "all records change alike; more records are needed"


def passes(verdicts: Sequence[Verdict]) -> list[str]:
    """Describe the gates that passed, a sentence each."""
    return [f"gate passed: {v.sentence} ({v.gate})" for v in verdicts if v.passed]


def untested(now: Result, margin: float) -> Verdict:
    """Answer for an output that no record of both runs has."""
    return _margin_verdict(now, margin, "cannot tell", "there is no instance to test it on")


def gain_of(rows: PairedRows, alpha: float) -> Gain | None:
    """Compute the interval of the gain that leaves out alpha at either end.

    0/1 scores have Tango's interval, others one by Student's t, over records or groups.

    Args:
        rows: The rows of both runs.
        alpha: In (0, 0.5).

    Where no score of a record differs, and the largest is known, the loss is at most that score
    for the share of records that may change unseen.

    Returns:
        None where nothing varies, and nothing tells how much it might.
    """
    from sacreval.stats.intervals.binomial import tango
    from sacreval.stats.significance.non_inferiority import most_changed

    estimate, inside = rows.estimate(), 1 - 2 * alpha
    counts, error = rows.discordant(), float(estimate.error)
    if counts is not None:
        ends, scale = tango(*counts, len(rows.members), inside), rows.highest
    elif error > 0:
        ends, scale = estimate.bounds(inside), 1.0
    elif rows.unchanged and rows.bounded:
        reach = rows.highest * most_changed(len(rows.tables()[0]), alpha=alpha)
        return Gain(-reach, reach, 0.0)
    else:
        return None
    return Gain(float(ends.low) * scale, float(ends.high) * scale, error)


def records_needed(rows: PairedRows, error: float, margin: float, alpha: float) -> float:
    """Compute how many records an unchanged system needs to pass in 80 % of runs."""
    from sacreval.stats.significance.non_inferiority import (
        equal_pairs_needed,
        records_to_show,
        unchanged_needed,
    )

    n, units = len(rows.members), len(rows.tables()[0])
    if rows.bounded and rows.unchanged and rows.discordant() is None:
        needed = unchanged_needed(margin / rows.highest, alpha=alpha) * n / units
        return math.ceil(needed) if math.isfinite(needed) else needed
    spread = 0.0 if math.isnan(error) else error * math.sqrt(units)
    needed = records_to_show(spread, margin, alpha=alpha, power=POWER) * n / units
    if rows.discordant() is not None and margin > 0:
        needed = max(needed, equal_pairs_needed(margin / rows.highest, alpha=alpha))
    return math.ceil(needed) if math.isfinite(needed) else needed


def _needed(rows: PairedRows, gain: Gain, margin: float, alpha: float) -> str:
    needed = records_needed(rows, gain.error, margin, alpha)
    if math.isinf(needed):
        return "with this margin an unchanged system passes by chance only: give a larger one"
    unchanged = f"needs about {needed} records if nothing has changed"
    if rows.bounded and rows.unchanged:
        return unchanged
    seen = _needed_as_observed(rows, gain, margin, alpha)
    if math.isinf(seen):
        return f"{unchanged}, and no number tells if the change is the margin itself, as observed"
    return f"{unchanged}, and {seen} if the change is as observed"


def _needed_as_observed(rows: PairedRows, gain: Gain, margin: float, alpha: float) -> float:
    """Compute how many records answer in 80 % of runs, if the observed change is the true one."""
    from sacreval.stats.significance.non_inferiority import records_to_show

    n, units = len(rows.members), len(rows.tables()[0])
    beyond = abs(rounded(rows.gain) + margin)
    spread = gain.error * math.sqrt(units)
    needed = records_to_show(spread, beyond, alpha=alpha, power=POWER) * n / units
    return math.ceil(needed) if math.isfinite(needed) else needed


def _units(rows: PairedRows) -> str:
    return "" if rows.unit is None else f" by {rows.unit}"


def _margin_verdict(now: Result, margin: float, said: Answer, change: str) -> Verdict:
    return Verdict(
        gate=f"{now.target} is not worse than the baseline by {rounded(margin):g}",
        output=now.target,
        system_id=now.system_id,
        passed=said == "not worse",
        sentence=f"{now.target} of {now.system_id}: {said}: {change}",
        answer=said,
    )
