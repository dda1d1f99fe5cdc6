"""The gates of a run: parsed before any computation, judged after it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from sacreval.errors import UsageError
from sacreval.features.gates.lacking_gates import Allowed

if TYPE_CHECKING:
    from sacreval.core.results import Result, Verdict
    from sacreval.core.selections import Selection
    from sacreval.features.gates.gate_units import UnitOptions
    from sacreval.features.gates.gates import Gate
    from sacreval.features.gates.record_gates import Condition, RecordGate
    from sacreval.features.gates.regressions.regression_rule import Regression
    from sacreval.features.gates.stated_gates import StatedGates
    from sacreval.scoring.baseline import Baseline
    from sacreval.scoring.entries.run_metrics import Entry
    from sacreval.scoring.evaluation import Evaluation
    from sacreval.scoring.inputs.breakdowns import Breakdown
    from sacreval.scoring.intervals.human_labels import Humans


class Gates(NamedTuple):
    """The gates of a run, parsed before any computation.

    Args:
        bounds: Bounds on single outputs.
        of_records: Bounds on numbers computed from the scores of records.
        baseline: The accepted run, or None.
        rule: The rule that decides what counts as worse than it; None if there are no gates.
        allowed: The shares of unanswered and of missing records that are allowed.
    """

    bounds: Sequence[Gate] = ()
    of_records: Sequence[RecordGate] = ()
    baseline: Baseline | None = None
    rule: Regression | None = None
    allowed: Allowed = Allowed()

    def judge(
        self, evaluation: Evaluation, results: Sequence[Result], selection: Selection | None
    ) -> tuple[list[Verdict], list[str]]:
        """Judge a run and return verdicts and notices.

        Args:
            evaluation: The rows of the run.
            results: The results of the run.
            selection: The systems that take part; None if all do.
        """
        if self.rule is None:
            return [], []
        from sacreval.features.gates import gates, record_gates
        from sacreval.features.gates.gate_targets import in_groups
        from sacreval.features.gates.regressions.gate_noise import point_notices
        from sacreval.scoring.baseline import by_system

        targets = [
            *(gate.output for gate in self.bounds),
            *(gate.output for gate in self.of_records),
            *self.rule.named,
        ]
        verdicts = [
            *in_groups(dict.fromkeys(targets), results),
            *gates.judge(self.bounds, results),
            *record_gates.judge(self.of_records, evaluation, results),
        ]
        before = {} if self.baseline is None else by_system(results, self.baseline)
        verdicts = self.allowed.without_silence(verdicts, results, before)
        notices: list[str] = []
        if self.baseline is not None:
            from sacreval.features.gates.regressions import regression
            from sacreval.features.gates.regressions.matched_runs import absent_systems

            compared, notices = regression.judge(
                evaluation, results, self.baseline, self.rule, self.allowed
            )
            verdicts += compared
            verdicts += absent_systems(results, self.baseline, self.rule, selection)
        verdicts = [*self.allowed.verdicts(results), *verdicts]
        told = point_notices(evaluation, results, self.bounds, self.baseline, self.rule)
        return verdicts, [*notices, *told]


def gates_of(
    entries: Sequence[Entry],
    stated: StatedGates,
    *,
    level: float,
    seed: int,
    units: UnitOptions | None = None,
    humans: Humans | None = None,
    by: Sequence[str] = (),
    accepted: Baseline | None = None,
    sharing: int = 1,
) -> Gates:
    """Parse the gates of a run.

    Args:
        entries: The metrics of the run, with all options set.
        stated: The gates as they are stated.
        level: One minus the level of tests against the baseline.
        seed: Seed of the paired test.
        units: How the units of tests are chosen; None for by the data.
        humans: The human labels that correct means, or None.
        by: The values of --by.
        accepted: The accepted run, if it was read already.
        sharing: Number of data sets whose paired tests share the level.

    Raises:
        UsageError: If one cannot be parsed, names an unknown output, or lacks the baseline; the
            sentences of all are in it.
        InputError: If the baseline cannot be read.
    """
    from sacreval.features.gates.gate_mistakes import one_by_one

    def parsed(part: StatedGates) -> Gates:
        return parsed_gates(
            entries,
            part,
            level=level,
            seed=seed,
            units=units,
            humans=humans,
            by=by,
            sharing=sharing,
        )

    found = one_by_one(parsed, stated)
    if accepted is None and stated.baseline is not None and found.rule is not None:
        from sacreval.scoring.baseline import read_baseline

        accepted = read_baseline(stated.baseline)
    return found._replace(baseline=accepted if found.rule is not None else None)


def parsed_gates(
    entries: Sequence[Entry],
    stated: StatedGates,
    *,
    level: float,
    seed: int,
    units: UnitOptions | None = None,
    humans: Humans | None = None,
    by: Sequence[str] = (),
    sharing: int = 1,
) -> Gates:
    """Parse gates as `gates_of` does, without reading the baseline; the first mistake ends it."""
    fail_under, check, max_drop, not_worse, significant, unfailed = (
        given or ()
        for given in (
            stated.fail_under,
            stated.check,
            stated.max_drop,
            stated.not_worse,
            stated.significant_drop,
            stated.no_new_failures,
        )
    )
    if stated.corrected and not (fail_under or check):
        raise UsageError("--corrected is about bounds; give --fail-under METRIC=VALUE, or --check")
    allowed = Allowed(stated.max_unanswered, stated.max_missing)
    allowed.check()
    wanted = (fail_under, check, stated.baseline, max_drop, not_worse, significant, unfailed)
    if not any(wanted) and allowed == Allowed():
        return Gates()
    from sacreval.features.gates import gates
    from sacreval.features.gates.gate_units import BY_DATA
    from sacreval.features.gates.record_gates import is_of_records, record_gates
    from sacreval.features.gates.regressions.regression_rule import Regression
    from sacreval.scoring.inputs.by_option import breakdowns

    groups = breakdowns(by)
    of_records = record_gates(entries, filter(is_of_records, check), groups)
    check = [text for text in check if not is_of_records(text)]
    bounds = gates.gates(entries, fail_under=fail_under, check=check, by=groups)
    if stated.corrected:
        for gate in of_records:
            raise UsageError(
                f'--corrected is about means, and --check "{gate.text}" about records; drop one'
            )
        bounds = gates.on_corrected(bounds, humans.dimensions if humans else {})
    drops = gates.assignments(max_drop, "--max-drop", entries, groups)
    margins = gates.margins(not_worse, "--not-worse", entries, groups)
    found_drops = gates.margins(significant, "--significant-drop", entries, groups)
    if any(value < 0 for value in drops.values()):
        raise UsageError("--max-drop: a drop is 0 or more, whatever the metric's direction")
    failures = _no_failures(unfailed, entries, groups)
    for option, given in (
        ("--max-drop", drops),
        ("--not-worse", margins),
        ("--significant-drop", found_drops),
        ("--no-new-failures", failures),
    ):
        if given and stated.baseline is None:
            raise UsageError(f"{option} needs a baseline; give --baseline RESULT.json")
    rule = Regression(
        max_drop=drops,
        not_worse=margins,
        significant_drop=found_drops,
        no_failures=failures,
        confidence=level,
        seed=seed,
        units=units or BY_DATA,
        force=stated.force_baseline,
        sharing=sharing,
    )
    return Gates(bounds, of_records, None, rule, allowed)


def _no_failures(
    texts: Sequence[str], entries: Sequence[Entry], groups: Sequence[Breakdown]
) -> dict[str, Condition | None]:
    """Parse the conditions that records of the baseline must still meet."""
    if not texts:
        return {}
    from sacreval.features.gates.regressions.new_failures import conditions

    return conditions(texts, entries, groups)
