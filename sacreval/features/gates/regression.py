"""Verdicts on a run by its baseline: paired tests, margins, and bounds on drops."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import structs

from sacreval.core.results import Result, Verdict
from sacreval.errors import UsageError
from sacreval.features.gates import drop_test, new_failures, not_worse
from sacreval.features.gates.lacking_gates import NOTHING_NAMED, Allowed
from sacreval.features.gates.matched_runs import directed, match, why_no_test
from sacreval.features.gates.paired_rows import PairedRows, TwoRuns, fallen, in_units, paired_rows
from sacreval.features.gates.point_estimates import dropped
from sacreval.features.gates.regression_rule import Regression

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
    failures = new_failures.judge(runs, matched.pairs, rule.no_new_failures)
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
    return verdicts, [*notices, *not_worse.passes(verdicts)]


def _paired_test(
    runs: TwoRuns, pairs: Sequence[tuple[Result, Result]], rule: Regression, answered: Answered
) -> tuple[list[Verdict], list[str]]:
    pairs = [pair for pair in pairs if rule.tests_drop(pair[0].target)]
    if not pairs:
        return [], []
    pairs, undirected = directed(pairs, runs.baseline)
    tested, notices = _rows(runs, pairs, rule)
    verdicts = answered(drop_test.judge(tested, rule))
    rows = [paired for _, paired in tested if paired is not None]
    texts = drop_test.drop_notices(runs.baseline.path, verdicts, rows, rule.alpha_of_set)
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
        return not_worse.untested(now, margin)
    return not_worse.judge(rows, margin, rule.alpha)
