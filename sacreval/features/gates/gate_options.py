"""Options of gates, on the command line, in configs and in Python; and the verdicts of a run."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypedDict, get_args

from sacreval.cli.late_typer import typer
from sacreval.cli.notices import notice
from sacreval.cli.options.ungrouped import Bounds, OptionGroup, Texts
from sacreval.errors import GateError

if TYPE_CHECKING:
    from sacreval.core.results import Verdict

MaxMissing = Annotated[
    float | None,
    typer.Option(
        metavar="SHARE",
        help="Exit with 1 if more than this share of a system's records has no output, or no "
        "verdict of a judge, for whatever reason; from 0 to 1. By default every gate fails if "
        "there are any, or if their share has grown since the baseline.",
    ),
]


class GateOptions(OptionGroup):
    """The conditions that end a run with exit code 1."""

    section = "Gates"

    fail_under: Annotated[
        list[str] | None,
        typer.Option(
            metavar="METRIC=VALUE",
            rich_help_panel="Common options",
            help="Exit with 1 if this output of any system, over all its records, is below VALUE, "
            "or above where lower is better; with --by also of a group, as in "
            "bleu[domain=news]=30; repeat it. The name of a metric stands for its main output, "
            "such as rougeL_f1 of rouge. It is a bound on a point estimate, which an unchanged "
            "system may miss by chance. Outputs without a direction need --check.",
        ),
    ] = None
    check: Annotated[
        list[str] | None,
        typer.Option(
            metavar="CONDITION",
            help='Exit with 1 if this condition is false, as in "rouge1_f1 >= 0.30" or, with '
            '--by, "bleu[domain=news] > 30"; repeat it. It is about a point estimate, as '
            '--fail-under is. The scores of single records are bounded by "share(chrf >= 40) >= '
            '0.95", "count(chrf < 10) <= 3", "min(chrf) > 5" and "max(wer) < 2"; a gate that '
            "fails names the first records.",
        ),
    ] = None
    corrected: Annotated[
        bool,
        typer.Option(
            "--corrected",
            help="Judge --fail-under and --check by the one-sided bound of the corrected mean, at "
            "--confidence; it needs --humans.",
        ),
    ] = False
    baseline: Annotated[
        Path | None,
        typer.Option(
            metavar="RESULT.json",
            rich_help_panel="Common options",
            help="Exit with 1 if a paired test finds this run worse than that result, which must "
            "have been written with --instances; see `sacreval baseline set`. A pass shows only "
            "that no large drop was found: see --not-worse.",
        ),
    ] = None
    not_worse: Annotated[
        list[str] | None,
        typer.Option(
            metavar="METRIC=MARGIN",
            help="Exit with 1 unless this output is shown not to be worse than the baseline's by "
            "MARGIN or more: the 90 % interval of the difference must be on the better side. The "
            "other answers are that it is worse, and that these records cannot tell. The "
            "recommended gate; it replaces the paired test; repeat it.",
        ),
    ] = None
    significant_drop: Annotated[
        list[str] | None,
        typer.Option(
            metavar="METRIC=VALUE",
            help="Exit with 1 if the paired test finds this output worse than the baseline's and "
            "it is worse by more than VALUE, so that neither chance nor a small loss on many "
            "records fails it; repeat it.",
        ),
    ] = None
    max_drop: Annotated[
        list[str] | None,
        typer.Option(
            metavar="METRIC=VALUE",
            help="Exit with 1 if this output is worse than the baseline's by more than VALUE; "
            "without a direction, as for lengths, if it differs by more. It replaces the paired "
            "test by a bound on a point estimate, which an unchanged system may miss by chance; "
            "repeat it.",
        ),
    ] = None
    no_new_failures: Annotated[
        list[str] | None,
        typer.Option(
            metavar="METRIC",
            help="Exit with 1 if a record that was right in the baseline is wrong now, as in "
            'exact_match, or no longer meets a condition, as in "chrf >= 40"; the first such '
            "records are named. It replaces the paired test; repeat it.",
        ),
    ] = None
    max_unanswered: Annotated[
        float | None,
        typer.Option(
            metavar="SHARE",
            help="Exit with 1 if in more than this share of a system's outputs no answer can be "
            "read; from 0 to 1. By default a gate against a baseline fails if their share has "
            "grown.",
        ),
    ] = None
    max_missing: MaxMissing = None
    force_baseline: Annotated[
        bool,
        typer.Option(
            "--force-baseline",
            help="Compare with the baseline even if signatures or instances differ.",
        ),
    ] = False

    def replaced(self, **values: Any) -> "GateOptions":
        """Return the options with other values of some."""
        return GateOptions(**{**vars(self), **values})


class GateArguments(TypedDict, total=False):
    """The types of `GateOptions` in Python."""

    fail_under: Bounds
    check: Texts
    corrected: bool
    baseline: str | Path | None
    not_worse: Bounds
    significant_drop: Bounds
    max_drop: Bounds
    no_new_failures: Texts
    max_unanswered: float | None
    max_missing: float | None
    force_baseline: bool


REPEATED = tuple(
    name
    for name, hint in GateOptions.__annotations__.items()
    if list[str] in get_args(get_args(hint)[0])
)
"""The options that may be repeated, each value a gate."""

BOUNDS = ("fail_under", "check")
AGAINST = tuple(name for name in REPEATED if name not in BOUNDS)
"""Those on outputs of the baseline, each a field of `Regression`; the others are bounds."""

GATES = (*REPEATED, "max_unanswered", "max_missing")
"""Keys of a config whose values are checked before a run."""


def flag(option: str) -> str:
    """Return an option as the command line has it."""
    return f"--{option.replace('_', '-')}"


class JUnitOptions(OptionGroup):
    """The file of test cases."""

    section = "Gates"

    junit: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE.xml",
            help="Also write the gates to this file as test cases, in JUnit format.",
        ),
    ] = None
    junit_records: Annotated[
        bool,
        typer.Option(
            "--junit-records/--no-junit-records",
            help="Also write each record to --junit as a test case with its scores, which fails if "
            "the record is at fault in a gate that failed.",
        ),
    ] = False


def raise_if_failed(verdicts: "Sequence[Verdict]") -> None:
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
