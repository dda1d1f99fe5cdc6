"""`sacreval correlate trust`: how far a judge, or any metric, can be trusted."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import typer

from sacreval.cli.notices import notice
from sacreval.cli.options.common_options import Force, Outputs, Quiet
from sacreval.cli.options.option_groups import FormatOptions
from sacreval.cli.options.option_values import parse_pairs
from sacreval.cli.options.statistics_options import Confidence

TEXT = "Compute how far judges, or any metrics, can be trusted in the place of people."


@dataclass(frozen=True, kw_only=True)
class TrustOptions:
    """What is asked about judges.

    Args:
        human: Human score that judges are compared with, by its flat name, such as coherence.
        metric: An output of a judge or metric; repeat it. By default all.
        alignment: How the alternative annotator test compares ratings: neg-rmse for numbers,
            accuracy for codes of labels.
        epsilon: By how much, as a share of outputs, a person may be better than the judge, as
            people cost more: 0.2 for experts, 0.15 for skilled people, 0.1 for crowd workers.
        least_outputs: Fewest outputs of an annotator that takes part in the test.
        own: OUTPUT=SYSTEM, an output of a judge and a system that it may favour, such as the same
            model; repeat it.
        lower_is_better: Score of a judge or of people of which smaller values are better; repeat
            it. Known without it: TER, MQM and others by their names, if none is below 0.
        higher_is_better: Score whose name says otherwise; repeat it.
    """

    human: str
    metric: tuple[str, ...] = ()
    alignment: Literal["neg-rmse", "accuracy"] = "neg-rmse"
    epsilon: float = 0.2
    least_outputs: int = 30
    own: tuple[str, ...] = ()
    lower_is_better: tuple[str, ...] = ()
    higher_is_better: tuple[str, ...] = ()


def trust(
    options: TrustOptions,
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE...",
            rich_help_panel="Input",
            help="Scores and judgments, merged by instance and system, as for `sacreval correlate "
            "scores`. Records with the outputs give their lengths; judgments with a list of "
            "numbers, one for each annotator, allow the test.",
        ),
    ],
    *,
    scale: Annotated[
        tuple[float, float] | None,
        typer.Option(
            metavar="LOW HIGH",
            help="Least and greatest value of the human scale; by default those of the ratings.",
        ),
    ] = None,
    duplicates: Annotated[
        Literal["error", "first", "last", "mean", "repeats"],
        typer.Option(
            rich_help_panel="Input",
            help="Value to use where an output has two different values of one score; repeats are "
            "several runs of a judge, whose agreement with itself is computed.",
        ),
    ] = "error",
    confidence: Confidence = 0.95,
    output: Outputs = None,
    formats: FormatOptions,
    force: Force = False,
    quiet: Quiet = False,
) -> None:
    """Compute how far judges can be trusted."""
    from sacreval.cli.output import targets, write_and_show
    from sacreval.features.correlate.data.load import load_rows
    from sacreval.features.correlate.data.score_grid import judged_outputs
    from sacreval.features.correlate.data.score_origins import directions_beside
    from sacreval.features.correlate.trust.result import TrustSettings
    from sacreval.features.correlate.trust.tables import notes, render, tables
    from sacreval.features.correlate.trust.trust import check, trust_in

    wanted = targets(output, [], force=force, inputs=[str(path) for path in files])
    settings = TrustSettings(
        human=options.human,
        alignment=options.alignment,
        epsilon=options.epsilon,
        least_outputs=options.least_outputs,
        scale=scale,
        own=parse_pairs(options.own, "--own", "OUTPUT=SYSTEM, as in coherence=my-model"),
        confidence=confidence,
        lower_is_better=list(options.lower_is_better),
        higher_is_better=list(options.higher_is_better),
    )
    check(settings)
    outputs = judged_outputs(
        load_rows(files), duplicates=duplicates, directions=directions_beside(files)
    )
    report = trust_in(outputs, settings, options.metric)
    write_and_show(
        wanted,
        formats,
        lambda form: render(report, form),
        lambda: tables(report),
        notes(report),
    )
    for text in report.notices:
        notice(text, quiet=quiet)
