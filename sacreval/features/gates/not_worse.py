"""Non-inferiority: whether a run is worse than its baseline by a margin, or cannot be told.

Source: Schuirmann (1987) for means and corpus scores; Tango (1998) and Nam (1997) for 0/1 scores;
Clopper and Pearson (1934) for means of bounded scores of which none differs.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from sacreval.core.results import Answer, Result, Verdict
from sacreval.features.gates.drop_test import POWER, baseline_of
from sacreval.features.gates.gates import change, short
from sacreval.features.gates.paired_rows import PairedRows, fallen
from sacreval.stats.rounding import rounded


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


def judge(rows: PairedRows, margin: float, alpha: float) -> Verdict:
    """Answer whether a run is worse than its baseline by a margin."""
    from sacreval.stats.significance.non_inferiority import answer

    if rows.same_outputs and rows.unchanged:
        return _verdict(rows.now, margin, "not worse", "its outputs are those of the baseline")
    gain = gain_of(rows, alpha)
    if gain is None:
        return _verdict(rows.now, margin, "cannot tell", _no_interval(rows))
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
    return _verdict(rows.now, margin, said, f"{sentence}{worst}")


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
    return _verdict(now, margin, "cannot tell", "there is no instance to test it on")


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
    from sacreval.stats.intervals.paired_binary_intervals import tango
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


def _verdict(now: Result, margin: float, said: Answer, change: str) -> Verdict:
    return Verdict(
        gate=f"{now.target} is not worse than the baseline by {rounded(margin):g}",
        output=now.target,
        system_id=now.system_id,
        passed=said == "not worse",
        sentence=f"{now.target} of {now.system_id}: {said}: {change}",
        answer=said,
    )
