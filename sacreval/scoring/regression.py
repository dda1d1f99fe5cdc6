"""Verdicts on a run by its baseline: paired tests, margins, and bounds on drops."""

from __future__ import annotations

from collections.abc import Sequence

from sacreval.core.results import Result, Verdict
from sacreval.errors import UsageError
from sacreval.scoring import drop_test, new_failures, not_worse
from sacreval.scoring.accepted_rows import PairedRows, paired_rows
from sacreval.scoring.baseline import Baseline
from sacreval.scoring.evaluation import Evaluation
from sacreval.scoring.gate_units import in_units
from sacreval.scoring.matched_runs import directed, match, why_no_test
from sacreval.scoring.point_estimates import dropped
from sacreval.scoring.regression_rule import Regression


def judge(
    evaluation: Evaluation, results: Sequence[Result], baseline: Baseline, rule: Regression
) -> tuple[list[Verdict], list[str]]:
    """Judge a run by a baseline.

    Args:
        evaluation: The rows of the run.
        results: The results of the run.
        baseline: The accepted run.
        rule: The rule that decides what counts as worse.

    Returns:
        A verdict for every system and gated output; and notices.

    Raises:
        UsageError: If the runs cannot be compared; the message names what differs.
    """
    found = match(evaluation, results, baseline, rule)
    drops = [
        dropped(now, old, rule.max_drop[now.target])
        for now, old in found.pairs
        if now.target in rule.max_drop
    ]
    failures = new_failures.judge(evaluation, found.pairs, baseline, rule.no_failures)
    if rule.named and not rule.not_worse:
        return [*drops, *failures], found.notices
    tested = [pair for pair in found.pairs if rule.tests(pair[0].target)]
    tested, undirected = directed(tested, baseline)
    verdicts, notices = _tested(evaluation, tested, baseline, rule)
    return [*drops, *failures, *verdicts], [*found.notices, *undirected, *notices]


def _tested(
    evaluation: Evaluation,
    pairs: Sequence[tuple[Result, Result]],
    baseline: Baseline,
    rule: Regression,
) -> tuple[list[Verdict], list[str]]:
    if refusal := why_no_test(evaluation, pairs, baseline):
        raise UsageError(refusal)
    valued = [pair for pair in pairs if None not in (pair[0].value, pair[1].value)]
    shared = [paired_rows(evaluation, pair, baseline) for pair in valued]
    rows, notices = in_units([one for one in shared if one is not None], rule.units)
    found = {(one.now.system_id, one.now.target): one for one in rows}
    with_rows = [(now, found.get((now.system_id, now.target))) for now, _ in pairs]
    if rule.not_worse:
        verdicts = [_margin(now, one, rule) for now, one in with_rows]
        return verdicts, [*notices, *not_worse.passes(verdicts)]
    verdicts = drop_test.judge(with_rows, drop_test.Level(rule.alpha_of_set, rule.seed))
    return verdicts, [*notices, *drop_test.notice(baseline.path, verdicts, rows, rule.alpha_of_set)]


def _margin(now: Result, rows: PairedRows | None, rule: Regression) -> Verdict:
    margin = rule.not_worse[now.target]
    if rows is None:
        return not_worse.untested(now, margin)
    return not_worse.judge(rows, margin, rule.alpha)
