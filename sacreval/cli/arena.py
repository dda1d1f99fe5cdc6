"""`sacreval arena BATTLES…`: rank systems by pairwise verdicts."""

from __future__ import annotations

from typing import Annotated

import typer

from sacreval.cli.common_options import Map, Outputs, parse_map
from sacreval.cli.option_groups import EndOptions, FormatOptions, ResamplingOptions
from sacreval.errors import UsageError


def arena(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="BATTLES...",
            help="Battles as JSONL, also compressed; - is standard input. A battle has "
            "instance_id, the systems a and b, and the score of a from 0 to 1 or the winner: a, b "
            "or tie.",
        ),
    ],
    *,
    map_: Map = None,
    base: Annotated[
        str | None,
        typer.Option(
            metavar="SYSTEM",
            help="Print win rates against this system; by default those of all pairs.",
        ),
    ] = None,
    by: Annotated[
        str | None,
        typer.Option(
            metavar="GROUP",
            help="Also rank by the battles of each value of this group; judge is who judged.",
        ),
    ] = None,
    lengths: Annotated[
        bool,
        typer.Option(
            "--lengths",
            help="Also compute win rates at equal lengths, from length_a and length_b of battles.",
        ),
    ] = False,
    fail_under: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SYSTEM=RATE",
            help="Fail if the win rate of this system, against the base if there is one, is below "
            "RATE; repeat it.",
        ),
    ] = None,
    online_elo: Annotated[
        bool,
        typer.Option(
            "--online-elo",
            help="Also compute ratings by online Elo, which depend on the order of the battles, "
            "for comparison with old tables.",
        ),
    ] = False,
    resampling: ResamplingOptions,
    output: Outputs = None,
    formats: FormatOptions,
    end: EndOptions,
) -> None:
    """Rank systems by pairwise verdicts of judges or people.

    Strengths are Bradley-Terry's, with intervals clustered by instance and rank ranges that hold
    together. A system that never lost or never won has no finite strength and is named.
    """
    from sacreval.cli.gate_options import raise_if_failed
    from sacreval.cli.output import show, targets, write
    from sacreval.core.arena import ArenaSettings
    from sacreval.report.arena import notes, render, tables
    from sacreval.scoring.arena import rank
    from sacreval.scoring.battles import read_battles

    wanted = targets(output, [], force=end.force, inputs=files)
    settings = ArenaSettings(
        base=base, by=by, lengths=lengths, online_elo=online_elo, **vars(resampling)
    )
    bounds = _bounds(fail_under or ())
    report = rank(read_battles(files, parse_map(map_)), settings, bounds)
    write(wanted, lambda form: render(report, form), spreadsheet=formats.spreadsheet)
    show(
        formats.form,
        lambda form: render(report, form),
        lambda: tables(report),
        notes(report),
        spreadsheet=formats.spreadsheet,
    )
    end.write_notices(report.notices, report.failures)
    raise_if_failed(report.gates)
    end.exit_if_failed(report.failures)


def _bounds(texts: list[str] | tuple[str, ...]) -> dict[str, float]:
    """Parse `SYSTEM=RATE` options.

    Raises:
        UsageError: If one cannot be parsed, or a system is repeated.
    """
    from sacreval.scoring.gates import finite

    found: dict[str, float] = {}
    for text in texts:
        name, equals, number = text.rpartition("=")
        if not equals or not name:
            raise UsageError(f"--fail-under {text}: write SYSTEM=RATE, as in mine=0.5")
        if name in found:
            raise UsageError(f"--fail-under {text}: '{name}' is repeated; keep one")
        found[name] = finite(number, f"--fail-under {text}")
    return found
