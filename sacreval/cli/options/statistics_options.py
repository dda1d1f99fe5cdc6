"""Options of breakdowns, intervals, resamples and human labels."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, TypedDict

from sacreval.cli.late_typer import typer
from sacreval.cli.options.common_options import By
from sacreval.cli.options.ungrouped import OptionGroup, Texts
from sacreval.core.interval_names import INTERVALS, IntervalName
from sacreval.stats import MOST_DRAWS

if TYPE_CHECKING:
    from sacreval.scoring.intervals.interval_options import IntervalOptions

HumanLabels = Annotated[
    list[str] | None,
    typer.Option(
        "--humans",
        metavar="[OUTPUT=]DIMENSION",
        rich_help_panel="Statistics",
        help="Correct means by the human labels of some records, judgments.DIMENSION, which must "
        "be a random sample of all: 30 or more, better 100. By default of the main output; repeat "
        "it for more. It implies --ci of `evaluate`.",
    ),
]
ResampleBy = Annotated[
    str | None,
    typer.Option(
        metavar="GROUP",
        rich_help_panel="Statistics",
        help="Group whose values are the units of intervals and tests, such as document; by "
        "default records, or a group whose records have similar scores.",
    ),
]
Resamples = Annotated[
    int, typer.Option(min=2, max=MOST_DRAWS, help="Number of bootstrap resamples, 2 to 10 million.")
]
Confidence = Annotated[
    float,
    typer.Option(
        min=0.5,
        max=0.9999,
        help="Level of confidence intervals; tests are at one minus this level.",
    ),
]
Seed = Annotated[
    int,
    typer.Option(min=0, rich_help_panel="Common options", help="Seed of all random numbers."),
]


class EvaluateOptions(OptionGroup):
    """What `evaluate` computes: breakdowns, and the intervals of scores."""

    section = "Statistics"

    by: By = None
    summary: Annotated[
        list[str] | None,
        typer.Option(
            "--summary",
            metavar="HOW",
            rich_help_panel="Systems and records",
            help="Summary of the scores of groups: mean, weighted, worst; max or min, the mean "
            "over groups of the largest or smallest score of a record; sequential-success, that "
            "of the share of records before the first failure (a score up to the middle of its "
            "range), by id or in the order of a number, as in sequential-success:turn; "
            "only:VARIANT=VALUE; or the change from originals to other records: "
            "drop-rate:VARIANT=ORIGINAL, cohens-h:..., hedges-g:...; repeat it.",
        ),
    ] = None
    ci: Annotated[
        bool,
        typer.Option(
            "--ci/--no-ci",
            rich_help_panel="Common options",
            help="Compute confidence intervals, of a method that fits the data.",
        ),
    ] = False
    interval: Annotated[
        IntervalName,
        typer.Option(
            "--interval",
            rich_help_panel="Common options",
            help="Method of the intervals, with --ci: auto (chosen by the data, with the reason), "
            + ", ".join(f"{name} ({words.help})" for name, words in INTERVALS.items())
            + ".",
        ),
    ] = "auto"
    guarantee: Annotated[
        bool,
        typer.Option(
            "--guarantee",
            help="Compute intervals of scores of 0 and 1 that hold at least as often as stated "
            "(Clopper-Pearson), not on average (Wilson).",
        ),
    ] = False
    resamples: Resamples = 1000
    confidence: Confidence = 0.95
    seed: Seed = 12345
    resample_by: ResampleBy = None
    fixed_items: Annotated[
        bool,
        typer.Option(
            "--fixed-items",
            help="Compute intervals for the same items sampled again, not for other items like "
            "these: for metrics of several samples of a record, as in a repeated run.",
        ),
    ] = False
    item_cost: Annotated[
        float,
        typer.Option(
            min=0.0,
            help="Cost of an item before its first sample, in samples, for the best number of "
            "samples of a record.",
        ),
    ] = 1.0
    covariate: Annotated[
        str | None,
        typer.Option(
            "--covariate",
            metavar="NAME[=MEAN]",
            help="A number in meta of every record, such as length, and its mean over all records "
            "that these were drawn from, by default over the records of all systems; means are "
            "adjusted to it, with shorter intervals.",
        ),
    ] = None
    anytime: Annotated[
        bool,
        typer.Option(
            "--anytime",
            help="Compute intervals that hold however often they are looked at while a run goes "
            "on; for means of bounded scores, records in the order of their ids.",
        ),
    ] = False
    strata: Annotated[
        str | None,
        typer.Option(
            "--strata",
            metavar="GROUP:VALUE=SHARE,...",
            help="Known shares of the values of a group, as in domain:news=0.7,chat=0.3; the means "
            "of its values are weighted by them.",
        ),
    ] = None
    humans: HumanLabels = None

    def intervals(self) -> "IntervalOptions | None":
        """Return how intervals are computed; None for none.

        Raises:
            UsageError: If two of the options are different intervals, or one cannot be parsed.
        """
        from sacreval.scoring.intervals.interval_options import IntervalOptions
        from sacreval.scoring.intervals.interval_requests import requested

        options = requested(
            IntervalOptions(
                method=self.interval,
                guarantee=self.guarantee,
                resamples=self.resamples,
                confidence=self.confidence,
                seed=self.seed,
                unit=self.resample_by,
                item_cost=self.item_cost,
            ),
            fixed_items=self.fixed_items,
            anytime=self.anytime,
            covariate=self.covariate,
            strata=self.strata,
            by=self.by,
        )
        asked = self.ci or self.guarantee or options.method != "auto" or self.humans
        return options if asked else None


class EvaluateArguments(TypedDict, total=False):
    """The types of `EvaluateOptions` in Python."""

    by: Texts
    summary: Texts
    ci: bool
    interval: IntervalName
    guarantee: bool
    resamples: int
    confidence: float
    seed: int
    resample_by: str | None
    fixed_items: bool
    item_cost: float
    covariate: str | None
    anytime: bool
    strata: str | None
    humans: str | Mapping[str, str] | None
