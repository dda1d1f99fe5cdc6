"""`sacreval generate DATASET --prompt P.yaml --with RUNNER`: outputs of a model for records."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sacreval.cli.common_options import (
    SOME_FAILED,
    Force,
    Map,
    Progress,
    Quiet,
    ReaderName,
    notice,
    source_of,
)
from sacreval.cli.runner_options import RunnerOptions
from sacreval.cli.spending_options import SpendingOptions
from sacreval.cli.ungrouped import ungrouped
from sacreval.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sacreval.core.prompts import Prompt
    from sacreval.core.requests import Reply, Request
    from sacreval.runners._base import Runner
    from sacreval.scoring.generated import Outputs
    from sacreval.scoring.generation_requests import Asked
    from sacreval.scoring.spending import Budget


@ungrouped
def generate(
    *,
    inputs: Annotated[
        list[str], typer.Argument(metavar="DATASET...", help="Files of records, of any reader.")
    ],
    prompt: Annotated[
        Path,
        typer.Option(
            metavar="FILE.yaml",
            help="What is asked: `messages` or a `prompt` with {{JMESPath}} over the fields of a "
            "record, and params, examples, samples or choices.",
        ),
    ],
    asked: RunnerOptions,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE.jsonl",
            help="File of the outputs; by default standard output.",
        ),
    ] = None,
    replies: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE.jsonl",
            help="File to which each reply is appended as it comes. If it exists, only what has "
            "no answer in it is asked.",
        ),
    ] = None,
    system: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="The system_id of the outputs; by default the model's name."
        ),
    ] = None,
    spending: SpendingOptions,
    dry_run: Annotated[
        bool,
        typer.Option(
            "--dry-run",
            help="Ask nothing; print the first prompt, and the numbers of requests, of characters "
            "and, with --price, the cost.",
        ),
    ] = False,
    reader: ReaderName = None,
    map_: Map = None,
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
    from sacreval.core.prompts import read_prompt
    from sacreval.io.files import check_writable
    from sacreval.scoring.few_shot import Pool
    from sacreval.scoring.generation_requests import asked as requests_of

    source = source_of(inputs, None, reader, map_)
    what, budget, runner = read_prompt(str(prompt)), spending.budget(), asked.runner()
    if output is not None:
        check_writable(output, force=force, inputs=[*source.files(), str(prompt)])
    _check_replies(replies, [output, prompt, *map(Path, source.files())])
    pool = Pool.read(what.examples, str(prompt)) if what.examples else None
    records = list(requests_of(source.batches(), what, pool))
    requests = [one for record in records for one in record.requests]
    if dry_run:
        _show_plan(requests, replies, runner, budget)
        return
    found = _ask(requests, replies, runner, budget, shown=progress and not quiet, quiet=quiet)
    outputs = _outputs(found, system or runner.target, what)
    _write(outputs, records, output, quiet=quiet)
    if outputs.states and not allow_errors:
        raise typer.Exit(SOME_FAILED)


def _check_replies(replies: Path | None, others: Sequence[Path | None]) -> None:
    if replies is not None and replies.resolve() in {x.resolve() for x in others if x}:
        raise UsageError(f"--replies {replies}: this file has another use here; name another")


def _outputs(replies: Mapping[str, Reply], system: str, what: Prompt) -> Outputs:
    from sacreval.scoring.generated import Outputs

    return Outputs(
        replies,
        system,
        several=what.samples > 1,
        keep_truncated=what.truncated == "keep",
    )


def _show_plan(
    requests: Sequence[Request], replies: Path | None, runner: Runner, budget: Budget
) -> None:
    from sacreval.core.reply_file import answered_in
    from sacreval.scoring.answer_notices import plan

    known = {one.id: one for one in requests}
    answered = answered_in(replies) if replies is not None else set()
    missing = [one for name, one in known.items() if name not in answered]
    for line in plan(missing, len(known) - len(missing), runner, budget):
        typer.echo(line)


def _ask(
    requests: Sequence[Request],
    replies: Path | None,
    runner: Runner,
    budget: Budget,
    *,
    shown: bool,
    quiet: bool,
) -> Mapping[str, Reply]:
    """Ask what is missing, and return all replies by the id of their request."""
    from sacreval.core.reply_file import ReplyFile, ReplyMemory
    from sacreval.core.reply_formats import read_replies
    from sacreval.io.progress import bar
    from sacreval.scoring.answer_notices import after, before
    from sacreval.scoring.answering import ask

    known = {one.id: one for one in requests}
    with ExitStack() as stack:
        kept = stack.enter_context(ReplyFile(replies)) if replies is not None else None
        memory = ReplyMemory()
        store = kept or memory
        missing = [one for name, one in known.items() if not store.has(name)]
        if kept is not None and kept.notice:
            notice(kept.notice, quiet=quiet)
        notice(before(missing, len(known) - len(missing), runner), quiet=quiet)
        with bar("generate", lambda: len(missing), unit="requests", shown=shown) as advance:
            outcome = ask(requests, runner, store, budget=budget, advance=advance)
    for text in after(outcome, budget):
        notice(text, quiet=quiet)
    if replies is None:
        return memory.replies
    return {reply.id: reply for reply in read_replies(str(replies))} if replies.exists() else {}


def _write(outputs: Outputs, records: Sequence[Asked], output: Path | None, *, quiet: bool) -> None:
    import msgspec

    from sacreval.io.files import write_text

    lines = (f"{msgspec.json.encode(one).decode()}\n" for one in outputs.of(records))
    if output is None:
        sys.stdout.writelines(lines)
    else:
        with write_text(output) as stream:
            stream.writelines(lines)
        notice(f"{output}: {outputs.count} records of {outputs.system}", quiet=quiet)
    if outputs.states:
        counts = ", ".join(f"{n} {name}" for name, n in sorted(outputs.states.items()))
        notice(
            f"{outputs.states.total()} of {outputs.count} records have an error, and no output "
            f"({counts})"
        )
