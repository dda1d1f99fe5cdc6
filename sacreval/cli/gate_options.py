"""Options of gates, and the verdicts of a run."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from sacreval.cli.notices import notice
from sacreval.cli.ungrouped import OptionGroup
from sacreval.errors import GateError, UsageError

if TYPE_CHECKING:
    from sacreval.core.results import Result, Verdict
    from sacreval.scoring.baseline import Baseline
    from sacreval.scoring.evaluation import Evaluation
    from sacreval.scoring.gate_units import UnitOptions
    from sacreval.scoring.gates import Gate
    from sacreval.scoring.human_labels import Humans
    from sacreval.scoring.record_gates import RecordGate
    from sacreval.scoring.regression_rule import Regression
    from sacreval.scoring.run_metrics import Entry


FailUnder = Annotated[
    list[str] | None,
    typer.Option(
        metavar="METRIC=VALUE",
        help="Exit with 1 if this output of any system, over all its records, is below VALUE, or "
        "above where lower is better; with --by also of a group, as in bleu[domain=news]=30; "
        "repeat it. The name of a metric stands for its main output, such as rougeL_f1 of rouge. "
        "It is a bound on a point estimate, which an "
        "unchanged system may miss by chance. Outputs without a direction need --check.",
    ),
]
Check = Annotated[
    list[str] | None,
    typer.Option(
        metavar="CONDITION",
        help='Exit with 1 if this condition is false, as in "rouge1_f1 >= 0.30" or, with --by, '
        '"bleu[domain=news] > 30"; repeat it. It is '
        "about a point estimate, as --fail-under is. The scores of single records are bounded by "
        '"share(chrf >= 40) >= 0.95", "count(chrf < 10) <= 3", "min(chrf) > 5" and "max(wer) < 2"; '
        "a gate that fails names the first records.",
    ),
]
BaselineFile = Annotated[
    Path | None,
    typer.Option(
        metavar="RESULT.json",
        help="Exit with 1 if a paired test finds this run worse than that result, which must have "
        "been written with --instances; see `sacreval baseline set`. A pass shows only that no "
        "large drop was found: see --not-worse.",
    ),
]
NotWorse = Annotated[
    list[str] | None,
    typer.Option(
        metavar="METRIC=MARGIN",
        help="Exit with 1 unless this output is shown not to be worse than the baseline's by "
        "MARGIN or more: the 90 % interval of the difference must be on the better side. The other "
        "answers are that it is worse, and that these records cannot tell. The recommended gate; "
        "it replaces the paired test; repeat it.",
    ),
]
MaxDrop = Annotated[
    list[str] | None,
    typer.Option(
        metavar="METRIC=VALUE",
        help="Exit with 1 if this output is worse than the baseline's by more than VALUE; without "
        "a direction, as for lengths, if it differs by more. It replaces the paired test by a "
        "bound on a point estimate, which an unchanged system may miss by chance; repeat it.",
    ),
]
NoNewFailures = Annotated[
    list[str] | None,
    typer.Option(
        metavar="METRIC",
        help="Exit with 1 if a record that was right in the baseline is wrong now, as in "
        'exact_match, or no longer meets a condition, as in "chrf >= 40"; the first such records '
        "are named. It replaces the paired test; repeat it.",
    ),
]
MaxUnparsed = Annotated[
    float | None,
    typer.Option(
        metavar="SHARE",
        help="Exit with 1 if more than this share of a system's records has no verdict of a judge, "
        "for whatever reason; from 0 to 1.",
    ),
]
ForceBaseline = Annotated[
    bool,
    typer.Option(
        "--force-baseline",
        help="Compare with the baseline even if signatures or instances differ.",
    ),
]
CorrectedBounds = Annotated[
    bool,
    typer.Option(
        "--corrected",
        help="Judge --fail-under and --check by the one-sided bound of the corrected mean, at "
        "--confidence; it needs --humans.",
    ),
]


class GateOptions(OptionGroup):
    """The conditions that end a run with exit code 1."""

    section = "Gates"

    fail_under: FailUnder = None
    check: Check = None
    corrected: CorrectedBounds = False
    baseline: BaselineFile = None
    not_worse: NotWorse = None
    max_drop: MaxDrop = None
    no_new_failures: NoNewFailures = None
    max_unparsed: MaxUnparsed = None
    force_baseline: ForceBaseline = False

    @property
    def test(self) -> bool:
        """Whether a test compares with the baseline."""
        return bool(self.not_worse or not (self.max_drop or self.no_new_failures))


class Gates(NamedTuple):
    """The gates of a run, parsed before any computation.

    Args:
        bounds: Bounds on single outputs.
        of_records: Bounds on numbers computed from the scores of records.
        baseline: The accepted run, or None.
        rule: The rule that decides what counts as worse than it; None if there are no gates.
        max_unparsed: The largest share of records without a verdict, or None.
    """

    bounds: Sequence[Gate] = ()
    of_records: Sequence[RecordGate] = ()
    baseline: Baseline | None = None
    rule: Regression | None = None
    max_unparsed: float | None = None

    def judge(
        self, evaluation: Evaluation, results: Sequence[Result]
    ) -> tuple[list[Verdict], list[str]]:
        """Judge a run and return verdicts and notices."""
        if self.rule is None:
            return [], []
        from sacreval.scoring import gates, record_gates
        from sacreval.scoring.gate_noise import point_notices
        from sacreval.scoring.gate_targets import in_groups
        from sacreval.scoring.missing_verdicts import share_verdicts

        targets = [
            *(gate.output for gate in self.bounds),
            *(gate.output for gate in self.of_records),
            *self.rule.named,
        ]
        verdicts = [
            *share_verdicts(self.max_unparsed, results),
            *in_groups(dict.fromkeys(targets), results),
            *gates.judge(self.bounds, results),
            *record_gates.judge(self.of_records, evaluation, results),
        ]
        notices: list[str] = []
        if self.baseline is not None:
            from sacreval.scoring import regression

            compared, notices = regression.judge(evaluation, results, self.baseline, self.rule)
            verdicts += compared
        told = point_notices(evaluation, results, self.bounds, self.baseline, self.rule)
        return verdicts, [*notices, *told]


def gates_of(
    entries: Sequence[Entry],
    options: GateOptions,
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
        options: The options of gates.
        level: One minus the level of tests against the baseline.
        seed: Seed of the paired test.
        units: How the units of tests are chosen; None for by the data.
        humans: The human labels that correct means, or None.
        by: The values of --by.
        accepted: The accepted run, if it was read already.
        sharing: Number of data sets whose paired tests share the level.

    Raises:
        UsageError: If one cannot be parsed, names an unknown output, or lacks the baseline.
        InputError: If the baseline cannot be read.
    """
    fail_under, check, max_drop, not_worse, unfailed = (
        given or ()
        for given in (
            options.fail_under,
            options.check,
            options.max_drop,
            options.not_worse,
            options.no_new_failures,
        )
    )
    if options.corrected and not (fail_under or check):
        raise UsageError("--corrected is about bounds; give --fail-under METRIC=VALUE, or --check")
    share = options.max_unparsed
    wanted = (fail_under, check, options.baseline, max_drop, not_worse, unfailed)
    if not any(wanted) and share is None:
        return Gates()
    from sacreval.scoring import gates, new_failures
    from sacreval.scoring.baseline import read_baseline
    from sacreval.scoring.by_option import breakdowns
    from sacreval.scoring.gate_units import BY_DATA
    from sacreval.scoring.missing_verdicts import check_share
    from sacreval.scoring.record_gates import is_of_records, record_gates
    from sacreval.scoring.regression_rule import Regression

    check_share(share, entries)
    groups = breakdowns(by)
    of_records = record_gates(entries, filter(is_of_records, check), groups)
    check = [text for text in check if not is_of_records(text)]
    bounds = gates.gates(entries, fail_under=fail_under, check=check, by=groups)
    if options.corrected:
        for gate in of_records:
            raise UsageError(
                f'--corrected is about means, and --check "{gate.text}" about records; drop one'
            )
        bounds = gates.on_corrected(bounds, humans.dimensions if humans else {})
    drops = gates.assignments(max_drop, "--max-drop", entries, groups)
    margins = gates.margins(not_worse, entries, groups)
    if any(value < 0 for value in drops.values()):
        raise UsageError("--max-drop: a drop is 0 or more, whatever the metric's direction")
    failures = new_failures.conditions(unfailed, entries, groups)
    for option, given in (
        ("--max-drop", drops),
        ("--not-worse", margins),
        (new_failures.OPTION, failures),
    ):
        if given and options.baseline is None:
            raise UsageError(f"{option} needs a baseline; give --baseline RESULT.json")
    rule = Regression(
        max_drop=drops,
        not_worse=margins,
        no_failures=failures,
        confidence=level,
        seed=seed,
        units=units or BY_DATA,
        force=options.force_baseline,
        sharing=sharing,
    )
    if accepted is None and options.baseline is not None:
        accepted = read_baseline(options.baseline)
    return Gates(bounds, of_records, accepted, rule, share)


def raise_if_failed(verdicts: Sequence[Verdict]) -> None:
    """Write every failed gate to standard error, then end the run.

    Raises:
        GateError: If any failed.
    """
    failed = [verdict for verdict in verdicts if not verdict.passed]
    unknown = [verdict for verdict in failed if verdict.answer == "cannot tell"]
    for verdict in failed:
        said = "undecided" if verdict in unknown else "failed"
        text = f"gate {said}: {verdict.sentence} ({verdict.gate})"
        notice(text, kind="gate", system=verdict.system_id)
    if not failed:
        return
    if len(unknown) == len(failed):
        raise GateError(
            f"{len(unknown)} of {len(verdicts)} gates cannot tell whether the systems are worse; "
            "score more records, or allow a larger margin"
        )
    rest = f", and {len(unknown)} cannot tell" if unknown else ""
    raise GateError(
        f"{len(failed) - len(unknown)} of {len(verdicts)} gates failed{rest}; "
        "improve the systems, or change the gates"
    )
