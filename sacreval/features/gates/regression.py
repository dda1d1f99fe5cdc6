"""Verdicts on a run by its baseline: paired tests, margins, bounds on drops, and new failures."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec import structs

from sacreval.core.results import Result, Verdict
from sacreval.errors import UsageError, comma_list
from sacreval.features.gates import baseline_tests
from sacreval.features.gates.lacking_gates import NOTHING_NAMED, Allowed
from sacreval.features.gates.matched_runs import directed, match, why_no_test
from sacreval.features.gates.paired_rows import (
    PairedRows,
    TwoRuns,
    fallen,
    in_units,
    missing_now,
    paired_rows,
)
from sacreval.features.gates.point_estimates import dropped
from sacreval.features.gates.record_gates import Condition
from sacreval.features.gates.regression_rule import Regression

OPTION = "--no-new-failures"


def failure_verdicts(
    runs: TwoRuns, pairs: Sequence[tuple[Result, Result]], wanted: Mapping[str, Condition | None]
) -> list[Verdict]:
    """Judge the records of a baseline, those that the run lacks among them."""
    pairs = [pair for pair in pairs if pair[0].target in wanted]
    if pairs and (refusal := why_no_test(runs, pairs)):
        raise UsageError(refusal)
    return [
        _failure_verdict(
            now,
            paired_rows(runs, (now, old)),
            wanted[now.target],
            missing_now(runs, (now, old)),
        )
        for now, old in pairs
    ]


def _failure_verdict(
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
    text = f"{len(listed)} of {met} records that met it in the baseline no longer do"
    shown = f", {comma_list(listed, 5)}" if listed else ""
    return f"{text}{shown}; {gained} others now do", [record[0] for record in (*lost, *unscored)]


Answered = Callable[[Sequence[Verdict]], list[Verdict]]
"""Fails the verdicts on outputs that lack more records than are allowed."""


def judge(
    runs: TwoRuns, rule: Regression, allowed: Allowed = NOTHING_NAMED
) -> tuple[list[Verdict], list[str]]:
    """Judge a run by a baseline."""
    matched = match(runs, rule)

    def answered(verdicts: Sequence[Verdict]) -> list[Verdict]:
        return allowed.without_silence(verdicts, runs.results, runs.before)

    drops = [
        _dropped(runs, pair, rule) for pair in matched.pairs if pair[0].target in rule.max_drop
    ]
    failures = failure_verdicts(runs, matched.pairs, rule.no_new_failures)
    margins, said = _not_worse(runs, matched.pairs, rule, answered)
    tested, notices = _paired_test(runs, matched.pairs, rule, answered)
    texts = dict.fromkeys([*matched.notices, *said, *notices])
    return [*answered([*drops, *failures]), *margins, *tested], list(texts)


def _dropped(runs: TwoRuns, pair: tuple[Result, Result], rule: Regression) -> Verdict:
    verdict = dropped(*pair, rule.max_drop[pair[0].target])
    if verdict.passed or None in (pair[0].value, pair[1].value):
        return verdict
    if why_no_test(runs, [pair]):  # no scores of records to name the worst
        return verdict
    rows = paired_rows(runs, pair)
    worst = "" if rows is None else fallen(rows)
    return structs.replace(verdict, sentence=f"{verdict.sentence}{worst}")


def _not_worse(
    runs: TwoRuns, pairs: Sequence[tuple[Result, Result]], rule: Regression, answered: Answered
) -> tuple[list[Verdict], list[str]]:
    pairs = [pair for pair in pairs if pair[0].target in rule.not_worse]
    if not pairs:
        return [], []
    tested, notices = _rows(runs, pairs, rule)
    verdicts = answered([_margin(now, rows, rule) for now, rows in tested])
    return verdicts, [*notices, *baseline_tests.passes(verdicts)]


def _paired_test(
    runs: TwoRuns, pairs: Sequence[tuple[Result, Result]], rule: Regression, answered: Answered
) -> tuple[list[Verdict], list[str]]:
    pairs = [pair for pair in pairs if rule.tests_drop(pair[0].target)]
    if not pairs:
        return [], []
    pairs, undirected = directed(pairs, runs.baseline)
    tested, notices = _rows(runs, pairs, rule)
    verdicts = answered(baseline_tests.drop_verdicts(tested, rule))
    rows = [paired for _, paired in tested if paired is not None]
    texts = baseline_tests.drop_notices(runs.baseline.path, verdicts, rows, rule.alpha_of_set)
    return verdicts, [*undirected, *notices, *texts]


def _rows(
    runs: TwoRuns, pairs: Sequence[tuple[Result, Result]], rule: Regression
) -> tuple[list[tuple[Result, PairedRows | None]], list[str]]:
    """Return the rows of each result, None where no record is shared, and notices on units."""
    if refusal := why_no_test(runs, pairs):
        raise UsageError(refusal)
    valued = [pair for pair in pairs if None not in (pair[0].value, pair[1].value)]
    shared = [paired_rows(runs, pair) for pair in valued]
    rows, notices = in_units([paired for paired in shared if paired is not None], rule.units)
    by_target = {(paired.now.system_id, paired.now.target): paired for paired in rows}
    return [(now, by_target.get((now.system_id, now.target))) for now, _ in pairs], notices


def _margin(now: Result, rows: PairedRows | None, rule: Regression) -> Verdict:
    margin = rule.not_worse[now.target]
    if rows is None:
        return baseline_tests.untested(now, margin)
    return baseline_tests.margin_verdict(rows, margin, rule.alpha)
