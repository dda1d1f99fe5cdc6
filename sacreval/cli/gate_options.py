"""Options of gates, and the verdicts of a run."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from sacreval.cli.common_options import notice
from sacreval.cli.ungrouped import OptionGroup
from sacreval.errors import GateError, UsageError

if TYPE_CHECKING:
    from sacreval.core.results import Result, Verdict
    from sacreval.scoring.baseline import Baseline
    from sacreval.scoring.evaluate import Evaluation
    from sacreval.scoring.gates import Gate
    from sacreval.scoring.regression import Regression
    from sacreval.scoring.run_metrics import Entry


FailUnder = Annotated[
    list[str] | None,
    typer.Option(
        metavar="METRIC=VALUE",
        help="Exit with 1 if this output of any system, over all its records, is below VALUE, or "
        "above where lower is better; repeat it. Outputs without a direction need --check.",
    ),
]
Check = Annotated[
    list[str] | None,
    typer.Option(
        metavar="CONDITION",
        help='Exit with 1 if this condition is false, as in "rouge1_f1 >= 0.30"; repeat it.',
    ),
]
BaselineFile = Annotated[
    Path | None,
    typer.Option(
        metavar="RESULT.json",
        help="Exit with 1 if a paired test finds this run worse than that result, which must have "
        "been written with --instances; see `sacreval baseline set`.",
    ),
]
MaxDrop = Annotated[
    list[str] | None,
    typer.Option(
        metavar="METRIC=VALUE",
        help="Exit with 1 if this output is worse than the baseline's by more than VALUE; without "
        "a direction, as for lengths, if it differs by more. It replaces the paired test; "
        "repeat it.",
    ),
]
ForceBaseline = Annotated[
    bool,
    typer.Option(
        "--force-baseline",
        help="Compare with the baseline even if signatures or instances differ.",
    ),
]


class GateOptions(OptionGroup):
    """The conditions that end a run with exit code 1."""

    fail_under: FailUnder = None
    check: Check = None
    baseline: BaselineFile = None
    max_drop: MaxDrop = None
    force_baseline: ForceBaseline = False


class Gates(NamedTuple):
    """The gates of a run, parsed before any computation.

    Args:
        bounds: Bounds on single outputs.
        baseline: The accepted run, or None.
        rule: The rule that decides what counts as worse than it; None if there are no gates.
    """

    bounds: Sequence[Gate] = ()
    baseline: Baseline | None = None
    rule: Regression | None = None

    def judge(
        self, evaluation: Evaluation, results: Sequence[Result]
    ) -> tuple[list[Verdict], list[str]]:
        """Judge a run and return verdicts and notices."""
        if self.rule is None:
            return [], []
        from sacreval.scoring import gates, regression

        verdicts = gates.judge(self.bounds, results)
        if self.baseline is None:
            return verdicts, []
        compared, notices = regression.judge(evaluation, results, self.baseline, self.rule)
        return [*verdicts, *compared], notices


def gates_of(entries: Sequence[Entry], options: GateOptions, *, level: float, seed: int) -> Gates:
    """Parse the gates of a run.

    Args:
        entries: The metrics of the run, with all options set.
        options: The options of gates.
        level: One minus the level of the paired test against the baseline.
        seed: Seed of that test.

    Raises:
        UsageError: If one cannot be parsed, names an unknown output, or lacks the baseline.
        InputError: If the baseline cannot be read.
    """
    fail_under, check, max_drop = (
        given or () for given in (options.fail_under, options.check, options.max_drop)
    )
    if not (fail_under or check or options.baseline or max_drop):
        return Gates()
    from sacreval.scoring import gates
    from sacreval.scoring.baseline import read_baseline
    from sacreval.scoring.regression import Regression

    bounds = gates.gates(entries, fail_under=fail_under, check=check)
    drops = gates.assignments(max_drop, "--max-drop", gates.directions(entries))
    if any(value < 0 for value in drops.values()):
        raise UsageError("--max-drop: a drop is 0 or more, whatever the metric's direction")
    if drops and options.baseline is None:
        raise UsageError("--max-drop needs a baseline; give --baseline RESULT.json")
    rule = Regression(max_drop=drops, confidence=level, seed=seed, force=options.force_baseline)
    return Gates(bounds, read_baseline(options.baseline) if options.baseline else None, rule)


def raise_if_failed(verdicts: Sequence[Verdict]) -> None:
    """Write every failed gate to standard error, then end the run.

    Raises:
        GateError: If any failed.
    """
    failed = [verdict for verdict in verdicts if not verdict.passed]
    for verdict in failed:
        notice(f"gate failed: {verdict.sentence} ({verdict.gate})")
    if failed:
        raise GateError(
            f"{len(failed)} of {len(verdicts)} gates failed; "
            "improve the systems, or change the gates"
        )
