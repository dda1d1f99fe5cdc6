"""Options of intervals, resamples and human labels that several verbs share."""

from __future__ import annotations

from typing import Annotated

from sacreval.cli.late_typer import typer
from sacreval.core.interval_names import INTERVALS, IntervalName
from sacreval.stats import MOST_DRAWS

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
IntervalMethod = Annotated[
    IntervalName,
    typer.Option(
        "--interval",
        rich_help_panel="Common options",
        help="Method of the intervals, with --ci: auto (chosen by the data, with the reason), "
        + ", ".join(f"{name} ({words.help})" for name, words in INTERVALS.items())
        + ".",
    ),
]
Guarantee = Annotated[
    bool,
    typer.Option(
        "--guarantee",
        rich_help_panel="Statistics",
        help="Compute intervals of scores of 0 and 1 that hold at least as often as stated "
        "(Clopper-Pearson), not on average (Wilson).",
    ),
]
FixedItems = Annotated[
    bool,
    typer.Option(
        "--fixed-items",
        rich_help_panel="Statistics",
        help="Compute intervals for the same items sampled again, not for other items like these: "
        "for metrics of several samples of a record, as in a repeated run.",
    ),
]
ItemCost = Annotated[
    float,
    typer.Option(
        min=0.0,
        rich_help_panel="Statistics",
        help="Cost of an item before its first sample, in samples, for the best number of samples "
        "of a record.",
    ),
]
CovariateName = Annotated[
    str | None,
    typer.Option(
        "--covariate",
        metavar="NAME[=MEAN]",
        rich_help_panel="Statistics",
        help="A number in meta of every record, such as length, and its mean over all records that "
        "these were drawn from, by default over the records of all systems; means are adjusted to "
        "it, with shorter intervals.",
    ),
]
Anytime = Annotated[
    bool,
    typer.Option(
        "--anytime",
        rich_help_panel="Statistics",
        help="Compute intervals that hold however often they are looked at while a run goes on; "
        "for means of bounded scores, records in the order of their ids.",
    ),
]
StratumShares = Annotated[
    str | None,
    typer.Option(
        "--strata",
        metavar="GROUP:VALUE=SHARE,...",
        rich_help_panel="Statistics",
        help="Known shares of the values of a group, as in domain:news=0.7,chat=0.3; the means of "
        "its values are weighted by them.",
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
