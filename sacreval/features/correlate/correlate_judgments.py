"""`sacreval correlate judgments`: means of human judgments by system, without any metric."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import typer

from sacreval.cli.options.common_options import Force, FormatName, Outputs


@dataclass(frozen=True, kw_only=True)
class JudgmentOptions:
    """The judgments that are averaged.

    Args:
        human: A human score by its flat name, such as expert_relevance; repeat it. By default all.
        systems: Systems to average over: peer, reference (human texts), all, or systems by name;
            repeat it.
        exclude: A system to leave out; repeat it.
        tasks_by: Average within each value of this group, such as language_pair; repeat it.
    """

    human: tuple[str, ...] = ()
    systems: tuple[str, ...] = ("all",)
    exclude: tuple[str, ...] = ()
    tasks_by: tuple[str, ...] = ()


def judgments(
    options: JudgmentOptions,
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE...",
            rich_help_panel="Input",
            help="Judgments, merged by instance and system: records as JSONL, tables, or folders "
            "in the MT-metrics-eval layout, as for `sacreval correlate scores`.",
        ),
    ],
    *,
    language_pair: Annotated[
        list[str] | None,
        typer.Option(
            rich_help_panel="Input",
            help="Language pair of an MT-metrics-eval folder, such as en-de; repeat it for tasks.",
        ),
    ] = None,
    duplicates: Annotated[
        Literal["error", "first", "last", "mean"],
        typer.Option(
            rich_help_panel="Input",
            help="Value to use where an output has two different values of one judgment; equal "
            "values are merged.",
        ),
    ] = "error",
    output: Outputs = None,
    form: FormatName = None,
    force: Force = False,
) -> None:
    """Average judgments by system."""
    from sacreval.cli.output import show, targets, write
    from sacreval.core.selections import Selection
    from sacreval.features.correlate.data.human_means import human_means
    from sacreval.features.correlate.data.load import load_tasks
    from sacreval.features.correlate.tables.human_means_table import render, wide

    targeted = targets(output, [], force=force, inputs=[str(path) for path in files])
    tasks = load_tasks(
        files, options.tasks_by, language_pairs=language_pair or (), duplicates=duplicates
    )
    selection = Selection(options.systems, options.exclude)
    means = [m._asdict() for m in human_means(tasks, human=options.human, selection=selection)]
    write(targeted, lambda form: render(means, form))
    show(form, lambda form: render(means, form), lambda: [wide(means)], [])
