"""`sacreval score METRIC INPUT…`: scores of single outputs, with jackknifing."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from sacreval.cli.late_typer import typer
from sacreval.cli.metric_commands import MetricCommands
from sacreval.cli.options.common_options import SUITE
from sacreval.cli.options.data_set_options import DataSetOptions
from sacreval.cli.options.option_groups import (
    EndOptions,
    HumanTextOptions,
    InputOptions,
    RecordOptions,
    RunOptions,
    ScoreOptions,
    SelectionOptions,
)
from sacreval.cli.verb_app import verb_app
from sacreval.commands.instance_fields import InstancesWith, asked_for
from sacreval.core.contract.declarations import computed_by
from sacreval.errors import UsageError

if TYPE_CHECKING:
    from sacreval.cli.run_context import PreparedSets
    from sacreval.core.records import Scored
    from sacreval.scoring.entries.run_metrics import Entry
    from sacreval.scoring.inputs.selected_records import Selected
    from sacreval.scoring.inputs.source import Source
    from sacreval.scoring.pair_scores import PairScores
    from sacreval.scoring.sets.data_sets import DataSet


def score(
    entries: Sequence[Entry],
    *,
    files: InputOptions,
    data_sets: DataSetOptions,
    systems: SelectionOptions,
    chosen: RecordOptions,
    options: ScoreOptions,
    pairs: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            rich_help_panel="Common options",
            help="Write scores pair by pair: each system and each human text of an input against "
            "the same references, those without the human text. Also print how often systems are "
            "better; with -o, and a file that ends in .jsonl, .csv or .tsv.",
        ),
    ] = None,
    human_texts: HumanTextOptions,
    how: RunOptions,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            rich_help_panel="Common options",
            help="File to write the scores to, .jsonl, .csv or .tsv, with a manifest beside it; by "
            "default standard output.",
        ),
    ] = None,
    instances_with: InstancesWith = None,
    end: EndOptions,
) -> None:
    """Score every output on its own."""
    from sacreval.cli.run_context import prepare_sets
    from sacreval.io.files import check_writable
    from sacreval.report.record_scores import check_ending, write_lines
    from sacreval.scoring.entries.run_metrics import refuse_sets
    from sacreval.scoring.pair_scores import score as score_batches
    from sacreval.scoring.sets.data_sets import (
        every_entry,
        files_of,
        naming_data_set,
        of_set,
        refuse_sets_of,
        with_dataset,
    )

    sets = data_sets.sets(files, entries)
    _check_pairs(pairs, output, options)
    for path in (output, pairs):
        if path is not None:
            check_ending(path)
    if pairs is not None:
        refuse_sets_of(sets, "--pairs")
    written = _outputs(output, pairs)
    for path in written:
        check_writable(path, force=end.force, inputs=files_of(sets))
    entries = every_entry(sets)
    fields = asked_for(instances_with, entries)
    refuse_sets(entries, remedy="use `sacreval evaluate`")
    selection = chosen.of(systems.selection(), options.seed)
    ready = prepare_sets(sets, how, selection, human_texts=human_texts, quiet=end.quiet)
    scores_of: dict[str | None, PairScores] = {}
    with ready.running(written) as run:
        for prepared in ready.sets:
            with naming_data_set(prepared.dataset):
                scores_of[prepared.dataset] = score_batches(
                    prepared.batches,
                    prepared.entries,
                    jackknife=options.jackknife,
                    peers=options.jackknife_peers,
                    backend=run.backend,
                    fields=fields,
                    pairs=pairs is not None,
                    chosen=prepared.selected.records,
                )
    records = [
        with_dataset(record, x) for x, scores in scores_of.items() for record in scores.records
    ]
    if output is None:
        write_lines(records, sys.stdout)
    else:
        manifest = _manifest(scores_of, sets, ready, options)
        _write(records, output, manifest)
    if pairs is not None:
        _present_pairs(next(iter(scores_of.values())), pairs)
    run.done()
    failures = [text for scores in scores_of.values() for text in scores.failures]
    of_records = [text for x, scores in scores_of.items() for text in of_set(x, scores.notices())]
    end.write_notices([*ready.notices(), *of_records], failures)
    end.exit_if_failed(failures)


def _outputs(output: Path | None, pairs: Path | None) -> list[Path]:
    from sacreval.io.files import manifest_of

    if output is not None and not output.name:
        raise UsageError(f"-o {output}: this is not the name of a file; name one")
    paths = [] if output is None else [output, manifest_of(output)]
    if pairs in paths:
        raise UsageError(f"--pairs {pairs}: -o writes this file; name another")
    return paths if pairs is None else [*paths, pairs]


def _check_pairs(pairs: Path | None, output: Path | None, options: ScoreOptions) -> None:
    if pairs is None:
        return
    if output is None:
        raise UsageError("--pairs prints a table, so the scores need a file; name one with -o")
    if not (options.jackknife and options.jackknife_peers):
        raise UsageError("--pairs leaves references out in turn; drop --no-jackknife")


def _present_pairs(scores: PairScores, path: Path) -> None:
    """Write the scores of pairs, and print how often systems are better than human texts."""
    from sacreval.cli.output import show
    from sacreval.report.result_tables import with_notes
    from sacreval.scoring.human_pairs import NOTE, humans_table, write_pairs

    write_pairs(scores.pairs, path)
    shares = scores.against_humans()
    if shares:
        table = humans_table(shares)
        show(None, lambda _: with_notes(table, [NOTE], "text"), lambda: [table], [NOTE])


def _write(records: Sequence[Scored], output: Path, manifest: dict[str, Any]) -> None:
    import msgspec

    from sacreval.io.files import manifest_of, sha256, write_text
    from sacreval.report.record_scores import write

    write(records, output)
    stated = {**manifest, "scores_sha256": sha256(str(output))}
    text = msgspec.json.format(msgspec.json.encode(stated), indent=2).decode()
    with write_text(manifest_of(output)) as stream:
        stream.write(f"{text}\n")


def _manifest(
    scores_of: Mapping[str | None, PairScores],
    sets: Sequence[DataSet],
    ready: PreparedSets,
    options: ScoreOptions,
) -> dict[str, Any]:
    """Return what the scores are of; of data sets under the names of these."""
    import msgspec

    from sacreval.core.version import version

    manifests = {
        data_set.name: _of_set(scores_of[data_set.name], data_set.source, prepared.selected)
        for data_set, prepared in zip(sets, ready.sets, strict=True)
    }
    selection = ready.sets[0].selected.selection
    return {
        "schema_version": 1,
        "sacreval": version(),
        "jackknife": options.jackknife,
        "jackknife_peers": options.jackknife and options.jackknife_peers,
        "selection": msgspec.to_builtins(selection),
        **manifests.get(None, {"datasets": manifests}),
    }


def _of_set(scores: PairScores, source: Source, selected: Selected) -> dict[str, Any]:
    import msgspec

    from sacreval.io.files import readable, sha256

    return {
        "metrics": [
            {
                "name": entry.name,
                "metric": entry.metric.name,
                "signature": scores.signature(entry),
                "engine": computed_by(entry.metric),
                "options": entry.metric.options(),
                "higher_is_better": entry.directions(),
            }
            for entry in scores.entries
        ],
        "against_humans": msgspec.to_builtins(scores.against_humans()),
        "inputs": [
            {"path": readable(path), "sha256": sha256(path)}
            for path in (*source.paths, *source.references, *source.sources)
        ],
        "counts": {
            "records": len(scores.records),
            "systems": len({record.system_id for record in scores.records}),
            "instances": len({record.instance_id for record in scores.records}),
            "failed": len(scores.failures),
            "single_reference": scores.single_reference,
            "not_comparable": sum(selected.alone.values()),
            **({"of": selected.records.total.total()} if selected.selection.of_records else {}),
        },
    }


SUITE_TEXT = "Score every output on its own with many metrics."
make = MetricCommands(score, SUITE_TEXT)
app = verb_app(
    make,
    "Score every output on its own: one subcommand for each metric, and suites.",
    {SUITE: SUITE_TEXT},
    assembled=make.assembled,
)
