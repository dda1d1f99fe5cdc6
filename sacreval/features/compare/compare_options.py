"""Options of `compare` and `compare results`, on the command line, in configs and in Python."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, TypedDict

from sacreval.cli.late_typer import typer
from sacreval.cli.options.common_options import Base, By
from sacreval.cli.options.statistics_options import (
    Confidence,
    HumanLabels,
    ResampleBy,
    Resamples,
    Seed,
)
from sacreval.cli.options.ungrouped import Bounds, OptionGroup, Texts
from sacreval.features.compare.comparison_names import (
    DifferenceInterval,
    FamilyName,
    RankName,
    TestName,
)
from sacreval.stats import MOST_DRAWS

if TYPE_CHECKING:
    from sacreval.features.compare.result import Settings


class CompareOptions(OptionGroup):
    """Systems, tests, intervals, and what they are corrected for."""

    section = "Statistics"

    base: Base = None
    other: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SYSTEM",
            rich_help_panel="Common options",
            help="System to compare with the base; repeat it. By default all.",
        ),
    ] = None
    by: By = None
    test: Annotated[
        TestName,
        typer.Option(
            rich_help_panel="Common options",
            help="Test that decides significance. auto: paired approximate randomization "
            "(paired-ar), or for scores of few values its mid-p. paired-bs is sacrebleu's paired "
            "bootstrap, centred-bs one that errs as often as stated; wilcoxon and sign test "
            "differences of records, not scores.",
        ),
    ] = "auto"
    all_tests: Annotated[
        bool,
        typer.Option(
            "--all-tests",
            help="Also compute all tests that do not decide, and show effect sizes, wins, "
            "detectable differences and ranks, which files have in any case.",
        ),
    ] = False
    interval: Annotated[
        DifferenceInterval,
        typer.Option(
            help="Method of the intervals of differences. auto: the test inverted (randomization), "
            "Tango's for scores of 0 and 1 (tango), or for very few records the jackknife's. "
            "percentile is the bootstrap's, expanded the same with wider tails for few records.",
        ),
    ] = "auto"
    family: Annotated[
        FamilyName,
        typer.Option(
            help="Tests that Holm's correction is over: the systems, for each output and group "
            "(systems), or all tests of the run (all).",
        ),
    ] = "systems"
    primary: Annotated[
        str | None,
        typer.Option(
            metavar="OUTPUT",
            help="The only output that is tested; findings by all others are exploratory.",
        ),
    ] = None
    all_pairs: Annotated[
        bool,
        typer.Option("--all-pairs", help="Compare every pair of systems, not only with the base."),
    ] = False
    ranks: Annotated[
        RankName,
        typer.Option(
            help="Rank ranges that all hold at once (simultaneous), or each on its own (separate).",
        ),
    ] = "simultaneous"
    equivalent: Annotated[
        list[str] | None,
        typer.Option(
            metavar="METRIC=MARGIN",
            help="Test whether systems differ by less than a margin; repeat it.",
        ),
    ] = None
    not_worse: Annotated[
        list[str] | None,
        typer.Option(
            metavar="METRIC=MARGIN",
            help="Test whether a system is worse than the base by less than a margin; repeat it.",
        ),
    ] = None
    humans: HumanLabels = None
    resample_by: ResampleBy = None
    trials: Annotated[
        int,
        typer.Option(
            min=100,
            max=MOST_DRAWS,
            help="Number of trials of paired-ar and mid-p.",
        ),
    ] = 10000
    resamples: Resamples = 1000
    confidence: Confidence = 0.95
    seed: Seed = 12345
    require_all: Annotated[
        bool,
        typer.Option(
            "--require-all",
            rich_help_panel="Systems and records",
            help="Exit with 2 if a system lacks a record that another has, or the score of one.",
        ),
    ] = False
    show: Annotated[
        int,
        typer.Option(
            min=0, rich_help_panel="Output", help="Number of the largest gains and losses to list."
        ),
    ] = 0

    def without_effect(self, words: Collection[str]) -> list[str]:
        """Describe the options, of those of a command or a call, that have no effect."""
        if self.settings().has_trials or "--trials" not in words:
            return []
        return [f"--test {self.test} has no trials, so --trials has no effect"]

    def settings(self) -> "Settings":
        """Return the settings of a comparison.

        Raises:
            UsageError: If a margin cannot be parsed.
        """
        from sacreval.features.compare.pairs.difference_intervals import parse_margins
        from sacreval.features.compare.result import Settings

        return Settings(
            test=self.test,
            interval=self.interval,
            all_tests=self.all_tests,
            family=self.family,
            primary=self.primary,
            all_pairs=self.all_pairs,
            ranks=self.ranks,
            unit=self.resample_by,
            equivalent=parse_margins(self.equivalent or (), "--equivalent"),
            not_worse=parse_margins(self.not_worse or (), "--not-worse"),
            confidence=self.confidence,
            trials=self.trials,
            resamples=self.resamples,
            seed=self.seed,
            show=self.show,
        )


class CompareArguments(TypedDict, total=False):
    """The types of `CompareOptions` in Python, where nothing is listed beside the results."""

    base: str | None
    other: Texts
    by: Texts
    test: TestName
    all_tests: bool
    interval: DifferenceInterval
    family: FamilyName
    primary: str | None
    all_pairs: bool
    ranks: RankName
    equivalent: Bounds
    not_worse: Bounds
    humans: str | Mapping[str, str] | None
    resample_by: str | None
    trials: int
    resamples: int
    confidence: float
    seed: int
    require_all: bool


@dataclass(frozen=True, kw_only=True)
class SetOptions:
    """What is compared over data sets.

    Args:
        sets: Group whose values are the data sets, of results of `evaluate --by`; by default each
            file is one.
        runs: Text before the run in the names of systems, such as @ in model@1 and model@2; runs
            of a model are averaged. The last such text counts.
        metric: An output of the result files; repeat it. By default all.
    """

    sets: str | None = None
    runs: str | None = None
    metric: tuple[str, ...] = ()


class BaseOptions(OptionGroup):
    """What systems are compared with, and at which level."""

    base: Base = None
    confidence: Confidence = 0.95


class SetArguments(TypedDict, total=False):
    """The types in Python of the options of a comparison over data sets."""

    sets: str | None
    runs: str | None
    metric: Texts
    base: str | None
    confidence: float
