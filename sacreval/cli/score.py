"""`sacreval score METRIC INPUT…`: every output alone, comparable between systems and people."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sacreval.cli.common_options import SUITE
from sacreval.cli.generated_options import command
from sacreval.cli.instance_fields import InstancesWith, asked_for
from sacreval.cli.lazy_groups import lazy_group
from sacreval.cli.option_groups import (
    EndOptions,
    HumanTextOptions,
    InputOptions,
    RunOptions,
    SelectionOptions,
)
from sacreval.core.metric import metrics
from sacreval.errors import UsageError

if TYPE_CHECKING:
    from sacreval.scoring.run_metrics import Entry
    from sacreval.scoring.score import Scores
    from sacreval.scoring.selection import Selected


def score(
    entries: Sequence[Entry],
    *,
    files: InputOptions,
    systems: SelectionOptions,
    jackknife: Annotated[
        bool,
        typer.Option(
            help="Leave references out in turn, under names ending in _jk, so that people and "
            "machines are scored against equally many.",
        ),
    ] = True,
    human_texts: HumanTextOptions,
    how: RunOptions,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            help="Where the scores go, .jsonl, .csv or .tsv, with a manifest beside them; by "
            "default to standard output.",
        ),
    ] = None,
    instances_with: InstancesWith = None,
    end: EndOptions,
) -> None:
    """Score every output on its own."""
    from sacreval.cli.run_context import prepare
    from sacreval.io.files import check_writable
    from sacreval.report.records import check_ending, write_lines
    from sacreval.scoring.run_metrics import refuse_sets
    from sacreval.scoring.score import score as score_batches

    source = files.source()
    if output is not None:
        check_ending(output)
    for path in _outputs(output):
        check_writable(path, force=end.force, inputs=source.files())
    fields = asked_for(instances_with, entries)
    refuse_sets(entries, remedy="use `sacreval evaluate`")
    ready = prepare(
        entries, source, how, systems.selection(), human_texts=human_texts, quiet=end.quiet
    )
    with ready.running(_outputs(output)) as run:
        scores = score_batches(
            ready.batches, ready.entries, jackknife=jackknife, backend=run.backend, fields=fields
        )
    if output is None:
        write_lines(scores.records, sys.stdout)
    else:
        read = [*source.paths, *source.references]
        _write(scores, output, _manifest(scores, read, jackknife, ready.selected))
    run.done()
    end.tell([*ready.selected.notices(), *scores.notices()], scores.failures)
    end.exit_if_failed(scores.failures)


def _outputs(output: Path | None) -> list[Path]:
    if output is not None and not output.name:
        raise UsageError(f"-o {output}: this names no file; name one")
    return [] if output is None else [output, _beside(output)]


def _beside(output: Path) -> Path:
    return output.with_name(f"{output.stem}.manifest.json")


def _write(scores: Scores, output: Path, manifest: dict[str, Any]) -> None:
    import msgspec

    from sacreval.io.files import write_text
    from sacreval.report.records import write

    text = msgspec.json.format(msgspec.json.encode(manifest), indent=2).decode()
    write(scores.records, output)
    with write_text(_beside(output)) as stream:
        stream.write(f"{text}\n")


def _manifest(
    scores: Scores, inputs: list[str], jackknife: bool, selected: Selected
) -> dict[str, Any]:
    import msgspec

    from sacreval.core.version import version
    from sacreval.io.files import readable, sha256

    return {
        "schema_version": 1,
        "sacreval": version(),
        "metrics": [
            {
                "name": entry.name,
                "metric": entry.metric.name,
                "signature": scores.signature(entry),
                "engine": entry.metric.computed_by(),
                "options": entry.metric.options(),
            }
            for entry in scores.entries
        ],
        "jackknife": jackknife,
        "selection": msgspec.to_builtins(selected.selection),
        "inputs": [{"path": readable(path), "sha256": sha256(path)} for path in inputs],
        "counts": {
            "records": len(scores.records),
            "systems": len({record.system_id for record in scores.records}),
            "instances": len({record.instance_id for record in scores.records}),
            "failed": len(scores.failures),
            "single_reference": scores.single_reference,
            "not_comparable": sum(selected.alone.values()),
        },
    }


def make(name: str) -> Any:
    """Create the command that scores with one metric, or with a suite."""
    if name == SUITE:
        from sacreval.cli.suite import suite_command

        return suite_command(score, "Score every output on its own with many metrics.")
    return command(score, metrics.get(name), name)


app = typer.Typer(
    rich_markup_mode=None,
    cls=lazy_group(lambda: (*metrics, SUITE), make),
    help="Score every output on its own: one subcommand a metric, and suites of many.",
    no_args_is_help=True,
)


@app.callback()
def _verb() -> None:
    """Score every output on its own: one subcommand a metric, and suites of many."""
