"""`sacreval correlate list`: what score files hold, without computing anything."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from sacreval.cli.options.common_options import FormatName

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
    from sacreval.features.correlate.data.contents import contents
    from sacreval.features.correlate.data.load import load_all_rows
    from sacreval.features.correlate.tables.score_contents import notes, render, table

    found = contents(*load_all_rows(files, options.language_pair))
    names: list[dict[str, Any]] = [
        {
            "name": name,
            "kind": one.kind,
            "systems": len({system for system, _ in one.cells} | one.official),
            "inputs": len({instance for _, instance in one.cells}),
            "outputs": len(one.cells),
            "raters": one.raters,
            "levels": one.levels(),
        }
        for name, one in sorted(found.names.items(), key=lambda item: (item[1].kind, item[0]))
    ]
    plain = {"names": names, "systems": found.systems, "groups": found.groups}
    show(form, lambda form: render(plain, form), lambda: [table(plain)], notes(plain))
