"""`sacreval generate DATASET --prompt P.yaml --with RUNNER`: outputs of a model for records."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sacreval.cli.asking import DryRun, RepliesFile, ask_all, check_replies, show_plan
from sacreval.cli.notices import notice
from sacreval.cli.options.common_options import (
    SOME_FAILED,
    Dataset,
    Force,
    JoinFile,
    JoinOn,
    Map,
    Progress,
    Quiet,
    ReaderName,
    RecordsFile,
    SampleSeed,
)
from sacreval.cli.options.option_groups import RecordOptions
from sacreval.cli.options.option_values import source_of
from sacreval.cli.options.runner_options import RunnerOptions
from sacreval.cli.options.spending_options import SpendingOptions
from sacreval.cli.options.ungrouped import ungrouped

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sacreval.asking.requests import Reply
    from sacreval.features.generate.generated import Outputs
    from sacreval.features.generate.generation_requests import Asked
    from sacreval.features.generate.prompt_files import Prompt


@ungrouped
def generate(
    *,
    inputs: Dataset,
    prompt: Annotated[
        Path,
        typer.Option(
            metavar="FILE.yaml|NAME",
            help="What is asked: `messages` or a `prompt` with {{JMESPath}} over the fields of a "
            "record, and params, examples, samples or choices; or the name of a prompt that comes "
            "with sacreval, such as short-answer.",
        ),
    ],
    asked: RunnerOptions,
    output: RecordsFile = None,
    replies: RepliesFile = None,
    system: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="The system_id of the outputs; by default the model's name."
        ),
    ] = None,
    spending: SpendingOptions,
    dry_run: DryRun = False,
    chosen: RecordOptions,
    seed: SampleSeed = 12345,
    reader: ReaderName = None,
    map_: Map = None,
    join: JoinFile = None,
    on: JoinOn = None,
    force: Force = False,
    allow_errors: Annotated[
        bool,
        typer.Option("--allow-errors", help="Exit with 0 even if some records have no output."),
    ] = False,
    progress: Progress = True,
    quiet: Quiet = False,
) -> None:
    """Ask a model about each record of a data set, and write its outputs.

    A reply that failed, was refused or is cut gives a record with `error`, never an empty output.
    """
    from sacreval.asking.asking import Asking
    from sacreval.core.selections import Selection
    from sacreval.features.generate.few_shot import Pool
    from sacreval.features.generate.generation_requests import asked as requests_of
    from sacreval.features.generate.prompt_files import prompt_path, read_prompt
    from sacreval.io.files import check_writable
    from sacreval.scoring.inputs.record_filters import RecordFilter

    source = source_of(inputs, None, reader, map_, join=join, on=on)
    prompt = Path(prompt_path(str(prompt)))
    what, budget, runner = read_prompt(str(prompt)), spending.budget(), asked.runner()
    asking = Asking(runner, budget, progress and not quiet)
    if output is not None:
        check_writable(output, force=force, inputs=[*source.files(), str(prompt)])
    check_replies(replies, [output, prompt, *map(Path, source.files())])
    pool = Pool.read(what.examples, str(prompt)) if what.examples else None
    of_records = RecordFilter(chosen.of(Selection(), seed))
    records = list(requests_of(of_records.of(source.batches()), what, pool))
    for text in of_records.notices():
        notice(text, quiet=quiet)
    requests = [one for record in records for one in record.requests]
    if dry_run:
        show_plan(requests, replies, asking)
        return
    found = ask_all(requests, replies, asking, quiet=quiet)
    outputs = _outputs(found, system or runner.target, what)
    _write(outputs, records, output, quiet=quiet)
    if outputs.states and not allow_errors:
        raise typer.Exit(SOME_FAILED)


def _outputs(replies: Mapping[str, Reply], system: str, what: Prompt) -> Outputs:
    from sacreval.features.generate.generated import Outputs

    return Outputs(
        replies,
        system,
        several=what.samples > 1,
        keep_truncated=what.truncated == "keep",
    )


def _write(outputs: Outputs, records: Sequence[Asked], output: Path | None, *, quiet: bool) -> None:
    from sacreval.cli.output import write_records

    write_records(outputs.of(records), output)
    if output is not None:
        notice(f"{output}: {outputs.count} records of {outputs.system}", quiet=quiet)
    if outputs.states:
        counts = ", ".join(f"{n} {name}" for name, n in sorted(outputs.states.items()))
        notice(
            f"{outputs.states.total()} of {outputs.count} records have an error, and no output "
            f"({counts})"
        )
