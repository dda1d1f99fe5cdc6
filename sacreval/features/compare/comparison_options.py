"""Options of `compare` for tests, intervals of differences, families of tests, and margins."""

from typing import TYPE_CHECKING, Annotated

import typer

from sacreval.cli.options.option_groups import ResamplingOptions
from sacreval.cli.options.ungrouped import OptionGroup
from sacreval.features.compare.comparison_names import (
    DifferenceInterval,
    FamilyName,
    RankName,
    TestName,
)

if TYPE_CHECKING:
    from sacreval.features.compare.result import Settings

Test = Annotated[
    TestName,
    typer.Option(
        rich_help_panel="Common options",
        help="Test that decides significance. auto: paired approximate randomization (paired-ar), "
        "or for scores of few values its mid-p. paired-bs is sacrebleu's paired bootstrap, "
        "centred-bs one that errs as often as stated; wilcoxon and sign test differences of "
        "records, not scores.",
    ),
]
AllTests = Annotated[
    bool,
    typer.Option(
        "--all-tests",
        help="Also compute all tests that do not decide, and show effect sizes, wins, detectable "
        "differences and ranks, which files have in any case.",
    ),
]
Interval = Annotated[
    DifferenceInterval,
    typer.Option(
        help="Method of the intervals of differences. auto: the test inverted (randomization), "
        "Tango's for scores of 0 and 1 (tango), or for very few records the jackknife's. "
        "percentile is the bootstrap's, expanded the same with wider tails for few records.",
    ),
]
Family = Annotated[
    FamilyName,
    typer.Option(
        help="Tests that Holm's correction is over: the systems, for each output and group "
        "(systems), or all tests of the run (all).",
    ),
]
Primary = Annotated[
    str | None,
    typer.Option(
        metavar="OUTPUT",
        help="The only output that is tested; findings by all others are exploratory.",
    ),
]
AllPairs = Annotated[
    bool, typer.Option("--all-pairs", help="Compare every pair of systems, not only with the base.")
]
Ranks = Annotated[
    RankName,
    typer.Option(
        help="Rank ranges that all hold at once (simultaneous), or each on its own (separate).",
    ),
]
Equivalent = Annotated[
    list[str] | None,
    typer.Option(
        metavar="METRIC=MARGIN",
        help="Test whether systems differ by less than a margin; repeat it.",
    ),
]
NotWorse = Annotated[
    list[str] | None,
    typer.Option(
        metavar="METRIC=MARGIN",
        help="Test whether a system is worse than the base by less than a margin; repeat it.",
    ),
]


class TestOptions(OptionGroup):
    """Tests, intervals, and what they are corrected for."""

    section = "Statistics"

    test: Test = "auto"
    all_tests: AllTests = False
    interval: Interval = "auto"
    family: Family = "systems"
    primary: Primary = None
    all_pairs: AllPairs = False
    ranks: Ranks = "simultaneous"
    equivalent: Equivalent = None
    not_worse: NotWorse = None

    def settings(
        self, resampling: ResamplingOptions, *, unit: str | None, trials: int, show: int
    ) -> "Settings":
        """Return the settings of a comparison.

        Raises:
            UsageError: If a margin cannot be parsed.
        """
        from sacreval.features.compare.pairs.margin_answers import parse_margins
        from sacreval.features.compare.result import Settings

        return Settings(
            test=self.test,
            interval=self.interval,
            all_tests=self.all_tests,
            family=self.family,
            primary=self.primary,
            all_pairs=self.all_pairs,
            ranks=self.ranks,
            unit=unit,
            equivalent=parse_margins(self.equivalent or (), "--equivalent"),
            not_worse=parse_margins(self.not_worse or (), "--not-worse"),
            trials=trials,
            show=show,
            **vars(resampling),
        )
