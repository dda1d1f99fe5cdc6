"""No new failures: records that met a condition in the baseline must still meet it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sacreval.core.results import Result, Verdict
from sacreval.errors import UsageError
from sacreval.features.gates.matched_runs import why_no_test
from sacreval.features.gates.paired_rows import PairedRows, TwoRuns, missing_now, paired_rows
from sacreval.features.gates.record_gates import Condition

OPTION = "--no-new-failures"
_NAMED = 5  # records that a failed gate names


def judge(
    runs: TwoRuns, pairs: Sequence[tuple[Result, Result]], wanted: Mapping[str, Condition | None]
) -> list[Verdict]:
    """Judge the records of a baseline, those that the run lacks among them."""
    pairs = [pair for pair in pairs if pair[0].target in wanted]
    if pairs and (refusal := why_no_test(runs, pairs)):
        raise UsageError(refusal)
    return [
        _verdict(
            now,
            paired_rows(runs, (now, old)),
            wanted[now.target],
            missing_now(runs, (now, old)),
        )
        for now, old in pairs
    ]


def _verdict(
    now: Result,
    rows: PairedRows | None,
    each: Condition | None,
    gone: Mapping[str, Mapping[str, float]],
) -> Verdict:
    what = now.target if each is None else f"{now.target} {each.operator} {each.bound:g}"
    gate = f"no new failures of {what}"
    text, lost = "it shares no record with the baseline", list[str]()
    if rows is not None:
        text, lost = _new_failures(rows, each or _right(rows), gone)
    return Verdict(
        gate=gate,
        output=now.target,
        system_id=now.system_id,
        passed=rows is not None and not lost,
        sentence=f"{what} of {now.system_id}: {text}",
        records=lost or None,
    )


def _right(rows: PairedRows) -> Condition:
    """Return the condition of a record that is right, by scores of 0 and the highest score."""
    if rows.discordant() is None:
        raise UsageError(
            f"{OPTION} {rows.now.target}: its scores are not only right or wrong; give a "
            f'condition, as in {OPTION} "{rows.now.target} >= VALUE"'
        )
    if rows.better is False:
        return Condition("<=", 0.0)
    return Condition(">=", rows.highest)


def _new_failures(
    rows: PairedRows, each: Condition, gone: Mapping[str, Mapping[str, float]]
) -> tuple[str, list[str]]:
    """Describe how many records fail anew, with the first of them, and list the ids of all."""
    mine, theirs = (scores.tolist() for scores in rows.records())
    names = [rows.name(i) for i in range(len(mine))]
    both = list(zip(names, theirs, mine, strict=True))
    lost = [record for record in both if each.holds(record[1]) and not each.holds(record[2])]
    unscored = [
        (name, what)
        for what, scores in gone.items()
        for name, old in scores.items()
        if each.holds(old)
    ]
    gained = sum(each.holds(new) and not each.holds(old) for _, old, new in both)
    met = sum(each.holds(old) for old in theirs) + len(unscored)
    listed = [f"{name} ({old:.4g} to {new:.4g})" for name, old, new in lost]
    listed += [f"{name} ({what})" for name, what in unscored]
    more = f" and {len(listed) - _NAMED} more" if len(listed) > _NAMED else ""
    text = f"{len(listed)} of {met} records that met it in the baseline no longer do"
    shown = f", {', '.join(listed[:_NAMED])}{more}" if listed else ""
    return f"{text}{shown}; {gained} others now do", [record[0] for record in (*lost, *unscored)]
