"""`sacreval correlate judgments` and `list`: human means by system, and what score files hold."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from sacreval.cli.options.common_options import Force, FormatName, Outputs
from sacreval.features.correlate.options import DuplicateScores, LanguagePairs


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
    language_pair: LanguagePairs = None,
    duplicates: DuplicateScores = "error",
    output: Outputs = None,
    form: FormatName = None,
    force: Force = False,
) -> None:
    """Average judgments by system."""
    from sacreval.cli.output import show, targets, write
    from sacreval.core.selection import Selection
    from sacreval.features.correlate.data.human_scores import human_means
    from sacreval.features.correlate.data.load import load_tasks
    from sacreval.features.correlate.tables.contents_tables import render, wide

    targeted = targets(output, [], force=force, inputs=[str(path) for path in files])
    tasks = load_tasks(
        files, options.tasks_by, language_pairs=language_pair or (), duplicates=duplicates
    )
    selection = Selection(options.systems, options.exclude)
    means = [m._asdict() for m in human_means(tasks, human=options.human, selection=selection)]
    write(targeted, lambda form: render(means, form))
    show(form, lambda form: render(means, form), lambda: [wide(means)], [])


TEXT = "List what score files hold: metrics, judgments, systems, groups; also written --list."


@dataclass(frozen=True, kw_only=True)
class ListOptions:
    """What is read of folders.

    Args:
        language_pair: Language pair of an MT-metrics-eval folder, such as en-de; repeat it. By
            default all.
    """

    language_pair: tuple[str, ...] = ()


def list_contents(
    options: ListOptions,
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE...",
            rich_help_panel="Input",
            help="Scores and judgments, as for `sacreval correlate scores`.",
        ),
    ],
    *,
    form: FormatName = None,
) -> None:
    """List what the files hold."""
    from sacreval.cli.output import show
    from sacreval.features.correlate.data.coverage import contents
    from sacreval.features.correlate.data.load import load_all_rows
    from sacreval.features.correlate.tables.contents_tables import notes, render_contents, table

    inventory = contents(*load_all_rows(files, options.language_pair))
    names: list[dict[str, Any]] = [
        {
            "name": name,
            "kind": named.kind,
            "systems": len({system for system, _ in named.cells} | named.official),
            "inputs": len({instance for _, instance in named.cells}),
            "outputs": len(named.cells),
            "raters": named.raters,
            "levels": named.levels(),
        }
        for name, named in sorted(inventory.names.items(), key=lambda item: (item[1].kind, item[0]))
    ]
    plain = {"names": names, "systems": inventory.systems, "groups": inventory.groups}
    show(form, lambda form: render_contents(plain, form), lambda: [table(plain)], notes(plain))
