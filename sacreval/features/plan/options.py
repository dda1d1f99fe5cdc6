"""Options of `sacreval plan`, and their types in Python."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, TypedDict

from sacreval.cli.late_typer import typer
from sacreval.cli.options.common_options import Base
from sacreval.cli.options.statistics_options import Confidence, Seed
from sacreval.cli.options.ungrouped import OptionGroup, Texts
from sacreval.stats import MOST_DRAWS, PowerMethod


class ReadOptions(OptionGroup):
    """What is read from result files."""

    metric: Annotated[
        str | None,
        typer.Option(
            metavar="OUTPUT",
            help="Output of the result files, such as rouge1_f1; by default the first.",
        ),
    ] = None
    base: Base = None
    other: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SYSTEM",
            help="System to compare with the base; repeat it. By default all.",
        ),
    ] = None
    resample_by: Annotated[
        str | None,
        typer.Option(
            metavar="GROUP",
            help="Group of the records whose values are the units, such as document; by default "
            "records, or a group whose records have similar scores.",
        ),
    ] = None


class GuessOptions(OptionGroup):
    """What the user guesses of scores, where there is no result file or it does not tell."""

    accuracy: Annotated[
        tuple[float, float] | None,
        typer.Option(metavar="A B", help="Without a file: accuracies of two systems, from 0 to 1."),
    ] = None
    discordant: Annotated[
        float | None,
        typer.Option(
            metavar="SHARE",
            help="Without a file: share of items that one system has right and the other wrong; "
            "with --accuracy, by default that of independent errors.",
        ),
    ] = None
    sd: Annotated[
        float | None,
        typer.Option(
            metavar="SD",
            help="Without a file: standard deviation over items of the difference of two systems' "
            "scores, without the noise of samples; with --correlation or --half-width that of one "
            "system's scores.",
        ),
    ] = None
    correlation: Annotated[
        float | None,
        typer.Option(
            metavar="R",
            help="Correlation of two systems' scores over items, with --sd or a file of one "
            "system; in a file of one system, by default 0.",
        ),
    ] = None
    proportion: Annotated[
        float | None,
        typer.Option(
            metavar="P", help="Without a file: accuracy of one system, with --half-width."
        ),
    ] = None
    within: Annotated[
        float | None,
        typer.Option(
            metavar="SD",
            help="Standard deviation of one system's samples (or runs) of one item; read off "
            "several files of a system, which are its runs, and off avg-at-k.",
        ),
    ] = None
    icc: Annotated[
        float | None,
        typer.Option(
            metavar="ICC",
            help="Intraclass correlation of the items of a group, with --group-size.",
        ),
    ] = None
    group_size: Annotated[
        float | None,
        typer.Option(metavar="N", help="Number of items in a group, such as a passage."),
    ] = None
    rater_sd: Annotated[
        float | None,
        typer.Option(
            metavar="SD",
            help="Standard deviation of the ratings of one sample by different raters.",
        ),
    ] = None


class QuestionOptions(OptionGroup):
    """Options of a plan; those that are repeated have rows for every combination."""

    difference: Annotated[
        float | None,
        typer.Option(
            metavar="D",
            help="The difference to find; by default that of the files or of --accuracy.",
        ),
    ] = None
    half_width: Annotated[
        float | None,
        typer.Option(
            metavar="W",
            help="Plan an interval of one system's score instead, that reaches W to each side.",
        ),
    ] = None
    power: Annotated[
        float,
        typer.Option(metavar="P", help="The chance to find the difference, from 0 to 1."),
    ] = 0.8
    confidence: Confidence = 0.95
    comparisons: Annotated[
        list[int] | None,
        typer.Option(
            metavar="N",
            help="Number of tests that share the level: 9 for ten systems against a base, 45 for "
            "all their pairs; repeat it. By default 1.",
        ),
    ] = None
    items: Annotated[
        list[int] | None,
        typer.Option(metavar="N", help="Number of items (records) to plan for; repeat it."),
    ] = None
    samples: Annotated[
        list[int] | None,
        typer.Option(
            metavar="K",
            help="Number of samples of each item by each system; repeat it. By default as in the "
            "files, or 1.",
        ),
    ] = None
    raters: Annotated[
        list[int] | None,
        typer.Option(metavar="R", help="Number of raters of each sample; repeat it. By default 1."),
    ] = None
    cost_item: Annotated[
        float | None,
        typer.Option(metavar="C", help="Cost of an item before its first sample."),
    ] = None
    cost_sample: Annotated[
        float | None,
        typer.Option(metavar="C", help="Cost of one sample of an item, by all systems together."),
    ] = None
    budget: Annotated[
        float | None,
        typer.Option(metavar="C", help="What all items and samples may cost together."),
    ] = None


class PowerOptions(OptionGroup):
    """How power is computed."""

    method: Annotated[
        PowerMethod,
        typer.Option(
            help="How power is computed: by a t test, the normal formula, McNemar's test with "
            "mid-p or the exact one for scores of 0 and 1, or a simulation from the records. auto "
            "takes mid-p for 0 and 1, a simulation for scores that are no means, such as BLEU, and "
            "t otherwise.",
        ),
    ] = "auto"
    trials: Annotated[
        int, typer.Option(min=100, max=MOST_DRAWS, help="Exchanges of each simulated test.")
    ] = 1000
    simulations: Annotated[
        int, typer.Option(min=2, max=MOST_DRAWS, help="Number of simulated test sets.")
    ] = 200
    seed: Seed = 12345


class PlanArguments(TypedDict, total=False):
    """The types in Python of the options of a plan."""

    metric: str | None
    base: str | None
    other: Texts
    resample_by: str | None
    accuracy: tuple[float, float] | None
    discordant: float | None
    sd: float | None
    correlation: float | None
    proportion: float | None
    within: float | None
    icc: float | None
    group_size: float | None
    rater_sd: float | None
    difference: float | None
    half_width: float | None
    power: float
    confidence: float
    comparisons: int | Sequence[int] | None
    items: int | Sequence[int] | None
    samples: int | Sequence[int] | None
    raters: int | Sequence[int] | None
    cost_item: float | None
    cost_sample: float | None
    budget: float | None
    method: PowerMethod
    trials: int
    simulations: int
    seed: int
